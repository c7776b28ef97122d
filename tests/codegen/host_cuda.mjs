// Shared parts of the checks that run emitted CUDA text on the CPU: one thread of the host for each thread of a block,
// and stand-ins for the built-ins of CUDA. The arguments of each check: COMPILER STRIDESCOPE
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { answerTo, versionOf } from '../tools/tool_answers.mjs';

const [compiler, stridescope] = process.argv.slice(2);
const program = (name) => (name.includes('/') ? path.resolve(name) : name);

if (spawnSync(compiler, ['--version']).error) {
  console.log(`skipped: there is no ${compiler}`);
  process.exit(77);
}
const version = versionOf(compiler);
const options = ['-std=c++20', '-O1', '-w', '-fno-strict-aliasing', '-pthread'];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-cuda-'));

/** The output of the command line. */
export function ask(...args) {
  const { status, stdout, stderr } = spawnSync(program(stridescope), args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  assert.equal(status, 0, `${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Precompiles the head, once: half of the time of a small program. */
function precompileHead() {
  const header = path.join(folder, 'head.h');
  if (fs.existsSync(header)) return;
  fs.writeFileSync(header, head);
  const built = spawnSync(compiler, [...options, '-x', 'c++-header', header], { encoding: 'utf8' });
  assert.equal(built.status, 0, built.stderr);
}

/** The output of a C++ program, which must end well. */
export function compileAndRun(source) {
  return answerTo([version, ...options, source], () => {
    let text = source;
    if (source.startsWith(head)) {
      precompileHead();
      text = `#include "head.h"\n${source.slice(head.length)}`;
    }
    fs.writeFileSync(path.join(folder, 'kernel.cpp'), text);
    const built = spawnSync(compiler, [...options, '-o', 'kernel', 'kernel.cpp'], { cwd: folder, encoding: 'utf8' });
    assert.equal(built.status, 0, built.stderr);
    const run = spawnSync(path.join(folder, 'kernel'), { encoding: 'utf8', timeout: 60_000 });
    assert.equal(run.status, 0, `${run.stdout}${run.stderr}${run.signal ?? ''}`);
    return run.stdout.trim();
  });
}

export function leave(right, wrong) {
  fs.rmSync(folder, { recursive: true });
  console.log(`${right} right, ${wrong} wrong`);
  process.exit(wrong > 0 ? 1 : 0);
}

export const head = `
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
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))
struct alignas(8) uint2 { unsigned x, y; };
struct alignas(16) uint4 { unsigned x, y, z, w; };
struct Index { unsigned x; };
static thread_local Index threadIdx, blockIdx;
static Index gridDim;
static std::barrier<>* barrier;
static void __syncthreads() { barrier->arrive_and_wait(); }
static void __syncwarp() {}
alignas(1024) unsigned char shared_bytes[1 << 18];
`;
