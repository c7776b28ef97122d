// Checks that every source begins with a comment that explains the file's purpose: a sentence, not a name. With
// --comments it counts what the public headers of the core explain. Usage: node check_heads.mjs [ROOT | --comments
// [ROOT] | --self-test]
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const least = 5; // words
const SOURCE = /\.(h|cpp|c|cuh|def|inc|ts|tsx|mjs|css|cmake|py|sh|query)$|(^|\/)(CMakeLists\.txt|dev)$/;
const folders = ['core', 'wasm', 'desktop', 'gpu_runner', 'tests', 'web'];
const MADE = /(^|\/)(node_modules|corpus|build)\/|door\.d\.ts$/;

function* sources(root, folder) {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = path.posix.join(folder, entry.name);
    if (MADE.test(entry.isDirectory() ? `${name}/` : name)) continue;
    if (entry.isDirectory()) yield* sources(root, name);
    else if (SOURCE.test(entry.name)) yield name;
  }
}

/** The words of the comment that a text begins with, behind a line for the shell and a guard. */
function headOf(text) {
  const lines = text.split('\n');
  let at = 0;
  while (at < lines.length && /^(#!.*|#pragma once|\s*)$/.test(lines[at])) ++at;
  const rest = lines.slice(at).join('\n');
  const block = /^\s*(?:r?"""([\s\S]*?)"""|\/\*([\s\S]*?)\*\/)/.exec(rest);
  if (block) return words(block[1] ?? block[2]);
  const head = [];
  for (const line of lines.slice(at)) {
    const comment = /^\s*(?:\/\/|#(?!\s*(?:include|define|if|ifdef|ifndef|undef|pragma)\b))(.*)$/.exec(line);
    if (!comment) break;
    head.push(comment[1]);
  }
  return words(head.join(' '));
}
const words = (text) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word));

function check(root) {
  const missing = [];
  let count = 0;
  for (const folder of folders.filter((name) => fs.existsSync(path.join(root, name)))) {
    for (const file of sources(root, folder)) {
      count += 1;
      const head = headOf(fs.readFileSync(path.join(root, file), 'utf8'));
      if (head.length < least) missing.push(`${file}: its head does not say what it is for${head.length ? `: "${head.join(' ')}"` : ''}`);
    }
  }
  return { count, missing };
}

/** Lines that are not blank, those of them that are comments alone, and those of code with a comment behind it. */
function countLines(text) {
  const counts = [0, 0, 0];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (!line) continue;
    counts[0] += 1;
    if (/^(\/\/|\/\*|\*)/.test(line)) counts[1] += 1;
    else if (/\s\/\/\s/.test(line)) counts[2] += 1;
  }
  return counts;
}

/** By folder of the core; the command line's headers and what is internal to a folder (by its head) count apart. */
function comments(root) {
  const rows = new Map();
  const add = (name, counts) => {
    const row = rows.get(name) ?? [0, 0, 0, 0];
    rows.set(name, [row[0] + 1, ...counts.map((count, i) => row[i + 1] + count)]);
  };
  for (const file of sources(root, 'core')) {
    if (!file.endsWith('.h')) continue;
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    const inside = file.startsWith('core/cli/') || /\b(internal to|inside core\/)/i.test(headOf(text).join(' '));
    add(inside ? 'internal' : file.split('/').slice(0, 2).join('/'), countLines(text));
    if (!inside) add('all public', countLines(text));
  }
  const part = (count, all) => `${String(count).padStart(5)} (${(100 * count / all).toFixed(1)} %)`;
  for (const [name, [files, all, alone, behind]] of [...rows].sort()) {
    console.log(`${name.padEnd(16)} ${String(files).padStart(3)} headers, ${String(all).padStart(5)} lines,${part(alone, all)} of comments,${part(behind, all)} of code with one`);
  }
}

function selfTest() {
  const cases = [
    // [text, whether it has a head]
    ['// What a layout is as a function, at any size.\n#include "a.h"\n', true],
    ['#pragma once\n// What a layout is as a function, at any size.\n', true],
    ['#!/usr/bin/env python3\n"""Counts the operations that have traits."""\n', true],
    ['/* Cards from top to bottom: title, picture, switches. */\n.card {}\n', true],
    ['# The whole build: options and helpers for folders.\nproject(x)\n', true],
    ['#include "a.h"\n\n// What a layout is as a function, at any size.\n', false],
    ['// Layouts.\n#include "a.h"\n', false],
    ['#define A 1 of what there is here\n', false],
    ["import fs from 'node:fs';\n", false],
    ['', false],
  ];
  const wrong = cases.filter(([text, good]) => (headOf(text).length >= least) !== good).map(([text]) => JSON.stringify(text));
  if (countLines('// a\n\nint x;  // b\n').join() !== '2,1,1') wrong.push('countLines');
  return { count: cases.length, missing: wrong };
}

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [what, where] = process.argv.slice(2);
if (what === '--comments') {
  comments(where ?? root);
} else {
  const { count, missing } = what === '--self-test' ? selfTest() : check(what ?? root);
  for (const one of missing) console.error(one);
  console.log(`${count} sources, ${missing.length} without a head`);
  process.exit(missing.length > 0 || count === 0 ? 1 : 0);
}
