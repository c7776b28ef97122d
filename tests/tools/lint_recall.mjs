// Plants faults in sources, one a file and rule, and counts those that `stridescope lint` names on their line: a change of
// text that makes one kind of fault, at its first place in each file.
// Usage: node tests/tools/lint_recall.mjs STRIDESCOPE FOLDER... (sources of public kernels, which are not stored here)
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const most = 10; // faults of a rule
const SOURCE = /\.(cu|cuh|cpp|hpp|h|py|mlir|ttgir|ptx)$/;
// [rule, what it changes, the text after it]
const faults = [
  ['swizzle-unit', /Swizzle<3,\s*3,\s*3>/, () => 'Swizzle<3, 4, 3>'],
  ['tv-overlap', /(make_tiled_copy\([^;]*?Stride<\s*_?)(\d+)(,\s*_?1\s*>)/s, (all, begin, stride) => `${begin}${stride}, _${stride / 2}>`],
  ['copy-width', /UniversalCopy<(half_t|float|uint32_t|T)>/, () => 'UniversalCopy<cute::uint128_t>'],
  ['bank-conflict', /Swizzle<[23],\s*3,\s*3>/, () => 'Swizzle<0, 3, 3>'],
  ['capacity', /alloc_shared\(\(\w+/, () => 'alloc_shared((65536'],
  ['out-of-bounds', /make_coord\(0,\s*0\)/, () => 'make_coord(4096, 0)'],
  ['misaligned', /assumed_align=(16|32|64|128)/, () => 'assumed_align=2'],
];

const [program, ...folders] = process.argv.slice(2);
if (folders.length === 0) throw new Error('usage: node tests/tools/lint_recall.mjs STRIDESCOPE FOLDER...');
const files = folders.flatMap((folder) => fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)))
  .filter((name) => SOURCE.test(name) && fs.statSync(name).size < 262144).sort();
const lint = (text) => JSON.parse(spawnSync(program, ['lint', '--format', 'json', '-'], { input: text, encoding: 'utf8', maxBuffer: 1 << 26 }).stdout).findings;
let planted = 0;
let named = 0;
for (const [rule, pattern, change] of faults) {
  let count = 0;
  let hits = 0;
  for (const file of files) {
    if (count >= most) break;
    const text = fs.readFileSync(file, 'utf8');
    const at = text.search(pattern);
    if (at < 0) continue;
    const line = text.slice(0, at).split('\n').length;
    const last = line + text.match(pattern)[0].split('\n').length - 1;
    count += 1;
    const hit = lint(text.replace(pattern, change)).some((one) => one.rule === rule && one.line >= line && one.line <= last);
    hits += hit ? 1 : 0;
    console.log(`${hit ? 'named ' : 'missed'} ${rule} ${file}:${line}`);
  }
  planted += count;
  named += hits;
  console.log(`${rule}: ${hits} of ${count}`);
}
console.log(`${named} of ${planted} planted faults are named on their lines`);
