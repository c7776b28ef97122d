// Tests the page opened from the window: programs in the folders of an installation, with a page and without, and an
// xdg-open that records its argument. Usage: node page.mjs WINDOW RUNNER
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ended, finish, sleep, stateOf, test } from './windows.mjs';

const [program, runner] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-page-'));
const bin = path.join(folder, 'bin');
const site = path.join(folder, 'share/stridescope/web');
const log = path.join(folder, 'opened');
const tools = path.join(folder, 'tools');
for (const one of [bin, tools]) fs.mkdirSync(one, { recursive: true });
fs.copyFileSync(program, path.join(bin, 'stridescope-desktop'));
fs.copyFileSync(runner, path.join(bin, 'stridescope-runner'));
let count = 0;

/** A window that does the script; its state, as soon as it is good. */
function window(lines, { home = 'home', width = '1280x800' } = {}) {
  const script = path.join(folder, `${(count += 1)}.txt`);
  const state = path.join(folder, `${count}.json`);
  fs.writeFileSync(script, lines.join('\n'));
  const child = spawn(path.join(bin, 'stridescope-desktop'), ['--headless', '--size', width, '--home', path.join(folder, home), '--state', state, '--script', script],
    { env: { ...process.env, PATH: tools, LIBGL_ALWAYS_SOFTWARE: '1' }, stdio: ['ignore', 'inherit', 'inherit'] });
  return { child, ended: ended(child), until: (what, isGood) => stateOf(state, what, isGood) };
}
const opened = () => (fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trim().split('\n') : []);
const get = (link) => fetch(link.split('#')[0], { signal: AbortSignal.timeout(5000) });

try {
  await test('without a built page the dialog has the command and a link', async () => {
    const { ended: end } = window(['click learn', 'expect page/state is no_page', 'expect dialog is page', 'frames 4', 'click page/command',
      'expect clipboard is ./dev run', 'click page/link', 'expect clipboard is http://127.0.0.1:8080/#learn', 'key escape', 'expect dialog is none']);
    assert.deepEqual(await end, { code: 0, signal: null });
  });
  fs.mkdirSync(site, { recursive: true });
  fs.writeFileSync(path.join(site, 'index.html'), '<!doctype html><title>page</title>');
  await test('without a browser the dialog has the link of the page that is served', async () => {
    const { child, ended: end, until } = window(['click learn', 'expect page/state is no_browser', 'expect dialog is page', 'frames 4', 'click page/link', 'wait 60']);
    const { page: { link } } = await until('a link', (now) => now.page.state === 'no_browser' && now.clipboard === now.page.link);
    assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/#learn$/);
    assert.equal(await (await get(link)).text(), '<!doctype html><title>page</title>');
    child.kill('SIGTERM');
    await end;
  });
  fs.writeFileSync(path.join(tools, 'xdg-open'), `#!/bin/sh\necho "$1" >>${log}\n`, { mode: 0o755 });
  let port;
  await test('Learn, the reference and an error open their places, all from one server', async () => {
    const { child, ended: end, until } = window([
      'click learn', 'expect page/state is opened', 'expect dialog is none',
      'program A = coalesce((2,(1,6)):(1,(6,2)))', 'frames 4', 'key ctrl+e', 'key ctrl+home', ...Array(5).fill('key right'), 'key f1',
      'expect dialog is reference', 'expect looked_up is coalesce', 'frames 4', 'click reference/page', 'expect dialog is none', 'expect page/link has #reference=coalesce',
      'command Reference', 'expect page/link has #reference', 'expect page/link not coalesce', 'expect dialog is none',
      'program B = composition(A, 7:2)', 'frames 8', 'click trouble/1/reference', 'expect page/link has #reference=composition',
      'wait 60',
    ]);
    const { page: { link } } = await until('the last link', (now) => now.page.state === 'opened' && now.page.link.endsWith('#reference=composition'));
    port = new URL(link).port;
    assert.deepEqual(opened(), ['#learn', '#reference=coalesce', '#reference', '#reference=composition'].map((place) => `http://127.0.0.1:${port}/${place}`));
    assert.equal((await get(link)).status, 200);
    assert.equal((await fetch(`http://127.0.0.1:${port}/runner.json`)).status, 404);
    // A killed window ends its server, too.
    await sleep(700); // its settings are on disk
    child.kill('SIGKILL');
    await end;
    const gone = async () => fetch(`http://127.0.0.1:${port}/`).then(() => false, () => true);
    for (let i = 0; i < 100 && !(await gone()); i += 1) await sleep(50);
    assert.ok(await gone(), 'the server of a killed window serves on');
  });
  await test('the next window asks for the same port: a browser keeps progress by address', async () => {
    const { ended: end } = window(['click learn', 'expect page/state is opened', `expect page/link is http://127.0.0.1:${port}/#learn`]);
    assert.deepEqual(await end, { code: 0, signal: null });
  });
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
finish();
