// Inlay hints, a hover and markers of `stridescope lsp` in Monaco, the editor of VS Code, in Chromium: what is drawn, not
// only what is answered. Exit status 77 without Monaco or Chromium: the test is skipped.
// Usage: node monaco.mjs STRIDESCOPE [SCREENSHOT]
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Client } from './client.mjs';

const [program, screenshot] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, '../..');
const monaco = path.join(root, 'editor/vscode/node_modules/monaco-editor/min');
const chromium = process.env.STRIDESCOPE_CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((name) => fs.existsSync(name));
const skipped = (what) => {
  console.log(`SKIPPED: ${what}`);
  process.exit(77);
};
if (!fs.existsSync(monaco)) skipped('monaco-editor is not installed; expected `npm ci` in editor/vscode');
if (!chromium || !fs.existsSync(path.join(root, 'web/node_modules/playwright-core'))) skipped('Chromium or playwright-core is not installed');
const playwright = createRequire(path.join(root, 'web/package.json'))('playwright-core');

const text = `#include <cute/tensor.hpp>
using namespace cute;
// stride: kBlockM = 128
template <int kBlockM, int kHeadDim>
void kernel(half_t* p) {
  auto atom = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});
  auto smem = tile_to_shape(atom, Shape<Int<kBlockM>, _64>{});
  TiledMMA mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{});
  auto open = make_layout(make_shape(Int<kHeadDim>{}, _8{}));
  auto g = make_tensor(make_gmem_ptr<half_t>(p), make_shape(100, 64), GenRowMajor{});
  auto part = local_tile(g, make_shape(64, 64), make_coord(1, 0));
}
`;

const client = new Client(path.resolve(program));
await client.initialize({ page: 'http://127.0.0.1:8080/' });
const uri = 'file:///kernel.cu';
await client.open(uri, text, 'cuda-cpp');

const types = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf', '.html': 'text/html' };
const server = createServer((request, answer) => {
  const name = new URL(request.url, 'http://here').pathname;
  if (name === '/') return answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<!DOCTYPE html><meta charset="utf-8"><body style="margin:0"><div id="editor" style="width:1180px;height:410px"></div><script src="/vs/loader.js"></script>');
  const file = path.join(monaco, name);
  if (!file.startsWith(monaco) || !fs.existsSync(file)) return answer.writeHead(404).end();
  return answer.writeHead(200, { 'Content-Type': types[path.extname(file)] ?? 'application/octet-stream' }).end(fs.readFileSync(file));
});
await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
const browser = await playwright.chromium.launch({ executablePath: chromium, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1180, height: 410 }, deviceScaleFactor: 1.5 });
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.exposeFunction('ask', (method, line, character) => (method === 'inlayHint' || method === 'codeAction' ? client.within(method, uri) : client.at(method, uri, line, character)));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const found = client.received.findLast(({ method }) => method === 'textDocument/publishDiagnostics').params.diagnostics;
  await page.evaluate(async ([source, diagnostics]) => {
    window.require.config({ paths: { vs: '/vs' } });
    await new Promise((resolve) => { window.require(['vs/editor/editor.main'], resolve); });
    const { monaco } = window;
    const range = ({ start, end }) => new monaco.Range(start.line + 1, start.character + 1, end.line + 1, end.character + 1);
    monaco.languages.registerInlayHintsProvider('cpp', {
      provideInlayHints: async () => ({
        hints: (await window.ask('inlayHint')).map(({ position, label, kind, paddingLeft }) => ({ position: { lineNumber: position.line + 1, column: position.character + 1 }, label, kind, paddingLeft })),
        dispose() {},
      }),
    });
    monaco.languages.registerHoverProvider('cpp', {
      provideHover: async (_, { lineNumber, column }) => {
        const hover = await window.ask('hover', lineNumber - 1, column - 1);
        return hover && { contents: [{ value: hover.contents.value }], range: range(hover.range) };
      },
    });
    const model = monaco.editor.createModel(source, 'cpp');
    window.editor = monaco.editor.create(document.querySelector('#editor'), { model, minimap: { enabled: false }, fontSize: 13, scrollBeyondLastLine: false, fixedOverflowWidgets: true, hover: { above: false } });
    monaco.editor.setModelMarkers(model, 'stridescope', diagnostics.map((one) => ({
      startLineNumber: one.range.start.line + 1, startColumn: one.range.start.character + 1, endLineNumber: one.range.end.line + 1, endColumn: one.range.end.character + 1,
      message: one.message, severity: one.severity === 1 ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
    })));
  }, [text, found]);
  // Each line as drawn, with its hints.
  const drawn = () => page.evaluate(() => [...document.querySelectorAll('.view-line')].sort((a, b) => a.offsetTop - b.offsetTop).map((line) => line.textContent.replaceAll('\u00a0', ' ')));
  await page.waitForFunction(() => document.body.textContent.replaceAll('\u00a0', ' ').includes('TiledMMA, tile'), undefined, { timeout: 30_000 });
  const lines = await drawn();
  const at = (word) => lines.find((line) => line.includes(word)) ?? assert.fail(`${word} is not drawn: ${lines.join('\n')}`);
  assert.match(at('auto atom'), /atom: Sw<3,3,3> o _0 o \(_8,_64\):\(_64,_1\)/);
  assert.match(at('auto smem'), /smem: Sw<3,3,3> o _0 o \(\(_8,_16\),\(_64,_1\)\)/);
  assert.match(at('TiledMMA mma'), /mma: TiledMMA, tile \(_64,_8,_16\), threads 128/);
  assert.doesNotMatch(at('auto open'), /open:/); // kHeadDim is open
  await page.waitForSelector('.squiggly-warning', { timeout: 10_000 }); // out of bounds
  // The hover, as a pointer opens it.
  const hover = async (lineNumber, column, expected) => {
    const { left, top, height } = await page.evaluate((position) => window.editor.getScrolledVisiblePosition(position), { lineNumber, column });
    await page.mouse.move(10, 400); // away from the last one
    await page.waitForTimeout(500);
    await page.mouse.move(left + 3, top + height / 2);
    await page.mouse.move(left + 4, top + height / 2);
    const shown = () => page.evaluate(() => (document.querySelector('.monaco-hover:not(.hidden)')?.textContent ?? '').replaceAll('\u00a0', ' '));
    for (let i = 0; i < 200 && !(await shown()).includes(expected); ++i) await page.waitForTimeout(50);
    return shown();
  };
  assert.match(await hover(7, 9, 'injective'), /smem = Sw<3,3,3> o _0 o/);
  assert.match(await hover(11, 8, 'widest access'), /global memory, mode 0 as threads: /);
  if (screenshot) await page.screenshot({ path: screenshot, clip: { x: 0, y: 0, width: 1150, height: 365 } });
  assert.deepEqual(faults, []);
  assert.equal(await client.end(), 0);
  console.log('hints, a hover and markers are drawn in Monaco');
} finally {
  await browser.close();
  server.close();
  client.process.kill();
}
