// Checks that compile_alone.mjs finds a forgotten include of a header and, on its day, of a source, and a missing guard.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
fs.mkdirSync(path.join(here, '../../build'), { recursive: true });
const root = fs.mkdtempSync(path.join(here, '../../build', 'alone-'));
try {
  const write = (name, text) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  };
  const alone = (...words) => {
    const { status, stdout } = spawnSync('node', [path.join(here, 'compile_alone.mjs'), '--root', root, ...words, '--', 'g++', '-std=c++20'],
      { encoding: 'utf8' });
    return `${status} ${stdout.trim()}`;
  };
  write('core/a/low.h', '#pragma once\nstruct Low {};\n');
  write('core/a/own.h', '#pragma once\n#include "core/a/low.h"\nLow own();\n');
  write('core/a/own.cpp', '#include "core/a/own.h"\nLow own() { return {}; }\n');
  assert.equal(alone('--all'), '0 1 headers and 1 sources compiled alone, 0 failed');

  write('core/a/own.h', '#pragma once\nLow own();\n');
  assert.equal(alone('--all'), '1 1 headers and 1 sources compiled alone, 1 failed');
  assert.equal(alone('--day', '0'), '1 1 headers and 1 sources compiled alone, 1 failed');
  assert.equal(alone('--day', '1'), '0 1 headers and 0 sources compiled alone, 0 failed'); // another day's

  write('core/a/own.cpp', '#include "core/a/low.h"\n#include "core/a/own.h"\nLow own() { return {}; }\n');
  assert.equal(alone('--day', '1'), '1 2 headers and 0 sources compiled alone, 1 failed'); // its source hides it
  write('core/a/own.h', '#include "core/a/low.h"\nstruct Own {};\n');
  assert.equal(alone('--day', '1'), '1 2 headers and 0 sources compiled alone, 1 failed'); // no guard
} finally {
  fs.rmSync(root, { recursive: true });
}
console.log('compile_alone finds what is forgotten');
