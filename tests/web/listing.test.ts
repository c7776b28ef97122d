// Tests of CUDA, PTX and SASS of a kernel, side by side: highlights, scrolling into sight, by pointer and by keys, wide
// and narrow; and the message for a missing one. The runner here is a fake; the core finds the lines that belong
// together.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { card, fragment, useSite } from './browser';
import { fakeRunner } from './fake_runner';

const kernel = 'K = copy_kernel((16,16):(16,1), (16,16):(1,16), (_16,_4):(_4,_1), tile=(8,8))\n';
const axe = readFileSync(fileURLToPath(new URL('../../web/node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');

// Sixty lines: from 11 on, each becomes six lines of PTX and, from the last to the first, five of SASS.
const sources = Array.from({ length: 50 }, (_, at) => at + 11);
const cuda = Array.from({ length: 60 }, (_, at) => `  line_${at + 1}(of_the_kernel, that_is, rather_long);`).join('\n');
const ptx = ['.visible .entry stridescope_copy(', ')', '{', ...sources.flatMap((line) => [`\t.loc\t1 ${line} 3`, ...Array.from({ length: 6 }, (_, at) => `\tadd.s32 \t%r${line}, %r${at}, ${line};`)]), '}'].join('\n');
const sass = sources.toReversed().flatMap((line) => [
  `\t//## File "stridescope.cu", line ${line}`, ...Array.from({ length: 5 }, (_, at) => `        /*${line}${at}0*/                   IADD3 R${line}, R${at}, ${line}, RZ ;`),
]).join('\n');

describe('with a runner', () => {
  const site = useSite();
  let fake: Awaited<ReturnType<typeof fakeRunner>>;
  let asked: Record<string, unknown> | undefined;
  let answered: object = {};
  beforeAll(async () => {
    fake = await fakeRunner((message, say) => {
      const { id } = message;
      if (message['ping']) say({ version: 1, id, result: { status: 'ok', protocol: 1, gpu: { kind: 'gpu', name: 'NVIDIA H100' } } });
      else if (message['run']) {
        asked = message['run'] as Record<string, unknown>;
        say({ version: 1, id, result: { status: 'ok', date: '2026-11-21T00:00:00Z', device: { kind: 'gpu', name: 'NVIDIA H100' }, verify: { by: 'gpu', checked: 256, wrong: 0 }, ...answered } });
      }
    });
  });
  afterAll(() => {
    for (const socket of fake.sockets) socket.destroy();
    fake.server.close();
  });

  async function run(page: Page, texts: object): Promise<void> {
    answered = texts;
    await page.click(`${card('K')} .section.gpu > summary`);
    await page.click(`${card('K')} .gpu >> text=Attach a runner`);
    await page.fill('.dialog.attach input[type="text"]', `http://127.0.0.1:${fake.port}/`);
    await page.fill('.dialog.attach input[type="password"]', 'right');
    await page.click('.dialog.attach .primary');
    await page.waitForSelector('.dialog.attach >> text=NVIDIA H100');
    await page.click('.dialog.attach .close');
    await page.click(`${card('K')} .gpu-tools .primary`);
    await page.waitForSelector(`${card('K')} .run .good`);
  }

  const pane = (name: string): string => `.dialog.listings [data-language="${name}"]`;
  /** The lines of a text that are lit, and whether one of them is in sight. */
  function lit(page: Page, name: string): Promise<{ lines: string[]; seen: boolean }> {
    return page.$eval(pane(name), (host) => {
      const all = host.querySelector('pre:not(.numbers)')!.textContent.split('\n');
      const sheet = host.querySelector('.sheet')!.getBoundingClientRect();
      const view = host.getBoundingClientRect();
      const height = sheet.height / all.length;
      const boxes = [...host.querySelectorAll('.lit')].map((one) => one.getBoundingClientRect());
      return {
        lines: boxes.flatMap(({ top, bottom }) => all.slice(Math.round((top - sheet.top) / height), Math.round((bottom - sheet.top) / height))),
        seen: boxes.some(({ top }) => top >= view.top && top + height <= view.bottom + 1),
      };
    });
  }
  /** The middle of a line, as far as it is in sight. */
  async function at(page: Page, name: string, line: number): Promise<[number, number]> {
    return page.$eval(pane(name), (host, index) => {
      const sheet = host.querySelector('.sheet')!.getBoundingClientRect();
      const height = sheet.height / host.querySelector('pre:not(.numbers)')!.textContent.split('\n').length;
      return [host.getBoundingClientRect().left + 60, sheet.top + (index + 0.5) * height];
    }, line);
  }

  test('a line lights up what it became, a click brings that into sight, in both directions; so do keys', async () => {
    const { page } = await site.open(fragment(kernel));
    await run(page, { cuda, ptx, sass });
    expect(asked).toMatchObject({ text: true, sass: true });
    await page.click(`${card('K')} .gpu-tools >> text=CUDA, PTX and SASS`);
    await page.waitForSelector(pane('SASS'));
    const texts = await page.$$eval('.dialog.listings .listed', (all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    expect(texts.length).toBe(3);
    expect(texts[1]!.left).toBeGreaterThanOrEqual(texts[0]!.right);
    expect(texts[2]!.left).toBeGreaterThanOrEqual(texts[1]!.right);
    // Pointing lights up, and moves nothing.
    await page.mouse.move(...await at(page, 'CUDA', 29));
    await page.waitForSelector(`${pane('PTX')} .lit`);
    expect(await lit(page, 'PTX')).toEqual({ lines: Array.from({ length: 6 }, (_, n) => `  add.s32 \t%r30, %r${n}, 30;`), seen: false });
    await expect.poll(async () => (await lit(page, 'SASS')).lines[0]).toBe('/*3000*/  IADD3 R30, R0, 30, RZ ;');
    await expect.poll(async () => (await lit(page, 'CUDA')).lines).toEqual(['  line_30(of_the_kernel, that_is, rather_long);']);
    await expect.poll(() => page.textContent('.dialog.listings [role="status"]')).toBe('Line 30 of the CUDA text: 6 lines of PTX, 5 lines of SASS.');
    await page.mouse.down();
    await page.mouse.up();
    for (const name of ['PTX', 'SASS']) await expect.poll(async () => (await lit(page, name)).seen, { message: name }).toBe(true);
    // It stays when the pointer leaves, and a line of the others leads back.
    await page.mouse.move(5, 5);
    expect((await lit(page, 'PTX')).lines.length).toBe(6);
    await page.click(pane('CUDA'), { position: { x: 60, y: 9 } });
    await page.waitForSelector(`${pane('PTX')} .lit`, { state: 'detached' });
    await page.$eval(pane('SASS'), (host) => { host.scrollTop = 0; });
    await page.mouse.click(...await at(page, 'SASS', 2));
    await page.mouse.move(5, 5);
    await expect.poll(async () => await lit(page, 'CUDA')).toEqual({ lines: ['  line_60(of_the_kernel, that_is, rather_long);'], seen: true });
    await expect.poll(async () => (await lit(page, 'PTX')).seen).toBe(true);
    // The next line of another source, by keys; Tab goes to the next text and on from there.
    await page.focus(pane('SASS'));
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
    await expect.poll(async () => await lit(page, 'CUDA')).toEqual({ lines: ['  line_59(of_the_kernel, that_is, rather_long);'], seen: true });
    await page.focus(pane('CUDA'));
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.waitForSelector(`${pane('CUDA')} .cursor`);
    expect(await page.$eval(pane('CUDA'), (host) => host.contains(document.activeElement))).toBe(true);
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
      const { axe: checker } = window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
      return (await checker.run()).violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    });
    expect(violations).toEqual([]);
  });

  test('where no room for all one is shown; another one that is switched to shows what was chosen', async () => {
    const { page } = await site.open(fragment(kernel), { viewport: { width: 390, height: 800 } });
    await run(page, { cuda, ptx, sass });
    await page.click(`${card('K')} .gpu-tools >> text=CUDA, PTX and SASS`);
    await page.waitForSelector(pane('CUDA'));
    const seen = (): Promise<string[]> => page.$$eval('.dialog.listings .listed', (all) => all.filter((one) => one.getClientRects().length).map((one) => (one as HTMLElement).dataset['language']!));
    await expect.poll(seen).toEqual(['CUDA']);
    await page.mouse.click(...await at(page, 'CUDA', 19));
    await page.click('.dialog.listings .segmented >> text=SASS');
    await expect.poll(seen).toEqual(['SASS']);
    await page.mouse.move(5, 5);
    await expect.poll(async () => (await lit(page, 'SASS')).seen).toBe(true);
    expect((await lit(page, 'SASS')).lines[0]).toContain('IADD3 R20,');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test('without an nvdisasm there are two texts, and a sentence on the third', async () => {
    const { page } = await site.open(fragment(kernel));
    await run(page, { cuda, ptx, sass_missing: 'No SASS: nvdisasm was not found. The CUDA toolkit contains it.' });
    await page.click(`${card('K')} .section.cuda > summary`);
    await page.waitForSelector(`${card('K')} .listing >> text=The CUDA toolkit contains it.`);
    expect(await page.$$eval(`${card('K')} .listed`, (all) => all.map((one) => (one as HTMLElement).dataset['language']))).toEqual(['CUDA', 'PTX']);
  });
});

describe('without one', () => {
  const site = useSite();

  test('there is the CUDA text, and a sentence on what to do, in the reader\'s language', async () => {
    const { page } = await site.open(fragment(kernel));
    await page.click(`${card('K')} .section.cuda > summary`);
    await page.waitForSelector(`${card('K')} .listing pre >> text=__global__`);
    await page.waitForSelector(`${card('K')} .listing >> text=A run produces PTX and SASS: attach a runner, and run this kernel.`);
    await page.click('.language button:text-is("中文")');
    await page.waitForSelector(`${card('K')} .listing >> text=PTX 和 SASS 随运行而来`);
  });

  test('a kernel of the gallery has the texts that ran, with SASS, linked by line, and where they did', async () => {
    const gallery = 'tile = (32,32):(33,1)\nload = ((_32,_8),_4):((_32,_1),_8)\nstore = ((_32,_8),_4):((_1,_32),_256)\nK = copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (load, store), tile, tile=(32,32))\n';
    const { page } = await site.show(fragment(gallery));
    await page.click(`${card('K')} .section.cuda > summary`);
    await page.waitForSelector(`${card('K')} .listed[data-language="SASS"]`, { state: 'attached' });
    expect(await page.textContent(`${card('K')} .listed[data-language="SASS"]`)).toContain('LDG.E');
    expect(await page.$$eval(`${card('K')} .listed`, (all) => all.map((one) => (one as HTMLElement).dataset['language']))).toEqual(['CUDA', 'PTX', 'SASS']);
    expect(await page.textContent(`${card('K')} .listing`)).toMatch(/Run on NVIDIA H100.*, \d{4}-\d\d-\d\d\./);
    expect(await page.locator(`${card('K')} .became`).count()).toBeGreaterThan(10);
  });

  test('of a recorded run it is said that it has none', async () => {
    const recorded = 'K = copy_kernel(67108864:1, 67108864:1, make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,float>, (_128):(_1), (_4):(_1)))\n';
    const { page } = await site.show(fragment(recorded));
    await page.click(`${card('K')} .section.cuda > summary`);
    await page.waitForSelector(`${card('K')} .listing >> text=This recorded run has no PTX or SASS: attach a runner`);
  });
});
