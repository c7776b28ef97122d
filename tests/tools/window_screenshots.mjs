// The pictures of the window that README.md shows: each a script of what a reader does, at one size and in one theme.
// Those that need a GPU are made where one is: `runs` and `counters`, by their names.
// Usage: node window_screenshots.mjs STRIDESCOPE-DESKTOP-DRIVER FOLDER [NAME ...]
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const [program, folder, ...asked] = process.argv.slice(2);
const transpose = String.raw`# A transpose through shared memory, swizzled\nread = ((_32,_8),_4):((_32,_1),_8)\nwrite = ((_32,_8),_4):((_1,_32),_256)\ntile = Sw<5,0,5> o 0 o (32,32):(32,1)\nK = copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (read, write), tile, tile=(32,32))`;
const recorded = String.raw`tile = (32,32):(33,1)\ncolumns = bank_conflicts<32>(tile, (_32,_32):(_1,_32))\nload = ((_32,_8),_4):((_32,_1),_8)\nstore = ((_32,_8),_4):((_1,_32),_256)\nK = copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (load, store), tile, tile=(32,32))`;
const wrong = String.raw`# a transpose of which one row of threads is missing\nK = copy_kernel((16,16):(16,1), (16,16):(1,16), (_16,_15):(_16,_1), tile=(16,16))`;

// Recorded data of a kernel, over its picture, scrolled down by N notches.
const overlay = (name, notches) => `
program ${recorded}
frames 12
key ctrl+j
frames 4
scroll K
frames 4
click overlay_source:K
frames 4
click overlay_source:K/recorded, H100
frames 8
click overlay:K/${name}
frames 12
scroll K
frames 4
wheel cards -${notches}
frames 6`;

const shots = {
  start: ['1600x1000', 'light', String.raw`
program A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = A o B
frames 4
key ctrl+end
frames 8
click-cell R 4
frames 8`],
  threads: ['1280x800', 'light', String.raw`
program TV = ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))\nU = ((_4,_8),(_2,_2)):((_32,_1),(_8,_16))\ntile = Sw<3,3,3> o 0 o (_64,_64):(_64,_1)\nmma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1):(_1,_2,_0))\nfetch = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, mma)\nload = bank_conflicts(fetch, tile)
frames 4
key ctrl+4
frames 4
click ask/compare
hover status
frames 12`],
  wrong: ['1440x1000', 'light', `
program ${wrong}
expect runs/last/status is wrong
key ctrl+1
frames 12`],
  kernel: ['1280x800', 'dark', `
program ${wrong}
expect runs/last/status is wrong
key ctrl+3
frames 6
wheel kernel/text -3
hover-mode src: thread
frames 6`],
  listing: ['1600x1000', 'dark', `
program ${recorded}
frames 8
key ctrl+3
frames 12
click kernel/all
hover status
frames 8`],
  overlay: ['1440x1000', 'light', overlay('bandwidth', 5)],
  counts: ['1440x1000', 'dark', overlay('counters', 5)],
  runs: ['1600x1000', 'light', `
program ${transpose}
expect runs/last/status is ok
${['32,1', '33,1'].map((s) => `program ${transpose.replace('Sw<5,0,5> o 0 o (32,32):(32,1)', `(32,32):(${s})`)}\nframes 8\nrun\nframes 8`).join('\n')}
program ${transpose}
frames 8
run
key ctrl+1
frames 12`],
  counters: ['1600x1000', 'light', `
program ${transpose}
frames 8
run
frames 20
key ctrl+2
wait 3
frames 12`],
};

const needs_gpu = ['runs', 'counters'];
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-shots-'));
let failed = 0;
for (const name of asked.length ? asked : Object.keys(shots).filter((one) => !needs_gpu.includes(one))) {
  const [size, theme, actions] = shots[name];
  const script = path.join(work, `${name}.txt`);
  fs.writeFileSync(script, `${actions}\nscreenshot ${path.join(path.resolve(folder), `${name}.png`)}\nframes 2\n`);
  const done = spawnSync(program, ['--headless', '--fresh', '--size', size, '--theme', theme, '--script', script], { stdio: ['ignore', 'ignore', 'inherit'] });
  console.log(`${done.status === 0 ? 'made' : 'FAILED'} ${name}`);
  if (done.status !== 0) failed += 1;
}
fs.rmSync(work, { recursive: true });
process.exit(failed ? 1 : 0);
