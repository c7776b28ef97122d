// Verdicts on every golden line of an operation that has laws: how many of CuTe's own results keep them, how many break
// them, and why. Usage: node verdicts.mjs [--update] COMMAND...      e.g. verdicts.mjs build/native/bin/stridescope
// Fails where
//   the figures are not those of verdicts.txt, which --update writes
//   a verdict is violated and its cause is `other` (no rule explains it) or not in the core's list
//   a line marked `unchecked: static form is refused` has no operation whose static form is refused or whose law is broken
//   a line marked `unchecked: differs as a function…` has no operation that is violated or differs from its static form
//   a verdict text is not of one of the three kinds, or its counterexample is not one
//   a composition of two layouts of integers is judged otherwise than by trying every coordinate here, in JavaScript
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const update = process.argv[2] === '--update';
const command = process.argv.slice(update ? 3 : 2);
const here = path.dirname(fileURLToPath(import.meta.url));
const families = {
  composition: ['composition', 'with_shape'],
  complement: ['complement'],
  divide: ['logical_divide', 'zipped_divide', 'tiled_divide', 'flat_divide'],
  product: ['logical_product', 'zipped_product', 'tiled_product', 'flat_product', 'blocked_product', 'raked_product', 'tile_to_shape'],
  inverse: ['right_inverse', 'left_inverse', 'nullspace', 'max_common_layout', 'max_common_vector'],
  cast: ['upcast', 'downcast', 'recast'],
  coalesce: ['coalesce', 'filter'],
};
const functions = Object.values(families).flat();
const causes = new Map(
  [...fs.readFileSync(path.join(here, '../../core/verdicts/verdict_causes.def'), 'utf8').matchAll(/^STRIDESCOPE_CAUSE\((\w+), "(.*)"\)$/gm)].map(
    ([, name, meaning]) => [name, meaning],
  ),
);
const lines = ['cute_docs', 'cute_unit', 'cute_random'].flatMap((file) =>
  fs.readFileSync(path.join(here, `${file}.jsonl`), 'utf8').trim().split('\n').map((line) => JSON.parse(line)),
);
const all = lines.filter(({ fn, unchecked }) => functions.includes(fn) || unchecked);
// Node takes longer: it runs only a part of them; verdicts.txt has figures of this part, too.
const native = command.length === 1;
const every = 4;
const some = new Set(all.filter((_, i) => i % every === 0));
const asked = native ? all : [...some];

const { stdout, status, error } = spawnSync(command[0], [...command.slice(1), 'eval', '--jsonl', '--verdict'], {
  input: asked.map(({ id, expr }) => JSON.stringify({ id, expr }) + '\n').join(''),
  encoding: 'utf8',
  maxBuffer: 1 << 30,
});
if (error || status !== 0) {
  console.error(`the command failed: ${error ?? `exit ${status}`}`);
  process.exit(2);
}
const answers = stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line));

const problems = [];
const newTable = () => new Map(functions.map((fn) => [fn, { lines: 0, satisfied: 0, violated: 0, not_checked: 0, none: 0 }]));
const table = newTable();
const part = newTable(); // of some
const classes = new Map(); // cause -> Map(function -> count)
const examples = new Map();

function wellFormed(verdict) {
  if (verdict.status === 'satisfied') return verdict.text === 'satisfied' && /^(all|the|sample|symbolic) /.test(verdict.checked);
  if (verdict.status === 'not_checked') return /^not checked: \S/.test(verdict.text);
  const found = verdict.counterexample;
  if (!found) return /^violated: \S/.test(verdict.text);
  const [text, misfit] = verdict.text.split(' (the ');
  return text === `violated at ${found.at}: got ${found.got}, should be ${found.shouldBe}` && found.got !== found.shouldBe && misfit !== '';
}

// Shape and stride as nested arrays, or undefined for anything but a layout of integers.
function layout(text) {
  const parts = text.replaceAll('_', '').split(':');
  if (parts.length !== 2 || !parts.every((part) => /^[-\d(),]+$/.test(part))) return undefined;
  const [shape, stride] = parts.map((part) => JSON.parse(part.replaceAll('(', '[').replaceAll(')', ']')));
  return { shape, extents: [shape].flat(Infinity), strides: [stride].flat(Infinity) };
}
const sizeOf = (shape) => [shape].flat(Infinity).reduce((a, b) => a * b, 1);
// CuTe's offset of a 1-D coordinate: the last mode is unbounded.
function offset({ extents, strides }, i) {
  let sum = 0;
  for (let k = 0; k + 1 < extents.length; ++k) {
    sum += (i % extents[k]) * strides[k];
    i = Math.trunc(i / extents[k]);
  }
  return sum + i * strides.at(-1);
}
const refines = (coarse, fine) =>
  Array.isArray(coarse)
    ? Array.isArray(fine) && coarse.length === fine.length && coarse.every((mode, k) => refines(mode, fine[k]))
    : coarse === sizeOf(fine);

// Is the golden line the composition that it says? undefined where this does not know.
let tried = 0;
function composes({ expr, result }) {
  const inner = /^composition\(([-_\d(),:]+)\)$/.exec(expr)?.[1];
  if (!inner) return undefined;
  let depth = 0;
  const comma = [...inner].findIndex((c) => {
    depth += c === '(' ? 1 : c === ')' ? -1 : 0;
    return c === ',' && depth === 0;
  });
  const [a, b, r] = [inner.slice(0, comma), inner.slice(comma + 1), result].map(layout);
  if (!a || !b || !r || sizeOf(b.shape) > 1 << 16) return undefined;
  tried += 1;
  if (!refines(b.shape, r.shape)) return false;
  for (let i = 0; i < sizeOf(b.shape); ++i) {
    if (offset(r, i) !== offset(a, offset(b, i))) return false;
  }
  return true;
}

if (answers.length !== asked.length) problems.push(`${asked.length} lines asked, ${answers.length} answers`);
for (const [index, golden] of asked.entries()) {
  const answer = answers[index];
  const problem = (text) => problems.push(`${golden.id}  ${golden.expr}\n      ${text}`);
  if (!answer || answer.id !== golden.id || !Array.isArray(answer.verdict)) {
    problem('no verdict');
    continue;
  }
  for (const verdict of answer.verdict) {
    if (!wellFormed(verdict)) problem(`not a verdict: ${JSON.stringify(verdict)}`);
    if (verdict.status === 'violated' && (verdict.cause?.name === 'other' || !causes.has(verdict.cause?.name))) {
      problem(`${verdict.text}: no class explains it`);
    }
  }
  const refused = answer.verdict.some(({ forms }) => forms?.static.startsWith('refused: '));
  const differs = answer.verdict.some(({ forms }) => forms?.sameFunction === false);
  const broken = answer.verdict.some(({ status: found }) => found === 'violated');
  // shape_div and local_tile are operations without laws.
  if (golden.unchecked && answer.verdict.length > 0) {
    if (golden.unchecked.startsWith('differs') ? !differs && !broken : !refused) problem(`unchecked: ${golden.unchecked}, but all is called well`);
  }
  const rows = [table.get(golden.fn), some.has(golden) && part.get(golden.fn)].filter(Boolean);
  if (rows.length === 0) continue;
  // The operation of the line itself: the outermost one.
  const own = answer.verdict.at(-1);
  const judged = own?.function === golden.fn;
  for (const row of rows) {
    row.lines += 1;
    row[judged ? own.status : 'none'] += 1;
  }
  if (!judged) continue;
  const composed = composes(golden);
  if (composed !== undefined && own.status !== (composed ? 'satisfied' : 'violated')) problem(`${own.text}: not what every coordinate says`);
  if (own.status !== 'violated') continue;
  const byFunction = classes.get(own.cause.name) ?? new Map();
  classes.set(own.cause.name, byFunction.set(golden.fn, (byFunction.get(golden.fn) ?? 0) + 1));
  if (!examples.has(own.cause.name)) examples.set(own.cause.name, `${golden.expr} = ${golden.result}: ${own.text}`);
}

const columns = ['lines', 'satisfied', 'violated', 'not_checked', 'none'];
const sums = (rows) => Object.fromEntries(columns.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)]));
function figuresOf(counts) {
  const out = ['function            lines  satisfied  violated  not checked  no layout operation'];
  const print = (name, row) => out.push(name.padEnd(18) + columns.map((key, i) => String(row[key]).padStart([7, 11, 10, 13, 21][i])).join(''));
  for (const [family, members] of Object.entries(families)) {
    for (const fn of members) print(fn, counts.get(fn));
    if (members.length > 1) print(`  ${family}`, sums(members.map((fn) => counts.get(fn))));
  }
  print('all', sums([...counts.values()]));
  return out;
}
const shortHead = `one line in ${every}:`;
const short = [shortHead, ...figuresOf(part)];
const figures = [...figuresOf(table), '', 'classes of violations:'];
const count = ([, byFunction]) => [...byFunction.values()].reduce((x, y) => x + y);
for (const [name, byFunction] of [...classes].sort((a, b) => count(b) - count(a) || (a[0] < b[0] ? -1 : 1))) {
  const counts = [...byFunction].sort().map(([fn, n]) => `${fn} ${n}`);
  figures.push(`${name}: ${count([name, byFunction])} (${counts.join(', ')})`, `    ${causes.get(name)}`, `    e.g. ${examples.get(name)}`);
}
figures.push('', ...short);
console.log((native ? figures : short).join('\n'));
if (tried < (native ? 1000 : 250)) problems.push(`only ${tried} compositions were tried`);

const kept = path.join(here, 'verdicts.txt');
if (update && native) fs.writeFileSync(kept, figures.join('\n') + '\n');
const expected = fs.readFileSync(kept, 'utf8').trimEnd().split('\n');
const from = native ? 0 : expected.indexOf(shortHead);
const found = native ? figures : short;
for (let i = 0; i < Math.max(expected.length - from, found.length); ++i) {
  if (expected[from + i] !== found[i]) problems.push(`verdicts.txt, line ${from + i + 1}: ${expected[from + i]}\n      is now ${found[i]}`);
}
for (const text of problems.slice(0, 20)) console.error(`  ${text}`);
console.log(`\n${asked.length} lines, ${tried} of them tried here, ${problems.length} problems`);
process.exit(problems.length > 0 || asked.length < 1000 ? 1 : 0);
