// Makes the pictures of README.md from web/docs/pictures.json: screenshots of the page and of the window, and an animated
// one, whose frames `img2webp` of Debian's package webp joins. tests/docs/check.mjs checks that their programs still have
// the values of their captions.
// Usage: node readme_pictures.mjs [NAME ...]
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../../web/serve.mjs';
import { chromiumFlags, chromiumPath } from './chromium.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = (name) => `${root}build/native/bin/${name}`;
const folder = `${root}web/docs/pictures`;
const pictures = JSON.parse(fs.readFileSync(`${folder}.json`, 'utf8'));
const asked = process.argv.slice(2);
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-pictures-'));
const size = { width: 1120, height: 640 };
const settled = 700; // milliseconds until a picture has been drawn
const mostBytes = 1.5e6;

const programOf = (picture) =>
  picture.program ?? (picture.gallery ? execFileSync(built('stridescope'), ['gallery', '--program', picture.gallery], { encoding: 'utf8' }) : '');
const cell = ([card, number]) => `[data-stage="${card}"] [data-cell="${number}"], [data-card="${card}"] [data-cell="${number}"]`;

/** Frames of a user who types and points, one character per frame. */
async function animate(page, picture, file) {
  const frames = [];
  const shoot = async (milliseconds) => {
    const frame = path.join(work, `${frames.length}.png`);
    await page.screenshot({ path: frame });
    frames.push({ frame, milliseconds });
  };
  await page.click('.cm-content');
  for (const step of picture.frames) {
    if (typeof step === 'string') {
      for (const part of step.match(/[\s\S]{1,3}/g)) {
        await page.keyboard.insertText(part);
        await shoot(90);
      }
      await page.waitForTimeout(settled);
      await shoot(900);
    } else if (step.hover) {
      await page.hover(cell(step.hover));
      await page.waitForTimeout(settled);
      await shoot(700);
    } else if (step.clear) {
      await page.click('.cm-content');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.waitForTimeout(settled);
    } else {
      await page.waitForTimeout(settled);
      await shoot(step.wait);
    }
  }
  execFileSync('img2webp', ['-loop', '0', '-mixed', '-min_size', ...frames.flatMap(({ frame, milliseconds }) => ['-d', String(milliseconds), '-q', '60', frame]), '-o', file], { stdio: 'ignore' });
}

/** The window with a trace in its pane, by the tests' driver. */
function shootTrace(picture, file) {
  const script = path.join(work, 'script');
  fs.writeFileSync(script, ['frames 4', `drop ${picture.trace}`, 'expect pane is file', 'frames 6', 'click file/row:4', 'frames 6', `screenshot ${file}`, 'frames 2'].join('\n'));
  const done = spawnSync(built('stridescope-desktop-driver'), ['--headless', '--fresh', '--size', `${size.width}x${size.height}`, '--script', script], { cwd: root, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stdout + done.stderr);
}

const { chromium } = createRequire(new URL('../../web/package.json', import.meta.url))('playwright-core');
const { server, url } = await serve(`${root}build/web`);
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
fs.mkdirSync(folder, { recursive: true });
for (const [name, picture] of Object.entries(pictures)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const file = `${folder}/${name}.${picture.frames ? 'webp' : 'png'}`;
  if (picture.trace) {
    shootTrace(picture, file);
  } else {
    const context = await browser.newContext({ viewport: size, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(`${url}#t=${Buffer.from(programOf(picture) || '\n').toString('base64url')}`);
    await page.waitForSelector('.cm-content');
    await page.waitForTimeout(2 * settled);
    if (picture.frames) {
      await animate(page, picture, file);
    } else {
      if (picture.hover) await page.hover(cell(picture.hover));
      await page.waitForTimeout(settled);
      await page.screenshot({ path: file });
    }
    await context.close();
  }
  const bytes = fs.statSync(file).size;
  console.log(`${path.relative(root, file)} ${Math.round(bytes / 1000)} kB`);
  if (bytes > mostBytes) process.exitCode = 1;
}
await browser.close();
server.close();
server.closeAllConnections();
fs.rmSync(work, { recursive: true });
