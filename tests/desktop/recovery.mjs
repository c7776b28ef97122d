// Starts windows without a display that crash, are killed and start again on the same folder: typed text is there
// again, and a crash of one window does not kill the next. Also checks the colors of the window against
// core/data/colors.def. Usage: node recovery.mjs PROGRAM
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { colorsOf } from '../tools/colors.mjs';
import { ended, finish, sleep, stateOf, test } from './windows.mjs';

const program = process.argv[2];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-recovery-'));
let count = 0;

/** A window that does the script; resolves when it has ended. */
function window(home, lines, ...options) {
  const script = path.join(folder, `${(count += 1)}.txt`);
  const state = path.join(folder, `${count}.json`);
  fs.writeFileSync(script, lines.join('\n'));
  const child = spawn(program, ['--headless', '--size', '640x400', '--scale', '0.5', '--home', path.join(folder, home), '--state', state, '--script', script, ...options],
    { env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1' }, stdio: ['ignore', 'inherit', 'inherit'] });
  return { child, ended: ended(child), until: (what, isGood) => stateOf(state, what, isGood) };
}
const good = async (home, lines, ...options) => assert.deepEqual(await window(home, lines, ...options).ended, { code: 0, signal: null });

try {
  await test('the first start shows the bank conflict of the page, and a click fixes it', async () => {
    const words = JSON.parse(fs.readFileSync(new URL('../../core/data/strings.en.json', import.meta.url), 'utf8'));
    const lines = (key) => words[key].replaceAll('\n', '\\n');
    await good('first', [`expect program is ${lines('welcome.shared')}`, 'expect staged is column', 'expect cards/column/picture/view is banks', 'frames 4',
      'click welcome/fix', `expect program is ${lines('welcome.swizzled')}`, 'expect cards/matrix/text has Sw<5,0,5>', 'frames 4',
      'click welcome/fix', `expect program is ${lines('welcome.shared')}`, 'frames 4', 'type A = 4:1', 'frames 4', 'expect rects not welcome/fix',
      // Checks and numbers of a value appear on request.
      'program R = composition((6,2):(8,2), (4,3):(3,1))', 'expect staged is R', 'frames 8', 'expect rects not verdict:R', 'expect rects/details:R exists',
      'click details:R', 'frames 8', 'expect rects/verdict:R/0 exists', 'expect rects not details:R']);
  });
  await test('a program whose evaluation crashes ends one window, and is text in those after it', async () => {
    const crashed = await window('crash', ['plant CRASH', 'program typed = 7:3', 'wait 0.6', 'program typed = 7:3\\nB = 1 # CRASH', 'wait 5']).ended;
    assert.equal(crashed.signal, 'SIGABRT');
    const held = ['plant CRASH', 'expect held is true', 'expect program has # CRASH', 'expect program has typed = 7:3', 'expect cards is {}',
      'frames 6', 'expect rects/held/evaluate exists'];
    for (let start = 2; start < 5; ++start) await good('crash', held);
    // If it is killed while a program is on hold, the program is on hold at the next start.
    const killed = window('crash', ['plant CRASH', 'wait 60']);
    await killed.until('held', (now) => now.held);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await good('crash', held);
    // A program that evaluates without a fault, or that was edited, is like any other.
    await good('crash', ['expect held is true', 'key f5', 'expect cards/typed/text is 7:3', 'expect held is false', 'wait 0.6']);
    await good('crash', ['expect held is false', 'expect cards/B/text is 1']);
  });
  await test('an edit of a held program evaluates it', async () => {
    assert.equal((await window('edit', ['plant CRASH', 'program A = 4:1 # CRASH', 'wait 5']).ended).signal, 'SIGABRT');
    await good('edit', ['plant CRASH', 'expect held is true', 'key ctrl+end', 'key backspace', 'expect held is false', 'expect cards/A/text is 4:1']);
  });
  await test('a window that is killed while it evaluates leaves text, too', async () => {
    const long = 'A = (1024,1024):(1024,1)\\nB = zipped_divide(A, <32,32>)\\n# LONG';
    const slow = window('kill', ['plant-slow LONG', `program ${long}`, 'wait 30']);
    // Typed is not yet begun: the evaluation of the program before may still be under way.
    const journals = path.join(folder, 'kill', 'windows');
    const begun = () => fs.existsSync(journals) && fs.readdirSync(journals).some((name) => /LONG.*"evaluating":true}\n$/.test(fs.readFileSync(path.join(journals, name), 'utf8')));
    for (const start = Date.now(); !begun(); await sleep(30)) assert.ok(Date.now() - start < 20_000, 'it does not begin');
    slow.child.kill('SIGKILL');
    await slow.ended;
    await good('kill', ['expect held is true', 'expect program has LONG', 'click held/evaluate', 'expect cards/B/kind is layout']);
  });
  await test('two windows have two programs; both are there when they are killed', async () => {
    const lines = (name) => [`program ${name} = 7:1`, 'wait 60'];
    const one = window('two', lines('one'));
    await one.until('one', (now) => now.cards.one && now.idle);
    const two = window('two', lines('two'));
    await two.until('two', (now) => now.cards.two && now.idle);
    await sleep(900);
    for (const each of [one, two]) each.child.kill('SIGKILL');
    await Promise.all([one.ended, two.ended]);
    // Each is a tab of the next window; the newest one's is shown.
    await good('two', ['expect program has two = 7:1', 'expect cards/two/text is 7:1', 'expect tabs/size is 2', 'frames 4', 'key ctrl+tab',
      'expect program has one = 7:1', 'expect cards/one/text is 7:1', 'wait 0.6']);
    // Both are there at the next start; one that is closed can be opened again, in later windows, too.
    await good('two', ['expect program has one = 7:1', 'expect tabs/size is 2', 'frames 4', 'key ctrl+tab', 'expect program has two = 7:1',
      'expect cards/two/text is 7:1', 'frames 4', 'key ctrl+w', 'expect program has one = 7:1', 'expect notice has opens it again', 'wait 0.6']);
    await good('two', ['expect program has one = 7:1', 'expect tabs/size is 1', 'expect closed/0 has two = 7:1', 'frames 4', 'key ctrl+shift+t',
      'expect program has two = 7:1', 'expect closed is []', 'expect tabs/size is 2']);
  });
  await test('with a file, what is not saved is there, too; what is saved is not', async () => {
    const file = path.join(folder, 'f.stride');
    fs.writeFileSync(file, 'F = 12:5\n');
    await good('file', ['program typed = 3:1', 'wait 0.6']);
    await good('file', ['expect cards/F/text is 12:5', 'expect tabs/size is 2', 'frames 4', 'key ctrl+shift+tab', 'expect program has typed = 3:1',
      'frames 4', 'key ctrl+a', 'key delete', 'expect program is ', 'wait 0.6'], file);
    // Changed and killed: the changes are in the file's tab.
    const changed = window('file', ['expect cards/F/text is 12:5', 'expect tabs/size is 1', 'key ctrl+end', 'type G = 2:1', 'wait 60'], file);
    await changed.until('the change', (now) => now.cards.G);
    await sleep(900);
    changed.child.kill('SIGKILL');
    await changed.ended;
    await good('file', ['expect cards/G/text is 2:1', 'expect notice has unsaved', 'expect tabs/size is 1', `expect file is ${file}`], file);
    assert.equal(fs.readFileSync(file, 'utf8'), 'F = 12:5\n');
  });
  await test('the program of versions with one for all windows is taken over', async () => {
    fs.mkdirSync(path.join(folder, 'old'));
    fs.writeFileSync(path.join(folder, 'old', 'autosave.stride'), '#: cute\nold = 9:4\n');
    await good('old', ['expect cards/old/text is 9:4', 'expect mode is cute']);
  });
  await test('the colours are those of core/data/colors.def, light and dark', async () => {
    for (const theme of ['light', 'dark']) {
      const shown = window('colors', ['program A = 4:1', 'wait 20'], '--theme', theme);
      const now = await shown.until('colours', (one) => one.colors && one.theme === theme);
      shown.child.kill('SIGKILL');
      await shown.ended;
      const { veil, ...told } = now.colors;
      assert.match(veil, /^#/);
      const named = Object.entries(colorsOf(theme)).map(([name, color]) => [name.replace(/^ss-(?!c\d)/, ''), color]);
      assert.deepEqual(told, Object.fromEntries(named));
    }
  });
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
finish();
