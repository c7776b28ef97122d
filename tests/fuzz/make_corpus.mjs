// Writes a seed corpus from the golden expressions: the shortest and the longest of each function and integer mode,
// and of each kind of refusal.
// Beside it, FOLDER.dict: tokens.dict and the names of those functions.
// Usage: node make_corpus.mjs FOLDER
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const LONGEST = 300; // bytes: the fuzzer grows what it needs by itself

const here = path.dirname(fileURLToPath(import.meta.url));
const golden = path.join(here, '..', 'golden');
const folder = process.argv[2];
if (!folder) {
  console.error('usage: node make_corpus.mjs FOLDER');
  process.exit(2);
}

const groups = new Map();
const functions = new Set();
for (const file of fs.readdirSync(golden).filter((name) => /^(cute_.*|tract)\.jsonl$/.test(name)).sort()) {
  for (const line of fs.readFileSync(path.join(golden, file), 'utf8').split('\n').filter(Boolean)) {
    const { expr, fn, mode = '', kind = '' } = JSON.parse(line);
    functions.add(fn);
    if (expr.length > LONGEST) continue;
    const key = `${fn} ${mode} ${kind}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(expr);
  }
}

const seeds = new Set();
for (const expressions of groups.values()) {
  expressions.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  seeds.add(expressions.at(0)).add(expressions.at(-1));
}

fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });
for (const seed of seeds) {
  const name = crypto.createHash('sha1').update(seed).digest('hex').slice(0, 16);
  fs.writeFileSync(path.join(folder, name), seed);
}
const tokens = fs.readFileSync(path.join(here, 'tokens.dict'), 'utf8');
fs.writeFileSync(`${folder}.dict`, tokens + [...functions].sort().map((fn) => `"${fn}("\n`).join(''));
console.log(`${seeds.size} seeds of ${groups.size} groups in ${folder}`);
