// Every program of the gallery, opened by its link in headless Chromium: from navigation to its first picture, in a fresh
// profile (cold) and on a later visit (warm), in milliseconds and as multiples of the page's own first program, which is
// measured in between.
// `node tests/tools/gallery_figures.mjs [RUNS [ID...]]` prints one JSON object: median and worst, and how many are above
// the limit; of the programs with these ids alone, if any are named.
// With `--sites OLD NEW` it measures two built pages in turn, program by program, and also prints the programs that take
// longer on the new one: `node tests/tools/gallery_figures.mjs --sites ../base/build/web build/web 3`.
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
const words = process.argv.slice(2);
const folders = words[0] === '--sites' ? words.splice(0, 3).slice(1) : [process.env.STRIDESCOPE_WEB_OUT ?? `${root}build/web`];
const tool = process.env.STRIDESCOPE ?? `${root}build/native/bin/stridescope`;
const runs = Math.max(1, Number(words[0]) || 1);
/** Limits of the median over all programs, and of each. */
const limits = { median: 1.25, worst: 2 };
/** The first program is measured again after this many others. */
const turn = 4;
/** A fresh window is itself a page of the browser's, which takes the same cores: it comes to rest first. */
const rest = 600;
/** A program whose cards have no picture is left out after this. */
const patience = 15_000;
/** A program counts as slower on the new page from this ratio on: repeated measurements of one page differ by less. */
const noise = 1.1;

const wanted = words.slice(1);
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

const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags, '--disable-gpu'] });
const kinds = ['cold', 'warm'];

async function visit(context, address) {
  const page = await context.newPage();
  await page.addInitScript(watchPicture);
  await page.waitForTimeout(rest);
  await page.goto(address, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(() => window.firstPicture, undefined, { polling: 40, timeout: patience }).catch(() => undefined);
  return { page, milliseconds: await seen?.jsonValue() };
}

async function measure(address) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { page, milliseconds: cold } = await visit(context, address);
  let warm;
  if (cold !== undefined) {
    // A later visit: the first one has kept its files, and is over.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForTimeout(2 * rest);
    await page.close();
    warm = (await visit(context, address)).milliseconds;
  }
  await context.close();
  return { cold, warm };
}

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const rounded = (number) => Math.round(number * 100) / 100;
const note = (into, times) => { for (const kind of kinds) if (times[kind] !== undefined) into[kind].push(times[kind]); };

const sites = [];
for (const folder of folders) {
  const { server, url } = await serve(folder);
  sites.push({
    folder, server, url,
    first: { cold: [], warm: [] },
    programs: entries.map(({ title }) => ({ title, cold: [], warm: [] })),
  });
  // The first visit warms the server and the browser's processes and is not counted.
  await measure(url);
}
for (let run = 0; run < runs; ++run) {
  for (const [at, entry] of entries.entries()) {
    for (const { folder, url, first, programs } of (run + at) % 2 ? [...sites].reverse() : sites) {
      if (at % turn === 0) note(first, await measure(url));
      const times = await measure(url + linkTo(entry));
      note(programs[at], times);
      console.error(entry.id, folder, JSON.stringify(times)); // A run that is stopped has these.
    }
  }
}
await browser.close();
for (const { server } of sites) {
  server.close();
  server.closeAllConnections();
}

const figures = ({ first, programs }, kind) => {
  const own = middle(first[kind]);
  const times = programs.filter((one) => one[kind].length).map((one) => {
    const milliseconds = middle(one[kind]);
    return { title: one.title, milliseconds: Math.round(milliseconds), ratio: rounded(milliseconds / own) };
  }).sort((a, b) => b.ratio - a.ratio);
  const median = times[Math.floor(times.length / 2)];
  return {
    first_program_ms: Math.round(own),
    median_ms: median?.milliseconds,
    median: median?.ratio,
    worst: times.slice(0, 5),
    above: times.filter(({ ratio }) => ratio > limits.worst).length,
  };
};
const slower = (kind) => entries.flatMap((_, at) => {
  const [before, now] = sites.map(({ programs }) => programs[at][kind]);
  if (!before.length || !now?.length) return [];
  const ratio = rounded(middle(now) / middle(before));
  return ratio > noise ? [{ title: entries[at].title, before: Math.round(middle(before)), now: Math.round(middle(now)), ratio }] : [];
}).sort((a, b) => b.ratio - a.ratio);

console.log(JSON.stringify({
  name: 'gallery_by_link',
  programs: entries.length,
  runs,
  load: loadavg().map((load) => Math.round(load)),
  limits,
  sites: sites.map((site) => ({
    folder: site.folder,
    without_picture: site.programs.filter(({ cold }) => !cold.length).map(({ title }) => title),
    ...Object.fromEntries(kinds.map((kind) => [kind, figures(site, kind)])),
  })),
  ...(sites.length > 1 ? { slower: Object.fromEntries(kinds.map((kind) => [kind, slower(kind)])) } : {}),
}, undefined, 1));
