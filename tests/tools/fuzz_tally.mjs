// Adds the tallies of fuzzing runs (tests/fuzz/driver.cpp) to a table that is kept, by day, commit and target. What a run
// was counted with lies in FOLDER/counted, so that a run that goes on, or a second call, counts nothing twice.
// Usage: node fuzz_tally.mjs FOLDER TABLE
//   FOLDER/TARGET.COMMIT.NAME   a line each: target, inputs, processor seconds, bytes, inputs that were taken
import fs from 'node:fs';
import path from 'node:path';

const [folder, table] = process.argv.slice(2);
if (!table) {
  console.error('usage: node fuzz_tally.mjs FOLDER TABLE');
  process.exit(2);
}
const fields = ['inputs', 'seconds', 'bytes', 'taken'];
const head = ['day', 'commit', 'target', 'inputs', 'seconds', 'a second', 'mean bytes', 'taken'];

const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');
const plain = (text) => Number(text.replace(/[,%\s]/g, ''));
const grouped = (n) => Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, ',');

/** The numbers of a tally; none where a run has not written its first line. */
function numbers(text) {
  const words = text.trim().split(/\s+/);
  const out = words.slice(1, 5).map(Number);
  return words.length === 5 && out.every(Number.isFinite) ? out : undefined;
}

// The rows that are kept, and how many inputs others counted ("before that: 7.4 million").
const rows = new Map();
const lines = read(table).split('\n');
const first = lines.findIndex((line) => line.startsWith('| day '));
const text = (first < 0 ? lines : lines.slice(0, first)).join('\n').trimEnd();
for (const line of first < 0 ? [] : lines.slice(first + 2)) {
  const [day, commit, target, inputs, seconds, , bytes, taken] = line.split('|').slice(1, -1).map((cell) => cell.trim());
  if (!target) continue;
  const n = plain(inputs);
  rows.set([day, commit, target].join(' '), { inputs: n, seconds: plain(seconds), bytes: plain(bytes) * n, taken: (plain(taken) / 100) * n });
}

const counted = path.join(folder, 'counted');
fs.mkdirSync(counted, { recursive: true });
const marks = [];
for (const name of fs.readdirSync(folder).sort()) {
  const file = path.join(folder, name);
  const [target, commit, unique] = name.split('.');
  if (!unique || !fs.statSync(file).isFile()) continue;
  const line = read(file);
  const now = numbers(line);
  if (!now) continue;
  const before = numbers(read(path.join(counted, name))) ?? [0, 0, 0, 0];
  if (now[0] <= before[0]) continue;
  const day = fs.statSync(file).mtime.toISOString().slice(0, 10);
  const key = [day, commit, target].join(' ');
  const row = rows.get(key) ?? { inputs: 0, seconds: 0, bytes: 0, taken: 0 };
  fields.forEach((field, i) => (row[field] += now[i] - before[i]));
  rows.set(key, row);
  marks.push([path.join(counted, name), line]);
}

const written = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, row]) => {
  // Computed from written numbers, so that a row without additions stays as it is.
  const seconds = row.seconds.toFixed(1);
  const rate = row.inputs / Math.max(Number(seconds), 0.1);
  return [...key.split(' '), grouped(row.inputs), seconds, grouped(rate), grouped(row.bytes / row.inputs), `${Math.round((100 * row.taken) / row.inputs)} %`];
});
const sum = [...rows.values()].reduce((n, row) => n + row.inputs, 0);
const out = [head, head.map((_, i) => (i < 3 ? '---' : '---:')), ...written].map((cells) => `| ${cells.join(' | ')} |`);
fs.writeFileSync(table, `${text}\n\n${out.join('\n')}\n\nSum of the table: ${grouped(sum)} inputs.\n`);
// Only now: what is not in the table is not counted.
for (const [file, line] of marks) fs.writeFileSync(file, line);
console.log(`${table}: ${grouped(sum)} inputs`);
