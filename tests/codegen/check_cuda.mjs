// Runs the CUDA text from `emit --format cuda` on the CPU: one thread of the host for each thread of a block, stand-ins
// for the built-ins of CUDA, plain copies for instructions on shared memory; ldmatrix, stmatrix and the copy engine
// follow the PTX ISA. Compares every element with the offsets from `emit --format python`. Needs no toolkit and no GPU;
// tests/gpu does the same on a GPU. Usage: node check_cuda.mjs COMPILER STRIDESCOPE
import assert from 'node:assert/strict';
import { ask, compileAndRun, head, leave } from './host_cuda.mjs';

// [src, dst, the other arguments]
const kernels = [
  ['(2048):(1)', '(2048):(1)', 'make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,float>, (_32):(_1), (_4):(_1))'],
  ['(48,64):(64,1)', '(48,64):(1,48)', '(_32,_8):(_8,_1), tile=(16,16)'],
  ['(40,36):(36,1)', '(40,36):(1,40)', '(_32,_8):(_8,_1), tile=(16,16), dtype="half_t"'],
  ['(32,64):(64,1)', '(32,64):(1,32)', '((_64,_16):(_1,_64), ((_32,_2),_16):((_1,_512),_32)), (32,32):(33,1), tile=(32,32), dtype="int8_t"'],
  ['(64,32):(32,1)', '(64,32):(1,64)', '(((_8,_32),_4):((_128,_1),_32), ((_8,_32),_4):((_4,_32),_1)), Sw<3,2,5> o 0 o (32,32):(32,1), tile=(32,32)'],
  ['(40,48):(48,1)', '(40,48):(1,40)', '(((_8,_32),_4):((_128,_1),_32), ((_8,_32),_4):((_4,_32),_1)), Sw<3,2,5> o 0 o (32,32):(32,1), tile=(32,32), dtype="double"'],
  ['((4,8),(2,16)):((1,128),(4,8))', '((4,8),(2,16)):((8,1),(512,32))', '(_32,_8):(_8,_1), tile=(16,16)'],
  ['(32,32):(-32,1)', '(32,32):(1,-32)', '(_32,_8):(_8,_1), tile=(16,16)'],
  ['Sw<2,3,3> o 0 o (32,32):(32,1)', '(32,32):(33,1)', '(_32,_8):(_8,_1), tile=(16,16), dtype="half_t"'],
  // tile after tile, and several of them in shared memory
  ['(48,64):(64,1)', '(48,64):(1,48)', '(_32,_8):(_8,_1), tile=(16,16), persistent=1'],
  ['(4096):(1)', '(4096):(1)', 'make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,float>, (_32):(_1), (_4):(_1)), 128:1, stages=3'],
  ['(40,64):(64,1)', '(40,64):(64,1)', 'make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint64_t>,half_t>, (_8,_4):(_4,_1), (_1,_4):(_4,_1)), (8,16):(16,1), stages=2'],
  // ldmatrix and stmatrix
  ['(64,32):(32,1)', '(64,32):(32,1)', '(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_2):(_2,_1), (_1,_8):(_8,_1)), make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_1,_1,_1), (_16,_8,_16)))), Sw<1,3,3> o 0 o (16,16):(16,1)'],
  ['(64,32):(1,64)', '(64,32):(32,1)', '(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_4,_16):(_1,_4), (_8,_1):(_1,_8)), make_tiled_copy_A(Copy_Atom<SM75_U16x8_LDSM_T,half_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_1,_1), (_32,_8,_32)))), (32,32):(1,32)'],
  ['(32,48):(48,1)', '(32,48):(48,1)', '(make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N,half_t>, make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN, (_1,_1,_1), (_16,_16,_16))), make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_2):(_2,_1), (_1,_8):(_8,_1))), (16,16):(24,1)'],
  // the copy engine: both ways, one way, every swizzle, columns, edges, stages
  ['(64,64):(64,1)', '(64,64):(64,1)', '"tma", (16,32):(32,1)'],
  ['(64,64):(64,1)', '(64,64):(72,1)', '"tma", Sw<3,2,3> o 0 o (32,32):(32,1), stages=3'],
  ['(50,40):(40,1)', '(50,40):(40,1)', '"tma", (16,16):(16,1), dtype="half_t"'],
  ['(64,64):(64,1)', '(64,64):(1,64)', '("tma", (_32,_32):(_1,_32)), Sw<3,2,3> o 0 o (32,32):(32,1), tile=(32,32)'],
  ['(64,64):(64,1)', '(64,64):(1,64)', '("tma", (_32,_32):(_1,_32)), Sw<3,2,3> o 0 o (32,32):(32,1), tile=(32,32), stages=2'],
  ['(64,32):(32,1)', '(64,32):(32,1)', '((_32,_16):(_1,_32), "tma"), Sw<2,3,3> o 0 o (16,32):(32,1), tile=(16,32), dtype="half_t"'],
  ['(64,32):(1,64)', '(64,32):(1,64)', '"tma", Sw<1,3,3> o 0 o (16,16):(1,16), dtype="half_t"'],
  ['(32,128):(128,1)', '(32,128):(128,1)', '"tma", Sw<3,3,3> o 0 o (16,(64,2)):(64,(1,1024)), dtype="half_t"'],
  ['(16,24,6):(1,16,384)', '(16,24,6):(1,16,384)', '"tma", (16,8,2):(1,16,128), dtype="int8_t"'],
  ['(64,64):(64,1)', '(64,64):(64,1)', '(make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,float>, (_4,_8):(_8,_1), (_1,_4):(_4,_1)), "tma"), (4,32):(32,1), stages=2'],
  // several elements in a byte
  ['(32,96):(96,1)', '(32,96):(1,32)', '((_4,_6),(_8,_8)):((_8,_256),(_1,_32)), tile=(32,48), dtype="int4b_t"'],
  ['(64,64):(64,1)', '(64,64):(1,64)', '(((_4,_4),(_8,_8)):((_256,_1),(_32,_4)), ((_4,_4),(_8,_8)):((_8,_256),(_1,_32))), Sw<2,3,5> o 0 o (32,32):(32,1), tile=(32,32), dtype="int4b_t"'],
  ['(60,44):(44,1)', '(60,44):(1,60)', '((_2,_16),(_2,_2)):((_2,_8),(_1,_4)), tile=(4,32), dtype="int4b_t"'],
  ['(64,64):(64,1)', '(64,64):(1,64)', '((_2,_4),(_32,_8)):((_32,_512),(_1,_64)), tile=(64,32), dtype="uint1b_t"'],
  ['(2,8,16):(1,2,16)', '(2,8,16):(16,32,1)', '(_2,(_2,_8,_8)):(_128,(_1,_2,_16)), tile=(2,8,16), dtype="uint2b_t"'],
  ['(4,6,2,3,8):(1,4,24,48,144)', '(4,6,2,3,8):(36,6,3,1,144)', '(_6,(_4,_2,_3)):(_4,(_1,_24,_48)), tile=(4,6,2,3,1), turn=1, dtype="half_t"'],
  ['(32,96):(96,1)', '(32,96):(1,32)', '((_4,_6),(_8,_8)):((_8,_256),(_1,_32)), tile=(32,48), turn=1, dtype="int8_t"'],
  ['(44,90):(90,1)', '(44,90):(1,44)', '((_4,_6),(_8,_8)):((_8,_256),(_1,_32)), tile=(32,48), turn=1, dtype="half_t"'],
  ['(44,88):(88,1)', '(44,88):(1,44)', '((_4,_6),(_8,_8)):((_8,_256),(_1,_32)), tile=(32,48), turn=1'],
  ['(30,88):(88,1)', '(30,88):(1,30)', '((_4,_6),(_2,_2)):((_2,_16),(_1,_8)), tile=(8,12), turn=1, dtype="double"'],
  ['(50,72):(72,1)', '(50,72):(80,1)', '((_16,_2),_8):((_1,_128),_16), tile=(16,16), dtype="int4b_t"'],
  ['(32,64):(-64,1)', '(32,64):(64,1)', '((_8,_4),_16):((_1,_128),_8), tile=(8,64), dtype="int4b_t"'],
  ['(32,96):(96,1)', '(32,96):(96,1)', '(((_16,_2),_8):((_1,_128),_16), ((_16,_2),(_2,_4)):((_1,_32),(_16,_64))), Sw<1,3,3> o 0 o (16,16):(24,1), tile=(16,16), dtype="int4b_t"'],
  ['(16,256):(256,1)', '(16,256):(256,1)', 'make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,uint4b_t>, (_8,_4):(_4,_1), (_1,_32)), Sw<2,5,3> o 0 o (8,128):(128,1), stages=2'],
  ['(32,128):(128,1)', '(32,128):(128,1)', '(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,int4b_t>, (_16,_2):(_2,_1), (_1,_32)), make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,int4b_t>, make_tiled_mma(SM80_16x8x64_S32S4S4S32_TN, (_1,_1,_1), (_16,_8,_64)))), Sw<1,5,3> o 0 o (16,64):(64,1)'],
  ['(30,96):(96,1)', '(30,96):(96,1)', '"tma", Sw<1,5,3> o 0 o (16,64):(64,1), dtype="int4b_t", stages=2'],
  ['(8,512):(512,1)', '(8,512):(512,1)', '(((_8,_4),_64):((_1,_512),_8), "tma"), (8,256):(256,1), tile=(8,256), dtype="uint1b_t"'],
  ['(3,128):(128,1)', '(3,128):(128,1)', '((_3,_2),(_4,_16)):((_1,_192),(_3,_12)), tile=(3,128), dtype="int2b_t"'],
  ['(4,(2,2,32)):(128,(1,2,4))', '(4,(2,2,32)):(128,(1,2,4))', '((_4,_8),(_2,_2,_4)):((_1,_64),(_4,_8,_16)), tile=(4,128), dtype="uint1b_t"'],
];

// All offsets of a layout in one order of its coordinates.
function offsets(layout) {
  const text = ask('emit', '--format', 'python', layout);
  const list = text.slice(text.indexOf('"offsets":') + 10);
  return [...list.matchAll(/-?\d+/g)].map((m) => Number(m[0]));
}

// Memory instructions as copies; predicated ones run if the lane is inside.
const masked = (body) => (/@p /.test(body) ? 'if (inside) ' : '');
const widthOf = (body) => { const [, count, bits] = /\.global(?:\.nc)?(?:\.v(\d))?\.u(\d+) /.exec(body); return (count ?? 1) * bits / 8; };
function onCpu(text) {
  const standIns = {
    copy_async: (body) => `${masked(body)}std::memcpy(to, from, ${/\], (\d+);/.exec(body)[1]});`,
    read_global: (body) => `${masked(body)}std::memcpy(to, from, ${widthOf(body)});`,
    write_global: (body) => `${masked(body)}std::memcpy(to, from, ${widthOf(body)});`,
    barrier_init: () => 'put(barrier, 0);',
    barrier_fence: () => '',
    barrier_expect: () => 'put(barrier, get(barrier) + static_cast<unsigned long long>(bytes));',
    barrier_wait: () => 'while ((get(barrier) >> 32 & 1) == phase) std::this_thread::yield();',
    load_box: (body, rank) => `const int c[] = {${coordinates(rank)}}; box(map, c, to, true, barrier);`,
    store_box: (body, rank) => `const int c[] = {${coordinates(rank)}}; box(map, c, const_cast<Element*>(from), false, nullptr);`,
    store_commit: () => '',
    store_wait: () => '',
    engine_fence: () => '',
    shared_address: () => 'return 0;',
    read_matrices: (body) => `matrices(const_cast<Element*>(row), to, ${/\.x(\d)/.exec(body)[1]}, ${/\.trans/.test(body)}, false);`,
    write_matrices: (body) => `matrices(row, const_cast<Element*>(from), ${/\.x(\d)/.exec(body)[1]}, ${/\.trans/.test(body)}, true);`,
  };
  const coordinates = (rank) => Array.from({ length: rank }, (_, i) => `c${i}`).join(', ');
  let plain = text.replaceAll(/ *asm volatile\("cp\.async\.(wait_all|commit_group|wait_group \d+);" ::: "memory"\);\n/g, '');
  for (const [name, body] of Object.entries(standIns)) {
    plain = plain.replaceAll(new RegExp(`(__device__ __forceinline__ \\w+ ${name}\\(([^{]*)\\{\\n)([\\s\\S]*?\\n)\\}`, 'g'),
      (_, head, parameters, inside) => `${head}  ${body(inside, [...parameters.matchAll(/int c\d/g)].length)}\n}`);
  }
  const out = plain
    .replaceAll(/asm volatile\("(?:\{[^"]*@p )?st\.shared[\s\S]*?: "memory"\);/g, (asm) => `${masked(asm)}store(to, x);`)
    .replaceAll(/asm volatile\("(?:\{[^"]*@p )?ld\.shared[\s\S]*?: "memory"\);/g, (asm) => `${masked(asm)}load(x, from);`);
  assert.doesNotMatch(out, /asm/);
  return out;
}

// The copy engine and the matrix instructions. The first word of a descriptor points to its contents.
const engine = `
#include <atomic>
struct Tensor { unsigned char* base; int rank; std::vector<long long> extents, strides, box; int span; int bytes; };
static unsigned long long get(unsigned long long* word) { return std::atomic_ref(*word).load(); }
static void put(unsigned long long* word, unsigned long long x) { std::atomic_ref(*word).store(x); }
static void box(const TensorMap& map, const int* begin, Element* shared, bool load, unsigned long long* barrier) {
  const Tensor& t = *reinterpret_cast<const Tensor*>(map.words[0]);
  long long elements = 1;
  for (long long n : t.box) elements *= n;
  const long long first = reinterpret_cast<unsigned char*>(shared) - shared_bytes;
  if (first % 128 != 0) std::printf("a box off 128 bytes\\n"), std::exit(1);
  for (long long i = 0; i < elements; ++i) {
    long long rest = i, at = 0;
    bool inside = true;
    for (int d = 0; d < t.rank; ++d) {
      const long long x = begin[d] + rest % t.box[d];
      rest /= t.box[d];
      inside = inside && x >= 0 && x < t.extents[d];
      at += x * (d == 0 ? t.bytes : t.strides[d - 1]);
    }
    // The swizzle permutes chunks of 16 bytes by the number of their row of 128 bytes.
    long long address = first + i * t.bytes;
    address ^= (address >> 7 & (t.span / 16 - 1)) << 4;
    if (load && !inside) std::memset(shared_bytes + address, 0, t.bytes);
    else if (load) std::memcpy(shared_bytes + address, t.base + at, t.bytes);
    else if (inside) std::memcpy(t.base + at, shared_bytes + address, t.bytes);
  }
  if (!load) return;
  // The lower half counts bytes, the upper half finished phases.
  unsigned long long word = get(barrier) - elements * t.bytes;
  if ((word & 0xffffffff) == 0) word += 1ull << 32;
  put(barrier, word);
}
`;
const matrices = `
static unsigned char* row_of[1024];
static void matrices(Element* row, Element* registers, int count, bool transposed, bool write) {
  const unsigned t = threadIdx.x, lane = t % 32, warp = t - lane;
  row_of[t] = reinterpret_cast<unsigned char*>(row);
  __syncthreads();
  auto* x = reinterpret_cast<unsigned char*>(registers);
  for (int i = 0; i < count; ++i) {
    for (unsigned h = 0; h < 2; ++h) {
      const unsigned r = transposed ? 2 * (lane % 4) + h : lane / 4, c = transposed ? lane / 4 : 2 * (lane % 4) + h;
      unsigned char* memory = row_of[warp + 8 * i + r] + 2 * c;
      unsigned char* value = x + 4 * i + 2 * h;
      std::memcpy(write ? memory : value, write ? value : memory, 2);
    }
  }
  __syncthreads();
}
`;

// The descriptors of the standalone file: NAME -> [C++ initializer of the descriptor's contents].
function descriptors(standalone) {
  const out = {};
  for (const [, name, body] of standalone.matchAll(/static TensorMap (\w+)_map_of\([\s\S]*?\{\n([\s\S]*?)\n\}\n/g)) {
    const list = (key) => new RegExp(`${key}\\[\\] = \\{([^}]*)\\}`).exec(body)[1];
    const span = /SWIZZLE_(\w+),/.exec(body)[1];
    const [, bits, rank] = /DATA_TYPE_UINT(\d+), (\d+),/.exec(body);
    out[name] = `{reinterpret_cast<unsigned char*>(${name}), ${rank}, {${list('extents')}}, {${list('strides')}}, {${list('box')}}, ${span === 'NONE' ? 16 : parseInt(span, 10)}, ${bits / 8}}`;
  }
  return out;
}

function body(kernel, src, dst) {
  const low = (list) => Math.min(0, ...list);
  const size = (list) => Math.max(...list) - low(list) + 1;
  const base = (list) => -low(list) * kernel.bits / 8;
  return `
static const long long from[] = {${src}};
static const long long to[] = {${dst}};
int main() {
  constexpr int bits = ${kernel.bits};
  std::vector<uint4> a(${size(src)} * bits / 128 + 1), b(${size(dst)} * bits / 128 + 1);
  auto* s = reinterpret_cast<unsigned char*>(a.data());
  auto* d = reinterpret_cast<unsigned char*>(b.data());
  unsigned code = 12345;
  for (size_t i = 0; i < a.size() * 16; ++i) s[i] = static_cast<unsigned char>((code = code * 1664525u + 1013904223u) >> 24);
  std::memset(d, 0xA5, b.size() * 16);
  Element* src = reinterpret_cast<Element*>(s + ${base(src)});
  Element* dst = reinterpret_cast<Element*>(d + ${base(dst)});
  std::barrier<> all(${kernel.threads});
  barrier = &all;
${Object.entries(kernel.maps).map(([name, tensor]) => `  static const Tensor ${name}_tensor = ${tensor};
  TensorMap ${name}_map = {};
  ${name}_map.words[0] = reinterpret_cast<unsigned long long>(&${name}_tensor);
`).join('')}  gridDim.x = ${kernel.grid};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < ${kernel.threads}; ++t) {
    threads.emplace_back([=] {
      for (unsigned b = 0; b < ${kernel.grid}; ++b) {
        threadIdx.x = t;
        blockIdx.x = b;
        stridescope_copy(src, dst${Object.keys(kernel.maps).map((name) => `, ${name}_map`).join('')});
        __syncthreads();
      }
    });
  }
  for (auto& t : threads) t.join();
  long long wrong = 0;
  const auto bit = [](const unsigned char* p, long long x) { return p[x / 8] >> x % 8 & 1; };
  for (size_t i = 0; i < sizeof from / sizeof *from; ++i) {
    bool same = true;
    for (int k = 0; k < bits; ++k) {
      same = same && bit(s, (from[i] - ${low(src)}) * bits + k) == bit(d, (to[i] - ${low(dst)}) * bits + k);
    }
    wrong += !same;
  }
  std::printf("%lld wrong of %zu\\n", wrong, sizeof from / sizeof *from);
  return wrong != 0;
}
`;
}

// After the descriptor's type, if it exists.
function withHelpers(text, helpers) {
  const end = text.indexOf('struct __align__(64) TensorMap');
  const at = end < 0 ? 0 : text.indexOf('};\n', end) + 3;
  return text.slice(0, at) + helpers + text.slice(at);
}

let failed = 0;
for (const [src, dst, rest] of kernels) {
  const call = `copy_kernel(${src}, ${dst}, ${rest})`;
  try {
    const text = ask('emit', '--format', 'cuda', call);
    const [, threads, persistent, blocks] = /A block of (\d+) threads copies (one|tile after tile) of (\d+)/.exec(text);
    const maps = descriptors(ask('emit', '--format', 'cuda', '--standalone', call));
    // Runs some of the blocks that iterate over tiles.
    const bits = Number(/using Element = .*?(\d+) bits/.exec(text)[1]);
    const kernel = { text, threads, bits, maps, grid: persistent === 'one' ? blocks : Math.min(3, blocks) };
    const a = offsets(src);
    const b = offsets(dst);
    assert.equal(a.length, b.length);
    assert.ok(a.length > 4, 'only layouts of up to 4096 elements are listed');
    const shared = `
template <class T> static void store(Element* to, T x) { std::memcpy(to, &x, Width<T>::write); }
template <class T> static void load(T& x, const Element* from) { x = T{}; std::memcpy(&x, from, Width<T>::read); }
`;
    const width = (verb) => Number(/(\d+) bytes? in one access/.exec(kernel.text.split(verb)[1] ?? '')?.[1] ?? 0);
    const helpers = (text.includes('struct __align__(64) TensorMap') ? engine : '') + (/_matrices\(/.test(text) ? matrices : '');
    const widths = `template <class T> struct Width { static constexpr int write = ${width('// To shared memory, ') || 'sizeof(T)'}, read = ${width('// From shared memory, ') || 'sizeof(T)'}; };`;
    const [types, rest2] = [kernel.text.slice(0, kernel.text.indexOf('// Where the elements lie')), kernel.text.slice(kernel.text.indexOf('// Where the elements lie'))];
    const source = head + types + widths + shared + withHelpers(onCpu(rest2), helpers) + body(kernel, a, b);
    const said = compileAndRun(source);
    console.log(`ok      ${call}: ${said}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${call}\n  ${error.message.slice(0, 3000)}`);
  }
}
leave(kernels.length - failed, failed);
