// Keeps the page's module small, as a browser receives it (brotli). `first`: the loader and the first part, which the page
// loads before its first picture; `sum`: these and the second part, which it loads after it. Counted apart is what the
// page loads when a call needs it: the parts of a subject, and the module of the PTX machine.
// Usage: node check_size.mjs FOLDER
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { fileOfPart, laterParts } from '../wasm/later_parts.mjs';

// The limits are the sizes reached so far, below the goals: a commit that raises one gives the reason.
const GOAL_KB = { first: 300, sum: 800 };
const BUDGET_KB = { first: 294, sum: 752, foreign: 162, kernels: 132, traces: 94, machine: 240 };

const folder = process.argv[2];
function packed(name) {
  const bytes = fs.readFileSync(path.join(folder, name));
  const { length } = zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  console.log(`${name}: ${(bytes.length / 1000).toFixed(1)} kB, ${(length / 1000).toFixed(1)} kB in brotli`);
  return length;
}
const first = packed('stridescope.mjs') + packed('stridescope.wasm');
const { second, ...subjects } = Object.fromEntries(laterParts.map((part) => [part, packed(fileOfPart(part))]));
const sizes = { first, sum: first + second, ...subjects, machine: packed('machine.mjs') + packed('machine.wasm') };
for (const [part, most] of Object.entries(BUDGET_KB)) console.log(`${part}: ${(sizes[part] / 1000).toFixed(1)} kB of ${most} kB${GOAL_KB[part] ? ` (goal ${GOAL_KB[part]})` : ''}`);
process.exit(Object.entries(BUDGET_KB).some(([part, most]) => sizes[part] > most * 1000) ? 1 : 0);
