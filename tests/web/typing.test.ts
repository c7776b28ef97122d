// What stands above a call while it is typed, and what is not said of it yet.
import { expect, test } from 'vitest';
import { card, fragment, useSite } from './browser';

const site = useSite();

test('a call that is typed has its signature above it, and no error until the caret leaves it', async () => {
  const { page } = await site.open(fragment('A = (4,8):(8,1)\n'));
  await page.waitForSelector(card('A'));
  await page.click('.cm-content');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('x = bank_conflicts(');
  await page.waitForSelector('.typed-call b:has-text("P")');
  expect(await page.locator('.trouble').count()).toBe(0);
  await page.keyboard.type('A, ');
  await page.waitForSelector('.typed-call b:has-text("operation")');
  expect(await page.locator('.trouble').count()).toBe(0);
  await page.keyboard.press('Control+Home');
  await page.waitForSelector('.trouble');
  expect(await page.locator('.typed-call').count()).toBe(0);
});

test('Escape puts it away until something is typed', async () => {
  const { page } = await site.open(fragment('A = 4:1\n'));
  await page.waitForSelector(card('A'));
  await page.click('.cm-content');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('coalesce(');
  await page.waitForSelector('.typed-call');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.typed-call', { state: 'detached' });
  await page.keyboard.type('4');
  await page.waitForSelector('.typed-call');
});
