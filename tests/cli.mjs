// The command line from outside: what it prints, where, with which exit code, and that hostile input ends at once.
// Usage: node cli.mjs COMMAND...       e.g.  cli.mjs build/native/bin/stridescope
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';

const command = process.argv.slice(2);
const native = command.length === 1;
const here = path.dirname(fileURLToPath(import.meta.url));

function stridescope(args, input = '') {
  // Natively under a limit of memory: what must be refused is refused before memory is taken for it.
  const limited = native ? ['sh', '-c', 'ulimit -v 262144; exec "$0" "$@"', ...command] : command;
  const [program, ...rest] = [...limited, ...args];
  const { status, signal, stdout, stderr, error } = spawnSync(program, rest, {
    input,
    encoding: 'utf8',
    timeout: 20_000,
    maxBuffer: 1 << 28,
  });
  // EPIPE: it refused its input before it had read all of it.
  if (error?.code !== 'EPIPE') assert.equal(error, undefined, `${args.join(' ').slice(0, 80)}: ${error}`);
  assert.equal(signal, null, `killed by ${signal}`);
  return { status, stdout, stderr };
}

function succeeds(args, stdout, input) {
  const answer = stridescope(args, input);
  assert.deepEqual({ status: answer.status, stdout: answer.stdout }, { status: 0, stdout }, answer.stderr);
}

// Refused: exit 1, nothing on stdout, a message on stderr, and no trace of a crash.
function refused(args, input) {
  const { status, stdout, stderr } = stridescope(args, input);
  assert.equal(status, 1, `exit ${status}: ${stdout.slice(0, 200)}`);
  assert.equal(stdout, '');
  assert.match(stderr, /\S/);
  assert.doesNotMatch(stderr, /RuntimeError|RangeError|Aborted|terminate called|bad_alloc|out of memory/);
  assert.ok(stderr.length < 100_000, `${stderr.length} characters of message`);
  return stderr;
}

function answers(lines) {
  const { status, stdout } = stridescope(['eval', '--jsonl'], lines.join('\n') + '\n');
  assert.equal(status, 0);
  return jsonLines(stdout);
}

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

const jsonLines = (text) => text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
const renderGolden = jsonLines(fs.readFileSync(path.join(here, 'golden', 'render.jsonl'), 'utf8'));
const deep = (open, close, levels) => open.repeat(levels) + '1' + close.repeat(levels);

const tests = {
  'eval prints the last value'() {
    succeeds(['eval', '(2,4):(1,2)'], '(2,4):(1,2)\n');
    succeeds(['eval', 'A = (2,4):(1,2); size(A)'], '8\n');
    succeeds(['eval', 'A = (2,4):(1,2)\nB = A'], '(2,4):(1,2)\n');
    // What is printed for a tiling can be pasted.
    const mma = stridescope(['eval', 'make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1))']).stdout;
    assert.match(mma, /^TiledMMA\n/);
    succeeds(['eval', '-'], '_128\n', `mma = ${mma}num_threads(mma)\n`);
    succeeds(['eval', 'atoms("sm61", "mma")'], 'SM61_DP4A\nSM61_DP2A\n');
  },
  'eval --ints chooses the integer mode'() {
    const program = 'composition((6,2):(8,2),(4,3):(3,1))';
    succeeds(['eval', program], '((2,2),(3,1)):((24,2),(8,2))\n');
    succeeds(['eval', '--ints=cute', program], '((2,2),(3,1)):((24,2),(8,2))\n');
    succeeds(['eval', '--ints=teaching', program], '((2,2),3):((24,2),8)\n');
  },
  'eval --all prints every binding'() {
    const { status, stdout } = stridescope(['eval', '--all', 'A = 4:1\nB = size(A)']);
    assert.equal(status, 0);
    assert.match(stdout, /^A = 4:1\nB = 4\n/);
  },
  'eval - reads stdin'() {
    succeeds(['eval', '-'], '8\n', 'A = (2,4):(1,2)\nsize(A)\n');
    succeeds(['eval', '-'], '8\n', 'A = (2,4):(1,2)\r\nsize(A)');
  },
  'a program may be the path of a file'() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-'));
    const file = path.join(folder, 'tile.cute');
    fs.writeFileSync(file, 'A = (2,4):(1,2)\nsize(A)\n');
    succeeds(['eval', file], '8\n');
    succeeds(['eval', '4:1'], '4:1\n');
    fs.rmSync(folder, { recursive: true });
    // Now it is none, and no program that one could mean.
    for (const name of ['eval', 'render', 'analyze', 'verdict', 'explain', 'emit', 'link', 'run', 'tune']) {
      for (const missing of [file, 'tile.cute', './tile', '../x/tile-2.stride', '~/tile']) {
        assert.deepEqual(stridescope([name, missing]),
          { status: 2, stdout: '', stderr: `error: there is no file '${missing}'\n = \`stridescope help ${name}\` tells more\n` });
      }
    }
    assert.match(stridescope(['trace', 'check', 'kernel.trace', 'tile.cute']).stderr, /^error: there is no file 'tile.cute'\n/);
    assert.match(stridescope(['xray', '/tmp']).stderr, /^error: '\/tmp' is a folder\n/);
    assert.equal(stridescope(['xray', '/tmp']).status, 1);
    assert.match(stridescope(['eval', '/tmp']).stderr, /^error: '\/tmp' is a folder\n/);
    if (native) assert.equal(spawnSync('sh', ['-c', 'echo "size(8:1)" | "$0" eval /dev/stdin', ...command], { encoding: 'utf8' }).stdout, '8\n');
    for (const program of ['12/4', '_8/_2', '-3']) assert.equal(stridescope(['eval', program]).status, 0, program);
  },
  'errors, verdicts, derivations and analyses are in the language that is asked for'() {
    const chinese = (args) => stridescope([...args, '--lang', 'zh']);
    assert.match(chinese(['eval', 'A = siez(4:1)']).stderr, /^错误：未知的名称 'siez'\n[^]* = 是不是想写 'size'？\n$/);
    assert.match(chinese(['eval', 'size(4:1, 2, 3)']).stderr, /错误：size 需要 1 个参数，而不是 3 个/);
    assert.match(chinese(['verdict', '(4,6,8):(2,3,5) o 6:3']).stdout, /定律：R\(c\) = A\(B\(c\)\)，compatible\(B, R\)\n +在 2 处不成立：得到 3，应为 7\n/);
    assert.match(chinese(['explain', 'coalesce((_2,_4):(_1,_2))']).stdout, /下一个步长：一个有 2 x 4 个元素的模式/);
    assert.match(chinese(['analyze', '(4,8):(8,1)']).stdout, /单射 +是：任意两个坐标的偏移都不同/);
    // What CuTe prints is the same; English says what it always said.
    assert.equal(chinese(['eval', '(4,8):(8,1)']).stdout, '(4,8):(8,1)\n');
    assert.match(chinese(['functions', 'rank']).stdout, /^rank.*\n\n模式个数；整数为 1。\n\n示例：\n/);
    assert.match(stridescope(['eval', 'A = siez(4:1)', '--lang', 'en']).stderr, /^error: unknown name 'siez'/);
    assert.equal(stridescope(['eval', '4:1', '--lang', 'fr']).status, 2);
  },
  'errors are on stderr, all of them, each with its place and a hint'() {
    const stderr = refused(['eval', 'A = siez(4:1)\nB = 4:1\nC = copmosition(B,B)']);
    assert.match(stderr, /siez/);
    assert.match(stderr, /\bsize\b/, 'suggests the nearest name');
    assert.match(stderr, /\bcomposition\b/, 'suggests the nearest name, of the second error too');
    assert.equal(stderr.match(/^[ |0-9]*\^/gm)?.length, 2, `two caret lines:\n${stderr}`);
  },
  'a call that makes no sense is refused'() {
    // What is wrong, and how to mend it.
    const calls = {
      '': [/which command\?\n = eval, render, /],
      nope: [/no command 'nope'\n = `stridescope help` lists/],
      evl: [/no command 'evl'\n = did you mean 'eval'\?/],
      '(4,8):(1,4)': [/'\(4,8\):\(1,4\)' is no command\n = to evaluate it: stridescope eval '\(4,8\):\(1,4\)'/],
      '--nope': [/no option --nope/],
      eval: [/eval needs a program\n = such as stridescope eval '/],
      render: [/render needs a program/],
      'eval --nope 1': [/eval has no option --nope\n = /],
      'eval --al 1': [/did you mean '--all'\?/],
      'eval 4 5': [/one program, not '5' too\n = put it in quotes/],
      'eval --jsonl 4:1': [/PROGRAM excludes --jsonl/],
      'eval --ints=nope 1': [/--ints cannot be 'nope'\n = it is one of cute, teaching/],
      'render --format nope 4:1': [/--format cannot be 'nope'\n = it is one of ascii, svg, latex, json/],
      'render --format': [/--format needs a value\n = it is one of ascii/],
      'trace show x --jsn': [/trace show has no option --jsn\n = did you mean '--json'\?/],
      'trace show x --launch 1': [/trace show has no option --launch\n = `stridescope help trace`/],
      'trace show x --kernel y': [/--kernel requires --picture/],
      'repl nope': [/what is 'nope'\?\n = `stridescope help repl`/],
      'help nope nope': [/what is 'nope'\?/],
    };
    for (const [call, [expected]] of Object.entries(calls)) {
      const { status, stdout, stderr } = stridescope(call === '' ? [] : call.split(' '));
      assert.equal(status, 2, call);
      assert.equal(stdout, '', call);
      assert.match(stderr, /^error: /, call);
      assert.match(stderr, expected, call);
    }
    // What depends on the value is an error of the program's kind.
    const views = {
      'kind=foo': /there is no kind=foo\n = kind is one of strip, /,
      'kind=order': /this value has no view kind=order\n = it has strip, /,
      'label=foo': /there is no label=foo/,
      'bar=1': /a view has no word 'bar=1'/,
      'slice=x': /a view has no word 'slice=x'/,
      label: /there is no label=\n/,
    };
    for (const [view, expected] of Object.entries(views)) {
      assert.match(refused(['render', '--format', 'svg', '--view', view, '4:1']), expected, view);
    }
    assert.match(stridescope(['render', '--format', 'svg', '--view', ' kind=walk  label=index ', '4:1']).stdout, /^<svg/);
    assert.match(refused(['help', 'langage']), /did you mean 'language'\?/);
    assert.match(refused(['help', 'cosiz']), /did you mean 'cosize'\?/);
  },
  'a caret of `act` is in UTF-16 code units, as in `call act`'() {
    const program = '# \u6a21\u5f0f\u6a21\u5f0f\u6a21\u5f0f\u6a21\u5f0f\u6a21\u5f0f\nA = (4,8):(8,1)\nB = (4,4):(4,1)\n';
    for (const name of ['A', 'B']) {
      const action = JSON.stringify({ do: 'open', program, caret: program.indexOf(`${name} =`) + 4 });
      const { all } = JSON.parse(stridescope(['act', action]).stdout);
      assert.equal(all.cards.find(({ place }) => place === 'stage').key, name);
    }
  },
  'what a terminal would act on is shown, not sent'() {
    const program = 'atoms("\x1b]0;x\x07")\n"\x1b[31m"\nA\x1b[0m = 4:1\n"\u009b31m"';
    for (const args of [['eval', '--all', program], ['verdict', program], ['render', program], ['emit', '--format', 'cpp', program], [`\x1b[31m`]]) {
      const { stdout, stderr } = stridescope(args);
      assert.doesNotMatch(stdout + stderr, /[\x00-\x08\x0b-\x1f\x7f-\x9f]/, args.join(' '));
    }
    assert.match(stridescope(['eval', '"\x1b[31m"']).stdout, /^\\x1b\[31m\n/);
    const { stdout, stderr } = stridescope(['repl'], '"\x1b[31m"\n:show \x1b\n:quit\n');
    assert.doesNotMatch(stdout + stderr, /\x1b/);
  },
  'what is left out of a source is said'() {
    assert.match(refused(['eval', 'static_assert(size(L) == 4);']),
      /^note: left out, as not about layouts: line 1\nerror: nothing in this text makes a layout\n/);
    assert.match(stridescope(['eval', '#include <x>\nauto L = make_layout(Int<4*8>{});\nfoo(L);']).stderr, /^note: left out, as not about layouts: line 3\n$/);
    assert.match(refused(['eval', '']), /^error: the program is empty\n/);
  },
  'output that cannot be written is an error'() {
    if (!fs.existsSync('/dev/full')) return;
    const full = fs.openSync('/dev/full', 'w');
    try {
      const calls = [['eval', '4:1'], ['render', '(300,300):(1,300)'], ['help'], ['functions']];
      for (const args of native ? calls : calls.slice(0, 2)) {
        const { status, stderr } = spawnSync(command[0], [...command.slice(1), ...args], {
          stdio: ['ignore', full, 'pipe'], encoding: 'utf8', timeout: 20_000,
        });
        assert.equal(status, 1, args[0]);
        assert.match(stderr, /could not be written/, args[0]);
      }
    } finally {
      fs.closeSync(full);
    }
  },
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
        // What a program prints is as long as it is.
        const row = /^ {4}\S.* {2}\S/.test(line);
        if (!line.startsWith('      ')) assert.ok([...line].length <= (row ? 110 : 80), line);
        assert.doesNotMatch(line, /\s$/, 'ends in a blank');
      }
    }
    assert.match(stridescope(['--version']).stdout, /\b\d+\.\d+\.\d+\b/);
    assert.match(stridescope(['help', 'cosize']).stdout, /^cosize/);
    refused(['help', 'nope']);
  },
  'tune ranks kernels that do the same without a GPU, says so, and adds the best one to a file'() {
    const kernel = 'copy_kernel((4096,4096):(4096,1), (4096,4096):(1,4096), (_256,_16):(_16,_1), tile=(64,64))';
    const told = stridescope(['tune', '--predict', '--best', '3', kernel]);
    assert.equal(told.status, 0);
    assert.match(told.stdout, /^candidates for H100 SXM5 80 GB: predictions, nothing is measured\n {2}0 {2}as it is/);
    assert.match(told.stdout, /\ntuned = copy_kernel\(/);
    const { rows } = JSON.parse(stridescope(['tune', '--predict', '--gpu', 'h200', '--json', kernel]).stdout);
    assert.equal(rows.length, 9);
    assert.ok(rows[1].predicted_us < rows[0].predicted_us);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tune-'));
    const file = path.join(folder, 'program');
    fs.writeFileSync(file, `K = ${kernel}`);
    assert.equal(stridescope(['tune', '--predict', '--insert', file]).status, 0);
    assert.match(fs.readFileSync(file, 'utf8'), /^K = .*\ntuned = copy_kernel\(/);
    assert.match(stridescope(['eval', file]).stdout, /^copy_kernel of float/);
    fs.rmSync(folder, { recursive: true });
    assert.match(refused(['tune', '--predict', '4:1']), /no kernel/);
    assert.match(refused(['tune', '--predict', 'mma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN))']), /what is tuned is/);
  },
  'gallery lists the programs, shows one, and draws it'() {
    const list = stridescope(['gallery']);
    assert.equal(list.status, 0);
    assert.match(list.stdout, /^S1\/composition1 .*\n/m);
    const entries = JSON.parse(stridescope(['gallery', '--json']).stdout);
    assert.equal(entries.length, list.stdout.trim().split('\n').length);
    const program = stridescope(['gallery', 'productraked2d', '--program']).stdout;
    succeeds(['eval', '-'], '((3,_2),(4,_5)):((10,_5),(30,_1))\n', program);
    assert.match(stridescope(['gallery', 'productraked2d']).stdout, /^S1\/productraked2d: Raked product\n/);
    const svg = stridescope(['gallery', 'complement1', '--svg']);
    assert.match(svg.stdout, /^<svg [^]*repetition 1[^]*<\/svg>\n$/);
    assert.match(refused(['gallery', 'nope']), /no program 'nope'/);
    refused(['gallery', 'complement1', '--svg', '--value', 'nope']);
  },
  'trace show --json is JSON, of every trace'() {
    const traces = fs.readdirSync(new URL('traces', import.meta.url)).filter((name) => name.endsWith('.trace'));
    assert.ok(traces.length >= 5);
    for (const name of traces) {
      const { status, stdout } = stridescope(['trace', 'show', '--json', path.join(here, 'traces', name)]);
      assert.equal(status, 0, name);
      const { device, launches } = JSON.parse(stdout);
      assert.equal(device, 'NVIDIA H200', name);
      assert.ok(launches.length > 0, name);
      for (const launch of launches) {
        assert.ok(launch.accesses.length > 0, name);
        assert.deepEqual(Object.keys(launch.advice), ['wastes', 'tiles']);
        assert.ok(launch.order !== undefined);
      }
    }
  },
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

  'every example of the help prints what it says'() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-'));
    try {
      // Examples name traces and reports as they stand in the repository.
      for (const kept of ['traces', 'ncu']) {
        fs.cpSync(new URL(kept, import.meta.url), path.join(folder, 'tests', kept), { recursive: true });
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
          // `verdict` exits with 3 where a law is broken, `run` with 5 where nothing was verified.
          const failures = /^(error:|wrong:|  violated at)|: not runnable here/;
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
  'render draws MMA atoms, tilings and copies as CuTe does: the same cells, labels and colour classes'() {
    const colors = ['175,175,255', '175,255,175', '255,255,175', '255,175,175', '210,210,255', '210,255,210', '255,255,210', '255,210,210'];
    const golden = renderGolden.filter((line) => /^print_(latex_(mma|copy)|svg_mma)$/.test(line.kind));
    assert.ok(golden.length >= 18);
    for (const { kind, expr, text } of golden) {
      const call = stridescope(['render', '--format', 'json', '--view', 'kind=threads', expr]);
      assert.equal(call.status, 0, `${expr}\n${call.stderr}`);
      const scene = JSON.parse(call.stdout);
      // What CuTe draws: places of its own, in the order of rows and columns ours.
      const drawn = [];
      if (kind === 'print_svg_mma') {
        const cell = /<rect x="(\d+)" y="(\d+)"[^>]*fill="rgb\(([\d,]+)\)"[^>]*>\s*<text[^>]*>T(\d+)<\/text>\s*<text[^>]*>V(\d+)</g;
        for (const [, x, y, rgb, t, v] of text.matchAll(cell)) drawn.push([+y, +x, rgb, t, v]);
      } else {
        const node = /fill=\{rgb,255:red,(\d+);green,(\d+);blue,(\d+)\}\] at \((-?\d+),(-?\d+)\) \{\\shortstack\{T(\d+) \\\\ V(\d+)\}/g;
        for (const [, r, g, b, y, x, t, v] of text.matchAll(node)) drawn.push([+y, +x, `${r},${g},${b}`, t, v]);
      }
      // CuTe draws the copy's destination below or beside its source; a cell is drawn once.
      drawn.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
      const ours = [];
      scene.ids.forEach((id, i) => {
        if (id >= 0) ours.push([scene.labels[i], scene.colors[i]]);
      });
      const key = ([label, color]) => `${label} ${color}`;
      // The first of the threads and values that a cell names is the one that CuTe draws.
      const first = ours.map(([label, color]) => [label.replace(/^(T\d+)[^\n]*\n(V\d+).*$/s, '$1 $2'), color]).map(key);
      assert.deepEqual(first, drawn.map(([, , rgb, t, v]) => key([`T${t} V${v}`, colors.indexOf(rgb)])), `${kind} ${expr}`);
    }
  },
  'functions lists them, and tells about one'() {
    const all = stridescope(['functions']);
    assert.equal(all.status, 0);
    for (const name of ['composition', 'complement', 'logical_divide', 'print2D']) {
      assert.match(all.stdout, new RegExp(`\\b${name}\\b`));
    }
    const one = stridescope(['functions', 'complement']);
    assert.equal(one.status, 0);
    assert.match(one.stdout, /complement/);
    assert.ok(one.stdout.length < all.stdout.length);
    assert.notEqual(stridescope(['functions', 'nope']).status, 0);
  },
  'link writes what --read reads, with the pictures that are chosen'() {
    const program = 'R = L ⊘ <4,2>\n# 注释 🙂\n';
    for (const mode of ['cute', 'teaching']) {
      const { stdout } = stridescope(['link', '--ints', mode, '--page', 'http://127.0.0.1:8080/#old', '--view', 'R=kind=strip', program]);
      assert.match(stdout, /^http:\/\/127\.0\.0\.1:8080\/#z=[\w-]+\n$/);
      succeeds(['link', '--read', stdout.trim()], program);
      succeeds(['link', '--read', '-'], program, stdout);
      const packed = Buffer.from(stdout.trim().split('#z=')[1], 'base64url');
      assert.equal(zlib.inflateRawSync(packed).toString(), `${mode}\nR kind=strip\n\n${program}`);
    }
    refused(['link', '--read', '#z=AAAA']);
    refused(['link', '--view', 'R', program]);
  },
  'render --format ascii is what CuTe prints'() {
    for (const kind of ['print_layout', 'print_tensor']) {
      // A few: golden_render asks them all.
      for (const { expr, text } of renderGolden.filter((line) => line.kind === kind).slice(0, 5)) {
        succeeds(['render', '--format', 'ascii', expr], text);
      }
    }
  },
  'render --format svg, latex and json'() {
    const svg = stridescope(['render', '--format', 'svg', '(2,4):(1,2)']);
    assert.equal(svg.status, 0);
    assert.match(svg.stdout, /^<svg [^>]*viewBox=/);
    assert.equal(svg.stdout.match(/data-cell="\d+"/g)?.length, 8);
    const latex = stridescope(['render', '--format', 'latex', 'A = (2,4):(1,2)']);
    assert.match(latex.stdout, /^% A = \(2,4\):\(1,2\)\n\\documentclass/);
    assert.equal(latex.stdout.match(/^\\node\[cell,fill=class\d+\] at/gm)?.length, 8);
    const json = stridescope(['render', '--format', 'json', '(2,4):(1,2)']);
    assert.equal(json.status, 0);
    const scene = JSON.parse(json.stdout);
    assert.equal(scene.rows * scene.cols, 8);
    assert.match(refused(['render', '--format', 'json', '(2048,1024):(1,2048)']), /a picture of 2097152 cells; the cap is 1048576/);
    assert.match(refused(['render', '--format', 'svg', '(0,8):(8,1)']), /^error: an extent is 0: there is no element/);
    assert.match(refused(['render', '--format', 'svg', 'Sw<2,0,2>']), /this has one: Sw<2,0,2> o 0 o 16:1/);
  },
  'emit writes a value, or with --all the program'() {
    succeeds(['emit', '(_2,4):(_1,_2)'], 'make_layout(make_shape(Int<2>{}, 4), make_stride(Int<1>{}, Int<2>{}))\n');
    succeeds(['emit', '--ints=teaching', '(2,4):(1,2)'], 'Layout<Shape<_2,_4>,Stride<_1,_2>>{}\n');
    succeeds(['emit', '--format', 'pycute', '-'], 'Layout((2, 4), (1, 2))\n', 'A = (2,4):(1,2)\nA');
    succeeds(['emit', '--format', 'cute', '--all', 'A = 4:1; B = size(A)'], 'A = 4:1\nB = 4\n');
    succeeds(['emit', '--format', 'pycute', '--all', 'A = 4:1; B = size(A)'],
      '# from pycute import *\nA = Layout(4, 1)  # 4:1\nB = 4  # size(A)\n');
    assert.match(stridescope(['emit', '--format', 'svg', '4:1']).stdout, /^<svg /);
    assert.match(refused(['emit', '--format', 'pycute', '4:_1@0']), /scaled basis/);
    assert.match(refused(['emit', '--format', 'svg', '--all', '4:1']), /of one value/);
    refused(['emit', 'siez(4:1)']);
    assert.equal(stridescope(['emit', '--format', 'fortran', '4:1']).status, 2);
  },
  'analyze says what a value means for memory'() {
    const json = (...args) => JSON.parse(stridescope(['analyze', '--json', ...args]).stdout);
    const half = json('--dtype', 'half', '(_32,_8):(_64,_1)');
    assert.equal(half.global.accessBytes, 16);
    assert.equal(half.global.sectors, 32);
    assert.equal(half.shared.wavefronts, 32);
    assert.equal(half.shared.conflictWays, 8);
    assert.deepEqual(half.shared.wavefrontsOfWarps, [32]);
    assert.ok(half.sections.some((s) => s.id === 'vectorization'));
    assert.equal(json('--dtype', '32', '(_32,_8):(_64,_1)').shared.requests, 2);
    assert.equal(json('(_32,_8):(_64,_1)').global, undefined);
    assert.equal(json('bank_conflicts<16>((32,8):(64,1), "ldmatrix")').shared.wavefronts, 32);
    const mma = 'make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1):(_1,_2,_0))';
    assert.match(stridescope(['analyze', mma]).stdout, /C +4: registers of each thread: 4 values of float/);
    refused(['analyze', '--dtype', 'quarter', '4:1']);
    refused(['analyze', '--dtype', '12', '4:1']);
  },
  'analyze says what a value is as a function'() {
    const text = stridescope(['analyze', 'A = (4,3):(1,8)']).stdout;
    assert.match(text, /^A = \(4,3\):\(1,8\)\n/);
    assert.match(text, /^ {2}range +\{0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19\}: /m);
    assert.match(text, /^ {2}injective +yes: /m);
    const json = JSON.parse(stridescope(['analyze', '--json', '(4,2):(1,8)']).stdout);
    assert.deepEqual(json.function.image.intervals, [[0, 4], [8, 12]]);
    assert.deepEqual(json.f2.rows, ['100', '010', '000', '001']);
    assert.equal(json.sections.find((s) => s.id === 'function').rows.find((r) => r.name === 'surjective').value, 'no');
    const all = JSON.parse(stridescope(['analyze', '--all', '--json', 'A = 4:1; n = size(A); B = 4:2']).stdout);
    assert.equal(all.length, 3);
    assert.match(refused(['analyze', 'equal(1,2)']), /nothing to analyse/);
    refused(['analyze', '']);
    for (const program of ['(1048576,1048576):(3,4)', '(1024,1024):(7,40001)', 'Sw<3,4,3> o 1 o (_2097152,_4):(_1,_7)', '1099511627776:2']) {
      const answer = stridescope(['analyze', program]);
      assert.equal(answer.status, 0, answer.stderr);
      assert.ok(answer.stdout.length < 20_000);
    }
  },
  'explain derives step by step, as text and as JSON'() {
    const division = stridescope(['explain', '--ints', 'teaching', 'logical_divide(24:2, 4:2)']);
    assert.equal(division.status, 0);
    const equations = [
      'complement(4:2, 24) = (2,3):(1,8)',
      'make_layout(4:2, (2,3):(1,8)) = (4,(2,3)):(2,(1,8))',
      '24:2 o (4,(2,3)):(2,(1,8)) = (4,(2,3)):(4,(2,16))',
    ];
    const places = equations.map((equation) => division.stdout.indexOf(`. ${equation}\n`));
    assert.ok(places[0] > 0 && places[0] < places[1] && places[1] < places[2], division.stdout);
    const tree = JSON.parse(stridescope(['explain', '--json', '(20,2):(16,4) o (4,5):(1,4)']).stdout);
    assert.equal(tree.value, '((4,1),(5,1)):((16,4),(64,4))');
    assert.deepEqual(tree.steps.map((step) => step.expression.split(' = ')[0]).slice(0, 2), ['(20,2):(16,4) o 4:1', '(20,2):(16,4) o 5:4']);
    refused(['explain', 'nope(1)']);
    refused(['explain', '']);
    const many = Array.from({ length: 2000 }, (_, i) => (i % 7) + 2).join(',');
    const long = stridescope(['explain', '-'], `coalesce(make_layout((${many}),LayoutRight))`);
    assert.ok(long.stdout.length < 100_000);
    const programs = [
      `make_layout((${Array(20).fill('((1,2),3)').join(',')}))`,
      `L = 4:1\n${Array(200).fill('L').join(' o ')}`,
      `${'coalesce('.repeat(50)}(4,8):(1,4)${')'.repeat(50)}`,
    ];
    for (const program of programs) {
      const answer = stridescope(['explain', '-'], program);
      assert.equal(answer.status, 0, answer.stderr.slice(0, 500));
      assert.ok(answer.stdout.length < 100_000);
    }
  },
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
  'long chains of profiles are refused'() {
    refused(['eval', '-'], Array(5_000).fill('(1)').join('_'));
    refused(['eval', '-'], '(1,2)' + '_(*,*)'.repeat(5_000));
  },
  'a picture of no columns and a billion rows is refused before memory is taken for it'() {
    refused(['render', '(999999937,0):(2,3)']);
    refused(['render', '(16777216,0):(2,3)']);
    const { stdout } = stridescope(['emit', '--format', 'python', '(_999999937,_0):(_2,_3)']);
    assert.ok(stdout.length < 1_000);
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
  'verdict --help and analyze --help'() {
    for (const name of ['verdict', 'analyze']) {
      const { status, stdout } = stridescope([name, '--help']);
      assert.equal(status, 0, name);
      assert.match(stdout, /^NAME\n[^]*\nSYNOPSIS\n[^]*\nDESCRIPTION\n[^]*\nOPTIONS\n[^]*\nEXAMPLES\n[^]*\nEXIT STATUS\n/, name);
    }
  },
  'verdict says what breaks a law, with exit 3'() {
    const bad = stridescope(['verdict', 'composition((6,2):(1,7),(3,2):(2,3))']);
    assert.equal(bad.status, 3, bad.stderr);
    assert.match(bad.stdout, /= \(\(3,1\),\(2,1\)\):\(\(2,7\),\(3,7\)\)\n/);
    assert.match(bad.stdout, /^ {2}violated at 5: got 7, should be 8$/m);
    const good = stridescope(['verdict', '--ints=teaching', '(4,8):(1,4) o <2,4>']);
    assert.equal(good.status, 0, good.stderr);
    assert.match(good.stdout, /^ {2}satisfied \(all 8 coordinates\)$/m);
    assert.equal(stridescope(['verdict', '(4,6,8):(2,3,5) o 6:3; 4:1']).status, 0, 'only the last statement');
    assert.equal(stridescope(['verdict', '--all', '(4,6,8):(2,3,5) o 6:3; 4:1']).status, 3);
    succeeds(['verdict', '4:1'], 'not checked: there is no operation with a law\n');
    refused(['verdict', 'coalesce(']);
    refused(['verdict', '']);
  },
  'verdict --json covers every operation of the statement'() {
    const { status, stdout } = stridescope(['verdict', '--json', 'coalesce(composition((8,8):(1,8),(4,4):(3,12)))']);
    assert.equal(status, 3);
    const [composition, coalesce] = JSON.parse(stdout);
    assert.equal(composition.function, 'composition');
    assert.deepEqual(composition.span, [9, 46]);
    assert.equal(composition.status, 'violated');
    assert.equal(composition.text, 'violated at 3: got 8, should be 9 (the size is 12, should be 16)');
    assert.equal(composition.cause.name, 'shape_divisibility');
    assert.equal(composition.forms.static, '(_4,_4):(_3,_12)');
    assert.equal(composition.forms.sameFunction, false);
    assert.equal(coalesce.status, 'satisfied');
    const [first] = JSON.parse(stridescope(['verdict', '--json', '(4,6,8):(2,3,5) o 6:3']).stdout);
    assert.deepEqual(first.counterexample, { at: 2, natural: '2', got: '3', shouldBe: '7' });
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
  'verdicts of hostile programs come at once'() {
    const statement = '(1048576,1048576):(1,1048576) o (1048576,1048576):(1048576,1)';
    const all = stridescope(['verdict', '--all', '-'], Array.from({ length: 200 }, () => statement).join('\n'));
    assert.equal(all.status, 0);
    assert.equal(stridescope(['verdict', 'coalesce((4611686018427387904,2):(1,0))']).status, 0);
    assert.equal(stridescope(['verdict', 'composition((0,4):(1,4),(2,2):(1,2))']).signal, undefined);
  },
  'emit writes a kernel as CUDA, and as a file of its own'() {
    const program = 'copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))';
    const { status, stdout } = stridescope(['emit', '--format', 'cuda', program]);
    assert.equal(status, 0);
    assert.match(stdout, /extern "C" __global__ void __launch_bounds__\(64\)\nstridescope_copy\(/);
    assert.match(stdout, /It writes dst 16 bytes at a time/);
    const whole = stridescope(['emit', '--format', 'cuda', '--standalone', program]).stdout;
    assert.match(whole, /int main\(\)/);
    assert.ok(whole.includes(stdout));
    assert.match(refused(['emit', '--format', 'cuda', '(4,4):(1,4)']), /a layout is no kernel/);
    assert.equal(stridescope(['emit', '--standalone', program]).status, 2);
    const engine = 'copy_kernel((64,64):(64,1), (64,64):(64,1), "tma", Sw<3,2,3> o 0 o (16,32):(32,1), stages=2)';
    const tma = stridescope(['emit', '--format', 'cuda', '--standalone', engine]).stdout;
    assert.match(tma, /cp\.async\.bulk\.tensor\.2d\.shared::cluster\.global/);
    assert.match(tma, /cuuint32_t box\[\] = \{32, 16\}/);
    assert.match(tma, /CU_TENSOR_MAP_SWIZZLE_128B/);
    // Refused before any compilation, with what is in the way.
    const bent = engine.replace('(64,64):(64,1), "tma"', '(64,64):(1,64), "tma"');
    assert.match(refused(['emit', '--format', 'cuda', bent]), /dst: TMA: shared memory runs along mode 1 first/);
  },
  'emit writes products of matrices and probes as CUDA'() {
    const emit = (...args) => stridescope(['emit', '--format', 'cuda', ...args]);
    const mma = 'make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16))';
    const copy = 'make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_32,_4):(_4,_1), (_1,_8))';
    const tile = 'Sw<2,3,3> o 0 o (64,32):(32,1)';
    const gemm = `gemm_kernel((256,64):(64,1), (128,64):(64,1), (256,128):(128,1), ${copy}, (${tile}, ${tile}), ${mma}, load="SM75_U32x4_LDSM_N")`;
    const { status, stdout } = emit(gemm);
    assert.equal(status, 0);
    assert.match(stdout, /mma\.sync\.aligned\.m16n8k16\.row\.col\.f32\.f16\.f16\.f32/);
    assert.match(stdout, /ldmatrix\.sync\.aligned\.m8n8\.x4\.shared\.b16/);
    assert.match(stdout, /cp\.async\.wait_group 1;/);
    const whole = emit('--standalone', gemm).stdout;
    assert.match(whole, /int main\(\)/);
    assert.ok(whole.includes(stdout));
    const smem = 'tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))';
    const wgmma = `A = (256,64):(64,1); s = ${smem}; t = make_tma_atom(A, s, "half_t"); gemm_kernel(A, A, (256,256):(256,1), (t,t), (s,s), make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1)))`;
    const hopper = emit('--standalone', wgmma).stdout;
    assert.match(hopper, /wgmma\.mma_async\.sync\.aligned\.m64n128k16\.f32\.f16\.f16/);
    assert.match(hopper, /setmaxnreg\.inc\.sync\.aligned\.u32 232;/);
    assert.match(hopper, /sm_90a/);
    assert.match(emit('mma_kernel(SM80_16x8x16_F32F16F16F32_TN)').stdout, /stridescope_mma\(/);
    assert.match(emit('probe_kernel(SM75_U16x8_LDSM_T)').stdout, /stridescope_probe\(/);
    assert.match(emit('--standalone', 'probe_kernel("phases")').stdout, /stridescope_phases_16\([^]*int main\(/);
    assert.match(refused(['emit', '--format', 'cuda', 'probe_kernel("phase")']), /or "phases"/);
    assert.match(refused(['emit', '--format', 'cuda', gemm.replaceAll('(64,32):(32,1)', '(80,32):(32,1)')]), /no multiple of/);
    assert.match(refused(['emit', '--format', 'cuda', 'mma_kernel(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)']), /from shared memory/);
  },
  'run proves a kernel on the CPU, and says what is wrong'() {
    const program = 'K = copy_kernel((4,4):(4,1), (4,4):(1,4), (_4,_4):(_1,_4), tile=(4,4)); 4:1';
    const run = stridescope(['run', '--device', 'reference', '--json', program]);
    if (!native) {
      assert.equal(run.status, 1);
      return;
    }
    assert.equal(run.status, 0, run.stderr);
    const { result } = jsonLines(run.stdout).at(-1);
    assert.deepEqual(result.verify, { by: 'cpu', checked: 16, wrong: 0 });
    assert.equal(result.kernel, 'K');
    assert.ok(!('time' in result));
    const holes = stridescope(['run', '--device=reference', program.replace('_4,_4):(_1', '_4,_3):(_1')]);
    assert.equal(holes.status, 4);
    assert.match(holes.stdout, /^wrong: 4 of 16 elements\n {2}element \(0,3\) of tile \(0,0\): no thread stores it/m);
    // Nothing was asked of the silicon: an exit status of its own.
    const probe = stridescope(['run', '--device=reference', 'probe_kernel("phases")']);
    assert.equal(probe.status, 5);
    const phases = probe.stdout;
    assert.match(phases, /^16-byte loads, other lanes on one address; model: 0-7 \| 8-15 \| 16-23 \| 24-31$/m);
    assert.doesNotMatch(phases, /measured/);
    assert.match(refused(['run', '--device', 'reference', '(4,4):(1,4)']), /no kernel value/);
    assert.match(refused(['run', 'siez(4)']), /size/);
    assert.match(refused(['run', '--runner', '/nonexistent', program]), /cannot start/);
    assert.equal(stridescope(['run', '--device', 'toaster', program]).status, 2);
    const more = stridescope(['run', '--device=reference', '--trace', '--metrics', 'l2,tensor', program]).stdout;
    assert.match(more, /^no trace: .*GPU$/m);
    assert.match(more, /^no counters: .*GPU$/m);
    const picture = stridescope(['run', '--device=reference', '--picture', 'counters', program]).stdout;
    assert.match(picture, /^<svg /);
    // A product that is too large to be executed as a whole: whole tiles over all of K, and said as such.
    const copy = 'make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (_32,_4):(_4,_1), (_1,_8))';
    const product = (m, n, k) => `gemm_kernel((${m},${k}):(${k},1), (${n},${k}):(${k},1), (${m},${n}):(${n},1), ${copy}, ` +
      '(Sw<2,3,3> o 0 o (128,32):(32,1), Sw<2,3,3> o 0 o (128,32):(32,1)), make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2), (_32,_32,_16)))';
    const sampled = stridescope(['run', '--device=reference', product(1000, 1024, 1024)]);
    assert.equal(sampled.status, 0, sampled.stdout + sampled.stderr);
    assert.match(sampled.stdout, /^verified by samples: 1\d{5} of 1024000 elements are right, 8 of 64 tiles, each over all of K, .* by the CPU$/m);
    const endless = stridescope(['run', '--device=reference', product(128, 128, 1 << 18)]);
    assert.equal(endless.status, 5, endless.stdout + endless.stderr);
    assert.match(endless.stdout, /^not verified: one tile alone is 4294967296 products/m);
    // What cannot be made is an error on its line, here as everywhere.
    const impossible = 'A = 4:1\nK = copy_kernel((64,48):(48,1), (64,48):(48,1), "tma", Sw<1,3,3> o 0 o (64,48):(48,1), dtype="half_t")';
    for (const command of [['eval'], ['run', '--device=reference'], ['render'], ['emit', '--format', 'cuda']]) {
      assert.match(refused([...command, impossible]), /^error: .*TMA[^]* --> program:2:5$/m, command[0]);
    }
    assert.match(picture, /predicted by the model/);
    assert.doesNotMatch(picture, /measured on/);
    assert.match(refused(['run', '--device=reference', '--picture', 'timeline', program]), /no trace of tiles/);
  },
  'hostile programs are refused at once'() {
    refused(['eval', '-'], deep('(', ')', 100_000));
    const programs = [];
    // Under node the others in one process, where each start is long: it refuses them one after another.
    const isRefused = (program) => (native ? refused(['eval', '-'], program) : programs.push(program));
    refused(['eval', '-'], deep('<', '>', 100_000));
    isRefused(deep('size(', ')', 100_000));
    isRefused('('.repeat(1_000_000));
    isRefused('x'.repeat(1_000_000));
    isRefused('1 '.repeat(500_000));
    isRefused('?\n'.repeat(500_000));
    isRefused('4 o '.repeat(250_000));
    isRefused('A = (1,\n) '.repeat(20_000));
    isRefused('x = x');
    isRefused('a = b; b = a; a');
    isRefused('size((4611686018427387904,4):(1,1))');
    isRefused('cosize((3,3):(9223372036854775807,9223372036854775807))');
    isRefused('2/'.repeat(1500) + '2');
    isRefused('2:'.repeat(1500) + '2');
    isRefused('#'.repeat(1_000_000) + '\n4');
    isRefused('print2D((1048576,1048576):(1,1048576))');
    refused(['render', '--format', 'ascii', '(1048576,1048576):(1,1048576)']);
    isRefused('9223372036854775808');
    isRefused('x0 = (2,2)\n' + Array.from({ length: 60 }, (_, i) => `x${i + 1} = (x${i},x${i})`).join('\n'));
    if (native) return;
    const got = answers([...programs, '4:1'].map((expr, id) => JSON.stringify({ id, expr })));
    assert.deepEqual(got.pop(), { id: programs.length, result: '4:1' });
    assert.equal(got.length, programs.length);
    for (const { id, error } of got) assert.match(error ?? '', /^(?!.*(RuntimeError|RangeError|bad_alloc))\S/, programs[id].slice(0, 80));
  },
  'a large program that is right is answered'() {
    const lines = Array.from({ length: 4000 }, (_, i) => `x${i} = (4,8):(1,4) # ${'-'.repeat(20)}`);
    succeeds(['eval', '-'], '(4,8):(1,4)\n', lines.join('\n'));
    succeeds(['eval', '-'], '4\n', '#'.repeat(200_000) + '\n4');
  },
};

if (command.length === 0) {
  console.error('usage: node cli.mjs COMMAND...');
  process.exit(2);
}
// Texts and pictures, the same on every machine, for a hundred starts: under node they are not asked for again.
const onceIsEnough = [
  'a call that makes no sense is refused', '--help is a manual page, of every command and topic', 'every example of the help prints what it says',
  'render draws MMA atoms, tilings and copies as CuTe does: the same cells, labels and colour classes',
  'render --format ascii is what CuTe prints', 'explain derives step by step, as text and as JSON', 'emit writes a value, or with --all the program',
  'analyze says what a value is as a function', 'analyze says what a value means for memory', 'gallery lists the programs, shows one, and draws it',
  'link writes what --read reads, with the pictures that are chosen', 'render --format svg, latex and json',
  'functions lists them, and tells about one', 'eval --ints chooses the integer mode', 'repl saves and loads',
  'eval prints the last value', 'verdict --json covers every operation of the statement', 'verdict --help and analyze --help',
  'emit writes products of matrices and probes as CUDA', 'emit writes a kernel as CUDA, and as a file of its own', 'verdict says what breaks a law, with exit 3',
  'tune ranks kernels that do the same without a GPU, says so, and adds the best one to a file',
];
assert.ok(onceIsEnough.every((name) => name in tests));
if (!native) for (const name of onceIsEnough) delete tests[name];

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n  ${error.message.slice(0, 2000).replaceAll('\n', '\n  ')}`);
  }
}
console.log(`${Object.keys(tests).length - failed} right, ${failed} wrong`);
process.exit(failed > 0 ? 1 : 0);
