// The course: found, walked, left and come back to.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { card, fragment, place, slowCore, useSite } from './browser';
import { exercise, lessons, step } from './course';

const site = useSite();

/** Runs in the page: texts of three English words or more, but for code, and for what is quoted in brackets; a kernel prints as it is written. */
function englishTexts(): string[] {
  const out: string[] = [];
  const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? '').replace(/（[^）]*）/g, '');
    if (node.parentElement!.closest('.cm-editor, code, pre, .hole, .function, .source') || /^\w+_kernel /.test(text)) continue;
    if (/[A-Za-z]{2,}[ ,:]+[a-z]{2,}[ ,:]+[a-z]{2,}/.test(text)) out.push(text);
  }
  return out;
}

/** Runs in the page: digits of the picture on the stage are below 9 px, although it could be wider. */
function crampedDigits(): string[] {
  const svg = document.querySelector<SVGSVGElement>('.on-stage .picture svg');
  const frame = svg?.closest<HTMLElement>('.picture');
  if (!svg || !frame || !svg.querySelector('text') || svg.matches('.tiny')) return [];
  const { width, height } = svg.getBoundingClientRect();
  const size = (12 * width) / Number(svg.getAttribute('width'));
  const byHeight = height > parseFloat(getComputedStyle(frame).maxHeight) - 20;
  return size < 8.9 && !byHeight && !svg.closest('.cards.wide') ? [`${size.toFixed(1)} px`] : [];
}

const boxes = (page: Page, selector: string) => page.$$eval(selector, (all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));

/** The parts that each arrow goes behind: left, top, width, height. */
const masks = (page: Page) => page.$$eval('.arrow-layer g', (arrows) => arrows.map((arrow) => {
  const { x, y } = document.querySelector('.arrow-layer')!.getBoundingClientRect();
  return [...arrow.querySelectorAll('mask rect:not([fill])')].map((one) => {
    const [left, top, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(one.getAttribute(name)));
    return [x + left!, y + top!, width!, height!] as const;
  });
}));

test('a first visit shows a matrix with a bank conflict, without checks and numbers, and one click fixes it', async () => {
  const { page } = await site.open('');
  for (const word of ['matrix', 'memory', 'thread', 'GPU']) expect((await page.textContent('.welcome p'))!.split('.', 1)[0]).toContain(word);
  await page.waitForSelector(`${card('column')}:has-text("32 wavefronts")`);
  await page.waitForSelector(`${card('matrix')} .picture :is(svg, canvas)`);
  expect(await page.locator('.verdict, .differs, .properties').count()).toBe(0);
  await page.click('.welcome .conflict');
  await page.waitForSelector(`${card('column')}:has-text("no conflict, 1 wavefront")`);
  await page.waitForSelector(`${card('column')} .picture svg`);
  // A beginner asks for more once, for later visits, too.
  await page.click('.cm-line:nth-child(2)');
  await page.click(`.on-stage ${card('matrix')} .ask-details`);
  await page.waitForSelector(`${card('matrix')} .properties`);
  await page.reload();
  await page.click(`${card('matrix')} h2 button`);
  await page.waitForSelector(`${card('matrix')} .properties`);
});

test('a lesson opened by its address begins without checks and numbers, but for a broken law', async () => {
  const { page } = await site.open('#lesson=division/line');
  await page.waitForSelector('.on-stage .ask-details');
  expect(await page.locator('.verdict:not(.violated), .properties').count()).toBe(0);
  await page.click('.on-stage .ask-details');
  await page.waitForSelector('.verdict');
  expect(await page.locator('.differs').count()).toBe(0);
});

test('every lesson has a text in both languages, and a place in the list', () => {
  expect(lessons.filter(({ number }) => number).length).toBeGreaterThanOrEqual(18);
  for (const { outlines: { en, zh } } of lessons) {
    expect([en.id, en.title, zh.title, en.about, zh.about].every(Boolean), en.id).toBe(true);
    expect(zh.id).toBe(en.id);
    expect(en.minutes, en.id).toBeGreaterThan(0);
    expect(en.steps.reduce((sum, { exercises }) => sum + exercises.length, 0), en.id).toBeGreaterThanOrEqual(4);
  }
});

describe('a lesson', () => {
  test('is opened from the header and walked whole; each step has its program', async () => {
    const { page } = await site.open();
    await page.click('.open-learn');
    await page.click('[data-lesson="hierarchy"]');
    await step(page, 'Columns in blocks');
    await page.waitForSelector(card('C'));
    const count = await page.locator('.lesson .steps button').count();
    for (let at = 1; at < count; ++at) {
      await page.locator('.lesson footer .primary').click();
      await page.waitForSelector(`.lesson .steps button:nth-child(${at + 1})[aria-current]`);
      await page.waitForFunction(() => !document.querySelector('.trouble') && document.querySelectorAll('.cards .card').length > 0);
    }
    await page.waitForURL((url) => url.hash.includes('#lesson=hierarchy/'));
  });

  test('has an entry in the browser for each step: Back leads to the step before, and then out of the lesson', async () => {
    const { page } = await site.open();
    await page.click('.open-learn');
    await page.click('[data-lesson="hierarchy"]');
    await step(page, 'Columns in blocks');
    // At once, like a user who turns pages quickly.
    await page.locator('.lesson footer .primary').click();
    await step(page, 'The walk');
    await page.waitForURL((url) => url.hash === '#lesson=hierarchy/walk');
    await page.goBack();
    await step(page, 'Columns in blocks');
    await page.goBack();
    await page.waitForSelector('.lesson', { state: 'detached' });
  });

  test('is in the list that `#learn` opens', async () => {
    const { page } = await site.open('#learn');
    await page.waitForSelector('[data-lesson="hierarchy"]');
    await page.waitForSelector(card('matrix'));
  });

  test('a step prints whole: its text and questions, its program, its pictures; nothing of the page around', async () => {
    const { page } = await site.open('#lesson=composition/pick');
    await page.waitForSelector(`${card('R')} .picture svg`);
    await page.emulateMedia({ media: 'print' });
    for (const part of ['.lesson h2', '.lesson .prose', '[data-exercise="apply-both"]', '.cm-content', `${card('R')} .picture svg`, `${card('A')} .picture svg`, '.arrow-layer polygon'])
      await expect.poll(() => page.locator(part).first().isVisible(), { message: part }).toBe(true);
    for (const part of ['.bar.top', '.lesson .steps', '.lesson footer', '[data-exercise="apply-both"] button'])
      expect(await page.locator(part).first().isVisible(), part).toBe(false);
    // All of it fits on the pages: nothing scrolls.
    const cut = () => page.$$eval('.lesson, .cards, .editor', (all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.className));
    await expect.poll(cut).toEqual([]);
    await page.emulateMedia({ media: null });
    const pdf = await page.pdf();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    // Its letters and pictures, and not an empty sheet.
    expect(pdf.length).toBeGreaterThan(20_000);
  });

  test('a step prints the question that waits for its turn, too', async () => {
    const { page } = await site.open('#lesson=leading-dimension/strides');
    await page.waitForSelector('[data-exercise="row-of-picture"]');
    expect(await page.locator('[data-exercise="where-is"]').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    for (const id of ['row-of-picture', 'where-is'])
      await expect.poll(() => page.locator(`[data-exercise="${id}"]`).isVisible(), { message: id }).toBe(true);
    expect(await page.locator('.turns').isVisible()).toBe(false);
  });

  test('is printed whole: each step with its text, its program, its pictures and its questions', async () => {
    const { page } = await site.open('#lesson=composition/pick');
    await page.waitForSelector(`${card('R')} .picture svg`);
    await page.evaluate(() => { Object.assign(window, { print: () => { Object.assign(window, { printed: true }); } }); });
    await page.keyboard.press('ControlOrMeta+k');
    await page.fill('.palette input', 'print all steps');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => 'printed' in window);
    await page.emulateMedia({ media: 'print' });
    const { outlines: { en } } = lessons.find(({ outlines }) => outlines.en.id === 'composition')!;
    expect(await page.$$eval('.whole-lesson h2', (all) => all.map((one) => one.textContent))).toEqual(en.steps.map(({ title }) => title));
    expect(await page.locator('.whole-lesson .exercise').count()).toBe(en.steps.reduce((sum, { exercises }) => sum + exercises.length, 0));
    expect(await page.locator('.whole-lesson figure svg').count()).toBeGreaterThan(en.steps.length);
    expect(await page.isVisible('#page')).toBe(false);
    await page.emulateMedia({ media: null });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.waitForSelector('.whole-lesson', { state: 'detached' });
  });

  test('its words light up cells, cells its words, and what is changed stays until the lesson is wanted back', async () => {
    const { page } = await site.open('#lesson=hierarchy/blocks');
    await step(page, 'Columns in blocks');
    await page.waitForSelector(`${card('C')} .ss-lit`);
    await page.hover('.cells-link >> nth=0');
    await page.waitForFunction(() => document.querySelectorAll('[data-card="C"] .ss-lit').length === 2);
    await page.hover(`${card('C')} [data-cell="4"]`);
    await page.waitForSelector('.cells-link.lit');
    await page.click('.cm-content');
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('x = 5\n');
    await page.waitForSelector(card('x'));
    await page.click('.lesson .back button');
    await page.waitForSelector(card('x'), { state: 'detached' });
    await page.waitForURL((url) => url.hash.includes('lesson=hierarchy/blocks'));
  });

  test('has arrows where its sentence goes from cell to cell, as long as its program is as it was', async () => {
    const { page } = await site.open('#lesson=composition/pick');
    await page.waitForFunction(() => document.querySelectorAll('.arrow-layer polygon').length === 2);
    const box = (selector: string) => place(page, selector);
    const begin = await box('.arrow-layer circle');
    const from = await box('[data-card="R"] [data-cell="1"]');
    // On its side, as far as the dot reaches.
    expect(begin.x + begin.width).toBeGreaterThan(from.x);
    expect(begin.x).toBeLessThan(from.x + from.width);
    expect(begin.y + begin.height).toBeGreaterThan(from.y);
    expect(begin.y).toBeLessThan(from.y + from.height);
    // It would seem to be about another cell that is looked at.
    await page.hover('[data-card="R"] [data-cell="5"]');
    await page.waitForFunction(() => !document.querySelector('.arrow-layer polygon'));
    await page.mouse.move(1, 1);
    await page.waitForFunction(() => document.querySelectorAll('.arrow-layer polygon').length === 2);
    // On a phone the questions and the program are between the cards.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForFunction(() => !document.querySelector('.arrow-layer polygon'));
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.waitForFunction(() => document.querySelectorAll('.arrow-layer polygon').length === 2);
    await page.click('.cm-content');
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('x = 5\n');
    await page.waitForFunction(() => !document.querySelector('.arrow-layer polygon'));
  });

  test('has a derivation that plays in its card, by buttons and by keys', async () => {
    const { page } = await site.open('#lesson=complement/by-hand');
    // The stage has the card that the step mentions, not the card of the last line.
    await page.waitForSelector(`.on-stage ${card('C')}`);
    await page.click('.lesson .plays button');
    await page.waitForSelector(`${card('C')} .played .equation`);
    const at = (): Promise<string | null> => page.textContent(`${card('C')} .played output`);
    const [, count = '0'] = (await at())!.split('/');
    expect(Number(count)).toBeGreaterThan(3);
    await page.focus(`${card('C')} .played`);
    await page.keyboard.press('End');
    await page.waitForFunction(() => document.querySelector('[data-card="C"] .told .rule b')?.textContent === 'complement');
    expect((await at())!.split('/')[0]!.trim()).toBe(count.trim());
    await page.waitForSelector(`${card('C')} .shown svg`);
    await page.keyboard.press('Home');
    await page.waitForSelector(`${card('C')} .told .asked`);
    await page.click(`${card('C')} .derivation .play`);
    await page.waitForSelector(`${card('C')} .derivation .steps`);
  });

  test.each([['division/number-line', 'c'], ['swizzles/xor', 'corner'], ['swizzles/vectors', 'bank']])('%s: what stands beside the stage plays there', async (place, name) => {
    const { page } = await site.open(`#lesson=${place}`);
    await page.waitForSelector(`.beside ${card(name)}`);
    await page.click('.lesson .plays button');
    await page.waitForSelector(`.beside ${card(name)} .played .told`);
  });

  test('in one column a step begins with its text, its picture comes next, and then its questions', async () => {
    const { page } = await site.open('#lesson=leading-dimension/line', { viewport: { width: 390, height: 844 } });
    await page.waitForSelector(`${card('M')} .picture svg`);
    const top = async (selector: string): Promise<number> => (await place(page, selector)).y;
    const order = ['.lesson h2', '.lesson .prose', '.on-stage', '[data-exercise="next-column"]', '.lesson footer', '.program'];
    await expect.poll(async () => {
      const tops = await Promise.all(order.map(top));
      return tops.every((one, at) => !at || one >= tops[at - 1]!);
    }).toBe(true);
    await page.locator('.lesson footer .primary').click();
    await step(page, 'The leading dimension');
    await page.waitForFunction(() => document.querySelector('.lesson h2')!.getBoundingClientRect().top < innerHeight / 2);
    expect(await top('.lesson h2')).toBeGreaterThan(0);
    // A picture that is chosen comes into sight.
    await page.locator('.lesson .pictures button').nth(1).click();
    await page.waitForFunction(() => document.querySelector('[data-card="P"]')!.getBoundingClientRect().top < innerHeight);
  });

  test('is the same step in the other language', async () => {
    const { page } = await site.open('#lesson=hierarchy/walk');
    await step(page, 'The walk');
    await page.click('.language button:text-is("中文")');
    await page.waitForFunction(() => /[\u4e00-\u9fff]/.test(document.querySelector('.lesson h2')?.textContent ?? ''));
    expect(await page.getAttribute('.lesson .steps button:nth-child(2)', 'aria-current')).toBe('step');
    await page.click('.language button:text-is("EN")');
  });

  test.each(lessons.map(({ outlines: { zh } }) => [zh.id, zh] as const))('%s: no step says an English sentence in Chinese', async (id, { steps }) => {
    const { page } = await site.open('#lesson=' + id);
    await page.waitForSelector('.lesson h2');
    await page.click('.language button:text-is("中文")');
    for (const { id: one, title } of steps) {
      await page.evaluate((hash) => { location.hash = hash; }, `#lesson=${id}/${one}`);
      await step(page, title);
      await page.waitForFunction(() => document.querySelector('.card') && !document.querySelector('[aria-busy="true"]'));
      await expect.poll(() => page.evaluate(englishTexts), { message: one }).toEqual([]);
    }
  });

  test('what a program prints in its prose is no link', async () => {
    const { page } = await site.open('#lesson=tensors/tensor');
    await step(page, 'A pointer and a layout');
    expect(await page.textContent('.lesson .prose')).toContain('gmem_ptr[32b](0x1060) o (8):(1)');
  });

  test.each(lessons.map(({ outlines: { en } }) => en.id))('every picture of %s appears when it is asked for', { timeout: 120_000 }, async (id) => {
    const { page } = await site.open(`#lesson=${id}`);
    await page.waitForSelector('.lesson .steps button');
    const count = await page.locator('.lesson .steps button').count();
    for (let at = 0; at < count; ++at) {
      await page.locator('.lesson .steps button').nth(at).click();
      await page.waitForSelector(`.lesson .steps button:nth-child(${at + 1})[aria-current]`);
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
      await expect.poll(() => page.evaluate(crampedDigits), { message: `step ${at + 1}` }).toEqual([]);
      for (const button of await page.locator('.lesson .pictures button').all()) {
        const name = (await button.textContent())!.split(':', 1)[0]!;
        await button.click();
        await page.waitForSelector(`${card(name)} .picture :is(svg, canvas)`);
        // In sight: of a high card, some of its picture.
        await page.waitForFunction((one) => {
          const box = document.querySelector(`${one} .picture`)!.getBoundingClientRect();
          return box.height > 10 && box.top < innerHeight - 50 && box.bottom > 50;
        }, card(name));
      }
    }
  });

  test('a picture that is asked for while the page evaluates the step comes into sight, and stays there as the layout changes', async () => {
    const { page } = await site.open('#lesson=leading-dimension/leading', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }, (blank) => slowCore(blank, 1500));
    const button = page.locator('.lesson .pictures button').nth(1);
    await button.waitFor();
    const name = (await button.textContent())!.split(':', 1)[0]!;
    // At once, before the core has answered.
    await button.evaluate((one) => (one as HTMLElement).click());
    expect(await page.locator(`${card(name)} .picture svg`).count()).toBe(0);
    await page.waitForSelector(`${card(name)} .picture svg`);
    const inSight = (): Promise<boolean> => page.$eval(`${card(name)} .picture`, (one) => {
      const { top, bottom, height } = one.getBoundingClientRect();
      return height > 10 && top >= 0 && bottom <= innerHeight;
    });
    await expect.poll(inSight).toBe(true);
    await page.setViewportSize({ width: 1100, height: 600 });
    await expect.poll(inSight).toBe(true);
  });

  test('an arrow goes behind the cards that it is not about', async () => {
    const { page } = await site.open('#lesson=tensors/tiles');
    await page.waitForSelector('.arrow-layer polygon >> nth=1', { state: 'attached' });
    const hidden = async () => {
      const cards = await boxes(page, '.cards .card');
      return (await masks(page)).map((mask) => cards.filter((card) => mask.some(([x, y, width, height]) => Math.abs(x - card.left) + Math.abs(y - card.top) + Math.abs(width - card.width) + Math.abs(height - card.height) < 2)).length);
    };
    const others = await page.locator('.cards .card').count() - 2;
    await expect.poll(hidden).toEqual([others, others]);
  });

  test.each([[1280, 720], [1440, 900]])('%i x %i: no arrow crosses the legend next to a high picture, a printed layout, or letters of a picture', async (width, height) => {
    const { page } = await site.open('#lesson=threads-values/partition', { viewport: { width, height } });
    await page.waitForSelector('.arrow-layer polygon >> nth=1', { state: 'attached' });
    await page.waitForSelector('.staged svg.tall');
    const crossed = async () => {
      const words = await boxes(page, '.legend p, .legend li, .printed');
      words.push(...await page.$$eval('.cards .picture svg text', (all) => all.filter((one) => getComputedStyle(one).visibility === 'visible').map((one) => one.getBoundingClientRect().toJSON() as DOMRect)));
      const lines = await page.$$eval('.arrow-layer g > path', (all) => all.map((path) => Array.from({ length: 200 }, (_, i) => {
        const line = path as SVGPathElement;
        const { x, y } = line.getPointAtLength((line.getTotalLength() * i) / 200).matrixTransform(line.getScreenCTM()!);
        return [x, y] as const;
      })));
      const all = await masks(page);
      return lines.map((line, arrow) => line.filter(([x, y]) => words.some(({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom)
        && !all[arrow]!.some(([left, top, width, height]) => x > left && x < left + width && y > top && y < top + height)).length);
    };
    await expect.poll(crossed).toEqual([0, 0]);
    const [[legend], [picture]] = [await boxes(page, '.staged .legend'), await boxes(page, '.staged .picture')];
    expect(legend!.right).toBeLessThanOrEqual(picture!.left);
  });

  test('names the result with dynamic integers where it speaks of them', async () => {
    const { page } = await site.open('#lesson=coalesce/static');
    await page.waitForSelector('.verdict .differs');
  });

  test('names it whole on a small card', async () => {
    const { page } = await site.open(fragment('sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64))\nB = composition(sA, 8:1)'), { viewport: { width: 1280, height: 720 } });
    await page.waitForSelector('.beside .small .differs');
    expect(await page.$eval('.beside .small .differs', (one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });

  test('its program is as high as its lines, and its question and the way on are in sight', async () => {
    const { page } = await site.open('#lesson=composition/pick', { viewport: { width: 1280, height: 720 } });
    await page.waitForSelector(`${card('R')} .picture svg`);
    await page.waitForSelector(`${exercise('apply-both')} .primary`);
    const [program, lines] = [await place(page, '.program'), await place(page, '.cm-content')];
    expect(program.height - lines.height).toBeLessThan(4);
    for (const part of [`${exercise('apply-both')} input`, `${exercise('apply-both')} .primary`, '.lesson footer .primary']) {
      await expect.poll(async () => {
        const { y, height } = await place(page, part);
        return y + height;
      }, { message: part }).toBeLessThanOrEqual(720 - 36);
    }
  });

  test('a bold term leads to its entry in the glossary', async () => {
    const { page } = await site.open('#lesson=leading-dimension/line');
    await page.click('.lesson .term >> nth=0');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-found')?.startsWith('term:offset ·'));
  });

  test('an answer is two keys away', async () => {
    const { page } = await site.open('#lesson=composition/pick');
    await page.waitForSelector(`${exercise('apply-both')} input`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.closest('[data-exercise="apply-both"]'));
  });

  test('the course ends with its questions, the score and what to do next; the appendix is not on the way', async () => {
    const { page } = await site.open('#lesson=gemm');
    await page.waitForSelector('.lesson .steps button');
    await page.locator('.lesson .steps button').last().click();
    await page.click('.lesson footer .primary:has-text("Twenty questions")');
    await page.waitForSelector('.lesson-name:has-text("Twenty questions")');
    await page.locator('.lesson .steps button').last().click();
    await page.waitForSelector('.lesson .end:has-text("Solved here: 0 of 20")');
    await page.click('.lesson .end button:has-text("Appendix")');
    await page.waitForSelector('.lesson-name:has-text("Appendix")');
  });

  test('an open dialog does not cover a lesson that is opened by its address', async () => {
    const { page } = await site.open();
    await page.click('.open-learn');
    await page.click('.course-doors button >> nth=3');
    await page.waitForSelector('.dialog.exercises');
    await page.evaluate(() => { location.hash = '#lesson=composition/pick'; });
    await page.waitForSelector('.dialog', { state: 'detached' });
    await page.waitForSelector('.lesson h2');
  });

  test('notes on sources are folded', async () => {
    const { page } = await site.open('#lesson=int-tuples/surgery');
    await page.waitForSelector('.lesson .notes');
    expect(await page.isVisible('.lesson .notes table')).toBe(false);
    await page.click('.lesson .notes summary');
    expect(await page.isVisible('.lesson .notes table')).toBe(true);
  });

  test('one that is not there says so', async () => {
    const { page } = await site.open('#lesson=nonsense');
    await page.waitForSelector('.lesson [role="alert"]');
  });
});

test('comments of a program are told in the language, where the reader has it as it was', async () => {
  const { page } = await site.open('#lesson=leading-dimension/line');
  const program = (text: string): Promise<unknown> => page.waitForFunction((wanted) => document.querySelector('.cm-content')?.textContent?.includes(wanted), text);
  const speak = (name: string): Promise<void> => page.click(`.language button:text-is("${name}")`);
  await program('three rows and four columns');
  await speak('中文');
  await program('三行四列');
  expect(await page.locator('.lesson .back').count()).toBe(0);
  await page.click('.cm-content');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('x = 5');
  await page.waitForSelector(card('x'));
  await speak('EN');
  await step(page, 'A matrix has to lie on a line');
  await page.waitForSelector('.lesson .back');
  await program('三行四列');
});

test('a lesson has no doors of a first visit above its pictures', async () => {
  const { page } = await site.open('');
  await page.waitForSelector('.welcome');
  await page.evaluate(() => { location.hash = '#lesson=composition/pick'; });
  await page.waitForSelector('.lesson h2');
  await page.waitForSelector('.welcome', { state: 'detached' });
});

test('the glossary has both languages, is found in either, and leads to where a word is introduced', async () => {
  const { page } = await site.open();
  await page.click('.open-learn');
  await page.click('.course-doors button:text-is("Glossary")');
  const term = '[data-found^="term:complement"]';
  await page.waitForSelector(`${term}:has-text("补")`);
  await page.waitForFunction((one) => document.querySelector(one)!.getBoundingClientRect().top < innerHeight, '[data-kind="term"] h3');
  await page.fill('.reference input', '全集');
  await page.click('[data-found^="term:universe"]');
  await step(page, 'What is left over');
});

describe('for those who teach', () => {
  test('a lesson stands before an audience: steps by keys, a ring at the pointer, Escape ends it', async () => {
    const { page } = await site.open('#lesson=composition');
    await page.waitForSelector('.lesson h2');
    const first = await page.textContent('.lesson h2');
    const size = (): Promise<string> => page.evaluate(() => getComputedStyle(document.querySelector('.lesson .prose')!).fontSize);
    const before = Number.parseFloat(await size());
    await page.waitForSelector(`${card('A')} .picture svg`);
    const small = await place(page, `${card('A')} .picture svg`);
    await page.click('.lesson .present');
    await page.waitForSelector(':root[data-present]');
    expect(Number.parseFloat(await size())).toBeGreaterThan(1.3 * before);
    // The pictures are larger, too.
    await expect.poll(async () => (await place(page, `${card('A')} .picture svg`)).width).toBeGreaterThan(1.2 * small.width);
    await page.mouse.move(600, 400);
    await page.waitForSelector('.pointer-echo:not([hidden])');
    // Nothing appears around it, on a screen of any size.
    await page.setViewportSize({ width: 2560, height: 1440 });
    expect(await page.locator('.bar.top, .bar.bottom, .welcome').filter({ visible: true }).count()).toBe(0);
    await expect.poll(async () => {
      const { y, height } = await place(page, 'main');
      return [y, height];
    }).toEqual([0, 1440]);
    await page.keyboard.press('PageDown');
    await page.waitForFunction((title) => document.querySelector('.lesson h2')!.textContent !== title, first);
    await page.keyboard.press('PageUp');
    await page.waitForFunction((title) => document.querySelector('.lesson h2')!.textContent === title, first);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.pointer-echo', { state: 'detached' });
  });

  test('a step stands in another page, without the editor', async () => {
    const { page } = await site.open();
    await page.goto(`${site.url}?embed#lesson=composition/pick`);
    await page.waitForSelector('.embedded .lesson h2');
    await page.waitForSelector('.embedded .card .picture svg');
    expect(await page.locator('.bar.top, .program').count()).toBe(0);
    expect(await page.getAttribute('.embedded footer a', 'href')).toContain('#lesson=composition/pick');
  });
});
