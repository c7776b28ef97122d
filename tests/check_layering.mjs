// Checks the dependencies between the folders against the table of the design, bottom to top: the #include lines of the
// C++ and the imports of the page, with those of types and those that are loaded later. Usage: node check_layering.mjs
// [ROOT | --self-test]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Folder -> the folders that it may include besides itself, bottom to top. An arrow not listed here is an error; one
// that is wanted is added here, in a commit that says why, and may name only folders further up in this list.
export const ALLOWED = {
  'core/base': [],
  // Texts from which other files are made: depends on nothing.
  'core/data': [],
  'core/value': ['core/base'],
  'core/algebra': ['core/base', 'core/value'],
  // A layout as a function: image, linearity, permutation, equality; rows of a report.
  'core/facts': ['core/base', 'core/value', 'core/algebra'],
  'core/tiled': ['core/base', 'core/value', 'core/algebra'],
  // CuTe's own printers, character for character. The language's print_* functions call them.
  'core/render/cute': ['core/base', 'core/value', 'core/algebra', 'core/facts', 'core/tiled'],
  'core/category': ['core/base', 'core/value', 'core/algebra'],
  // Tables of GPUs and architectures: occupancy, the time that a kernel needs at least.
  'core/hardware': ['core/base', 'core/facts', 'core/tiled'],
  // Accesses of warps: sectors, bank conflicts, vector widths, TMA and tensor memory.
  'core/memory': ['core/base', 'core/value', 'core/algebra', 'core/facts', 'core/tiled'],
  // Registers to registers: the cheapest way from one thread-value layout to another.
  'core/conversion': ['core/base', 'core/value', 'core/facts', 'core/memory'],
  // The laws of the operations, checked on their results.
  'core/verdicts': ['core/base', 'core/value', 'core/algebra', 'core/facts'],
  // Kernel values, their plans, CUDA text and predicted counts.
  'core/kernels': [
    'core/base', 'core/value', 'core/algebra', 'core/facts', 'core/tiled', 'core/hardware', 'core/memory',
    'core/conversion',
  ],
  // The analysis of a value as a report.
  'core/analysis': [
    'core/base', 'core/value', 'core/algebra', 'core/facts', 'core/tiled', 'core/hardware', 'core/memory',
    'core/conversion', 'core/kernels',
  ],
  // Values as source text of CuTe C++, CuTe DSL and Python.
  'core/emit': ['core/base', 'core/value', 'core/algebra', 'core/facts', 'core/tiled'],
  // Kernels equivalent to a given one, and the time of each. The language, which is above, evaluates their texts.
  'core/tune': [
    'core/base', 'core/value', 'core/algebra', 'core/tiled', 'core/hardware', 'core/memory', 'core/kernels',
    'core/analysis',
  ],
  // Layouts of other systems in the values of this one.
  'core/foreign/systems': ['core/base', 'core/value', 'core/algebra', 'core/facts', 'core/tiled'],
  // Recorded accesses of programs. A kernel of this project is compared with its plan; addresses that are linear over F2
  // have the form that those of other systems have.
  'core/trace': [
    'core/base', 'core/value', 'core/algebra', 'core/facts', 'core/tiled', 'core/memory', 'core/kernels', 'core/emit',
    'core/foreign/systems',
  ],
  // Executes PTX, with the operands of its products where the atoms have them, and records it as a trace.
  'core/machine': ['core/base', 'core/value', 'core/tiled', 'core/trace'],
  // Checks a run of the machine; the layouts of its arguments give the elements of addresses. Its picture has the
  // colors of all.
  'core/machine/checks': ['core/base', 'core/data', 'core/value', 'core/facts', 'core/machine'],
  // A session on the machine for a user: the launch, instants, the panes of a surface; what the checks
  // find is one of them.
  'core/debugger': ['core/base', 'core/data', 'core/trace', 'core/machine', 'core/machine/checks'],
  // Our language: text, tree, values.
  'core/lang': ['core/base', 'core/value', 'core/algebra', 'core/category'],
  // The functions of the language. A kernel that has no plan is an error on its line; texts of other systems are read by
  // functions.
  'core/functions': [
    'core/base', 'core/value', 'core/algebra', 'core/facts', 'core/tiled', 'core/render/cute', 'core/category', 'core/hardware',
    'core/memory', 'core/conversion', 'core/kernels', 'core/analysis', 'core/tune', 'core/foreign/systems', 'core/lang',
  ],
  // Text that others write: pasted C++ and Python, printed values, whole modules of other compilers.
  'core/foreign': [
    'core/base', 'core/value', 'core/algebra', 'core/facts', 'core/tiled', 'core/memory', 'core/analysis',
    'core/foreign/systems', 'core/lang', 'core/functions',
  ],
  // The declarations of a source with their values, scope by scope. The lint and the language server ask.
  'core/sources': [
    'core/base', 'core/value', 'core/algebra', 'core/tiled', 'core/lang', 'core/functions', 'core/foreign',
  ],
  // A derivation's steps are calls of the language's functions: no result is computed a second way.
  'core/explain': [
    'core/base', 'core/value', 'core/algebra', 'core/facts', 'core/tiled', 'core/category', 'core/analysis',
    'core/lang', 'core/functions',
  ],
  'core/scene': [
    'core/base', 'core/value', 'core/algebra', 'core/facts', 'core/tiled', 'core/category', 'core/hardware',
    'core/kernels', 'core/analysis', 'core/explain',
  ],
  // Figures have the colors of page and window.
  'core/render': [
    'core/base', 'core/data', 'core/value', 'core/algebra', 'core/facts', 'core/render/cute', 'core/scene',
  ],
  'core/workspace': [
    'core/base', 'core/data', 'core/value', 'core/algebra', 'core/facts', 'core/tiled', 'core/render/cute',
    'core/category', 'core/hardware', 'core/memory', 'core/verdicts', 'core/kernels', 'core/analysis', 'core/emit',
    'core/foreign/systems', 'core/lang', 'core/functions', 'core/foreign', 'core/explain', 'core/scene', 'core/render',
  ],
  // Runs of kernels: the result that a runner sends, what it says, its pictures, files of measurements, kept runs and
  // the table of them.
  'core/runs': [
    'core/base', 'core/value', 'core/hardware', 'core/kernels', 'core/foreign', 'core/scene', 'core/render',
    'core/workspace',
  ],
  // Lessons are texts with programs in them: reading one, its numbers, and whether an answer is right.
  'core/lessons': ['core/base', 'core/value', 'core/facts', 'core/analysis', 'core/lang', 'core/workspace'],
  // Records that cross the door: values, reports, analyses, runs. Each member is described once.
  'core/records': [
    'core/base', 'core/data', 'core/tiled', 'core/category', 'core/kernels', 'core/analysis', 'core/tune', 'core/functions',
    'core/foreign', 'core/explain', 'core/scene', 'core/workspace', 'core/runs',
  ],
  // Files of others, open next to the program: traces, modules, reports of Nsight Compute.
  'core/files': ['core/base', 'core/trace', 'core/foreign', 'core/scene', 'core/render', 'core/workspace'],
  // The picture of a card: which views it may have, its pixels, its playback.
  'core/pictures': [
    'core/base', 'core/data', 'core/value', 'core/foreign', 'core/scene', 'core/render', 'core/workspace', 'core/records',
  ],
  // Forms that write a line of a program: atoms, kernels, problem sizes, questions.
  'core/forms': [
    'core/base', 'core/tiled', 'core/kernels', 'core/functions', 'core/workspace', 'core/records', 'core/pictures',
  ],
  // The application without a screen.
  'core/app': [
    'core/base', 'core/data', 'core/tiled', 'core/memory', 'core/tune', 'core/lang', 'core/functions', 'core/foreign',
    'core/scene', 'core/workspace', 'core/runs', 'core/lessons', 'core/records', 'core/files', 'core/pictures', 'core/forms',
  ],
  // The one list of methods for callers from outside.
  'core/door': [
    'core/base', 'core/debugger', 'core/analysis', 'core/render', 'core/workspace', 'core/runs', 'core/records', 'core/pictures',
    'core/forms', 'core/app',
  ],
  // Findings about layouts in source files: what the checks of the core find, with a rule and a place.
  'core/lint': [
    'core/base', 'core/value', 'core/algebra', 'core/facts', 'core/tiled', 'core/hardware', 'core/memory', 'core/verdicts', 'core/lang',
    'core/foreign', 'core/sources', 'core/workspace',
  ],
  // Answers for agents: the checks of the command line as claims.
  'core/mcp': [
    'core/base', 'core/value', 'core/algebra', 'core/facts', 'core/tiled', 'core/memory', 'core/analysis', 'core/workspace', 'core/lint',
  ],
  // Answers for editors: values, errors and findings of documents.
  'core/lsp': [
    'core/base', 'core/value', 'core/tiled', 'core/analysis', 'core/functions', 'core/sources', 'core/workspace', 'core/app',
    'core/lint',
  ],
  // Installed for others: the C API, and one header of everything public.
  'core/c_api': [
    'core/base', 'core/value', 'core/algebra', 'core/lang', 'core/foreign', 'core/scene', 'core/render', 'core/workspace',
    'core/door',
  ],
  // The Python package calls the C interface.
  python: ['core/c_api'],
  wasm: ['core/base', 'core/debugger', 'core/door'],
  // Runs plans, and has the list of their kinds.
  gpu_runner: ['core/base', 'core/kernels', 'core/trace', 'core/workspace', 'core/runs', 'core/records', 'core/app'],
  // `stridescope run` talks to the runner through its client.
  // It writes the functions, the gallery, the words of views and the facts of atoms as text.
  'core/cli': [
    'core/base', 'core/data', 'core/tiled', 'core/functions', 'core/scene', 'core/trace', 'core/machine', 'core/machine/checks', 'core/foreign', 'core/workspace', 'core/runs',
    'core/records', 'core/files', 'core/app', 'core/door', 'core/lint', 'core/mcp', 'core/lsp', 'gpu_runner',
  ],
  // The window. It keeps, next to the application, files, drafts, runs, threads; nothing of a screen. It unpacks a
  // trace for the application.
  'desktop/model': [
    'core/base', 'core/data', 'core/trace', 'core/debugger', 'core/workspace', 'core/runs', 'core/pictures', 'core/forms', 'core/app', 'core/door',
    'gpu_runner',
  ],
  // Pixels: it paints the core's drawings.
  'desktop/view': ['core/base', 'core/data', 'core/render', 'core/pictures', 'core/forms', 'core/app', 'desktop/model'],
  // GLFW, keys, options: the machine under the window.
  'desktop/platform': ['core/data', 'core/workspace', 'desktop/model', 'desktop/view'],
  'desktop/panels': [
    'core/base', 'core/data', 'core/workspace', 'core/runs', 'core/records', 'core/files', 'core/forms', 'core/app',
    'desktop/model', 'desktop/view', 'desktop/platform',
  ],
  // The files of desktop itself: they start the window.
  desktop: ['desktop/view', 'desktop/platform', 'desktop/panels'],
  // The page. What the browser keeps and how bright it is.
  'web/src/base': [],
  'web/src/style': [],
  // The page's side of the door: the module, its worker, and the questions to it.
  // The list of the module's parts is that of their build.
  'web/src/core': ['wasm'],
  'web/src/words': ['core/data', 'web/src/base'],
  // Solved parts of the course stay in the browser.
  'web/src/session': ['web/src/base', 'web/src/core', 'web/src/words'],
  // Painters: a picture into an element, knowing nothing of cards.
  'web/src/pictures': ['web/src/base', 'web/src/core'],
  // Parts of dialogs, menus and cards.
  'web/src/parts': ['web/src/core', 'web/src/words', 'web/src/session'],
  'web/src/editor': ['core/data', 'web/src/core', 'web/src/words', 'web/src/session', 'web/src/parts'],
  // A foreign file, open next to the program: its rows are the core's. A moment of a block's shared memory is a
  // drawing.
  'web/src/file': [
    'web/src/style', 'web/src/core', 'web/src/words', 'web/src/session', 'web/src/pictures', 'web/src/parts',
  ],
  // The texts of a kernel bring their own style sheet.
  'web/src/gpu': [
    'core/data', 'web/src/base', 'web/src/style', 'web/src/core', 'web/src/words', 'web/src/session',
    'web/src/pictures', 'web/src/parts', 'web/src/file',
  ],
  // A derivation that plays, loaded when the first one does.
  'web/src/derivation': ['web/src/style', 'web/src/core', 'web/src/words', 'web/src/session', 'web/src/pictures'],
  // The dialog of the PTX machine, which has a module and a worker of its own.
  'web/src/machine': [
    'core/data', 'web/src/style', 'web/src/core', 'web/src/words', 'web/src/session', 'web/src/parts', 'web/src/file', 'web/src/gpu',
  ],
  'web/src/cards': [
    'web/src/core', 'web/src/words', 'web/src/session', 'web/src/pictures', 'web/src/parts', 'web/src/gpu',
    'web/src/derivation', 'web/src/machine',
  ],
  // Lessons next to the program: their texts, and the core's results for them.
  'web/src/course': [
    'core/data', 'web/src/style', 'web/src/core', 'web/src/words', 'web/src/session', 'web/src/pictures',
    'web/src/parts',
  ],
  // The browser of atoms shows which of CUTLASS's there are: the core's list.
  'web/src/atoms': [
    'web/src/core', 'web/src/words', 'web/src/session', 'web/src/pictures', 'web/src/parts', 'web/src/cards',
  ],
  'web/src/questions': [
    'web/src/core', 'web/src/words', 'web/src/session', 'web/src/pictures', 'web/src/parts', 'web/src/cards',
  ],
  'web/src/page': [
    'web/src/base', 'web/src/core', 'web/src/words', 'web/src/session', 'web/src/pictures', 'web/src/parts',
    'web/src/editor', 'web/src/file', 'web/src/cards', 'web/src/atoms', 'web/src/course',
  ],
  // Pages on functions, and one search over them, the lessons and the gallery.
  'web/src/reference': [
    'web/src/style', 'web/src/core', 'web/src/words', 'web/src/session', 'web/src/pictures', 'web/src/parts',
    'web/src/cards', 'web/src/course', 'web/src/page',
  ],
  // The npm package.
  'web/package': ['web/src/core'],
  // The documentation site: it asks the package, looks like the page, and writes links that the page opens.
  'web/site': ['web/src/style', 'web/src/core', 'web/src/session'],
  // The files of web/src itself: they start the page.
  'web/src': [
    'web/src/base', 'web/src/style', 'web/src/core', 'web/src/words', 'web/src/session', 'web/src/parts',
    'web/src/file', 'web/src/gpu', 'web/src/course', 'web/src/atoms', 'web/src/questions', 'web/src/machine', 'web/src/page',
    'web/src/reference',
  ],
};

// Debt: arrows that point up and are to be removed. An entry that no file needs any more is an error.
const DEBT = {};

const SOURCE = /\.(h|hpp|inc|def|cpp|cc|c|cu|cuh)$/;
const SCRIPT = /\.tsx?$/;
const folders = Object.keys(ALLOWED);
// Here only the files count, not the folders in them: a new folder has to be added to the table.
const whole = ['desktop', 'web/src'];
const folderOf = (file) =>
  folders
    .filter((folder) => (whole.includes(folder) ? path.posix.dirname(file) === folder : file.startsWith(folder + '/')))
    .reduce((longest, folder) => (folder.length > longest.length ? folder : longest), '') || undefined;

// <core/...> finds the same files as "core/...": both are arrows.
const INCLUDE = /^\s*#\s*include\s*(?:"([^"]+)"|<((?:core|wasm|desktop|gpu_runner|tests)\/[^>]+)>)/g;
// Matches from '...', import '...' and import('...') of a path; a package's name is not a dependency.
const IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.[^'"?]*)/g;

// The arrows of a line, as paths from the root.
const included = (line) => [...line.matchAll(INCLUDE)].map(([, quoted, angled]) => quoted ?? angled);
const imported = (line, file) =>
  [...line.matchAll(IMPORT)].map(([, target]) => path.posix.join(path.posix.dirname(file), target));

function* sourceFiles(root, folder) {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(root, name);
    else if (SOURCE.test(entry.name) || SCRIPT.test(entry.name)) yield name;
  }
}

const exists = (root, target, script) =>
  (script ? ['', '.ts', '.tsx', '.d.ts'] : ['']).some((end) => fs.statSync(path.join(root, target + end), { throwIfNoEntry: false })?.isFile());

// Made by a build: the types of the door.
const MADE = ['web/src/core/door', 'web/package/files/door.js'];

function check(root, debt = {}) {
  const violations = [];
  const owed = new Set(Object.entries(debt).flatMap(([from, targets]) => targets.map((to) => `${from} ${to}`)));
  const paid = new Set(owed);
  let arrows = 0;
  for (const top of ['core', 'wasm', 'desktop', 'gpu_runner', 'web/src', 'web/package', 'web/site'].filter((name) => fs.existsSync(path.join(root, name)))) {
    for (const file of sourceFiles(root, top)) {
      const from = folderOf(file);
      const script = SCRIPT.test(file);
      const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n');
      lines.forEach((line, index) => {
        const report = (what) => violations.push(`${file}:${index + 1}: ${what}`);
        for (const target of script ? imported(line, file) : included(line)) {
          arrows += 1;
          const to = folderOf(target);
          const found = MADE.includes(target) || exists(root, target, script);
          if (target.includes('..') || !found) report(`"${target}" is not a path from the root of the repository`);
          else if (!from) report(`this folder is not in the table of tests/check_layering.mjs`);
          else if (!to) report(`"${target}" is in no folder that a product may include`);
          else if (owed.has(`${from} ${to}`)) paid.delete(`${from} ${to}`);
          else if (from !== to && !ALLOWED[from].includes(to)) report(`${from} may not include ${to} ("${target}")`);
        }
      });
    }
  }
  for (const arrow of paid) violations.push(`no file needs the debt ${arrow.replace(' ', ' -> ')} any more: remove it`);
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
    ['wasm/good.cpp', '#include "core/door/door.h"\n', null],
    ['core/base/up.h', '#include "core/value/layout.h"\n', 'core/base may not include core/value'],
    ['core/value/angle.h', '#include <core/workspace/workspace.h>\n', 'core/value may not include core/workspace'],
    ['core/value/spaced.h', '  #  include "core/workspace/workspace.h"\n', 'core/value may not include core/workspace'],
    ['core/value/short.h', '#include "layout.h"\n', 'is not a path from the root'],
    ['core/base/dots.h', '#include "core/base/../value/layout.h"\n', 'is not a path from the root'],
    ['core/base/test.h', '#include "tests/unit/laws.h"\n', 'is in no folder that a product may include'],
    ['core/newcomer/a.cpp', '#include "core/base/a.h"\n', 'is not in the table'],
    ['wasm/deep.cpp', '#include "core/value/layout.h"\n', 'wasm may not include core/value'],
    ['web/src/page/good.tsx', "import { a } from '../words/words';\nimport { useState } from 'preact/hooks';\n", null],
    ['web/src/words/data.ts', "import list from '../../../core/data/list.json?raw';\n", null],
    ['web/src/core/made.ts', "import type { Report } from './door';\n", null],
    ['web/src/words/up.ts', "import { b } from '../page/page';\n", 'web/src/words may not include web/src/page'],
    ['web/src/cards/type.ts', "import type { B } from '../page/page';\n", 'web/src/cards may not include web/src/page'],
    ['web/src/parts/later.ts', "  x: async () => (await import('../page/page')).b,\n", 'web/src/parts may not include'],
    ['web/src/words/again.ts', "export { b } from '../page/page';\n", 'web/src/words may not include web/src/page'],
    ['web/src/page/gone.ts', "import { c } from './nowhere';\n", 'is not a path from the root'],
    ['web/src/newcomer/a.ts', "import { a } from '../words/words';\n", 'is not in the table'],
    ['desktop/view/up.h', '#include "desktop/panels/app.h"\n', 'desktop/view may not include desktop/panels'],
    ['desktop/platform/up.h', '#include "desktop/panels/app.h"\n', 'desktop/platform may not include desktop/panels'],
    ['desktop/start.cpp', '#include "tests/desktop/driver/script.h"\n', 'is in no folder that a product may include'],
    ['desktop/newcomer/a.cpp', '#include "desktop/panels/app.h"\n', 'is not in the table'],
    ['web/src/page/root.ts', "import { main } from '../main';\n", 'web/src/page may not include web/src '],
  ];
  const failures = [];
  try {
    const targets = [
      'core/base/a.h', 'core/value/layout.h', 'core/workspace/workspace.h', 'core/door/door.h', 'tests/unit/laws.h',
      'tests/desktop/driver/script.h',
      'desktop/panels/app.h',
      'web/src/words/words.ts', 'web/src/page/page.tsx', 'web/src/main.tsx', 'core/data/list.json',
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const argument = process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url)));
  const { arrows, violations } = argument === '--self-test' ? selfTest() : check(argument, DEBT);
  violations.push(...checkTable());
  for (const violation of violations) console.error(violation);
  // No arrow at all means that the check looked in the wrong place.
  if (arrows === 0) console.error('found no #include or import of our own');
  console.log(`${arrows} arrows, ${violations.length} violations`);
  process.exit(violations.length > 0 || arrows === 0 ? 1 : 0);
}
