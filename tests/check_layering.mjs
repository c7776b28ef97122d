// Checks the arrows between the folders: who may include whom (the table of the design, bottom to top).
// Usage: node check_layering.mjs [ROOT | --self-test]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Folder -> the folders that it may include besides itself, bottom to top. An arrow not listed here is an error; one
// that is wanted is added here, in a commit that says why, and may name only folders further up in this list.
const ALLOWED = {
  'core/base': [],
  // Text that others are made of: it needs nothing.
  'core/data': [],
  'core/value': ['core/base'],
  'core/algebra': ['core/base', 'core/value'],
  'core/tiled': ['core/base', 'core/value', 'core/algebra'],
  'core/category': ['core/base', 'core/value', 'core/algebra'],
  'core/analysis': ['core/base', 'core/value', 'core/algebra', 'core/tiled'],
  'core/codegen': ['core/base', 'core/value', 'core/algebra', 'core/tiled', 'core/analysis'],
  // A kernel that no plan can be made of is an error on its line.
  'core/lang': [
    'core/base', 'core/value', 'core/algebra', 'core/tiled', 'core/category', 'core/analysis', 'core/codegen',
  ],
  // A derivation's steps are calls of the language's functions: no result is computed a second way.
  'core/explain': [
    'core/base', 'core/value', 'core/algebra', 'core/tiled', 'core/category', 'core/lang', 'core/analysis',
  ],
  'core/scene': [
    'core/base', 'core/value', 'core/algebra', 'core/tiled', 'core/category', 'core/analysis', 'core/explain',
  ],
  // Figures have the colours of page and window.
  'core/render': ['core/base', 'core/data', 'core/value', 'core/algebra', 'core/analysis', 'core/scene'],
  'core/workspace': [
    'core/base', 'core/value', 'core/algebra', 'core/tiled', 'core/category', 'core/lang', 'core/analysis',
    'core/explain', 'core/scene', 'core/render', 'core/codegen', 'core/data',
  ],
  // The application without a screen, and the door through which others ask.
  'core/app': [
    'core/base', 'core/value', 'core/algebra', 'core/tiled', 'core/category', 'core/lang', 'core/analysis',
    'core/explain', 'core/scene', 'core/render', 'core/codegen', 'core/data', 'core/workspace',
  ],
  // What is installed for others: the door for C, and one header of all that is public.
  'core/library': [
    'core/base', 'core/value', 'core/algebra', 'core/lang', 'core/scene', 'core/render', 'core/workspace', 'core/app',
  ],
  wasm: ['core/base', 'core/app'],
  gpu_runner: ['core/base', 'core/workspace', 'core/app'],
  // `stridescope run` talks to the runner through its client.
  'core/cli': ['core/base', 'core/workspace', 'core/app', 'gpu_runner'],
  // The window paints the core's drawings and lists its gallery.
  desktop: ['core/base', 'core/render', 'core/data', 'core/workspace', 'core/app', 'gpu_runner'],
};

const SOURCE = /\.(h|hpp|inc|def|cpp|cc|c|cu|cuh)$/;
const folders = Object.keys(ALLOWED);
const folderOf = (file) => folders.find((folder) => file.startsWith(folder + '/'));

function* sourceFiles(root, folder) {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(root, name);
    else if (SOURCE.test(entry.name)) yield name;
  }
}

function check(root) {
  const violations = [];
  let arrows = 0;
  for (const top of ['core', 'wasm', 'desktop', 'gpu_runner'].filter((name) => fs.existsSync(path.join(root, name)))) {
    for (const file of sourceFiles(root, top)) {
      const from = folderOf(file);
      const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n');
      lines.forEach((line, index) => {
        const report = (what) => violations.push(`${file}:${index + 1}: ${what}`);
        // <core/...> finds the same files as "core/...": both are arrows.
        const include = /^\s*#\s*include\s*(?:"([^"]+)"|<((?:core|wasm|desktop|gpu_runner|tests)\/[^>]+)>)/.exec(line);
        if (!include) return;
        arrows += 1;
        const target = include[1] ?? include[2];
        const to = folderOf(target);
        if (target.includes('..') || !fs.existsSync(path.join(root, target))) {
          report(`"${target}" is not a path from the root of the repository`);
        } else if (!from) report(`this folder is not in the table of tests/check_layering.mjs`);
        else if (!to) report(`"${target}" is in no folder that a product may include`);
        else if (from !== to && !ALLOWED[from].includes(to)) report(`${from} may not include ${to} ("${target}")`);
      });
    }
  }
  return { arrows, violations };
}

// The table itself: an arrow never points up.
function checkTable() {
  const upward = [];
  for (const [from, targets] of Object.entries(ALLOWED)) {
    for (const to of targets) {
      const below = folders.indexOf(to) >= 0 && folders.indexOf(to) < folders.indexOf(from);
      if (!below) upward.push(`the table lets ${from} include ${to}, which is not below it`);
    }
  }
  return upward;
}

function selfTest() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-layering-'));
  const write = (file, text) => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  };
  const cases = [
    // [file, text, expected part of the violation, or null when it is allowed]
    ['core/value/good.h', '#include "core/base/a.h"\n#include <vector>\n', null],
    ['core/value/same.h', '#include "core/value/layout.h"\n', null],
    ['wasm/good.cpp', '#include "core/app/door.h"\n', null],
    ['core/base/up.h', '#include "core/value/layout.h"\n', 'core/base may not include core/value'],
    ['core/value/angle.h', '#include <core/workspace/workspace.h>\n', 'core/value may not include core/workspace'],
    ['core/value/spaced.h', '  #  include "core/workspace/workspace.h"\n', 'core/value may not include core/workspace'],
    ['core/value/short.h', '#include "layout.h"\n', 'is not a path from the root'],
    ['core/base/dots.h', '#include "core/base/../value/layout.h"\n', 'is not a path from the root'],
    ['core/base/test.h', '#include "tests/unit/laws.h"\n', 'is in no folder that a product may include'],
    ['core/newcomer/a.cpp', '#include "core/base/a.h"\n', 'is not in the table'],
    ['wasm/deep.cpp', '#include "core/value/layout.h"\n', 'wasm may not include core/value'],
  ];
  const failures = [];
  try {
    const targets = [
      'core/base/a.h', 'core/value/layout.h', 'core/workspace/workspace.h', 'core/app/door.h', 'tests/unit/laws.h',
    ];
    for (const file of targets) write(file, '\n');
    for (const [file, text, expected] of cases) {
      write(file, text);
      const { violations } = check(root);
      fs.rmSync(path.join(root, file));
      const right = violations.length === (expected ? 1 : 0) && violations.every((text) => text.includes(expected));
      if (!right) failures.push(`${file}: expected ${expected ?? 'no violation'}, got ${JSON.stringify(violations)}`);
    }
  } finally {
    fs.rmSync(root, { recursive: true });
  }
  return { arrows: cases.length, violations: failures };
}

const argument = process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { arrows, violations } = argument === '--self-test' ? selfTest() : check(argument);
violations.push(...checkTable());
for (const violation of violations) console.error(violation);
// No arrow at all means that the check looked in the wrong place.
if (arrows === 0) console.error('found no #include of our own');
console.log(`${arrows} arrows, ${violations.length} violations`);
process.exit(violations.length > 0 || arrows === 0 ? 1 : 0);
