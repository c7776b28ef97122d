// Geometry in the DOM, not pixels.
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { fragment, useSite } from './browser';

const site = useSite();
const program = `# a line that is longer than a narrow page can show without wrapping it somewhere in the middle of the text
A = (6,2):(8,2)
B = (4,3):(3,1)
R = composition(A, B)
W = (16,32):(32,1)
T = ((2,2,2,2),(2,2,2,2)):((1,4,16,64),(2,8,32,128))
E = composition(A, undefined_name_that_is_rather_long_for_a_narrow_page)
n = size(W)
`;

interface Box { left: number; right: number; top: number; bottom: number }

async function boxes(page: Page, selector: string): Promise<Box[]> {
  return page.$$eval(selector, (all) => all.map((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  }));
}

/** How much wider than itself anything is that scrolls and is not a picture. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(...['html', 'main', '.cards', '.program', '.cm-scroller'].map((selector) => {
    const element = document.querySelector(selector)!;
    return element.scrollWidth - element.clientWidth;
  })));
}

test('at no width anything is wider than the page, and every card lies inside it', async () => {
  const { page } = await site.show(fragment(program), { viewport: { width: 320, height: 900 } });
  for (const width of [320, 360, 414, 768, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    // On a slow machine a picture waits until its card comes into sight.
    await page.locator('[data-card="W"]').scrollIntoViewIfNeeded();
    await page.waitForSelector('[data-card="W"] [data-cell]');
    expect(await overflow(page), `${width} px`).toBe(0);
    for (const box of await boxes(page, '.card, .top > *, .bottom > *, .program, .trouble')) {
      expect(box.left, `${width} px`).toBeGreaterThanOrEqual(0);
      expect(box.right, `${width} px`).toBeLessThanOrEqual(width);
    }
    // What a card holds does not stick out of it; a picture too wide scrolls inside.
    const sticking = await page.$$eval('.card', (cards) => cards.flatMap((one) => {
      const edge = one.getBoundingClientRect().right;
      return [...one.querySelectorAll('.picture, .properties, .views, .printed, .legend, .slices, .verdicts, .more')]
        .filter((part) => part.getBoundingClientRect().right > edge + 0.5).map((part) => part.className);
    }));
    expect(sticking, `${width} px`).toEqual([]);
  }
});

test('narrow: the program is above the cards', async () => {
  const { page } = await site.open('', { viewport: { width: 360, height: 800 } });
  const [editor] = await boxes(page, '.program');
  const [first] = await boxes(page, '.card');
  expect(first!.top).toBeGreaterThanOrEqual(editor!.bottom);
  expect(first!.top).toBeLessThan(800);
});

test('wide: the program is left, and cards stand side by side', async () => {
  const { page } = await site.open('', { viewport: { width: 2560, height: 1300 } });
  const [editor] = await boxes(page, '.program');
  const cards = await boxes(page, '.card');
  expect(cards.length).toBe(3);
  for (const box of cards) {
    expect(box.left).toBeGreaterThanOrEqual(editor!.right);
    expect(box.top).toBe(cards[0]!.top);
    expect(box.bottom).toBeLessThan(1300);
  }
});

test('1440×900: the first program needs no scrolling', async () => {
  const { page } = await site.open();
  for (const box of await boxes(page, '.card')) expect(box.bottom).toBeLessThan(900 - 36);
});
