// The PTX machine: arguments that are tensor maps, files and buffers of other arguments, and the results of a launch.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { refused, stridescope } from './command.mjs';

// Loads a box from (0,1) on, and stores it.
const ptx = `.version 8.6
.target sm_90a
.address_size 64
.visible .entry k(.param .align 64 .b8 map[128], .param .u64 out)
{
.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>;
.shared .align 128 .b8 s[512]; .shared .align 8 .b8 m[8];
mov.b64 %rd1, map; cvta.param.u64 %rd1, %rd1; ld.param.u64 %rd2, [out];
mov.u32 %r1, s; mov.u32 %r2, m;
mbarrier.init.shared.b64 [%r2], 1;
mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 128;
cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {0, 1}], [%r2];
WAIT: mbarrier.try_wait.parity.shared.b64 %p1, [%r2], 0; @!%p1 bra WAIT;
ld.shared.b32 %r3, [%r1+36]; st.global.b32 [%rd2], %r3; ret;
}
`;

export const once = {
  'trace --machine takes tensor maps, files and buffers of other arguments'() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'machine'));
    const file = (name) => path.join(folder, name);
    fs.writeFileSync(file('k.ptx'), ptx);
    fs.writeFileSync(file('numbers'), Buffer.from(Uint32Array.from({ length: 256 }, (_, i) => 1000 + i).buffer));
    const run = (...args) => ['trace', '--machine', '--grid', '1', '--block', '1', '-o', file('trace'), '--results', file('results'),
      ...args.flatMap((arg) => ['--arg', arg]), file('k.ptx')];
    const word = () => fs.readFileSync(file('results')).readUInt32LE(1024);
    const tensor = 'u32:(16,16):(16,1)';
    for (const map of [`${tensor}@box(8,4)`, `${tensor}@(_4,_8):(_8,_1)`]) {
      const { status, stderr } = stridescope(run(map, 'u32:1'));
      assert.equal(status, 0, stderr);
      assert.equal(word(), 2 * 16 + 1);
    }
    assert.equal(stridescope(run(`${tensor}=file:${file('numbers')}@box(8,4)@steps(1,1)`, 'u32:(1):(1)')).status, 0);
    assert.equal(word(), 1033);
    // The output is the tensor: its first element is overwritten.
    assert.equal(stridescope(run(`${tensor}@box(8,4)`, '@0')).status, 0);
    assert.equal(fs.readFileSync(file('results')).readUInt32LE(0), 33);
    // A structure: its further bytes are zeros. A tensor map in one of 128 bytes is the whole of it.
    assert.equal(stridescope(run(`{${tensor}@box(8,4)}`, 'u32:(1):(1)')).status, 0);
    assert.equal(word(), 33);
    assert.match(refused(run(`{${tensor}@box(8,4),i32=5}`, 'u32:(1):(1)')), /parameter 0 has 128 bytes, but its argument has 132/);
    assert.match(refused(run(`{${tensor}@box(8,4)`, 'u32:(1):(1)')), /a structure ends with }/);
    assert.match(refused(run('{i32=1,{i32=2}}', 'u32:(1):(1)')), /does not begin with an element type/);
    for (const box of ['box(8)', 'box(8,4,)', 'box(,8,4)', 'box()'])
      assert.match(refused(run(`${tensor}@${box}`, '@0')), /'box\(.*\)' does not describe a tensor map of 2 dimensions/);
    // A number that fits the map only modulo 256.
    assert.match(refused(run(`${tensor}@box(8,4)@steps(257,1)`, '@0')), /'steps\(257,1\)' does not describe a tensor map/);
    assert.match(refused(run(`${tensor}@box(6,4)`, '@0')), /not a multiple of 16/);
    assert.match(refused(run(`${tensor}@box(8,4)`, '@1')), /argument 1 takes the buffer of argument 1/);
    assert.match(refused(run(tensor, 'u32:(1):(1)')), /parameter 0 is not a pointer/);
    fs.rmSync(folder, { recursive: true });
  },

  'options of machine without the mode that they belong to are refused'() {
    const launch = ['--grid', '1', '--block', '1', '-'];
    for (const [wrong, message] of [
      [['--check', '--states', '9'], /--states requires --interleavings/],
      [['--waits', '--iterations', '8'], /--iterations requires --output/],
      [['--check', '-o', 'waits.svg'], /--output requires --waits/],
      [['--waits', '-o', 'waits.svg', '--json'], /excludes/],
      [['--check', '--waits'], /excludes/],
    ]) {
      const { status, stdout, stderr } = stridescope(['machine', ...wrong, ...launch], ptx);
      assert.deepEqual([status, stdout], [2, ''], wrong.join(' '));
      assert.match(stderr, message);
    }
  },

  'clang compiles a source without the CUDA toolkit, and says what needs it'() {
    if (spawnSync('clang', ['--version']).status !== 0) {
      console.log('SKIPPED: clang is not installed, which --clang needs');
      return;
    }
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'clang'));
    const file = (name) => path.join(folder, name);
    fs.writeFileSync(file('add.h'), 'template <class T> __device__ T add(T a, T b) { return a + b; }\n');
    fs.writeFileSync(file('k.cu'), `#include "add.h"
extern "C" __global__ void k(const float4* in, float* out, int n) {
  __shared__ float s[32];
  const float4 one = in[threadIdx.x];
  s[threadIdx.x] = add(add(one.x, one.y), add(one.z, one.w));
  __syncthreads();
  const float sum = add(s[31 - threadIdx.x], __shfl_xor_sync(0xffffffff, 1.0f, 1));
  if (threadIdx.x == 0) printf("%d blocks\\n", n);
  atomicAdd(out + threadIdx.x, sum);
}
`);
    const { status, stdout, stderr } = stridescope(['trace', '--machine', '--clang', '--grid', '2', '--block', '32', '-o', file('trace'), '--results',
      file('results'), '--arg', 'f32:128:1', '--arg', 'f32:32:1=zeros', '--arg', 'i32=2', file('k.cu')]);
    assert.equal(status, 0, stderr);
    assert.equal(stdout.split('2 blocks').length, 3, stdout);
    // Both blocks add 1 and the elements 124 to 127.
    assert.equal(fs.readFileSync(file('results')).readFloatLE(512), 2 * (124 + 125 + 126 + 127 + 1));
    assert.match(stridescope(['machine', '--ptx', file('k.cu'), '--clang']).stdout, /\.entry k\(/);
    fs.mkdirSync(file('headers'));
    fs.renameSync(file('add.h'), file('headers/add.h'));
    assert.match(refused(['machine', '--ptx', file('k.cu'), '--clang']), /'add.h' file not found/);
    assert.equal(stridescope(['machine', '--ptx', file('k.cu'), '--clang', '-I', file('headers')]).status, 0);
    fs.writeFileSync(file('half.cu'), '#include <cuda_fp16.h>\n__global__ void k(__half*) {}\n');
    assert.match(refused(['machine', '--clang', '--ptx', file('half.cu')]), /half.cu includes cuda_fp16.h, which (needs the CUDA toolkit|clang does not compile here)/);
    fs.writeFileSync(file('none.cu'), '#include <cub/none.cuh>\n__global__ void k() {}\n');
    assert.match(refused(['machine', '--ptx', file('none.cu')]), /none.cu includes cub\/none.cuh, which (is in none of these folders: .*\/cuda\/include|needs the CUDA toolkit: NVRTC was not found)/);
    fs.writeFileSync(file('wrong.cu'), '__global__ void k() { undefined(); }\n');
    assert.match(refused(['machine', '--clang', '--ptx', file('wrong.cu')]), /wrong.cu does not compile: wrong.cu:1:\d+: error: use of undeclared identifier/);
    fs.rmSync(folder, { recursive: true });
  },
};
