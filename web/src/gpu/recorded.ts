// The measurements of core/data: files of the page, fetched when somebody looks at a kernel.
import h100 from '../../../core/data/measured_h100.json?url';
import h200 from '../../../core/data/measured_h200.json?url';

let files: Promise<string[]> | undefined;

/** Each as text; none where they cannot be had. */
export function measurements(): Promise<string[]> {
  files ??= Promise.all([h100, h200].map(async (url) => (await fetch(url)).text())).catch(() => {
    files = undefined;
    return [];
  });
  return files;
}
