// The explorer's figures, measured in headless Chromium with software rendering: `node tests/tools/figures.mjs [RUNS]`
// prints one JSON object; medians unless they say otherwise. Run by hand, on a machine that does nothing else.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { serve } from '../../web/serve.mjs';
import { chromiumFlags, chromiumPath } from './chromium.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const site = process.env.STRIDESCOPE_WEB_OUT ?? fileURLToPath(new URL('../../build/web', import.meta.url));
const runs = Math.max(5, Number(process.argv[2]) || 11);

const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] * 10) / 10;
};
const fragment = (program) => `#t=${Buffer.from(program).toString('base64url')}`;

const { server, url } = await serve(site);
const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags, '--disable-gpu'] });
/** A fresh window is itself a page of the browser's, which takes the same two cores: it comes to rest first. */
const rest = 600;
/** Interval for asking the page whether it has finished: the default, every frame, would change the measurement. */
const polling = 40;
const open = async (context, program) => {
  const page = await context.newPage();
  await page.addInitScript(watchPicture);
  await page.waitForTimeout(rest);
  await page.goto(url + (program === undefined ? '' : fragment(program)), { waitUntil: 'commit' });
  return page;
};
const newContext = () => browser.newContext({ viewport: { width: 1440, height: 900 } });
const firstPicture = async (page) => (await page.waitForFunction(() => window.firstPicture, undefined, { polling })).jsonValue();

/** Runs in the page: when a card's picture has been painted, after the start of the navigation. */
function watchPicture() {
  const watcher = new MutationObserver(() => {
    if (!document.querySelector('.card .picture .ss-cell, .card .picture canvas')) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.firstPicture = performance.now(); }));
  });
  watcher.observe(document, { childList: true, subtree: true });
}

// --- Bytes, and time to the first picture ------------------------------------------------------------------------------

async function bytesToPicture() {
  const context = await newContext();
  const page = await context.newPage();
  const files = [];
  let seen = false;
  page.on('requestfinished', (request) => { if (!seen) files.push(new URL(request.url()).pathname); });
  await page.addInitScript(watchPicture);
  await page.goto(url, { waitUntil: 'commit' });
  await firstPicture(page);
  seen = true;
  await context.close();
  const sizes = Object.fromEntries([...new Set(files)].map((path) => {
    const file = readFileSync(site + (path === '/' ? '/index.html' : path));
    return [path, brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length];
  }));
  const sum = (test) => Object.entries(sizes).filter(([path]) => test(path)).reduce((total, [, size]) => total + size, 0);
  return { all: sum(() => true), wasm_and_worker: sum((path) => /\.wasm$|worker/.test(path)), files: sizes };
}

async function timeToPicture() {
  const cold = [];
  const warm = [];
  for (let run = 0; run <= runs; ++run) {
    const context = await newContext();
    const page = await open(context);
    const first = await firstPicture(page);
    // A later visit: the first one has kept its files, and is over.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForTimeout(2 * rest);
    await page.close();
    const again = await firstPicture(await open(context));
    // The first run warms the server and the browser's processes.
    if (run > 0) {
      cold.push(first);
      warm.push(again);
    }
    await context.close();
  }
  return { cold: median(cold), warm: median(warm) };
}

// --- A keystroke ---------------------------------------------------------------------------------------------------------

async function keystroke(program, cells) {
  const context = await newContext();
  const page = await open(context, program);
  await page.waitForSelector('.cm-content');
  await firstPicture(page);
  await page.click('.cm-content');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowLeft');
  await page.evaluate(() => {
    addEventListener('keydown', ({ timeStamp }) => { window.pressed = timeStamp; }, { capture: true });
    new MutationObserver((records) => {
      if (!window.pressed || !records.some(({ target, addedNodes }) => addedNodes.length && target.closest?.('.picture'))) return;
      const from = window.pressed;
      window.pressed = 0;
      requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now() - from; }));
    }).observe(document.querySelector('.cards'), { childList: true, subtree: true });
  });
  const times = [];
  for (let run = 0; run < 2 * runs + 2; ++run) {
    await page.evaluate(() => { window.painted = 0; });
    await page.keyboard.press(run % 2 ? 'Backspace' : '1');
    const time = await (await page.waitForFunction(() => window.painted, undefined, { polling })).jsonValue();
    if (run > 1) times.push(time);
    await page.waitForTimeout(60);
  }
  await context.close();
  return { cells, ms: median(times) };
}

// --- Large pictures ------------------------------------------------------------------------------------------------------

async function frames(program, cells) {
  const context = await newContext();
  const page = await open(context, program);
  await firstPicture(page);
  const measured = await page.evaluate(async () => {
    const board = document.querySelector('.board');
    const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
    const rate = async (step) => {
      const start = performance.now();
      let count = 0;
      for (; performance.now() - start < 2500; ++count) {
        step(count);
        await frame();
      }
      return (1000 * count) / (performance.now() - start);
    };
    const wheel = (delta) => {
      const { left, top } = board.getBoundingClientRect();
      board.dispatchEvent(new WheelEvent('wheel', { deltaY: delta, ctrlKey: true, clientX: left + 200, clientY: top + 200, bubbles: true, cancelable: true }));
    };
    const zoom = await rate((count) => wheel(count % 80 < 40 ? -20 : 20));
    for (let step = 0; step < 40; ++step) wheel(-20);
    const pan = await rate((count) => board.scrollBy(count % 200 < 100 ? 9 : -9, count % 200 < 100 ? 5 : -5));
    return { pan, zoom };
  });
  await context.close();
  return { cells, pan: Math.round(measured.pan), zoom: Math.round(measured.zoom) };
}

async function hover() {
  const context = await newContext();
  const page = await open(context, 'L = (1024,1024):(1024,1)\n');
  await firstPicture(page);
  await page.waitForSelector('.cm-content');
  await page.waitForTimeout(2 * rest);
  const area = await page.locator('.board').boundingBox();
  await page.evaluate(() => {
    for (const kind of ['pointermove', 'pointerrawupdate']) {
      document.querySelector('.board').addEventListener(kind, ({ timeStamp }) => { window.moved = timeStamp; }, { capture: true });
    }
    const watch = (place, name) => new MutationObserver(() => {
      const from = window.moved;
      requestAnimationFrame(() => setTimeout(() => { window[name] ||= performance.now() - from; }));
    }).observe(document.querySelector(place), { childList: true, characterData: true, subtree: true });
    watch('.outlines', 'outlined');
    watch('#sentence', 'told');
  });
  const outlines = [];
  const sentences = [];
  for (let run = 0; run < 2 * runs; ++run) {
    await page.evaluate(() => { window.outlined = window.told = 0; });
    await page.mouse.move(area.x + 20 + ((run * 37) % 400), area.y + 20 + ((run * 53) % 400));
    const [outline, sentence] = await (await page.waitForFunction(() => window.outlined && window.told && [window.outlined, window.told], undefined, { polling })).jsonValue();
    outlines.push(outline);
    sentences.push(sentence);
    await page.waitForTimeout(30);
  }
  await context.close();
  return { cells: 1024 * 1024, outline_ms: median(outlines), sentence_ms: median(sentences) };
}

// --- Memory --------------------------------------------------------------------------------------------------------------

async function heap() {
  const context = await newContext();
  const page = await open(context, 'A = (64,64):(64,1)\nB = composition(A, (8,8):(8,1))\nL = (512,512):(512,1)\n');
  await page.waitForSelector('.cm-content');
  const client = await context.newCDPSession(page);
  const used = async () => {
    await client.send('HeapProfiler.collectGarbage');
    return (await client.send('Runtime.getHeapUsage')).usedSize;
  };
  await page.click('.cm-line:nth-child(1)');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  const sizes = [];
  for (let edit = 1; edit <= 200; ++edit) {
    await page.keyboard.press(edit % 2 ? '1' : 'Backspace');
    await page.waitForTimeout(40);
    if (edit === 20 || edit === 110 || edit === 200) sizes.push(Math.round((await used()) / 1000));
  }
  await context.close();
  return { kB_after_20_edits: sizes[0], kB_after_110: sizes[1], kB_after_200: sizes[2] };
}

const load = loadavg()[0];
const result = {
  bytes_until_first_picture_brotli: await bytesToPicture(),
  first_picture_ms: await timeToPicture(),
  keystroke_to_picture: [await keystroke('A = (64,64):(64,1)', 4096), await keystroke('A = (1024,1024):(1024,1)', 1024 * 1024)],
  frames_per_second: [await frames('L = (1024,1024):(1024,1)\n', 1024 * 1024), await frames('L = (2048,2048):(2048,1)\n', 2048 * 2048)],
  hover: await hover(),
  heap: await heap(),
  browser: `Chromium ${browser.version()}`,
  machine: { cores: cpus().length, model: cpus()[0].model, load_before: load, load_after: loadavg()[0] },
};
console.log(JSON.stringify(result, null, 1));
await browser.close();
server.close();
server.closeAllConnections();
