// Builds the examples of web/package/examples with the real Docusaurus and the real Sphinx, runs a notebook in Debian's, and
// looks at them in Chromium.
// A sweep: Docusaurus is 270 MB from npm, and takes a minute. On the sweep's day within `./dev test` (STRIDESCOPE_SWEEP is
// empty) a tool that is not installed is left out, with a line that says so; otherwise it is a failure. The slides of reveal.js are in tests/web/package.test.ts.
// Usage: node check.mjs NPM_PACKAGE LIBRARY PYTHON [OUT]     keeps the screenshots in OUT, else in build/documents
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromiumFlags, chromiumPath } from '../tools/chromium.mjs';
import { readPng } from '../tools/png.mjs';
import { serve } from '../../web/serve.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [npm, library, python, out = path.join(root, 'build/documents')] = process.argv.slice(2).map((word) => path.resolve(word));
const { chromium } = createRequire(new URL('../../web/package.json', import.meta.url))('playwright-core');
const examples = path.join(root, 'web/package/examples');
// The newest versions on the day of this file; a later one is a change of this line.
const versions = { '@docusaurus/core': '3.10.2', '@docusaurus/preset-classic': '3.10.2', react: '19.3.1', 'react-dom': '19.3.1' };

function run(folder, program, ...words) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26, env: { ...process.env, CI: '1' } });
  assert.equal(status, 0, `${program} ${words.join(' ')}: ${error?.message ?? ''}\n${stdout}\n${stderr}`);
  return stdout;
}

for (const [file, how] of [[path.join(npm, 'index.js'), './dev build'], [library, './dev build']]) assert.ok(fs.existsSync(file), `${file} is missing: ${how}`);
const isDay = process.env.STRIDESCOPE_SWEEP === '';
/** True: left out. */
const leftOut = (there, what) => {
  if (!isDay || there) return false;
  console.log(`left out: ${what} is not installed (./dev sweep documents)`);
  return true;
};

const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });

/** A page without complaints but those about addresses of `others`, of which `look` checks the rest. */
async function open(url, name, colors, look, others = null) {
  for (const [at, colorScheme] of ['light', 'dark'].entries()) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
    const complaints = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => { if (message.type() === 'error' && !others?.test(`${message.location().url} ${message.text()}`)) complaints.push(message.text()); });
    await page.goto(url);
    const cell = await look(page);
    await page.mouse.move(0, 0);
    const { x, y } = await cell.boundingBox();
    const file = path.join(out, `${name}-${colorScheme}.png`);
    const { colorAt } = readPng(await page.screenshot({ path: file }));
    // As in core/data/colors.def: the picture is there, and follows the page.
    const found = colorAt(Math.round(x) + 4, Math.round(y) + 4);
    assert.equal(found, colors[at], `${file}: the color of the first cell`);
    assert.deepEqual(complaints, [], name);
    console.log(`${name} ${colorScheme}: ${file}, cell ${found}`);
    await page.close();
  }
}

/** With the packed package: in a folder that is linked Docusaurus would translate the element for old browsers. */
async function docusaurus() {
  const site = path.join(out, 'docusaurus');
  fs.mkdirSync(site, { recursive: true });
  const [{ filename }] = JSON.parse(run(site, 'npm', 'pack', '--json', '--offline', '--pack-destination', site, npm));
  fs.writeFileSync(path.join(site, 'package.json'), JSON.stringify({ name: 'layouts', private: true, dependencies: { ...versions, stridescope: `file:./${filename}` } }));
  fs.rmSync(path.join(site, 'node_modules/stridescope'), { recursive: true, force: true });
  run(site, 'npm', 'install', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline');
  fs.cpSync(path.join(examples, 'docusaurus'), site, { recursive: true });
  run(site, process.execPath, 'node_modules/.bin/docusaurus', 'build');
  const { server, url } = await serve(path.join(site, 'build'));
  await open(url, 'docusaurus', ['#5fcbae', '#0a4d36'], async (page) => {
    const first = page.locator('stride-scope').first();
    await first.locator('figure [data-cell="3"]').hover();
    await page.waitForFunction(() => document.querySelector('stride-scope').shadowRoot.querySelector('output').textContent !== '');
    assert.equal(await first.locator('figcaption').textContent(), 'R = (2,2):(1,8)');
    assert.match(await page.locator('pre').first().textContent(), /# \(2,2\):\(1,8\)/);
    await page.locator('stride-scope').nth(1).locator('figure [data-cell="5"]').waitFor();
    return first.locator('[data-cell="0"] rect');
  });
  server.close();
}

/** A new folder with the wheel, unpacked. */
function withWheel(name) {
  const book = path.join(out, name);
  fs.rmSync(book, { recursive: true, force: true });
  fs.mkdirSync(book, { recursive: true });
  const wheel = run(book, python, path.join(root, 'python/wheel.py'), library, book).trim();
  const packages = path.join(book, 'packages');
  run(book, 'unzip', '-q', wheel, '-d', packages);
  return { book, packages };
}

/** With the wheel. The theme is light in any case. */
async function sphinx() {
  const { book, packages } = withWheel('sphinx');
  run(book, 'env', `PYTHONPATH=${packages}`, python, '-m', 'sphinx', '-W', '-q', '-b', 'html', path.join(examples, 'sphinx'), path.join(book, 'html'));
  await open(pathToFileURL(path.join(book, 'html/index.html')).href, 'sphinx', ['#5fcbae', '#5fcbae'], async (page) => {
    const text = await page.locator('body').textContent();
    assert.ok(text.includes('# (2,2):(1,8)') && text.includes('// (_4,_8):(_1,_4)') && !text.includes('^?'), text);
    await page.locator('svg [data-cell="3"]').first().waitFor();
    return page.locator('svg [data-cell="0"] rect').first();
  });
}

/** Debian's notebook, whose theme is light: a value and the cells of %%stride are pictures, live under the pointer, with links between them. */
async function notebook() {
  const { book, packages } = withWheel('notebook');
  const code = (...lines) => ({ cell_type: 'code', metadata: {}, execution_count: null, outputs: [], source: lines.join('\n') });
  const cells = [code('import stridescope as ss', '%load_ext stridescope'), code('ss.layout("(4,8):(8,1)")'), code('%%stride', 'B = (4,8):(1,4)', 'R = B o 4:2'), code('print(R(3))')];
  fs.writeFileSync(path.join(book, 'layouts.ipynb'), JSON.stringify({ cells, metadata: { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' } }, nbformat: 4, nbformat_minor: 4 }));
  const port = await new Promise((done) => {
    const free = net.createServer().listen(0, '127.0.0.1', () => { const { port: found } = free.address(); free.close(() => done(found)); });
  });
  const words = ['-m', 'notebook', '--no-browser', '--allow-root', '--ip=127.0.0.1', `--port=${port}`, '--NotebookApp.token=', '--NotebookApp.password=', `--notebook-dir=${book}`];
  const server = spawn(python, words, { cwd: book, env: { ...process.env, HOME: book, PYTHONPATH: packages }, stdio: 'ignore' });
  try {
    const url = `http://127.0.0.1:${port}`;
    for (let tries = 0; tries < 300 && !(await fetch(`${url}/api`).then(({ ok }) => ok, () => false)); tries += 1) await new Promise((done) => { setTimeout(done, 100); });
    await open(`${url}/notebooks/layouts.ipynb`, 'notebook', ['#5fcbae', '#5fcbae'], async (page) => {
      await page.waitForFunction(() => globalThis.Jupyter?.notebook?.kernel?.is_connected());
      await page.evaluate(() => globalThis.Jupyter.notebook.execute_all_cells());
      const live = page.locator('.output .ss-live');
      await live.nth(2).waitFor();
      assert.deepEqual(await live.locator('> code').allTextContents(), ['(4,8):(8,1)', 'B = (4,8):(1,4)', 'R = 4:2']);
      assert.equal(await page.locator('.output_stdout, .output_stream').last().textContent(), '6\n'); // R is a value of Python, too
      await live.nth(2).locator('[data-cell="3"]').hover();
      await page.waitForFunction(() => document.querySelectorAll('.output .ss-live output')[2].textContent.includes('6'));
      await live.nth(1).locator('[data-cell="6"].ss-lit').waitFor(); // B(6), from which R(3) is
      return live.first().locator('[data-cell="0"] rect').first();
    }, /nbextensions\/widgets/); // the page of Jupyter requests it itself, and another package has it
  } finally {
    server.kill();
  }
}

try {
  const installed = fs.existsSync(path.join(out, 'docusaurus/node_modules/@docusaurus/core'));
  if (!leftOut(installed, 'Docusaurus')) {
    await docusaurus();
    console.log(`Docusaurus ${versions['@docusaurus/core']}`);
  }
  const found = spawnSync(python, ['-c', 'import sphinx; print(sphinx.__version__)'], { encoding: 'utf8' });
  if (!leftOut(found.status === 0, 'Sphinx')) {
    assert.equal(found.status, 0, `${python} has no Sphinx: apt-get install python3-sphinx`);
    await sphinx();
    console.log(`Sphinx ${found.stdout.trim()}`);
  }
  const jupyter = spawnSync(python, ['-c', 'import notebook, ipykernel; print(notebook.__version__)'], { encoding: 'utf8' });
  if (!leftOut(jupyter.status === 0, 'the notebook')) {
    assert.equal(jupyter.status, 0, `${python} has no notebook: apt-get install jupyter-notebook python3-ipykernel`);
    await notebook();
    console.log(`notebook ${jupyter.stdout.trim()}`);
  }
} finally {
  await browser.close();
}
