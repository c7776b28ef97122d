// Goes to a cell by its coordinate, with the keyboard alone.
import { expect, test } from 'vitest';
import { card, fragment, lit, useSite } from './browser';

const site = useSite();

test('G on a picture asks for a coordinate, an index or an offset; what is none is said and asked again', async () => {
  const { page } = await site.show(fragment('A = (6,2):(8,2)\nR = composition(A, (4,3):(3,1))\n'));
  await page.waitForSelector(`.on-stage ${card('R')} [data-cell]`);
  await page.focus(`${card('R')} .picture`);
  await page.keyboard.press('g');
  await page.waitForSelector('.dialog.seek input');
  await page.keyboard.type('(9,9)');
  await page.keyboard.press('Enter');
  expect(await page.textContent('.dialog.seek .problem')).toContain('(9,9)');
  await page.fill('.dialog.seek input', '((1,1),2)');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.dialog.seek', { state: 'detached' });
  await page.waitForSelector('.unpin');
  expect(await lit(page, 'R')).toEqual([11]);
  await page.keyboard.press('Escape');
  await page.focus(`${card('A')} .picture`);
  await page.keyboard.press('g');
  await page.fill('.dialog.seek input', '=10');
  await page.keyboard.press('Enter');
  await page.waitForFunction((selector) => document.querySelectorAll(selector).length === 1, `${card('A')} [data-cell].ss-lit`);
  expect(await lit(page, 'A')).toEqual([7]);
  await page.keyboard.press('Escape');
});
