// Tests of programs and calls: evaluation, error messages, and calls that make no sense.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { answers, command, native, refused, stridescope, succeeds } from './command.mjs';

export const tests = {
  'a coordinate outside of a layout is a warning, and the value is CuTe\'s'() {
    const { status, stdout, stderr } = stridescope(['eval', 'A = (4,8):(8,1); A(5,9)']);
    assert.equal(status, 0);
    assert.equal(stdout, '49\n');
    assert.match(stderr, /^warning: coordinate 5 of mode 0 is outside of its extent 4 in \(4,8\)\n/);
    assert.deepEqual(answers([JSON.stringify({ id: 1, expr: 'crd2idx((5,9), (4,8):(8,1))' })]), [{ id: 1, result: '49' }]);
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
          { status: 2, stdout: '', stderr: `error: file '${missing}' does not exist\n = for more: \`stridescope help ${name}\`\n` });
      }
    }
    assert.match(stridescope(['trace', 'check', 'kernel.trace', 'tile.cute']).stderr, /^error: file 'tile.cute' does not exist\n/);
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
    assert.match(chinese(['verdict', '(4,6,8):(2,3,5) o 6:3']).stdout, /性质：R\(c\) = A\(B\(c\)\)，compatible\(B, R\)\n +在 2 处不成立：得到 3，应为 7\n/);
    assert.match(chinese(['explain', 'coalesce((_2,_4):(_1,_2))']).stdout, /下一个步长：一个有 2 x 4 个元素的 mode/);
    assert.match(chinese(['analyze', '(4,8):(8,1)']).stdout, /单射 +是：任意两个坐标的偏移都不同/);
    // CuTe's output is the same; English output is unchanged.
    assert.equal(chinese(['eval', '(4,8):(8,1)']).stdout, '(4,8):(8,1)\n');
    assert.match(chinese(['functions', 'rank']).stdout, /^rank.*\n\nmode 个数；整数为 1。\n\n示例：\n/);
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
  'a caret of `act` is in UTF-16 code units, as in `call act`'() {
    const program = '# \u6a21\u5f0f\u6a21\u5f0f\u6a21\u5f0f\u6a21\u5f0f\u6a21\u5f0f\nA = (4,8):(8,1)\nB = (4,4):(4,1)\n';
    for (const name of ['A', 'B']) {
      const action = JSON.stringify({ do: 'open', program, caret: program.indexOf(`${name} =`) + 4 });
      const { all } = JSON.parse(stridescope(['act', action]).stdout);
      assert.equal(all.cards.find(({ place }) => place === 'stage').key, name);
    }
  },
  'what is left out of a source is said'() {
    assert.match(refused(['eval', 'static_assert(size(L) == 4);']),
      /^note: skipped because it is not about layouts: line 1\nerror: no layout in this text\n/);
    assert.match(stridescope(['eval', '#include <x>\nauto L = make_layout(Int<4*8>{});\nfoo(L);']).stderr, /^note: skipped because it is not about layouts: line 3\n$/);
    assert.match(refused(['eval', '']), /^error: the program is empty\n/);
    assert.match(refused(['eval', '# A = (4,8):(8,1)']), /^note: only a comment, which has no value\nerror: no layout in this text\n/);
  },
};

// Checks whose answers are the same on every machine: commands that start slowly skip them.
export const once = {
  'eval prints the last value'() {
    succeeds(['eval', '(2,4):(1,2)'], '(2,4):(1,2)\n');
    succeeds(['eval', 'A = (2,4):(1,2); size(A)'], '8\n');
    succeeds(['eval', 'A = (2,4):(1,2)\nB = A'], '(2,4):(1,2)\n');
    // The output for a tiling can be pasted.
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
  'a call that makes no sense is refused'() {
    // The error, and its fix.
    const calls = {
      '': [/which command\?\n = eval, render, /],
      nope: [/unknown command 'nope'\n = `stridescope help` lists/],
      evl: [/unknown command 'evl'\n = did you mean 'eval'\?/],
      '(4,8):(1,4)': [/'\(4,8\):\(1,4\)' is not a command\n = to evaluate it: stridescope eval '\(4,8\):\(1,4\)'/],
      '--nope': [/unknown option --nope/],
      eval: [/eval needs a program\n = such as stridescope eval '/],
      render: [/render needs a program/],
      'eval --nope 1': [/eval does not have option --nope\n = /],
      'eval --al 1': [/did you mean '--all'\?/],
      'eval 4 5': [/expected one program, but '5' is given, too\n = put it in quotes/],
      'eval --jsonl 4:1': [/PROGRAM excludes --jsonl/],
      'eval --ints=nope 1': [/--ints cannot be 'nope'\n = it must be one of cute, teaching/],
      'render --format nope 4:1': [/--format cannot be 'nope'\n = it must be one of ascii, svg, latex, json/],
      'render --format': [/--format needs a value\n = it must be one of ascii/],
      'trace show x --jsn': [/trace show does not have option --jsn\n = did you mean '--json'\?/],
      'trace show x --launch 1': [/trace show does not have option --launch\n = for more: `stridescope help trace`/],
      'trace show x --kernel y': [/--kernel requires --picture/],
      'functions size nope': [/unexpected argument 'nope'\n = for more: `stridescope help functions`/],
      'help nope nope': [/unexpected argument 'nope'/],
    };
    for (const [call, [expected]] of Object.entries(calls)) {
      const { status, stdout, stderr } = stridescope(call === '' ? [] : call.split(' '));
      assert.equal(status, 2, call);
      assert.equal(stdout, '', call);
      assert.match(stderr, /^error: /, call);
      assert.match(stderr, expected, call);
    }
    // An error that depends on the value is an error of the program's kind.
    const views = {
      'kind=foo': /unknown view kind=foo\n = kind must be one of strip, /,
      'kind=order': /this value does not have view kind=order\n = it has strip, /,
      'label=foo': /unknown view label=foo/,
      'bar=1': /a view does not have the word 'bar=1'/,
      'slice=x': /a view does not have the word 'slice=x'/,
      label: /unknown view label=\n/,
    };
    for (const [view, expected] of Object.entries(views)) {
      assert.match(refused(['render', '--format', 'svg', '--view', view, '4:1']), expected, view);
    }
    assert.match(stridescope(['render', '--format', 'svg', '--view', ' kind=walk  label=index ', '4:1']).stdout, /^<svg/);
    assert.match(refused(['help', 'langage']), /did you mean 'language'\?/);
    assert.match(refused(['help', 'cosiz']), /did you mean 'cosize'\?/);
  },
};
