// From navigation to the first picture on the screen, on localhost, in headless Chromium:
// `node tests/tools/first_picture.mjs [RUNS]` prints one JSON object. Each run is a fresh profile.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { serve } from '../../web/serve.mjs';
import { chromiumFlags, chromiumPath } from './chromium.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const site = process.env.STRIDESCOPE_WEB_OUT ?? fileURLToPath(new URL('../../build/web', import.meta.url));
const runs = Math.max(9, Number(process.argv[2]) || 11);

/** Runs in the page: when the last card's picture has been painted, after the start of the navigation. */
function watchPicture() {
  const start = performance.now();
  const watcher = new MutationObserver(() => {
    if (!document.querySelector('.card .picture .ss-cell')) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => {
      window.firstPicture = performance.now();
    }));
  });
  watcher.observe(document, { childList: true, subtree: true });
  window.watchStart = start;
}

const { server, url } = await serve(site);
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
const version = browser.version();
const measured = [];
// The first run warms the server and the browser's processes and is not counted.
for (let run = 0; run <= runs; ++run) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watchPicture);
  // A fresh window is itself a page of the browser that uses the same two cores, so it first comes to rest. The page is
  // not asked at every frame whether it has a picture.
  await page.waitForTimeout(600);
  await page.goto(url, { waitUntil: 'commit' });
  const milliseconds = await (await page.waitForFunction(() => window.firstPicture, undefined, { polling: 40 })).jsonValue();
  if (run > 0) measured.push(milliseconds);
  await context.close();
}
await browser.close();
server.close();
server.closeAllConnections();

measured.sort((a, b) => a - b);
const at = (fraction) => Math.round(measured[Math.round((measured.length - 1) * fraction)] * 10) / 10;
console.log(JSON.stringify({
  name: 'navigation_to_first_picture',
  unit: 'ms',
  runs: measured.length,
  median: at(0.5),
  lowest: at(0),
  highest: at(1),
  browser: `Chromium ${version}`,
}));
