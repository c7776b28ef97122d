// Tests that the reader's current work is in view: pictures are seen whole, comparisons of every kind are pictures, a
// kernel shows its tile within the tensor, and the notes on them are in the reader's language.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { card, fragment, place, type, useSite } from './browser';

const site = useSite();
const transpose = `tile = (32,32):(33,1)
load = ((_32,_8),_4):((_32,_1),_8)
store = ((_32,_8),_4):((_1,_32),_256)
K = copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (load, store), tile, tile=(32,32))
`;
const threadValue = 'P = ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))\nQ = ((_8,_4),(_2,_2)):((_1,_32),(_16,_8))\n';
const staged = (name: string): string => `.on-stage ${card(name)}`;

async function inChinese(page: Page): Promise<void> {
  await page.click('.language button:text-is("中文")');
  await page.waitForFunction(() => document.documentElement.lang.startsWith('zh'));
}

describe('pictures', () => {
  test.each([390, 860, 1440])('%i px: an atom of 32 rows and a layout of 32 rows are seen whole', async (width) => {
    for (const program of ['A = Copy_Atom<SM75_U32x4_LDSM_N, half_t>\n', 'A = ((_8,_4),(_2,_2)):((_1,_32),(_16,_8))\n']) {
      const { page } = await site.show(fragment(program), { viewport: { width, height: 844 } });
      await page.waitForSelector(`${staged('A')} svg`);
      const hidden = () => page.$eval(`${staged('A')} .picture`, (one) => Math.max(one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth));
      await expect.poll(hidden, { message: program }).toBeLessThanOrEqual(1);
    }
  });

  const large = ['(64,64):(64,1)', '(48,96):(96,1)', '(128,64):(1,128)', 'SM90_64x256x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>'];
  test.each([[390, 844], [860, 720], [1440, 900], [2560, 1440]])('%i px: tables of 64 x 64 and more, and the largest atom, are seen whole in the middle, and no heads touch', async (width, height) => {
    for (const value of large) {
      const { page } = await site.show(fragment(`A = ${value}\n`), { viewport: { width, height } });
      await page.waitForSelector(`${staged('A')} .board canvas`);
      const seen = () => page.$eval(`${staged('A')} .picture`, (one) => {
        const board = one.querySelector('.board')!;
        const [frame, sheet] = [one, one.querySelector('.ruled')!].map((box) => box.getBoundingClientRect()) as [DOMRect, DOMRect];
        const shown = one.querySelector('.sheet')!.getBoundingClientRect();
        const heads = [...one.querySelectorAll('.ruler span')].map((head) => head.getBoundingClientRect());
        const touch = (a: DOMRect, b: DOMRect): boolean => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        const limits = { cut: 1, aside: 40, touching: 0, beyond: 0 };
        const found = {
          cut: Math.max(board.scrollWidth - board.clientWidth, board.scrollHeight - board.clientHeight, sheet.bottom - frame.bottom, sheet.right - frame.right),
          aside: Math.abs((shown.left + shown.right) / 2 - (frame.left + frame.right) / 2), touching: heads.filter((head, at) => heads.slice(at + 1).some((other) => touch(head, other))).length,
          beyond: frame.bottom - innerHeight,
        };
        return Object.entries(found).filter(([name, number]) => number > limits[name as keyof typeof limits]);
      });
      await expect.poll(seen, { message: value }).toEqual([]);
      const frame = await place(page, `${staged('A')} .picture`);
      const whole = await place(page, staged('A'));
      expect(Math.abs(frame.x + frame.width / 2 - whole.x - whole.width / 2), value).toBeLessThanOrEqual(2);
    }
  });

  test('1440 x 720: an atom with small cells has legible numbers of rows and columns, which do not touch', async () => {
    const { page } = await site.show(fragment('A = SM80_16x8x16_F32F16F16F32_TN\n'), { viewport: { width: 1440, height: 720 } });
    await page.waitForSelector(`${staged('A')} svg.tiny text.legible`);
    const heads = await page.$$eval(`${staged('A')} svg text`, (all) => all.filter((one) => getComputedStyle(one).visibility === 'visible').map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { left, right, top, bottom };
    }));
    expect(heads.length).toBeGreaterThan(8);
    expect(Math.min(...heads.map(({ top, bottom }) => bottom - top))).toBeGreaterThan(8);
    const touching = heads.filter((a, at) => heads.slice(at + 1).some((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3));
    expect(touching).toEqual([]);
  });

  test('in place of pictures an error offers its fix, and a consequence takes one line', async () => {
    const { page } = await site.show(fragment('first_difference((4,8), (8,4))\n'));
    await page.click('.troubles .mend');
    await page.waitForSelector('.on-stage .printed');
    const { page: other } = await site.show(fragment('A = foo((4,8):(8,1))\nB = composition(A, 2:1)\n'));
    await other.waitForSelector('.trouble.consequent');
    expect(await other.$eval('.trouble.consequent', (one) => one.querySelector('strong'))).toBeNull();
  });

  test('an error with two fixes has a button for each, in place of pictures and below its line', async () => {
    const { page } = await site.show(fragment('mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS)\n'));
    await page.waitForSelector('.troubles .mend');
    const offered = 'SM90_64x64x16_F32F16F16_SS<GMMA::Major::';
    expect(await page.locator('.troubles .mend').allTextContents()).toEqual([`Replace with ${offered}K,GMMA::Major::K>`, `Replace with ${offered}MN,GMMA::Major::MN>`]);
    await page.click('.trouble button >> nth=1');
    await page.waitForSelector('.on-stage .printed');
    expect(await page.textContent('.cm-content')).toContain(`${offered}MN,GMMA::Major::MN>`);
  });

  test('1440 x 900: a kernel and a tiling are in view with all that can be opened of them', async () => {
    for (const program of [transpose, 'K = make_tiled_mma(SM90_64x256x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (_2,_1,_1))\n']) {
      const { page } = await site.show(fragment(program), { viewport: { width: 1440, height: 900 } });
      await page.waitForSelector(`${staged('K')} .board canvas`);
      // The recorded number arrives last.
      if (program === transpose) await page.waitForSelector(`${staged('K')} .headline.told`);
      await expect.poll(() => page.$eval('.on-stage', (one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1);
    }
  });

  test('a picture that is not wide stays one when its frame gets its classes again', async () => {
    const { page } = await site.show(fragment('A = (64,64):(64,1)\n'));
    await page.waitForSelector(`${staged('A')} .ruled.upright canvas`);
    // As when the value of a painted picture ceases to be pending.
    await page.$eval(`${staged('A')} .picture`, (one) => one.setAttribute('class', 'picture fitted'));
    expect(await page.locator(`${staged('A')} .upright`).count()).toBe(1);
  });

  test('what is opened below comes into sight', async () => {
    const { page } = await site.show(fragment(transpose), { viewport: { width: 1440, height: 900 } });
    for (const [name, inside] of [['cuda', '.listed'], ['gpu', '.gpu-tools']] as const) {
      await page.click(`${staged('K')} .section.${name} > summary`);
      await page.waitForSelector(`${staged('K')} .section.${name} :is(${inside})`);
      await expect.poll(() => page.$eval(`${staged('K')} .section.${name} :is(${inside})`, (one) => one.getBoundingClientRect().top)).toBeLessThan(780);
      await page.click(`${staged('K')} .section.${name} > summary`);
    }
  });

  test('beside the stage a swizzled tile of 128 rows is seen whole, too', async () => {
    const { page } = await site.show(fragment('sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64))\nd = smem_operand(sA, half_t, "K")\n'));
    await page.waitForSelector(`${card('sA')} canvas`);
    await expect.poll(() => page.$eval(`${card('sA')} .board`, (one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1);
  });

  test('a kernel has its tile within the whole tensor beside its threads, and says which side is which', async () => {
    const { page } = await site.show(fragment(transpose));
    await page.waitForSelector(`${staged('K')} .miniature .tiles`);
    await page.waitForSelector(`${staged('K')} .figure .note:has-text("left: threads that read the tile from src; right: threads that write it to dst; the first of 1024 tiles")`);
    await page.click(`${staged('K')} .miniature`);
    await page.waitForSelector(`${staged('K')} .views[data-kind="tiles"]`);
    expect(await page.locator('.miniature').count()).toBe(0);
  });
});

describe('comparisons', () => {
  test('tv_compare and first_difference mark what differs, tv_coverage what nobody holds and what is held twice', async () => {
    const { page } = await site.show(fragment(`${threadValue}tv_compare(P, Q)\n`));
    await page.waitForSelector(`.on-stage .card .ss-scene [data-cell]`);
    expect(await page.textContent('.on-stage .printed')).toContain('same element in 8 of 128 (thread, value) pairs');
    expect(await page.textContent('.on-stage .legend')).toContain('differs');
    await page.evaluate((hash) => { location.hash = hash; }, fragment('A = (4,8):(8,1)\nB = (4,8):(1,4)\nfirst_difference(A, B)\n'));
    await page.waitForSelector('.on-stage .printed:has-text("different: at 1")');
    expect(await page.textContent('.on-stage .legend')).toContain('differs');
    expect(await page.textContent('.on-stage .printed')).toBe('different: at 1 the first gives 8, the second 1 ');
    await page.evaluate((hash) => { location.hash = hash; }, fragment('T = ((_4,_8),(_2,_2)):((_32,_1),(_16,_0))\ntv_coverage(T, (16,8))\n'));
    await page.waitForSelector('.on-stage .legend >> text=held by several');
    expect(await page.textContent('.on-stage .legend')).toContain('no thread');
    // Elements without a holder differ from elements held once, in the picture and in the legend.
    expect(await page.locator('.on-stage .picture .ss-crossed path').count()).toBe(64);
    const looks = await page.$$eval('.on-stage .legend i', (all) => all.map((one) => [getComputedStyle(one).background, getComputedStyle(one).border].join()));
    expect(new Set(looks).size).toBe(looks.length);
  });

  test('with Shift a click anywhere on two cards compares them, and selects nothing', async () => {
    const { page } = await site.show(fragment('A = (4,8):(8,1)\nB = (4,8):(1,4)\nC = (8,8):(8,1)\n'));
    await page.click(`${card('A')} .printed`, { modifiers: ['Shift'] });
    await page.waitForSelector(`${card('A')} h2 .last`);
    await page.click(`${card('B')} .picture`, { modifiers: ['Shift'] });
    await page.waitForSelector('.on-stage .printed:has-text("30 of 32 cells differ")');
    // The new line is selected, for further typing.
    expect(await page.evaluate(() => String(getSelection()))).toBe('compare(A, B)');
  });

  test('a table of words is read at the size of letters', async () => {
    const { page } = await site.show(fragment(`${transpose}J = copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (_256,_16):(_16,_1), tile=(64,64))\ncompare(K, J)\n`));
    await page.waitForSelector('.on-stage .picture svg.worded');
    const scale = await page.$eval('.on-stage .picture svg.worded', (one) => one.getBoundingClientRect().width / (one as SVGSVGElement).viewBox.baseVal.width);
    expect(scale).toBeGreaterThan(0.6);
  });

  test('a bank conflict begins with what it comes to, over columns that stay whole', async () => {
    const { page } = await site.show(fragment('B = bank_conflicts<32>((32,1):(32,1))\n'));
    await page.waitForSelector('.on-stage .told-rows .gist');
    expect(await page.textContent('.on-stage .gist')).toMatch(/^32-way, 32 wavefronts: /);
    const [gist, ...rows] = await page.$$eval('.on-stage .told-rows > span', (all) => all.map((one) => one.firstElementChild!.getBoundingClientRect().left));
    for (const left of rows) expect(left).toBe(gist);
    expect(await page.textContent('.on-stage .printed')).toContain('each lane loads 4 bytes');
    expect(await page.textContent('.on-stage .printed')).not.toContain('of one lane');
  });

  test('two kernels are compared by plan, by what the counters should say, and by their code', async () => {
    const { page } = await site.show(fragment(`${transpose}J = copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (_256,_16):(_16,_1), tile=(64,64))\ncompare(K, J)\n`));
    await page.waitForSelector('.on-stage .ss-scene [data-cell]');
    const table = await page.textContent('.on-stage .ss-scene');
    for (const words of ['blocks', 'sectors written to global memory, predicted', 'lines of CUDA']) expect(table).toContain(words);
    // The table appears once; with another picture it is text, both sides within the card.
    expect(await page.textContent('.on-stage .told-rows')).not.toContain('blocks');
    await page.selectOption('.on-stage .choices select', 'owner');
    await page.waitForSelector('.on-stage .told-rows >> text=lines of CUDA');
    const over = await page.$eval('.on-stage .printed', (one) => one.scrollWidth - one.clientWidth);
    expect(over).toBeLessThanOrEqual(0);
    await page.click('.on-stage .section.code > summary');
    await page.waitForSelector('.on-stage .difference .new');
    await page.waitForSelector('.on-stage .difference .gone');
  });
});

describe('words', () => {
  test('what kernels, descriptors and tunings print is in the reader\'s language', async () => {
    const { page } = await site.open(fragment(`${transpose}d = smem_operand(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64)), half_t, "K")\n`));
    await inChinese(page);
    await page.waitForSelector(`${card('d')} .printed >> text=规范的 K 主序 SW128`);
    await page.click('.cm-line:nth-child(4)');
    await page.waitForSelector(`${staged('K')} .printed >> text=float 的 copy_kernel`);
    expect(await page.textContent(`${staged('K')} .printed`)).toMatch(/DefaultCopy .*，在 \(32,32\) 上/);
    await type(page, `${transpose}tune(K)\n`);
    await page.waitForSelector('.card .told-rows >> text=给定的核函数');
    expect(await page.textContent('.cards')).toMatch(/个线程，每次 \d+ 字节/);
  });

  test('a program of numbers alone shows how the one at the caret comes about, until that is closed', async () => {
    const { page } = await site.open(fragment('a = 4 * 32\nb = ceil_div(a, 48)\n'));
    await page.waitForSelector(`${staged('b')} .section.derivation[open] >> text=ceil_div`);
    await page.click(`${staged('b')} .section.derivation > summary`);
    await page.waitForSelector(`${staged('b')} .section.derivation:not([open])`);
    await page.click('.cm-line:nth-child(1)');
    await page.waitForSelector(`${staged('a')} .section.derivation[open]`);
    await page.click('.cm-line:nth-child(2)');
    await page.waitForSelector(`${staged('b')} .section.derivation:not([open])`);
  });

  test('a call that ends before its arguments says how it is called; a misspelt atom has its mend', async () => {
    const { page } = await site.show(fragment('bank_conflicts(\n'));
    await page.waitForSelector('.trouble >> text=write bank_conflicts<bits>(P, operation)');
    await inChinese(page);
    await page.waitForSelector('.trouble >> text=此处应有一个值，却遇到 程序结尾');
    await page.click('.language button:text-is("EN")');
    await page.evaluate((hash) => { location.hash = hash; }, fragment('D = make_tiled_mma(SM80_16x8x16_F32F16F16F32_XX)\n'));
    await page.click('.trouble button:text-is("Replace with SM80_16x8x16_F32F16F16F32_TN")');
    await page.waitForSelector(`${staged('D')} [data-cell]`);
  });
});

describe('wide', () => {
  const nine = 'a = 128\nb = ceil_div(1000, a)\nc = gcd(48, 36)\nd = lcm(a, c)\ne = size((4,(2,8)):(1,(4,8)))\nf = cosize((8,8):(9,1))\ng = (a, (b, c), d)\nh = product(g)\ni = rank(g)\n';

  test('nine numbers fill a screen of 2560 px, each with what it was made from and where it is used', async () => {
    const { page } = await site.show(fragment(nine), { viewport: { width: 2560, height: 1440 } });
    await page.waitForSelector(`${card('d')} .lineage >> text=made from`);
    const boxes = await page.$$eval('.cards .card', (cards) => cards.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    expect(boxes).toHaveLength(9);
    expect(Math.max(...boxes.map((box) => box.bottom))).toBeGreaterThan(1440 * 0.8);
    expect(Math.max(...boxes.map((box) => box.bottom))).toBeLessThanOrEqual(1440);
    expect(new Set(boxes.map((box) => Math.round(box.width))).size).toBe(1);
    expect(await page.textContent(`${card('d')} .lineage`)).toBe('made fromacused ing');
    await page.click(`${card('d')} .lineage button:text-is("g")`);
    await page.waitForSelector(`.on-stage ${card('g')}`);
  });

  test('a kernel that has not run here has the recorded runs in its roofline, with their device and day', async () => {
    const { page } = await site.show(fragment(transpose), { viewport: { width: 2560, height: 1440 } });
    await page.waitForSelector('.beside-cards .roofline [data-recorded="true"] circle');
    expect(await page.textContent('.roofline figcaption')).toMatch(/recorded on NVIDIA H100 .*, \d{4}-\d\d-\d\d/);
    expect(await page.textContent('.roofline circle title')).toMatch(/GB\/s.*recorded on NVIDIA H100/);
    expect(await page.textContent('.roofline ul')).toContain('data sheet');
  });
});

describe('narrow', () => {
  test('the welcome is closed in its corner, whatever its doors are called', async () => {
    const { page } = await site.open('', { viewport: { width: 390, height: 844 }, locale: 'zh-CN' });
    await page.waitForSelector('.welcome >> text=六步导览');
    const [box, close] = await Promise.all(['.welcome', '.welcome .tool'].map((one) => page.$eval(one, (element) => element.getBoundingClientRect().toJSON() as DOMRect)));
    expect(close!.top - box!.top).toBeLessThan(20);
    expect(box!.right - close!.right).toBeLessThan(20);
  });

  test('the search for atoms has room, a flag stands beside its words, and an atom is seen whole', async () => {
    const { page } = await site.open('', { viewport: { width: 390, height: 844 } });
    await page.click('.narrow summary');
    await page.click('.narrow .menu-list button:text-is("Atoms")');
    await page.waitForSelector('.dialog.atoms .check');
    expect((await place(page, '.dialog.atoms input[type="search"]')).width).toBeGreaterThan(120);
    const [flag, words] = [await place(page, '.check input'), await place(page, '.check span')];
    expect(flag.x + flag.width).toBeLessThanOrEqual(words.x);
    expect(Math.abs(flag.y + flag.height / 2 - words.y - words.height / 2)).toBeLessThan(5);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.waitForSelector('.dialog.atoms .drawing svg');
    const [pane, svg] = [await place(page, '.dialog.atoms .atom'), await place(page, '.dialog.atoms .drawing svg')];
    expect(svg.y + svg.height).toBeLessThanOrEqual(pane.y + pane.height);
    await page.fill('.dialog.atoms input[type="search"]', 'ldmatrix');
    // The note leads to the copies of another architecture.
    await page.click('.atom-list .note .link');
    await page.waitForSelector('.dialog.atoms .atom-list button:has-text("LDSM")');
    expect(await page.getAttribute('.dialog.atoms .segmented button:text-is("copy")', 'aria-pressed')).toBe('true');
  });
});

test('a tour outlines what it speaks of with room around it, and no other hint lies below its words', async () => {
  const { page } = await site.open('');
  await page.click('.welcome >> text=A tour in six steps');
  for (let step = 1; step < 5; step++) await page.click('.tour .primary');
  await page.waitForSelector('.viewing.toured');
  expect(parseFloat(await page.$eval('.viewing.toured', (one) => getComputedStyle(one).outlineOffset))).toBeGreaterThan(2);
  expect(await page.locator('.linked-hint:visible').count()).toBe(0);
});

test.each([390, 860, 1440])('%i px: the words of the tour cover nothing that it speaks of', async (width) => {
  const { page } = await site.open('', { viewport: { width, height: width === 860 ? 720 : 900 } });
  await page.click('.welcome >> text=A tour in six steps');
  for (let step = 1; step <= 6; step++) {
    await page.waitForSelector(`.tour small:text-is("${step}/6")`);
    await page.waitForSelector('.toured');
    const [at, words] = await Promise.all(['.toured', '.tour'].map((one) => page.$eval(one, (element) => element.getBoundingClientRect().toJSON() as DOMRect)));
    // A card higher than the room is seen from its beginning.
    const beside = words!.right <= at!.left || words!.left >= at!.right || words!.bottom <= at!.top || words!.top >= at!.bottom;
    const program = step === 1 && width > 760;
    expect(beside || program || at!.height > 500, `step ${step}`).toBe(true);
    if (step < 6) await page.click('.tour .primary');
  }
});

test('a kernel says the number of its newest kept run, in a later visit, too', async () => {
  const value = 'copy_kernel of float\n  src:    (1024,1024):(1024,1)\n  dst:    (1024,1024):(1,1024)\n  load:   DefaultCopy (256,16):(16,1) over (64,64)';
  const run = { kept_run: '1', program: 'K = 1', mode: 'teaching', kernel: 'K', value, device: 'NVIDIA H100 80GB HBM3', driver: '580.159.04', arch: 'sm_90', on_gpu: true, recorded: false, verdict: 'verified', counters: [] };
  const kept = [1, 2].map((at) => JSON.stringify({ ...run, id: `run${at}`, date: `2026-11-0${at}T00:00:00Z`, median_ms: 0.003, gb_per_s: 2000 + at })).join('\n');
  const { page } = await site.open(fragment('K = copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (_256,_16):(_16,_1), tile=(64,64))'), {}, async (blank) => {
    await blank.addInitScript((lines) => localStorage.setItem('stridescope-runs', lines), kept);
  });
  await page.waitForSelector('.on-stage .headline.told');
  await expect.poll(() => page.textContent('.on-stage .headline')).toBe('2002 GB/s; recorded on NVIDIA H100 80GB HBM3, 2026-11-02');
});
