// Checks the catalog of each language against the sentences of the core: every sentence has a translation with the same
// holes, and there is no translation that nothing says.
// Usage: node check_messages.mjs [ROOT | --self-test | --missing]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDERS = ['core', 'desktop', 'gpu_runner'];
// Lists whose texts become messages: FILE, MACRO and which of its arguments, from 0.
const LISTS = [
  ['core/explain/rules.def', 'STRIDESCOPE_RULE', [1, 2]],
  ['core/analysis/verdict_causes.def', 'STRIDESCOPE_CAUSE', [1]],
  ['core/trace/access_kinds.def', 'STRIDESCOPE_ACCESS', [2]],
  ['core/trace/ncu_counters.def', 'NCU_COUNTER', [3, 4]],
  ['core/app/counters.def', 'COUNTER', [2, 3]],
  ['core/app/run_columns.def', 'RUN_COLUMN', [1, 3]],
  ['core/lang/notation.def', 'NOTATION', [2]],
  ['core/scene/pictures.def', 'PICTURE', [1, 2]],
  ['core/scene/pictures.def', 'LABEL', [1]],
  ['core/scene/pictures.def', 'COLOR', [1]],
];
// Texts of data that become messages, a file and what precedes them on their lines. One that is new may stay English for a
// while: examples come in dozens.
const TEXTS = [['core/data/gallery.stride', /^#: (?:title|about) (.+)$/gm], ['core/data/gallery.cpp', /\{"\w+", "([^"]+)"\}/g]];
const LITERAL = String.raw`"(?:[^"\\]|\\.)*"`;
const TEXT = String.raw`${LITERAL}(?:\s*${LITERAL})*`;

const unescape = (text) => text.replace(/\\(.)/gs, (_, c) => ({ n: '\n', t: '\t' })[c] ?? c);
const textOf = (literals) => unescape([...literals.matchAll(new RegExp(LITERAL, 'g'))].map(([one]) => one.slice(1, -1)).join(''));

function* sources(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(name);
    else if (/\.(cpp|h)$/.test(entry.name)) yield name;
  }
}

/** Every sentence that the sources say, with the first file that does. */
export function sentences(root) {
  const found = new Map();
  const add = (id, file) => found.has(id) || found.set(id, path.relative(root, file));
  for (const folder of FOLDERS.map((name) => path.join(root, name)).filter((name) => fs.existsSync(name))) {
    for (const file of sources(folder)) {
      const text = fs.readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, '');
      for (const [, literals] of text.matchAll(new RegExp(String.raw`(?<![\w.>])(?:say|term)\(\s*(${TEXT})\s*[,)]`, 'g'))) add(textOf(literals), file);
    }
  }
  for (const [name, macro, which] of LISTS) {
    const file = path.join(root, name);
    if (!fs.existsSync(file)) continue;
    const row = new RegExp(String.raw`^${macro}\((\w+(?:,\s*(?:${TEXT}|\w+))*)`, 'gm');
    for (const [, row_text] of fs.readFileSync(file, 'utf8').matchAll(row)) {
      const columns = [...row_text.matchAll(new RegExp(String.raw`${TEXT}|\w+`, 'g'))].map(([one]) => one);
      for (const index of which) if (columns[index]?.startsWith('"')) add(textOf(columns[index]), file);
    }
  }
  found.delete('');
  return found;
}

/** Those of data, which may lack a translation. */
function texts(root) {
  const found = new Set();
  for (const [name, line] of TEXTS) {
    const file = path.join(root, name);
    if (!fs.existsSync(file)) continue;
    for (const [, text] of fs.readFileSync(file, 'utf8').matchAll(line)) found.add(text);
  }
  return found;
}

/** Which arguments a sentence shows, in order of their numbers; "one|many" is of the language. */
function holes(text) {
  const out = [];
  let next = 0;
  for (const [hole, index] of text.replace(/\{\{|\}\}/g, '').matchAll(/\{([^}]*)\}/g)) {
    if (hole.includes('|')) continue;
    out.push(index === '' ? next++ : Number(index));
  }
  return out.sort((a, b) => a - b).join();
}

// Punctuation, marks and names are the same in every language unless a catalog says otherwise.
const hasWords = (id) => /\p{Ll}{2}/u.test(id.replace(/\{[^}]*\}/g, ''));

export function check(root) {
  const said = sentences(root);
  const open = texts(root);
  const faults = [];
  const data = path.join(root, 'core/data');
  const catalogs = fs.readdirSync(data).filter((name) => /^messages\.\w+\.json$/.test(name));
  if (said.size === 0) faults.push('no sentence was found in the sources');
  if (catalogs.length === 0) faults.push('there is no core/data/messages.*.json');
  for (const name of catalogs) {
    const catalog = new Map(Object.entries(JSON.parse(fs.readFileSync(path.join(data, name), 'utf8'))));
    for (const [id, file] of said) {
      if (!catalog.has(id) && hasWords(id)) faults.push(`${name} has no ${JSON.stringify(id)}, which ${file} says`);
    }
    for (const [id, text] of catalog) {
      if (!said.has(id) && !open.has(id)) faults.push(`${name} has ${JSON.stringify(id)}, which nothing says`);
      else if (!text) faults.push(`${name} has no text for ${JSON.stringify(id)}`);
      else if (holes(id) !== holes(text)) faults.push(`${name} shows other arguments for ${JSON.stringify(id)}: ${JSON.stringify(text)}`);
    }
  }
  return { faults, sentences: said.size, catalogs };
}

// Each kind of fault is found in a folder that has it, and none in one that has not.
function selfTest() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'messages-'));
  const write = (name, text) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  };
  const source = 'a(say("no value {} of \\"{}\\", "\n "or none", a, b), term("left"), say("{}: {}", a, b), session.say("later"));\n// say("a comment")\n';
  const good = { 'no value {} of "{}", or none': '“{1}”没有值 {0}，或都没有', left: '左' };
  const cases = [
    [good, 0],
    [{ ...good, '{}: {}': '{}：{}' }, 0],
    [{ left: '左' }, 1],
    [{ ...good, right: '右' }, 1],
    [{ ...good, left: '' }, 1],
    [{ ...good, left: '左 {}' }, 1],
    [{ ...good, 'no value {} of "{}", or none': '没有值 {}' }, 1],
  ];
  write('core/base/one.cpp', source);
  const wrong = cases.filter(([catalog, count]) => {
    write('core/data/messages.zh.json', JSON.stringify(catalog));
    return check(root).faults.length !== count;
  });
  fs.rmSync(path.join(root, 'core/data/messages.zh.json'));
  const silent = check(root).faults.length === 0;
  fs.rmSync(root, { recursive: true });
  for (const [catalog, count] of wrong) console.error(`not ${count} faults: ${JSON.stringify(catalog)}`);
  if (silent) console.error('a missing catalog is no fault');
  return wrong.length === 0 && !silent;
}

const [argument] = process.argv.slice(2);
const here = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
if (argument === '--self-test') {
  process.exit(selfTest() ? 0 : 1);
} else if (argument === '--missing') {
  const catalog = JSON.parse(fs.readFileSync(path.join(here, 'core/data/messages.zh.json'), 'utf8'));
  for (const id of sentences(here).keys()) if (hasWords(id) && !catalog[id]) console.log(id);
} else {
  const { faults, sentences: count, catalogs } = check(argument ?? here);
  for (const fault of faults) console.error(fault);
  console.log(`${count} sentences, catalogs: ${catalogs.join(', ')}, ${faults.length} faults`);
  process.exit(faults.length ? 1 : 0);
}
