// The command line from outside: what it prints, where, with which exit code, and that hostile input ends at once.
// Usage: node cli.mjs COMMAND...       e.g.  cli.mjs build/native/bin/stridescope
import { command, native } from './cli/command.mjs';
import * as hostile from './cli/hostile.mjs';
import * as inputs from './cli/inputs.mjs';
import * as jsonl from './cli/jsonl.mjs';
import * as kernels from './cli/kernels.mjs';
import * as machine from './cli/machine.mjs';
import * as pages from './cli/pages.mjs';
import * as programs from './cli/programs.mjs';
import * as values from './cli/values.mjs';

if (command.length === 0) {
  console.error('usage: node cli.mjs COMMAND...');
  process.exit(2);
}
// Tests that give the same result on every machine run on the native program alone: they take a hundred starts.
const all = [programs, pages, values, jsonl, kernels, machine, hostile, inputs]
  .flatMap(({ tests = {}, once = {} }) => [...Object.entries(tests), ...(native ? Object.entries(once) : [])]);

let failed = 0;
for (const [name, test] of all) {
  try {
    await test();
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n  ${error.message.slice(0, 2000).replaceAll('\n', '\n  ')}`);
  }
}
console.log(`${all.length - failed} right, ${failed} wrong`);
process.exit(failed > 0 ? 1 : 0);
