// Tests of the help above a call while it is typed, and of notes that are not shown yet.
import type { Page } from 'playwright-core';
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
  await expect.poll(() => page.locator('.typed-call').count()).toBe(0);
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

test('letters typed over colored words are plain, and the page complains of nothing', async () => {
  const { page, complaints } = await site.open(fragment('A = composition((4,8):(8,1), 4:2)\n'));
  await page.waitForSelector(card('A'));
  await page.dblclick('.cm-line >> text=composition');
  await page.keyboard.type('coalesce');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type('B = 4:1');
  await page.waitForSelector(card('B'));
  expect(await page.textContent('.cm-line >> nth=0')).toMatch(/^B = 4:1/);
  expect(complaints).toEqual([]);
});

test('rows of a wrapped line stand two columns further in than the line', async () => {
  const words = '# '.padEnd(200, 'word ');
  const { page } = await site.open(fragment(`${words}\nB = 4:1\n`));
  await page.waitForSelector('.cm-line');
  const rows = await page.evaluate(() => {
    const range = document.createRange();
    const line = document.querySelector('.cm-line')!;
    const letters = [line, line.nextElementSibling!].map((one) => {
      range.selectNodeContents(one);
      const lefts = new Map<number, number>();
      for (const { left, top, width } of range.getClientRects()) {
        const row = Math.round(top / 4);
        if (width > 0) lefts.set(row, Math.min(left, lefts.get(row) ?? Infinity));
      }
      return [...lefts.values()];
    });
    const ruler = document.createElement('span');
    const { fontFamily, fontSize } = getComputedStyle(line);
    Object.assign(ruler.style, { fontFamily, fontSize });
    ruler.textContent = '0'.repeat(100);
    document.body.append(ruler);
    return { wrapped: letters[0]!, next: letters[1]!, column: ruler.getBoundingClientRect().width / 100 };
  });
  expect(rows.wrapped.length).toBeGreaterThan(2);
  expect(rows.wrapped[0]).toBeCloseTo(rows.next[0]!, 0);
  for (const left of rows.wrapped.slice(1)) expect(left - rows.wrapped[0]!).toBeCloseTo(2 * rows.column, 0);
});

/** The page with a program in the editor, and a list of commands whose code loads when `load` is called. */
async function slowPalette(): Promise<{ page: Page; load: () => void }> {
  let load = (): void => {};
  const wanted = new Promise<void>((done) => { load = done; });
  const { page } = await site.open(fragment('A = 4:1\n'), {}, async (before) => {
    await before.route(/palette[^/]*\.js/, async (route) => {
      await wanted;
      await route.continue();
    });
  });
  await page.waitForSelector(card('A'));
  await page.click('.cm-content');
  return { page, load };
}

test('letters typed while the list of commands loads go to its field, not into the program', async () => {
  const { page, load } = await slowPalette();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gallery');
  load();
  await page.waitForSelector('.dialog.palette');
  await expect.poll(() => page.inputValue('.dialog.palette input')).toBe('gallery');
  await page.keyboard.type('x');
  await expect.poll(() => page.inputValue('.dialog.palette input')).toBe('galleryx');
  // The caret is back in the task in which the dialog goes: a key can follow at once.
  await page.evaluate(() => {
    const back = new Promise<boolean>((done) => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('.dialog')) return;
        observer.disconnect();
        const editor = document.querySelector('.cm-content')!;
        done(document.activeElement === editor && editor.contains(getSelection()!.anchorNode));
      }).observe(document.body, { subtree: true, childList: true });
    });
    Object.assign(window, { back });
  });
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => (window as unknown as { back: Promise<boolean> }).back)).toBe(true);
  expect((await page.textContent('.cm-content'))?.trim()).toBe('A = 4:1');
  await page.keyboard.type('!');
  await expect.poll(() => page.textContent('.cm-content')).toContain('!');
});

test('a dialog that does not load holds the keys until Escape', async () => {
  const { page } = await slowPalette();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('lost');
  await page.keyboard.press('Escape');
  await page.keyboard.type('!');
  await expect.poll(() => page.textContent('.cm-line')).toMatch(/^!?A = 4:1!?$/);
});
