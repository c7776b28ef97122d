// Checks the library as others use it, in a bare folder: installed (find_package), and as a part of their build
// (add_subdirectory), configured, with its sources compiled but not the core again. Usage: node check.mjs CMAKE
// BUILD_FOLDER SOURCE_FOLDER
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [cmake, build, source] = process.argv.slice(2);
const bare = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-library-'));
const consumer = path.join(path.dirname(fileURLToPath(import.meta.url)), 'consumer');
const run = (program, ...words) => execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
let passed = 0;
function test(name, act) {
  try {
    act();
    passed += 1;
  } catch (error) {
    console.log(`FAILED ${name}: ${error.stdout ?? ''}${error.stderr ?? ''}${error.message}`);
    process.exitCode = 1;
  }
}

try {
  const prefix = path.join(bare, 'prefix');
  const installed = path.join(bare, 'installed');
  run(cmake, '--install', build, '--prefix', prefix);
  test('an installed library is found, linked and run', () => {
    run(cmake, '-S', consumer, '-B', installed, `-DCMAKE_PREFIX_PATH=${prefix}`);
    run(cmake, '--build', installed, '-j2');
  });
  test('the C++ example prints its values and a picture', () => {
    const said = run(path.join(installed, 'consumer_cpp'));
    assert.match(said, /^A = \(4,8\):\(8,1\)\nR = \(4,\(?/);
    assert.ok(said.split('\n').length > 6, said);
    assert.equal(said.trim().split('\n').at(-1), '(_2,_2):(_16,_1) (_2,_4):(_8,_2)');
  });
  test('the C example is answered, and its errors are answers', () => {
    const lines = run(path.join(installed, 'consumer_c')).split('\n');
    assert.match(lines[0], /^\d+\.\d+\.\d+$/);
    assert.equal(JSON.parse(lines[1]).text, 'L(1,1) = 9'.replace('L', 'A'));
    assert.equal(lines[2], '32 cells of 8 bytes, the last is 31');
    assert.deepEqual(lines.slice(3, 6).map((line) => JSON.parse(line).error.code), ['unknown_name', 'index_range', 'arguments']);
  });
  test('C++ may include the C header', () => {
    assert.match(run(path.join(installed, 'consumer_c_in_cpp')), /^\{"version":"/);
  });
  test('the shared library exports the C functions alone', () => {
    const file = run('find', prefix, '-name', 'libstridescope.so').trim();
    const names = run('nm', '-D', '--defined-only', file).split('\n').filter(Boolean).map((line) => line.split(' ').at(-1));
    const foreign = names.filter((name) => !name.startsWith('stridescope_') && !/^_ZSt|^_ZN[KS]|^_ZT|^_ZGV|^_ZNS|^_ZNKS|^_ZN9__gnu/.test(name));
    assert.deepEqual(foreign, []);
  });
  test('as a part of another build it brings no warnings as errors, no tests, no tools, and needs no node', () => {
    const folder = path.join(bare, 'subdirectory');
    const bin = path.join(bare, 'bin');
    fs.mkdirSync(bin);
    run(cmake, '-S', consumer, '-B', folder, `-DSTRIDESCOPE_SOURCE=${source}`, '-DCMAKE_EXPORT_COMPILE_COMMANDS=ON',
      '-DCMAKE_DISABLE_FIND_PACKAGE_imgui=ON', '-DSTRIDESCOPE_NODE=/nowhere');
    const commands = JSON.parse(fs.readFileSync(path.join(folder, 'compile_commands.json'), 'utf8'));
    const ours = commands.find(({ file }) => file.endsWith('consumer.cpp'));
    assert.ok(!ours.command.includes('-Werror'), ours.command);
    assert.ok(commands.some(({ file }) => file.endsWith('core/c_api/c_abi.cpp')));
    assert.deepEqual(commands.filter(({ file }) => /\/(tests\/unit|core\/cli|gpu_runner|desktop)\//.test(file)), []);
    execFileSync('sh', ['-c', ours.command.replace(/ -o \S+/, ' -o /dev/null')], { cwd: ours.directory, stdio: 'pipe' });
  });
} finally {
  fs.rmSync(bare, { recursive: true });
}
console.log(`${passed} ways of using the library work`);
