// The room that a lesson gives to its pictures and questions.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { card, useSite } from './browser';

const site = useSite();

/** The heights of the letters in the cells on the stage that are drawn. */
const letters = (page: Page): Promise<number[]> => page.$eval('.on-stage .picture svg', (svg) => {
  const scale = svg.getBoundingClientRect().width / Number(svg.getAttribute('width'));
  return [...svg.querySelectorAll('[data-cell] text')].filter((one) => getComputedStyle(one).visibility === 'visible').map((one) => scale * parseFloat(getComputedStyle(one).fontSize));
});

test('1440 x 900: an instruction has its threads and values in its cells, legibly', async () => {
  const { page } = await site.open('#lesson=mma');
  await page.waitForSelector(`.on-stage ${card('atom')} svg`);
  await expect.poll(() => letters(page).then((all) => all.length)).toBe(2 * (16 * 16 + 16 * 8 + 16 * 8));
  expect(Math.min(...await letters(page))).toBeGreaterThanOrEqual(9);
});

test('1440 x 900: the operands of an instruction are side by side, since they have no room below each other', async () => {
  const { page } = await site.open('#lesson=mma/atom');
  await page.waitForSelector('.on-stage .picture svg [data-copied]');
  await expect.poll(() => page.$eval('.on-stage', (one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1);
  // The first cells of A, B and C, and the numbers of their columns.
  const tops = await page.$$eval('.on-stage .picture svg', ([svg]) => [0, 256, 384].map((id) => Math.round(svg!.querySelector(`[data-cell="${id}"]`)!.getBoundingClientRect().top)));
  expect(tops).toEqual([tops[0], tops[0], tops[0]]);
  expect(await page.locator('.on-stage svg text.ss-head:text-is("7")').count()).toBe(6);
  expect(Math.min(...await letters(page))).toBeGreaterThanOrEqual(9);
  // On a phone, question and pictures are below each other.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.locator('.on-stage svg [data-copied]').count()).toBe(0);
});

/** The area of the cards, and the picture on the stage at the scale at which its letters are 9 px high. */
const needed = (page: Page): Promise<{ room: number; width: number; height: number; letters: number }> => page.$eval('.on-stage .picture svg', (svg) => ({
  room: document.querySelector('.cards')!.clientWidth - 28,
  width: 0.75 * Number(svg.getAttribute('width')),
  height: 0.75 * Number(svg.getAttribute('height')),
  letters: svg.querySelectorAll('[data-cell] text').length,
}));

test.each([
  'global-memory/partition', 'swizzles/banks', 'swizzles/vectors', 'swizzles/phases', 'threads-values/coverage', 'mma/atom', 'mma/ldmatrix', 'gemm/keep', 'gemm/hopper',
])('1280 x 720, %s: letters in cells at 9 px or more, and none only if they have no room', async (place) => {
  const { page } = await site.open(`#lesson=${place}`, { viewport: { width: 1280, height: 720 } });
  await page.waitForSelector('.on-stage .picture svg');
  await expect.poll(() => letters(page).then((all) => all.filter((height) => height < 9))).toEqual([]);
  const { room, width, height, letters: all } = await needed(page);
  // A strip scrolls if it needs up to half as much more room; a picture is at most 900 px high.
  const fits = width <= room * (width > 2.4 * height ? 1.5 : 1) && height <= 900;
  if (all && fits) await expect.poll(() => letters(page).then((seen) => seen.length)).toBeGreaterThan(0);
});

test.each([
  'coordinates/two-maps', 'int-tuples/compatible', 'complement/rest', 'division/flavours', 'threads-values/coverage', 'mma/tiled', 'mma/fragments', 'gemm/whole', 'morphisms/operads',
  'final/layouts', 'final/algebra', 'final/tiles', 'final/machine',
])('1280 x 720, %s: the questions are seen whole, also in Chinese', async (place) => {
  const { page } = await site.open(`#lesson=${place}`, { viewport: { width: 1280, height: 720 } });
  const hidden = (): Promise<number> => page.$eval('.lesson-questions', (one) => one.scrollHeight - one.clientHeight);
  await page.waitForSelector('.lesson-questions .exercise .hole');
  await expect.poll(hidden).toBeLessThanOrEqual(1);
  const title = await page.textContent('.lesson h2');
  await page.click('.language button:text-is("中文")');
  await expect.poll(() => page.textContent('.lesson h2')).not.toBe(title);
  await expect.poll(hidden).toBeLessThanOrEqual(1);
});

test.each(['division/uneven', 'threads-values/coverage', 'mma/fragments', 'gemm/cut'])('1280 x 720, %s: the text is seen whole, since its two questions are asked one after the other', async (place) => {
  const { page } = await site.open(`#lesson=${place}`, { viewport: { width: 1280, height: 720 } });
  await page.waitForSelector('.turns button >> nth=1');
  await page.waitForSelector('.lesson-questions .exercise .hole');
  expect(await page.locator('.lesson-questions .exercise:visible').count()).toBe(1);
  await expect.poll(() => page.$eval('.lesson-text', (one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1);
  // In a high window, both questions are shown.
  await page.setViewportSize({ width: 1280, height: 1000 });
  await expect.poll(() => page.locator('.lesson-questions .exercise:visible').count()).toBe(2);
});

test.each([
  ['en', 'division/uneven', 'division/flavours', 'threads-values/coverage', 'threads-values/partition', 'threads-values/tile', 'threads-values/edge', 'mma/match'],
  ['zh', 'threads-values/coverage', 'threads-values/owner', 'mma/match'],
])('1280 x 720, %s: a stage with a high picture does not scroll, and what is about the picture is beside it', async (language, ...places) => {
  const { page } = await site.open(`#lesson=${places[0]}`, { viewport: { width: 1280, height: 720 }, locale: language });
  for (const place of places) {
    await page.evaluate((hash) => { location.hash = hash; }, `#lesson=${place}`);
    await page.waitForFunction((wanted) => location.hash === wanted && document.querySelector('.on-stage svg.tall'), `#lesson=${place}`);
    await expect.poll(() => page.$eval('.on-stage', (one) => one.scrollHeight - one.clientHeight), { message: place }).toBeLessThanOrEqual(1);
    await expect.poll(async () => Math.min(...await letters(page)), { message: place }).toBeGreaterThanOrEqual(9);
    // The stage of the step before is there until the new one is drawn.
    await expect.poll(async () => {
      const box = (part: string): Promise<DOMRect> => page.$eval(`.on-stage ${part}`, (one) => one.getBoundingClientRect().toJSON() as DOMRect);
      const [picture, legend, more] = [await box('.picture'), await box('.legend'), await box('.more')];
      return { moreBeside: more.right <= picture.left, legendBeside: !legend.width || legend.right <= picture.left, inOrder: more.top >= legend.bottom };
    }, { message: place }).toEqual({ moreBeside: true, legendBeside: true, inOrder: true });
  }
});

test('1280 x 720, zh: each entry of the legend next to a high picture of threads has one line', async () => {
  const { page } = await site.open('#lesson=mma/match', { viewport: { width: 1280, height: 720 }, locale: 'zh' });
  await page.waitForSelector('.on-stage svg.tall');
  const heights = (): Promise<number[]> => page.$$eval('.on-stage .legend li', (all) => all.map((one) => one.getBoundingClientRect().height));
  await expect.poll(async () => (await heights()).length).toBe(8);
  expect(Math.max(...await heights())).toBeLessThan(20);
});

test.each(['complement/by-hand', 'threads-values/coverage', 'threads-values/partition', 'swizzles/xor'])('1440 x 900, %s: text and stage are seen whole', async (place) => {
  const { page } = await site.open(`#lesson=${place}`);
  await page.waitForSelector('.on-stage .picture :is(svg, canvas)');
  await page.waitForSelector('.lesson-questions .exercise .hole');
  for (const part of ['.lesson-text', '.on-stage']) await expect.poll(() => page.$eval(part, (one) => one.scrollHeight - one.clientHeight), { message: part }).toBeLessThanOrEqual(1);
});

test('1280 x 720: the stage of a kernel does not scroll', async () => {
  const { page } = await site.open('#lesson=gemm/whole', { viewport: { width: 1280, height: 720 } });
  await page.waitForSelector('.on-stage .picture .board');
  await expect.poll(() => page.$eval('.on-stage', (one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1);
});

test('1280 x 720: the picture of an instruction has more than a pixel a cell', async () => {
  const { page } = await site.open('#lesson=mma/wgmma', { viewport: { width: 1280, height: 720 } });
  await page.waitForSelector('.on-stage .picture .board');
  await expect.poll(() => page.$eval('.on-stage .picture .board', (one) => one.getBoundingClientRect().height)).toBeGreaterThan(120);
});

test('more than two questions of a step are asked one after the other', async () => {
  const { page } = await site.open('#lesson=final/layouts');
  const seen = (): Promise<number> => page.locator('.lesson-questions .exercise:visible').count();
  await page.waitForSelector('.turns button >> nth=4');
  await expect.poll(seen).toBe(1);
  const first = await page.textContent('.exercise:visible');
  await page.click('.turns button >> nth=1');
  await expect.poll(() => page.textContent('.exercise:visible')).not.toBe(first);
  expect(await seen()).toBe(1);
});

test('390 px: no line begins with the comma or colon behind a term', async () => {
  const { page } = await site.open('#lesson=threads-values/coverage', { viewport: { width: 390, height: 844 } });
  await page.waitForSelector('.lesson .term');
  const begins = await page.$$eval('.lesson .term', (all) => all.flatMap((term) => {
    const mark = term.closest('strong')!.nextSibling;
    if (!mark?.textContent || !/^[,.:;]/.test(mark.textContent)) return [];
    const range = document.createRange();
    range.setStart(mark, 0);
    range.setEnd(mark, 1);
    return [Math.abs(range.getBoundingClientRect().top - term.getBoundingClientRect().top) > 10];
  }));
  expect(begins).toEqual([false, false]);
});

test('1280 x 720: the titles of the steps before and after are seen whole', async () => {
  const { page } = await site.open('#lesson=complement/promises', { viewport: { width: 1280, height: 720 } });
  const cut = (): Promise<boolean[]> => page.$$eval('.lesson footer button', (all) => all.map((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1));
  await expect.poll(cut).toEqual([false, false]);
});

test('in Chinese a full stop stays on the line of the link before it', async () => {
  const { page } = await site.open('#lesson=composition/by-hand', { locale: 'zh-CN' });
  await page.waitForSelector('.lesson .cells-link');
  expect(await page.$eval('.lesson .cells-link', (link) => {
    const range = document.createRange();
    range.selectNodeContents(link.nextSibling!);
    return [link.nextSibling!.textContent, Math.abs(range.getBoundingClientRect().top - link.getBoundingClientRect().top) < 10];
  })).toEqual(['。', true]);
});

test('1280 x 720: boxes that are rolled sideways have all their height', async () => {
  const { page } = await site.open('#lesson=gemm/hopper', { viewport: { width: 1280, height: 720 } });
  await page.waitForSelector('.on-stage .picture svg.rolls');
  await expect.poll(() => page.$eval('.on-stage .picture', (one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1);
});
