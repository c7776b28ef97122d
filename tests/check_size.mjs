// What the page loads before its first picture must stay small: the first part of the module and the loader together, as
// a browser receives them (brotli), with the 57 kB of the page itself at most 200 kB. So must what a link of the gallery
// loads beside it. The rest is reported.
// Usage: node check_size.mjs FOLDER
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const BUDGET_KB = { first: 120, more: 240 };

const folder = process.argv[2];
function packed(name, quality = 11) {
  const bytes = fs.readFileSync(path.join(folder, name));
  const length = zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } }).length;
  console.log(`${name}: ${(bytes.length / 1000).toFixed(1)} kB, ${(length / 1000).toFixed(1)} kB in brotli`);
  return length;
}
const sizes = { first: packed('stridescope.wasm') + packed('stridescope.mjs'), more: packed('stridescope.more.wasm') };
packed('stridescope.rest.wasm', 9); // the best takes seconds, for a number without a limit
console.log(`before the first picture ${(sizes.first / 1000).toFixed(1)} kB of ${BUDGET_KB.first} kB in brotli, by a link ${(sizes.more / 1000).toFixed(1)} kB of ${BUDGET_KB.more} kB more`);
process.exit(Object.entries(BUDGET_KB).some(([part, most]) => sizes[part] > most * 1000) ? 1 : 0);
