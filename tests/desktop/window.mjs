// Tests a real window under Xvfb, driven by xdotool: keys and the mouse arrive, a crash loses no typed text, the window
// closes on its own. Usage: node window.mjs PROGRAM. Exit code 77: Xvfb or xdotool is missing here.
import { spawn, spawnSync } from 'node:child_process';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ended, finish, sleep, stateOf, test } from './windows.mjs';

const program = process.argv[2];
const has = (tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
if (!has('Xvfb') || !has('xdotool')) {
  console.log('no Xvfb or no xdotool: the window is not tested');
  process.exit(77);
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-window-'));
const stateFile = path.join(folder, 'state.json');
const home = path.join(folder, 'home');
const scale = 0.5; // the CPU draws here: fewer pixels for the same window

// -displayfd lets the server choose a free display.
const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x720x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
const display = await new Promise((resolve, reject) => {
  server.stdio[3].once('data', (data) => resolve(`:${String(data).trim()}`));
  server.once('exit', () => reject(new Error('Xvfb did not start')));
});
const env = { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' };

let app;
let end;
function start(...options) {
  fs.rmSync(stateFile, { force: true });
  const size = ['--size', `${1280 * scale}x${720 * scale}`, '--scale', scale];
  app = spawn(program, [...size, '--state', stateFile, '--home', home, ...options], { env, stdio: ['ignore', 'inherit', 'inherit'], cwd: folder });
  end = ended(app);
}
const xdotool = (...words) => {
  const done = spawnSync('xdotool', words.map(String), { env, encoding: 'utf8' });
  assert.equal(done.status, 0, `xdotool ${words.join(' ')}: ${done.stderr}`);
};
// Asks a window as a file manager does.
const ask = (...words) => {
  const tool = path.join(path.dirname(fileURLToPath(import.meta.url)), 'window_manager.py');
  const done = spawnSync('python3', [tool, ...words], { env, cwd: folder, encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
};
const until = (what, good) => stateOf(stateFile, what, good);
async function click(name) {
  const { rects } = await until(`${name} is there`, (now) => now.rects[name]);
  const [x0, y0, x1, y1] = rects[name];
  xdotool('mousemove', Math.round((x0 + x1) / 2), Math.round((y0 + y1) / 2));
  await sleep(60);
  xdotool('mousedown', 1);
  await sleep(100);
  xdotool('mouseup', 1);
  await sleep(60);
}

// Presses keys as long as a user does.
async function press(...keys) {
  for (const key of keys) xdotool('keydown', key);
  await sleep(160);
  for (const key of keys.reverse()) xdotool('keyup', key);
  await sleep(120);
}
async function type(text) {
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (index > 0) await press('Return');
    if (line) xdotool('type', '--delay', 25, line);
    await sleep(100);
    // The list of completions would take Enter.
    await press('Escape');
  }
}

try {
  await test('the window opens with the first program', async () => {
    start();
    const now = await until('cards', (s) => s.idle && s.cards.column?.picture);
    assert.equal(now.cards.matrix.text, '(32,32):(32,1)');
  });
  await test('what is typed is evaluated', async () => {
    app.kill('SIGKILL');
    await end;
    start('--program', 'K = copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))');
    await click('editor');
    await press('ctrl', 'End');
    await type('\nS = complement(4:1, 24)\n');
    const now = await until('S', (s) => s.idle && s.cards.S?.text);
    assert.equal(now.cards.S.text, '6:4');
    assert.ok(now.cards.K.kind.endsWith('kernel'));
  });
  await test('each edit is verified by the runner, and why no GPU is said', async () => {
    const now = await until('a run', (s) => s.runs.last?.checked === 4096);
    assert.equal(now.runs.last.status, 'ok');
    if (now.runs.last.gb_per_s === undefined) assert.ok(now.runs.last.missing.length > 0);
  });
  await test('the mouse: a view, a cell under the pointer, its pin', async () => {
    await click('editor');
    await press('ctrl', 'a');
    await type('S = complement(4:1, 24)');
    await until('S alone', (s) => s.idle && s.cards.S && !s.cards.K);
    await click('view:S/memory');
    await until('memory', (s) => s.cards.S.picture?.view === 'memory');
    const { rects } = await until('state', () => true);
    const [x0, y0, , y1] = rects['picture:S'];
    xdotool('mousemove', Math.round(x0 + 24 * scale), Math.round((y0 + y1) / 2));
    await until('a sentence', (s) => s.inspection?.sentence);
  });
  await test('the palette by keys: light and dark', async () => {
    const before = (await until('state', () => true)).theme;
    await press('ctrl', 'k');
    await until('palette', (s) => s.dialog === 'palette');
    xdotool('type', '--delay', 40, 'switch to');
    await sleep(150);
    await press('Return');
    await until('theme', (s) => s.theme !== before && s.dialog === 'none');
  });
  await test('nothing typed is lost when the app aborts', async () => {
    await click('editor');
    await press('ctrl', 'End');
    await press('Return');
    await type('lost = 77:3');
    await until('typed', (s) => s.program.includes('lost = 77:3'));
    await sleep(900);
    // Like a driver that gives up.
    app.kill('SIGABRT');
    await end;
    start();
    const now = await until('typed before', (s) => s.idle && s.cards.lost?.text);
    assert.equal(now.cards.lost.text, '77:3');
  });
  await test('what is typed and clicked while a frame takes long has its effect in order', async () => {
    await click('editor');
    await press('ctrl', 'a');
    await press('BackSpace');
    await until('empty', (s) => s.program === '' && s.idle);
    app.kill('SIGSTOP');
    const keys = (...names) => xdotool('key', '--delay', 4, ...names);
    xdotool('type', '--delay', 4, 'B = (2,2)');
    keys('Return');
    xdotool('type', '--delay', 4, 'C = 3');
    keys('BackSpace');
    xdotool('type', '--delay', 4, '7');
    await sleep(300);
    app.kill('SIGCONT');
    const now = await until('both', (s) => s.idle && s.cards.C?.text);
    assert.equal(now.program, 'B = (2,2)\nC = 7');
    // Commands, and text typed into what they open; two clicks, each at its own position.
    const before = now.theme;
    const middle = (name) => {
      const [x0, y0, x1, y1] = now.rects[name];
      return [Math.round((x0 + x1) / 2), Math.round((y0 + y1) / 2)];
    };
    app.kill('SIGSTOP');
    keys('ctrl+k');
    xdotool('type', '--delay', 4, 'switch to');
    keys('Return');
    xdotool('type', '--delay', 4, '1');
    for (const place of ['mode/cute', 'language/zh']) {
      xdotool('mousemove', ...middle(place));
      xdotool('click', 1);
    }
    await sleep(300);
    app.kill('SIGCONT');
    const then = await until('all of it', (s) => s.theme !== before && s.mode === 'cute' && s.language === 'zh' && s.dialog === 'none');
    assert.equal((await until('typed', (s) => s.program !== 'B = (2,2)\nC = 7')).program, 'B = (2,2)\nC = 71');
    assert.ok(then);
    for (const place of ['mode/teaching', 'language/en']) await click(place);
  });
  await test('a file and a link given on the command line are opened', async () => {
    app.kill('SIGKILL');
    await end;
    fs.writeFileSync(path.join(folder, 'a.stride'), 'F = 12:5\n');
    start(path.join(folder, 'a.stride'));
    await until('the file', (s) => s.cards.F?.text === '12:5' && s.file.endsWith('a.stride'));
    app.kill('SIGKILL');
    await end;
    // A link in the old form, which needs no packing.
    const packed = Buffer.from('L = 9:2\n').toString('base64url');
    start(`http://127.0.0.1:8080/#c=${packed}`);
    const now = await until('the link', (s) => s.cards.L?.text === '9:2');
    assert.equal(now.mode, 'cute');
    await click('share');
    await until('copied', (s) => s.clipboard?.includes('#z='));
  });
  if (has('python3')) await test('files that are dropped on it are opened, each in a tab of its own', async () => {
    const before = (await until('state', () => true)).tabs.length;
    fs.writeFileSync(path.join(folder, 'dropped one.stride'), 'one = 3:7\n');
    fs.writeFileSync(path.join(folder, 'two.stride'), 'two = 8:1\n');
    ask('drop', 'Stridescope', 'dropped one.stride', 'two.stride');
    const now = await until('the last one', (s) => s.cards.two?.text === '8:1');
    assert.equal(now.tabs.length, before + 2);
    assert.ok(now.tabs.includes('dropped one.stride'));
    await sleep(900); // stored and verified
  });
  await test('a reset of the GPU gives a new window of the same picture; the program and its run stay', async () => {
    app.kill('SIGKILL');
    await end;
    const script = path.join(folder, 'reset.txt');
    const [before, after] = ['before', 'after'].map((name) => path.join(folder, `${name}.png`));
    const lines = ['program L = (128,128):(128,1)\\nK = copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))'];
    lines.push('expect runs/last/status is ok', 'key ctrl+enter', 'wait 0.5', `screenshot ${before}`, 'frames 3', 'reset', 'frames 2');
    lines.push('expect graphics_renewed is 1', 'expect notice has GPU was reset', 'expect program has L = (128,128)', 'expect runs/history is 1');
    lines.push('wait 2.6', `screenshot ${after}`, 'frames 3', `same ${before} ${after}`);
    fs.writeFileSync(script, lines.join('\n'));
    start('--fresh', '--script', script);
    assert.deepEqual(await end, { code: 0, signal: null });
    start();
    await until('cards', (s) => s.idle && Object.keys(s.cards).length > 0);
  });
  await test('a window without a home reports that it keeps nothing', async () => {
    const file = path.join(folder, 'homeless.json');
    const homeless = spawn(program, ['--size', '640x360', '--scale', scale, '--state', file], { env: { ...env, HOME: '', XDG_STATE_HOME: '' }, stdio: 'inherit' });
    await stateOf(file, 'the line', (now) => now.unkept.includes('XDG_STATE_HOME') && now.rects['unkept/do']);
    homeless.kill('SIGKILL');
  });
  await test('the window closes when it is asked to', async () => {
    // A window manager would ask; without one the window is closed. A process that has just ended may still have its own,
    // and a search fails at a window that disappears meanwhile: it is repeated.
    let ended;
    for (let i = 0; i < 20 && !ended; ++i) {
      spawnSync('xdotool', ['search', '--all', '--pid', app.pid, '--name', 'Stridescope', 'windowclose'], { env });
      ended = await Promise.race([end, sleep(250)]);
    }
    const { signal, code } = ended ?? { code: 'it is still there' };
    assert.ok(code === 0 || code === 1 || signal, `${code} ${signal}`);
  });
} finally {
  app?.kill('SIGKILL');
  server.kill();
  fs.rmSync(folder, { recursive: true, force: true });
}
finish();
