// Every function with arguments of every kind, most of them wrong: each call is answered, with a value or an error.
// Usage: node calls.mjs COMMAND...
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

const command = process.argv.slice(2);
function stridescope(words, input) {
  return spawnSync(command[0], [...command.slice(1), ...words], { input, encoding: 'utf8', maxBuffer: 1 << 30 });
}

const names = [...new Set(stridescope(['functions']).stdout.split('\n').map((line) => /^[\w.]+/.exec(line)?.[0]).filter(Boolean))];
assert.ok(names.length > 300, `${names.length} functions`);
const values = [
  '1', '0', '-3', '9223372036854775807', '_', '_1@0', '()', '(2,3)', '4:1', '(4,8):(1,4)', '(2,2):(0,-1)', '(4,8):(9223372036854775807,1)',
  'Sw<2,0,3>', 'Sw<2,0,3> o 0 o (8,8):(8,1)', '<4:1,8>', 'make_tensor(counting_iter(0),(4,8):(1,4))', 'half_t',
  'SM80_16x8x8_F16F16F16F16_TN', 'make_tiled_mma(SM80_16x8x8_F16F16F16F16_TN)', '(4,5)--(1,3)-->(4,7,5)', 'tract.span((2,6)--(1,2)-->(2,6))',
];
// The same numbers everywhere.
let state = 1;
function any() {
  state = (state * 48271) % 2147483647;
  return values[state % values.length];
}

// Under node only an eighth of the calls run, different ones for each function: the code is the same.
const every = command.length > 1 ? 8 : 1;
const calls = names.flatMap((name) => [
  `${name}()`,
  ...values.flatMap((a) => [`${name}(${a})`, `${name}<0>(${a})`, ...values.map((b) => `${name}(${a},${b})`)]),
  ...Array.from({ length: 60 }, () => [`${name}(${any()},${any()},${any()})`, `${name}(${any()},${any()},${any()},${any()})`]).flat(),
]).filter((_, i) => i % every === 0);
const share = 20_000; // of a process
const failures = [];
let valued = 0;
for (let first = 0; first < calls.length;) {
  const part = calls.slice(first, first + share * every);
  const input = part.map((expr, id) => JSON.stringify({ id, expr })).join('\n') + '\n';
  const { stdout, status, signal } = stridescope(['eval', '--jsonl'], input);
  const answers = stdout.split('\n').slice(0, -1);
  valued += answers.filter((answer) => JSON.parse(answer).result !== undefined).length;
  if (status === 0) assert.equal(answers.length, part.length);
  else failures.push(`${part[answers.length]}: ${signal ?? status}`);
  first += status === 0 ? part.length : answers.length + 1;
}
for (const failure of failures.slice(0, 20)) console.error(failure);
console.log(`${names.length} functions, ${calls.length} calls, ${valued} of them with a value; ${failures.length} not answered`);
assert.ok(valued > 5000 / every);
process.exit(failures.length ? 1 : 0);
