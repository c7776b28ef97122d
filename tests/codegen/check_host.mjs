// Checks that each exported file builds with nvcc: the templates of the host's programs alone, and a whole program of
// each kind of kernel, with and without the copy engine. Needs the toolkit, no GPU. Usage: node check_host.mjs NVCC
// STRIDESCOPE
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerTo, versionOf } from '../tools/tool_answers.mjs';

const [named, stridescope] = process.argv.slice(2);
const nvcc = [named, '/usr/local/cuda/bin/nvcc'].find((tool) => !spawnSync(tool, ['--version']).error);
if (!nvcc) {
  console.log(`skipped: there is no ${named}`);
  process.exit(77);
}
const version = versionOf(nvcc);
const options = ['-std=c++17', '-x', 'cu', '-O0', '-gencode', 'arch=compute_90a,code=sm_90a', '-c'];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-host-'));

const wgmma = 'A = (256,64):(64,1); s = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64)); t = make_tma_atom(A, s, "half_t"); gemm_kernel(A, A, (256,256):(256,1), (t,t), (s,s), make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1)))';
const wholes = [
  'copy_kernel((48,64):(64,1), (48,64):(1,48), (_32,_8):(_8,_1), tile=(16,16), persistent=1)',
  'copy_kernel((64,64):(64,1), (64,64):(64,1), "tma", Sw<3,2,3> o 0 o (16,32):(32,1), stages=2)',
  'mma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16)))',
  wgmma,
  wgmma.replace(/\)$/, ', dtype="float_e4m3_t", alpha=4, beta=1, bias=(256,256):(0,1))'),
  wgmma.replaceAll('256,64', '256,1024').replaceAll(':(64,1); s', ':(1024,1); s').replace(/\)$/, ', split=16)'),
  `cp = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,int8_t>, (_32,_4):(_4,_1), (_1,_16)); s = (64,64):(80,1); gemm_kernel((64,64):(64,1), (64,64):(64,1), (64,64):(64,1), cp, (s,s), make_tiled_mma(SM80_16x8x32_S32S8S8S32_TN, (2,2)), dtype="int8_t", alpha="0.5")`,
  'convert_kernel((_32,_32):(_1,_32), (_32,_32):(_32,_1))',
  'convert_kernel(((_4,_8),(_2,_2)):((_32,_1),(_16,_8)), ((_4,_8),(_2,_2)):((_16,_1),(_8,_64)), dtype="half_t")',
  'reduce_kernel((64,256):(256,1), (64,1):(1,0), ((_32,_8),_4):((_32,_1),_8), tile=(8,128))',
  'reduce_kernel((64,250):(250,1), (64,1):(1,0), ((_32,_8),_2):((_16,_1),_8), tile=(8,64), dtype="half_t", combine="shared", split=2)',
  'probe_kernel(SM75_U32x4_LDSM_N)',
  'probe_kernel(SM90_TMA_LOAD<8192 bits>)',
  'probe_kernel(SM90_TMA_LOAD_IM2COL<8192 bits>)',
];

function builds(source) {
  return answerTo([version, ...options, source], () => {
    fs.writeFileSync(path.join(folder, 'whole.cu'), source);
    const made = spawnSync(nvcc, [...options, '-o', 'whole.o', 'whole.cu'], { cwd: folder, encoding: 'utf8' });
    return made.status === 0 ? '' : `${made.stdout}${made.stderr}`;
  });
}

let right = 0;
let wrong = 0;
function check(name, source) {
  const said = builds(source);
  if (!said) return ++right;
  ++wrong;
  console.log(`FAILED: ${name}\n${said}`);
}

const templates = fileURLToPath(new URL('../../core/kernels/cuda/', import.meta.url));
for (const name of fs.readdirSync(templates).filter((file) => /^host.*\.cuh$/.test(file))) {
  check(name, fs.readFileSync(path.join(templates, name), 'utf8'));
}
for (const program of wholes) {
  const emitted = (...rest) => {
    const { status, stdout, stderr } = spawnSync(path.resolve(stridescope), ['emit', '--format', 'cuda', ...rest, program], { encoding: 'utf8' });
    assert.equal(status, 0, `${program}: ${stderr}`);
    return stdout;
  };
  const whole = emitted('--standalone');
  assert.ok(whole.includes(emitted()), `the exported file of ${program} has another kernel than is measured`);
  check(program, whole);
}
fs.rmSync(folder, { recursive: true });
console.log(`${right} right, ${wrong} wrong`);
process.exit(wrong > 0 || right < wholes.length + 5 ? 1 : 0);
