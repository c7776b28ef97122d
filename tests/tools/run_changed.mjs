// Runs the tests that read something that has changed since they passed, like `go test` or Bazel: an edit of one part
// does not cost the tests of all others. A test reads its command, the files and folders named in it, the data of the
// tests and of the core; tests of the tree and of the window read all sources; and all read the system's packages.
// Usage: node run_changed.mjs ctest FOLDER [--all] -- CTEST...   runs CTEST..., without the tests that need not run
//        node run_changed.mjs key PATH...                        prints the key of these files and folders
// In FOLDER stay passed.json, {test: {key, cases}}, and of this run kept.json, {test: cases} of those left out.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { junitCases, unitReport } from './junit.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const sources = ['CMakeLists.txt', 'CMakePresets.json', 'dev', 'core', 'wasm', 'gpu_runner', 'desktop', 'python', 'tests', 'web'];
const data = ['core/data', 'tests']; // what a script or a program may open without its name in the command
// Files of those folders that other tests depend on: sources of the built programs, files that only the page's tests
// read, and scripts, which count for the tests that run them.
const elsewhere = /^tests\/(unit|bench|web|gpu|tools)$|^tests\/.*(\.mjs|CMakeLists\.txt)$/;

const hashes = new Map();
function hashOf(file) {
  if (!hashes.has(file)) hashes.set(file, createHash('sha256').update(fs.readFileSync(file)).digest('hex'));
  return hashes.get(file);
}

// The files below a path, as [path in the tree, hash].
function* filesBelow(name, without) {
  const relative = path.relative(root, name);
  if (without(relative) || path.basename(name) === 'node_modules') return;
  const status = fs.statSync(name, { throwIfNoEntry: false });
  if (!status) return;
  if (status.isDirectory()) {
    for (const entry of fs.readdirSync(name).sort()) yield* filesBelow(path.join(name, entry), without);
  } else if (status.isFile()) {
    yield [relative, hashOf(name)];
  }
}

function key(names, without, ...more) {
  const hash = createHash('sha256').update(JSON.stringify(more));
  for (const name of names) {
    const from = path.resolve(root, name);
    const alone = fs.statSync(from, { throwIfNoEntry: false })?.isFile(); // by its name: it counts
    for (const file of filesBelow(from, alone ? () => false : without)) hash.update(JSON.stringify(file));
  }
  return hash.digest('hex');
}

// Compilers, interpreters and libraries that tests use.
function system() {
  const packages = fs.statSync('/var/lib/dpkg/status', { throwIfNoEntry: false });
  return [process.version, packages?.mtimeMs ?? 0, process.env.PATH];
}

// A script and those that it imports, as far as they are the tree's.
function scripts(file, found = new Set()) {
  if (found.has(file) || !fs.existsSync(file)) return found;
  found.add(file);
  for (const [, name] of fs.readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?'(\.[^']+)'/g)) {
    scripts(path.resolve(path.dirname(file), name), found);
  }
  return found;
}

function testKey({ command, properties }, folder) {
  if (!command) return null; // its program was not built: it runs, and fails
  const label = properties.find(({ name }) => name === 'LABELS')?.value[0];
  if (label === 'sweep') return null; // sweeps rotate by the day
  const wide = label === 'tree' || label === 'desktop';
  const named = command.map((word) => word.replace(/^\w+=/, '')).filter((word) => path.isAbsolute(word)).flatMap((word) => {
    const file = path.resolve(word);
    if (!file.startsWith(root + path.sep) || file === path.resolve(folder) || file.endsWith('.png')) return [];
    if (file.endsWith('.mjs')) return [...scripts(file)];
    return file.endsWith('.cjs') ? [file, file.replace(/\.cjs$/, '.wasm')] : [file]; // a module of Emscripten's is two files
  });
  return key([...(wide ? sources : data), ...named], wide ? () => false : (name) => elsewhere.test(name), command, system());
}

const readJson = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {});

/** The tests of the last run that were left out, with how many cases each counts as. */
export const keptResults = (folder) => readJson(path.join(folder, 'kept.json'));

function ctest(folder, all, command) {
  const { tests } = JSON.parse(execFileSync('ctest', ['--test-dir', folder, '--show-only=json-v1'], { encoding: 'utf8', maxBuffer: 1 << 28 }));
  const passedFile = path.join(folder, 'passed.json');
  const before = all ? {} : readJson(passedFile);
  const keys = Object.fromEntries(tests.map((test) => [test.name, testKey(test, folder)]));
  const kept = Object.fromEntries(Object.entries(before)
    .filter(([name, { key: old }]) => keys[name] && keys[name] === old).map(([name, { cases }]) => [name, cases]));
  fs.writeFileSync(path.join(folder, 'kept.json'), JSON.stringify(kept));
  const left = Object.keys(kept);
  const report = path.join(folder, 'ctest.junit.xml');
  fs.rmSync(report, { force: true });
  let status = 0;
  if (left.length < tests.length) {
    const [program, ...options] = command;
    if (left.length > 0) options.push('-E', `^(${left.join('|')})$`);
    status = spawnSync(program, [...options, '--output-junit', path.resolve(report)], { stdio: 'inherit' }).status ?? 1;
  }
  const passed = Object.fromEntries(left.map((name) => [name, before[name]]));
  for (const test of fs.existsSync(report) ? junitCases(report) : []) {
    if (test.failed) continue;
    const units = unitReport(folder, test.name);
    const cases = units ? junitCases(units).length : 1;
    if (cases > 0) passed[test.name] = { key: keys[test.name], cases };
  }
  fs.writeFileSync(passedFile, JSON.stringify(passed));
  return status;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [what, ...rest] = process.argv.slice(2);
  if (what === 'key') {
    console.log(key(rest, () => false, system()));
  } else if (what === 'ctest') {
    const split = rest.indexOf('--');
    process.exit(ctest(rest[0], rest.includes('--all'), rest.slice(split + 1)));
  } else {
    console.error('usage: node run_changed.mjs ctest FOLDER [--all] -- CTEST... | key PATH...');
    process.exit(2);
  }
}
