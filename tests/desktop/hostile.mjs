// Starts windows without a display on hostile input: lines of more letters than 16-bit indices count, pipes in the
// folder of the window's state, settings with values of every kind in every member, a folder that cannot be written, a
// full disk, and evaluations that do not end. A window survives each, and reports what it does not take.
// Usage: node hostile.mjs PROGRAM (stridescope-desktop-driver) SHIPPED (stridescope-desktop)
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ended, finish, test } from './windows.mjs';

const [program, shipped] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-hostile-'));
const at = (...names) => path.join(folder, ...names);
let count = 0;

/** Runs a program to its end, at most 60 s: how it ended, and its error output. */
async function run(file, words, { env = {}, shell = '' } = {}) {
  const command = shell ? ['bash', ['-c', `${shell}; exec "$0" "$@"`, file, ...words]] : [file, words];
  const child = spawn(...command, { env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const { code, signal } = await ended(child);
  clearTimeout(timer);
  return { code, signal, errors };
}
const headless = (words, how) => run(program, ['--headless', ...(words.includes('--size') ? [] : ['--size', '640x400', '--scale', '0.5']), ...words], how);
/** A window that does the script and ends well. */
async function script(lines, words = ['--fresh'], how) {
  const file = at(`${(count += 1)}.txt`);
  fs.writeFileSync(file, lines.join('\n'));
  const done = await headless([...words, '--script', file], how);
  assert.deepEqual([done.code, done.signal], [0, null], done.errors.slice(0, 600));
  return done.errors;
}
const home = (name) => {
  fs.mkdirSync(at(name), { recursive: true });
  return at(name);
};
const letters = (n, text = 'x') => text.repeat(n);
const kernel = 'K = copy_kernel((64,64):(64,1), (64,64):(1,64), (_256,_16):(_16,_1), tile=(64,64))';

// --- Long lines

for (const [kind, text] of [['one word', letters(20_000)], ['words', letters(12_000, 'a b1 ')], ['Chinese', letters(17_000, '布')]]) {
  await test(`a line of ${text.length} letters is drawn, ${kind}`, async () => {
    await script([`clipboard ${text}`, 'dialog paste', 'frames 12', 'expect dialog is paste', 'screenshot /dev/null', 'frames 4']);
    await script([`clipboard ${text}`, 'dialog files', 'frames 6', 'key ctrl+a', 'frames 2', 'key ctrl+v', 'frames 4', 'click files/go',
      'frames 8', 'screenshot /dev/null', 'frames 4', 'key ctrl+a', 'frames 2', `clipboard ${text} = `, 'key escape', 'frames 4']);
    await script([`program ${text}`, 'frames 8', 'screenshot /dev/null', 'frames 4', `program A = 4:1 # ${text}`, 'frames 8', 'screenshot /dev/null', 'frames 2']);
    const long = home(`long-${count}`);
    fs.writeFileSync(path.join(long, 'settings.json'), JSON.stringify({ runner: text, file: text, folder: text, recent: [text], dock_open: true }));
    await script([`program ${kernel}`, 'frames 10', 'run', 'frames 4', 'screenshot /dev/null', 'frames 4', 'click runner', 'frames 2', 'key ctrl+a', 'frames 2',
      `clipboard ${text}`, 'key ctrl+v', 'frames 2', 'key enter', 'frames 4', 'run', 'frames 4', 'screenshot /dev/null', 'dialog files', 'frames 6'], ['--home', long]);
  });
}
await test('a runner whose progress is a line of 60,000 letters, and one whose error is', async () => {
  for (const member of [`event: 'compile', text`, `result: { status: 'error', code: 'x', message`]) {
    const runner = at(`runner-${(count += 1)}.mjs`);
    fs.writeFileSync(runner, `import readline from 'node:readline';
      for await (const line of readline.createInterface({ input: process.stdin })) {
        const { id, run } = JSON.parse(line);
        if (run) process.stdout.write(JSON.stringify({ version: 1, id, ${member}: 'x'.repeat(60_000) ${member.includes('{') ? '}' : ''} }) + '\\n');
      }`);
    await script([`program ${kernel}`, 'command Dock: Runs', 'wait 1.5', 'expect rects/runner exists', 'frames 6', 'screenshot /dev/null', 'frames 2'],
      ['--fresh', '--size', '1280x800', '--runner', `${process.execPath} ${runner}`]);
  }
});

// --- Files that are none

await test('a pipe in place of each file of the state is not waited for', async () => {
  const files = ['settings.json', 'runs.jsonl', 'runs.lock', 'windows/1.journal', 'drafts/a.stride', 'autosave.stride', 'windows', 'drafts'];
  for (const file of files) {
    const state = home(`pipe-${(count += 1)}`);
    fs.mkdirSync(path.dirname(path.join(state, file)), { recursive: true });
    execFileSync('mkfifo', [path.join(state, file)]);
    const done = await headless(['--home', state, '--frames', '3']);
    assert.deepEqual([done.code, done.signal], [0, null], `${file}: ${done.errors}`);
    if (file === 'settings.json') assert.match(done.errors, /not a regular file/);
  }
  execFileSync('mkfifo', [at('pipe')]);
  for (const words of [[at('pipe')], ['--program', at('pipe')]]) assert.notEqual((await run(shipped, [...words, '--screenshot', at('pipe.png')])).code, 0);
});
await test('an output that takes nothing is an error', async () => {
  assert.equal((await headless(['--fresh', '--frames', '3', '--state', '/dev/full'])).code, 1);
  assert.ok(fs.statSync('/dev/full').isCharacterDevice());
  assert.equal((await run(shipped, ['--screenshot', '/dev/full'])).code, 1);
});
await test('a picture of what cannot be read is an error', async () => {
  fs.writeFileSync(at('binary'), Buffer.from([0, 255, 1]));
  for (const file of [at('none'), folder, at('binary')]) {
    const done = await run(shipped, [file, '--screenshot', at('none.png')]);
    assert.equal(done.code, 1, file);
    assert.match(done.errors, /^error: /);
    assert.ok(!fs.existsSync(at('none.png')));
  }
  assert.equal((await run(shipped, ['--program', folder, '--screenshot', at('none.png')])).code, 2);
});
await test('a scale that is none is refused', async () => {
  for (const scale of ['nan', '-nan', 'inf', '0.01', '-1', '1e9']) assert.equal((await run(shipped, ['--fresh', '--scale', scale, '--screenshot', at('s.png')])).code, 2, scale);
});

// --- Settings

await test('each member of settings.json with values of every kind', async () => {
  // Its members are those that a window writes.
  const plain = home('plain');
  assert.equal((await headless(['--home', plain, '--frames', '3'])).code, 0);
  const usual = JSON.parse(fs.readFileSync(path.join(plain, 'settings.json'), 'utf8'));
  assert.ok(Object.keys(usual).length > 15);
  const kind = (value) => (Array.isArray(value) ? 'list' : typeof value);
  const values = [0.01, -1e300, 1e300, 2 ** 31, -1, true, null, letters(20_000), [[[]]], { a: 1 }];
  const trial = async (name, settings) => {
    const state = home(`settings-${(count += 1)}`);
    const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
    fs.writeFileSync(path.join(state, 'settings.json'), text);
    const done = await headless(['--home', state, '--frames', '3']);
    assert.deepEqual([done.code, done.signal], [0, null], `${name}: ${text.slice(0, 200)}: ${done.errors.slice(0, 300)}`);
    const kept = path.join(state, 'settings-refused.json');
    if (done.errors.includes('settings.json')) assert.equal(fs.readFileSync(kept, 'utf8'), text);
    return done.errors;
  };
  const must = (name, value) => value !== null && (kind(value) !== kind(usual[name]) || (kind(value) === 'string' && ['language', 'dock'].includes(name)) ||
    (kind(value) === 'number' && Math.abs(value) > 1e6) || (name === 'scale' && value === 0.01));
  // All members at once; then each alone, with one value after the other.
  const trials = values.map((value) => Object.fromEntries(Object.keys(usual).map((name) => [name, value])));
  Object.keys(usual).forEach((name, i) => [0, 1, 2].forEach((k) => trials.push({ [name]: values[(i + 3 * k) % values.length] })));
  trials.push({ scale: 0.01 }, { scale: 0.5, zoom: 0.7 }, { scale: 4, zoom: 2 });
  for (const settings of trials) {
    const errors = await trial('members', settings);
    for (const [name, value] of Object.entries(settings)) if (must(name, value)) assert.ok(errors.includes(`${name} = `), `${name} = ${String(value).slice(0, 40)}: ${errors.slice(0, 800)}`);
  }
  for (const text of ['', '{', '7', '[]', '{"scale":1e400}', '{"zoom":nan}', letters(100_000, '['), '\0\xff']) assert.match(await trial('text', text), /settings.json/);
});

// --- What cannot be kept

await test('a window that can keep nothing reports it, and saves a copy', async () => {
  fs.writeFileSync(at('file'), '');
  const copy = at('copy');
  const errors = await script(['program kept = 7:3', 'wait 1', 'expect unkept has cannot write', 'expect rects/unkept exists', 'click unkept/do',
    'frames 6', 'expect dialog is files', 'key ctrl+a', 'frames 2', `clipboard ${copy}`, 'key ctrl+v', 'frames 4', 'key enter', 'expect notice has --home'],
    ['--home', at('file', 'x'), '--size', '1280x800']);
  assert.match(errors, /not kept: cannot write/);
  assert.ok(fs.existsSync(path.join(copy, 'settings.json')));
  await script(['expect program has kept = 7:3', 'expect unkept is '], ['--home', copy]);
});
await test('a picture of a window that can keep nothing is an error, and is saved', async () => {
  fs.writeFileSync(at('no-folder'), '');
  for (const state of ['/dev/full', at('no-folder', 'x')]) {
    const picture = at(`kept-${(count += 1)}.png`);
    const done = await run(shipped, ['--home', state, '--screenshot', picture]);
    assert.deepEqual([done.code, done.signal], [1, null], done.errors);
    assert.match(done.errors, /not kept: /);
    assert.ok(fs.existsSync(picture));
  }
  assert.equal((await run(shipped, ['--home', home('kept'), '--screenshot', at('kept.png')])).code, 0);
});
await test('a window on a full disk reports it; when there is room again, all is kept', async () => {
  const state = home('full');
  const big = letters(3000, '# 4\\n');
  assert.match(await script([`program ${big}`, 'wait 1', 'expect unkept has File too large', 'expect rects/unkept exists'], ['--home', state],
    { shell: `trap '' XFSZ; ulimit -f 4` }), /not kept/);
  await script(['program small = 2:1', 'wait 1', 'expect unkept is ', 'expect rects/unkept/do not 0'], ['--home', state], { shell: `trap '' XFSZ; ulimit -f 4` });
  await script(['expect program has small = 2:1'], ['--home', state]);
});

await test('a program that cannot be saved where it was asks for another place', async () => {
  fs.writeFileSync(at('small.stride'), 'A = 4:1\n');
  await script([`program ${letters(3000, '# 4\\n')}`, 'key ctrl+s', 'expect dialog is files', 'expect refused/0 has File too large', 'frames 4', 'expect rects/files/refused:0 exists'],
    ['--fresh', at('small.stride')], { shell: `trap '' XFSZ; ulimit -f 4` });
  assert.equal(fs.readFileSync(at('small.stride'), 'utf8'), 'A = 4:1\n');
});

await test('a blank source is refused with a reason', async () => {
  fs.writeFileSync(at('blank.cu'), ' ');
  await script([`drop ${at('blank.cu')}`, 'expect notice has is empty', 'expect pane is none']);
});

// --- Evaluations that do not end

await test('an evaluation that does not end is left; what is typed then is evaluated', async () => {
  await script(['program A = 4:1', 'expect cards/A/text is 4:1', 'program B = 5:1 # ENDLESS', 'expect held is true', 'expect stopped has stopped after 1 second',
    'expect program has ENDLESS', 'frames 6', 'expect rects/held/evaluate exists', 'program C = 6:1', 'expect cards/C/text is 6:1', 'expect held is false',
    'program D = 5:1 # ENDLESS', 'expect held is true', 'program E = 7:1', 'expect cards/E/text is 7:1'], ['--fresh', '--endless', 'ENDLESS']);
  // An open file is gone with its evaluator, and so is its pane.
  await script([`drop ${new URL('../traces/transpose.trace', import.meta.url).pathname}`, 'frames 4', 'expect pane is file',
    'program B = 5:1 # ENDLESS', 'expect held is true', 'frames 4', 'expect pane is none'], ['--fresh', '--endless', 'ENDLESS']);
  // The next window has the text, and does not evaluate it.
  const state = home('endless');
  await script(['program B = 5:1 # ENDLESS', 'wait 0.7'], ['--home', state, '--endless', 'ENDLESS']);
  await script(['expect held is true', 'expect program has ENDLESS', 'expect cards is {}'], ['--home', state]);
});
await test('a picture of it ends, with an error', async () => {
  const done = await headless(['--fresh', '--endless', 'ENDLESS', '--program', 'A = 4:1 # ENDLESS', '--screenshot', at('endless.png')]);
  assert.deepEqual([done.code, done.signal], [1, null], done.errors);
  assert.match(done.errors, /not evaluated: stopped after 1 second/);
});

fs.rmSync(folder, { recursive: true, force: true });
finish();
