// Measures the cost of a lesson for its reader: the bytes of the first one beyond the page, as brotli sends them, and
// the time from the click in the list to the first picture of the lesson, warm: `node tests/tools/lesson_figures.mjs
// [RUNS]` prints one JSON object. Exits with 1 beyond the limits.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { serve } from '../../web/serve.mjs';
import { chromiumFlags, chromiumPath } from './chromium.mjs';

const MOST_BYTES = 150_000;
const MOST_MS = 300;

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const site = process.env.STRIDESCOPE_WEB_OUT ?? fileURLToPath(new URL('../../build/web', import.meta.url));
const runs = Math.max(9, Number(process.argv[2]) || 15);

/** Runs in the page: from the click to when a picture that was not there before has been painted. */
function timed(lesson) {
  for (const svg of document.querySelectorAll('.cards .picture svg')) svg.dataset.old = '';
  return new Promise((resolve) => {
    const watcher = new MutationObserver(() => {
      if (!document.querySelector('.lesson h2') || !document.querySelector('.cards .picture svg:not([data-old])')) return;
      watcher.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)));
    });
    watcher.observe(document, { childList: true, subtree: true });
    const begin = performance.now();
    document.querySelector(`[data-lesson="${lesson}"]`).click();
  });
}

const { server, url } = await serve(site);
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })).newPage();
await page.goto(url);
await page.waitForSelector('.card .picture svg');
await page.waitForLoadState('networkidle');

const sent = [];
const count = (response) => sent.push(response.body().then((body) => zlib.brotliCompressSync(body).length));
page.on('response', count);
const lessons = [];
const measured = [];
// The first click loads what a lesson needs, and is counted in bytes; the others are warm.
for (let run = 0; run <= runs; ++run) {
  await page.click('.open-learn');
  await page.waitForSelector('[data-lesson]');
  if (!lessons.length) lessons.push(...await page.$$eval('[data-lesson]', (all) => all.map((one) => one.getAttribute('data-lesson'))));
  const milliseconds = await page.evaluate(timed, lessons[run % lessons.length]);
  if (run === 0) {
    await page.waitForLoadState('networkidle');
    page.off('response', count);
  } else {
    measured.push(milliseconds);
  }
}
await browser.close();
server.close();
server.closeAllConnections();

const bytes = (await Promise.all(sent)).reduce((sum, one) => sum + one, 0);
measured.sort((a, b) => a - b);
const at = (fraction) => Math.round(measured[Math.round((measured.length - 1) * fraction)] * 10) / 10;
console.log(JSON.stringify({
  name: 'lesson', bytes, files: sent.length, most_bytes: MOST_BYTES,
  unit: 'ms', runs: measured.length, median: at(0.5), lowest: at(0), highest: at(1), most_ms: MOST_MS,
}));
process.exit(bytes > MOST_BYTES || at(0.5) > MOST_MS ? 1 : 0);
