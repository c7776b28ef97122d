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

test.each(['global-memory/partition', 'swizzles/vectors', 'swizzles/phases', 'threads-values/coverage', 'gemm/keep'])('1280 x 720, %s: no letters in cells below 9 px', async (place) => {
  const { page } = await site.open(`#lesson=${place}`, { viewport: { width: 1280, height: 720 } });
  await page.waitForSelector('.on-stage .picture svg');
  await expect.poll(() => letters(page).then((all) => all.filter((height) => height < 9))).toEqual([]);
});

test.each(['coordinates/two-maps', 'int-tuples/compatible', 'complement/rest', 'division/flavours', 'threads-values/coverage', 'mma/tiled', 'gemm/whole'])('1280 x 720, %s: the questions are seen whole', async (place) => {
  const { page } = await site.open(`#lesson=${place}`, { viewport: { width: 1280, height: 720 } });
  await page.waitForSelector('.lesson-questions .exercise .hole');
  await expect.poll(() => page.$eval('.lesson-questions', (one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1);
});
