// Tests light and dark: accessibility by axe, contrasts, and the colors of core/data/colors.def in the page.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { card, cell, composed, fragment, stage, useSite } from './browser';

const site = useSite();
const table = readFileSync(fileURLToPath(new URL('../../core/data/colors.def', import.meta.url)), 'utf8');
const axe = readFileSync(fileURLToPath(new URL('../../web/node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');

interface Violation { id: string; nodes: { html: string }[] }

/** The violations of the light page, and those of the colors of the dark page: everything else is equal there. */
async function violations(page: Page): Promise<string[]> {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(axe);
  const light = await check(page, {});
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark');
  await page.evaluate(() => Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished)));
  const dark = await check(page, { runOnly: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((found) => `dark: ${found}`)];
}

async function check(page: Page, options: object): Promise<string[]> {
  const found = await page.evaluate(async (asked) => {
    const { axe: checker } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    return (await checker.run({ resultTypes: ['violations'], ...asked })).violations;
  }, options);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

const program = `A = (6,2):(8,2)
B = (4,3):(3,1)
R = composition(A, B)
T = (4,3,2):(1,4,12)
E = compositoin(A, B)
n = size(A)
L = (256,256):(256,1)
`;

describe('in light and dark', () => {
  test('axe finds nothing: values, an error, a slider, a pinned cell, open sections; nor in Chinese, whose colours are the same', async () => {
    const { page } = await site.open(fragment(program));
    await page.waitForSelector('.trouble');
    await stage(page, 'R');
    await page.click(cell('R', 6));
    await page.waitForSelector('.unpin');
    await page.waitForSelector(`${card('R')} .verdict`);
    for (const opener of ['.verdict summary', '.derivation summary', '.analysis summary', '.copy summary']) await page.click(`${card('R')} ${opener}`);
    await page.waitForSelector(`${card('R')} .facts`);
    await page.waitForSelector(`${card('R')} .steps`);
    expect(await violations(page)).toEqual([]);
    await page.click('.language button:text-is("中文")');
    await page.waitForSelector('html[lang="zh-CN"]');
    await page.click(`${card('R')} .copy summary`);
    await page.waitForSelector(`${card('R')} .copy[open]`);
    expect(await check(page, {})).toEqual([]);
  });

  test('axe finds nothing in the empty page and in the gallery, narrow', async () => {
    const { page } = await site.show(fragment(''), { viewport: { width: 360, height: 800 } });
    await page.waitForSelector('.starters');
    await page.click('.open-gallery');
    await page.waitForSelector('.gallery .thumbnail svg');
    expect(await violations(page)).toEqual([]);
  });

  test.each(['learn', 'atoms', 'paste', 'gpu', 'palette', 'shortcuts'] as const)('axe finds nothing in the dialog %s', async (name) => {
    const { page } = await site.show(fragment('A = 4:1'));
    await page.keyboard.press('ControlOrMeta+k');
    await page.waitForSelector('.dialog.palette li');
    if (name !== 'palette') {
      const title = { learn: 'Learn', atoms: 'Atoms', paste: 'Paste', gpu: 'Attach a runner', shortcuts: 'Keyboard shortcuts' }[name];
      await page.fill('.dialog.palette input', title);
      await page.keyboard.press('Enter');
      await page.waitForSelector(`.dialog.${name === 'gpu' ? 'attach' : name}`);
      if (name === 'atoms') await page.waitForSelector('.atom .drawing svg');
    }
    expect(await violations(page)).toEqual([]);
  });

  test.each([360, 768, 1440, 2560])('axe finds nothing in a lesson with a wrong answer and a derivation that plays, %d px', async (width) => {
    const { page } = await site.open('#lesson=complement/by-hand', { viewport: { width, height: 900 } });
    await page.click('.lesson .plays button');
    await page.waitForSelector('[data-card="C"] .played .shown svg');
    await page.fill('[data-exercise="mend-repeat"] input', '1');
    await page.click('[data-exercise="mend-repeat"] .primary');
    await page.waitForSelector('[data-exercise="mend-repeat"] .wrong');
    expect(await violations(page)).toEqual([]);
  });

  test('axe finds nothing in a lesson before an audience, in all exercises with a solution, in a page of the reference', async () => {
    const { page } = await site.open('#lesson=composition/pick');
    await page.click('.lesson .present');
    await page.waitForSelector(':root[data-present]');
    // A line that is wider than the editor scrolls with its caret.
    expect((await violations(page)).filter((one) => !/^scrollable-region-focusable: .*cm-scroller/.test(one))).toEqual([]);
    await page.keyboard.press('Escape');
    await page.click('.open-learn');
    await page.click('.course-doors button >> nth=3');
    await page.click('.exercises [data-lesson="composition"] summary');
    await page.click('.exercises .exercise .quiet >> nth=0');
    await page.waitForSelector('.exercises .solution');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.click('.open-reference');
    await page.fill('.reference input', 'coalesce');
    await page.click('[data-found="function:coalesce"]');
    await page.waitForSelector('.reference-page .drawing svg');
    expect(await violations(page)).toEqual([]);
  });

  test('axe finds nothing in a step within another page', async () => {
    const { page } = await site.open();
    await page.goto(`${site.url}?embed#lesson=composition/pick`);
    await page.waitForSelector('.embedded .card .picture svg');
    expect(await violations(page)).toEqual([]);
  });

  test('axe finds nothing in a kernel with its CUDA text', async () => {
    const kernel = 'K = copy_kernel((8,8):(8,1), (8,8):(1,8), (_32,_2):(_2,_1))\n';
    const { page } = await site.show(fragment(kernel), { viewport: { width: 420, height: 900 } });
    for (const section of ['gpu', 'cuda']) await page.click(`${card('K')} .section.${section} > summary`);
    await page.waitForSelector(`${card('K')} .listing pre`);
    await page.waitForSelector(`${card('K')} .counters`);
    expect(await violations(page)).toEqual([]);
  });

  test('axe finds nothing in a diagram, and in enlarged cards', async () => {
    const { page } = await site.show(fragment('m = (4,5)--(1,3)-->(4,7,5)\n'), { viewport: { width: 420, height: 900 } });
    await page.waitForSelector(`${card('m')} .picture svg`);
    expect(await violations(page)).toEqual([]);
    await page.click(`${card('m')} .enlarge`);
    await page.waitForSelector('.dialog.stage svg');
    expect(await violations(page)).toEqual([]);
  });
});

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test('the colours are those of the core and of the window', async () => {
    const { page } = await site.show(fragment(''), { colorScheme });
    const wanted = colorProperties(table, colorScheme);
    const found = await page.evaluate((names) => names.map((name) => {
      const probe = document.body.appendChild(document.createElement('span'));
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    }), [...wanted.keys()]);
    expect(wanted.size).toBeGreaterThan(45);
    expect(found).toEqual([...wanted.values()]);
  });

  test('text on every class of cell has a contrast of 4.5:1', async () => {
    const { page } = await site.show(fragment(''), { colorScheme });
    const colors = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('span'));
      const read = (name: string): string => {
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color;
      };
      const cells = [...Array.from({ length: 20 }, (_, index) => `--ss-c${index}`), '--ss-blank'];
      return { ink: read('--ss-ink'), cells: cells.map(read) };
    });
    expect(new Set(colors.cells).size).toBe(21);
    for (const color of colors.cells) expect(contrast(colors.ink, color), color).toBeGreaterThanOrEqual(4.5);
  });
});

test('the toggle overrules the system, and is remembered', async () => {
  const { page } = await site.open(composed(), { colorScheme: 'light' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.click('[aria-label="Switch to dark"]');
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  await page.reload();
  await page.waitForSelector(card('R'));
  await expect.poll(ground).toBe(dark);
});

/** core/data/colors.def as the browser says colours. */
function colorProperties(text: string, scheme: 'light' | 'dark'): Map<string, string> {
  const out = new Map<string, string>();
  let classes = 0;
  for (const [, kind, list] of text.matchAll(/^STRIDESCOPE_(\w+)\((.*)\)$/gm)) {
    // The parts that the veil covers are not checked here.
    if (kind === 'VEIL') continue;
    const words = list!.split(', ');
    const name = kind === 'COLOR' ? `--${words.shift()!.replaceAll('_', '-')}` : kind === 'MARK' ? `--ss-${words.shift()}` : `--ss-c${classes++}`;
    const hex = words[scheme === 'light' ? 0 : 1]!;
    out.set(name, `rgb(${[0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`);
  }
  return out;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = color.match(/[\d.]+/g)!.map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
