// Finds code that is written twice: places that share `least` lines or more. Blank lines, comments, includes, brackets
// alone, labels and lists of texts do not count. The fix is a function that both call. Usage: node check_repeats.mjs
// [ROOT | --self-test]
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sources } from './tools/sources.mjs';

const least = 6;
const SOURCE = /\.(h|cpp|mjs|ts|tsx|py)$/;
const folders = ['core', 'wasm', 'desktop', 'gpu_runner', 'tests', 'web/src'];

/** The lines that count: [number from 1, text]. */
function linesOf(text) {
  const lines = [];
  text.split('\n').forEach((line, index) => {
    const plain = line.trim().replace(/\s+/g, ' ');
    if (!/[A-Za-z0-9]/.test(plain) || /^(const \w+\[\] = \{|[^ ]+ [^ ]+\[\] = \{)?"[^"]*"[,}; ]*$/.test(plain) || /^(\/\/|#|\*|\/\*|import |using |namespace |break;|return;|case |default:|public:|private:|end$|TEST_CASE)/.test(plain)) return;
    lines.push([index + 1, plain]);
  });
  return lines;
}

/** Pairs of places that share `least` lines or more, each as long as it goes. */
function repeats(files) {
  const all = files.map(([name, text]) => [name, linesOf(text)]);
  const seen = new Map();
  const covered = new Set();
  const found = [];
  all.forEach(([name, lines], file) => {
    for (let at = 0; at + least <= lines.length; ++at) {
      const key = lines.slice(at, at + least).map(([, text]) => text).join('\n');
      const before = seen.get(key);
      if (before === undefined) {
        seen.set(key, [file, at]);
        continue;
      }
      const [otherFile, otherAt] = before;
      if (otherFile === file && at - otherAt < least) continue;
      if (covered.has(`${otherFile}:${otherAt}:${file}:${at}`)) continue;
      const other = all[otherFile][1];
      let length = least;
      while (otherAt + length < other.length && at + length < lines.length && other[otherAt + length][1] === lines[at + length][1]) ++length;
      for (let i = 0; i + least <= length; ++i) covered.add(`${otherFile}:${otherAt + i}:${file}:${at + i}`);
      found.push({ places: [`${all[otherFile][0]}:${other[otherAt][0]}`, `${name}:${lines[at][0]}`], lines: length });
    }
  });
  return found;
}

function selfTest() {
  const line = (i) => `call(${i});`;
  const lines = (from, count) => Array.from({ length: count }, (_, i) => line(from + i)).join('\n');
  const cases = [
    // [files, how many pairs of places they share]
    [[['a', lines(0, 6)], ['b', lines(0, 6)]], 1],
    [[['a', lines(0, 5)], ['b', lines(0, 5)]], 0],
    [[['a', lines(0, 20)], ['b', `x = 1;\n${lines(3, 9)}\ny = 2;`]], 1],
    [[['a', `${lines(0, 3)}\n// a comment\n\n${lines(3, 3)}`], ['b', lines(0, 6).replaceAll('\n', '\n  ')]], 1],
    [[['a', `${lines(0, 7)}\n${lines(0, 7)}`]], 1],
    [[['a', Array.from({ length: 9 }, (_, i) => `"name ${i}",`).join('\n')], ['b', Array.from({ length: 9 }, (_, i) => `"name ${i}",`).join('\n')]], 0],
  ];
  return cases.flatMap(([files, wanted], index) => {
    const count = repeats(files).length;
    return count === wanted ? [] : [`case ${index}: ${count} repeats, not ${wanted}`];
  });
}

function check(root) {
  const files = folders.flatMap((folder) => [...sources(root, folder, SOURCE)]).map((name) => [name, fs.readFileSync(path.join(root, name), 'utf8')]);
  if (files.length < 100) return ['it looked in the wrong place: there are hardly any sources'];
  return repeats(files).map(({ places, lines }) => `${places.join(' and ')} share ${lines} lines`);
}

const argument = process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const problems = argument === '--self-test' ? selfTest() : check(argument);
for (const problem of problems) console.error(problem);
console.log(`${problems.length} repeats`);
process.exit(problems.length ? 1 : 0);
