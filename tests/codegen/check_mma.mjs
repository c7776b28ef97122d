// Runs the CUDA text of kernels that multiply on the CPU, as check_cuda.mjs does for copies: mma.sync by the fragments
// in the PTX ISA (9.7.14.5), ldmatrix and cp.async by their definitions there. Compares every element of C with the sum
// over A and B in memory. The reference device and GPUs check wgmma and the copy engine. Usage: node check_mma.mjs
// COMPILER STRIDESCOPE
import assert from 'node:assert/strict';
import { ask, compileAndRun, head, leave } from './host_cuda.mjs';

const ldmatrix = ', load="SM75_U32x4_LDSM_N"';
const copy = (type, values, [rows, across] = [32, 4], atom = 'SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>') =>
  `make_tiled_copy(Copy_Atom<${atom},${type}>, (_${rows},_${across}):(_${across},_1), (_1,_${values}))`;
const warps = (atom, k, m = 2, n = 2) => `make_tiled_mma(${atom}, (${m},${n}), (_${16 * m},_${16 * n},_${k}))`;
// Rows of `columns` elements with stride `pitch`, with or without a swizzle.
const row = (rows, columns, pitch = columns) => `(${rows},${columns}):(${pitch},1)`;
const f16 = 'SM80_16x8x16_F32F16F16F32_TN';
const s4 = 'SM80_16x8x64_S32S4S4S32_TN';
const b1 = (operation, k = 256) => `SM80_16x8x${k}_S32U1U1S32_TN_${operation}POPC`;

// [types of A and B, M, N, K, the other arguments of gemm_kernel, strides of A, B and C if not row-major]
const products = [
  ['f16 f16', 128, 64, 96, `${copy('half_t', 8)}, (Sw<2,3,3> o 0 o ${row(64, 32)}, Sw<2,3,3> o 0 o ${row(32, 32)}), ${warps(f16, 16)}${ldmatrix}`],
  ['f16 f16', 100, 70, 72, `${copy('half_t', 8)}, (${row(64, 32, 40)}, ${row(32, 32, 40)}), ${warps(f16, 16)}, stages=4`],
  ['f16 f16', 64, 64, 64, `make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_8,_16):(_1,_8), (_8,_1)), (Sw<3,3,3> o 0 o (64,32):(1,64), Sw<3,3,3> o 0 o (64,32):(1,64)), ${warps(f16, 16)}, load="SM75_U16x8_LDSM_T"`, [[1, 64], [1, 64], [1, 64]]],
  ['s8 u8', 64, 32, 128, `(${copy('int8_t', 16)}, ${copy('uint8_t', 16)}), (Sw<2,4,3> o 0 o ${row(32, 64)}, Sw<2,4,3> o 0 o ${row(32, 64)}), ${warps('SM80_16x8x32_S32S8U8S32_TN', 32)}${ldmatrix}, stages=2`],
  ['s4 s4', 128, 64, 256, `${copy('int4b_t', 32)}, (Sw<2,5,3> o 0 o ${row(64, 128)}, Sw<2,5,3> o 0 o ${row(64, 128)}), ${warps(s4, 64)}${ldmatrix}`],
  ['s4 s4', 64, 64, 128, `${copy('int4b_t', 32)}, (Sw<2,5,3> o 0 o ${row(64, 128)}, Sw<2,5,3> o 0 o ${row(64, 128)}), ${warps(s4, 64)}`],
  ['s4 u4', 100, 72, 352, `(${copy('int4b_t', 32)}, ${copy('uint4b_t', 32)}), (${row(64, 128, 160)}, ${row(64, 128, 160)}), ${warps('SM80_16x8x32_S32S4U4S32_TN', 64)}, stages=2`],
  ['u1 u1', 64, 64, 1024, `${copy('uint1b_t', 128)}, (Sw<2,7,3> o 0 o ${row(64, 512)}, Sw<2,7,3> o 0 o ${row(64, 512)}), ${warps(b1('AND'), 256)}${ldmatrix}, stages=2`],
  ['u1 u1', 40, 24, 640, `${copy('uint1b_t', 64, [8, 4], 'SM80_CP_ASYNC_CACHEALWAYS<uint64_t>')}, (${row(16, 256, 320)}, ${row(16, 256, 320)}), ${warps(b1('XOR', 128), 128, 1, 1)}, stages=2`],
];

// [types, M, N, K, the other arguments of mma_kernel]: operands in registers and in shared memory, for one tile
const tiles = [
  ['f16 f16', 32, 32, 64, `${warps(f16, 16)}, smem=(Sw<3,3,3> o 0 o ${row(32, 64)}, Sw<3,3,3> o 0 o ${row(32, 64)})${ldmatrix}`],
  ['s4 u4', 32, 16, 64, 'make_tiled_mma(SM80_16x8x64_S32S4U4S32_TN, (2,2))'],
  ['s4 s4', 32, 32, 128, `${warps(s4, 64)}, smem=(Sw<2,5,3> o 0 o ${row(32, 128)}, Sw<2,5,3> o 0 o ${row(32, 128)})${ldmatrix}`],
  ['u4 s4', 32, 16, 64, `make_tiled_mma(SM80_16x8x32_S32U4S4S32_TN, (2,2)), smem=(${row(32, 64, 96)}, ${row(16, 64, 72)})`],
  ['u1 u1', 32, 16, 512, `make_tiled_mma(${b1('XOR', 128)}, (2,2)), smem=(${row(32, 512, 640)}, ${row(16, 512, 640)})`],
];

// Replaces the instructions by functions of the host.
function onCpu(text) {
  let out = text.replaceAll(/ *asm volatile\("cp\.async\.(commit_group|wait_group \d+);" ::: "memory"\);\n/g, '');
  out = out.replaceAll(/asm volatile\("cp\.async\.c[ag]\.shared\.global(?:\.L2::128B)? \[%0\], \[%1\], (\d+)(?:, %2)?;" ::"r"\(at\), "l"\((.*?)\)(?:, "r"\((.*?)\))? : "memory"\);/g,
    (_, bytes, from, inside) => `copy_async(at, ${from}, ${bytes}, ${inside ?? bytes});`);
  out = out.replaceAll(/asm volatile\("ldmatrix\.sync\.aligned\.m8n8\.x(\d)(\.trans)?\.shared\.b16 \{.*?\}, \[%\d\];" : (.*?) : "r"\((.*)\)\);/g,
    (_, count, trans, outputs, row_) => `{ unsigned* to[] = {${[...outputs.matchAll(/\((x\[\d+\])\)/g)].map((m) => `&${m[1]}`).join(', ')}}; matrices(${row_}, to, ${count}, ${Boolean(trans)}); }`);
  out = out.replaceAll(/asm volatile\("ld\.shared\.(?:v\d\.)?u(\d+) .*?: "memory"\);/g,
    (_, bits) => `std::memcpy(&y, shared_bytes + shared, ${bits === '32' ? 'sizeof y' : bits / 8});`);
  out = out.replaceAll(/asm volatile\("mma\.sync\.aligned\.m16n8k(\d+)\.row\.col\.\w+\.(\w+)\.(\w+)\.\w+(\.xor|\.and)?(?:\.popc)?[\s\S]*?\);\n/g,
    (_, k, a, b, operation) => `mma<${k}, ${a.slice(1)}, ${operation === '.xor'}>(c, a, b, ${a[0] === 's'}, ${b[0] === 's'});\n`);
  assert.doesNotMatch(out, /asm/);
  return out;
}

const instructions = `
#include <atomic>
static unsigned long long __cvta_generic_to_shared(const void* p) { return static_cast<const unsigned char*>(p) - shared_bytes; }
static void* __cvta_shared_to_generic(unsigned long long x) { return shared_bytes + x; }
static void atomicOr(unsigned* to, unsigned x) { std::atomic_ref(*to).fetch_or(x); }
static unsigned __float_as_uint(float x) { unsigned out; std::memcpy(&out, &x, 4); return out; }
static void copy_async(unsigned to, const void* from, int bytes, int inside) {
  std::memset(shared_bytes + to, 0, bytes);
  std::memcpy(shared_bytes + to, from, inside);
}
static double number(unsigned bits, int width, bool is_signed) {
  if (width == 16) {
    _Float16 half;
    std::memcpy(&half, &bits, 2);
    return static_cast<double>(half);
  }
  bits &= width == 32 ? ~0u : (1u << width) - 1;
  return is_signed && bits >> (width - 1) ? static_cast<double>(bits) - static_cast<double>(1u << width) : bits;
}
static unsigned row_of[1024];
static void matrices(unsigned row, unsigned* const* to, int count, bool transposed) {
  const unsigned t = threadIdx.x, lane = t % 32, warp = t - lane;
  row_of[t] = row;
  __syncthreads();
  for (int i = 0; i < count; ++i) {
    for (unsigned h = 0; h < 2; ++h) {
      const unsigned r = transposed ? 2 * (lane % 4) + h : lane / 4, c = transposed ? lane / 4 : 2 * (lane % 4) + h;
      std::memcpy(reinterpret_cast<unsigned char*>(to[i]) + 2 * h, shared_bytes + row_of[warp + 8 * i + r] + 2 * c, 2);
    }
  }
  __syncthreads();
}
static unsigned held_a[1024][4], held_b[1024][2];
// m16n8kK: row g + 8 (r % 2) of register r of A, and column g of B, where g = lane / 4; a register has neighbors along
// K.
template <int K, int bits, bool exclusive_or, class C>
static void mma(C* c, const unsigned* a, const unsigned* b, bool signed_a, bool signed_b) {
  const unsigned t = threadIdx.x, lane = t % 32, warp = t - lane;
  constexpr int per = 32 / bits, count = K / (4 * per);
  for (int i = 0; i < 2 * count; ++i) held_a[t][i] = a[i];
  for (int i = 0; i < count; ++i) held_b[t][i] = b[i];
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    const unsigned row = lane / 4 + 8 * (i / 2), column = 2 * (lane % 4) + i % 2;
    double sum = 0;
    for (int k = 0; k < K; ++k) {
      const unsigned giver = k / per % 4, shift = k % per * bits;
      const int half = k / (4 * per);
      const double x = number(held_a[warp + row % 8 * 4 + giver][row / 8 + 2 * half] >> shift, bits, signed_a);
      const double y = number(held_b[warp + column * 4 + giver][half] >> shift, bits, signed_b);
      sum += exclusive_or ? x != y : x * y;
    }
    c[i] += static_cast<C>(static_cast<long long>(sum));
  }
  __syncthreads();
}
`;

// Inputs are small integers in every type, so that each sum is exact.
function body({ types, m, n, k, strides, threads, blocks, launch, xor, real }) {
  const [a, b] = types.split(' ');
  const [[am, ak], [bn, bk], [cm, cn]] = strides;
  const fill = (name, type, count) => `
  for (long long i = 0; i < ${count}; ++i) {
    unsigned code = (random = random * 6364136223846793005ull + 1442695040888963407ull) >> 40;
    ${type === 'f16' ? '_Float16 half = static_cast<int>(code % 15) - 7; unsigned short x; std::memcpy(&x, &half, 2);' : 'unsigned x = code;'}
    put(${name}.data(), i, ${type.slice(1)}, x);
  }`;
  return `
static void put(unsigned char* p, long long i, int bits, unsigned x) {
  if (bits >= 8) std::memcpy(p + i * bits / 8, &x, bits / 8);
  else p[i * bits / 8] |= (x & ((1u << bits) - 1)) << i * bits % 8;
}
static double get(const unsigned char* p, long long i, int bits, bool is_signed) {
  unsigned x = p[i * bits / 8] >> i * bits % 8;
  if (bits >= 8) std::memcpy(&x, p + i * bits / 8, bits / 8);
  return number(x, bits, is_signed);
}
int main() {
  std::vector<unsigned char> a(${m * k} * ${a.slice(1)} / 8 + 64), b(${n * k} * ${b.slice(1)} / 8 + 64);
  std::vector<unsigned> c(${m * n}, 0xA5A5A5A5u);
  unsigned long long random = 12345;${fill('a', a, m * k)}${fill('b', b, n * k)}
  std::barrier<> all(${threads});
  barrier = &all;
  gridDim.x = ${blocks};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < ${threads}; ++t) {
    threads.emplace_back([&, t] {
      for (unsigned block = 0; block < ${blocks}; ++block) {
        threadIdx.x = t;
        blockIdx.x = block;
        ${launch};
        __syncthreads();
      }
    });
  }
  for (auto& t : threads) t.join();
  long long wrong = 0;
  for (long long m = 0; m < ${m}; ++m) {
    for (long long n = 0; n < ${n}; ++n) {
      double sum = 0;
      for (long long k = 0; k < ${k}; ++k) {
        const double x = get(a.data(), m * ${am} + k * ${ak}, ${a.slice(1)}, ${a[0] === 's'});
        const double y = get(b.data(), n * ${bn} + k * ${bk}, ${b.slice(1)}, ${b[0] === 's'});
        sum += ${xor ? 'x != y' : 'x * y'};
      }
      const unsigned bits = c[m * ${cm} + n * ${cn}];
      float value;
      std::memcpy(&value, &bits, 4);
      wrong += ${real ? 'value' : 'static_cast<int>(bits)'} != sum;
    }
  }
  std::printf("%lld wrong of %d\\n", wrong, ${m * n});
  return wrong != 0;
}
`;
}

let right = 0;
let failed = 0;
function check(program, known) {
  try {
    const text = ask('emit', '--format', 'cuda', program);
    const threads = /__launch_bounds__\((\d+)\)/.exec(text)[1];
    const blocks = /^\/\/ (\d+) tiles of C/m.exec(text)?.[1] ?? 1;
    const product = text.includes('stridescope_gemm(');
    const launch = `stridescope_${product ? 'gemm' : 'mma'}(reinterpret_cast<AElement*>(a.data()), reinterpret_cast<BElement*>(b.data()), reinterpret_cast<CElement*>(c.data())${product ? '' : ', 1'})`;
    const said = compileAndRun(head + instructions + onCpu(text) +
      body({ ...known, threads, blocks, launch, xor: text.includes('.xor.'), real: text.includes('"+f"(c[0])') }));
    right += 1;
    console.log(`ok      ${program}: ${said}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${program}\n  ${error.message.slice(0, 3000)}`);
  }
}
for (const [types, m, n, k, rest, strides = [[k, 1], [k, 1], [n, 1]]] of products) {
  const matrix = (rows, columns, [first, second]) => `(${rows},${columns}):(${first},${second})`;
  check(`gemm_kernel(${matrix(m, k, strides[0])}, ${matrix(n, k, strides[1])}, ${matrix(m, n, strides[2])}, ${rest})`, { types, m, n, k, strides });
}
for (const [types, m, n, k, rest] of tiles) check(`mma_kernel(${rest})`, { types, m, n, k, strides: [[1, m], [1, n], [1, m]] });
leave(right, failed);
