// Many questions in one process: the prompt, on a terminal and in a pipe, and lines of JSON.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { answers, command, jsonLines, native, stridescope } from './command.mjs';

// A terminal session: sends each of the keys when what stands before it in the list has been printed.
async function terminal(steps, env) {
  // exec: a shell between would take Ctrl-C too, and some say so with their status.
  const quoted = ['exec', ...[...command, 'repl'].map((word) => `'${word}'`)].join(' ');
  const child = spawn('script', ['-qfec', quoted, '/dev/null'], { env: { ...process.env, SHELL: '/bin/sh', TERM: 'xterm', ...env } });
  let shown = '';
  child.stdout.on('data', (data) => { shown += data; });
  const ended = new Promise((resolve) => { child.on('close', resolve); });
  let seen = 0;
  for (const [expected, keys] of steps) {
    const deadline = Date.now() + 10_000;
    while (!shown.includes(expected, seen)) {
      if (Date.now() > deadline) {
        child.kill('SIGKILL');
        assert.fail(`waited for ${JSON.stringify(expected)} after ${JSON.stringify(shown.slice(seen))}`);
      }
      await new Promise((resolve) => { setTimeout(resolve, 10); });
    }
    seen = shown.indexOf(expected, seen) + expected.length;
    child.stdin.write(keys);
  }
  const status = await ended;
  return { status, shown };
}

export const tests = {
  'repl takes statements and commands from a pipe'() {
    const repl = (lines, args = []) => stridescope(['repl', ...args], lines.join('\n'));
    // Under node in one session, where each start is long.
    const together = { lines: [], stdout: '' };
    const answers = (lines, stdout, args) => {
      if (!native && typeof stdout === 'string' && !args) {
        together.lines.push(...lines, ':clear');
        together.stdout += stdout;
        return;
      }
      const answer = repl(lines, args);
      if (stdout instanceof RegExp) assert.match(answer.stdout, stdout);
      else assert.equal(answer.stdout, stdout);
      assert.deepEqual({ status: answer.status, stderr: answer.stderr }, { status: 0, stderr: '' });
    };
    answers(['A = (6,2):(8,2)', 'A o', '(4,3):(3,1)', '', '# nothing', 'size(A);cosize(A)'],
      'A = (6,2):(8,2)\n((2,2),(3,1)):((24,2),(8,2))\n12\n43\n');
    answers(['B = (4,', '3):(', '3,1)', 'B'], 'B = (4,3):(3,1)\n(4,3):(3,1)\n');
    answers(['_1 '], '1\n', ['--ints=teaching']);
    answers([], '');
    // A name stands for its last value; what it was made from stays.
    answers(['A = 4:1', 'B = A', 'A = A o 2:2', 'A', 'B', ':list'],
      'A = 4:1\nB = 4:1\nA = 2:2\n2:2\n4:1\nA = 4:1\nB = A  # 4:1\nA = A o 2:2  # 2:2\n');
    answers(['A = 4:1', 'A = 5:1', ':list'], 'A = 4:1\nA = 5:1\nA = 5:1\n');
    answers(['A = 4', ':ints', ':ints teaching', 'A', ':list'],
      'A = 4\ncute: 4 is dynamic, _4 static\nteaching: every integer is static\n4\nA = 4\n'); // the last in its mode
    if (!native) answers(together.lines, new RegExp(`^${together.stdout.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`));
    answers(['A = 4:1', 'size(A)', ':explain', ':q', 'B'], /^A = 4:1\n4\nsize\(4:1\) = 4\n/);
    answers(['A = (2,3):(1,2)', ':show', ':sho A', ':explain A o 2:1', ':verdict A o 2:1', ':analyze A', ':emit python A', ':help size', ':help', ':clear', ':list'], /./);
  },
  'repl tells the errors of the entry, and goes on'() {
    const { status, stdout, stderr } = stridescope(['repl'], 'A = 4:1\nB = siez(A)\nC = 5:1\n:nope\n:show nope\n:load /nonexistent\n:li\nA\n');
    assert.equal(status, 1);
    assert.equal(stdout, 'A = 4:1\nC = 5:1\nA = 4:1\nC = 5:1\n4:1\n');
    assert.match(stderr, /--> program:1:5\n  \|\n1 \| B = siez\(A\)\n/);
    assert.match(stderr, /no command ':nope'/);
    assert.match(stderr, /unknown name 'nope'/);
    assert.match(stderr, /cannot read \/nonexistent/);
    assert.doesNotMatch(stderr, /several/);
    // A mode in which a statement has no value is not entered.
    const mode = stridescope(['repl'], 'A = (6,2):(8,2) o 5:3\n:ints teaching\n:ints\nA\n');
    assert.equal(mode.status, 1);
    assert.match(mode.stdout, /cute: 4 is dynamic[^]*\(2,2\)|cute/);
  },
  'repl survives what is long, wrong or much'() {
    assert.equal(stridescope(['repl'], `${'('.repeat(1_000_000)}\n4\n`).status, 1);
    assert.equal(stridescope(['repl'], `${'x'.repeat(3_000_000)}\n4\n`).stdout, '4\n');
    assert.equal(stridescope(['repl'], Buffer.from('\xff\xfe\x00(\n\n4\n', 'latin1')).stdout, '4\n');
    assert.equal(stridescope(['repl'], ':\n: \n:: \n').status, 1);
    assert.equal(stridescope(['repl'], 'A = 4:1\n'.repeat(10_000) + ':list').stdout.length, 10_001 * 8);
    // In one entry, what each of the last ones evaluates again.
    const chain = stridescope(['repl'], `A = 4:1\nA = add(3,4)\n${'A = add(A,1);'.repeat(990)}\n${'A = add(A,1)\n'.repeat(30)}A`);
    assert.equal(chain.status, 1);
    assert.match(chain.stderr, /session is full/);
    assert.match(chain.stdout, /\n\d+\n$/);
  },
  async 'repl at a terminal: history, completion, Ctrl-C, Ctrl-D'() {
    if (!native) return; // there is no line editor in WebAssembly
    if (!spawnSync('ldd', command, { encoding: 'utf8' }).stdout.includes('libedit')) {
      const plain = await terminal([['> ', 'A = (4,8):(1,4)\n'], ['A = (4,8):(1,4)\r\n> ', '\x04']], {});
      assert.equal(plain.status, 0, plain.shown);
      return;
    }
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-'));
    try {
      const first = await terminal([
        ['> ', 'A = (4,8):(1,4)\n'], ['A = (4,8):(1,4)\r\n> ', 'nonsense (('], ['nonsense ((', '\x03'], ['^C', ''], ['> ', 'composi\t'],
        ['tion(', 'A,\n'], ['. ', '2:2)\n'], ['(2,1):(2,4)\r\n> ', 'logical_\t\t'], ['logical_product', '\x03'], ['^C', ''], ['> ', ':sh\tA\n'],
        ['| 31 |', ''], ['> ', '6:1 ⊘ 2\n'], ['(2,3):(1,2)', ''], ['> ', '\x04'],
      ], { XDG_STATE_HOME: folder });
      assert.equal(first.status, 0, first.shown);
      assert.match(fs.readFileSync(path.join(folder, 'stridescope', 'history'), 'utf8'), /composition/);
      // The last entry but one of the session before, from the history.
      const again = await terminal([['> ', '\x1b[A\x1b[A\x1b[A'], ['2:2)', '\x03'], ['> ', ':quit\n']], { XDG_STATE_HOME: folder });
      assert.equal(again.status, 0);
      // No place for the history: no matter.
      const none = await terminal([['> ', '4\n'], ['4\r\n> ', '\x04']], { XDG_STATE_HOME: '/proc/nowhere' });
      assert.equal(none.status, 0);
      assert.doesNotMatch(none.shown, /error/);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  },
  '--jsonl answers every line in order, whatever the line'() {
    const bad = [
      '', 'nonsense', '{', '[]', '"text"', 'null', '7', '{}', '{"id":3}', '{"id":4,"expr":5}', '{"id":1,"expr":"4:1"',
      '['.repeat(20_000),
    ];
    const ask = (id) => JSON.stringify({ id, expr: 'size((2,4):(1,2))', unknown: { a: 1 } });
    const got = answers(bad.flatMap((line, i) => [line, ask(`good ${i}`)]));
    const good = got.filter(({ id }) => typeof id === 'string');
    assert.deepEqual(good, bad.map((_, i) => ({ id: `good ${i}`, result: '8' })));
    for (const answer of got.filter(({ id }) => typeof id !== 'string')) {
      assert.match(answer.error, /^[^\n]+$/);
      assert.ok(!('result' in answer));
    }
    const malformed = answers(['nonsense']);
    assert.equal(malformed.length, 1);
    assert.equal(malformed[0].id, null);
  },
  '--jsonl refuses a line that nests too deeply, and answers the others'() {
    const deep = (n) => '['.repeat(n) + ']'.repeat(n);
    const objects = (n) => '{"a":'.repeat(n) + '1' + '}'.repeat(n);
    const good = '{"id":"good","expr":"4"}';
    const bad = [
      `{"id":${deep(50_000)},"expr":"4"}`,
      `{"id":1,"expr":"4","ignored":${deep(50_000)}}`,
      `{"ignored":${objects(50_000)},"id":2,"expr":"4"}`,
      deep(50_000),
      objects(50_000),
      `{"id":3,"expr":${deep(50_000)}}`,
    ];
    const got = answers(bad.flatMap((line) => [line, good]));
    assert.equal(got.length, 2 * bad.length);
    for (let i = 0; i < got.length; i += 2) {
      assert.match(got[i].error, /nests deeper than 64 levels/);
      assert.deepEqual(got[i + 1], { id: 'good', result: '4' });
    }
    assert.deepEqual(
      got.filter((_, i) => i % 2 === 0).map(({ id }) => id ?? null).slice(1, 3),
      [1, 2],
    );
    assert.deepEqual(answers([`{"id":${deep(60)},"expr":"4"}`]), [{ id: JSON.parse(deep(60)), result: '4' }]);
  },
  '--jsonl keeps ids as they are, and says whether a boolean is static'() {
    const [number, text, bool, error] = answers([
      '{"id":12345678901,"expr":"4"}',
      '{"id":"ü\\n\\"","expr":"_4"}',
      '{"id":"b","expr":"congruent((_1,_2),(_3,_4))"}',
      '{"id":"e","expr":"1\\n2 +\\nnope"}',
    ]);
    assert.deepEqual(number, { id: 12345678901, result: '4' });
    assert.deepEqual(text, { id: 'ü\n"', result: '_4' });
    assert.deepEqual(bool, { id: 'b', result: 'true', static: true });
    assert.equal(error.id, 'e');
    assert.match(error.error, /^[^\n]+$/);
  },
  '--jsonl survives bytes that are not UTF-8'() {
    const bytes = Buffer.from('{"id":"x","expr":"\xff\xfe"}\n{"id":"y","expr":"4"}\n', 'latin1');
    const { status, stdout } = stridescope(['eval', '--jsonl'], bytes);
    assert.equal(status, 0);
    const [broken, next, ...more] = jsonLines(stdout);
    assert.ok('error' in broken);
    assert.deepEqual(next, { id: 'y', result: '4' });
    assert.equal(more.length, 0);
  },
  'eval --jsonl --all answers with every value'() {
    const { stdout } = stridescope(['eval', '--jsonl', '--all'], JSON.stringify({ id: 1, expr: 'A = 4:2; size(A); B = A' }) + '\n');
    assert.deepEqual(JSON.parse(stdout), {
      id: 1, result: '4:2', values: [{ name: 'A', text: '4:2' }, { text: '4' }, { name: 'B', text: '4:2' }],
    });
  },
  'eval --jsonl answers with verdicts on request'() {
    const expr = 'composition((6,2):(1,7),(3,2):(2,3))';
    const [plain, asked, other] = answers([
      JSON.stringify({ id: 1, expr }),
      JSON.stringify({ id: 2, expr, verdict: true }),
      JSON.stringify({ id: 3, expr: 'size(4:1)', verdict: true }),
    ]);
    assert.ok(!('verdict' in plain));
    assert.equal(asked.verdict[0].text, 'violated at 5: got 7, should be 8');
    assert.deepEqual(other.verdict, []);
    const all = stridescope(['eval', '--jsonl', '--verdict'], JSON.stringify({ id: 1, expr }) + '\n');
    assert.equal(JSON.parse(all.stdout).verdict.length, 1);
  },
};

// The same on every machine: a command that takes long to start is not asked for them.
export const once = {
  'repl saves and loads'() {
    const file = path.join(os.tmpdir(), `stridescope-${process.pid}.txt`);
    try {
      assert.equal(stridescope(['repl'], `A = 4:1\nB = (A,\nA)\n7\n:save ${file}\n`).status, 0);
      assert.equal(fs.readFileSync(file, 'utf8'), 'A = 4:1\nB = (A,\nA)\n');
      assert.deepEqual(stridescope(['repl'], `:load ${file}\nB\n`), { status: 0, stdout: 'A = 4:1\nB = (4:1,4:1)\n(4:1,4:1)\n', stderr: '' });
    } finally {
      fs.rmSync(file, { force: true });
    }
    assert.equal(stridescope(['repl'], ':save /nonexistent/file\n').status, 1);
    assert.equal(stridescope(['repl'], ':load /\n').status, 1);
  },
};
