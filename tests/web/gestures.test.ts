// Tests of gestures: two fingers enlarge a large picture, an arrow of a diagram is dragged or moved by keys, the
// pointer's cell is outlined before the core has answered.
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { card, cell, fragment, lit, place, useSite } from './browser';

const site = useSite();

async function cellWidth(page: Page): Promise<number> {
  return page.$eval('.sheet', (sheet) => sheet.getBoundingClientRect().width / 256);
}

test('two fingers enlarge a large picture, and the place between them stays', async () => {
  const { page } = await site.open(fragment('L = (256,256):(256,1)'), { viewport: { width: 400, height: 900 }, hasTouch: true, isMobile: true });
  await page.waitForSelector('.sheet canvas');
  await page.locator('.board').scrollIntoViewIfNeeded();
  const before = await cellWidth(page);
  const area = await place(page, '.board');
  const [x, y] = [area.x + area.width / 2, area.y + Math.min(area.height, 200) / 2];
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) => client.send('Input.dispatchTouchEvent', {
    type, touchPoints: type === 'touchEnd' ? [] : [{ x: x - apart, y, id: 0 }, { x: x + apart, y, id: 1 }],
  });
  const under = () => page.evaluate(([px, py]) => {
    const sheet = document.querySelector('.sheet')!.getBoundingClientRect();
    return [(px! - sheet.left) / sheet.width, (py! - sheet.top) / sheet.height];
  }, [x, y]);
  const between = await under();
  await touch('touchStart', 20);
  for (const apart of [30, 50, 80, 120]) await touch('touchMove', apart);
  await touch('touchEnd', 0);
  await expect.poll(() => cellWidth(page)).toBeGreaterThan(4 * before);
  const after = await under();
  expect(Math.abs(after[0]! - between[0]!)).toBeLessThan(0.02);
  // The page itself does not become larger.
  expect(await page.evaluate(() => visualViewport!.scale)).toBe(1);
});

test('the cell under the pointer is outlined while the core is busy', async () => {
  const { page } = await site.show(fragment('L = (1024,1024):(1024,1)'));
  await page.waitForSelector('.sheet canvas');
  const area = await place(page, '.board');
  // In one task: the worker cannot have answered.
  const outlined = await page.evaluate(([x, y]) => {
    const board = document.querySelector('.board')!;
    board.dispatchEvent(new PointerEvent('pointermove', { clientX: x!, clientY: y!, bubbles: true }));
    return document.querySelectorAll('.outlines .ss-lit').length;
  }, [area.x + 60, area.y + 60]);
  expect(outlined).toBe(1);
});

test('heads of a large picture show the coordinate of a nested mode', async () => {
  const { page } = await site.show(fragment('L = ((16,32),512):((512,8192),1)'));
  await page.waitForSelector('.sheet canvas');
  await page.hover('.board');
  for (let step = 0; step < 8; ++step) await page.click(`${card('L')} .zoom button:nth-child(2)`);
  await page.waitForFunction(() => [...document.querySelectorAll('.ruler.down span')].some((head) => /^\d+\n\(\d+,\d+\)$/.test(head.textContent ?? '')));
  expect(await page.$$eval('.ruler.across span', (heads) => heads.every((head) => /^\d*$/.test(head.textContent ?? '')))).toBe(true);
  const [ruler, board] = await page.$$eval('.ruler.down, .board', (all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })));
  expect(ruler!.right).toBeLessThanOrEqual(board!.left + 8);
});

describe('a diagram', () => {
  const program = 'm = (4,5)--(1,3)-->(4,7,5)\nL = tract.layout(m)\n';
  const text = (page: Page) => page.$eval('.cm-content', (content) => (content as HTMLElement).innerText);

  test('hover on an arrow lights its mode in the grid, and back', async () => {
    const { page } = await site.show(fragment(program));
    await page.waitForSelector(`${card('m')} .ss-arrow`);
    await page.hover(cell('m', 1));
    await page.waitForSelector(`${card('L')} .ss-lit`);
    const mode = await lit(page, 'L');
    expect(mode.length).toBeGreaterThan(1);
    await page.hover(cell('L', mode.at(-1)!));
    await page.waitForFunction(() => document.querySelectorAll('[data-card="m"] .ss-lit').length > 0);
    expect(await lit(page, 'm')).toContain(1);
  });

  test('an arrow that is dragged to another entry changes the program text; one step of undo brings it back', async () => {
    // Both entries of the codomain have the extent 5, so that the arrow may go to either.
    const { page } = await site.show(fragment('m = (4,5)--(1,2)-->(4,5,5)\n'));
    await page.waitForSelector(`${card('m')} .ss-arrow`);
    const middle = async (selector: string) => {
      const { x, y, width, height } = await place(page, selector);
      return [x + width / 2, y + height / 2] as const;
    };
    await page.mouse.move(...await middle(`${card('m')} .ss-cell[data-cell="1"]`));
    await page.mouse.down();
    const target = await middle(`${card('m')} .ss-cell[data-cell="4"]`);
    await page.mouse.move(target[0] - 10, target[1] - 4, { steps: 4 });
    await page.mouse.move(...target);
    await page.waitForSelector('.ss-held', { state: 'attached' });
    await expect.poll(() => page.textContent('#sentence')).toContain('Release to map it to this entry');
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelector<HTMLElement>('.cm-content')!.innerText.includes('(4,5)--(1,3)-->(4,5,5)'));
    expect(await page.$$('.ss-held')).toEqual([]);
    await page.waitForFunction(() => document.querySelector('[data-card="m"] .printed')?.textContent?.includes('(1,3)'));
    await page.click('.cm-content');
    await page.keyboard.press('ControlOrMeta+z');
    await page.waitForFunction(() => document.querySelector<HTMLElement>('.cm-content')!.innerText.includes('(4,5)--(1,2)-->(4,5,5)'));
  });

  test('beside all entries it maps to the base point; Esc lets go of it', async () => {
    const { page } = await site.show(fragment('m = (4,5)--(1,2)-->(4,5,5)\n'));
    await page.waitForSelector(`${card('m')} .ss-arrow`);
    const from = await place(page, `${card('m')} .ss-cell[data-cell="1"]`);
    const svg = await place(page, `${card('m')} .picture svg`);
    const empty = [svg.x + svg.width / 2, svg.y + svg.height - 6] as const;
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(...empty, { steps: 4 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await text(page)).toContain('--(1,2)-->');
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(...empty, { steps: 4 });
    await expect.poll(() => page.textContent('#sentence')).toContain('base point');
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelector<HTMLElement>('.cm-content')!.innerText.includes('--(1,0)-->'));
  });

  test('the keyboard takes an arrow and puts it on another entry', async () => {
    const { page } = await site.show(fragment('m = (4,5)--(1,2)-->(4,5,5)\n'));
    await page.waitForSelector(`${card('m')} .ss-arrow`);
    await page.focus(`${card('m')} .picture`);
    const says = (what: string) => page.waitForFunction((wanted) => document.querySelector('#sentence')?.textContent?.includes(wanted), what);
    // The topmost entry of the codomain is the first cell; from there down, and to the domain.
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowLeft']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(200);
    }
    await says('entry 2 of the domain');
    await page.keyboard.press('m');
    await says('Arrow picked up');
    for (const key of ['ArrowRight', 'ArrowUp', 'Enter']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(200);
    }
    await page.waitForFunction(() => document.querySelector<HTMLElement>('.cm-content')!.innerText.includes('--(1,3)-->'));
    await page.waitForFunction(() => document.querySelector('[data-card="m"] .printed')?.textContent?.includes('(1,3)'));
    await page.keyboard.press('Escape');
    await page.focus(`${card('m')} .picture`);
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowLeft', 'Delete']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(200);
    }
    await page.waitForFunction(() => document.querySelector<HTMLElement>('.cm-content')!.innerText.includes('--(1,0)-->'));
  });

  test('an arrow that follows from other values is not moved, and the reason is told', async () => {
    const { page } = await site.show(fragment('f = tract.identity((4,5))\n'));
    await page.waitForSelector(`${card('f')} .ss-arrow`);
    await page.focus(`${card('f')} .picture`);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('#sentence')?.textContent?.includes('entry'));
    await page.keyboard.press('Delete');
    await page.waitForFunction(() => document.querySelector('#sentence')?.textContent?.includes('not written as a morphism'));
  });
});

test('a pinned cell of a painted picture keeps its text, and its place while buttons enlarge it', async () => {
  const { page } = await site.open(fragment('m = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <64,64,16>)'));
  await page.waitForSelector('.sheet canvas');
  const area = await place(page, '.board');
  await page.mouse.click(area.x + area.width - 20, area.y + area.height - 20);
  await page.waitForSelector('.outlines .ss-lit');
  for (let step = 0; step < 6; ++step) await page.click(`${card('m')} .zoom button:nth-child(2)`);
  /** The darkest pixel of the highlighted cell within its outline, from 0 to 255. */
  const darkest = (): Promise<number> => page.evaluate(() => {
    const [canvas, box] = [document.querySelector<HTMLCanvasElement>('.sheet canvas')!, document.querySelector('.outlines .ss-lit')!.getBoundingClientRect()];
    const at = canvas.getBoundingClientRect();
    const scale = canvas.width / at.width;
    const { data } = canvas.getContext('2d')!.getImageData((box.left + 3 - at.left) * scale, (box.top + 3 - at.top) * scale, (box.width - 6) * scale, (box.height - 6) * scale);
    return Math.min(...Array.from({ length: data.length / 4 }, (_, i) => Math.max(data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!)));
  });
  await expect.poll(darkest).toBeLessThan(120);
  const [board, box] = [await place(page, '.board'), await place(page, '.outlines .ss-lit')];
  expect(box.x).toBeGreaterThanOrEqual(board.x);
  expect(box.y + box.height).toBeLessThanOrEqual(board.y + board.height + 1);
});
