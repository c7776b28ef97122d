// Links and the address of the page: what opens, what is refused, what a link carries.
import { expect, test } from 'vitest';
import { card, fragment, printed, stage, type, useSite } from './browser';

const site = useSite();

test('a short address stays short until something is edited', async () => {
  const { page } = await site.open('');
  await page.waitForTimeout(300);
  expect(new URL(page.url()).hash).toBe('');
});

test('the program is in the address, and comes back from it', async () => {
  const { page } = await site.open();
  const program = '# 32 线程\nT = (4,8):(8,1)\n';
  await type(page, program);
  await page.waitForFunction((expected) => location.hash === expected, fragment(program));
  const again = await site.open(new URL(page.url()).hash);
  expect(await printed(again.page, 'T')).toBe('(4,8):(8,1)');
  expect(await again.page.textContent('.cm-content')).toContain('32 线程');
});

test('the integer mode is a switch, and links carry it', async () => {
  const { page } = await site.show(fragment('S = coalesce((_2,_3):(_1,_2))\n'));
  expect(await printed(page, 'S')).toBe('6:1');
  await page.click('.segmented button:has-text("CuTe")');
  await page.waitForFunction(() => document.querySelector('[data-card="S"] .printed')?.textContent === '_6:_1');
  await page.waitForFunction((hash) => location.hash === hash, fragment('S = coalesce((_2,_3):(_1,_2))\n', 'c'));
  const again = await site.open(new URL(page.url()).hash);
  expect(await printed(again.page, 'S')).toBe('_6:_1');
  expect(await again.page.getAttribute('.segmented button:has-text("CuTe")', 'aria-pressed')).toBe('true');
});

test('links carry the chosen pictures', async () => {
  const { page } = await site.show(fragment('A = (6,2):(8,2)\nB = (4,4):(4,1)\n'));
  await stage(page, 'A');
  await page.selectOption(`${card('A')} .kind select`, 'memory', { force: true });
  await page.waitForFunction((hash) => location.hash !== hash, fragment('A = (6,2):(8,2)\nB = (4,4):(4,1)\n'));
  const again = await site.open(new URL(page.url()).hash);
  const chosen = async (name: string) => {
    await stage(again.page, name);
    return again.page.textContent(`${card(name)} .kinds [aria-pressed="true"]`);
  };
  expect([await chosen('A'), await chosen('B')]).toEqual(['memory order', 'grid']);
  // Another program, and the choice goes with its card.
  await type(again.page, 'B = (4,4):(4,1)\n');
  await again.page.waitForFunction((expected) => location.hash === expected, fragment('B = (4,4):(4,1)\n'));
});

test.each([
  ['open', '#t=%%%'], ['show', '#t=%%%'], ['show', '#nonsense'], ['show', '#t=_w'], ['show', '#z=AAAA'],
] as const)('%s: %s opens the first program and says so', async (how, bad) => {
  const { page } = await site[how](bad);
  await page.waitForSelector(card('matrix'));
  expect(await page.textContent('.problem')).toContain('link');
});

test('another fragment pasted into the open page is opened', async () => {
  const { page } = await site.open();
  await page.evaluate((hash) => { location.hash = hash; }, fragment('Z = (2,2):(2,1)'));
  await page.waitForSelector(card('Z'));
  expect(await page.locator('.card').count()).toBe(1);
});
