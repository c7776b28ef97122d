// Plants faults in sources, one a file and rule, and counts those that `stridescope lint` names: a change of text that
// makes one kind of fault. A fault is named by a finding of its rule that the unchanged source does not have; it is on its
// line if the finding is on the changed lines, or on the access that the rule reports.
// Usage: node tests/tools/lint_recall.mjs STRIDESCOPE FOLDER... (sources of public kernels, which are not stored here).
// Sources are changed in their folder, so that those that include them see the fault, and are restored.
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
// stride: m_block=0, bidb=0, bidh=0, n_block=0, actual_seqlen_q=4096, actual_seqlen_k=4096, h=16, h_k=16, d=128
// stride: q_row_stride=2048, q_head_stride=128, k_row_stride=2048, k_head_stride=128, v_row_stride=2048, v_head_stride=128
// stride: o_row_stride=2048, o_head_stride=128, seqlen_k_rounded=4096, h_h_k_ratio=1, Split=false
// stride: Is_causal=false, Is_local=false, Is_even_MN=true, Is_even_K=true, Has_alibi=false, Is_dropout=false
// stride: Stages=2, ClusterShape_=Shape<_1,_1,_1>, TileShape_MNK_=Shape<_128,_128,_128>, TileShape_MK_=Shape<_128,_128>
// stride: kHeadDimV=128, Element_=half_t, ElementAccum_=float, thread_idx=0, Element=half_t, NumEpilogueThreads_=128
// stride: TileShape_=Shape<_128,_128,_64>, TileShape=Shape<_128,_128,_64>, ElementA_=half_t, ElementB_=half_t, ElementA=half_t
// stride: ElementB=half_t, SmemLayoutAtomA_=GMMA::Layout_K_SW128_Atom<half_t>, SmemLayoutAtomB_=GMMA::Layout_K_SW128_Atom<half_t>
// stride: ElementQK=half_t, ElementPV=float, Element_QK=half_t, StageCountQ=2, StageCountKV=3, ElementX=half_t, ElementY=half_t
// stride: StrideA_=Stride<int64_t, _1, int64_t>, StrideB_=Stride<int64_t, _1, int64_t>, TiledMma_=TiledMMA<MMA_Atom<SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>>, Layout<Shape<_2, _1, _1>>>
// stride: tidx=0, thread_idx=0, warp_idx=0, Headdim=128, kHeadDim=128, kBlockM=128, kBlockN=128
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

const run = (copy) =>
  JSON.parse(spawnSync(program, ['lint', '--format', 'json', copy], { encoding: 'utf8', maxBuffer: 1 << 26 }).stdout).findings;

// The findings in a file with this text, and in the sources next to it that include it, by their places.
function lint(file, text) {
  const before = fs.readFileSync(file, 'utf8');
  const folder = path.dirname(file);
  const includers = files.filter((name) => path.dirname(name) === folder && name !== file &&
    fs.readFileSync(name, 'utf8').includes(`#include "${path.basename(file)}"`));
  const copy = path.join(folder, 'planted_copy' + path.extname(file));
  fs.writeFileSync(file, text);
  try {
    return [file, ...includers].flatMap((name) => {
      fs.writeFileSync(copy, fs.readFileSync(name, 'utf8') + (/\.py$/.test(name) ? '' : bindings));
      return run(copy).map((one) => ({ ...one, file: name }));
    });
  } finally {
    fs.writeFileSync(file, before);
    fs.rmSync(copy, { force: true });
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
    const place = (one) => `${one.file}:${one.line}`;
    const before = lint(file, text).filter((one) => one.rule === rule).map(place);
    const line = text.slice(0, match.index).split('\n').length;
    const last = line + match[0].split('\n').length - 1;
    const found = lint(file, text.slice(0, match.index) + made + text.slice(match.index + match[0].length));
    const hit = found.some((one) => one.rule === rule && !before.includes(place(one)) &&
      (ofAccess || (one.file === file && one.line >= line && one.line <= last)));
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
