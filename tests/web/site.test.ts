// The documentation site as `./dev build` writes it: what is on it, and how it is read, from a server below another path
// and from files.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../web/serve.mjs';
import { framed, sitemap } from '../../web/site/frame.ts';
import { brokenLinks } from '../../web/site/links.ts';
import { sectionsOf, way } from '../../web/site/page.ts';
import { Tongue } from '../../web/site/tongue.ts';
import { chromiumFlags, chromiumPath } from '../tools/chromium.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const site = path.join(root, 'build/site');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const pageOf = (name: string): string => readFileSync(path.join(site, name), 'utf8');
const axe = readFileSync(path.join(root, 'web/node_modules/axe-core/axe.min.js'), 'utf8');

describe('what is on it', () => {
  const folders = ['', 'zh/'];
  const missing = (names: readonly string[]): string[] => folders.flatMap((folder) => names.map((name) => folder + name)).filter((name) => !existsSync(path.join(site, name)));

  test('the manual, the rules and the folders', () => {
    const docs = readdirSync(path.join(root, 'web/docs')).flatMap((name) => (/^[\w-]+\.md$/.test(name) ? [name.replace('.md', '')] : []));
    expect(docs.length).toBeGreaterThan(9);
    const places = docs.map((name) => (name === 'start' ? 'start.html' : `manual/${name}.html`));
    expect(missing(places)).toEqual([]);
    expect([...places, 'manual/contributing.html'].filter((name) => pageOf(`zh/${name}`).includes('本页只有英文'))).toEqual([]);
    const rules = [...read('core/lint/rules.def').matchAll(/^RULE\(\w+, "([\w-]+)"/gm)].map(([, id]) => id!);
    expect(rules.length).toBeGreaterThan(10);
    expect(rules.filter((id) => !pageOf('manual/lint.html').includes(`<h3 id="${id}">`))).toEqual([]);
    const rows = [...read('web/docs/architecture.md').matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name!).filter((name) => existsSync(path.join(root, name, 'README.md')));
    expect(missing(rows.map((name) => `folders/${name.replaceAll('/', '-')}.html`))).toEqual([]);
    expect(pageOf('manual/architecture.html')).toContain('<a href="../folders/core-algebra.html"><code>core/algebra</code></a>');
  });

  test('each function, lesson, program and command', () => {
    const program = path.join(root, 'build/native/bin/stridescope');
    const ask = (...words: string[]): string => spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 24 }).stdout;
    const { functions } = JSON.parse(ask('call', 'functions')) as { functions: { name: string }[] };
    expect(functions.length).toBeGreaterThan(300);
    expect(missing(functions.map(({ name }) => `reference/${name}.html`))).toEqual([]);
    const { entries } = JSON.parse(ask('call', 'gallery')) as { entries: { id: string }[] };
    expect(missing(entries.map(({ id }) => `gallery/${id.replace(/[^\w.-]+/g, '-')}.html`))).toEqual([]);
    const lessons = readdirSync(path.join(root, 'core/data/lessons')).filter((name) => /^\d.*\.en\.md$/.test(name));
    expect(missing(lessons.map((name) => `course/${/^id: (\S+)$/m.exec(read(`core/data/lessons/${name}`))![1]}.html`))).toEqual([]);
    expect(missing([...read('core/cli/commands.def').matchAll(/^STRIDESCOPE_COMMAND\((\w+)\)/gm)].map(([, name]) => `commands/${name}.html`))).toEqual([]);
  });

  test('the core\'s values, in the page\'s language', () => {
    const page = pageOf('reference/composition.html');
    expect(page).toContain('((_2,_2),_3):((_24,_2),_8)');
    expect(page).toContain('data-cell="0"');
    expect(pageOf('zh/reference/composition.html')).toContain('性质');
    expect(pageOf('start.html')).toContain('# (4,8):(8,1)');
    expect(pageOf('start.html').replace(/ program="[^"]*"/g, '')).not.toContain('^?');
    expect(pageOf('course/composition.html')).toContain('((2,2),3):((24,2),8)');
    expect(pageOf('zh/course/composition.html')).toContain('复合');
    expect(pageOf('manual/npm.html')).toContain('//   ^? picture');
    expect(pageOf('manual/npm.html')).toContain('// (_4,_8):(_1,_4)');
    // A page without a Chinese text says so.
    expect(pageOf('zh/start.html')).not.toContain('本页只有英文');
    expect(pageOf('zh/folders/core-algebra.html')).toContain('本页只有英文');
    expect(pageOf('zh/folders/core-algebra.html')).toContain('<article lang="en">');
  });

  test('the explorer, as files that can be published', () => {
    expect(pageOf('explorer/index.html')).toContain('assets/');
    const all = readdirSync(site, { recursive: true, withFileTypes: true });
    expect(all.filter((entry) => !entry.isFile() && !entry.isDirectory())).toEqual([]);
    const bytes = all.filter((entry) => entry.isFile()).reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
    expect(bytes).toBeLessThan(80e6);
  });
});

describe('its parts', () => {
  test('a broken link is found', () => {
    const files = new Map([
      ['index.html', '<a href="a/b.html#one">1</a><a href="a/b.html#two">2</a><a href="none.html">3</a><a href="https://example.org/none">4</a>'],
      ['a/b.html', '<h2 id="one">1</h2><a href="../index.html">1</a><a href="#none">2</a><img src="../x.png"><img src="../y.png"><a href="../../up.html">3</a><a href="/root.html">4</a>'],
    ]);
    expect(brokenLinks(files, new Set(['x.png'])).map((fault) => fault.replace(/^(\S+): (\S+) .*/, '$1 $2'))).toEqual([
      'index.html a/b.html#two', 'index.html none.html', 'a/b.html #none', 'a/b.html ../y.png', 'a/b.html ../../up.html', 'a/b.html /root.html',
    ]);
  });

  test('ways and sections', () => {
    expect([way('a/b.html', 'a/c.html'), way('a/b.html', 'd.html#x'), way('a.html', 'b/c.html'), way('a/b.html', '#x')]).toEqual(['c.html', '../d.html#x', 'b/c.html', '#x']);
    expect(sectionsOf('T', 'a <b>b</b><h2 id="x">X <code>y</code></h2><p>c &lt; d</p>')).toEqual([{ id: '', title: 'T', text: 'a b' }, { id: 'x', title: 'X y', text: 'c < d' }]);
  });

  test('the address is on the pages only where there is one', () => {
    const tongues = Tongue.all({ call: () => ({}), ask: () => ({}) } as never);
    const page = { path: 'a/b.html', part: 'manual' as const, title: 'B', about: '', html: '<h1>B</h1>', sections: [] };
    const pages = new Map(tongues.map(({ code }) => [code, [page]]));
    expect(framed({ tongues, address: '', pages }, tongues[1]!, page)).not.toMatch(/https?:/);
    expect(pageOf('index.html')).not.toContain('rel="canonical"');
    expect(existsSync(path.join(site, 'sitemap.xml'))).toBe(false);
    const own = { tongues, address: 'https://example.org/s', pages };
    expect(framed(own, tongues[1]!, page)).toContain('<link rel="canonical" href="https://example.org/s/zh/a/b.html">');
    expect(sitemap(own).match(/<loc>[^<]*/g)).toEqual(['<loc>https://example.org/s/a/b.html', '<loc>https://example.org/s/zh/a/b.html']);
  });

  test('the example of Node on the first page', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stridescope-start-'));
    const [, code] = /```js\n([\s\S]*?)```/.exec(read('web/docs/start.md'))!;
    const file = path.join(folder, 'use.mjs');
    writeFileSync(file, code!.replace('\'stridescope\'', JSON.stringify(pathToFileURL(path.join(root, 'build/npm/index.js')).href)));
    const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect([stdout.trim(), stderr]).toEqual([/\/\/ (.*)/.exec(code!)![1], '']);
  });
});

describe('in Chromium', () => {
  let browser: Browser;
  let url = '';
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    const served = await serve(path.join(root, 'build'));
    served.server.unref();
    url = `${served.url}site/`;
    browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
  });
  afterAll(async () => {
    await browser.close();
    expect(complaints).toEqual([]);
  });

  test('a page from a file: live pictures in the page\'s language, the search, light and dark', async () => {
    await page.goto(pathToFileURL(path.join(site, 'zh/course/swizzles.html')).href);
    const first = page.locator('stride-scope').first();
    await page.waitForFunction(() => document.querySelector('stride-scope')!.shadowRoot?.querySelector('figure'));
    expect(await first.locator('figure[data-value] figcaption').textContent()).toContain('wavefront');
    await first.locator('figure[data-value] [data-cell]').nth(2).hover();
    await expect.poll(() => first.locator('output').textContent()).toMatch(/\p{Script=Han}/u);

    await page.keyboard.press('/');
    await page.keyboard.type('性质 复合');
    await page.locator('#found li').first().waitFor();
    await page.keyboard.press('Escape');
    await page.goto(pathToFileURL(path.join(site, 'manual/lint.html')).href);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('bank conf');
    await page.locator('#found li').nth(3).waitFor();
    const titles = await page.locator('#found b').allTextContents();
    expect(titles).toContain('bank_conflicts');
    expect(titles).toContain('bank-conflict');
    expect(await page.getAttribute('.search input', 'aria-activedescendant')).toBe('found-0');
    while (await page.locator('#found [aria-selected="true"] b').textContent() !== 'bank_conflicts') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/reference\/bank_conflicts\.html$/);

    const dark = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await dark();
    await page.click('.theme');
    expect(await dark()).not.toBe(before);
    await page.reload();
    expect(await dark()).not.toBe(before);
    await page.click('.theme');
  });

  test('below another path: the other language, the explorer', async () => {
    await page.goto(`${url}reference/composition.html`);
    await page.click('header [hreflang="zh-Hans-CN"], header [hreflang="zh-CN"]');
    await page.waitForURL(/site\/zh\/reference\/composition\.html$/);
    expect(await page.getAttribute('html', 'lang')).toMatch(/^zh/);
    await page.click('.opens a');
    await page.waitForURL(/site\/explorer\/index\.html#z=/);
    await page.waitForFunction(() => document.querySelector('.cm-content')?.textContent.includes('composition((_6,_2)'));
  });

  test('for keyboards and screen readers, at every width', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const name of ['index.html', 'reference/composition.html', ...(scheme === 'light' ? ['manual/gpu.html', 'zh/gallery/index.html', 'course/swizzles.html'] : [])]) {
        // The cells of pictures are looked at in the tests of the explorer.
        await page.goto(url + name);
        await page.evaluate(axe);
        const found = await page.evaluate(async () => {
          const { axe: checker } = window as unknown as { axe: { run(context: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
          return (await checker.run({ include: ['html'], exclude: ['svg', '.thumb'] })).violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' ')}`);
        });
        expect([scheme, name, ...found]).toEqual([scheme, name]);
        for (const width of scheme === 'light' ? [390, 768, 2560] : []) {
          await page.setViewportSize({ width, height: 900 });
          expect([name, width, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([name, width, 0]);
        }
        await page.setViewportSize({ width: 1440, height: 900 });
      }
    }
    // The first stop leads past the head; on a narrow screen the list of pages is folded.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${url}manual/lint.html`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    expect(await page.locator('.side nav').isVisible()).toBe(false);
    await page.click('.side summary');
    expect(await page.locator('.side nav').isVisible()).toBe(true);
  });
});
