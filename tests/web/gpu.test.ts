// The GPU panel: a runner is attached by hand or by the page's own address, runs kernels and is lost; without one, what
// was recorded. The runner here is a WebSocket server that speaks the protocol; the real one is used where it was built.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { socketAddress } from '../../web/src/gpu/runner';
import { card, fragment, type, useSite } from './browser';
import { fakeRunner } from './fake_runner';

const kernel = 'K = copy_kernel((16,16):(16,1), (16,16):(1,16), (_16,_4):(_4,_1), tile=(8,8))\n';
const page = { host: 'example.org' };

describe('the address of a runner', () => {
  test.each([
    ['http://127.0.0.1:8181/', 'ws://127.0.0.1:8181/run?token=a%20b'],
    ['127.0.0.1:8181', 'ws://127.0.0.1:8181/run?token=a%20b'],
    ['localhost:9', 'ws://localhost:9/run?token=a%20b'],
    ['https://example.org/explorer/', 'wss://example.org/run?token=a%20b'],
  ])('%s', (address, socket) => {
    expect(socketAddress(address, 'a b', page)).toBe(socket);
  });
  test.each(['http://example.com:8181/', 'http://10.0.0.1:8181', 'ftp://127.0.0.1/', 'not an address', 'http://127.0.0.1.example.com/', ''])('%j is none', (address) => {
    expect(socketAddress(address, 'a', page)).toBeUndefined();
  });
});

describe('the panel', () => {
  const site = useSite();
  let fake: Awaited<ReturnType<typeof fakeRunner>>;
  const asked: Record<string, unknown>[] = [];
  beforeAll(async () => {
    fake = await fakeRunner((message, say, close) => {
      asked.push(message);
      const { id } = message;
      const run = message['run'] as { program: string } | undefined;
      if (message['ping']) say({ version: 1, id, result: { status: 'ok', protocol: 1, gpu: { kind: 'gpu', name: 'NVIDIA H100', arch: 'sm90', driver: '580', cuda: '13.0' }, missing: ['nothing', 5] } });
      else if (run?.program.includes('# lost')) close(1001);
      else if (run) {
        say({ version: 1, id, event: 'compile', text: 'compiling' });
        say({ version: 1, id, event: 'nonsense' });
        say({ version: 1, id: 99, result: { status: 'error' } });
        say({
          version: 1, id,
          result: run.program.includes('# product')
            ? {
              status: 'ok', date: '2026-11-21T00:00:00Z', device: { kind: 'gpu', name: 'NVIDIA H100' }, predicted: { flops: 1e9 }, ratio: 0.81,
              verify: { by: 'gpu', checked: 64, wrong: 0, sample: 'every 64th', of: 4096 }, time: { tflop_per_s: 601.23, median_ms: 0.2, runs: 50, spread: 0.002 },
              yardstick: { name: 'cuBLASLt', tflop_per_s: 742.26 },
            }
            : run.program.includes('# mistyped')
            ? { status: 'ok', device: { name: 'NVIDIA H100' }, verify: { by: 'gpu', checked: '16', wrong: 0 } }
            : run.program.includes('# unwritten')
            ? { status: 'wrong', device: { name: 'NVIDIA H100' }, verify: { by: 'gpu', checked: 256, wrong: 4, elements: { extents: [16, 16], rows: [[0, 4, 1, -1, 0]], rest: 0 } } }
            : run.program.includes('# wrong')
            ? { status: 'wrong', date: '2026-11-21T00:00:00Z', device: { name: 'NVIDIA H100' }, verify: { by: 'gpu', checked: 16, wrong: 4, examples: [{ coordinate: '(0,3)', tile: '(0,0)', stored_by: [] }] } }
            : {
              status: 'ok', date: '2026-11-21T00:00:00Z', device: { kind: 'gpu', name: 'NVIDIA H100' }, verify: { by: 'gpu', checked: 4096, wrong: 0 },
              time: { gb_per_s: 2950.61, median_ms: 0.18195, runs: 50, spread: 0.002 }, yardstick: { name: 'cuMemcpyDtoD', gb_per_s: 2951.7 }, ratio: 0.9996,
              predicted: { counters: { sectors: 512, waves: 100 }, bounds: { waves: { as: 'sum', counter: 'lost' } } }, measured: { counters: { sectors: 514, waves: 126, lost: 13 } },
              trace: {
                timer_ns: 32,
                tiles: { of: 4, grid: [2, 2], order: [0, 1], columns: ['tile', 'sm', 'start_ns', 'end_ns', 'bytes'], rows: [[0, 0, 0, 900, 8192], [1, 1, 0, 800, 8192], [2, 0, 910, 1900, 8192], [3, 1, 830, 1700, 8192]] },
              },
            },
        });
      }
    });
  });
  afterAll(() => {
    for (const socket of fake.sockets) socket.destroy();
    fake.server.close();
  });

  async function attach(page: Page, token: string): Promise<void> {
    await page.click(`${card('K')} .section.gpu > summary`);
    await page.click(`${card('K')} .gpu >> text=Attach a runner`);
    await page.fill('.dialog.attach input[type="text"]', `http://127.0.0.1:${fake.port}/`);
    await page.fill('.dialog.attach input[type="password"]', token);
    await page.click('.dialog.attach .primary');
  }

  async function run(page: Page, program: string): Promise<void> {
    await type(page, program);
    await page.waitForTimeout(300);
    await page.waitForFunction(() => document.querySelector('.cards')?.getAttribute('aria-busy') === 'false');
    await page.click(`${card('K')} .gpu-tools .primary`);
  }

  test('the wrong token is said to be wrong; the right one attaches, and a kernel is run, with its progress and result, until the runner is gone', async () => {
    const { page } = await site.open(fragment(kernel));
    await attach(page, 'wrong');
    await page.waitForSelector('.dialog.attach .problem >> text=token is missing or wrong');
    await page.fill('.dialog.attach input[type="password"]', 'right');
    await page.click('.dialog.attach .primary');
    await page.waitForSelector('.dialog.attach >> text=NVIDIA H100, sm90, driver 580, CUDA 13.0');
    await page.click('.dialog.attach .close');
    await page.click(`${card('K')} .gpu-tools .primary`);
    await page.waitForSelector(`${card('K')} .run >> text=Measured on NVIDIA H100, 2026-11-21`);
    const text = await page.textContent(`${card('K')} .run`);
    expect(text).toContain('verified: all 4096 elements are right, checked by the GPU');
    expect(text).toContain('bytes read and written2950.6 GB/s');
    expect(text).toContain('part of cuMemcpyDtoD100.0 %');
    // A surplus within its bound is reported, and is not red; one beyond it is.
    const row = async (agreement: string): Promise<[string | null, string]> => {
      const at = `${card('K')} .counters [data-agreement="${agreement}"]`;
      return [await page.textContent(at), await page.$eval(`${at} .difference`, (cell) => getComputedStyle(cell).color)];
    };
    const [beyond, red] = await row('beyond');
    const [bounded, green] = await row('bounded');
    expect(beyond).toBe('sectors5125142 more than predicted');
    expect(bounded).toBe('waves10012626 more than predicted, within its bound: twice the 13 of lost');
    expect(green).not.toBe(red);
    // The core draws the measurements: counts, and the multiprocessor of each tile.
    await page.waitForSelector(`${card('K')} .overlays .drawing svg`);
    const offered = await page.$$eval(`${card('K')} .overlays button`, (all) => all.map(({ textContent }) => textContent));
    expect(offered).toEqual(['counts, predicted and measured', 'bandwidth by tile, measured', 'timeline by multiprocessor, measured']);
    await page.click(`${card('K')} .overlays button:nth-child(2)`);
    await page.waitForFunction(() => document.querySelector('.overlays .drawing')?.textContent?.includes('NVIDIA H100'));
    expect(asked.find((one) => one['run'])).toMatchObject({ version: 1, run: { program: kernel, ints: 'teaching', kernel: 'K', device: 'auto', counters: true } });
    // The token is not part of shared or kept data.
    expect(page.url()).not.toContain('right');
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('right');
    // For a product operations are reported, and a check of a sample is called one.
    await run(page, `${kernel}# product`);
    await page.waitForSelector(`${card('K')} .run .figures >> text=601.2 TFLOP/s`);
    const product = await page.textContent(`${card('K')} .run`);
    expect(product).toContain('verified by samples: 64 of 4096 elements are right');
    expect(product).toContain('cuBLASLt, the same run742.3 TFLOP/s');
    expect(product).toContain('part of cuBLASLt81.0 %');
    // Wrong elements are marked in both sides of the picture, until another run.
    const marked = () => page.locator(`${card('K')} .picture .ss-wrong`).count();
    await run(page, `${kernel}# unwritten`);
    await expect.poll(marked).toBe(8);
    // A wrong partition names the elements, and a lost runner is reported.
    await run(page, `${kernel}# wrong`);
    await page.waitForSelector(`${card('K')} .run .wrong >> text=4 of 16 elements`);
    expect(await page.textContent(`${card('K')} .run .wrong li`)).toBe('element (0,3) of tile (0,0): no thread stores it');
    await expect.poll(marked).toBe(0);
    // A field of a wrong type is reported, and nothing of the result is shown.
    await run(page, `${kernel}# mistyped`);
    await page.waitForSelector(`${card('K')} .gpu .problem >> text='verify.checked' is a text`);
    expect(await page.locator(`${card('K')} .run .good`).count()).toBe(0);
    await run(page, `${kernel}# lost`);
    await page.waitForSelector(`${card('K')} .gpu >> text=The runner has ended`);
  });

  test('a kernel is tuned by the attached runner: table, plot of predicted against measured, the best one as a statement', async () => {
    const { page } = await site.open(fragment('K = copy_kernel((4096,4096):(4096,1), (4096,4096):(1,4096), (_256,_16):(_16,_1), tile=(64,64))\n'));
    await attach(page, 'right');
    await page.waitForSelector('.dialog.attach >> text=NVIDIA H100, sm90');
    await page.click('.dialog.attach .close');
    await page.click('.tuner button >> text=Tune: measure candidates');
    await page.waitForSelector('.tuner .tuning-plot circle >> nth=8', { state: 'attached' });
    await page.waitForSelector('.tuner button >> text=Tune: measure candidates');
    expect(await page.locator('.tuner tbody tr').count()).toBeGreaterThan(8);
    expect(await page.evaluate(() => localStorage.getItem('stridescope.tuned'))).toContain('copy (4096,4096)');
    await page.click('.tuner tbody tr:nth-child(2) button');
    await page.waitForSelector('.editor >> text=K_tuned');
    await page.close();
  });

  test('candidates are predicted without a runner; why a prediction may be off is a note of its number', async () => {
    const { page } = await site.open(fragment('K = reduce_kernel((1024,1024):(1024,1), (1,1024):(0,1), (_32,_1):(_1,_1), tile=(1,32), dtype="float")\n'));
    await page.click('.section.gpu > summary');
    await page.click('.tuner button >> text=Candidates, predicted');
    await page.waitForSelector('.tuner .doubts li >> nth=1');
    expect(await page.textContent('.tuner tbody tr:nth-child(1) sup')).toBe('1');
    expect(await page.textContent('.tuner tbody tr:nth-child(2) sup')).toBe('2');
    expect(await page.textContent('.tuner .doubts li:nth-child(2)')).toContain('may be off: a launch of a few microseconds');
    await page.close();
  });

  test('an address that is not of this machine is refused by the page itself', async () => {
    const { page } = await site.show(fragment(kernel));
    await page.click(`${card('K')} .section.gpu > summary`);
    await page.click(`${card('K')} .gpu >> text=Attach a runner`);
    await page.fill('.dialog.attach input[type="text"]', 'http://example.com/');
    await page.fill('.dialog.attach input[type="password"]', 'x');
    await page.click('.dialog.attach .primary');
    await page.waitForSelector('.dialog.attach .problem >> text=only to this machine');
  });

  test('the kernel is there as CUDA text', async () => {
    const { page } = await site.show(fragment(kernel));
    await page.click(`${card('K')} .section.cuda > summary`);
    await page.waitForSelector(`${card('K')} .listing pre >> text=__global__`);
  });

  test('without a runner the recorded measurement of a kernel is shown, with its device and date', async () => {
    const program = 'K = copy_kernel(67108864:1, 67108864:1, make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,float>, (_128):(_1), (_4):(_1)))\n';
    const { page } = await site.show(fragment(program));
    await page.click(`${card('K')} .section.gpu > summary`);
    await page.waitForSelector(`${card('K')} .run .origin >> text=Recorded on NVIDIA H100`);
    await page.waitForSelector(`${card('K')} .run .origin >> text=Recorded on NVIDIA H200`);
    expect(await page.locator(`${card('K')} .run`).filter({ hasText: 'Recorded' }).first().textContent()).toMatch(/\d GB\/s/);
    // The model's data is separate, and labeled as such.
    await page.waitForSelector(`${card('K')} .run:has(.counters) .origin >> text=Predicted by the model: not measured`);
  });

  test('so are the recorded products of matrices, each a program to open, with device, driver and date', async () => {
    const { page } = await site.show(fragment('K = mma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2)))\n'));
    await page.click(`${card('K')} .section.gpu > summary`);
    await page.waitForSelector(`${card('K')} .gpu >> text=This kernel has no recorded measurement.`);
    await page.click(`${card('K')} .products > summary`);
    await page.waitForSelector(`${card('K')} .products .origin >> text=/Recorded on NVIDIA H200.*, driver [\\d.]+, \\d{4}-\\d\\d-\\d\\d: measured there/`);
    expect(await page.locator('.products tbody tr').count()).toBeGreaterThan(40);
    await page.click('.products button >> text="f16 4096 wgmma 128x256x64, 4 stages"');
    await page.waitForFunction(() => document.querySelector('.cm-content')?.textContent?.includes('K = gemm_kernel('));
    const run = `${card('K')} .run:has(.origin:text("Recorded on NVIDIA H100"))`;
    const file = readFileSync(fileURLToPath(new URL('../../core/data/products_h100.json', import.meta.url)), 'utf8');
    const { products } = JSON.parse(file) as { products: Record<string, number | string>[] };
    const product = products.find(({ name }) => name === 'f16 4096 wgmma 128x256x64, 4 stages')!;
    const rounded = (key: string, digits: number): string => Number(product[key]).toFixed(digits);
    await page.waitForSelector(`${run} .figures >> text=${rounded('tflop_per_s', 1)} TFLOP/s`);
    const text = await page.textContent(run);
    expect(text).toContain(`cuBLASLt, the same run${rounded('yardstick_tflop_per_s', 1)} TFLOP/s`);
    expect(text).toContain(`part of cuBLASLt${(100 * Number(product['ratio'])).toFixed(1)} %`);
    expect(text).toContain(`registers per thread${product['registers']}`);
    expect(text).toContain(`shared memory${Number(product['shared_bytes']).toLocaleString('en')} bytes`);
    // The binding limit, and the roof above it.
    expect(text).toMatch(/share of the roof[\d.]+ %/);
  });

  test('where nothing is to be plotted it is said what no run has', async () => {
    const { page } = await site.show(fragment(kernel));
    await page.click(`${card('K')} .section.gpu > summary`);
    await page.click(`${card('K')} .gpu-tools >> text=All runs`);
    await page.waitForSelector('.dialog.runs tbody tr');
    await page.fill('.dialog.runs input[type="search"]', 'transpose');
    await page.selectOption('.run-plots select >> nth=0', 'operations');
    await page.selectOption('.run-plots select >> nth=1', 'operations');
    await page.waitForSelector('.run-plot >> text=no run has both');
  });

  test('the programs of any two runs stand against each other, line by line', async () => {
    const { page } = await site.open(fragment('K = copy_kernel(67108864:1, 67108864:1, make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,float>, (_128):(_1), (_4):(_1)))\n'), { viewport: { width: 2560, height: 1300 } });
    await page.waitForSelector('.beside-cards tbody tr >> nth=2');
    const compare = page.locator('.beside-cards tbody tr .tool:text-is("±")');
    await compare.nth(0).click();
    expect(await page.locator('.difference').count()).toBe(0);
    await compare.nth(2).click();
    await page.waitForSelector('.difference pre .new');
    expect(await page.locator('.difference pre .gone').count()).toBeGreaterThan(0);
    await page.click('.difference .tool');
    await page.waitForSelector('.difference', { state: 'detached' });
  });

  test('a rung of the ladder shows what was recorded for it', async () => {
    const file = readFileSync(fileURLToPath(new URL('../../core/data/ladder_h100.json', import.meta.url)), 'utf8');
    const { products } = JSON.parse(file) as { products: Record<string, number | string>[] };
    const rung = products.find(({ id }) => id === 'ladder/transpose_1')!;
    const { page } = await site.show(fragment(String(rung['program'])));
    await page.click(`${card('K')} .section.gpu > summary`);
    const run = `${card('K')} .run:has(.origin:text("Recorded on NVIDIA H100"))`;
    await page.waitForSelector(`${run} .figures >> text=${Number(rung['gb_per_s']).toFixed(1)} GB/s`);
  });
});

const binary = fileURLToPath(new URL('../../build/native/bin/stridescope-runner', import.meta.url));
describe.skipIf(!existsSync(binary))('the real runner', () => {
  const site = useSite();
  let child: ChildProcess;
  let told = '';
  // The reference device gives the same everywhere.
  const env = { ...process.env, CUDA_VISIBLE_DEVICES: '' };
  beforeAll(async () => {
    const folder = process.env['STRIDESCOPE_WEB_OUT'] ?? fileURLToPath(new URL('../../build/web', import.meta.url));
    const traces = fileURLToPath(new URL('../traces', import.meta.url));
    child = spawn(binary, ['serve', '--port', '0', '--site', folder, '--traces', traces], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`stridescope-runner serve ended with ${code}: ${told}`)));
      child.stdout!.on('data', (data) => {
        told += String(data);
        if (/^open .*\n/m.test(told)) resolve();
      });
    });
  });
  afterAll(() => void child.kill());

  /** The page that a runner serves, with the dialog of runners open. */
  async function ofRunner(address: string): Promise<Page> {
    const { page } = await site.open(fragment('A = 4:1'));
    await page.goto(address + fragment(kernel));
    await page.waitForSelector('.cm-content');
    await page.keyboard.press('Control+k');
    await page.fill('.palette input', 'runner');
    await page.keyboard.press('Enter');
    return page;
  }

  test('serves the page, which attaches by itself and proves a kernel; the token does not stay in the address', async () => {
    const { page } = await site.open(fragment('A = 4:1'));
    const address = /^open +(\S+)$/m.exec(told)![1]!;
    await page.goto(address + fragment(kernel));
    await page.waitForSelector('.cm-content');
    expect(page.url()).not.toContain('token');
    await page.click(`${card('K')} .section.gpu > summary`);
    await page.click(`${card('K')} .gpu-tools .primary`);
    await page.waitForSelector(`${card('K')} .run .good >> text=verified: all 256 elements are right`);
    await page.waitForSelector(`${card('K')} .counters tbody tr >> nth=3`);
  });

  test('a trace of the folder that it offers opens as one that is dropped', async () => {
    const page = await ofRunner(/^open +(\S+)$/m.exec(told)![1]!);
    await page.click('.offered-traces button:text-is("transpose.trace")');
    await page.waitForSelector('.dialog .file-row');
    expect(await page.locator('.dialog .file-row').count()).toBeGreaterThan(10);
  });

  test('a runner that was not started for it runs no programs, and the page says how it would', async () => {
    const page = await ofRunner(/^open +(\S+)$/m.exec(told)![1]!);
    await page.waitForSelector('.offered-traces code:text-is("stridescope-runner serve --allow-programs")');
    expect(await page.locator('.trace-program').count()).toBe(0);
  });

  test('where programs are allowed one is traced from the page, says what it prints and why it fails, and its trace opens', async () => {
    const folder = process.env['STRIDESCOPE_WEB_OUT'] ?? fileURLToPath(new URL('../../build/web', import.meta.url));
    const tracer = fileURLToPath(new URL('../runner/fake_tracer.sh', import.meta.url));
    const allowed = spawn(binary, ['serve', '--port', '0', '--site', folder, '--allow-programs', '--tracer', tracer], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const address = await new Promise<string>((resolve, reject) => {
        let heard = '';
        allowed.once('exit', (code) => reject(new Error(`it ended with ${code}: ${heard}`)));
        allowed.stdout!.on('data', (data) => {
          heard += String(data);
          const [, open] = /^open +(\S+)\n/m.exec(heard) ?? [];
          if (open) resolve(open);
        });
      });
      const page = await ofRunner(address);
      await page.fill('.trace-program input[name="command"]', 'fails');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.trace-program .problem >> text=no trace was made');
      await page.waitForSelector('.trace-program .said >> text=libsanitizer-public.so is not there');
      await page.fill('.trace-program input[name="command"]', 'waits');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.trace-program .said >> text=child');
      await page.click('.trace-program button:text-is("Stop")');
      await page.waitForSelector('.trace-program button:text-is("Trace")');
      await page.fill('.trace-program input[name="command"]', 'copy transpose.trace');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.dialog .file-row');
      expect(await page.locator('.dialog .file-row').count()).toBeGreaterThan(10);
      // The shared memory of its block in time, as a picture next to a row.
      await page.click('.file-lists button:has-text("Shared memory in time")');
      await page.waitForSelector('.file-lists [aria-selected="true"]:has-text("Shared memory in time")');
      // The first row is chosen, with its picture, until another one is.
      await page.waitForSelector('.file-looked .drawing svg', { state: 'attached' });
      await page.$eval('.file-looked .drawing svg', (one) => { one.id = 'of-the-first-row'; });
      await page.click('.file-row:nth-child(9)');
      await page.waitForSelector('.file-looked .drawing svg:not(#of-the-first-row) g[data-cell] >> nth=100', { state: 'attached' });
      // The picture is not drawn again for the same row.
      await page.$eval('.file-looked .drawing svg', (one) => { one.id = 'kept'; });
      await page.click('.file-row:nth-child(9)');
      await page.waitForTimeout(300);
      expect(await page.locator('#kept').count()).toBe(1);
    } finally {
      allowed.kill();
    }
  });

  const built = (name: string): string => fileURLToPath(new URL(`../../build/native/bin/${name}`, import.meta.url));
  // On the reference device, as everywhere without a GPU: times belong to no real device.
  test.skipIf(!existsSync(built('stridescope-desktop-driver')) || !existsSync(built('stridescope'))).each([
    ['a copy that is right', 'K = copy_kernel((16,16):(16,1), (16,16):(1,16), (_16,_4):(_4,_1), tile=(8,8))'],
    ['one that is not', 'K = copy_kernel((4,4):(4,1), (4,4):(4,1), (_4,_3):(_1,_4), tile=(4,4))'],
    ['a product', 'K = mma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2)), tile=(64,64,32))'],
  ])('what is kept of a run is the same of page, window and command line: %s', async (_, program) => {
    const lines = (text: string): object[] => text.trim().split('\n').map((line) => {
      const { id, date, ...run } = JSON.parse(line) as { id: string; date: string; program: string; value: string };
      expect([id, date].every(Boolean)).toBe(true);
      return { ...run, program: run.program.trim() };
    });
    const address = /^open +(\S+)$/m.exec(told)![1]!;
    const { page } = await site.open(fragment('A = 4:1'));
    // Before the page reads what was kept: it would keep it again.
    await page.addInitScript(() => { localStorage.removeItem('stridescope-runs'); });
    await page.goto(address + fragment(program));
    await page.click(`${card('K')} .section.gpu > summary`);
    await page.click(`${card('K')} .gpu-tools .primary`);
    await page.waitForFunction(() => localStorage.getItem('stridescope-runs'));
    const ofPage = lines(await page.evaluate(() => localStorage.getItem('stridescope-runs')!));

    const home = mkdtempSync(path.join(tmpdir(), 'stridescope-runs-'));
    writeFileSync(path.join(home, 'script'), `program ${program}\nexpect runs/history is 1\nframes 4\n`);
    const window = spawnSync(built('stridescope-desktop-driver'), ['--headless', '--home', home, '--size', '1280x720', '--script', path.join(home, 'script')], { env, encoding: 'utf8' });
    expect(window.status, window.stderr + window.stdout).toBe(0);
    const ofWindow = lines(readFileSync(path.join(home, 'runs.jsonl'), 'utf8'));
    rmSync(home, { recursive: true });
    expect(ofWindow).toEqual(ofPage);

    const { status, stdout } = spawnSync(built('stridescope'), ['run', '--json', '--ints', 'teaching', program], { env, encoding: 'utf8' });
    expect([0, 4]).toContain(status);
    const { result } = JSON.parse(stdout.trim().split('\n').at(-1)!) as { result: object };
    const { value } = ofPage[0] as { value: string };
    const ran = { id: 'x', date: '2026-01-01T00:00:00Z', program, mode: 'teaching', kernel: 'K', value };
    const request = JSON.stringify({ lines: '', run: { ran, binding: 0, result: JSON.stringify(result) } });
    const kept = spawnSync(built('stridescope'), ['call', '--ints', 'teaching', '--program', program, 'take_runs', request], { encoding: 'utf8' });
    expect(lines((JSON.parse(kept.stdout) as { lines: string }).lines)).toEqual(ofPage);
  }, 60_000);
});
