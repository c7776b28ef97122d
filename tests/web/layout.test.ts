// Geometry in the DOM, not pixels.
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { card, composed, fragment, stage, useSite } from './browser';

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

/** The excess width of anything that scrolls and is not a picture. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(...['html', 'main', '.cards', '.program', '.cm-scroller'].map((selector) => {
    const element = document.querySelector(selector)!;
    return element.scrollWidth - element.clientWidth;
  })));
}

test('at no width anything is wider than the page, and every card lies inside it', async () => {
  const { page } = await site.show(fragment(program), { viewport: { width: 320, height: 900 } });
  await stage(page, 'W');
  for (const width of [320, 360, 414, 768, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    // On a slow machine a picture waits until its card comes into sight.
    await page.locator('[data-card="W"]').scrollIntoViewIfNeeded();
    await page.waitForSelector('[data-card="W"] [data-cell]');
    await expect.poll(() => overflow(page), { message: `${width} px` }).toBe(0);
    const outside = async (): Promise<Box[]> => (await boxes(page, '.card, .top > *, .bottom > *, .program, .trouble')).filter(({ left, right }) => left < 0 || right > width);
    await expect.poll(outside, { message: `${width} px` }).toEqual([]);
    // Contents of a card do not stick out of it; a picture too wide scrolls inside.
    const sticking = () => page.$$eval('.card', (cards) => cards.flatMap((one) => {
      const edge = one.getBoundingClientRect().right;
      return [...one.querySelectorAll('.picture, .properties, .views, .printed, .legend, .slices, .verdicts, .more')]
        .filter((part) => part.getBoundingClientRect().right > edge + 0.5).map((part) => part.className);
    }));
    await expect.poll(sticking, { message: `${width} px` }).toEqual([]);
  }
});

test('narrow: the stage, then the program, then the other cards', async () => {
  const { page } = await site.open(composed(), { viewport: { width: 360, height: 800 } });
  await page.waitForSelector('.on-stage .picture svg');
  const [editor] = await boxes(page, '.program');
  const [staged, first] = await boxes(page, '.card');
  expect(staged!.top).toBeLessThan(editor!.top);
  expect(staged!.bottom).toBeLessThanOrEqual(editor!.top);
  expect(first!.top).toBeGreaterThanOrEqual(editor!.bottom);
});

test('wide: the program, the stage and the other cards stand side by side', async () => {
  const { page } = await site.open(composed(), { viewport: { width: 2560, height: 1300 } });
  await page.waitForSelector('.beside .picture svg >> nth=1');
  const [editor] = await boxes(page, '.program');
  const [staged, ...others] = await boxes(page, '.card');
  expect(others.length).toBe(2);
  expect(staged!.left).toBeGreaterThanOrEqual(editor!.right);
  for (const box of others) {
    expect(box.left).toBeGreaterThanOrEqual(staged!.right);
    expect(box.bottom).toBeLessThan(1300);
  }
});

test('1440×900: the first program needs no scrolling', async () => {
  const { page } = await site.open('');
  await page.waitForSelector('.beside .picture svg');
  await expect.poll(async () => Math.max(...(await boxes(page, '.card')).map(({ bottom }) => bottom))).toBeLessThan(900 - 36);
});

describe('the stage', () => {
  const transpose = `tile = (32,32):(33,1)
columns = bank_conflicts<32>(tile, (_32,_32):(_1,_32))
load = ((_32,_8),_4):((_32,_1),_8)
store = ((_32,_8),_4):((_1,_32),_256)
whole = (1024,1024):(1024,1)
K = copy_kernel(whole, (1024,1024):(1,1024), (load, store), tile, tile=(32,32))
`;
  test.each([390, 860, 1440, 2560])('%i px: the card of the line with the caret is in view, and its picture is seen whole', async (width) => {
    const { page } = await site.show(fragment(transpose), { viewport: { width, height: 900 } });
    await page.waitForSelector(`.on-stage ${card('K')}`);
    for (const [line, name] of [[3, 'load'], [1, 'tile'], [5, 'whole'], [2, 'columns'], [6, 'K']] as const) {
      await page.click(`.cm-line:nth-child(${line})`);
      await page.waitForSelector(`.on-stage ${card(name)} .picture > *`);
      await page.evaluate(() => document.querySelector('main')!.scrollTo(0, 0));
      // 256 rows of four cells each scroll in their place; the others are seen whole.
      await expect.poll(async () => {
        const [box, picture] = await boxes(page, `.on-stage .card, .on-stage .picture${name === 'load' ? '' : ' > *'}`);
        return [picture!, { ...box!, bottom: box!.top + 40 }].filter(({ top, bottom, left, right }) => top < 0 || bottom > 900 || left < 0 || right > width);
      }, { message: name }).toEqual([]);
    }
  });

  test('numbers are chips, many values are lines, and what is pending has the height that it will have', async () => {
    const program = Array.from({ length: 12 }, (_, index) => `L${index} = (${index + 4},8):(8,1)\nn${index} = size(L${index})`).join('\n');
    const { page } = await site.show(fragment(program));
    await page.waitForSelector(`.on-stage ${card('L11')} [data-cell]`);
    expect(await page.locator('.chips .chip').count()).toBe(12);
    expect(await page.locator('.others .row').count()).toBe(11);
    const heights = (await boxes(page, '.row')).map(({ top, bottom }) => bottom - top);
    expect(Math.max(...heights)).toBeLessThan(50);
    await page.click(`${card('L3')} .expand`);
    await page.waitForSelector(`${card('L3')} [data-cell]`);
    await page.waitForSelector(`${card('L3')} .properties`);
  });
});

test('2560 px: the stage, its operands and the runs stand side by side, and the number that was measured is in view', async () => {
  // A name of its own, since sections that an earlier test closed for a kernel stay closed.
  const program = 'tile = (32,32):(33,1)\nload = ((_32,_8),_4):((_32,_1),_8)\nWide = copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (load, load), tile, tile=(32,32))\n';
  const { page } = await site.show(fragment(program), { viewport: { width: 2560, height: 1300 } });
  await page.waitForSelector('.beside-cards tbody tr');
  const [staged] = await boxes(page, '.on-stage .card');
  const [operands] = await boxes(page, '.beside');
  const [runs] = await boxes(page, '.beside-cards');
  expect(operands!.left).toBeGreaterThanOrEqual(staged!.right);
  expect(runs!.left).toBeGreaterThanOrEqual(operands!.right - 0.5);
  expect(runs!.right).toBeLessThanOrEqual(2560);
  await page.waitForSelector('.on-stage .headline');
  const [headline, picture] = await boxes(page, '.on-stage .headline, .on-stage .picture');
  expect(headline!.bottom).toBeLessThanOrEqual(picture!.top);
  // Below the picture there is room for the section of the GPU.
  await page.waitForSelector('.on-stage .section.gpu[open] .gpu');
  // A narrower screen has them in their dialog; a program without a kernel lacks them.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.waitForSelector('.beside-cards', { state: 'detached' });
});

test('numbers alone follow one another, and one value has all the width', async () => {
  const { page } = await site.show(fragment('a = 4\nb = 8\nc = a * b\n'));
  await page.waitForSelector(`.on-stage ${card('c')}`);
  const [staged] = await boxes(page, `.on-stage ${card('c')}`);
  const [chips] = await boxes(page, '.chips');
  expect(chips!.top).toBeGreaterThanOrEqual(staged!.bottom);
  expect(chips!.left).toBe(staged!.left);
  // They have the room of pictures: all the width, large, and each with its derivation.
  const [all] = await boxes(page, '.cards');
  expect(all!.right - staged!.right).toBeLessThan(40);
  await page.waitForSelector(`.chips ${card('a')} .told-number`);
  expect(await page.textContent(`.chips ${card('a')} .told-number`)).toContain('integer');
  const size = await page.$eval(`.chips ${card('a')} .printed`, (one) => parseFloat(getComputedStyle(one).fontSize));
  expect(size).toBeGreaterThan(20);
  await page.goto(site.url + fragment('one = (4,8):(8,1)\n'));
  await page.waitForSelector(`.on-stage ${card('one')} .picture svg`);
  const [one] = await boxes(page, `.on-stage ${card('one')}`);
  const [room] = await boxes(page, '.cards');
  expect(room!.right - one!.right).toBeLessThan(40);
});

test('numbers that do not fit scroll by, and none slides under the one that is worked on', async () => {
  const { page } = await site.show(fragment(Array.from({ length: 14 }, (_, at) => `n${at} = ceil_div(1000, ${at + 1})`).join('\n')), { viewport: { width: 1440, height: 800 } });
  await page.waitForSelector(`.chips ${card('n2')} .told-number`);
  await expect.poll(() => page.$eval('.cards', (cards) => { cards.scrollTo(0, 150); return cards.scrollTop; })).toBe(150);
  const [staged] = await boxes(page, '.on-stage');
  const [chips] = await boxes(page, '.chips');
  expect(staged!.top).toBeLessThan(0);
  expect(chips!.top).toBeGreaterThanOrEqual(staged!.bottom);
});

test.each(['a = 128\n', 'a = 128\nb = (a, (8, 12))\n', 'a = 128\nb = a * 2\nc = a * 3\n', 'a = 128\nb = a * 2\nc = a * 3\nd = a * 4\n'])('2560 px: few numbers fill the room as well, and stand in its middle: %j', async (program) => {
  const { page } = await site.show(fragment(program), { viewport: { width: 2560, height: 1440 } });
  const count = program.trim().split('\n').length;
  await page.waitForFunction((wanted) => document.querySelectorAll('.cards .card').length === wanted, count);
  const cards = await boxes(page, '.cards .card');
  const [room] = await boxes(page, '.cards');
  expect(Math.max(...cards.map((box) => box.bottom))).toBeGreaterThan(room!.bottom - 40);
  expect(Math.max(...cards.map((box) => box.right))).toBeGreaterThan(room!.right - 60);
  await expect.poll(() => page.$eval('.on-stage .card', (one) => {
    const box = one.getBoundingClientRect();
    return Math.abs(one.firstElementChild!.getBoundingClientRect().top + one.lastElementChild!.getBoundingClientRect().bottom - box.top - box.bottom) / 2;
  })).toBeLessThan(60);
});

test.each([390, 860, 1440, 2560])('%i px: what a paste aligns far to the right begins in the first row of its line, with room to be read', async (width) => {
  const deep = `${' '.repeat(36)}Layout<Shape<_32,_4>,Stride<_4,_1>>{},`;
  const { page } = await site.show(fragment(`auto copy = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{},\n${deep}\n${' '.repeat(36)}Layout<Shape<_1,_8>>{});\n`), { viewport: { width, height: 900 } });
  await page.waitForSelector('.cm-line:nth-child(3)');
  const [line, first, row, columns] = await page.$eval('.cm-line:nth-child(2)', (one) => {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    let node: Node | null;
    do node = walker.nextNode(); while (node && !node.textContent!.trim());
    const range = document.createRange();
    range.setStart(node!, node!.textContent!.search(/\S/));
    range.setEnd(node!, node!.textContent!.search(/\S/) + 1);
    const { left, width: letter, top } = range.getBoundingClientRect();
    const box = one.getBoundingClientRect();
    return [box.top, top, parseFloat(getComputedStyle(one).lineHeight), (box.right - left) / letter] as const;
  });
  expect(first - line).toBeLessThan(row);
  expect(columns).toBeGreaterThan(width < 1000 ? 25 : 38);
  // The text is as it was pasted, and the caret goes over what is folded.
  expect(await page.$eval('.cm-line:nth-child(2)', (one) => one.textContent)).toContain(deep);
});

test('a painted picture on the stage stands in the middle, and takes no more height than its width fills', async () => {
  const { page } = await site.show(fragment('wide = (64,512):(512,1)\nS = (256,256):(256,1)\nR = composition(S, (16,16):(1,16))\n'), { viewport: { width: 2560, height: 1440 } });
  for (const [line, name, ratio] of [[1, 'wide', 1 / 8], [2, 'S', 1]] as const) {
    await page.click(`.cm-line:nth-child(${line})`);
    await page.waitForSelector(`.on-stage ${card(name)} .board canvas`);
    const [host, board] = await boxes(page, `.on-stage ${card(name)} .picture, .on-stage ${card(name)} .board`);
    const middle = ({ left, right }: Box): number => (left + right) / 2;
    // The heads are at the left.
    expect(Math.abs(middle(host!) - middle(board!)), name).toBeLessThan(60);
    expect(host!.bottom - host!.top, name).toBeLessThanOrEqual(Math.max(120, (host!.right - host!.left) * ratio) + 40);
    expect(board!.bottom, name).toBeLessThanOrEqual(host!.bottom + 1);
  }
});

test.each([390, 1440])('%i px: what can be done with a run is in sight', async (width) => {
  const { page } = await site.show(fragment('K = copy_kernel((16,16):(16,1), (16,16):(1,16), (_16,_4):(_4,_1), tile=(8,8))\n'), { viewport: { width, height: 900 } });
  await page.click(`${card('K')} .section.gpu > summary`);
  await page.click(`${card('K')} .gpu-tools >> text=All runs`);
  await page.waitForSelector('.dialog.runs tbody tr');
  const [tool] = await boxes(page, '.dialog.runs tbody tr td:last-child .tool');
  expect(tool!.right).toBeLessThanOrEqual(width);
  expect(tool!.left).toBeGreaterThan(width / 2);
});

test.each([[860, '.dialog.runs'], [1440, '.dialog.runs'], [2560, '.beside-cards']] as const)('%i px: the plots of the runs share all the width that there is', async (width, where) => {
  const { page } = await site.open(fragment('Wide = copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (_256,_16):(_16,_1), tile=(64,64))\n'), { viewport: { width, height: 1100 } });
  if (width < 2200) {
    await page.click(`${card('Wide')} .section.gpu > summary`);
    await page.click(`${card('Wide')} .gpu-tools >> text=All runs`);
  }
  // The roofline and two plots, whichever comes first. (A page of its own: what another test plots is remembered.)
  await page.waitForSelector(`${where} .roofline svg`);
  await page.waitForSelector(`${where} .run-plots .run-plot >> nth=2`);
  const [room] = await boxes(page, `${where} .run-plots`);
  const plots = await boxes(page, `${where} .run-plots .run-plot`);
  expect(plots.length).toBe(3);
  expect(room!.right - Math.max(...plots.map((box) => box.right))).toBeLessThan(30);
  // The names of devices hide no points.
  const hidden = (await boxes(page, `${where} .run-plot text.device`)).map(({ left, right, top, bottom }) => [left, right, top, bottom] as const);
  expect(hidden.length).toBeGreaterThan(1);
  const points = (await boxes(page, `${where} .run-plot circle`)).map((box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const);
  expect(points.filter(([x, y]) => hidden.some(([left, right, top, bottom]) => x > left && x < right && y > top && y < bottom))).toEqual([]);
  // Letters have the size of others.
  const scale = await page.$eval(`${where} .run-plots > svg.run-plot`, (one) => one.clientWidth / (one as SVGSVGElement).viewBox.baseVal.width);
  expect(Math.abs(scale - 1)).toBeLessThan(0.05);
});

test('2560×1440: a picture fills the room of the stage', async () => {
  const { page } = await site.open(undefined, { viewport: { width: 2560, height: 1440 } });
  await page.waitForSelector(`.on-stage ${card('R')} .picture svg`);
  const [svg] = await boxes(page, `.on-stage ${card('R')} .picture svg`);
  expect(svg!.bottom - svg!.top).toBeGreaterThan(480);
});

test('a small picture of a part of a value says which part', async () => {
  const { page } = await site.show(fragment('T = (4,3,5):(1,4,12)\nB = (4,8):(8,1)\n'));
  await page.waitForSelector(`.beside ${card('T')} .note:has-text("0 / 5")`);
});

test('the names of rows are not broken within a word', async () => {
  const { page } = await site.show(fragment('light = occupancy("sm90", 256, 32, 0)\nheavy = occupancy("sm90", 256, 128, 0)\nM = (4,8):(8,1)\n'));
  await page.waitForSelector(`${card('heavy')} .told-rows b`);
  const broken = await page.$$eval('.told-rows b', (all) => all.filter((name) => {
    const letters = document.createRange();
    letters.selectNodeContents(name);
    return !name.textContent!.trim().includes(' ') && new Set([...letters.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  }).map((name) => name.textContent));
  expect(broken).toEqual([]);
});

const tiledMma = 'mma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (_2,_1,_1))\n';
const gemm = `A = (1024,512):(512,1)
sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64))
box = make_tma_atom(A, sA, "half_t")
${tiledMma}K = gemm_kernel(A, A, (1024,1024):(1024,1), (box, box), (sA, sA), mma, stages=4, dtype="half_t")
`;

test.each([
  [1440, 900, tiledMma, ['ThrLayoutVMNK', 'LayoutA_TV', 'LayoutB_TV', 'LayoutC_TV']],
  [1280, 720, tiledMma, ['ThrLayoutVMNK', 'LayoutA_TV', 'LayoutB_TV', 'LayoutC_TV']],
  [1440, 900, gemm, ['(128,128,64)', 'SM90_64x128x16', 'smem A, B', 'copy A, B']],
  [1280, 720, gemm, ['(128,128,64)', 'SM90_64x128x16', 'stages']],
])('%i×%i: the important facts of a TiledMMA or GEMM are in sight with its picture, and a button shows all', async (width, height, program, facts) => {
  const { page } = await site.show(fragment(program), { viewport: { width, height } });
  await page.waitForSelector('.staged .picture canvas');
  const lines = page.locator('.staged .printed.lines');
  /** The lines of the printed form that are in its frame. */
  const visible = () => lines.evaluate((frame) => {
    const end = frame.getBoundingClientRect().bottom;
    const range = document.createRange();
    const walker = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
    const out: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { index, 0: word } of node.textContent!.matchAll(/\S+( \S+)*/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (range.getBoundingClientRect().bottom <= end + 1) out.push(word);
      }
    }
    return out.join('\n');
  });
  for (const fact of facts) expect(await visible()).toContain(fact);
  const picture = (await boxes(page, '.staged .picture'))[0]!;
  expect(picture.bottom).toBeLessThan(height);
  const more = page.locator('.staged .all-lines');
  if (await more.count()) await more.click();
  const hidden = () => lines.evaluate((frame) => frame.scrollHeight - frame.clientHeight);
  await expect.poll(hidden).toBeLessThan(3);
});
