// Verdicts on every golden line of an operation that has laws: how many of CuTe's own results keep them, how many break
// them, and why. Usage: node verdicts.mjs COMMAND...      e.g. verdicts.mjs build/native/bin/stridescope
// Fails where
//   a verdict is violated and its cause is `other` (no rule explains it) or not in the core's list
//   a line marked `unchecked: static form is refused` has no operation whose static form is refused or whose law is broken
//   a line marked `unchecked: differs as a function…` has no operation that is violated or differs from its static form
//   a verdict text is not of one of the three kinds, or its counterexample is not one
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const command = process.argv.slice(2);
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
  [...fs.readFileSync(path.join(here, '../../core/analysis/verdict_causes.def'), 'utf8').matchAll(/^STRIDESCOPE_CAUSE\((\w+), "(.*)"\)$/gm)].map(
    ([, name, meaning]) => [name, meaning],
  ),
);
const lines = ['cute_docs', 'cute_unit', 'cute_random'].flatMap((file) =>
  fs.readFileSync(path.join(here, `${file}.jsonl`), 'utf8').trim().split('\n').map((line) => JSON.parse(line)),
);
const asked = lines.filter(({ fn, unchecked }) => functions.includes(fn) || unchecked);

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
const table = new Map(functions.map((fn) => [fn, { lines: 0, satisfied: 0, violated: 0, not_checked: 0, none: 0 }]));
const classes = new Map(); // cause -> Map(function -> count)
const examples = new Map();

function wellFormed(verdict) {
  if (verdict.status === 'satisfied') return verdict.text === 'satisfied' && /^(all|the|sample|symbolic) /.test(verdict.checked);
  if (verdict.status === 'not_checked') return /^not checked: \S/.test(verdict.text);
  const found = verdict.counterexample;
  if (!found) return /^violated: \S/.test(verdict.text);
  return verdict.text === `violated at ${found.at}: got ${found.got}, should be ${found.shouldBe}` && found.got !== found.shouldBe;
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
  // shape_div and local_tile are no operations with laws.
  if (golden.unchecked && answer.verdict.length > 0) {
    if (golden.unchecked.startsWith('differs') ? !differs && !broken : !refused) problem(`unchecked: ${golden.unchecked}, but all is called well`);
  }
  const row = table.get(golden.fn);
  if (!row) continue;
  row.lines += 1;
  // The operation of the line itself: the outermost one.
  const own = answer.verdict.at(-1);
  if (!own || own.function !== golden.fn) {
    row.none += 1;
    continue;
  }
  row[own.status] += 1;
  if (own.status !== 'violated') continue;
  const byFunction = classes.get(own.cause.name) ?? new Map();
  classes.set(own.cause.name, byFunction.set(golden.fn, (byFunction.get(golden.fn) ?? 0) + 1));
  if (!examples.has(own.cause.name)) examples.set(own.cause.name, `${golden.expr} = ${golden.result}: ${own.text}`);
}

console.log('function            lines  satisfied  violated  not checked  no layout operation');
const columns = ['lines', 'satisfied', 'violated', 'not_checked', 'none'];
const print = (name, row) => console.log(name.padEnd(18) + columns.map((key, i) => String(row[key]).padStart([7, 11, 10, 13, 21][i])).join(''));
const sums = (rows) => Object.fromEntries(columns.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)]));
for (const [family, members] of Object.entries(families)) {
  for (const fn of members) print(fn, table.get(fn));
  if (members.length > 1) print(`  ${family}`, sums(members.map((fn) => table.get(fn))));
}
print('all', sums([...table.values()]));
console.log('\nclasses of violations:');
for (const [name, byFunction] of [...classes].sort((a, b) => [...b[1].values()].reduce((x, y) => x + y) - [...a[1].values()].reduce((x, y) => x + y))) {
  const total = [...byFunction.values()].reduce((x, y) => x + y);
  console.log(`${name}: ${total} (${[...byFunction].map(([fn, n]) => `${fn} ${n}`).join(', ')})\n    ${causes.get(name)}\n    e.g. ${examples.get(name)}`);
}
for (const text of problems.slice(0, 20)) console.error(`  ${text}`);
console.log(`\n${asked.length} lines, ${problems.length} problems`);
process.exit(problems.length > 0 || asked.length < 1000 ? 1 : 0);
