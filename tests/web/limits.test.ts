// The page under strain: large pictures, hostile programs, a core that does not load, a worker that is silent.
import { describe, expect, test } from 'vitest';
import { card, composed, fragment, paste, place, printed, slowCore, type, useSite } from './browser';

const site = useSite();

describe('large', () => {
  const big = fragment('S = (4,4):(4,1)\nB = (1024,1024):(1024,1)\n');

  test('a million elements are drawn on a canvas, with every class of colour', async () => {
    const { page } = await site.show(big);
    await page.waitForSelector(`${card('B')} canvas`);
    const painted = () => page.$eval(`${card('B')} canvas`, (element) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set(new Uint32Array(data.buffer));
      return seen.size > 1 && !seen.has(0);
    });
    await expect.poll(painted).toBe(true);
    await expect.poll(() => page.locator(`${card('S')} svg.ss-scene`).count()).toBe(1);
  });

  test('what is left out of a larger one is said', async () => {
    const { page } = await site.show(fragment('B = (4096,2048):(2048,1)\n'));
    await page.waitForSelector(`${card('B')} canvas`);
    expect(await page.textContent(`${card('B')} .figure > .note`)).toContain('4096');
  });

  test('hover and arrow keys find single cells of it', async () => {
    const { page } = await site.show(big);
    const area = await place(page, `${card('B')} canvas`);
    // In the middle of row 256, column 768: index 256 + 1024 × 768.
    await page.mouse.move(area.x + (area.width * 768.5) / 1024, area.y + (area.height * 256.5) / 1024);
    await page.waitForSelector(`${card('B')} .board .ss-lit`);
    await expect.poll(() => page.textContent(`${card('B')} .readout`)).toContain('(256,768)');
    await page.focus(`${card('B')} .picture`);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('[data-card="B"] .readout')?.textContent?.includes('(256,769)'));
  });

  test('cells can be enlarged and made smaller again', async () => {
    const { page } = await site.show(big);
    const width = () => page.$eval(`${card('B')} .sheet`, (sheet) => sheet.clientWidth);
    await page.waitForSelector(`${card('B')} canvas`);
    const all = await width();
    await page.click(`${card('B')} [aria-label="Larger cells"]`);
    await page.click(`${card('B')} [aria-label="Larger cells"]`);
    await expect.poll(width).toBe(2048);
    await page.focus(`${card('B')} .picture`);
    await page.keyboard.press('-');
    await page.keyboard.press('-');
    await expect.poll(width).toBe(all);
  });

  test('a pinned cell leaves the others readable: a veil in the color of the theme, not a black one', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const { page } = await site.show(big, { colorScheme: theme });
      await page.waitForSelector(`${card('B')} canvas`);
      await page.focus(`${card('B')} .picture`);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      const brightness = () => page.$eval(`${card('B')} canvas`, (element) => {
        const canvas = element as HTMLCanvasElement;
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        let sum = 0;
        for (let at = 0; at < data.length; at += 4) sum += data[at]! + data[at + 1]! + data[at + 2]!;
        return sum / (data.length / 4) / 3;
      });
      if (theme === 'light') await expect.poll(brightness).toBeGreaterThan(225);
      else {
        await expect.poll(brightness).toBeGreaterThan(15);
        expect(await brightness()).toBeLessThan(90);
      }
    }
  });

  test('cells keep the size that was asked for last while the core paints one before', async () => {
    const { page } = await site.open(big, {}, (before) => slowCore(before, 200));
    await page.waitForSelector(`${card('B')} canvas`);
    const sheet = page.locator(`${card('B')} .sheet`);
    const width = () => sheet.evaluate(({ clientWidth }) => clientWidth);
    const all = await width();
    await sheet.evaluate((element) => {
      const widths: number[] = [];
      new MutationObserver(() => widths.push(element.clientWidth)).observe(element, { attributeFilter: ['style'] });
      Object.assign(window, { widths });
    });
    await page.focus(`${card('B')} .picture`);
    const pressTwice = async (key: string) => {
      for (let i = 0; i < 2; ++i) await page.keyboard.press(key);
    };
    await pressTwice('+');
    expect(await width()).toBe(2048);
    await pressTwice('-');
    expect(await width()).toBe(all);
    // Cells that the core painted meanwhile arrive now, and change it no more.
    await page.evaluate(() => { (window as unknown as { widths: number[] }).widths.length = 0; });
    await page.waitForTimeout(1000);
    const widths = await page.evaluate(() => (window as unknown as { widths: number[] }).widths);
    expect([...widths, await width()].every((one) => one === all), `${all}: ${widths}`).toBe(true);
  });

  test('heads stand beside it, and labels on the cells once they are large enough', async () => {
    const { page } = await site.show(big);
    await page.waitForFunction(() => [...document.querySelectorAll('[data-card="B"] .ruler.down span')].some((head) => head.textContent === '512'));
    await page.waitForFunction(() => [...document.querySelectorAll('[data-card="B"] .ruler.across span')].some((head) => head.textContent === '512'));
    const inked = () => page.$eval(`${card('B')} canvas`, (element) => {
      const canvas = element as HTMLCanvasElement;
      const pixels = new Uint32Array(canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
      return new Set(pixels).size;
    });
    const larger = page.locator(`${card('B')} [aria-label="Larger cells"]`);
    // If several cells share a pixel, shades appear, too.
    while (await page.$eval(`${card('B')} .sheet`, (sheet) => sheet.clientWidth) < 4 * 1024) await larger.click();
    const before = await inked();
    while (await page.$eval(`${card('B')} .sheet`, (sheet) => sheet.clientWidth) < 64 * 1024) await larger.click();
    await page.waitForFunction(() => [...document.querySelectorAll('[data-card="B"] .ruler.down span')].length > 3
      && [...document.querySelectorAll('[data-card="B"] .ruler.down span')].every((head) => head.textContent));
    // Letters have edges of many shades.
    await expect.poll(inked).toBeGreaterThan(before + 20);
  });

  test('the canvas follows the theme', async () => {
    const { page } = await site.open(big);
    await page.waitForSelector(`${card('B')} canvas`);
    const first = () => page.$eval(`${card('B')} canvas`, (element) =>
      [...(element as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, 1, 1).data].join());
    const light = await first();
    await page.click('[aria-label="Switch to dark"]');
    await expect.poll(first).not.toBe(light);
  });
});

describe('hostile', () => {
  /** Characters; a longer text that is pasted is shown next to the program, in a dialog. */
  const mostTyped = 1 << 18;
  const hostile: [string, string][] = [
    ['nesting', '('.repeat(100_000)],
    ['a megabyte', 'A = (1,2):(2,1)\n'.repeat(65_000)],
    ['many values', 'A = (1,2):(2,1)\n'.repeat(16_000)],
    ['many errors', 'A = (1,\n) '.repeat(20_000)],
    ['a size of 2^62', 'L = (2147483648,2147483648):(1,2147483648)'],
    ['strides that overflow', 'L = (4,4):(9223372036854775807,9223372036854775807)'],
    ['recursion of names', 'A = composition(B, B)\nB = composition(A, A)'],
    ['noise', '\u0000\uD800 <<>> @@ o o o --> :::: "\\'],
  ];

  test.each(hostile)('%s: the page goes on', async (_, program) => {
    const { page } = await site.show(fragment('S = (4,4):(4,1)\n'));
    await paste(page, program);
    if (program.length > mostTyped) await page.click('dialog.file .close');
    await page.waitForFunction(() => document.querySelector('.cards')?.getAttribute('aria-busy') === 'false');
    await paste(page, 'Z = (2,3):(3,1)');
    await page.waitForFunction(() => document.querySelector('[data-card="Z"] [data-cell="5"]'));
    expect(await page.locator('.card').count()).toBe(1);
  });
});

describe('a worker that does not answer', () => {
  test('is replaced: the text stays, the page says so, the next program works', async () => {
    const { page } = await site.open(composed(), {}, async (before) => {
      // The first worker answers what is asked at the start, and hangs in the first evaluation after it.
      let workers = 0;
      await before.route('**/assets/worker-*.js', async (route) => {
        const response = await route.fetch();
        const hang = `addEventListener('message', ({ data }) => {
          const never = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
          if (JSON.stringify(data).includes('hang')) Atomics.wait(never, 0, 0);
        });`;
        await route.fulfill({ response, body: (workers++ === 0 ? hang : '') + await response.text() });
      });
    });
    await page.waitForSelector(card('R'));
    await type(page, 'A = (4,4):(4,1) # hang');
    await page.waitForSelector('.problem', { timeout: 10_000 });
    expect(await page.textContent('.problem')).toContain('Stopped');
    expect(await page.textContent('.cm-content')).toContain('A = (4,4):(4,1) # hang');
    await type(page, 'Z = (2,3):(3,1)');
    await page.waitForSelector(card('Z'));
    expect(await printed(page, 'Z')).toBe('(2,3):(3,1)');
    expect(await page.locator('.problem').count()).toBe(0);
  });
});

test('a core that cannot be loaded is said so', async () => {
  const { page, complaints } = await site.open(composed(), {}, async (before) => {
    await before.route('**/*.wasm', (route) => route.abort());
  });
  await page.waitForSelector('.problem');
  expect(await page.textContent('.problem')).toContain('could not be loaded');
  complaints.length = 0;
});

test('of many values the first are shown, and how many more there are', async () => {
  const program = Array.from({ length: 203 }, (_, index) => `n${index} = ${index}`).join('\n');
  const { page } = await site.show(fragment(program));
  await expect.poll(() => page.locator('.card').count()).toBe(200);
  expect(await page.textContent('.omitted')).toContain('3 more values are not shown');
  await page.click('.omitted button');
  await page.waitForSelector(card('n202'));
  expect(await page.locator('.omitted').count()).toBe(0);
});

test('with many cards, the pictures of the list come as its lines are opened', async () => {
  const program = Array.from({ length: 40 }, (_, index) => `L${index} = (63,64):(64,1)`).join('\n');
  const { page } = await site.show(fragment(program));
  await page.waitForSelector(card('L39'));
  expect(await page.locator('.card').count()).toBe(40);
  await page.waitForSelector(`.on-stage ${card('L39')} canvas`);
  expect(await page.locator('canvas').count()).toBe(1);
  await page.locator(`${card('L20')} .expand`).click();
  await page.waitForSelector(`${card('L20')} canvas`);
  await page.locator(`${card('L20')} .expand`).click();
  await page.waitForFunction((of) => !document.querySelector(`${of} canvas`), card('L20'));
});
