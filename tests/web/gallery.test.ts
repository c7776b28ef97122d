import { expect, test } from 'vitest';
import { card, printed, useSite } from './browser';

const site = useSite();

test('a program is picked by its picture, and its values are seen in the pictures that it names', async () => {
  const { page } = await site.open();
  await page.click('.opener');
  await page.waitForSelector('.gallery .thumbnail svg');
  expect(await page.locator('.shelf button').count()).toBeGreaterThan(30);
  expect(await page.locator('.shelves h3').count()).toBeGreaterThan(2);
  await page.locator('.shelf button:has-text("Divide into tiles")').first().click();
  await page.waitForSelector(card('T'));
  expect(await page.locator('.gallery').count()).toBe(0);
  expect(await printed(page, 'T')).toBe('((4,3),(2,4)):((12,1),(48,3))');
  await page.waitForSelector(`${card('T')} .kinds [aria-pressed="true"]:text-is("in M")`);
});

test('words find programs', async () => {
  const { page } = await site.open();
  await page.click('.opener');
  await page.waitForSelector('.shelf button');
  const all = await page.locator('.shelf button').count();
  await page.fill('.gallery input', 'swizzle xor');
  expect(await page.locator('.shelf button').count()).toBeLessThan(all);
  expect(await page.locator('.shelf button').first().textContent()).toContain('Swizzle');
  await page.fill('.gallery input', 'no such thing');
  expect(await page.locator('.shelf button').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.gallery'));
  await page.click('.opener');
  await page.waitForSelector('.gallery');
});

test('every entry evaluates without an error and shows a picture', async () => {
  const { page } = await site.open();
  await page.click('.opener');
  await page.waitForSelector('.shelf button');
  const count = await page.locator('.shelf button').count();
  await page.click('.gallery [aria-label="Close the gallery"]');
  for (let index = 0; index < count; ++index) {
    await page.click('.opener');
    const entry = page.locator('.shelf button').nth(index);
    const title = await entry.locator('b').textContent();
    await entry.click();
    await page.waitForFunction(() => document.querySelector('.cards')?.getAttribute('aria-busy') === 'false');
    expect(await page.locator('.trouble').allTextContents(), title ?? '').toEqual([]);
    expect(await page.locator('.picture svg, .picture canvas, .plain').count(), title ?? '').toBeGreaterThan(0);
  }
}, 60_000);
