// Prints what the benchmark measured, natively and under node, beside the limits that were set.
// Usage: node report.mjs NATIVE.json NODE.json
import fs from 'node:fs';

const NODE_LIMIT = 2; // times native

const [native, node] = process.argv.slice(2).map((file) => JSON.parse(fs.readFileSync(file, 'utf8')).results);
const time = (ns) => (ns >= 1e6 ? `${(ns / 1e6).toFixed(2)} ms` : ns >= 1e4 ? `${(ns / 1e3).toFixed(1)} µs` : `${ns.toFixed(0)} ns`);
const spread = ({ ns, ns_p10, ns_p90 }) => `±${((50 * (ns_p90 - ns_p10)) / ns).toFixed(0)} %`;

const rows = [['', 'native', 'spread', 'limit', 'node', 'spread', `node/native (limit ${NODE_LIMIT})`, '']];
for (const here of native) {
  const there = node.find(({ name }) => name === here.name);
  const over = [];
  if (here.limit_ns && here.ns > here.limit_ns) over.push('over its limit');
  if (here.ratio > here.limit_ratio) over.push(`${here.ratio.toFixed(2)} × ${here.ratio_to}`);
  if (!there) over.push('not measured under node');
  else if (there.ns > NODE_LIMIT * here.ns) over.push('slow under node');
  rows.push([
    here.name,
    time(here.ns),
    spread(here),
    here.limit_ns ? time(here.limit_ns) : '',
    there ? time(there.ns) : '',
    there ? spread(there) : '',
    there ? (there.ns / here.ns).toFixed(2) : '',
    over.join(', '),
  ]);
}
const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
for (const row of rows) {
  console.log(row.map((text, i) => (i === 0 || i === 7 ? text.padEnd(widths[i]) : text.padStart(widths[i]))).join('  ').trimEnd());
}
