// Checks that the table of CuTe's overloads is complete: every overload in overloads.txt has a line of overloads.jsonl,
// which CuTe compiled, or a reason for its absence, and every line belongs to the table. Usage: node overloads.mjs
import assert from 'node:assert/strict';
import fs from 'node:fs';

const read = (name) => fs.readFileSync(new URL(name, import.meta.url), 'utf8').split('\n').filter(Boolean);
const lines = new Map(); // overload -> how many lines answer, and how many refuse
for (const text of read('overloads.jsonl')) {
  const line = JSON.parse(text);
  assert.ok(line.overloads?.length > 0, `${line.id} belongs to no overload`);
  for (const overload of line.overloads) {
    const counts = lines.get(overload) ?? { answered: 0, refused: 0 };
    counts['error' in line ? 'refused' : 'answered'] += 1;
    lines.set(overload, counts);
  }
}

const wrong = [];
let header = '';
let overload = '';
let reasons = 0;
let tested = 0;
const known = new Set();
function close(reason, expressions) {
  if (!overload) return;
  if (known.has(overload)) wrong.push(`${overload}: twice`);
  known.add(overload);
  const counts = lines.get(overload) ?? { answered: 0, refused: 0 };
  if (expressions === 0 && !reason) wrong.push(`${overload}: neither tested nor left out for a reason`);
  if (expressions > 0 && counts.answered === 0) wrong.push(`${overload}: no line with an answer in overloads.jsonl`);
  if (expressions > 0) tested += 1;
  else reasons += 1;
}
let reason = '';
let expressions = 0;
for (const line of read('overloads.txt')) {
  if (line.startsWith('#') || line.startsWith('let ') || line.startsWith(': ')) {
    close(reason, expressions);
    overload = line.startsWith(': ') ? `${header}: ${line.slice(2)}` : '';
    [reason, expressions] = ['', 0];
    if (line.startsWith('## ')) header = line.slice(3);
  } else if (line.startsWith('- ')) reason = line.slice(2);
  else expressions += 1;
}
close(reason, expressions);
for (const name of lines.keys()) if (!known.has(name)) wrong.push(`${name}: lines, but no row of the table`);
for (const text of wrong.slice(0, 20)) console.error(text);
console.log(`${known.size} overloads: ${tested} tested by compiled lines, ${reasons} left out for a reason; ${wrong.length} wrong`);
assert.ok(known.size > 250);
process.exit(wrong.length ? 1 : 0);
