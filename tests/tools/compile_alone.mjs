// Compiles files of the core alone, since the builds compile them in groups, where an include that one file forgets may
// come from its neighbor. Each day checks every header that no source includes first, twice in a row (guards), and a
// sixteenth of the sources, in turn; a source that includes its own header first is the proof for both.
// Usage: node compile_alone.mjs [--all | --day N] [--root FOLDER] -- COMPILER OPTION...
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const parts = 16;
const words = process.argv.slice(2);
const [compiler, ...options] = words.splice(words.indexOf('--')).slice(1);
const option = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
const root = path.resolve(option('--root') ?? path.join(path.dirname(fileURLToPath(import.meta.url)), '../..'));
const day = Number(option('--day') ?? Math.floor(Date.now() / 86_400_000));
if (!compiler || !Number.isInteger(day)) {
  console.error('usage: node compile_alone.mjs [--all | --day N] [--root FOLDER] -- COMPILER OPTION...');
  process.exit(2);
}

const files = fs.readdirSync(path.join(root, 'core'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(cpp|h)$/.test(entry.name))
  .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
  .filter((file) => file !== 'core/base/deflate_node.cpp').sort(); // for node alone
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
const ownHeaderFirst = (header) => {
  const source = header.replace(/h$/, 'cpp');
  return files.includes(source) && /^#include.*$/m.exec(read(source))?.[0] === `#include "${header}"` && /^#pragma once/m.test(read(header));
};
const headers = files.filter((file) => file.endsWith('.h') && !ownHeaderFirst(file));
const sources = files.filter((file) => file.endsWith('.cpp'))
  .filter((_, index) => words.includes('--all') || (index + day) % parts === 0);

const flags = [...options, `-I${root}`, `-I${path.join(root, 'core/c_api/include')}`, '-fsyntax-only', '-x', 'c++', '-'];
const compile = (file) => new Promise((done) => {
  const child = spawn(compiler, flags, { cwd: root, stdio: ['pipe', 'inherit', 'inherit'] });
  child.on('error', (error) => {
    console.error(`${compiler}: ${error.message}`);
    done(false);
  });
  child.on('close', (status) => {
    if (status !== 0) console.error(`FAILED alone: ${file}`);
    done(status === 0);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(file.endsWith('.h') ? `#include "${file}"\n`.repeat(2) : `#line 1 "${file}"\n${read(file)}`);
});

const left = [...headers, ...sources];
let failed = 0;
await Promise.all(Array.from({ length: os.cpus().length }, async () => {
  for (let file = left.shift(); file; file = left.shift()) if (!(await compile(file))) ++failed;
}));
console.log(`${headers.length} headers and ${sources.length} sources compiled alone, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
