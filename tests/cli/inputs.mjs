// Tests of inputs and outputs: files, folders, devices, closed and full streams. A command reads all of an input or
// reports the reason, and a lost output is an error.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { command, native, refused, stridescope } from './command.mjs';

/** Runs the command with redirections of a shell. */
const redirected = (args, redirection, options = {}) =>
  spawnSync('sh', ['-c', `"$0" "$@" ${redirection}`, ...command, ...args], { encoding: 'utf8', timeout: 20_000, ...options });

const programCommands = ['eval', 'render', 'analyze', 'verdict', 'explain', 'emit', 'link', 'run', 'tune'];

export const tests = {
  'a folder is not a program, whatever its name'() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-'));
    fs.mkdirSync(path.join(folder, 'tiles'));
    const words = command.map((word) => (fs.existsSync(word) ? path.resolve(word) : word));
    try {
      for (const name of native ? programCommands : ['eval']) {
        for (const argument of ['tiles', 'tiles/', './tiles', path.join(folder, 'tiles')]) {
          const { status, stdout, stderr } = spawnSync(words[0], [...words.slice(1), name, argument],
            { cwd: folder, encoding: 'utf8', timeout: 20_000 });
          assert.deepEqual([status, stdout], [2, ''], `${name} ${argument}`);
          assert.match(stderr, new RegExp(`^error: '${argument}' is a folder\n`), `${name} ${argument}`);
        }
      }
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
    const missing = refused(['call', '--program', os.tmpdir(), 'describe', '{"binding":0,"cell":0}']);
    assert.match(missing, /is a folder/);
  },
  'a program too long for a link is refused, and so is one that is not UTF-8'() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-'));
    try {
      const file = path.join(folder, 'long.stride');
      fs.writeFileSync(file, `A = 4:1\n${'#'.repeat(700_000)}`);
      assert.match(refused(['link', file]), /^error: a link of \d+ bytes is too long; expected at most 600000\n/);
      fs.writeFileSync(file, Buffer.from([0x41, 0x20, 0x3d, 0x20, 0x34, 0x20, 0x23, 0xff]));
      assert.match(refused(['link', file]), /^error: the program is not UTF-8 text\n/);
      // The longest one that a link holds comes back.
      fs.writeFileSync(file, `A = 4:1\n${'#'.repeat(590_000)}`);
      const { status, stdout } = stridescope(['link', file]);
      assert.equal(status, 0);
      const fragment = path.join(folder, 'fragment.txt');
      fs.writeFileSync(fragment, stdout);
      assert.equal(stridescope(['link', '--read', fragment]).stdout, `${fs.readFileSync(file, 'utf8')}\n`);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  },
};

// Tests of the streams of a process: a runtime has its own.
export const once = {
  'lint skips a long source of a folder, and refuses it by name'() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-'));
    try {
      const file = path.join(folder, 'long.cu');
      fs.writeFileSync(file, `#include <cute/tensor.hpp>\n// ${'#'.repeat(300_000)}\n`);
      const skipped = stridescope(['lint', folder]);
      assert.equal(skipped.status, 0);
      assert.match(skipped.stderr, /long\.cu: note: the source has \d+ bytes; the limit is \d+\n$/);
      const named = stridescope(['lint', file]);
      assert.equal(named.status, 2);
      assert.match(named.stderr, /long\.cu: error: the source has/);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  },
  'lint says how much of a source has a value, and which comment gives more'() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-'));
    try {
      const file = path.join(folder, 'open.cu');
      fs.writeFileSync(file, '#include <cute/tensor.hpp>\ntemplate <int kN>\n__global__ void f() {\n  auto a = Layout<Shape<_4, _8>>{};\n  auto b = Layout<Shape<_4, Int<kN>>>{};\n}\n');
      const text = stridescope(['lint', file]);
      assert.equal(text.status, 0);
      assert.equal(text.stderr, 'note: evaluated layouts, tensors, copies and MMAs: 1 of 2; the others were not checked; most need \'kN\': // stride: kN = VALUE\n');
      assert.equal(stridescope(['lint', '--format', 'json', file]).stderr, '');
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  },
  'an input that cannot be read is an error, not an empty input'() {
    for (const [args, redirection, expected] of [
      [['xray', '/proc/self/mem'], '', /^error: cannot read '\/proc\/self\/mem': /],
      [['eval', '/proc/self/mem'], '', /^error: cannot read '\/proc\/self\/mem': /],
      [['ncu', '/proc/self/mem'], '', /^error: cannot read '\/proc\/self\/mem': /],
      [['trace', 'show', '/proc/self/mem'], '', /^error: cannot read '\/proc\/self\/mem': /],
      [['xray', '/nowhere/at.mlir'], '', /^error: file '\/nowhere\/at.mlir' does not exist\n/],
      ...[['eval', '-'], ['verdict', '-'], ['link', '-'], ['xray', '-'], ['ncu', '-'], ['act', '-'], ['call', 'describe', '-']].flatMap((words) => [
        [words, '<&-', /^error: standard input is closed\n/],
        [words, '</tmp', /^error: cannot read standard input: /],
      ]),
      [['eval', '--jsonl'], '<&-', /^error: standard input cannot be read\n/],
      [['eval', '--jsonl'], '</tmp', /^error: standard input cannot be read\n/],
    ]) {
      const { status, stdout, stderr } = redirected(args, redirection);
      assert.deepEqual([status, stdout], [1, ''], `${args.join(' ')} ${redirection}`);
      assert.match(stderr, expected, `${args.join(' ')} ${redirection}`);
    }
  },
  'a lost output is an error of every command'() {
    const calls = [['--version'], ['--help'], ['help'], ['help', 'eval'], ['eval', '--help'], ['functions'], ['gallery'], ['eval', '4:1'],
      ['eval', '--all', '4:1'], ['eval', '--jsonl'], ['render', '4:1'], ['analyze', '4:1'], ['verdict', 'coalesce(4:1)'], ['explain', 'coalesce(4:1)'],
      ['emit', '--format', 'cpp', '4:1'], ['xray', '-'], ['link', '4:1'], ['call', '--list'], ['act', '{"do":"append","text":"4:1"}']];
    for (const args of calls) {
      for (const redirection of ['>/dev/full', '>&-']) {
        if (redirection === '>/dev/full' && !fs.existsSync('/dev/full')) continue;
        const { status, stderr } = redirected(args, redirection, { input: '{"id":1,"expr":"4:1"}\n' });
        assert.equal(status, 1, `${args.join(' ')} ${redirection}`);
        assert.match(stderr, /^error: the output could not be written\n/, `${args.join(' ')} ${redirection}`);
      }
    }
  },
  'a closed standard stream is not the next file that is opened'() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-'));
    try {
      const file = path.join(folder, 'kernel.stride');
      const program = 'k = copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (_256,_16):(_16,_1), tile=(64,64), dtype="float")\n';
      fs.writeFileSync(file, program);
      const { status } = redirected(['tune', '--predict', '--gpu', 'H200', '--insert', file], '>&- 2>&-');
      assert.equal(status, 1);
      const after = fs.readFileSync(file, 'utf8');
      assert.ok(after.startsWith(program), after);
      assert.match(after.slice(program.length), /^(tuned = [^]*\n)?$/);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  },
};
