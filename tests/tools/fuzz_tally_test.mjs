// fuzz_tally.mjs counts each input of each run once, whenever it is called, and keeps what is in the table.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fuzz_tally-'));
try {
  const table = path.join(folder, 'tallies.md');
  const tallies = path.join(folder, 'tallies');
  fs.mkdirSync(tallies);
  const run = (name, line) => {
    fs.writeFileSync(path.join(tallies, name), line);
    fs.utimesSync(path.join(tallies, name), new Date('2026-01-02T12:00:00Z'), new Date('2026-01-02T12:00:00Z'));
  };
  const count = () => {
    const { status, stderr } = spawnSync('node', ['fuzz_tally.mjs', tallies, table], { cwd: here, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return fs.readFileSync(table, 'utf8');
  };
  fs.writeFileSync(table, '# What was fuzzed\n\nBefore that: 5.\n');
  run('paste.abc.1', 'paste 2000 10.00 100000 1000\n');
  run('paste.abc.2', ''); // has not begun
  const one = '# What was fuzzed\n\nBefore that: 5.\n\n| day | commit | target | inputs | seconds | a second | mean bytes | taken |\n' +
    '| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n| 2026-01-02 | abc | paste | 2,000 | 10.0 | 200 | 50 | 50 % |\n\n' +
    'Sum of the table: 2,000 inputs.\n';
  assert.equal(count(), one);
  assert.equal(count(), one); // nothing new
  run('links.abc.9', 'links 4009 1.62 250000 2000\n');
  const odd = count();
  assert.equal(count(), odd);
  run('paste.abc.1', 'paste 5000 20.00 250000 2500\n'); // went on
  run('paste.abc.2', 'paste 1000 10.00 50000 500\n');
  run('xray.abd.3', 'xray 10 1.00 100 0\n');
  const rows = count().split('\n').filter((line) => line.startsWith('| 2026'));
  assert.deepEqual(rows, ['| 2026-01-02 | abc | links | 4,009 | 1.6 | 2,506 | 62 | 50 % |', '| 2026-01-02 | abc | paste | 6,000 | 30.0 | 200 | 50 | 50 % |', '| 2026-01-02 | abd | xray | 10 | 1.0 | 10 | 10 | 0 % |']);
  fs.rmSync(tallies, { recursive: true }); // removing a build does not remove its tallies
  fs.mkdirSync(tallies);
  assert.match(count(), /Sum of the table: 10,019 inputs\./);
} finally {
  fs.rmSync(folder, { recursive: true });
}
