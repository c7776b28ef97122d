// Hostile input and output: it ends at once, takes no memory, and nothing reaches a terminal that it would act on.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

import { answers, command, native, refused, stridescope, succeeds } from './command.mjs';

const deep = (open, close, levels) => open.repeat(levels) + '1' + close.repeat(levels);

export const tests = {
  'what a terminal would act on is shown, not sent'() {
    const program = 'atoms("\x1b]0;x\x07")\n"\x1b[31m"\nA\x1b[0m = 4:1\n"\u009b31m"';
    for (const args of [['eval', '--all', program], ['verdict', program], ['render', program], ['emit', '--format', 'cpp', program], [`\x1b[31m`]]) {
      const { stdout, stderr } = stridescope(args);
      assert.doesNotMatch(stdout + stderr, /[\x00-\x08\x0b-\x1f\x7f-\x9f]/, args.join(' '));
    }
    assert.match(stridescope(['eval', '"\x1b[31m"']).stdout, /^\\x1b\[31m\n/);
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
  'verdicts of hostile programs come at once'() {
    const statement = '(1048576,1048576):(1,1048576) o (1048576,1048576):(1048576,1)';
    const all = stridescope(['verdict', '--all', '-'], Array.from({ length: 200 }, () => statement).join('\n'));
    assert.equal(all.status, 0);
    assert.equal(stridescope(['verdict', 'coalesce((4611686018427387904,2):(1,0))']).status, 0);
    assert.equal(stridescope(['verdict', 'composition((0,4):(1,4),(2,2):(1,2))']).signal, undefined);
  },
  'hostile programs are refused at once'() {
    refused(['eval', '-'], deep('(', ')', 100_000));
    const programs = [];
    // Under node, where each start takes long, one process refuses all other programs one after another.
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
