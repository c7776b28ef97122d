// The faults that lint_recall.mjs plants, ten rules as the definition of the lint has them, and the values of parameters
// that public kernels leave open, as a user would give them in a comment.
// rule: that names the fault; pattern, change: the text and the text after it; ofAccess: the rule reports the access or
// the tile instead of the cause.

const common = {
  '//': `
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
// stride: tidx=0, warp_idx=0, Headdim=128, kHeadDim=128, kBlockM=128, kBlockN=128
`,
  '#': `
# stride: mA.element_type=cutlass.Float16, mB.element_type=cutlass.Float16, mC.element_type=cutlass.Float16
# stride: block_M=128, block_N=128, block_K=32, block_size=64, num_stages=2, M=4096, N=4096, K=4096, dim=128, heads=16, batch=2, seq_len=4096
# stride: head_dim=128, m_block_size=128, n_block_size=64, num_threads=128, is_causal=False, BLOCK_M=128, BLOCK_N=128, BLOCK_K=64
`,
};
// Tensors of one kernel of CuTe DSL, by the file's own names of its tensors.
function tensors(text) {
  const element = /sgemm|Float32/.test(text) && !/Float16/.test(text) ? 'cutlass.Float32' : 'cutlass.Float16';
  const out = [];
  for (const name of new Set([...text.matchAll(/\b(m[A-Z]\w{0,3}|gmem_\w+): cute\.Tensor/g)].map((one) => one[1]))) {
    const rank = /flash|hstu|attention/.test(text) ? '(1,4096,16,128):(8388608,2048,128,1)' : '(4096,4096):(4096,1)';
    const batched = /mA\[\(?None, None, /.test(text) || /\(m, k, l\)|\(M, K, L\)|M, ?K, ?L/.test(text) ? '(4096,4096,1):(4096,1,16777216)' : rank;
    out.push(`# stride: ${name}.element_type=${element}, ${name}.layout=${batched}`);
  }
  return out.length > 0 ? `${out.join('\n')}\n` : '';
}
// A fault in the sizes of a program that is started without arguments: it has its own.
const own = (text, rule) => (rule === 'offset-overflow' && /int main\(/.test(text) ? common['//'].replace('m=5120, n=5120, k=4096, ldA=5120, ldB=5120, ldC=5120, ', '') : common['//']);
export const bindings = (mark, text, rule) => (mark === '#' ? common['#'] + tensors(text) : own(text, rule));

const fault = (rule, pattern, change, ofAccess = false) => ({ rule, pattern, change, ofAccess });
export const faults = [
  // Threads of neighboring rows hold one element, or none holds some.
  fault('tv-overlap', /(make_tiled_copy\([^;]*?Stride<\s*_?)(\d+)(\s*,\s*_?1\s*>)/s, (all, begin, stride, end) => `${begin}${stride}, _${stride / 2}>`),
  fault('tv-overlap', /(t[A-Z]\w*_layout|thr_layout|t[AB]) = cute\.make_(?:ordered_)?layout\(\s*\(([^()]*)\),\s*(?:stride|order)=\([^()]*\)\s*,?\s*\)/, (all, name, shape) => `${name} = cute.make_layout((${shape}), stride=(2, 1))`, true),
  // A thread of an atom holds the elements of another one.
  fault('atom-bijection', /(using [ABC]Layout\s*= Layout<[^;]*?Stride<\s*(?:Stride<\s*)?_?)(\d+)(\s*,\s*_?\d+)/s, (all, begin, stride, end) => `${begin}${stride === '1' ? 2 : stride / 2}${end}`),
  fault('bank-conflict', /Swizzle<(?:[23]|kSwizzle),\s*3,\s*3>/, () => 'Swizzle<0, 3, 3>', true),
  fault('bank-conflict', /make_swizzle\((?:swizzle_bits|[23]), (?:3|4), 3\)/, () => 'make_swizzle(0, 4, 3)', true),
  // All lanes go along the rows of a row-major tile.
  fault('uncoalesced', /(make_tiled_copy\(Copy_Atom<[^;]*?Layout<Shape<\s*_?)(\d+)(,\s*_?)(\d+)(>),\s*Stride<\s*_?\d+\s*,\s*_1\s*>/s,
    (all, begin, m, comma, n, end) => `${begin}${m * n}${comma}1${end}`, true),
  fault('uncoalesced', /(ttg\.blocked<\{[^}]*order = \[)1, 0\]/, (all, begin) => `${begin}0, 1]`, true),
  // Less than the pattern of the swizzle, or less than the box of TMA.
  fault('misaligned', /buffer_align_bytes = 1024/, () => 'buffer_align_bytes = 16', true),
  fault('misaligned', /(cute\.struct\.Align\[\s*cute\.struct\.MemRange\[[^;=]*?cosize[^;=]*?\],\s*)(?:1024|128)(\s*,?\s*\])/s, (all, begin, end) => `${begin}16${end}`, true),
  fault('misaligned', /struct SharedStorage[^{]*\{\s*alignas\((?:128|1024)\) cute::ArrayEngine/, (all) => all.replace(/\{\s*alignas\(\d+\)/, '{ uint64_t first; alignas(16)'), true),
  fault('swizzle-unit', /Swizzle<(3|kSwizzle),\s*3,\s*3>/, (all, bits) => `Swizzle<${bits}, 4, 3>`),
  fault('swizzle-unit', /make_swizzle\((swizzle_bits|3), 3, 3\)/, (all, bits) => `make_swizzle(${bits}, 4, 3)`),
  fault('out-of-bounds', /make_coord\((?:0|m_block|blockIdx\.x),\s*(0|blockIdx\.y)/, (all, second) => `make_coord(4096, ${second}`, true),
  // A problem whose matrices have more than 2^31 elements, with strides of 32 bits.
  fault('offset-overflow', /\bint m = 5120;/, () => 'int m = 500000;', true),
  fault('offset-overflow', /\bint n = 5120;/, () => 'int n = 500000;', true),
  fault('capacity', /(auto b[PK] = Int<\s*)\d+(>)/, (all, begin, end) => `${begin}4096${end}`, true),
  fault('capacity', /(auto smem_layout = (?:make_layout|Layout<Shape)[(<](?:make_shape\()?(?:Int<)?_?)\d+/, (all, begin) => `${begin}65536`, true),
  fault('capacity', /(alloc_shared\(\(?\[?)\w+/, (all, begin) => `${begin}65536`),
  fault('two-layouts', /(Tensor (\w+) = make_tensor\(make_smem_ptr\(([^;]*?)\), [^;]*;)/,
    (all, made, name, pointer) => `${made} Tensor other = make_tensor(make_smem_ptr(${pointer}), make_layout(shape(${name}), LayoutRight{})); copy(${name}, other);`, true),
  fault('two-layouts', /\n( +)(s\w+) = (smem\.allocate_tensor|storage\.\w+\.get_tensor)\([^\n]*\)\n/,
    (all, indent, name) => `${all}${indent}other = cute.make_tensor(${name}.iterator, cute.make_ordered_layout(${name}.shape, order=(1, 0)))\n${indent}cute.autovec_copy(${name}, other)\n`, true),
];
