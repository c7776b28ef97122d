// Runs the CUDA text of convert_kernel on the CPU: one thread of the host for each thread of a block, and shuffles
// through a table that all of them write and read. Compares every (thread, value) with the layouts, for every way
// between them. Usage: node check_convert.mjs COMPILER STRIDESCOPE
import assert from 'node:assert/strict';
import { ask, compileAndRun, head, leave } from './host_cuda.mjs';

const c = '((_4,_8),((_2,_2),_2)):((_32,_1),((_16,_8),_128))';
const tf32 = '((_4,_8),(_2,_2)):((_16,_1),(_8,_64))';
const accumulator = '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))';
const wide = '((_4,_8,_4),(_2,_2,_8)):((_128,_1,_16),(_64,_8,_512))';
const blocked = '((_4,_8,_4),(_8,_2,_2)):((_512,_1,_16),(_64,_8,_2048))';
// A, B, the bits of an element's word, the other arguments; each is checked by every possible way.
const conversions = [
  [accumulator, tf32, 32, ''],
  [c, '((_2,_16),_8):((_128,_1),_16)', 16, ', dtype="half_t"'],
  [c, '((_2,_16),_8):((_128,_1),_16)', 8, ', dtype="int8_t"'],
  [c, '(_32,_8):(_8,_1)', 32, ', dtype="double"'],
  ['(_32,_32):(_1,_32)', '(_32,_32):(_32,_1)', 32, ''],
  ['(_32,(_2,_2)):(_4,(_1,_2))', '(_32,(_2,_2)):(_4,(_2,_1))', 16, ', dtype="bfloat16_t"'],
  [wide, blocked, 16, ', dtype="half_t"'],
  [blocked, wide, 32, ''],
  ['(48,3):(3,1)', '(48,3):(1,48)', 32, ''],
  ['(96,6):(6,1)', '(96,6):(1,96)', 16, ', dtype="half_t"'],
  ['(_40,_2):(_1,_40)', '((_8,_5),_2):((_1,_8),_40)', 32, ''],
  ['((_2,_16),_4):((_1,_2),_32)', '((_2,_16),_4):((_16,_1),_32)', 8, ', dtype="int8_t"'],
  ['(_32,_4):(_4,_1)', '(_32,_2):(_0,_1)', 32, ''],
  ['Sw<2,0,3> o 0 o (_32,_4):(_4,_1)', '(_32,_4):(_1,_32)', 32, ''],
];

const cuda = `
static unsigned board[1024];
static unsigned __shfl_sync(unsigned mask, unsigned x, int lane) {
  const unsigned t = threadIdx.x;
  if (!(mask >> t % 32 & 1)) std::printf("a lane that the mask lacks\\n"), std::exit(1);
  board[t] = x;
  __syncthreads();
  const unsigned out = board[t / 32 * 32 + lane % 32];
  __syncthreads();
  return out;
}
static unsigned __shfl_xor_sync(unsigned mask, unsigned x, int lanes) { return __shfl_sync(mask, x, threadIdx.x % 32 ^ lanes); }
static unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  const unsigned long long both = x | static_cast<unsigned long long>(y) << 32;
  unsigned out = 0;
  for (int i = 0; i < 4; ++i) out |= static_cast<unsigned>(both >> 8 * (s >> 4 * i & 7) & 255) << 8 * i;
  return out;
}
static uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
static uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
`;

// The elements of (thread, value), thread fastest, from the core's Python text.
function elements(layout) {
  const text = ask('emit', '--format', 'python', layout);
  const list = text.slice(text.indexOf('"offsets":') + 10);
  return [...list.matchAll(/-?\d+/g)].map((m) => Number(m[0]));
}

let right = 0;
let failed = 0;
const methods = ['', 'registers', 'shuffles', 'shared', 'plain'];
for (const [a, b, bits, rest] of conversions) {
  const call = (method) => `convert_kernel(${a}, ${b}${rest}${method && `, method="${method}"`})`;
  const pieces = rest.includes('double') ? 2 : 1;
  try {
    // Some ways are impossible for some layouts.
    const texts = methods.flatMap((method) => {
      try {
        return [ask('emit', '--format', 'cuda', call(method))];
      } catch (error) {
        assert.match(error.message, /cannot convert A to B/);
        assert.notEqual(method, '');
        return [];
      }
    });
    const [, tile] = /blockIdx\.x\) \* (\d+)/.exec(texts[0]);
    const threads = /__launch_bounds__\((\d+)\)/.exec(texts[0])[1];
    for (const text of texts) assert.match(text, new RegExp(`, ${bits} bits|a word of`));
    const ways = texts.map((text, i) => `namespace way${i} {\n${text.replace(/ *extern __shared__.*\n/, '').replace('extern "C" __global__', 'static')}}\n`);
    const calls = texts.map((_, i) => `wrong += proved<way${i}::Element>(way${i}::stridescope_convert);`);
    // Runs two conversions in a row with kept values: the second one finds the first one's data in shared memory.
    const source = `${head.replace('static void __syncwarp() {}', '')}
#include <cstdlib>
static void __syncwarp() { __syncthreads(); }
#define __restrict__
${cuda}${ways.join('')}
static const long long wanted[] = {${elements(b)}};
template <class Element, class Kernel>
long long proved(Kernel* kernel) {
  const int tile = ${tile}, blocks = 2;
  std::vector<Element> src(tile * blocks), dst(tile * blocks, static_cast<Element>(0xA5A5A5A5u));
  unsigned code = 12345;
  for (auto& x : src) x = static_cast<Element>((code = code * 1664525u + 1013904223u) >> 7);
  std::barrier<> all(${threads});
  barrier = &all;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < ${threads}; ++t) {
    threads.emplace_back([&, t] {
      for (unsigned block = 0; block < blocks; ++block) {
        threadIdx.x = t;
        blockIdx.x = block;
        kernel(src.data(), dst.data(), 2, 0);
        __syncthreads();
      }
    });
  }
  for (auto& t : threads) t.join();
  long long wrong = 0;
  for (int block = 0; block < blocks; ++block) {
    for (long long e : wanted) {
      for (int k = 0; k < ${pieces}; ++k) wrong += src[block * tile + e * ${pieces} + k] != dst[block * tile + e * ${pieces} + k];
    }
  }
  return wrong;
}
int main() {
  long long wrong = 0;
  ${calls.join('\n  ')}
  std::printf("%lld wrong of %zu\\n", wrong, ${texts.length} * 2 * (sizeof wanted / sizeof *wanted));
  return wrong != 0;
}
`;
    const said = compileAndRun(source);
    right += texts.length;
    console.log(`ok      ${call('')}, ${texts.length} ways: ${said}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${call('')}\n  ${error.message.slice(0, 3000)}`);
  }
}
if (right < 40) {
  failed += 1;
  console.log(`only ${right} ways were tried`);
}
leave(right, failed);
