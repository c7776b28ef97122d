// The measurements of core/data: files of the page, fetched when somebody looks at a kernel.
import ladderH100 from '../../../core/data/ladder_h100.json?url';
import measuredH100 from '../../../core/data/measured_h100.json?url';
import measuredH200 from '../../../core/data/measured_h200.json?url';
import productsH100 from '../../../core/data/products_h100.json?url';
import productsH200 from '../../../core/data/products_h200.json?url';
import textsH100 from '../../../core/data/texts_h100.json?url';

const places = { copies: [measuredH100, measuredH200], products: [productsH100, productsH200], ladder: [ladderH100], texts: [textsH100] };
const files = new Map<keyof typeof places, Promise<string[]>>();

/** Those of copies, of products of matrices, of the gallery's ladder, or with the texts of kernels, each file as text; none where they cannot be had. */
export function measurements(of: keyof typeof places): Promise<string[]> {
  const kept = files.get(of) ?? Promise.all(places[of].map(async (url) => (await fetch(url)).text())).catch(() => {
    files.delete(of);
    return [];
  });
  files.set(of, kept);
  return kept;
}
