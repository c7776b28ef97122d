// Windows without a display that crash, are killed and start again on the same folder: what was typed is there again,
// and what killed one window does not kill the next. Also the colours of the window against core/data/colors.def.
// Usage: node recovery.mjs PROGRAM
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { colorsOf } from '../tools/colors.mjs';
import { ended, finish, stateOf, test } from './windows.mjs';

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
  await test('a program whose evaluation crashes ends one window, and is text in those after it', async () => {
    const crashed = await window('crash', ['plant CRASH', 'program typed = 7:3', 'wait 0.6', 'program typed = 7:3\\nB = 1 # CRASH', 'wait 5']).ended;
    assert.equal(crashed.signal, 'SIGABRT');
    const held = ['plant CRASH', 'expect held is true', 'expect program has # CRASH', 'expect program has typed = 7:3', 'expect cards is {}',
      'frames 6', 'expect rects/held/evaluate exists'];
    for (let start = 2; start < 5; ++start) await good('crash', held);
    // Killed while it is held, it is held the next time.
    const killed = window('crash', ['plant CRASH', 'wait 60']);
    await killed.until('held', (now) => now.held);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await good('crash', held);
    // Evaluated where nothing is wrong with it, or edited, it is as any other.
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
    const drafts = path.join(folder, 'kill', 'drafts');
    const begun = () => fs.readdirSync(drafts).some((name) => name.endsWith('.lock') && fs.readFileSync(path.join(drafts, name), 'utf8').includes('LONG'));
    await slow.until('begun', (now) => now.program.includes('LONG') && !now.idle && begun());
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
    await new Promise((resolve) => setTimeout(resolve, 900));
    for (const each of [one, two]) each.child.kill('SIGKILL');
    await Promise.all([one.ended, two.ended]);
    // The newest is opened, the other offered; what is opened has a tab beside the own one.
    await good('two', ['expect program has two = 7:1', 'expect dialog is drafts', 'expect unsaved/0 has one = 7:1', 'frames 4', 'click unsaved/open:0',
      'expect program has one = 7:1', 'expect cards/one/text is 7:1', 'expect unsaved is []', 'expect tabs/size is 2', 'expect dialog is none', 'wait 0.6']);
    // Both tabs are there at the next start; one that is closed is an unsaved program.
    await good('two', ['expect program has one = 7:1', 'expect dialog is none', 'expect tabs/size is 2', 'frames 4', 'key ctrl+tab', 'expect program has two = 7:1',
      'expect cards/two/text is 7:1', 'frames 4', 'key ctrl+w', 'expect program has one = 7:1', 'expect unsaved/0 has two = 7:1', 'wait 0.6']);
    await good('two', ['expect program has one = 7:1', 'expect dialog is drafts', 'frames 4', 'key delete', 'expect unsaved is []', 'key escape', 'expect dialog is none']);
    await good('two', ['expect program has one = 7:1', 'expect dialog is none', 'expect unsaved is []']);
  });
  await test('a file that is opened takes no draft, and what is saved is no unsaved program', async () => {
    const file = path.join(folder, 'f.stride');
    fs.writeFileSync(file, 'F = 12:5\n');
    await good('file', ['program typed = 3:1', 'wait 0.6']);
    await good('file', ['expect cards/F/text is 12:5', 'expect unsaved/0 has typed = 3:1', 'expect notice has not saved', 'expect dialog is none'], file);
    // Changed and killed: the change is offered with the file.
    const changed = window('file', ['expect cards/F/text is 12:5', 'key ctrl+end', 'type G = 2:1', 'wait 60'], file);
    await changed.until('the change', (now) => now.cards.G);
    await new Promise((resolve) => setTimeout(resolve, 900));
    changed.child.kill('SIGKILL');
    await changed.ended;
    await good('file', ['expect cards/F/text is 12:5', 'expect dialog is drafts', 'expect unsaved/0 has G = 2:1', 'key enter', 'expect cards/G/text is 2:1',
      `expect file is ${file}`], file);
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
