// Prints the figures of runs of the benchmark, each host a column: node tests/tools/bench_report.mjs native.json node.json ...
// Of several runs of one host a figure is the lowest: a machine that is shared is slow now and then, never too fast.
// A figure over its limit is marked `!`; so is a node figure more than twice the native one. Exits 0 all the same: a time
// is for reading, not for a test.
import {readFileSync} from 'node:fs';

const runs = [];
for (const path of process.argv.slice(2)) {
  const { host, results } = JSON.parse(readFileSync(path, 'utf8'));
  const same = runs.find((run) => run.host === host);
  if (!same) runs.push({ host, results });
  else same.results = same.results.map((result) => results.find(({ name, ns }) => name === result.name && ns < result.ns) ?? result);
}
if (runs.length === 0) {
  console.error('usage: bench_report.mjs RUN.json...');
  process.exit(2);
}

const time = (ns) => ns >= 1e6 ? `${(ns / 1e6).toFixed(2)} ms` : ns >= 1e3 ? `${(ns / 1e3).toFixed(2)} us` : `${ns.toFixed(0)} ns`;
const mark = (over) => over ? ' !' : '';

const rows = [['', ...runs.map((run) => run.host), ...(runs.length > 1 ? ['ratio'] : []), 'limit']];
for (const result of runs[0].results) {
  const figures = runs.map((run) => run.results.find((other) => other.name === result.name));
  const row = [result.name];
  for (const figure of figures) {
    if (!figure) {
      row.push('missing !');
      continue;
    }
    const ratio = figure.ratio ? `, ${figure.ratio.toFixed(2)}x${mark(figure.ratio > figure.limit_ratio)}` : '';
    row.push(time(figure.ns) + mark(figure.limit_ns && figure.ns > figure.limit_ns) + ratio);
  }
  if (runs.length > 1) {
    const ratio = figures[1] ? figures[1].ns / figures[0].ns : NaN;
    row.push(`${ratio.toFixed(2)}x${mark(!(ratio <= 2))}`);
  }
  const limits = [result.limit_ns ? time(result.limit_ns) : '', result.limit_ratio ? `${result.limit_ratio}x` : ''];
  row.push(limits.filter(Boolean).join(', '));
  rows.push(row);
}
const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column])).join('  ').trimEnd());
