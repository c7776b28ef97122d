// Adds up what the test runners reported and prints `N passed, N failed` as its last line.
// Usage: node summarize.mjs [--passed STEP]... [--broken STEP]... [--ctest FOLDER]... [--vitest FILE]...
//   --passed   a check without a report of its own: one test
//   --broken   the same, or a step that failed before its tests could run: one failure
//   --ctest    a build folder with ctest.junit.xml; its test `unit_1` counts as the cases of unit_1.junit.xml beside it
//   --vitest   vitest's JSON report
//   --vitest-unchanged  the same of an earlier run, whose tests read nothing that has changed since
// A report that is missing or holds no test is a failure: no news is bad news.
import fs from 'node:fs';
import path from 'node:path';
import { junitCases, unitReport } from './junit.mjs';
import { keptResults } from './run_changed.mjs';

let passed = 0;
const failures = []; // [name, details]
const again = []; // passed at the second attempt
let unreported = 0; // tests that a runner reports as left out
let unchanged = 0; // passed tests whose earlier result was reused

function count({ name, failed, details }) {
  if (failed) failures.push([name, details]);
  else passed += 1;
}

function addCtest(folder) {
  const label = path.basename(folder);
  const kept = keptResults(folder);
  for (const cases of Object.values(kept)) {
    passed += cases;
    unchanged += cases;
  }
  const file = path.join(folder, 'ctest.junit.xml');
  const cases = Object.keys(kept).length > 0 && !fs.existsSync(file) ? [] : junitCases(file);
  if (cases.length === 0 && Object.keys(kept).length === 0) throw new Error('it holds no test');
  for (const test of cases) {
    const name = `${label} ${test.name}`;
    const report = unitReport(folder, test.name);
    if (!report) {
      count({ ...test, name });
      continue;
    }
    const units = fs.existsSync(report) ? junitCases(report) : [];
    for (const unit of units) count({ ...unit, name: `${name}: ${unit.name}` });
    // The program failed as a whole, without a failed case: it crashed, or a sanitizer stopped it. Then its output
    // explains.
    const explained = test.failed ? units.some((unit) => unit.failed) : units.length > 0;
    if (!explained) count({ name, failed: true, details: test.details || 'no case ran' });
  }
}

function addVitest(file) {
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  if (report.numTotalTests === 0) throw new Error('it holds no test');
  for (const suite of report.testResults) {
    const name = `web ${path.basename(suite.name)}`;
    const tests = suite.assertionResults;
    for (const test of tests) {
      if (test.status !== 'passed' && test.status !== 'failed') unreported += 1;
      else {
        const details = test.failureMessages?.join('\n');
        // Vitest keeps what the first attempt reported.
        if (test.status === 'passed' && details) again.push(`${name}: ${test.fullName}\n    ${details.split('\n', 1)[0]}`);
        count({ name: `${name}: ${test.fullName}`, failed: test.status === 'failed', details });
      }
    }
    // A file that did not load, or failed outside its tests.
    if (suite.status === 'failed' && !tests.some((test) => test.status === 'failed')) {
      count({ name, failed: true, details: suite.message });
    }
  }
}

const argv = process.argv.slice(2);
for (let i = 0; i < argv.length; i += 2) {
  const [option, value] = [argv[i], argv[i + 1]];
  try {
    if (option === '--passed') passed += 1;
    else if (option === '--broken') failures.push([value, 'see its log']);
    else if (option === '--ctest') addCtest(value);
    else if (option === '--vitest') addVitest(value);
    else if (option === '--vitest-unchanged') {
      const before = passed;
      addVitest(value);
      unchanged += passed - before;
    }
    else throw new Error(`unknown option ${option}`);
  } catch (error) {
    failures.push([`${value}: no usable report`, error.message]);
  }
}
if (passed === 0 && failures.length === 0) failures.push(['no test ran', '']);

for (const [name, details] of failures) {
  console.log(`FAILED ${name}`);
  const lines = (details ?? '').split('\n').filter((line) => line.trim());
  for (const line of lines.slice(-30)) console.log(`    ${line}`);
}
for (const name of again) console.log(`passed at the second attempt: ${name}`);
if (unchanged > 0) console.log(`${unchanged} of them passed before, and nothing that they read has changed since: not run again (./dev test --all)`);
if (unreported > 0) console.log(`${unreported} skipped by their runner`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);
