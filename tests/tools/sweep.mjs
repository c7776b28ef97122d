// Runs the long sweeps. A sweep is a file of unit tests with cases named `law…`, `long: …` or `recorded: …`, or a test
// that a CMakeLists.txt adds with stridescope_sweep.
// tests/sweeps.json has, for each sweep, the hash of the sources below it and the day on which it last passed with
// them. The sources below a test: its includes, every file of a folder of the core that one of them includes, the
// includes of these in turn, and the data files that the test names; for a test of CMake the folders that it is added with.
// Comments and the layout of the code do not count.
// Usage: node sweep.mjs due                                prints the sweeps with a different hash
//        node sweep.mjs run [--all | NAME...] -- PROGRAM   runs those that are due, or these; keeps in the file which passed
//        node sweep.mjs check [--day N] -- PROGRAM         runs the sweep of the day; fails if it does, or if another is due
// PROGRAM is the unit tests; a sweep that is run has the variable STRIDESCOPE_SWEEP=whole, and fails where a build that
// it needs is missing. Options: --root FOLDER, another tree (for the self-test).
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const cases = 'law*,long:*,recorded:*';
const isSweep = /^TEST_CASE\(\s*"(law|long:|recorded:)/m;
const withCMake = /^ *stridescope_sweep\((\w+) \w+ "([^"]*)"/gm;

/** The code of a C++ source without comments, blanks at either end of a line, and empty lines. */
export function codeOf(text) {
  const bare = text.replace(/R"(\w*)\([\s\S]*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('//') || part.startsWith('/*') ? '' : part);
  return bare.split('\n').map((line) => line.trim()).filter((line) => line !== '').join('\n');
}

class Tree {
  constructor(root) {
    this.root = root;
    this.hashes = new Map();
    this.file = path.join(root, 'tests/sweeps.json');
    this.unit = path.join(root, 'tests/unit');
    // The folders below each test of CMake.
    this.folders = new Map();
    for (const list of ['tests/CMakeLists.txt', 'tests/desktop/CMakeLists.txt'].filter((file) => this.isFile(file))) {
      for (const [, name, folders] of this.read(list).matchAll(withCMake)) this.folders.set(name, folders.split(' '));
    }
  }

  read(name) {
    return fs.readFileSync(path.join(this.root, name), 'utf8');
  }

  isFile(name) {
    return fs.statSync(path.join(this.root, name), { throwIfNoEntry: false })?.isFile() ?? false;
  }

  hash(name) {
    if (!this.hashes.has(name)) {
      const content = /\.(cpp|h|def|inc)$/.test(name) ? codeOf(this.read(name)) : fs.readFileSync(path.join(this.root, name));
      this.hashes.set(name, createHash('sha256').update(content).digest('hex'));
    }
    return this.hashes.get(name);
  }

  /** The names of all sweeps, in order. */
  names() {
    const files = fs.readdirSync(this.unit).filter((file) => file.endsWith('.cpp') && isSweep.test(this.read(`tests/unit/${file}`)));
    return [...files.map((file) => file.replace(/^test_|\.cpp$/g, '')), ...this.folders.keys()].sort();
  }

  test(name) {
    return [`tests/unit/test_${name}.cpp`, `tests/unit/${name}.cpp`].find((file) => this.isFile(file));
  }

  /** The inputs of a sweep's result. */
  below(name) {
    if (this.folders.has(name)) return this.folders.get(name).flatMap((folder) => this.allOf(folder)).sort();
    const found = new Set();
    const rooms = new Set();
    const left = [this.test(name)];
    while (left.length > 0) {
      const file = left.pop();
      if (found.has(file) || !this.isFile(file)) continue;
      found.add(file);
      if (!/\.(cpp|h|def|inc)$/.test(file)) continue;
      const folder = path.dirname(file);
      const text = this.read(file);
      for (const [, include] of text.matchAll(/^#include "([^"]+)"/gm)) left.push(include, `${folder}/${include}`);
      if (folder.startsWith('core/')) {
        if (rooms.has(folder)) continue;
        rooms.add(folder);
        for (const entry of fs.readdirSync(path.join(this.root, folder))) if (!entry.endsWith('.md')) left.push(`${folder}/${entry}`);
      } else {
        // A test's helpers are next to it, and it names the data that it opens.
        left.push(file.replace(/\.h$/, '.cpp'));
        for (const [, data] of text.matchAll(/"((?:core|tests)\/[\w./-]+)"/g)) left.push(...this.filesOf(data));
      }
    }
    return [...found].sort();
  }

  allOf(folder) {
    return fs.readdirSync(path.join(this.root, folder), { recursive: true }).map((file) => `${folder}/${file}`)
      .filter((file) => !file.endsWith('.md') && this.isFile(file));
  }

  filesOf(name) {
    const status = fs.statSync(path.join(this.root, name), { throwIfNoEntry: false });
    if (!status?.isDirectory()) return [name];
    return fs.readdirSync(path.join(this.root, name)).map((entry) => `${name.replace(/\/$/, '')}/${entry}`);
  }

  sources(name) {
    const hash = createHash('sha256');
    for (const file of this.below(name)) hash.update(`${file} ${this.hash(file)}\n`);
    return hash.digest('hex').slice(0, 16);
  }

  passed() {
    return fs.existsSync(this.file) ? JSON.parse(fs.readFileSync(this.file, 'utf8')) : {};
  }

  /** One line a sweep: two branches that ran different sweeps merge. */
  write(passed) {
    const rows = this.names().filter((name) => passed[name]).map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(passed[name])}`);
    fs.writeFileSync(this.file, `{\n${rows.join(',\n')}\n}\n`);
  }

  due() {
    const passed = this.passed();
    return this.names().filter((name) => passed[name]?.sources !== this.sources(name));
  }
}

/** The command of a sweep, and what it prints if it ran and passed. PROGRAM is in the folder `bin` of its build. */
function commandOf(tree, name, program) {
  if (tree.folders.has(name)) {
    const build = path.resolve(tree.root, program[0], '../..');
    return [['ctest', '--test-dir', build, '-C', 'sweep', '-R', `^${name}$`, '--output-on-failure'], /^\s*1\/1 Test.* Passed /m];
  }
  return [[...program, `--source-file=*/${path.basename(tree.test(name))}`, `--test-case=${cases}`, '--no-colors'], /test cases:\s*[1-9]/];
}

/** Runs one sweep; {name, passed, seconds, output}. No case at all is a failure. */
function runSweep(tree, name, program, whole) {
  const start = process.hrtime.bigint();
  return new Promise((resolve) => {
    const [[file, ...words], success] = commandOf(tree, name, program);
    const child = spawn(file, words, {
      cwd: tree.root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, STRIDESCOPE_SWEEP: whole ? 'whole' : '' },
    });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    const end = (code) => {
      const passed = code === 0 && success.test(output);
      resolve({ name, passed, seconds: Number(process.hrtime.bigint() - start) / 1e9, output });
    };
    child.on('error', (error) => {
      output += error.message;
      end(1);
    });
    child.on('close', end);
  });
}

/** Runs sweeps in parallel and reports the result of each. */
async function runAll(tree, names, program, whole = false) {
  const left = [...names];
  const results = [];
  const worker = async () => {
    while (left.length > 0) {
      const result = await runSweep(tree, left.shift(), program, whole);
      results.push(result);
      console.log(`${result.name.padEnd(24)}${result.passed ? 'passed' : 'FAILED'} ${result.seconds.toFixed(1)} s`);
      if (!result.passed) console.log(result.output.split('\n').slice(-40).join('\n'));
    }
  };
  await Promise.all(Array.from({ length: os.cpus().length }, worker));
  return results;
}

/** The sweep that runs today, whatever the file says: a day runs one of the names, in order. */
export const sweepOfDay = (names, day) => names[((day % names.length) + names.length) % names.length];

async function main(words) {
  const split = words.indexOf('--');
  const program = split < 0 ? [] : words.slice(split + 1);
  const [what, ...rest] = split < 0 ? words : words.slice(0, split);
  const option = (name) => {
    const at = rest.indexOf(name);
    return at < 0 ? undefined : rest.splice(at, 2)[1];
  };
  const tree = new Tree(path.resolve(option('--root') ?? path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')));
  const day = Number(option('--day') ?? Math.floor(Date.now() / 86_400_000));
  const names = tree.names();
  if (what === 'due') {
    for (const name of tree.due()) console.log(name);
    return 0;
  }
  if (program.length === 0) throw new Error('usage: node sweep.mjs due | run [--all | NAME...] -- PROGRAM | check -- PROGRAM');
  if (what === 'run') {
    const unknown = rest.filter((name) => name !== '--all' && !names.includes(name));
    if (unknown.length > 0) throw new Error(`no sweep ${unknown.join(', ')}; the sweeps are ${names.join(', ')}`);
    const chosen = rest.includes('--all') ? names : rest.length > 0 ? rest : tree.due();
    if (chosen.length === 0) console.log('no sweep is due');
    const passed = tree.passed();
    const results = await runAll(tree, chosen, program, true);
    for (const result of results) {
      if (result.passed) passed[result.name] = { sources: tree.sources(result.name), passed: new Date().toISOString().slice(0, 10) };
      else delete passed[result.name];
    }
    tree.write(passed);
    return results.every((result) => result.passed) ? 0 : 1;
  }
  if (what === 'check') {
    const turn = sweepOfDay(names, day);
    const results = await runAll(tree, names.length > 0 ? [turn] : [], program);
    const due = tree.due().filter((name) => name !== turn);
    if (due.length > 0) console.log(`due, since sources below them have changed: ${due.join(', ')}\nrun ./dev sweep, and commit tests/sweeps.json`);
    if (names.length === 0) console.log('there is no sweep');
    return names.length > 0 && due.length === 0 && results.every((result) => result.passed) ? 0 : 1;
  }
  throw new Error(`no command ${what}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }
}
