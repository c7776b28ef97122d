// Lists the files below folders of the tree that match a pattern, for the checks that read sources.
import fs from 'node:fs';
import path from 'node:path';

/** Paths from `root`, a folder's own order. */
export function* sources(root, folder, pattern) {
  if (!fs.existsSync(path.join(root, folder))) return;
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(root, name, pattern);
    else if (pattern.test(entry.name)) yield name;
  }
}
