// Every program of the gallery, opened by its link in headless Chromium: from navigation to its first picture, in a fresh
// profile (cold) and on a later visit (warm), as multiples of the page's own first program, which is measured in between.
// `node tests/tools/gallery_figures.mjs [RUNS [ID...]]` prints one JSON object: median and worst ratio, and how many are
// above the limit; of the programs with these ids alone, where some are named.
// Run by hand, on a machine that does nothing else.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { serve } from '../../web/serve.mjs';
import { chromiumFlags, chromiumPath } from './chromium.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const root = fileURLToPath(new URL('../..', import.meta.url));
const site = process.env.STRIDESCOPE_WEB_OUT ?? `${root}build/web`;
const tool = process.env.STRIDESCOPE ?? `${root}build/native/bin/stridescope`;
const runs = Math.max(1, Number(process.argv[2]) || 1);
/** What is asked of the median over all programs, and of each. */
const limits = { median: 1.25, worst: 2 };
/** The first program is measured again after so many others. */
const turn = 4;
/** A fresh window is itself a page of the browser's, which takes the same cores: it comes to rest first. */
const rest = 600;
/** A program whose cards have no picture is left out after this. */
const patience = 15_000;

const wanted = process.argv.slice(3);
const entries = JSON.parse(execFileSync(tool, ['call', 'gallery', '{}'], { encoding: 'utf8', maxBuffer: 1 << 26 })).entries
  .filter(({ id }) => !wanted.length || wanted.includes(id));
const base64url = (text) => Buffer.from(text).toString('base64url');
const linkTo = ({ program, views }) => `#t=${base64url(program)}&v=${base64url(views.map(({ name, view }) => `${name} ${view}`).join('\n'))}`;

/** Runs in the page: when a card's picture has been painted, after the start of the navigation. */
function watchPicture() {
  const watcher = new MutationObserver(() => {
    if (!document.querySelector('.card .picture svg, .card .picture canvas')) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.firstPicture = performance.now(); }));
  });
  watcher.observe(document, { childList: true, subtree: true });
}

const { server, url } = await serve(site);
const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags, '--disable-gpu'] });

async function visit(context, fragment) {
  const page = await context.newPage();
  await page.addInitScript(watchPicture);
  await page.waitForTimeout(rest);
  await page.goto(url + fragment, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(() => window.firstPicture, undefined, { polling: 40, timeout: patience }).catch(() => undefined);
  return { page, milliseconds: await seen?.jsonValue() };
}

async function measure(fragment) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { page, milliseconds: cold } = await visit(context, fragment);
  let warm;
  if (cold !== undefined) {
    // A later visit: the first one has kept its files, and is over.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForTimeout(2 * rest);
    await page.close();
    warm = (await visit(context, fragment)).milliseconds;
  }
  await context.close();
  return { cold, warm };
}

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const rounded = (number) => Math.round(number * 100) / 100;
const first = { cold: [], warm: [] };
const note = (into, times) => { for (const kind of ['cold', 'warm']) if (times[kind] !== undefined) into[kind].push(times[kind]); };

// The first visit warms the server and the browser's processes and is not counted.
await measure('');
const measured = entries.map(({ title }) => ({ title, cold: [], warm: [] }));
for (let run = 0; run < runs; ++run) {
  for (const [at, entry] of entries.entries()) {
    if (at % turn === 0) note(first, await measure(''));
    note(measured[at], await measure(linkTo(entry)));
  }
}
await browser.close();
server.close();
server.closeAllConnections();

const figures = (kind) => {
  const own = middle(first[kind]);
  const ratios = measured.filter((one) => one[kind].length).map((one) => ({ title: one.title, ratio: rounded(middle(one[kind]) / own) }))
    .sort((a, b) => b.ratio - a.ratio);
  return {
    first_program_ms: Math.round(own),
    median: ratios[Math.floor(ratios.length / 2)]?.ratio,
    worst: ratios.slice(0, 5),
    above: ratios.filter(({ ratio }) => ratio > limits.worst).length,
  };
};
console.log(JSON.stringify({
  name: 'gallery_by_link',
  programs: measured.length,
  without_picture: measured.filter(({ cold }) => !cold.length).map(({ title }) => title),
  runs,
  load: loadavg().map((load) => Math.round(load)),
  limits,
  cold: figures('cold'),
  warm: figures('warm'),
}, undefined, 1));
