// The native command line (g++, arguments from right to left) and the one under node (clang, from left to right) report
// the same errors: no text depends on the order in which C++ looks at arguments.
// Usage: node error_texts.mjs NATIVE -- COMMAND...
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

const separator = process.argv.indexOf('--');
const [native] = process.argv.slice(2, separator);
const command = process.argv.slice(separator + 1);
assert.ok(separator === 3 && command.length > 0, 'usage: node error_texts.mjs NATIVE -- COMMAND...');
assert.ok(fs.existsSync(native), `${native} is not there: build it first, the comparison needs both`);

function run(words, input) {
  const { stdout, status, error } = spawnSync(words[0], words.slice(1), { input, encoding: 'utf8', maxBuffer: 1 << 30 });
  assert.ok(status === 0, `${words.join(' ')}: ${error?.message ?? status}`);
  return stdout.split('\n').slice(0, -1);
}

const names = [...new Set(run([native, 'functions']).map((line) => /^[\w.]+/.exec(line)?.[0]).filter(Boolean))];
// Two of these as arguments are wrong in two ways, for one function at least.
const values = [
  '_', '(2,3)', '(_9,_8)', '(4,8):(3,1)', '(_4,_8):(9223372036854775807,_3)', '(_6,_4):(_4,_9)', 'Sw<2,0,3>', 'Sw<2,0,3> o 5 o (8,8):(8,1)',
  '<4:1,_>', 'make_tensor(counting_iter(0),(4,8):(1,4))', '9223372036854775807', '"K"', 'SM80_16x8x8_F16F16F16F16_TN',
];
const few = ['(_9,_8)', '9223372036854775807', '"K"', '(_6,_4):(_4,_9)'];
const expressions = names.flatMap((name) => [
  ...values.flatMap((a, i) => [`${name}(${a})`, ...values.filter((_, j) => (i + j) % 3 === 0 || i === j).map((b) => `${name}(${a},${b})`)]),
  ...few.flatMap((a) => few.map((b) => `${name}<2>(${a},${b})`)),
  ...few.flatMap((a) => few.flatMap((b) => [`${name}(${a},${b},${a})`, `${name}(${b},_,${a},${b})`, `${name}(${b},_,"K",${b},${a})`])),
]);
for (const file of ['cute_errors.jsonl', 'overloads.jsonl']) {
  const lines = fs.readFileSync(new URL(`golden/${file}`, import.meta.url), 'utf8').split('\n').filter(Boolean);
  expressions.push(...lines.map((line) => JSON.parse(line).expr).filter(Boolean));
}
const input = expressions.map((expr, id) => JSON.stringify({ id, expr })).join('\n') + '\n';
const [here, there] = [run([native, 'eval', '--jsonl'], input), run([...command, 'eval', '--jsonl'], input)];
assert.equal(here.length, expressions.length);
assert.equal(there.length, expressions.length);
const different = expressions.map((_, i) => i).filter((i) => here[i] !== there[i]);
for (const i of different.slice(0, 20)) console.error(`${expressions[i]}\n  native ${here[i]}\n  node   ${there[i]}`);
const refused = here.filter((answer) => 'error' in JSON.parse(answer)).length;
console.log(`${expressions.length} expressions, ${refused} refused, ${different.length} answered differently`);
assert.ok(refused > 10_000);
process.exit(different.length ? 1 : 0);
