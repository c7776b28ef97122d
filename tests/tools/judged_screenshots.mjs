// The screens by which page and window are judged: a first visit, steps of five lessons, programs as users bring them and
// a trace, at four widths, light, dark and in Chinese, each a PNG that somebody opens and looks at.
// Usage: node judged_screenshots.mjs page|window FOLDER [CASE or WIDTH or LOOK ...], e.g. page shots gemm 390 dark
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../../web/serve.mjs';
import { chromiumFlags, chromiumPath } from './chromium.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = (name) => `${root}build/native/bin/${name}`;
const { entries } = JSON.parse(execFileSync(built('stridescope'), ['call', 'gallery', '{}'], { encoding: 'utf8', maxBuffer: 1 << 26 }));
const ofGallery = (id) => entries.find((entry) => entry.id === id).program;

const transpose = `# A transpose through shared memory, swizzled
read = ((_32,_8),_4):((_32,_1),_8)
write = ((_32,_8),_4):((_1,_32),_256)
tile = Sw<5,0,5> o 0 o (32,32):(32,1)
K = copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (read, write), tile, tile=(32,32))
`;
const cases = {
  transpose,
  gemm: ofGallery('kernels/run_wgmma'),
  integers: 'a = 128\nb = ceil_div(1000, a)\nc = gcd(48, 36)\nd = lcm(a, c)\ne = size((4,(2,8)):(1,(4,8)))\nf = cosize((8,8):(9,1))\ng = (a, (b, c), d)\nh = product(g)\ni = rank(g)\n',
  pasted: `// one tile of C by one block, A and B through shared memory
using namespace cute;
template <class T>
__global__ void gemm(T const* A, T const* B, float* C, int M, int N, int K) {
  auto bM = Int<128>{};
  auto bN = Int<128>{};
  auto bK = Int<32>{};
  auto cta_tiler = make_shape(bM, bN, bK);
  auto swizzle_atom = composition(Swizzle<3,3,3>{}, Layout<Shape<_8,Shape<_8,_4>>,Stride<_32,Stride<_1,_8>>>{});
  auto sA_layout = tile_to_shape(swizzle_atom, make_shape(bM, bK));
  auto sB_layout = tile_to_shape(swizzle_atom, make_shape(bN, bK));
  TiledCopy copyA = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{},
                                    Layout<Shape<_32,_4>,Stride<_4,_1>>{},
                                    Layout<Shape<_1,_8>>{});
  TiledCopy copyB = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{},
                                    Layout<Shape<_32,_4>,Stride<_4,_1>>{},
                                    Layout<Shape<_1,_8>>{});
  TiledMMA mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{},
                                Layout<Shape<_2,_2>>{},
                                Tile<_32,_32,_16>{});
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, Int<1>{}));
  Tensor mB = make_tensor(make_gmem_ptr(B), make_shape(N, K), make_stride(K, Int<1>{}));
  Tensor mC = make_tensor(make_gmem_ptr(C), make_shape(M, N), make_stride(Int<1>{}, M));
  auto cta_coord = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, cta_tiler, cta_coord, Step<_1, X,_1>{});
  Tensor gB = local_tile(mB, cta_tiler, cta_coord, Step< X,_1,_1>{});
  Tensor gC = local_tile(mC, cta_tiler, cta_coord, Step<_1,_1, X>{});
  __shared__ T smemA[cosize_v<decltype(sA_layout)>];
  __shared__ T smemB[cosize_v<decltype(sB_layout)>];
  Tensor sA = make_tensor(make_smem_ptr(smemA), sA_layout);
  Tensor sB = make_tensor(make_smem_ptr(smemB), sB_layout);
  ThrCopy thr_copy = copyA.get_slice(threadIdx.x);
  Tensor tAgA = thr_copy.partition_S(gA);
  Tensor tAsA = thr_copy.partition_D(sA);
  ThrMMA thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCgC = thr_mma.partition_C(gC);
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);
  clear(tCrC);
}
`,
  compared: 'P = ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))\nQ = ((_4,_8),(_2,_2)):((_32,_1),(_8,_16))\ncompare(P, Q)\n',
  errors: 'A = (4,8:(8,1)\nB = composition(A, 7:2)\nC = make_layout((4,4), (1,\nD = logical_divide((6,2):(8,2), 5)\nE = foo(3)\nF = (4,4):(4)\n',
  runs: transpose,
  swizzle: 'S = Sw<3,3,3> o 0 o (64,64):(64,1)\n',
  hole: 'TV = ((4,8),(2,2)):((32,1),(16,0))\ntv_coverage(TV, (16,8))\n',
  first: '',
  trace: 'A = (4,8):(8,1)\n',
};
/** Steps of the course, which only the page has. */
const lessons = ['hierarchy/walk', 'composition/by-hand', 'threads-values/coverage', 'swizzles/xor', 'mma/wgmma'];
const opened = `${root}tests/traces/triton.trace`;
const widths = { 390: 844, 1280: 720, 1440: 900, 2560: 1440 };
const looks = ['light', 'dark', 'zh'];

const [surface, folder, ...asked] = process.argv.slice(2);
const chosen = (all) => (all.some((one) => asked.includes(String(one))) ? all.filter((one) => asked.includes(String(one))) : all);
fs.mkdirSync(folder, { recursive: true });
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-judged-'));

const everyCase = async (shoot) => {
  for (const name of chosen([...Object.keys(cases), ...(surface === 'page' ? lessons : [])])) {
    for (const width of chosen(Object.keys(widths))) {
      for (const look of chosen(looks)) await shoot(name, Number(width), look, path.resolve(folder, `${surface}-${name.replace('/', '_')}-${width}-${look}.png`));
    }
  }
};
const escaped = (text) => text.trim().replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

function windowRun(home, words, lines) {
  const script = path.join(work, 'script');
  fs.writeFileSync(script, lines.join('\n'));
  const done = spawnSync(built('stridescope-desktop-driver'), ['--headless', '--home', home, ...words, '--script', script], { encoding: 'utf8', env: { ...process.env, CUDA_VISIBLE_DEVICES: '' } });
  if (done.status !== 0) console.log(`FAILED ${done.stdout}${done.stderr}`);
}

/** 200 runs as page and window store them: one on the reference device, the others with invented GPU times on other days. */
function keptRuns() {
  const home = path.join(work, 'kept');
  fs.mkdirSync(home, { recursive: true });
  windowRun(home, ['--size', '1280x720'], [`program ${escaped(transpose)}`, 'expect runs/history is 1', 'frames 4']);
  const run = JSON.parse(fs.readFileSync(path.join(home, 'runs.jsonl'), 'utf8').trim().split('\n')[0]);
  const timed = (i) => {
    const rate = 2100 + (i * 37) % 700;
    return { device: 'NVIDIA H100 80GB HBM3', driver: '580.159.04', arch: 'sm_90', on_gpu: true, gb_per_s: rate, median_ms: 8388.608 / rate / 1000, spread: 0.004 + 0.0001 * (i % 9), ratio: rate / 2950, yardstick: 'cuMemcpyDtoD', counters: (run.counters ?? []).map((one) => ({ ...one, measured: one.predicted })) };
  };
  return Array.from({ length: 200 }, (_, i) => JSON.stringify({ ...run, ...timed(i), id: `run${i}`, date: `${new Date(Date.UTC(2026, 10, 1) + i * 3_600_000).toISOString().slice(0, 19)}Z` })).join('\n');
}

/** Runs in the page: drops a file on it. */
function drop({ name, bytes }) {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], name));
  dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
}

const kept = chosen(Object.keys(cases)).includes('runs') ? keptRuns() : '';
if (surface === 'window') {
  await everyCase((name, width, look, file) => {
    const home = path.join(work, `${name}-${width}-${look}`);
    fs.mkdirSync(home, { recursive: true });
    if (name === 'runs') fs.writeFileSync(path.join(home, 'runs.jsonl'), `${kept}\n`);
    const then = { runs: ['key ctrl+1', 'frames 8'], trace: [`drop ${opened}`, 'frames 12'] }[name] ?? [];
    windowRun(home, [...(name === 'first' ? [] : ['--program', cases[name].trim()]), '--size', `${width}x${widths[width]}`, '--theme', look === 'dark' ? 'dark' : 'light', ...(look === 'zh' ? ['--language', 'zh'] : [])],
      ['frames 8', ...(name === 'first' ? [] : ['key ctrl+end', 'frames 8']), ...then, `screenshot ${file}`, 'frames 2']);
    console.log(file);
  });
} else {
  const { chromium } = createRequire(new URL('../../web/package.json', import.meta.url))('playwright-core');
  const { server, url } = await serve(process.env.STRIDESCOPE_WEB_OUT ?? `${root}build/web`);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
  await everyCase(async (name, width, look, file) => {
    const context = await browser.newContext({
      viewport: { width, height: widths[width] }, colorScheme: look === 'dark' ? 'dark' : 'light', locale: look === 'zh' ? 'zh-CN' : 'en-US', serviceWorkers: 'block',
    });
    const page = await context.newPage();
    if (name === 'runs') await page.addInitScript((lines) => localStorage.setItem('stridescope-runs', lines), kept);
    const fragment = lessons.includes(name) ? `#lesson=${name}` : name === 'first' ? '' : `#t=${Buffer.from(cases[name]).toString('base64url')}`;
    await page.goto(url + fragment);
    await page.waitForSelector('.card, .troubles');
    await page.waitForTimeout(1500);
    if (name === 'trace') {
      await page.evaluate(drop, { name: path.basename(opened), bytes: [...fs.readFileSync(opened)] });
      await page.waitForSelector('.dialog .file-row');
      await page.waitForTimeout(800);
    }
    if (name === 'runs') {
      await page.click('.section.gpu > summary');
      await page.click('.gpu-tools >> nth=0 >> button >> nth=-1').catch(() => {});
      await page.waitForTimeout(800);
    }
    await page.screenshot({ path: file });
    await context.close();
    console.log(file);
  });
  await browser.close();
  server.close();
  server.closeAllConnections();
}
fs.rmSync(work, { recursive: true });
