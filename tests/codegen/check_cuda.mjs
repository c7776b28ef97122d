// The CUDA text that `emit --format cuda` writes, run on the CPU: one thread of the host for each of a block, the built-ins
// of CUDA by stand-ins, the instructions on shared memory by plain copies. Every element is compared by the offsets that
// `emit --format python` lists. Needs no toolkit and no GPU; tests/gpu does the same on one.
// Usage: node check_cuda.mjs COMPILER STRIDESCOPE
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const [compiler, stridescope] = process.argv.slice(2);
const program = (name) => (name.includes('/') ? path.resolve(name) : name);

// [src, dst, the rest of the call]
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
];

function ask(...args) {
  const { status, stdout, stderr } = spawnSync(program(stridescope), args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  assert.equal(status, 0, `${args.join(' ')}: ${stderr}`);
  return stdout;
}

// All offsets of a layout in one order of its coordinates.
function offsets(layout) {
  const text = ask('emit', '--format', 'python', layout);
  const list = text.slice(text.indexOf('"offsets":') + 10);
  return [...list.matchAll(/-?\d+/g)].map((m) => Number(m[0]));
}

// The instructions on shared memory as copies.
function onCpu(text) {
  const out = text
    .replaceAll(/asm volatile\("st\.shared[\s\S]*?: "memory"\);/g, 'store(to, x);')
    .replaceAll(/asm volatile\("ld\.shared[\s\S]*?: "memory"\);/g, 'load(x, from);');
  assert.doesNotMatch(out, /asm/);
  return out;
}

const head = `
#include <barrier>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>
#define __global__
#define __device__
#define __shared__
#define __forceinline__ inline
#define __launch_bounds__(x)
#define __align__(n) __attribute__((aligned(n)))
struct alignas(8) uint2 { unsigned x, y; };
struct alignas(16) uint4 { unsigned x, y, z, w; };
struct Index { unsigned x; };
static thread_local Index threadIdx, blockIdx;
static std::barrier<>* barrier;
static void __syncthreads() { barrier->arrive_and_wait(); }
static void __syncwarp() {}
alignas(1024) unsigned char shared_bytes[1 << 18];
`;

function body(kernel, src, dst) {
  const low = (list) => Math.min(0, ...list);
  const size = (list) => Math.max(...list) - low(list) + 1;
  return `
static const long long from[] = {${src}};
static const long long to[] = {${dst}};
int main() {
  constexpr int bytes = sizeof(Element);
  std::vector<uint4> a(${size(src)} * bytes / 16 + 1), b(${size(dst)} * bytes / 16 + 1);
  auto* s = reinterpret_cast<unsigned char*>(a.data());
  auto* d = reinterpret_cast<unsigned char*>(b.data());
  unsigned code = 12345;
  for (size_t i = 0; i < a.size() * 16; ++i) s[i] = static_cast<unsigned char>((code = code * 1664525u + 1013904223u) >> 24);
  std::memset(d, 0xA5, b.size() * 16);
  Element* src = reinterpret_cast<Element*>(s) + ${-low(src)};
  Element* dst = reinterpret_cast<Element*>(d) + ${-low(dst)};
  std::barrier<> all(${kernel.threads});
  barrier = &all;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < ${kernel.threads}; ++t) {
    threads.emplace_back([=] {
      for (unsigned b = 0; b < ${kernel.blocks}; ++b) {
        threadIdx.x = t;
        blockIdx.x = b;
        stridescope_copy(src, dst);
        __syncthreads();
      }
    });
  }
  for (auto& t : threads) t.join();
  long long wrong = 0;
  for (size_t i = 0; i < sizeof from / sizeof *from; ++i) wrong += std::memcmp(src + from[i], dst + to[i], bytes) != 0;
  std::printf("%lld wrong of %zu\\n", wrong, sizeof from / sizeof *from);
  return wrong != 0;
}
`;
}

if (spawnSync(compiler, ['--version']).error) {
  console.log(`skipped: there is no ${compiler}`);
  process.exit(77);
}
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-cuda-'));
let failed = 0;
try {
  for (const [src, dst, rest] of kernels) {
    const call = `copy_kernel(${src}, ${dst}, ${rest})`;
    try {
      const text = ask('emit', '--format', 'cuda', call);
      const [, threads, blocks] = /A block of (\d+) threads copies one of (\d+) tiles/.exec(text);
      const kernel = { text, threads, blocks };
      const a = offsets(src);
      const b = offsets(dst);
      assert.equal(a.length, b.length);
      const shared = `
template <class T> static void store(Element* to, T x) { std::memcpy(to, &x, Width<T>::write); }
template <class T> static void load(T& x, const Element* from) { x = T{}; std::memcpy(&x, from, Width<T>::read); }
`;
      const width = (verb) => Number(/(\d+) bytes? in one access/.exec(kernel.text.split(verb)[1] ?? '')?.[1] ?? 0);
      const widths = `template <class T> struct Width { static constexpr int write = ${width('// To shared memory, ') || 'sizeof(T)'}, read = ${width('// From shared memory, ') || 'sizeof(T)'}; };`;
      const [types, rest2] = [kernel.text.slice(0, kernel.text.indexOf('// Where the elements lie')), kernel.text.slice(kernel.text.indexOf('// Where the elements lie'))];
      fs.writeFileSync(path.join(folder, 'kernel.cpp'), head + types + widths + shared + onCpu(rest2) + body(kernel, a, b));
      const built = spawnSync(compiler, ['-std=c++20', '-O1', '-w', '-fno-strict-aliasing', '-pthread', '-o', 'kernel', 'kernel.cpp'],
        { cwd: folder, encoding: 'utf8' });
      assert.equal(built.status, 0, built.stderr);
      const run = spawnSync(path.join(folder, 'kernel'), { encoding: 'utf8', timeout: 60_000 });
      assert.equal(run.status, 0, run.stdout + run.stderr);
      console.log(`ok      ${call}: ${run.stdout.trim()}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${call}\n  ${error.message.slice(0, 3000)}`);
    }
  }
} finally {
  fs.rmSync(folder, { recursive: true });
}
console.log(`${kernels.length - failed} right, ${failed} wrong`);
process.exit(failed > 0 ? 1 : 0);
