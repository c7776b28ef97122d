// Tests the page beyond typing and hovering: at least one test for each of a reader's actions.
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { card, cell, composed, fragment, lit, place, printed, stage, type, useSite } from './browser';

const site = useSite();
const composition = 'A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = composition(A, B)\n';
const banks = `tile = (_32,_32):(_32,_1)
store = bank_conflicts<32>(tile, (_32,_32):(_32,_1), "store")
load = bank_conflicts<32>(tile, (_32,_32):(_1,_32))
`;

const program = (page: Page): Promise<string> => page.$$eval('.cm-line', (lines) => lines.map((line) => {
  const copy = line.cloneNode(true) as HTMLElement;
  copy.querySelectorAll('.result').forEach((result) => result.remove());
  return copy.textContent;
}).join('\n'));

async function dialog(page: Page, opener: string, name: string): Promise<void> {
  await page.click(opener);
  await page.waitForSelector(`.dialog.${name}`);
}

describe('the program', () => {
  test('is formatted, and undone', async () => {
    const { page } = await site.show(fragment('A=( 6 , 2 ):(8,2)\nR =composition( A,A )\n'));
    await page.click('.cm-content');
    await page.keyboard.press('Shift+Alt+F');
    await page.waitForFunction(() => document.querySelector('.cm-content')?.textContent?.includes('composition(A, A)'));
    expect(await program(page)).toBe('A = (6,2):(8,2)\nR = composition(A, A)\n');
    await page.keyboard.press('ControlOrMeta+z');
    await page.waitForFunction(() => document.querySelector('.cm-content')?.textContent?.includes('( A,A )'));
  });

  test('the documentation of a function has an example to try', async () => {
    const { page } = await site.show(fragment(composition));
    await page.hover('.cm-line:nth-child(3) span:has-text("composition")');
    await page.click('.documentation button');
    await page.waitForFunction(() => document.querySelectorAll('.card').length === 4);
  });

  test('several carets type at once', async () => {
    const { page } = await site.show(fragment('A = 4:1\nB = 4:1\n'));
    await page.click('.cm-line:nth-child(1)');
    await page.keyboard.press('Home');
    await page.keyboard.press('ControlOrMeta+Alt+ArrowDown');
    await page.keyboard.type('x');
    await page.waitForSelector(card('xB'));
    expect(await program(page)).toBe('xA = 4:1\nxB = 4:1\n');
  });

  test('is there again at the next visit', async () => {
    const { page } = await site.open('');
    await type(page, 'Kept = (3,5):(5,1)\n');
    await page.waitForSelector(card('Kept'));
    await page.waitForFunction((kept) => localStorage.getItem('stridescope-program') === kept, fragment('Kept = (3,5):(5,1)\n'));
    await page.goto(`${site.url}?`);
    await page.waitForSelector(card('Kept'));
  });

  test('an integer that a pasted type does not tell is filled in', async () => {
    const { page } = await site.show(fragment('cute::Layout<cute::tuple<int,cute::C<4>>,cute::tuple<cute::C<1>,cute::C<8>>>\n'));
    await page.fill('.filler input', '6');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.printed')?.textContent === '(6,4):(1,8)'
      || [...document.querySelectorAll('.printed')].some((one) => one.textContent === '(6,4):(1,8)'));
    expect(await page.locator('.trouble').count()).toBe(0);
  });
});

test('a field for an integer that an example is taken for holds the example', async () => {
  const { page } = await site.show(fragment('__device__ static inline T* idx(T *ptr, int2 coord) {\n  return &ptr[coord.x * cols + coord.y];\n}\n'));
  const fields = page.locator('.filler input');
  await fields.first().waitFor();
  expect(await fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual(['64', '64']);
  await fields.nth(1).fill('8');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => [...document.querySelectorAll('.printed')].some((one) => one.textContent === '(64,8):(8,1)'));
});

describe('cards', () => {
  test('a card is dragged to another place, or to the stage; Alt and an arrow key do the same', async () => {
    const { page } = await site.open(fragment('A = 4:1\nB = 5:1\nC = 6:1\nD = 7:1\n'));
    const others = (): Promise<(string | null)[]> => page.$$eval('.others .card', (all) => all.map((one) => one.getAttribute('data-card')));
    await page.waitForSelector(`.on-stage ${card('D')}`);
    expect(await others()).toEqual(['A', 'B', 'C']);
    await page.dragAndDrop(`${card('C')} h2 button`, card('A'), { targetPosition: { x: 4, y: 4 } });
    await expect.poll(others).toEqual(['C', 'A', 'B']);
    await page.focus(`${card('C')} h2 button`);
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(others).toEqual(['A', 'C', 'B']);
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(others).toEqual(['A', 'B', 'C']);
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(others).toEqual(['A', 'C', 'B']);
    await page.dragAndDrop(`${card('B')} h2 button`, '.on-stage .card');
    await page.waitForSelector(`.on-stage ${card('B')}`);
    expect(await page.locator('.lands-on, .lands-before, .lands-after').count()).toBe(0);
  });

  test('a card that is dragged among the pinned ones is pinned, and no longer among the others', async () => {
    const { page } = await site.open(fragment('A = 4:1\nB = 5:1\nC = 6:1\nD = 7:1\n'), { viewport: { width: 1440, height: 1600 } });
    const pinned = (): Promise<(string | null)[]> => page.$$eval('.grid.pinned .card', (all) => all.map((one) => one.getAttribute('data-card')));
    await page.click(`${card('A')} .pin`);
    await expect.poll(pinned).toEqual(['A']);
    await page.dragAndDrop(`${card('C')} h2 button`, card('A'), { targetPosition: { x: 4, y: 4 } });
    await expect.poll(pinned).toEqual(['C', 'A']);
    await page.dragAndDrop(`${card('A')} h2 button`, card('B'), { targetPosition: { x: 4, y: 4 } });
    await expect.poll(pinned).toEqual(['C']);
  });

  test('a pinned card comes first, and a link keeps it there', async () => {
    const { page } = await site.show(fragment(composition));
    await page.click(`${card('A')} .pin`);
    await page.waitForSelector(`.grid.pinned ${card('A')}`);
    await page.waitForFunction((hash) => location.hash !== hash, fragment(composition));
    const again = await site.open(new URL(page.url()).hash);
    // Nobody has looked at another one yet: it has the stage.
    await again.page.waitForSelector(`.on-stage ${card('A')}`);
    await stage(again.page, 'R');
    await again.page.waitForSelector(`.grid.pinned ${card('A')}`);
    await again.page.click(`${card('A')} .pin`);
    await again.page.waitForFunction(() => !document.querySelector('.grid.pinned'));
  });

  test('cards are enlarged and compared side by side', async () => {
    const { page } = await site.show(fragment(composition));
    const small = await place(page, `${card('B')} .picture svg`);
    await page.click(`${card('B')} .enlarge`);
    await page.waitForSelector('.stage [data-stage="B"] svg');
    const large = await place(page, '.stage [data-stage="B"] .picture svg');
    expect(large.width).toBeGreaterThan(1.5 * small.width);
    await page.selectOption('.stage .dialog-bar select', 'A');
    await page.waitForSelector('.stage [data-stage="A"] svg');
    const [one, other] = await page.$$eval('.stage .card', (all) => all.map((each) => each.getBoundingClientRect().top));
    expect(one).toBe(other);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('.stage'));
  });

  test('an operation stands beside its operands, and the path of a cell leads through them', async () => {
    const { page } = await site.show(fragment(composition));
    await page.click(`${card('R')} .operands`);
    await page.waitForSelector('.stage [data-stage="R"] svg');
    expect(await page.$$eval('.stage .card', (all) => all.map((one) => one.getAttribute('data-stage')))).toEqual(['B', 'A', 'R']);
    await page.hover('.stage [data-stage="R"] [data-cell="6"]');
    await page.waitForSelector('.stage [data-stage="A"] .ss-lit[data-cell="7"]');
    expect(await page.textContent('.stage-sentence')).toContain('B(6) = 7');
  });

  test('the type of the elements changes what is known of memory', async () => {
    const { page } = await site.show(fragment('T = (32,4):(4,1)\n'));
    const section = page.locator(`${card('T')} .section.analysis`);
    await section.locator('summary').click();
    await section.locator('.facts').waitFor();
    expect(await section.textContent()).not.toContain('wavefronts');
    await section.locator('select').selectOption('half_t');
    await page.waitForFunction(() => document.querySelector('.section.analysis')?.textContent?.includes('wavefronts'));
    await section.locator('select').selectOption('double');
    await page.waitForFunction(() => document.querySelector('.section.analysis')?.textContent?.includes('16 bytes'));
    await section.locator('select').selectOption({ index: 0 });
  });
});

describe('operations', () => {
  test('coalesce shows which modes merge, complement its codomain, an inverse its arrows', async () => {
    const { page } = await site.show(fragment('C = coalesce((_2,(_1,_6)):(_1,(_6,_2)))\nK = complement((_2,_2):(_1,_6), 24)\nI = right_inverse((4,3):(3,1))\n', 't', {
      C: 'kind=modes', K: 'kind=codomain', I: 'kind=map',
    }));
    await page.waitForFunction(() => document.querySelectorAll('[data-card="C"] .ss-arrow').length === 2);
    await stage(page, 'K');
    await page.waitForFunction(() => document.querySelector('[data-card="K"] .legend')?.textContent?.includes('repetition 1'));
    await page.waitForFunction(() => document.querySelectorAll('[data-card="I"] .ss-arrow').length === 12);
  });
});

describe('pictures', () => {
  test('a click isolates: what does not belong to the cell fades, Esc brings it back', async () => {
    const { page } = await site.show(fragment(composition));
    await page.click(cell('R', 6));
    await page.waitForSelector(`${card('A')} svg.isolated`);
    const opacity = (id: number): Promise<number> => page.$eval(cell('A', id), (element) => Number(getComputedStyle(element).opacity));
    await expect.poll(() => opacity(0)).toBeLessThan(0.5);
    await expect.poll(() => opacity(7)).toBe(1);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('.isolated'));
  });

  test('of a thread all elements are seen, in A, B and C', async () => {
    const { page } = await site.show(fragment('mma = SM80_16x8x16_F32F16F16F32_TN\n'));
    await page.locator(`${card('mma')} [data-cell]`).first().click();
    await page.waitForFunction(() => document.querySelectorAll('.ss-group').length === 16);
  });

  test('a drag and Ctrl + wheel move and enlarge a large picture, 0 shows all of it', async () => {
    const { page } = await site.show(fragment('B = (2048,2048):(2048,1)\n'));
    const board = page.locator(`${card('B')} .board`);
    await board.waitFor();
    const area = await place(page, `${card('B')} .board`);
    const width = (): Promise<number> => page.$eval('.sheet', (sheet) => sheet.clientWidth);
    const all = await width();
    await page.mouse.move(area.x + 100, area.y + 100);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -600);
    await page.keyboard.up('Control');
    await page.waitForFunction((before) => document.querySelector('.sheet')!.clientWidth > 4 * before, all);
    const scrolled = (): Promise<number> => board.evaluate((element) => element.scrollLeft);
    const before = await scrolled();
    await page.mouse.down();
    await page.mouse.move(area.x + 40, area.y + 100, { steps: 4 });
    await page.mouse.up();
    await expect.poll(scrolled).toBeCloseTo(before + 60, -1);
    // A drag is not a click.
    expect(await page.locator('.unpin').count()).toBe(0);
    await page.focus(`${card('B')} .picture`);
    await page.keyboard.press('0');
    await expect.poll(width).toBe(all);
  });

  test('wherever a large picture is scrolled to, all that is seen is painted, with the heads beside it', async () => {
    const { page } = await site.show(fragment('B = (1024,1024):(1024,1)\n'));
    await page.waitForSelector(`${card('B')} .sheet canvas`);
    await page.focus(`${card('B')} .picture`);
    for (let step = 0; step < 6; ++step) await page.keyboard.press('+');
    await page.waitForFunction(() => document.querySelector('.sheet')!.clientWidth > 15_000);
    for (const part of [0.5, 1, 0]) {
      await page.$eval('.board', (board, at) => { board.scrollTo(at * board.scrollWidth, at * board.scrollHeight); }, part);
      await page.waitForFunction((at) => {
        const [board, canvas] = ['.board', '.sheet canvas'].map((one) => document.querySelector(one)!.getBoundingClientRect()) as [DOMRect, DOMRect];
        const sheet = document.querySelector('.sheet')!.getBoundingClientRect();
        const { clientWidth, clientHeight } = document.querySelector('.board')!;
        const heads = [...document.querySelectorAll<HTMLElement>('.ruler.down span:not([hidden])')].map(({ textContent }) => Number(textContent.split('\n')[0]));
        // A fraction of a pixel is lost where lengths are rounded.
        return canvas.left <= Math.max(board.left, sheet.left) + 1 && canvas.top <= Math.max(board.top, sheet.top) + 1
          && canvas.right + 1 >= Math.min(board.left + clientWidth, sheet.right) && canvas.bottom + 1 >= Math.min(board.top + clientHeight, sheet.bottom)
          && heads.length > 3 && Math.abs(heads[0]! - at * 1024) < 64;
      }, part);
    }
  });

  test('four million cells are all there, however long the sides', async () => {
    const { page } = await site.show(fragment('B = (65536,64):(64,1)\n'));
    await page.waitForSelector(`${card('B')} canvas`);
    expect(await page.locator(`${card('B')} .figure > .note`).count()).toBe(0);
    await page.focus(`${card('B')} .picture`);
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector(`${card('B')} .board .ss-lit`);
  });
});

describe('memory', () => {
  test('what values say in words is in the words of the reader', async () => {
    const { page } = await site.open(fragment('A = (4,8):(8,1)\nB = (4,8):(1,4)\nC = compare(A, B)\nD = bank_conflicts<32>((32,1):(2,1))\nE = tv_coverage(((4,8),(2,2)):((32,1),(16,4)), (16,8))\n'));
    await page.click('.language button:text-is("中文")');
    for (const [name, said, english] of [['C', '32 个格子中有 30 个不同', 'cells differ'], ['D', '每请求 wavefront 数', 'per request'], ['E', '恰好一次：64', 'held once']] as const) {
      await stage(page, name);
      await page.waitForSelector(`.on-stage ${card(name)} .printed:has-text("${said}")`);
      expect(await printed(page, name)).not.toContain(english);
    }
  });

  test('the wavefronts of an access are stepped through and played', async () => {
    const { page } = await site.show(fragment(banks, 't', { load: 'kind=lanes' }));
    const caption = (): Promise<string> => page.$eval(`${card('load')} .picture`, (picture) => picture.textContent ?? '');
    await page.waitForSelector(`${card('load')} .player`);
    expect(await caption()).toContain('wavefront 0 of 32');
    await page.click(`${card('load')} [aria-label="Next"]`);
    await page.waitForFunction(() => document.querySelector('[data-card="load"] .picture')?.textContent?.includes('wavefront 1 of 32'));
    await page.click(`${card('load')} [aria-label="Play"]`);
    await page.waitForFunction(() => document.querySelector('[data-card="load"] .picture')?.textContent?.includes('wavefront 3 of 32'));
    await page.click(`${card('load')} [aria-label="Pause"]`);
    await page.click(`${card('load')} [aria-label="First"]`);
    await page.waitForFunction(() => document.querySelector('[data-card="load"] .picture')?.textContent?.includes('wavefront 0 of 32'));
  });

  test('a word of a bank shows its element of the tile', async () => {
    const { page } = await site.show(fragment(banks));
    await page.locator(`${card('load')} [data-cell]`).first().hover();
    await page.waitForFunction(() => document.querySelectorAll('[data-card="tile"] .ss-lit').length === 1);
    expect(await page.textContent('#sentence')).toMatch(/bank \d+ delivers the word/);
    expect(await lit(page, 'tile')).toHaveLength(1);
  });

  test('the best swizzle is one click, and undone by one key', async () => {
    const { page } = await site.show(fragment(banks));
    await page.click(`${card('load')} .section.swizzles summary`);
    await page.waitForSelector(`${card('load')} .swizzles .best`);
    expect(await page.textContent(`${card('load')} .swizzles p`)).toContain('2 accesses');
    await page.click(`${card('load')} .swizzles .best`);
    await page.waitForFunction(() => /tile = Sw<\d,\d,\d> o 0 o \(_32,_32\):\(_32,_1\)/.test(document.querySelector('.cm-line')?.textContent ?? ''));
    await page.waitForFunction(() => document.querySelector('[data-card="load"] .note')?.textContent?.includes('no conflict'));
    await page.waitForSelector(`${card('load')} .swizzles .good`);
    await page.click('.cm-content');
    await page.keyboard.press('ControlOrMeta+z');
    await page.waitForSelector(`${card('load')} .swizzles .best`);
    // Any other swizzle takes one click, too.
    await page.locator(`${card('load')} .swizzles li button`).nth(3).click();
    await page.waitForFunction(() => document.querySelector('.cm-line')?.textContent?.includes('Sw<'));
  });

  test('sectors under the lanes of a request', async () => {
    const { page } = await site.show(fragment('x = coalescing<32>((32,8):(9,1))\n'));
    await page.waitForSelector(`${card('x')} .player`);
    await page.locator(`${card('x')} [data-cell]`).first().hover();
    await page.waitForSelector(`${card('x')} .ss-group`);
    expect(await page.textContent('#sentence')).toContain('accesses bytes');
  });
});

describe('atoms', () => {
  test('are found by words, seen, and added to the program', async () => {
    const { page } = await site.show(fragment(''));
    await dialog(page, '.open-atoms', 'atoms');
    await page.waitForSelector('.atom-list button');
    await page.fill('.atoms input[type="search"]', '16x8x16 F32F16');
    await page.waitForFunction(() => document.querySelectorAll('.atom-list button').length === 1);
    await page.waitForSelector('.atoms .drawing svg');
    await page.click('.atoms .primary');
    await page.waitForSelector(card('atom'));
    expect(await program(page)).toContain('atom = SM80_16x8x16_F32F16F16F32_TN');
  });

  test('lead to another architecture, if the chosen one has none', async () => {
    const { page } = await site.show(fragment(''));
    await dialog(page, '.open-atoms', 'atoms');
    await page.click('.atoms .segmented button:text-is("copy")');
    await page.selectOption('.atoms select', 'sm80');
    await page.fill('.atoms input[type="search"]', 'ldmatrix');
    await page.click('.atom-list .note .link');
    await page.waitForSelector('.atom-list button:has-text("LDSM")');
    expect(await page.inputValue('.atoms select')).not.toBe('sm80');
  });

  test('a family has its sizes', async () => {
    const { page } = await site.show(fragment(''));
    await dialog(page, '.open-atoms', 'atoms');
    await page.selectOption('.atoms .dialog-bar select', 'sm90');
    await page.click('.atom-list button:has-text("SM90_64xNx16_F32F16F16_RS")');
    await page.selectOption('.atom [name="n"]', '32');
    await page.waitForFunction(() => document.querySelector('.atom-text code')?.textContent?.includes('64x32x16'));
  });

  test('a TiledMMA and a TiledCopy are built as program text', async () => {
    const { page } = await site.show(fragment(''));
    await dialog(page, '.open-atoms', 'atoms');
    await page.fill('.atoms input[type="search"]', '16x8x16 F32F16');
    await page.waitForFunction(() => document.querySelectorAll('.atom-list button').length === 1);
    await page.check('.atom [name="tiled"]');
    await page.fill('[aria-label^="tile M"] >> nth=0', '64');
    await page.waitForFunction(() => document.querySelector('.sketch .properties')?.textContent?.includes('(64,16,16)'));
    await page.click('.atoms .primary');
    await page.waitForSelector(card('mma'));
    expect(await program(page)).toContain('make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1):(_1,_2,_4), <_64,_,_>)');
    await dialog(page, '.open-atoms', 'atoms');
    await page.click('.atoms .segmented button:text-is("copy")');
    await page.waitForSelector('.atom-list button:has-text("CP_ASYNC")');
    await page.check('.atom [name="tiled"]');
    await page.waitForFunction(() => document.querySelector('.sketch .properties')?.textContent?.includes('(16,64)'));
    await page.click('.atoms .primary');
    await page.waitForSelector(card('copy'));
    expect(await page.locator('.trouble').count()).toBe(0);
  });
});

describe('a hostile link', () => {
  const attack = '"><img src=x onerror="hacked=1"><script>hacked=1</script>';

  test('runs no script, from whatever it is made', async () => {
    const texts = [attack, `A = print("${attack}")`, `# ${attack}\nA = ${attack}`, `\u202e${attack}`];
    const { page } = await site.open();
    for (const text of texts) {
      const hash = fragment(text, 't', { [attack.replaceAll(' ', '')]: `kind=${attack} label=${attack} pin=1`, A: `kind=${attack}` });
      await page.evaluate((next) => { location.hash = next; }, hash);
      await page.waitForFunction((part) => document.querySelector('.cm-content')?.textContent?.includes(part), 'onerror');
    }
    await page.goto(`${site.url}?embed=${encodeURIComponent(attack)}${fragment('A = 4:1\n')}`);
    await page.waitForSelector(card('A'));
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.locator('script:not([src]), img').count()).toBe(0);
  });

  test('leaves the page alive, and its text', async () => {
    const heavy = Array.from({ length: 200 }, (_, index) => `a${index} = composition((2048,2048):(2048,1), <(4,512):(512,1), (8,256):(256,1)>)`).join('\n');
    const { page } = await site.show(fragment(heavy));
    await page.waitForFunction(() => document.querySelector('.cm-content')?.textContent?.includes('a0 = '));
    await page.waitForFunction(() => document.querySelector('.cards')?.getAttribute('aria-busy') === 'false', undefined, { timeout: 15_000 });
    await type(page, 'Z = (2,3):(3,1)\n');
    await page.waitForSelector(cell('Z', 5));
  });
});

describe('in and out', () => {
  test('what CuTe printed, C++ and types are recognised', async () => {
    const { page } = await site.show(fragment(''));
    await dialog(page, '.open-paste', 'paste');
    const pasted: [string, string][] = [
      ['(_4,(2,_8)):(_1,(_32,_4))', '(4,(2,8)):(1,(32,4))'],
      ['make_layout(make_shape(Int<4>{}, 8), LayoutRight{})', '(4,8):(8,1)'],
      ['Layout<Shape<_4,_8>, Stride<_8,_1>>', '(4,8):(8,1)'],
    ];
    for (const [text, value] of pasted) {
      await page.fill('.paste textarea', text);
      await page.waitForFunction((expected) => document.querySelector('.recognised code')?.textContent === expected, value);
    }
    await page.fill('.paste textarea', 'cute::Layout<cute::tuple<int, cute::C<4>>, cute::tuple<cute::C<1>, cute::C<16>>>');
    await page.fill('.paste .form input', '5');
    await page.waitForFunction(() => document.querySelector('.recognised code')?.textContent === '(5,4):(1,16)');
    await page.click('.paste .primary');
    await page.waitForSelector(card('L'));
    expect(await printed(page, 'L')).toBe('(5,4):(1,16)');
    // The text stays verbatim, and each value gets its own name.
    await dialog(page, '.open-paste', 'paste');
    await page.fill('.paste textarea', '(2,2):(1,2) // a\nmake_layout(Int<4*8>{})');
    await page.waitForSelector('.recognised >> nth=1');
    await page.click('.paste .primary');
    await page.waitForSelector(card('L3'));
    expect(await printed(page, 'L2')).toBe('(2,2):(1,2)');
    expect(await page.textContent('.cm-content')).toContain('L3 = make_layout(Int<4*8>{})');
  });

  test('a link and an element are copied, and the element shows one value in a page of its own', async () => {
    const { page } = await site.open(fragment(`${composition}# <b> & "c"\n`, 't', { A: 'kind=walk' }));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.waitForSelector(card('R'));
    await page.click('.share summary');
    await page.click('.share button >> nth=0');
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('#z='));
    await page.click('.cm-line:nth-child(1)');
    await page.click('.share summary');
    await page.click('.share button >> nth=1');
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('<script'));
    const html = await page.evaluate(() => navigator.clipboard.readText());
    expect(html).toContain('<stride-scope mode="teaching" value="A" view="kind=walk');
    const { origin } = new URL(site.url);
    await page.route(`${origin}/of_somebody_else`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto(`${origin}/of_somebody_else`);
    expect(await page.textContent('stride-scope')).toContain('# <b> & "c"');
    await page.hover('stride-scope [data-value="0"] [data-cell="7"]');
    await page.waitForFunction(() => document.querySelector('stride-scope')?.shadowRoot?.querySelector('output')?.textContent?.includes('10'));
    expect(await page.locator('stride-scope figure').count()).toBe(1);
  });

  test('a picture is saved as PNG and SVG, large ones as PNG', async () => {
    const { page } = await site.show(fragment('A = (6,2):(8,2)\nB = (256,256):(256,1)\n'));
    for (const [name, title, file] of [['A', 'PNG file', 'A.png'], ['A', 'SVG file', 'A.svg'], ['B', 'PNG file', 'B.png']] as const) {
      await page.click(`${card(name)} .copy summary`);
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`${card(name)} .copy button:text-is("${title}")`)]);
      expect(download.suggestedFilename()).toBe(file);
    }
  });
});

describe('comfort', () => {
  test('the command palette finds a lesson, by its title and by its steps, a view, a function and the theme', async () => {
    const { page } = await site.open(fragment(composition));
    await page.waitForSelector(card('R'));
    await page.keyboard.press('ControlOrMeta+k');
    await page.waitForSelector('.palette input');
    await page.keyboard.type('walk lesson 3');
    await page.waitForSelector('.palette li[aria-selected="true"]:has-text("Lesson 3")');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.palette', { state: 'detached' });
    await page.keyboard.press('ControlOrMeta+k');
    await page.waitForSelector('.palette input');
    await page.keyboard.type('R walk');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('[data-card="R"] .kinds [aria-pressed="true"]')?.textContent === 'memory order');
    await page.keyboard.press('ControlOrMeta+k');
    await page.waitForSelector('.palette input');
    await page.keyboard.type('switch dark');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
  });

  test('? shows the shortcuts, but not while one types', async () => {
    const { page } = await site.show(fragment(composition));
    await page.click('.cm-content');
    await page.keyboard.type('?');
    await page.waitForTimeout(100);
    expect(await page.locator('.shortcuts').count()).toBe(0);
    await page.focus(`${card('A')} .picture`);
    await page.keyboard.press('?');
    await page.waitForSelector('.dialog.shortcuts');
    expect(await page.locator('.shortcuts kbd').count()).toBeGreaterThan(10);
  });

  test('the page and its errors speak 中文, also when it changes, and the page remembers it', async () => {
    const { page } = await site.open(fragment(`${composition}E = compositoin(4:1)\n`));
    await page.waitForSelector(".trouble >> text=unknown name 'compositoin'");
    await page.click('.language button:text-is("中文")');
    await page.waitForFunction(() => document.querySelector('.open-gallery')?.textContent === '示例');
    await page.waitForSelector('html[lang="zh-CN"]', { state: 'attached' });
    await page.waitForSelector(`${card('R')} .properties dt >> text=形状`);
    await page.waitForSelector(".trouble >> text=未知的名称 'compositoin'");
    await page.waitForSelector(".trouble >> text=是不是想写 'composition'？");
    await page.reload();
    await page.waitForFunction(() => document.querySelector('.open-gallery')?.textContent === '示例');
  });

  test('the keys that run and save elsewhere say that there is nothing to do', async () => {
    const { page } = await site.open(fragment('B = 4:1\n'));
    await page.click('.cm-content');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.waitForSelector('#sentence >> text=No need to run');
    await page.keyboard.press('ControlOrMeta+s');
    await page.waitForSelector('#sentence >> text=The program is saved');
    expect(await page.textContent('.cm-line')).toBe('B = 4:1');
  });

  test('the system asks for 中文', async () => {
    const { page } = await site.open(composed(), { locale: 'zh-CN' });
    await page.waitForFunction(() => document.querySelector('.open-gallery')?.textContent === '示例');
  });

  test('on paper there are the program and the values, and no tools', async () => {
    const { page } = await site.show(fragment(composition), { colorScheme: 'dark' });
    await page.waitForSelector(cell('R', 0));
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.top, .bottom, .actions, .views').filter({ visible: true }).count()).toBe(0);
    await expect.poll(() => page.locator('.cm-content, .picture svg').filter({ visible: true }).count()).toBe(4);
  });

  test('works without a network after a visit', async () => {
    const { page } = await site.open(composed(), { serviceWorkers: 'allow' });
    await page.waitForSelector(card('R'));
    await page.waitForFunction(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active), undefined, { timeout: 15_000 });
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.context().setOffline(true);
    await page.goto(site.url + fragment('Offline = (3,5):(5,1)\n'));
    await page.reload();
    await page.waitForSelector(cell('Offline', 7));
    await page.click('.open-gallery');
    await page.waitForSelector('.gallery .thumbnail svg');
    await page.context().setOffline(false);
  });

  test('nothing is sent anywhere', async () => {
    const asked: string[] = [];
    const { page } = await site.open(composed(), {}, async (before) => {
      before.on('request', (request) => asked.push(request.url()));
    });
    await type(page, 'Secret = (3,5):(5,1)\n');
    await page.waitForSelector(cell('Secret', 7));
    await page.waitForTimeout(300);
    expect(asked.filter((url) => !url.startsWith(site.url) && !url.startsWith('blob:') && !url.startsWith('data:'))).toEqual([]);
    expect(asked.filter((url) => url.includes('Secret'))).toEqual([]);
  });
});
