// The npm package as users have it: packed, installed without a network into an empty folder, used from node, in
// documents, and in pages that are opened from files.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPng } from '../tools/png.mjs';
import { useSite } from './browser';

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const site = useSite();
const folder = mkdtempSync(path.join(tmpdir(), 'stridescope-package-'));
const installed = path.join(folder, 'node_modules/stridescope');
const run = (program: string, ...words: string[]): string => execFileSync(program, words, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
/** A package of web/node_modules. */
const bring = async (name: string): Promise<any> => import(pathToFileURL(createRequire(at('../../web/package.json')).resolve(name)).href); // eslint-disable-line @typescript-eslint/no-explicit-any
const ours = async (name: string): Promise<any> => import(pathToFileURL(path.join(installed, name)).href); // eslint-disable-line @typescript-eslint/no-explicit-any

beforeAll(() => {
  const [{ filename }] = JSON.parse(run('npm', 'pack', '--json', '--offline', '--pack-destination', folder, at('../../build/npm'))) as [{ filename: string }];
  writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', `./${filename}`);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a module in the folder, and returns what it writes. */
function inNode(code: string): unknown {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--max-old-space-size=1024'], { cwd: folder, input: code, encoding: 'utf8', maxBuffer: 1 << 26 });
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

/** Nests and chains of tests/adversarial, a sample of each around another one, and the kept inputs of the fuzzer. */
function hostile(): string[] {
  const text = readFileSync(at('../adversarial/grammar.cpp'), 'utf8');
  const nests = [...text.matchAll(/^ {4}\{("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*")\},/gm)].map(([, ...parts]) => parts.map((part) => JSON.parse(part!.replace(/\\x/g, '\\u00')) as string));
  const around = (inner: string, [open, , close]: string[], count: number): string => open!.repeat(count) + inner + close!.repeat(count);
  const out = nests.flatMap((one) => [9, 500].map((count) => around(one[1]!, one, count)));
  nests.forEach((one, i) => nests.forEach((other, j) => {
    if ((i + j) % 29 === 0) out.push(around(around(one[1]!, one, 3), other, 3));
  }));
  const corpus = at('../fuzz/corpus/evaluate');
  for (const name of readdirSync(corpus)) out.push(readFileSync(path.join(corpus, name), 'latin1'));
  return [...out, '\ud800', '\0', '('.repeat(100_000), 'x'.repeat(2_000_000), '</script><img src=x onerror=alert(1)>'];
}

describe('in node', () => {
  test('values, pictures, analyses and verdicts are the core\'s, and so are errors', () => {
    const told = inNode(`
      import { evaluate, svg, analyze, verdict, load, StridescopeError } from 'stridescope';
      const refused = (ask) => ask.then(() => 'answered', (error) => error instanceof StridescopeError && [error.message, error.code, error.span]);
      console.log(JSON.stringify([
        (await evaluate('A = (4,8):(8,1)\\nA o 4:2\\nB =')).bindings.map(({ text }) => text),
        (await evaluate('4', { mode: 'cute' })).bindings[0].cute,
        (await svg('A = (2,3):(3,1)\\nB = 4:1', { value: 'A', view: 'kind=strip' })).match(/data-cell/g).length,
        (await analyze('(32,1):(32,1)', { type: 'float' })).shared.wavefronts,
        (await verdict('(4,8):(8,1) o 4:2')).calls[0].status,
        await refused(svg('A = 4:1\\nA o')),
        await refused(svg('4:1', { value: 'B' })),
        await refused(svg()),
        await refused(analyze('4:1', { type: 'nonsense' })),
        // A core that stopped is replaced.
        (await load()).core.binding.call = () => { throw new WebAssembly.RuntimeError('unreachable'); },
        await refused(svg('4:1')),
        (await evaluate('4:2')).bindings[0].text,
        (await refused(svg('4:1', 'kind=tv')))[0],
        (await refused(evaluate('4:1', { mod: 'cute' })))[0],
        (await refused(svg('4:1', { view: 'kind=grdi' })))[0],
      ]));`) as unknown[];
    expect(told.slice(0, 5)).toEqual([['(4,8):(8,1)', '(2,2):(16,1)'], '4', 6, 32, 'satisfied']);
    expect(told[5]).toEqual([expect.stringMatching(/^expected a value, found the end/), 'syntax', [11, 11]]);
    expect(told.slice(6, 9).map((one) => (one as string[])[1])).toEqual(['arguments', 'arguments', expect.stringMatching(/./)]);
    expect(told.slice(10)).toEqual([['the core stopped: unreachable', 'internal', null], '4:2',
      "unknown option 'kind=tv'; expected an object with mode, value, view", "unknown option 'mod'; expected an object with mode", expect.stringMatching(/^unknown view kind=grdi: kind must be one of strip, /)]);
  });

  test('hostile programs have reports, and the next program has its value', () => {
    const programs = hostile();
    expect(programs.length).toBeGreaterThan(2000);
    writeFileSync(path.join(folder, 'programs.json'), JSON.stringify(programs));
    const told = inNode(`
      import { readFileSync } from 'node:fs';
      import { evaluate, svg } from 'stridescope';
      const programs = JSON.parse(readFileSync('programs.json', 'utf8'));
      let answered = 0, slowest = 0, refused = 0;
      for (const program of programs) {
        const begin = process.cpuUsage();
        if (Array.isArray((await evaluate(program)).bindings)) answered += 1;
        slowest = Math.max(slowest, process.cpuUsage(begin).user / 1000);
      }
      for (const program of programs.filter((_, i) => i % 16 === 0)) await svg(program).catch(() => { refused += 1; });
      console.log(JSON.stringify({ answered, slowest, refused, last: (await evaluate('4:2')).bindings[0].text }));`) as Record<string, number>;
    expect(told).toMatchObject({ answered: programs.length, last: '4:2' });
    expect(told['refused']).toBeGreaterThan(10);
    expect(told['slowest']).toBeLessThan(6000);
  });

  test('the types are those of the door', () => {
    writeFileSync(path.join(folder, 'use.ts'), `
      import { analyze, evaluate, load, type Binding, type Report } from 'stridescope';
      import plugin from 'stridescope/rehype';
      const report: Report = await evaluate('4:2', { mode: 'cute' });
      export const first: Binding = report.bindings[0]!;
      export const wavefronts: number | undefined = (await analyze('4:2', { type: 'float' })).shared?.wavefronts;
      export const cells: number = (await load()).call('linked', { binding: 0, cell: 1 }).cells.length;
      // @ts-expect-error: not a mode
      await evaluate('4:2', { mode: 'both' });
      plugin();`);
    const { stdout } = spawnSync(process.execPath, [at('../../web/node_modules/typescript-7/bin/tsc'), '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom', '--types', '', 'use.ts'], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});

const drawn = (page: Page, selector: string): Promise<unknown> => page.waitForSelector(`${selector} [data-cell]`);

describe('in documents', () => {
  const source = readFileSync(at('../../web/package/examples/docusaurus/docs/index.mdx'), 'utf8');
  const check = async (html: string): Promise<void> => {
    expect(html).toContain('# (2,2):(1,8)');
    expect(html).toContain('// (_4,_8):(_1,_4)');
    expect(html).toContain('alt="R = (2,2):(1,8)"');
    writeFileSync(path.join(folder, 'page.html'), `<!doctype html><meta charset="utf-8">${html}<script src="node_modules/stridescope/stride-scope.js"></script>`);
    const { page } = await site.open('');
    await page.goto(pathToFileURL(path.join(folder, 'page.html')).href);
    await drawn(page, 'stride-scope[value="1"]');
    expect(await page.locator('stride-scope[value="1"] figcaption').textContent()).toBe('R = (2,2):(1,8)');
    expect(await page.locator('stride-scope').count()).toBe(2);
  };

  test('Markdown-it', async () => {
    const { default: MarkdownIt } = await bring('markdown-it');
    const { default: plugin } = await ours('markdown-it.js');
    await check(new MarkdownIt({ html: true }).use(plugin).render(source));
    const said = new MarkdownIt().use(plugin).render('    A = 4:\n    # ^?\n\n```\nB = "<b>" o\n// ^? picture\n```\n\n```\n4\n// ^? picture\n```\n\n- ```\n  A = 4:2\n  #^? kind=nonsense\n  ```\n');
    expect(said.replace(/ program="[^"]*"/g, '')).not.toContain('^?');
    expect(said).not.toContain('<b>');
    expect(said).toContain('alt="no picture of the integer _4"');
  });

  test('rehype', async () => {
    const { unified } = await bring('unified');
    const [parse, hast, stringify] = await Promise.all(['remark-parse', 'remark-rehype', 'rehype-stringify'].map(bring));
    const { default: plugin } = await ours('rehype.js');
    const html = await unified().use(parse.default).use(hast.default, { allowDangerousHtml: true }).use(plugin).use(stringify.default, { allowDangerousHtml: true }).process(source);
    await check(String(html));
  });

  test('MDX, with the plugins of the example of Docusaurus', async () => {
    cpSync(at('../../web/package/examples/docusaurus/docusaurus.config.js'), path.join(folder, 'docusaurus.config.js'));
    const { default: config } = await import(pathToFileURL(path.join(folder, 'docusaurus.config.js')).href) as { default: any }; // eslint-disable-line @typescript-eslint/no-explicit-any
    const { evaluate } = await bring('@mdx-js/mdx');
    // Elements as HTML, instead of React's.
    const escaped = (text: string): string => text.replace(/[&<"]/g, (char) => `&#${char.charCodeAt(0)};`);
    const inner = (child: any): string => [child ?? []].flat(9).map((one: any) => (typeof one === 'string' ? escaped(one) : one.html)).join(''); // eslint-disable-line @typescript-eslint/no-explicit-any
    const jsx = (type: any, { children, ...rest }: Record<string, any>): any => (typeof type === 'function' ? type({ children, ...rest }) // eslint-disable-line @typescript-eslint/no-explicit-any
      : { html: type === 'fragment' ? inner(children) : `<${type}${Object.entries(rest).map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join('')}>${inner(children)}${type === 'img' ? '' : `</${type}>`}` });
    const { rehypePlugins } = config.presets[0][1].docs;
    const { default: Content } = await evaluate(source, { Fragment: 'fragment', jsx, jsxs: jsx, rehypePlugins });
    await check(Content({}).html);
  });
});

describe('in a page from a file', () => {
  const html = `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src file: 'wasm-unsafe-eval'">
    <script src="node_modules/stridescope/stride-scope.js"></script>
    <stride-scope id="text">
      A = (4,8):(8,1)
      R = A o (2,2):(4,1)
    </stride-scope>
    <stride-scope id="wrong" program="A o 4:2"></stride-scope>
    <stride-scope id="hostile" program="A = print('&lt;img src=x onerror=hacked=1>') o &lt;/style>&lt;script>hacked=1&lt;/script>"></stride-scope>
    <stride-scope id="one" program="A = (2,2):(2,1)&#10;B = 4:1&#10;C =" value="A"></stride-scope>
    ${'<br>'.repeat(200)}
    <stride-scope id="far" program="4:1"><b>static</b></stride-scope>`;

  for (const scheme of ['light', 'dark'] as const) {
    test(`<stride-scope>, ${scheme}`, async () => {
      writeFileSync(path.join(folder, 'index.html'), html);
      const { page } = await site.open('', { colorScheme: scheme });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(pathToFileURL(path.join(folder, 'index.html')).href);
      await drawn(page, '#text');
      // Hover: the cell, the cells that it comes from, and the sentence.
      await page.hover('#text [data-value="1"] [data-cell="3"]');
      await page.waitForSelector('#text [data-value="0"] .lit');
      expect(await page.locator('#text .lit').evaluateAll((all) => all.map((one) => (one as SVGElement).dataset['cell']))).toEqual(['5', '3']);
      expect(await page.textContent('#text output')).toContain('A(1,1) = 9');
      // Errors are the core's.
      expect(await page.textContent('#wrong [role="alert"]')).toContain('unknown name \'A\'');
      expect(await page.locator('#one figure').count()).toBe(1);
      expect(await page.textContent('#one [role="alert"]')).toContain('expected a value');
      await page.waitForSelector('#hostile [role="alert"]');
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
      // Static until it is visible.
      expect(await page.locator('#far b').textContent()).toBe('static');
      expect(await page.locator('#far figure').count()).toBe(0);
      await page.locator('#far').scrollIntoViewIfNeeded();
      await drawn(page, '#far');
      // Other programs and choices are drawn.
      await page.evaluate(() => { document.querySelector('#wrong')!.setAttribute('program', '(2,2):(2,1)'); });
      await drawn(page, '#wrong');
      await page.evaluate(() => { document.querySelector('#text')!.textContent = '(3,3):(3,1)'; });
      await page.waitForSelector('#text figcaption:text-is("(3,3):(3,1)")');
      // One script, nothing else; and the page keeps its own style.
      expect(asked.map((url) => path.basename(url))).toEqual(['index.html', 'stride-scope.js']);
      expect(await page.evaluate(() => [document.styleSheets.length, document.adoptedStyleSheets.length, document.querySelectorAll('[style]').length, Object.keys(window).includes('stridescope')])).toEqual([0, 0, 0, true]);
      // The colors of the page's own pictures (core/data/colors.def).
      const cell = page.locator('#text [data-cell="0"] rect');
      await cell.scrollIntoViewIfNeeded();
      const { x, y } = (await cell.boundingBox())!;
      const image = readPng(await page.screenshot());
      expect([image.colorAt(x + 4, y + 4), image.colorAt(x - 4, y + 4)]).toEqual(scheme === 'light' ? ['#5fcbae', '#ffffff'] : ['#0a4d36', '#151922']);
    });
  }

  test('a program that takes longer than its time on the page\'s thread ends; asked without the element it has its values', async () => {
    writeFileSync(path.join(folder, 'long.html'), `<!doctype html><meta charset="utf-8"><script>let now = 0; performance.now = () => (now += 900);</script>
      <script src="node_modules/stridescope/stride-scope.js"></script><stride-scope id="long" program="A = (2,2):(2,1)&#10;B = A o 2:1&#10;C = 4:1"></stride-scope>`);
    const { page } = await site.open('');
    await page.goto(pathToFileURL(path.join(folder, 'long.html')).href);
    // The clock of this page is 900 ms further at each look: the first statement is in time, the others are not.
    await drawn(page, '#long');
    expect(await page.locator('#long figcaption').allTextContents()).toEqual(['A = (2,2):(2,1)']);
    expect(await page.locator('#long [role="alert"]').allTextContents()).toEqual(Array(2).fill('this statement is skipped because those before it took too long: shorten the program'));
    expect(await page.evaluate(async () => {
      const { stridescope } = window as unknown as { stridescope: { evaluate(program: string): Promise<{ bindings: { text: string }[] }> } };
      return (await stridescope.evaluate('A = (2,2):(2,1)\nB = A o 2:1\nC = 4:1')).bindings.map(({ text }) => text);
    })).toEqual(['(2,2):(2,1)', '2:2', '4:1']);
  });

  test('a program of many values has as many pictures as a page can draw', async () => {
    const many = Array.from({ length: 100 }, (_, at) => `A${at} = 2:${at}`).join('&#10;');
    writeFileSync(path.join(folder, 'many.html'), `<!doctype html><meta charset="utf-8"><script src="node_modules/stridescope/stride-scope.js"></script><stride-scope id="many" program="${many}"></stride-scope>`);
    const { page } = await site.open('');
    await page.goto(pathToFileURL(path.join(folder, 'many.html')).href);
    await drawn(page, '#many');
    expect(await page.locator('#many figure').count()).toBe(64);
    expect(await page.textContent('#many [role="alert"]')).toBe('shown: the first 64 of 100 values');
  });

  test('the slides of the example of reveal.js', async () => {
    cpSync(at('../../web/package/examples/reveal'), path.join(folder), { recursive: true });
    symlinkSync(at('../../web/node_modules/reveal.js'), path.join(folder, 'node_modules/reveal.js'));
    const { page } = await site.open('');
    await page.goto(pathToFileURL(path.join(folder, 'index.html')).href);
    await drawn(page, 'section:nth-child(1) stride-scope');
    expect(await page.locator('section:nth-child(2) stride-scope figure').count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await drawn(page, 'section:nth-child(2) stride-scope');
    const { width, height } = (await page.locator('section:nth-child(2) stride-scope svg').boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThan(150);
  });
});
