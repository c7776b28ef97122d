// Kernels: their CUDA, their runs on the reference device, and what the tuner makes of them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { command, here, jsonLines, native, refused, stridescope } from './command.mjs';

export const tests = {
  'run proves a kernel on the CPU, and says what is wrong'() {
    const program = 'K = copy_kernel((4,4):(4,1), (4,4):(1,4), (_4,_4):(_1,_4), tile=(4,4)); 4:1';
    const run = stridescope(['run', '--device', 'reference', '--json', program]);
    if (!native) {
      assert.equal(run.status, 1);
      return;
    }
    assert.equal(run.status, 0, run.stderr);
    const { result } = jsonLines(run.stdout).at(-1);
    assert.deepEqual(result.verify, { by: 'cpu', checked: 16, wrong: 0 });
    assert.equal(result.kernel, 'K');
    assert.ok(!('time' in result));
    const holes = stridescope(['run', '--device=reference', program.replace('_4,_4):(_1', '_4,_3):(_1')]);
    assert.equal(holes.status, 4);
    assert.match(holes.stdout, /^wrong: 4 of 16 elements\n {2}no value arrives at 4 elements\n {2}element \(0,3\) of tile \(0,0\): no thread stores it/m);
    // No GPU was involved: this has its own exit status.
    const probe = stridescope(['run', '--device=reference', 'probe_kernel(SM75_U32x4_LDSM_N)']);
    assert.equal(probe.status, 5);
    assert.match(probe.stdout, /^not verified: SM75_U32x4_LDSM_N: not runnable here: a probe runs the instruction on a GPU/m);
    assert.match(refused(['run', '--device', 'reference', '(4,4):(1,4)']), /does not contain a kernel value/);
    assert.match(refused(['run', 'siez(4)']), /size/);
    assert.match(refused(['run', '--runner', '/nonexistent', program]), /cannot start/);
    assert.equal(stridescope(['run', '--device', 'toaster', program]).status, 2);
    const more = stridescope(['run', '--device=reference', '--trace', '--metrics', 'l2,tensor', program]).stdout;
    assert.match(more, /^no trace: .*GPU$/m);
    assert.match(more, /^no counters: .*GPU$/m);
    const picture = stridescope(['run', '--device=reference', '--picture', 'counters', program]).stdout;
    assert.match(picture, /^<svg /);
    // A product that is too large to be executed as a whole: the report names the whole tiles, over all of K, that were
    // executed.
    const copy = 'make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_32,_4):(_4,_1), (_1,_8))';
    const product = (m, n, k) => `gemm_kernel((${m},${k}):(${k},1), (${n},${k}):(${k},1), (${m},${n}):(${n},1), ${copy}, ` +
      '(Sw<2,3,3> o 0 o (128,32):(32,1), Sw<2,3,3> o 0 o (128,32):(32,1)), make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16)))';
    const sampled = stridescope(['run', '--device=reference', product(1000, 1024, 1024)]);
    assert.equal(sampled.status, 0, sampled.stdout + sampled.stderr);
    assert.match(sampled.stdout, /^verified by samples: 1\d{5} of 1024000 elements are right, 8 of 64 tiles, each over all of K, .* by the CPU$/m);
    const endless = stridescope(['run', '--device=reference', product(128, 128, 1 << 18)]);
    assert.equal(endless.status, 5, endless.stdout + endless.stderr);
    assert.match(endless.stdout, /^not verified: one tile alone takes 4294967296 products/m);
    // A kernel that cannot be made is an error on its line, here as everywhere.
    const impossible = 'A = 4:1\nK = copy_kernel((64,48):(48,1), (64,48):(48,1), "tma", Sw<1,3,3> o 0 o (64,48):(48,1), dtype="half_t")';
    for (const asked of [['eval'], ['run', '--device=reference'], ['render'], ['emit', '--format', 'cuda']]) {
      assert.match(refused([...asked, impossible]), /^error: .*TMA[^]* --> program:2:5$/m, asked[0]);
    }
    assert.match(picture, /predicted by the model/);
    assert.doesNotMatch(picture, /measured on/);
    assert.match(refused(['run', '--device=reference', '--picture', 'timeline', program]), /no trace of tiles/);
  },
  'tune --all tunes every kernel of a program into one table, each measured on the GPU that is there, and no other'() {
    if (!native) return; // it starts no runner
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tune-'));
    const file = path.join(folder, 'shapes');
    const copy = (n) => `copy_kernel(${n}:1, ${n}:1, (_256,_1):(_1,_1))`;
    fs.writeFileSync(file, `small = ${copy(65536)}\n${copy(1 << 22)}\nmma_kernel(SM80_16x8x16_F32F16F16F32_TN)\nsize(4:1)\n`);
    const tune = (...args) => spawnSync(command[0], ['tune', ...args], {
      encoding: 'utf8', timeout: 60_000, env: { ...process.env, XDG_STATE_HOME: folder },
    });
    const runner = `${process.execPath} ${path.join(here, 'desktop', 'fake_gpu.mjs')}`;
    const predicted = tune('--all', '--predict', file);
    assert.equal(predicted.status, 0, predicted.stderr);
    const [small, second, third] = predicted.stdout.split('\n');
    assert.match(small, /^small {2}predicted: \d.* us, .* GB\/s by .*; .* us unchanged$|^small {2}predicted: .*no candidate is faster$/);
    assert.match(second, /^#2 {5}predicted: .* GB\/s by \d+ threads/);
    assert.match(third, /^#3 {5}only a copy_kernel/);
    assert.match(predicted.stdout, /\n\n(small_)?tuned = copy_kernel\(/);

    const measured = tune('--all', '--json', '--best', '2', '--runner', runner, file);
    assert.equal(measured.status, 0, measured.stderr);
    const tables = JSON.parse(measured.stdout);
    assert.deepEqual(tables.map(({ name }) => name), ['small', '#2', '#3']);
    assert.match(tables[2].problem, /only a copy_kernel, a reduce_kernel or a gemm_kernel can be tuned/);
    for (const { rows } of tables.slice(0, 2)) assert.ok(rows[0].measured_us > rows.find(({ best }) => best).measured_us);
    assert.match(tune('--all', '--best', '2', '--runner', runner, file).stdout, /^small {2}measured: /);

    // The runner has an H100: for another GPU the command only predicts.
    const other = tune('--gpu', 'A100', '--best', '2', '--runner', runner, copy(65536));
    assert.match(other.stderr, /^the GPU here is NVIDIA H100 80GB HBM3: predictions only for A100$/m);
    assert.match(other.stdout, /^candidates for A100 SXM4 80 GB: predictions.*nothing is measured/);
    assert.match(tune('--gpu', 'H100', '--best', '2', '--runner', runner, copy(65536)).stdout, /^candidates on H100 SXM5 80 GB/);
    assert.equal(tune('--all', '--kernel', 'small', file).status, 2);
    assert.match(tune('--all', '--predict', '4:1').stderr, /does not contain a kernel value/);
    fs.rmSync(folder, { recursive: true });
  },
};

// Checks whose answers are the same on every machine: commands that start slowly skip them.
export const once = {
  'tune ranks kernels that do the same without a GPU, says so, and adds the best one to a file'() {
    const kernel = 'copy_kernel((4096,4096):(4096,1), (4096,4096):(1,4096), (_256,_16):(_16,_1), tile=(64,64))';
    const told = stridescope(['tune', '--predict', '--best', '3', kernel]);
    assert.equal(told.status, 0);
    assert.match(told.stdout, /^candidates for H100 SXM5 80 GB: predictions; nothing is measured\n {2}0 {2}the given kernel/);
    assert.match(told.stdout, /\ntuned = copy_kernel\(/);
    const { rows } = JSON.parse(stridescope(['tune', '--predict', '--gpu', 'h200', '--json', kernel]).stdout);
    assert.equal(rows.length, 9);
    assert.ok(rows[1].predicted_us < rows[0].predicted_us);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tune-'));
    const file = path.join(folder, 'program');
    fs.writeFileSync(file, `K = ${kernel}`);
    assert.equal(stridescope(['tune', '--predict', '--insert', file]).status, 0);
    assert.match(fs.readFileSync(file, 'utf8'), /^K = .*\ntuned = copy_kernel\(/);
    assert.match(stridescope(['eval', file]).stdout, /^copy_kernel of float/);
    fs.rmSync(folder, { recursive: true });
    assert.match(refused(['tune', '--predict', '4:1']), /does not contain a kernel value/);
    assert.match(refused(['tune', '--predict', 'mma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN))']), /only a copy_kernel, a reduce_kernel or a gemm_kernel can be tuned/);
  },
  'emit writes a kernel as CUDA, and as a file of its own'() {
    const program = 'copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))';
    const { status, stdout } = stridescope(['emit', '--format', 'cuda', program]);
    assert.equal(status, 0);
    assert.match(stdout, /extern "C" __global__ void __launch_bounds__\(64\)\nstridescope_copy\(/);
    assert.match(stdout, /It writes dst 16 bytes at a time/);
    const whole = stridescope(['emit', '--format', 'cuda', '--standalone', program]).stdout;
    assert.match(whole, /int main\(\)/);
    assert.ok(whole.includes(stdout));
    assert.match(refused(['emit', '--format', 'cuda', '(4,4):(1,4)']), /a layout is not a kernel/);
    assert.equal(stridescope(['emit', '--standalone', program]).status, 2);
    const engine = 'copy_kernel((64,64):(64,1), (64,64):(64,1), "tma", Sw<3,2,3> o 0 o (16,32):(32,1), stages=2)';
    const tma = stridescope(['emit', '--format', 'cuda', '--standalone', engine]).stdout;
    assert.match(tma, /cp\.async\.bulk\.tensor\.2d\.shared::cluster\.global/);
    assert.match(tma, /cuuint32_t box\[\] = \{32, 16\}/);
    assert.match(tma, /CU_TENSOR_MAP_SWIZZLE_128B/);
    // Refused before any compilation, with what is in the way.
    const bent = engine.replace('(64,64):(64,1), "tma"', '(64,64):(1,64), "tma"');
    assert.match(refused(['emit', '--format', 'cuda', bent]), /dst: TMA: shared memory is contiguous along mode 1,/);
  },
  'emit writes products of matrices and probes as CUDA'() {
    const emit = (...args) => stridescope(['emit', '--format', 'cuda', ...args]);
    const mma = 'make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16))';
    const copy = 'make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_32,_4):(_4,_1), (_1,_8))';
    const tile = 'Sw<2,3,3> o 0 o (64,32):(32,1)';
    const gemm = `gemm_kernel((256,64):(64,1), (128,64):(64,1), (256,128):(128,1), ${copy}, (${tile}, ${tile}), ${mma}, load="SM75_U32x4_LDSM_N")`;
    const { status, stdout } = emit(gemm);
    assert.equal(status, 0);
    assert.match(stdout, /mma\.sync\.aligned\.m16n8k16\.row\.col\.f32\.f16\.f16\.f32/);
    assert.match(stdout, /ldmatrix\.sync\.aligned\.m8n8\.x4\.shared\.b16/);
    assert.match(stdout, /cp\.async\.wait_group 1;/);
    const whole = emit('--standalone', gemm).stdout;
    assert.match(whole, /int main\(\)/);
    assert.ok(whole.includes(stdout));
    const smem = 'tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))';
    const wgmma = `A = (256,64):(64,1); s = ${smem}; t = make_tma_atom(A, s, "half_t"); gemm_kernel(A, A, (256,256):(256,1), (t,t), (s,s), make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1)))`;
    const hopper = emit('--standalone', wgmma).stdout;
    assert.match(hopper, /wgmma\.mma_async\.sync\.aligned\.m64n128k16\.f32\.f16\.f16/);
    assert.match(hopper, /setmaxnreg\.inc\.sync\.aligned\.u32 232;/);
    assert.match(hopper, /sm_90a/);
    assert.match(emit('mma_kernel(SM80_16x8x16_F32F16F16F32_TN)').stdout, /stridescope_mma\(/);
    assert.match(emit('probe_kernel(SM75_U16x8_LDSM_T)').stdout, /stridescope_probe\(/);
    assert.match(emit('--standalone', 'probe_kernel(SM75_U16x8_LDSM_T)').stdout, /stridescope_probe\([^]*int main\(/);
    assert.match(refused(['emit', '--format', 'cuda', 'probe_kernel("phases")']), /an MMA or copy atom/);
    assert.match(refused(['emit', '--format', 'cuda', gemm.replaceAll('(64,32):(32,1)', '(80,32):(32,1)')]), /not a multiple of/);
    assert.match(refused(['emit', '--format', 'cuda', 'mma_kernel(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)']), /from shared memory/);
  },
};
