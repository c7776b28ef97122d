// run_changed.mjs skips exactly the tests that passed before and read no changed file.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { keptResults } from './run_changed.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
fs.mkdirSync(path.join(here, '../../build'), { recursive: true });
const folder = fs.mkdtempSync(path.join(here, '../../build', 'run_changed-'));
try {
  const data = path.join(folder, 'data.txt');
  const other = path.join(folder, 'other.txt');
  const grep = (name, file) => `add_test(${name} "grep" "-q" "right" "${file}")\n`;
  fs.writeFileSync(path.join(folder, 'CTestTestfile.cmake'), grep('reads_data', data) + grep('reads_other', other));
  // Checks the tests left out of a run, and the verdict that all that ran passed.
  const run = (...options) => {
    const command = ['run_changed.mjs', 'ctest', folder, ...options, '--', 'ctest', '--test-dir', folder];
    const { status } = spawnSync('node', command, { cwd: here, stdio: 'ignore' });
    return [Object.keys(keptResults(folder)).sort().join(), status === 0];
  };
  fs.writeFileSync(data, 'right');
  fs.writeFileSync(other, 'wrong');
  assert.deepEqual(run(), ['', false]);
  assert.deepEqual(run(), ['reads_data', false]); // what failed runs again
  fs.writeFileSync(other, 'right');
  assert.deepEqual(run(), ['reads_data', true]);
  assert.deepEqual(run(), ['reads_data,reads_other', true]);
  assert.deepEqual(run('--all'), ['', true]);
  fs.writeFileSync(data, 'wrong');
  assert.deepEqual(run(), ['reads_other', false]);
  fs.writeFileSync(data, 'right');
  assert.deepEqual(run(), ['reads_other', true]); // it failed since
} finally {
  fs.rmSync(folder, { recursive: true });
}
