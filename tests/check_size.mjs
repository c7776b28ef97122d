// What the page loads before its first picture must stay small: the first part of the module and the loader together, as
// a browser receives them (brotli): with the 57 kB of the page itself at most 200 kB. The rest is reported.
// Usage: node check_size.mjs FOLDER
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const BUDGET_KB = 142;

const folder = process.argv[2];
function packed(name, quality) {
  const bytes = fs.readFileSync(path.join(folder, name));
  const length = zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } }).length;
  console.log(`${name}: ${(bytes.length / 1000).toFixed(1)} kB, ${(length / 1000).toFixed(1)} kB in brotli`);
  return length;
}
const first = packed('stridescope.wasm', 11) + packed('stridescope.mjs', 11);
packed('stridescope.rest.wasm', 9); // the best takes seconds, for a number without a limit
console.log(`before the first picture ${(first / 1000).toFixed(1)} kB of ${BUDGET_KB} kB in brotli`);
process.exit(first > BUDGET_KB * 1000 ? 1 : 0);
