// The faults that lint_recall.mjs plants, for ten rules of the lint, and the values of parameters that public kernels
// leave open, as a user would give them in a comment. rule: the rule that names the fault; why: the kernel is wrong, or
// slower than necessary; pattern, change: the text, and its replacement; access: lines that the rule may name instead
// of the changed ones, because they access the buffer whose layout changed; of, not: files, by their path.

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
// stride: KT=AdaBlockwiseGemmTraits<float_e4m3_t, half_t, float, float, 2, 128, 128, 128>, M=4096, N=4096, K=4096, ScaleM=4096, ScaleN=32, ScaleK=32
// stride: kMinComputeCapability=80, tidx=0, warp_idx=0, warp=0, r=0, vec_bytes=16, Headdim=128, kHeadDim=128, kBlockM=128, kBlockN=128
`,
  '#': `
# stride: mA.element_type=cutlass.Float16, mB.element_type=cutlass.Float16, mC.element_type=cutlass.Float16
# stride: block_M=128, block_N=128, block_K=32, block_size=64, num_stages=2, M=4096, N=4096, K=4096, dim=128, heads=16, batch=2, seq_len=4096
# stride: dtype=cutlass.Float16, head_dim_v=128, major_mode_size=64, q_dtype=cutlass.Float16, o_dtype=cutlass.Float16
# stride: head_dim=128, m_block_size=128, n_block_size=64, num_threads=128, is_causal=False, BLOCK_M=128, BLOCK_N=128, BLOCK_K=64
`,
};
// Tensors of one kernel of CuTe DSL, by the file's own names of its tensors.
function tensors(text) {
  const element = /sgemm|Float32/.test(text) && !/Float16/.test(text) ? 'cutlass.Float32' : 'cutlass.Float16';
  const out = [];
  for (const name of new Set([...text.matchAll(/\b(m[A-Z]\w{0,3}|g[A-Z]\w?|[abc]|gmem_\w+): cute\.Tensor/g)].map((one) => one[1]))) {
    const rank = /flash|hstu|attention/.test(text) ? '(1,4096,16,128):(8388608,2048,128,1)' : '(4096,4096):(4096,1)';
    const batched = /mA\[\(?None, None, /.test(text) || /\(m, k, l\)|\(M, K, L\)|M, ?K, ?L/.test(text) ? '(4096,4096,1):(4096,1,16777216)' : rank;
    out.push(`# stride: ${name}.element_type=${element}, ${name}.layout=${batched}`);
  }
  return out.length > 0 ? `${out.join('\n')}\n` : '';
}
// A value for each template parameter without a default, by the usual meaning of its name.
function parameters(text) {
  const known = new Set([...common['//'].matchAll(/(\w+)=/g)].map((one) => one[1]));
  const out = new Map();
  for (const list of text.matchAll(/template\s*<([^<>]*)>/g)) {
    for (const one of list[1].matchAll(/\b(int|uint32_t|unsigned|bool|typename|class)\s+(\w+)\s*(?=,|$)/g)) {
      const [, kind, name] = one;
      if (known.has(name) || out.has(name)) continue;
      const type = /^(Element\w*|T|T[A-Z]?|DType\w*|\w*_t|\w*Type)$/.test(name) && !/Acc|Idx|index|idx|Id/.test(name);
      const value = kind === 'bool' ? 'false' : kind === 'typename' || kind === 'class' ? (type ? 'half_t' : undefined)
        : /[Ss]tage/.test(name) ? 2 : /[Ww]arp/i.test(name) ? 4 : /[Tt]hread/i.test(name) ? 128 : /[Tt]ile_?K|BlockK|BLOCK_K/.test(name) ? 64
          : /[Tt]ile|[Bb]lock|[Dd]im|DSTATE|^[MNK]$|D_PER|^D$/i.test(name) ? 128 : undefined;
      if (value !== undefined) out.set(name, value);
    }
  }
  return out.size === 0 ? '' : `// stride: ${[...out].map(([name, value]) => `${name}=${value}`).join(', ')}\n`;
}
// A fault in the sizes of a program that is started without arguments: it has its own.
const own = (text, rule) => (/int main\(/.test(text) && (rule === 'offset-overflow' || rule === 'out-of-bounds') ? common['//'].replace('m=5120, n=5120, k=4096, ldA=5120, ldB=5120, ldC=5120, ', '') : common['//']);
export const bindings = (mark, text, rule) => (mark === '#' ? common['#'] + tensors(text) : own(text, rule) + parameters(text));

const library = /\/(test|tests|unit|testing|include\/cute|include\/cutlass|CuTeDSL\/cutlass)\//;
const fault = (rule, why, pattern, change, { access, of = /./, not = library } = {}) => ({ rule, why, pattern, change, access, of, not });
// Collectives have their layouts from other files: whether a change of one is a fault cannot be judged.
const known_layouts = /examples\/cute\/tutorial|flash_attn\/src|flash-attention\/hopper|flashinfer\/include\/flashinfer\/(mamba|attention\/(hopper|sm120|decode))/;
const moves = /copy|partition|[Tt]ensor/;
export const faults = [
  fault('tv-overlap', 'two threads of neighboring rows copy one element, and none copies another one',
    /(make_tiled_copy\([^;]*?Layout<Shape<\s*_\d+\s*,\s*_(\d+)>\s*,\s*Stride<\s*_)\2(\s*,\s*_1\s*>)/s, (all, begin, stride, end) => `${begin}${stride / 2}${end}`),
  fault('tv-overlap', 'threads of neighboring rows copy the same elements',
    /(\w*thr(?:ead)?_layout|t[A-Z]\w*_layout|t[AB]) = cute\.make_(?:ordered_)?layout\(\s*\((\w[^()]*,[^()]*)\),\s*(?:stride|order)=\([^()]*\)\s*,?\s*\)/,
    (all, name, shape) => `${name} = cute.make_layout((${shape}), stride=(2, 1))`, { access: /make_tiled_copy_tv|make_layout_tv/ }),
  fault('atom-bijection', 'a thread of the atom holds the elements of another one',
    /(using [ABC]Layout\s*= Layout<[^;]*?Stride<\s*(?:Stride<\s*)?_?)(\d+)(\s*,\s*_?\d+)/s, (all, begin, stride, end) => `${begin}${stride === '1' ? 2 : stride / 2}${end}`,
    { not: /\/(test|unit)\// }),
  fault('bank-conflict', 'rows of 128 bytes without a swizzle: the eight rows of a matrix are in the same banks',
    /Swizzle<(?:3|kSwizzle), 3, 3>|Swizzle<3,3,3>/, () => 'Swizzle<0, 3, 3>', { access: moves }),
  fault('bank-conflict', 'rows of 128 bytes without a swizzle: the eight rows of a matrix are in the same banks',
    /make_swizzle\((?:swizzle_bits|3), (?:3|4), 3\)/, () => 'make_swizzle(0, 3, 3)', { access: moves }),
  fault('uncoalesced', 'each lane goes along a row of its own: 32 sectors a request, of which it uses a half',
    /(make_tiled_copy\(\s*Copy_Atom<(?=[^;]*?(?:CP_ASYNC|AtomCG|uint128_t))[^;]*?Layout<Shape<\s*_)(\d+)(,\s*_)(\d+)(>),\s*Stride<\s*_\d+\s*,\s*_1\s*>/s,
    (all, begin, m, comma, n, end) => `${begin}${m * n}${comma}1${end}`, { access: moves }),
  fault('uncoalesced', 'each lane goes along a row of its own: 32 sectors a request, of which it uses a half',
    /(thr_layout|thread_layout|t[AB]|tQK\w*_layout|tV\w*_layout) = cute\.make_ordered_layout\(\s*\(([^(),]+),\s*([^(),]+)\),\s*order=\(1, 0\)\s*,?\s*\)/,
    (all, name, m, n) => `${name} = cute.make_ordered_layout((${m} * ${n}, 1), order=(0, 1))`, { access: moves }),
  fault('misaligned', 'the tile begins between two periods of its swizzle, or of the box of TMA',
    /buffer_align_bytes = 1024/, () => 'buffer_align_bytes = 16', { access: /buffer_align_bytes|^\s*s\w+: / }),
  fault('misaligned', 'the tile begins between two periods of its swizzle, or of the box of TMA',
    /(cute\.struct\.Align\[\s*cute\.struct\.MemRange\[[^;=]*?cosize[^;=]*?\],\s*)(?:1024|128)(\s*,?\s*\])/s, (all, begin, end) => `${begin}16${end}`, { access: /^\s*s\w+: |Mem/ }),
  fault('misaligned', 'the tile begins between two periods of its swizzle, or of the box of TMA',
    /struct \w*Storage\w*[^{}]*\{\s*alignas\((?:128|1024)\) (?:cute::ArrayEngine|cute::array_aligned|cutlass::array)<(?!char)/, (all) => all.replace(/\{\s*alignas\(\d+\)/, '{ uint64_t first; alignas(16)'),
    { access: /ArrayEngine|array/ }),
  fault('swizzle-unit', 'the pattern of bytes on elements of two bytes: rows of two neighbors are on the same banks',
    /Swizzle<(3|kSwizzle),\s*3,\s*3>/, (all, bits) => `Swizzle<${bits}, 4, 3>`),
  fault('swizzle-unit', 'the pattern of bytes on elements of two bytes: rows of two neighbors are on the same banks',
    /make_swizzle\((swizzle_bits|3), 3, 3\)/, (all, bits) => `make_swizzle(${bits}, 4, 3)`),
  fault('out-of-bounds', 'the tiles do not divide the matrix, and the kernel has no predicate: the last one reads behind its rows',
    /\bint ([mn]) = 5120;/, (all, name) => `int ${name} = 5100;`, { access: /local_tile|[Tt]ensor/, not: /wgmma_tma|sgemm_sm80|\/(test|unit)\// }),
  fault('out-of-bounds', 'the tile of the block is behind the last one of the matrix',
    /make_coord\((?:0|m_block|blockIdx\.x),\s*(0|blockIdx\.y)/, (all, second) => `make_coord(4096, ${second}`, { access: /local_tile|[Tt]ensor/ }),
  fault('offset-overflow', 'a matrix has more than 2^31 elements, and its strides are ints', /\bint ([mn]) = 5120;/, (all, name) => `int ${name} = 600000;`,
    { access: /make_tensor|make_layout|[Tt]ensor/, not: /sgemm_sm80|\/(test|unit)\// }),
  fault('offset-overflow', 'a matrix has more than 2^31 elements, and its strides are ints', /\bint Gemm_([MN]) = \d+;/, (all, name) => `int Gemm_${name} = 33554432;`,
    { access: /make_tensor|make_layout|[Tt]ensor/ }),
  fault('capacity', 'a block has no such amount of shared memory', /(auto b[PK] = Int<\s*)\d+(>)/, (all, begin, end) => `${begin}4096${end}`, { access: /smem|Smem|SharedStorage|Array|__shared__|shared/ }),
  fault('capacity', 'a block has no such amount of shared memory', /(alloc_shared\(\(?\[?)\w+/, (all, begin) => `${begin}65536`),
  fault('capacity', 'a block has no such amount of shared memory', /(using SmemLayout\w+\s*=\s*decltype\(tile_to_shape\([^;]*?[Ss]hape<\s*)(?:Int<\w+>|_\d+)/s, (all, begin) => `${begin}Int<65536>`, { access: /[Ss]mem|Storage|Array|shared/ }),
  fault('two-layouts', 'a copy through a second layout of a buffer reads elements that are not where the first layout wrote them',
    /(Tensor (\w+) = make_tensor\(make_smem_ptr\(([^;]*?)\), [^;]*;)/,
    (all, made, name, pointer) => `${made} Tensor other = make_tensor(make_smem_ptr(${pointer}), make_layout(shape(${name}), LayoutRight{})); copy(${name}, other);`,
    { of: known_layouts }),
  fault('two-layouts', 'a copy through a second layout of a buffer reads elements that are not where the first layout wrote them',
    /\n( +)(s\w+) = (smem\.allocate_tensor|storage\.\w+\.get_tensor)\([^\n]*\)\n/,
    (all, indent, name) => `${all}${indent}other = cute.make_tensor(${name}.iterator, cute.make_ordered_layout(${name}.shape, order=(1, 0)))\n${indent}cute.autovec_copy(${name}, other)\n`),
];
