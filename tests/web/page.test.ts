// The page in a browser, as a reader meets it: first sight, typing, hovering, views, what is shown on demand.
import { describe, expect, test } from 'vitest';
import { card, cell, composed, fragment, lit, place, printed, slowCore, stage, type, useSite } from './browser';

const site = useSite();
const composition = 'A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = composition(A, B)\n';

describe('first sight', () => {
  test('a composition is on the page, each value with a picture', async () => {
    const { page } = await site.open();
    await page.waitForSelector(cell('R', 11));
    expect(await page.$$eval('.card', (cards) => cards.map((one) => one.getAttribute('data-card')))).toEqual(['R', 'A', 'B']);
    expect(await page.locator(`${card('R')} [data-cell]`).count()).toBe(12);
    expect(await printed(page, 'R')).toBe('((2,2),3):((24,2),8)');
  });

  test('the card lists the properties of its value', async () => {
    const { page } = await site.open();
    await stage(page, 'A');
    await page.waitForSelector(`${card('A')} .properties`);
    const rows = await page.$$eval(`${card('A')} .properties > div`, (all) =>
      Object.fromEntries(all.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent])));
    expect(rows).toMatchObject({ shape: '(6,2)', stride: '(8,2)', size: '12', rank: '2', depth: '1', cosize: '43', injective: 'yes' });
    expect(Object.keys(rows)).toEqual(expect.arrayContaining(['coshape', 'contiguous']));
  });

  test('a value without a picture says why on its card', async () => {
    const { page } = await site.show(fragment('A = (0,8):(8,1)\nS = Sw<2,0,2>\nn = size(A)\nR = ():()\n'));
    await page.waitForSelector(cell('R', 0));
    const said = (name: string): Promise<string[]> => page.$$eval(`${card(name)} .note`, (all) => all.map((note) => note.textContent ?? ''));
    expect(await said('A')).toEqual(['an extent is 0: no element to draw']);
    expect(await said('S')).toEqual(['a swizzle cannot be drawn without a layout; this can: Sw<2,0,2> o 0 o 16:1']);
    expect(await said('n')).toEqual([]);
    expect(await said('R')).toEqual([]);
    expect(await page.locator(`${card('A')} .figure`).count()).toBe(0);
  });

  test('the result stands at the end of its line, unless it is what was typed', async () => {
    const { page } = await site.show(fragment(composition));
    await page.waitForSelector('.cm-line .result');
    expect(await page.$$eval('.cm-line', (lines) => lines.map((line) => line.querySelector('.result')?.textContent ?? '')))
      .toEqual(['', '', '((2,2),3):((24,2),8)', '']);
  });

  test('an empty program offers three to start from', async () => {
    const { page } = await site.show(fragment(' \n'));
    await page.waitForSelector('.starters button:nth-of-type(3)');
    expect(await page.locator('.starters button').count()).toBe(3);
    await page.locator('.starters button').first().click();
    await page.waitForSelector(card('R'));
  });
});

describe('typing', () => {
  test('changes the card', async () => {
    const { page } = await site.show(fragment(composition));
    await type(page, 'A = (4,8):(8,1)');
    await page.waitForFunction(() => document.querySelectorAll('.card').length === 1);
    expect(await printed(page, 'A')).toBe('(4,8):(8,1)');
    await expect.poll(() => page.locator(`${card('A')} [data-cell]`).count()).toBe(32);
    await page.keyboard.type(' \nB = (2,3):(3,1)');
    await page.waitForSelector(cell('B', 5));
    expect(await printed(page, 'B')).toBe('(2,3):(3,1)');
  });

  test('an error stands under its line, with its mend, and costs no other card', async () => {
    const { page } = await site.show(fragment(composition));
    await type(page, 'A = (6,2):(8,2)\nE = compositoin(A, A)\nB = (4,3):(3,1)\n');
    await page.waitForSelector('.trouble');
    const order = await page.$$eval('.cm-content > *', (all) =>
      all.map((element) => (element.classList.contains('trouble') ? 'error' : element.textContent ?? '')));
    expect(order[1]).toContain('compositoin');
    expect(order[2]).toBe('error');
    expect(await page.textContent('.trouble')).toContain('composition');
    expect(await page.locator('.cm-lintRange-error').count()).toBeGreaterThan(0);
    expect(await page.$$eval('.card', (cards) => cards.map((one) => one.getAttribute('data-card')))).toEqual(['B', 'A']);
  });

  test('the mend is one click', async () => {
    const { page } = await site.show(fragment('A = (6,2):(8,2)\nE = coalesec(A)\n'));
    await page.click('.trouble button');
    await page.waitForSelector(card('E'));
    expect(await page.locator('.trouble').count()).toBe(0);
    expect(await page.textContent('.cm-content')).toContain('coalesce(A)');
  });

  test('a card whose line breaks stays, dimmed, until it is whole again', async () => {
    const { page } = await site.show(fragment(composition));
    await page.click('.cm-line:nth-child(3)');
    await page.keyboard.press('Home');
    for (let i = 0; i < 'R = composition(A'.length; ++i) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Backspace');
    await page.waitForSelector(`${card('R')}.stale`);
    await page.keyboard.type('A');
    await page.waitForSelector(`${card('R')}:not(.stale)`);
  });

  test('the value of an older program is grey and says what it is; another program has none', async () => {
    const { page } = await site.show(fragment('A = 4:1\nR = coalesce(A)\n'));
    await page.waitForSelector(card('R'));
    await page.click('.cm-line:nth-child(2)');
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.waitForSelector(`${card('R')}.stale .last:text-is("last value")`);
    const ink = (selector: string) => page.evaluate((of) => getComputedStyle(document.querySelector(of)!).color, selector);
    expect(await ink(`${card('R')} h2 button`)).toBe(await ink(`${card('R')} .last`));
    expect(await ink(`${card('R')} .printed`)).toBe(await ink(`${card('R')} .last`));
    expect(await page.locator(`${card('A')} .last`).count()).toBe(0);
    await page.evaluate((next) => { location.hash = next; }, fragment('R = (4:1\nZ = 2:1\n'));
    await page.waitForSelector(card('Z'));
    expect(await page.locator(card('R')).count()).toBe(0);
  });

  test('completion offers what the core knows, and Tab takes it', async () => {
    const { page } = await site.show(fragment('A = (6,2):(8,2)\n'));
    await page.click('.cm-content');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('R = composi');
    await page.waitForSelector('.cm-tooltip-autocomplete');
    expect(await page.textContent('.cm-tooltip-autocomplete li[aria-selected]')).toContain('composition');
    await page.waitForTimeout(120);
    await page.keyboard.press('Tab');
    await expect.poll(() => page.textContent('.cm-content')).toContain('R = composition');
  });

  test('the function under the pointer explains itself', async () => {
    const { page } = await site.show(fragment(composition));
    await page.hover('.cm-line:nth-child(3) span:has-text("composition")');
    await page.waitForSelector('.documentation');
    expect(await page.textContent('.documentation code')).toContain('composition(');
  });

  test('signatures stand one a line', async () => {
    const { page } = await site.show(fragment('A = append<3>((2,4):(1,2), _1:_0)\n'));
    await page.hover('.cm-line:nth-child(1) span:has-text("append")');
    await page.waitForSelector('.documentation');
    const lines = (await page.textContent('.documentation code'))!.split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/^append[(<].*\)$/);
  });
});

describe('hover', () => {
  test('outlines the linked cells of all cards and says the sentence', async () => {
    const { page } = await site.show(fragment(composition));
    await page.hover(cell('R', 6));
    await page.waitForFunction(() => document.querySelectorAll('.ss-lit').length >= 3);
    expect(await lit(page, 'R')).toEqual([6]);
    expect(await lit(page, 'B')).toEqual([6]);
    expect(await lit(page, 'A')).toEqual([7]);
    const sentence = await page.textContent('#sentence');
    for (const part of ['R(', 'B(', 'A(', '10']) expect(sentence).toContain(part);
    expect(await page.textContent(`${card('A')} .readout`)).toContain('10');
    await page.mouse.move(2, 2);
    await page.waitForFunction(() => !document.querySelector('.ss-lit'));
  });

  test('moves nothing', async () => {
    const { page } = await site.show(fragment(composition));
    // The notes on the result are requested once its card is visible.
    await page.waitForSelector(`${card('R')} .verdict`);
    const boxes = () => page.$$eval('.card, .picture, [data-cell] > rect', (all) => all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map((value) => Math.round(value)).join();
    }).join(' '));
    let before = '';
    await expect.poll(async () => before === (before = await boxes())).toBe(true);
    await page.hover(cell('R', 6));
    await page.waitForFunction(() => document.querySelectorAll('.ss-lit').length >= 3);
    expect(await boxes()).toBe(before);
  });

  test('a click pins, another pointer position changes nothing, Esc lets go', async () => {
    const { page } = await site.show(fragment(composition));
    await page.click(cell('R', 6));
    await page.waitForSelector('.unpin');
    await page.hover(cell('R', 0));
    await page.waitForTimeout(60);
    expect(await lit(page, 'R')).toEqual([6]);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('.ss-lit') && !document.querySelector('.unpin'));
  });

  test('a pin survives an edit of another line', async () => {
    const { page } = await site.show(fragment(composition));
    await page.click(cell('R', 6));
    await page.waitForSelector('.unpin');
    await page.click('.cm-content');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('C = (2,2):(2,1)');
    await page.waitForSelector(card('C'));
    await page.waitForTimeout(60);
    await expect.poll(() => lit(page, 'R')).toEqual([6]);
  });

  test('arrow keys walk the cells of a picture that has the focus', async () => {
    const { page } = await site.show(fragment(composition));
    await page.focus(`${card('B')} .picture`);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('[data-card="B"] .ss-lit')?.getAttribute('data-cell') === '0');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    // Row 1, column 1 of a 4×3 grid is index 5.
    await page.waitForFunction(() => document.querySelector('[data-card="B"] .ss-lit')?.getAttribute('data-cell') === '5');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.unpin');
  });

  test('keys that come faster than answers are all taken, and who let go looks at nothing', async () => {
    const { page } = await site.open(fragment(composition), { colorScheme: 'light', viewport: { width: 1440, height: 900 } }, (blank) => slowCore(blank, 150));
    await page.waitForSelector(cell('B', 6));
    await page.focus(`${card('B')} .picture`);
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.waitForSelector('.unpin');
    // Row 2, column 1 of a 4×3 grid.
    await expect.poll(() => lit(page, 'B')).toEqual([6]);
    await page.hover(cell('R', 6));
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('.unpin'));
    await page.mouse.down();
    await page.mouse.up();
    await page.keyboard.press('Escape');
    await page.waitForTimeout(700);
    expect(await page.locator('.ss-lit, .unpin').count()).toBe(0);
  });

  test('a finger pins and lets go', async () => {
    const { page } = await site.open(composed(), { hasTouch: true, viewport: { width: 360, height: 800 } });
    // Cards far below are drawn as one comes near them.
    await page.locator(card('A')).scrollIntoViewIfNeeded();
    await page.locator(cell('A', 7)).scrollIntoViewIfNeeded();
    const tap = async (): Promise<void> => {
      const { x, y, width, height } = await place(page, cell('A', 7));
      await page.touchscreen.tap(x + width / 2, y + height / 2);
    };
    await tap();
    await page.waitForSelector('.unpin');
    expect(await lit(page, 'A')).toEqual([7]);
    await tap();
    await page.waitForFunction(() => !document.querySelector('.unpin'));
  });
});

describe('views', () => {
  test('another kind of picture, other labels, other colours', async () => {
    const { page } = await site.show(fragment(composition));
    const kinds = page.locator(`${card('R')} .kinds button`);
    expect(await kinds.count()).toBeGreaterThan(1);
    const before = await page.innerHTML(`${card('R')} .picture`);
    await kinds.nth(1).click();
    await page.waitForFunction((old) => document.querySelector('[data-card="R"] .picture')?.innerHTML !== old, before);
    await expect.poll(() => kinds.nth(1).getAttribute('aria-pressed')).toBe('true');
    await kinds.nth(0).click();
    await stage(page, 'A');
    await page.selectOption(`${card('A')} .choices select:has(option:text-is("coord"))`, 'coord');
    await page.waitForFunction(() => document.querySelector('[data-card="A"] [data-cell="7"]')?.textContent?.includes('1,1'));
  });

  test('in a narrow card the pictures are in a menu', async () => {
    const { page } = await site.show(fragment(composition), { viewport: { width: 360, height: 800 } });
    await stage(page, 'A');
    expect(await page.locator('.kinds button:visible').count()).toBe(0);
    const menu = page.locator(`${card('A')} .kind select`);
    const titles = await menu.locator('option').allTextContents();
    const tabs = await page.locator(`${card('A')} .kinds button`).allTextContents();
    const others = await page.locator(`${card('A')} .others option:not([disabled])`).allTextContents();
    expect(titles).toEqual([...tabs, ...others]);
    await menu.selectOption('memory');
    await page.waitForFunction(() => document.querySelectorAll('[data-card="A"] .picture svg [data-cell="11"]').length === 1
      && document.querySelector('[data-card="A"] .kinds [aria-pressed="true"]')?.textContent === 'memory order');
    expect(await menu.inputValue()).toBe('memory');
  });

  test('a choice outlives an edit', async () => {
    const { page } = await site.show(fragment('A = (6,2):(8,2)\n'));
    await page.selectOption(`${card('A')} .choices select:has(option:text-is("coord"))`, 'coord');
    await page.waitForFunction(() => document.querySelector('[data-card="A"] [data-cell="7"]')?.textContent?.includes('1,1'));
    await type(page, 'A = (3,2):(2,1)\n');
    await page.waitForFunction(() => document.querySelectorAll('[data-card="A"] [data-cell]').length === 6);
    expect(await page.textContent(cell('A', 4))).toContain('1,1');
  });

  test('a mode beyond the second has a slider', async () => {
    const { page } = await site.show(fragment('T = (4,3,5):(1,4,12)'));
    const slider = page.locator(`${card('T')} .slices input`);
    expect(await slider.getAttribute('max')).toBe('4');
    await slider.fill('2');
    await page.waitForSelector(cell('T', 24));
    expect(await page.textContent(cell('T', 24))).toContain('24');
  });
});

describe('on demand', () => {
  test('how a value came about is told when it is opened, and again after an edit', async () => {
    const { page } = await site.show(fragment(composition));
    const section = page.locator(`${card('R')} .section.derivation`);
    expect(await section.locator('.steps').count()).toBe(0);
    await section.locator('summary').click();
    await page.waitForSelector(`${card('R')} .steps .steps`);
    const first = await section.locator('.equation').first().textContent();
    expect(first?.replaceAll(' ', '')).toBe('(6,2):(8,2)o(4,3):(3,1)=((2,2),3):((24,2),8)');
    await type(page, composition.replace('(4,3):(3,1)', '(2,3):(6,1)'));
    await page.waitForFunction(() => document.querySelector('[data-card="R"] .equation')?.textContent?.includes('(2,3):(6,1)'));
  });

  test('a value is copied in every form that it has', async () => {
    const { page } = await site.open(fragment('A = (6,2):(8,2)\n'));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const expected: [string, string][] = [
      ['CuTe form', '(_6,_2):(_8,_2)'], ['CuTe C++', 'make_layout'], ['CuTe DSL', 'make_layout'], ['pycute', 'Layout('],
      ['Python lists', '['], ['SVG', '<svg'], ['TikZ', 'tikzpicture'], ['Characters', '42'], ['JSON', '"rows":'],
      ['CuTe print_layout', '+----+'], ['CuTe print_latex', 'documentclass'],
    ];
    for (const [title, part] of expected) {
      await page.click(`${card('A')} .copy summary`);
      await page.click(`${card('A')} .copy button:text-is("${title}")`);
      await page.waitForFunction(async (text) => (await navigator.clipboard.readText()).includes(text), part);
    }
  });

  test('a result says that it keeps its law, and which', async () => {
    const { page } = await site.show(fragment(composition));
    const verdict = page.locator(`${card('R')} .verdict.satisfied`);
    await verdict.waitFor();
    expect(await verdict.locator('summary').textContent()).toMatch(/composition.*12 coordinates/);
    await verdict.locator('summary').click();
    expect(await verdict.locator('dl').textContent()).toContain('R(c) = A(B(c))');
    expect(await page.locator(`${card('A')} .verdict`).count()).toBe(0);
  });

  test('a result that breaks its law says so, and where', async () => {
    const { page } = await site.show(fragment('A = (4,2):(2,16)\nR = composition(A, (3,3):(3,1))\n', 'c'));
    const verdict = page.locator(`${card('R')} .verdict.violated`);
    await verdict.waitFor();
    expect(await verdict.locator('summary').textContent()).toContain('should be');
    const [text, ground] = await verdict.evaluate((element) => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor]);
    expect(text).not.toBe(ground);
    expect(ground).not.toBe('rgba(0, 0, 0, 0)');
  });

  test('what a value is as a function is told when it is opened', async () => {
    const { page } = await site.show(fragment('P = (4,4):(4,1)\n'));
    const section = page.locator(`${card('P')} .section.analysis`);
    expect(await section.locator('.facts').count()).toBe(0);
    await section.locator('summary').click();
    await section.locator('.facts').waitFor();
    expect(await section.locator('.facts h3').count()).toBeGreaterThan(1);
    expect(await section.textContent()).toContain('bijective');
  });
});
