// The manual: a page of every command and topic, filled lines, and examples that print what they say.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { command, here, native, refused, stridescope } from './command.mjs';

// The names that a section of `stridescope --help` lists.
function listed(page, section) {
  const lines = page.split('\n');
  const start = lines.indexOf(section) + 1;
  const names = lines.slice(start, lines.indexOf('', start)).map((line) => line.trim().split(' ')[0]);
  assert.ok(start > 0 && names.length > 2, `${section}: ${names}`);
  return names;
}

// All pages of the help.
function pages() {
  const main = stridescope(['--help']).stdout;
  const names = [...listed(main, 'COMMANDS'), ...listed(main, 'TOPICS')];
  return [main, ...names.map((name) => stridescope(['help', name]).stdout)];
}

// The examples of a page: a command, which may go on over lines, and its output, indented by six.
function examples(page) {
  const out = [];
  for (const line of page.split('\n')) {
    const last = out.at(-1);
    if (line.startsWith('      $ ')) {
      out.push({ text: line.slice(8), shown: [], open: true });
    } else if (last?.open && unfinished(last.text)) {
      last.text += '\n' + line.slice(6);
    } else if (last?.open && (line === '' || line.startsWith('      '))) {
      last.shown.push(line.slice(6));
    } else if (last) {
      last.open = false;
    }
  }
  for (const example of out) {
    while (example.shown.at(-1) === '') example.shown.pop();
    if (example.shown.length === 0) example.shown.push('');
  }
  return out;
}

// Does the shell wait for more: an open quote, or a backslash at the end?
const unfinished = (text) => text.endsWith('\\') || text.split("'").length % 2 === 0;

export const tests = {
  'the paragraphs of a manual page are filled'() {
    for (const name of listed(stridescope(['--help']).stdout, 'COMMANDS')) {
      const text = /\nDESCRIPTION\n([^]*?)\n\n?[A-Z]+\n/.exec(stridescope(['help', name]).stdout)[1];
      for (const [at, line] of text.split('\n').entries()) {
        assert.ok(line.length <= 80, `${name}: ${line}`);
        const next = text.split('\n')[at + 1];
        // A word of the next line that had room on this one.
        if (!/^ {4}\S/.test(line) || !/^ {4}\S/.test(next ?? '')) continue;
        assert.ok(line.length + 1 + next.trim().split(' ')[0].length > 80, `${name}: ${line} | ${next}`);
      }
    }
  },

};

// Checks whose answers are the same on every machine: commands that start slowly skip them.
export const once = {
  '--help is a manual page, of every command and topic'() {
    const main = stridescope(['--help']);
    assert.equal(main.status, 0);
    assert.deepEqual(stridescope(['help']).stdout, main.stdout);
    assert.match(main.stdout, /^NAME\n[^]*\nSYNOPSIS\n[^]*\nCOMMANDS\n[^]*\nTOPICS\n[^]*\nOPTIONS\n[^]*\nEXIT STATUS\n/);
    for (const name of listed(main.stdout, 'COMMANDS')) {
      const page = stridescope([name, '--help']);
      assert.deepEqual(page, { status: 0, stdout: stridescope(['help', name]).stdout, stderr: '' });
      assert.match(page.stdout, /^NAME\n[^]*\nSYNOPSIS\n[^]*\nDESCRIPTION\n[^]*\nOPTIONS\n[^]*\nEXAMPLES\n[^]*\nEXIT STATUS\n/, name);
      assert.match(page.stdout, new RegExp(`^NAME\n    stridescope ${name} - `));
    }
    for (const page of pages()) {
      for (const line of page.split('\n')) {
        // The output of a program may have any length.
        const row = /^ {4}\S.* {2}\S/.test(line);
        if (!line.startsWith('      ')) assert.ok([...line].length <= (row ? 110 : 80), line);
        assert.doesNotMatch(line, /\s$/, 'ends in a blank');
      }
    }
    assert.match(stridescope(['--version']).stdout, /\b\d+\.\d+\.\d+\b/);
    assert.match(stridescope(['help', 'cosize']).stdout, /^cosize/);
    refused(['help', 'nope']);
  },
  'every example of the help prints what it says'() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-'));
    try {
      // Examples name traces and reports by their paths in the repository.
      for (const kept of ['traces', 'ncu', 'machine/faults']) {
        fs.cpSync(path.join(here, kept), path.join(folder, 'tests', kept), { recursive: true });
      }
      let count = 0;
      const wrong = [];
      for (const page of pages()) {
        for (const { text, shown } of examples(page)) {
          count += 1;
          // A runner is another program: it cannot be started from WebAssembly.
          if (!native && text.startsWith('stridescope run ')) continue;
          const quoted = command.map((word) => `'${word.includes('/') ? path.resolve(word) : word}'`).join(' ');
          const { status, stdout } = spawnSync('sh', ['-c', `stridescope() { ${quoted} "$@"; }\n{ ${text}\n} 2>&1`], {
            cwd: folder, encoding: 'utf8', timeout: 20_000,
          });
          const lines = stdout.replaceAll(/ +$/gm, '').replace(/\n+$/, '').split('\n');
          const expected = [...shown];
          if (expected.at(-1) === '...') {
            expected.pop();
            lines.length = Math.min(lines.length, expected.length);
          }
          // `...` at the end of a line: the rest of it.
          const agrees = (line, i) => line === expected[i] || (expected[i]?.endsWith('...') && line.startsWith(expected[i].slice(0, -3)));
          if (lines.length !== expected.length || !lines.every(agrees)) wrong.push(`${text}\nprints\n${stdout}\nnot\n${shown.join('\n')}\n`);
          // `verdict` exits with 3 where a law is broken, `run` with 5 where nothing was verified, `lint` and `machine --check`
          // with 1 for findings.
          const failures = /^(error:|wrong:|  violated at|-:\d+:\d+: )|: not runnable here|: \d+ findings?, /;
          const mayFail = shown.some((line) => failures.test(line));
          if (status !== 0 && !mayFail) wrong.push(`${text}\nexits with ${status}\n`);
        }
      }
      assert.equal(wrong.join('\n'), '');
      assert.ok(count >= 15, `${count} examples`);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  },
  'verdict --help and analyze --help'() {
    for (const name of ['verdict', 'analyze']) {
      const { status, stdout } = stridescope([name, '--help']);
      assert.equal(status, 0, name);
      assert.match(stdout, /^NAME\n[^]*\nSYNOPSIS\n[^]*\nDESCRIPTION\n[^]*\nOPTIONS\n[^]*\nEXAMPLES\n[^]*\nEXIT STATUS\n/, name);
    }
  },
};
