// Escape closes what was opened last, and nothing below it: a list within a dialog, an arrow that is held in an enlarged
// card, a dialog over the tour.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { card, fragment, place, useSite } from './browser';

const site = useSite();
const kernel = 'K = copy_kernel((16,16):(16,1), (16,16):(1,16), (_16,_4):(_4,_1), tile=(8,8))\n';
const morphism = 'm = (4,5)--(1,2)-->(4,5,5)\n';

const escape = (page: Page): Promise<void> => page.keyboard.press('Escape');
const count = (page: Page, selector: string): Promise<number> => page.locator(selector).count();
const gone = (page: Page, selector: string): Promise<unknown> => page.waitForSelector(selector, { state: 'detached' });

test('in the list of counters it closes that list, and the runs stay', async () => {
  const { page } = await site.open(fragment(kernel));
  await page.click(`${card('K')} .section.gpu > summary`);
  await page.click(`${card('K')} .gpu-tools >> text=All runs`);
  await page.click('.dialog.runs .menu > summary');
  await page.click('.dialog.runs .menu-list label >> nth=0');
  await page.waitForSelector('.dialog.runs th:nth-child(12)');
  // Selects several entries without closing the list.
  expect(await count(page, '.dialog.runs .menu-list')).toBe(1);
  await escape(page);
  await gone(page, '.dialog.runs .menu-list');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
  // The search text goes next.
  await page.fill('.dialog.runs input[type=search]', 'transpose');
  await escape(page);
  await expect.poll(() => page.inputValue('.dialog.runs input[type=search]')).toBe('');
  expect(await count(page, '.dialog.runs')).toBe(1);
  await escape(page);
  await gone(page, '.dialog.runs');
});

test('while an arrow of an enlarged card is held or taken, the card stays enlarged', async () => {
  const { page } = await site.open(fragment(morphism));
  await page.click(`${card('m')} .tool.enlarge`);
  const { x, y, width, height } = await place(page, '.dialog.stage .ss-cell[data-cell="1"]');
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2 + 60, { steps: 4 });
  await page.waitForSelector('.dialog.stage .ss-held');
  await escape(page);
  await gone(page, '.dialog.stage .ss-held');
  await page.mouse.up();
  // Releases an arrow that the keyboard has picked up; Enter then puts it nowhere.
  await page.focus('.dialog.stage .picture');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('m');
  await escape(page);
  expect(await count(page, '.dialog.stage')).toBe(1);
  await escape(page);
  await gone(page, '.dialog.stage');
  expect(await page.textContent('.cm-content')).toContain('(4,5)--(1,2)-->(4,5,5)');
});

test('a dialog opens on its first field, else on its main button, also if its contents arrive later', async () => {
  const { page } = await site.open(fragment('A = (4,8):(8,1)\n'));
  const first = { gallery: 'input', learn: 'button.primary', atoms: 'input', questions: 'select', runs: 'input', exercises: 'summary' };
  for (const [name, field] of Object.entries(first)) {
    await page.keyboard.press('ControlOrMeta+k');
    await page.fill('.dialog.palette input', { gallery: 'Gallery', learn: 'Learn', atoms: 'Atoms', questions: 'Ask', runs: 'runs', exercises: 'All exercises' }[name]!);
    await page.keyboard.press('Enter');
    await page.waitForSelector(`.dialog.${name}`);
    await page.waitForFunction((wanted) => document.activeElement?.matches(wanted), `.dialog.${name} ${field}`);
    await escape(page);
    await gone(page, `.dialog.${name}`);
  }
});

test('390 px: the details of a command have up to two lines of their own, and the whole width', async () => {
  const { page } = await site.open(fragment('A = (4,8):(8,1)\n'), { viewport: { width: 390, height: 844 } });
  await page.keyboard.press('ControlOrMeta+k');
  await page.fill('.dialog.palette input', 'bank_conflicts');
  await page.waitForSelector('.palette li:has-text("Function: bank_conflicts") small');
  const { below, high, wide } = await page.$eval('.palette li:has-text("Function: bank_conflicts")', (one) => {
    const [title, details] = ['span', 'small'].map((part) => one.querySelector(part)!.getBoundingClientRect()) as [DOMRect, DOMRect];
    return { below: details.top - title.bottom, high: details.height, wide: details.width };
  });
  expect(below).toBeGreaterThan(-4);
  expect(high).toBeLessThan(44);
  expect(wide).toBeGreaterThan(280);
});

test('in a dialog over the tour it closes the dialog, then the tour', async () => {
  const { page } = await site.open('');
  await page.click('.welcome >> text=tour');
  await page.waitForSelector('.tour');
  await page.keyboard.press('?');
  await page.waitForSelector('.dialog.shortcuts');
  await escape(page);
  await gone(page, '.dialog');
  expect(await count(page, '.tour')).toBe(1);
  await escape(page);
  await gone(page, '.tour');
});

test('a card that was taken to be compared is let go of', async () => {
  const { page } = await site.open(fragment('A = (6,8):(8,1)\nB = (6,8):(1,6)\n'));
  await page.waitForSelector(`.on-stage ${card('B')}`);
  // In the same moment as the report.
  await page.evaluate((last) => {
    const seen = new Promise<void>((done) => {
      const look = new MutationObserver(() => {
        if (!document.querySelector(last)) return;
        look.disconnect();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
        done();
      });
      look.observe(document.body, { subtree: true, childList: true });
    });
    Object.assign(window, { seen });
  }, `${card('A')} .last`);
  await page.click(`${card('A')} header`, { modifiers: ['Shift'], position: { x: 40, y: 10 } });
  await page.evaluate(() => (window as unknown as { seen: Promise<void> }).seen);
  await gone(page, `${card('A')} .last`);
  await page.click(`${card('B')} header`, { modifiers: ['Shift'], position: { x: 40, y: 10 } });
  await page.waitForSelector(`${card('B')} .last`);
  expect(await page.textContent('.cm-content')).not.toContain('compare');
});

test.each([390, 860, 1440])('%i px: lists are seen whole, and nothing scrolls for them', async (width) => {
  const { page } = await site.open(fragment(`S = Sw<3,3,3>\n${kernel}`), { viewport: { width, height: width === 390 ? 844 : 720 } });
  const seen = async (list: string): Promise<unknown> => (await page.waitForSelector(list)).evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    // The list is visible at its own corners.
    const cut = [[left + 3, top + 12], [right - 3, top + 12], [left + 3, bottom - 12], [right - 3, bottom - 12]].filter(([x, y]) => !one.contains(document.elementFromPoint(x!, y!)));
    const scrolls = document.documentElement.scrollWidth > innerWidth || [...document.querySelectorAll('dialog')].some((around) => around.scrollWidth > around.clientWidth);
    return { cut, scrolls, left: left >= 0, right: right <= innerWidth, bottom: bottom <= innerHeight };
  });
  const whole = { cut: [], scrolls: false, left: true, right: true, bottom: true };
  await page.click(`${card('K')} .section.gpu > summary`);
  await page.click(`${card('K')} .gpu-tools >> text=All runs`);
  await page.click('.dialog.runs .menu > summary');
  expect(await seen('.dialog.runs .menu-list')).toEqual(whole);
  await escape(page);
  await escape(page);
  await gone(page, '.dialog.runs');
  await page.click('.cm-line >> nth=0');
  await page.waitForSelector(`.on-stage ${card('S')}`);
  await page.click(`.on-stage ${card('S')} .copy > summary`);
  expect(await seen('.on-stage .copy .menu-list')).toEqual(whole);
});

test('on a phone the first rate of a run is in sight beside what can be done with it', async () => {
  const { page } = await site.open(fragment(kernel), { viewport: { width: 390, height: 844 } });
  await page.click(`${card('K')} .section.gpu > summary`);
  await page.click(`${card('K')} .gpu-tools >> text=All runs`);
  await page.waitForSelector('.dialog.runs tbody tr');
  const [rate, tools] = await page.$$eval('.dialog.runs tbody tr:first-child td', (all) => [all.find((one) => one.previousElementSibling?.matches('.kernel, .verdict') && one.matches('.number'))!, all.at(-1)!].map((one) => one.getBoundingClientRect()));
  expect(rate!.right).toBeLessThanOrEqual(tools!.left + 1);
});
