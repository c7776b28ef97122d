// Checks that sweep.mjs lists the sweeps that are due, keeps only passed ones, and fails if a sweep is due or finds
// something.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf, sweepOfDay } from './sweep.mjs';

assert.equal(codeOf('int a;  // a comment\n\n/* another */\n  char b = \'"\';  // "'), 'int a;\nchar b = \'"\';');
assert.equal(codeOf('x = "a // b";\ny = 1\'000;  // don\'t'), 'x = "a // b";\ny = 1\'000;');
assert.equal(codeOf('R"t(// stays)t"'), 'R"t(// stays)t"');
assert.deepEqual([0, 1, 2, 3].map((day) => sweepOfDay(['a', 'b', 'c'], day)), ['a', 'b', 'c', 'a']);

const here = path.dirname(fileURLToPath(import.meta.url));
fs.mkdirSync(path.join(here, '../../build'), { recursive: true });
const root = fs.mkdtempSync(path.join(here, '../../build', 'sweep-'));
try {
  const write = (name, text) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  };
  write('core/low/low.h', 'int low();\n');
  write('core/low/low.cpp', '#include "core/low/low.h"\nint low() { return 1; }\n');
  write('core/high/high.h', '#include "core/low/low.h"\nint high();\n');
  write('core/high/high.cpp', '#include "core/high/high.h"\nint high() { return low(); }\n');
  write('tests/data.json', '1');
  write('tests/unit/helper.h', '#include "core/low/low.h"\n');
  write('tests/unit/test_low.cpp', '#include "core/low/low.h"\nTEST_CASE("law: low is 1") {}\n');
  write('tests/unit/test_high.cpp', '#include "core/high/high.h"\nTEST_CASE(\n    "long: high") { read("tests/data.json"); }\n');
  write('tests/unit/test_helped.cpp', '#include "helper.h"\nTEST_CASE("recorded: helped") {}\n');
  write('tests/unit/test_quick.cpp', 'TEST_CASE("quick: no law") {}\n');
  // The unit tests: a sweep fails where a file of its name is there; one named `empty` has no case.
  write('unit.mjs', `import fs from 'node:fs';
    const name = /test_(\\w+)[.]cpp/.exec(process.argv.join(' '))[1];
    console.log('[doctest] test cases: ' + (fs.existsSync('empty') ? 0 : 1) + ' | 1 passed');
    if (fs.existsSync('unbuilt') && process.env.STRIDESCOPE_SWEEP === 'whole') process.exit(1);
    process.exit(fs.existsSync('broken_' + name) ? 1 : 0);`);
  const sweep = (what, ...words) => {
    const command = [path.join(here, 'sweep.mjs'), what, '--root', root, ...words, '--', 'node', 'unit.mjs'];
    const env = { ...process.env, PATH: `${root}:${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync('node', command, { encoding: 'utf8', env });
    return { status, output: stdout + stderr };
  };
  const due = () => sweep('due').output.trim().split('\n').filter((line) => line).join();

  assert.equal(due(), 'helped,high,low');
  assert.equal(sweep('check').status, 1); // none has run yet
  assert.equal(sweep('run').status, 0);
  assert.equal(due(), '');
  assert.equal(sweep('check').status, 0);
  assert.match(sweep('run').output, /no sweep is due/);
  assert.equal(sweep('run', 'other').status, 2);

  write('core/high/high.cpp', '#include "core/high/high.h"\n// Why.\nint high() {   return low(); }\n'.replace('   return', '\n  return'));
  write('core/high/high.cpp', '#include "core/high/high.h"\n// Why.\nint high() { return low(); }  // so\n');
  assert.equal(due(), ''); // a comment
  write('core/high/high.cpp', '#include "core/high/high.h"\nint high() { return 2; }\n');
  assert.equal(due(), 'high');
  write('core/low/low.cpp', '#include "core/low/low.h"\nint low() { return 2; }\n');
  assert.equal(due(), 'helped,high,low'); // what is below all of them, a header's own source
  assert.equal(sweep('run', 'low').status, 0);
  assert.equal(due(), 'helped,high');
  assert.equal(sweep('check', '--day', '0').status, 1); // `helped` runs, `high` is due
  assert.equal(sweep('run', 'helped').status, 0);
  assert.equal(sweep('check', '--day', '0').status, 1);
  assert.equal(sweep('check', '--day', '1').status, 0); // the one that is due is run in this call
  assert.equal(due(), 'high'); // and the file stays as it is

  write('broken_high', '');
  assert.equal(sweep('run').status, 1);
  assert.equal(due(), 'high'); // what fails is not kept
  fs.rmSync(path.join(root, 'broken_high'));
  assert.equal(sweep('run').status, 0);
  write('tests/data.json', '2');
  assert.equal(due(), 'high'); // data that the test names
  assert.equal(sweep('run').status, 0);
  write('broken_low', '');
  assert.equal(sweep('check', '--day', '1').status, 0);
  assert.equal(sweep('check', '--day', '2').status, 1); // its turn: it runs although its hash is the same
  assert.equal(sweep('run', '--all').status, 1);
  assert.equal(due(), 'low');
  fs.rmSync(path.join(root, 'broken_low'));
  write('unbuilt', '');
  assert.equal(sweep('check', '--day', '2').status, 0); // the sweep of the day tries what is built
  assert.equal(sweep('run', 'low').status, 1); // one that counts needs everything
  fs.rmSync(path.join(root, 'unbuilt'));
  write('empty', '');
  assert.equal(sweep('run').status, 1); // without cases not a pass
  write('tests/unit/test_new.cpp', 'TEST_CASE("law: new") {}\n');
  assert.equal(due(), 'low,new'); // by its name alone

  // A test of CMake, which runs when a file in its folders changes.
  write('tests/CMakeLists.txt', 'stridescope_sweep(window desktop "core/high desktop" program)\n');
  write('desktop/panels/list.cpp', 'int list;\n');
  write('ctest', '#!/bin/sh\necho "$*" >asked\ncat answer\n');
  fs.chmodSync(path.join(root, 'ctest'), 0o755);
  assert.equal(due(), 'low,new,window');
  write('answer', 'No tests were found!!!\n');
  assert.equal(sweep('run', 'window').status, 1);
  write('answer', '1/1 Test #7: window .....***Skipped   0.01 sec\n100% tests passed, 0 tests failed out of 1\n');
  assert.equal(sweep('run', 'window').status, 1);
  write('answer', '1/1 Test #7: window .....   Passed   0.01 sec\n');
  assert.equal(sweep('run', 'window').status, 0);
  assert.match(fs.readFileSync(path.join(root, 'asked'), 'utf8'), /-C sweep -R \^window\$/);
  assert.equal(due(), 'low,new');
  write('desktop/panels/list.cpp', 'int list; // two\n');
  assert.equal(due(), 'low,new');
  write('desktop/panels/list.cpp', 'int list2;\n');
  assert.equal(due(), 'low,new,window');
} finally {
  fs.rmSync(root, { recursive: true });
}
