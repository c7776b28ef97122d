// Measures how far a reader scrolls in each step of the course: the text, the question, the stage and its
// picture.
// Prints a line for each step that scrolls, then counts and the median of all steps.
// Usage: node tests/tools/lesson_scroll.mjs [WIDTHxHEIGHT [en|zh [LESSON/STEP ...]]], 1280x720 and en by default
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { serve } from '../../web/serve.mjs';
import { chromiumFlags, chromiumPath } from './chromium.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { chromium } = createRequire(new URL('../../web/package.json', import.meta.url))('playwright-core');
const [size = '1280x720', language = 'en', ...asked] = process.argv.slice(2);
const [width, height] = size.split('x').map(Number);
const lessons = JSON.parse(fs.readFileSync(`${process.env.STRIDESCOPE_WASM ?? `${root}build/wasm/web`}/lessons.json`, 'utf8'));
const places = lessons.flatMap(({ outlines: { en } }) => en.steps.map(({ id }) => `${en.id}/${id}`)).filter((one) => !asked.length || asked.includes(one));

/** Runs in the page: what is hidden below each part of a step, in CSS pixels. */
function hidden() {
  const below = (name) => Math.max(0, ...[...document.querySelectorAll(name)].map((one) => one.scrollHeight - one.clientHeight));
  return { text: below('.lesson-text'), question: below('.lesson-questions'), stage: below('.on-stage'), picture: below('.on-stage .picture') };
}

const { server, url } = await serve(process.env.STRIDESCOPE_WEB_OUT ?? `${root}build/web`);
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
const page = await (await browser.newContext({ viewport: { width, height }, locale: language === 'zh' ? 'zh-CN' : 'en-US', serviceWorkers: 'block' })).newPage();
const sums = [];
const scrolls = { text: 0, question: 0, stage: 0, picture: 0 };
for (const place of places) {
  await page.goto('about:blank');
  await page.goto(`${url}#lesson=${place}`);
  await page.waitForSelector('.lesson h2');
  await page.waitForSelector('.on-stage .card');
  // The page settles: the same distances twice.
  let last = '';
  for (let same = 0; same < 3;) {
    await page.waitForTimeout(120);
    const now = JSON.stringify(await page.evaluate(hidden));
    same = now === last ? same + 1 : 0;
    last = now;
  }
  const parts = JSON.parse(last);
  for (const [part, distance] of Object.entries(parts)) scrolls[part] += distance > 1 ? 1 : 0;
  const sum = Object.values(parts).filter((distance) => distance > 1).reduce((a, b) => a + b, 0);
  if (sum) console.log(`${place}: ${Object.entries(parts).filter(([, distance]) => distance > 1).map(([part, distance]) => `${part} ${distance}`).join(', ')}`);
  sums.push(sum);
}
sums.sort((a, b) => a - b);
console.log(`${size} ${language}: ${places.length} steps; ${Object.entries(scrolls).map(([part, count]) => `${part} ${count}`).join(', ')} scroll; median ${sums[Math.floor(sums.length / 2)]} px, mean ${Math.round(sums.reduce((a, b) => a + b, 0) / sums.length)} px`);
await browser.close();
server.close();
server.closeAllConnections();
