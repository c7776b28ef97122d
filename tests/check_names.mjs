// Finds sources that know a function of the language by its name: compared with it, found by a part of it, or listed in
// a table. A function's meaning to others is a role (core/value/roles.h) in its row of builtins.def. Usage: node
// check_names.mjs [ROOT | --self-test]
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sources } from './tools/sources.mjs';

const SOURCE = /\.(h|cpp|def|ts|tsx)$/;
const folders = ['core', 'wasm', 'desktop', 'gpu_runner', 'web/src'];
// Files that use other words, spelled like the language's functions, or that call functions by name.
const others = [
  [/^core\/functions\/builtins\.def$/, 'the list itself'],
  [/^core\/foreign\/systems\/systems\.cpp$/, 'the list of systems, each by the function that reads it'],
  [/^core\/lang\/operators\.cpp$/, 'the functions that operators stand for'],
  [/^core\/foreign\/\w+\/paste/, 'foreign programs are read by the names that CUTLASS and its DSL have'],
  [/^core\/(emit|kernels)\//, 'names in the C++ and the Python that are written'],
  [/^desktop\/script\//, 'programs of tests'],
];
// They ask the core for the text of a program.
const surfaces = /^(desktop|web\/src)\//;
// Words that are not functions when they appear alone: a property, a mark, a key.
const compared = /(?:\b(?:function|operation|callee|builtin|origin)(?:\.\w+|->\w+)?|\bf)\)?$/;

function namesOf(text) {
  return new Set([...text.matchAll(/^STRIDESCOPE_(?:(TRACT_)?BUILTIN|ALIAS)\((\w+),/gm)].map(([, tract, name]) => (tract ? `tract.${name}` : name)));
}

/** The lines of a surface in which a call of one of the names is written: a program's text is the core's. */
function called(names, text) {
  const found = [];
  text.split('\n').forEach((whole, index) => {
    const line = whole.replace(/(^|\s)\/\/.*$/, '');
    for (const [, , literal] of line.matchAll(/(["'`])((?:\\.|(?!\1).)*)\1/g))
      for (const [, name] of literal.matchAll(/(?<![\w.])([a-z]\w*_\w+)(?:<[^"]*>?)?\(/g)) if (names.has(name)) found.push([index + 1, `${name}(`]);
  });
  return found;
}

/** The lines of a file that know one of the names: [number from 1, what it knows]. */
function known(names, text) {
  const telling = (name) => names.has(name) && /[_.]/.test(name);
  const part = (piece) => piece.length > 2 && /^_|_$/.test(piece) && [...names].filter((name) => name.startsWith(piece) || name.endsWith(piece)).length > 1;
  const lines = text.split('\n');
  const row = (line) => names.has(/^\s*\{\s*(?:\w+::)?["']([\w.]+)["'],/.exec(line ?? '')?.[1]);
  const found = [];
  lines.forEach((whole, index) => {
    const line = whole.replace(/(^|\s)\/\/.*$/, '');
    const hit = (name) => found.push([index + 1, name]);
    for (const [all, before, name] of line.matchAll(/([\w.>)-]*)\s*[=!]==?\s*["']([\w.]+)["']/g)) {
      if (telling(name) || (names.has(name) && compared.test(before))) hit(name);
    }
    for (const [, name] of line.matchAll(/["']([\w.]+)["']\s*[=!]=/g)) if (telling(name)) hit(name);
    for (const [, piece] of line.matchAll(/\b(?:starts_with|ends_with|startsWith|endsWith|contains|includes|find)\(["'](\w+)["']/g)) if (part(piece)) hit(piece);
    const listed = [...line.matchAll(/["']([\w.]+)["']/g)].map(([, name]) => name);
    if (/[{[]\s*["']/.test(line) && listed.length > 1 && listed.filter((name) => names.has(name)).length === listed.length && listed.some(telling)) hit(listed.join(', '));
    else if (row(line) && (row(lines[index - 1]) || row(lines[index + 1])) && telling(listed[0])) hit(listed[0]);
  });
  return found;
}

function selfTest() {
  const names = new Set(['coalesce', 'logical_divide', 'zipped_divide', 'tract.compose', 'size', 'tv_owners', 'tv_value']);
  const cases = [
    // [text, how many lines know a name]
    ['if (origin.function == "logical_divide") return;', 1],
    ['if (f == "coalesce") return;', 1],
    ['if (s.operation != "tract.compose") return;', 1],
    ['return is(f, {"logical_divide", "zipped_divide"});', 1],
    ['constexpr Law laws[] = {\n    {"coalesce", &a},\n    {"logical_divide", &b},\n    {"zipped_divide", &c},\n};', 2],
    ['return o.function.starts_with("tv_");', 1],
    ['return o.function.ends_with("_divide");', 1],
    ["if (call.function === 'logical_divide') return;", 1],
    ['if (key == "size") return;', 0],
    ['builder.derive(step, "logical_divide", {a, b});', 0],
    ['// a == "logical_divide"', 0],
    ['a.member("size", r.size, "Number of coordinates.");', 0],
  ];
  const calls = [
    ['ask(cat("tv_owners(", of, ")"));', 1],
    ['append(`${name} = logical_divide<1>(${a})`);', 1],
    ['const char* program = "R = zipped_divide(A, B)";', 1],
    ['muted(tr("size (rows, columns)"));', 0],
    ['note("no_such_function(4)");', 0],
  ];
  const judged = (rows, judge) => rows.flatMap(([text, wanted], index) => {
    const count = judge(names, text).length;
    return count === wanted ? [] : [`case ${index} of ${judge.name}: ${count} lines, not ${wanted}`];
  });
  return [...judged(cases, known), ...judged(calls, called)];
}

function check(root) {
  const names = namesOf(fs.readFileSync(path.join(root, 'core/functions/builtins.def'), 'utf8'));
  if (names.size < 300) return ['builtins.def was not understood: it has hardly any functions'];
  const files = folders.flatMap((folder) => [...sources(root, folder, SOURCE)]);
  return files
    .filter((file) => !others.some(([pattern]) => pattern.test(file)))
    .flatMap((file) => {
      const text = fs.readFileSync(path.join(root, file), 'utf8');
      const found = [...known(names, text), ...(surfaces.test(file) ? called(names, text) : [])];
      return found.map(([line, name]) => `${file}:${line} knows ${name} by its name`);
    });
}

const argument = process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const problems = argument === '--self-test' ? selfTest() : check(argument);
for (const problem of problems) console.error(problem);
console.log(`${problems.length} places that know a function by its name`);
process.exit(problems.length ? 1 : 0);
