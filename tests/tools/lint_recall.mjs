// Plants faults in sources, one a file and rule, and counts those that `stridescope lint` names: a change of text that
// makes one kind of fault. A fault is named by a finding of its rule that the unchanged source does not have; it is on its
// line if the finding is on the changed lines, or on the access that the rule reports.
// Usage: node tests/tools/lint_recall.mjs STRIDESCOPE FOLDER... (sources of public kernels, which are not stored here).
// Copies are linted next to their sources, so that their includes are found, and are removed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const most = 10; // faults of a rule
const SOURCE = /\.(cu|cuh|cpp|hpp|h|py|mlir|ttgir|ptx)$/;
// Values of parameters that the kernels leave open, as a user would give them in a comment.
const bindings = `
// stride: m=5120, n=5120, k=4096, ldA=5120, ldB=5120, ldC=5120, TA=half_t, TB=half_t, TC=half_t
// stride: kHeadDim_=128, kBlockM_=128, kBlockN_=64, kNWarps_=4, elem_type=half_t
// stride: Kernel_traits=Flash_fwd_kernel_traits<128, 128, 64, 4>, Ktraits=Flash_fwd_kernel_traits<128, 128, 64, 4>
// stride: m_block=0, bidb=0, bidh=0, n_block=0, seqlen_q=4096, seqlen_k=4096
`;
// [rule, what is changed, the text after it, whether the rule reports the access instead of the cause]
const faults = [
  ['swizzle-unit', /Swizzle<(3|kSwizzle),\s*3,\s*3>/, (all, bits) => `Swizzle<${bits}, 4, 3>`, false],
  ['tv-overlap', /(make_tiled_copy\([^;]*?Stride<\s*_?)(\d+)(\s*,\s*_?1\s*>)/s, (all, begin, stride) => `${begin}${stride}, _${stride / 2}>`, false],
  ['copy-width', /(Copy_Atom<)(?:SM80_CP_ASYNC_CACHEALWAYS<(?:TA|TB|float)>|UniversalCopy<(?:half_t|float|uint32_t|T|TA|TB|uint64_t)>)/,
    (all, begin) => `${begin}UniversalCopy<cute::uint256_t>`, false],
  ['bank-conflict', /Swizzle<(?:[23]|kSwizzle),\s*3,\s*3>/, () => 'Swizzle<0, 3, 3>', true],
  // All lanes go along the rows of a row-major tile.
  ['uncoalesced', /(make_tiled_copy\(Copy_Atom<[^;]*?Layout<Shape<\s*_?)(\d+)(,\s*_?)(\d+)(>),\s*Stride<\s*_?\d+\s*,\s*_1\s*>/s,
    (all, begin, m, comma, n, end) => `${begin}${m * n}${comma}1${end}`, true],
  ['capacity', /(auto b[PK] = Int<\s*)\d+(>)/, (all, begin, end) => `${begin}4096${end}`, true],
  ['capacity', /(auto smem_layout = (?:make_layout|Layout<Shape)[(<](?:make_shape\()?(?:Int<)?_?)\d+/, (all, begin) => `${begin}65536`, true],
  ['capacity', /(alloc_shared\(\()\w+/, (all, begin) => `${begin}65536`, false],
  ['out-of-bounds', /make_coord\((?:0|m_block|blockIdx\.x),\s*(0|blockIdx\.y)/, (all, second) => `make_coord(4096, ${second}`, true],
  ['two-layouts', /(Tensor (\w+) = make_tensor\(make_smem_ptr\(([^;]*?)\), [^;]*;)/,
    (all, made, name, pointer) => `${made} Tensor other = make_tensor(make_smem_ptr(${pointer}), make_layout(shape(${name}), LayoutRight{})); copy(${name}, other);`, true],
  ['misaligned', /assumed_align=(16|32|64|128)/, () => 'assumed_align=2', false],
];

const [program, ...folders] = process.argv.slice(2);
if (folders.length === 0) throw new Error('usage: node tests/tools/lint_recall.mjs STRIDESCOPE FOLDER...');
const files = folders.flatMap((folder) => fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)))
  .filter((name) => SOURCE.test(name) && !path.basename(name).startsWith('planted_') && fs.statSync(name).size < 262144).sort();

function lint(file, text) {
  const copy = path.join(path.dirname(file), `planted_${path.basename(file)}`);
  fs.writeFileSync(copy, /\.py$/.test(file) ? text : text + bindings);
  try {
    const run = spawnSync(program, ['lint', '--format', 'json', copy], { encoding: 'utf8', maxBuffer: 1 << 26 });
    return JSON.parse(run.stdout).findings;
  } finally {
    fs.rmSync(copy);
  }
}

const totals = new Map();
for (const [rule, pattern, change, ofAccess] of faults) {
  const total = totals.get(rule) ?? { planted: 0, named: 0, files: new Set() };
  totals.set(rule, total);
  for (const file of files) {
    if (total.planted >= most || total.files.has(file)) continue;
    const text = fs.readFileSync(file, 'utf8');
    // Not in a comment.
    const match = [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))]
      .find((one) => !/(\/\/|\*)/.test(text.slice(text.lastIndexOf('\n', one.index) + 1, one.index)));
    if (match === undefined) continue;
    const made = match[0].replace(pattern, change);
    if (made === match[0]) continue;
    const before = lint(file, text).filter((one) => one.rule === rule).map((one) => one.line);
    const line = text.slice(0, match.index).split('\n').length;
    const last = line + match[0].split('\n').length - 1;
    const found = lint(file, text.slice(0, match.index) + made + text.slice(match.index + match[0].length));
    const hit = found.some((one) => one.rule === rule && !before.includes(one.line) && (ofAccess || (one.line >= line && one.line <= last)));
    total.planted += 1;
    total.files.add(file);
    total.named += hit ? 1 : 0;
    console.log(`${hit ? 'named ' : 'missed'} ${rule} ${file}:${line}`);
  }
}
let planted = 0;
let named = 0;
for (const [rule, total] of totals) {
  console.log(`${rule}: ${total.named} of ${total.planted}`);
  planted += total.planted;
  named += total.named;
}
console.log(`${named} of ${planted} planted faults are named`);
