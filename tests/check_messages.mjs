// Checks the file of each language against the messages in use: every sentence of the core, word of the page, of the
// documentation site and of the window has its text with the same holes, and every text is in use. A noun that some
// sentence counts as one and as many, "{} {value|values}", is counted so by all, which rules out "1 values".
// Usage: node check_messages.mjs [ROOT | --self-test | --missing]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDERS = ['core', 'desktop', 'gpu_runner'];
// Lists of texts that become messages: FILE, MACRO and the indices of its message arguments, from 0.
const LISTS = [
  ['core/explain/rules.def', 'STRIDESCOPE_RULE', [1, 2]],
  ['core/verdicts/verdict_causes.def', 'STRIDESCOPE_CAUSE', [1]],
  ['core/trace/access_kinds.def', 'STRIDESCOPE_ACCESS', [2]],
  ['core/trace/ncu_counters.def', 'NCU_COUNTER', [3, 4]],
  ['core/runs/counters.def', 'COUNTER', [2, 3]],
  ['core/forms/questions.def', 'QUESTION', [1]],
  ['core/records/text_forms.def', 'TEXT_FORM', [1]],
  ['core/runs/run_columns.def', 'RUN_COLUMN', [1, 3]],
  ['core/app/notation.def', 'NOTATION', [2]],
  ['core/lang/remainders.def', 'REMAINDER', [2]],
  ['core/functions/other_words.def', 'OTHER_WORD', [1]],
  ['core/functions/other_words.def', 'OTHER_KEYWORD', [1]],
  ['core/functions/builtins.def', 'STRIDESCOPE_BUILTIN', [6]],
  ['core/functions/builtins.def', 'STRIDESCOPE_TRACT_BUILTIN', [6]],
  ['core/functions/builtins.def', 'STRIDESCOPE_ALIAS', [7]],
  ['core/scene/pictures.def', 'PICTURE', [1, 2]],
  ['core/scene/pictures.def', 'VALUE_PICTURE', [1, 2]],
  ['core/scene/pictures.def', 'LABEL', [1]],
  ['core/scene/pictures.def', 'COLOR', [1]],
];
// Texts of data that become messages, a file and what precedes them on their lines. One that is new may stay English for a
// while: examples come in dozens.
const TEXTS = [['core/data/gallery.stride', /^#: (?:title|about) (.+)$/gm], ['core/data/gallery.stride', /(?<=^#: [^]*)^# (?!\S+\/\S+#\d+$)(.+)$/gm], ['core/data/gallery.cpp', /\{"\w+", "([^"]+)"\}/g]];
const LITERAL = String.raw`"(?:[^"\\]|\\.)*"`;
const TEXT = String.raw`${LITERAL}(?:\s*${LITERAL})*`;

const unescape = (text) => text.replace(/(?:\\x[0-9a-fA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('\\x', ''), 'hex').toString('utf8'))
  .replace(/\\(.)/gs, (_, c) => ({ n: '\n', t: '\t' })[c] ?? c);
const textOf = (literals) => unescape([...literals.matchAll(new RegExp(LITERAL, 'g'))].map(([one]) => one.slice(1, -1)).join(''));

function* sources(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(name);
    else if (/\.(cpp|h)$|^dialogs\.def$/.test(entry.name)) yield name;
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

/** The arguments that a sentence shows, in order of their numbers; "one|many" is of the language. */
function holes(text) {
  const out = [];
  let next = 0;
  for (const [hole, index] of text.replace(/\{\{|\}\}/g, '').matchAll(/\{([^}]*)\}/g)) {
    if (hole.includes('|')) continue;
    out.push(index === '' ? next++ : Number(index));
  }
  return out.sort((a, b) => a - b).join();
}

// A number after this is a limit, not a count.
const LIMIT = /(?:at most|up to|(?:more|less|longer|larger|deeper) than|1 to|limit (?:is|of)|limited to|2\^) ?$/;
// Between a number and its noun.
const ADJECTIVE = /^(?:more|different|wide|neighboring|measured|template|independent|other|whole) /;
// Here the word is a verb, and `{}` its subject.
const VERBS = /^(?:stride \{\} leaves|'\{\}' has no value: it is unknown whether '\{\}' of line \{\} runs|\{\}: \{\} accesses|\{\} accesses bytes)/;

// Words of the page about lessons: each has many minutes and several exercises.
const SEVERAL = new Set(['learn.size', 'exercises.count']);

/** Counts with a fixed plural, by the sentence. */
export function fixedPlurals(ids) {
  const nouns = new Set();
  for (const id of ids) for (const [, many] of id.matchAll(/\{\w+\|(\w+s)\}/g)) nouns.add(many);
  const found = new Map();
  for (const id of ids) {
    if (VERBS.test(id)) continue;
    for (const { 0: hole, index } of id.matchAll(/\{(?:\d*|[a-z]\w*)\} /g)) {
      const [noun] = id.slice(index + hole.length).replace(ADJECTIVE, '').match(/^[a-z]+\b(?!\|)/) ?? [];
      if (noun && nouns.has(noun) && !LIMIT.test(id.slice(0, index))) found.set(id, noun);
    }
  }
  return found;
}

// Punctuation, marks, names and keys are the same in every language unless a catalog says otherwise; "one|many" is words.
const hasWords = (id) => /\p{Ll}{2}/u.test(id.replace(/\{[^}|]*\}|\b(?:Ctrl|Shift|Alt)\b/g, ''));

const read = (root, name, otherwise) => (fs.existsSync(path.join(root, name)) ? fs.readFileSync(path.join(root, name), 'utf8') : otherwise);

/** The page's words, by their keys. */
const pageWords = (root) => Object.entries(JSON.parse(read(root, 'core/data/strings.en.json', '{}')));

/** The documentation site's own words. */
function siteWords(root) {
  const folder = path.join(root, 'web/site');
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.ts')) : [];
  return new Set(files.flatMap((name) => [...fs.readFileSync(path.join(folder, name), 'utf8').matchAll(/\.say\('((?:[^'\\]|\\.)*)'/g)].map(([, word]) => word)));
}

/** The window's own words, with the first file that has them; and all literals that may become words of it. */
function windowWords(root) {
  const said = new Map();
  const literals = new Set();
  for (const folder of ['desktop', 'core', 'gpu_runner'].map((name) => path.join(root, name)).filter((name) => fs.existsSync(name))) {
    for (const file of sources(folder)) {
      const text = fs.readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, '');
      for (const [literal] of text.matchAll(new RegExp(TEXT, 'g'))) literals.add(textOf(literal));
      if (!file.includes('desktop')) continue;
      for (const [, first, second] of text.matchAll(new RegExp(String.raw`(?<![\w.>])(?:(?:tr\(|label\(|DIALOG\(\w+,)\s*(${TEXT})|(?:button|segment|checkbox|entry)\(\s*(?:${LITERAL}|cat\([^()]*\)|\w+),\s*(${TEXT}))`, 'g'))) {
        const word = textOf(first ?? second);
        if (!said.has(word)) said.set(word, path.relative(root, file));
      }
    }
  }
  return { said, literals };
}

const places = (text) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort().join();

/** Names that an object of the text has twice: a reader keeps one of them. */
function twice(text) {
  const open = [];
  const out = [];
  for (const [, brace, name] of text.matchAll(/([{}])|("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"/g)) {
    if (brace === '{') open.push(new Set());
    else if (brace === '}') open.pop();
    else if (name && open.at(-1).has(name)) out.push(JSON.parse(name));
    else if (name) open.at(-1).add(name);
  }
  return out;
}

/** English words with the Chinese ones that mean something else to an engineer, and the English that may have them. */
const OTHER_WORDS = [
  [/\bmodes?\b/, /模式/, /(?:swizzle|integer|CuTe|teaching) mode/],
  [/\bmultiprocessors?\b/, /多处理器/],
  [/^race\b/, /(?<!数据)竞争/],
];

/** Faults in the words of the page and the window in one language. */
function wordFaults(name, { page = {}, site = {}, window = {} }, root, ids) {
  const faults = [];
  const missing = (what, where) => faults.push(`${name} has no ${JSON.stringify(what)}, which ${where} says`);
  const english = pageWords(root);
  for (const [key, text] of english) {
    if (!page[key]) missing(key, 'core/data/strings.en.json');
    else if (places(page[key]) !== places(text)) faults.push(`${name} has other places for values in ${key}: ${page[key]}`);
  }
  const keys = new Set(english.map(([key]) => key));
  for (const key of Object.keys(page)) if (!keys.has(key)) faults.push(`${name} has ${key}, which strings.en.json has not`);
  const onSite = siteWords(root);
  for (const word of onSite) if (!site[word]) missing(word, 'web/site');
  for (const word of Object.keys(site)) if (!onSite.has(word)) faults.push(`${name} has ${JSON.stringify(word)}, which web/site does not say`);
  for (const [word, text] of Object.entries(site)) if (places(word) !== places(text)) faults.push(`${name} has other places for values in ${word}: ${text}`);
  const shared = new Set([...english.map(([, text]) => text), ...ids]);
  const { said, literals } = windowWords(root);
  for (const [word, file] of said) if (!window[word] && !shared.has(word) && hasWords(word)) missing(word, file);
  for (const word of Object.keys(window)) if (!literals.has(word)) faults.push(`${name} has ${JSON.stringify(word)}, which the window does not say`);
  return faults;
}

export function check(root) {
  const said = sentences(root);
  const open = texts(root);
  const faults = [];
  const data = path.join(root, 'core/data/languages');
  const catalogs = fs.existsSync(data) ? fs.readdirSync(data) : [];
  if (said.size === 0) faults.push('no sentence was found in the sources');
  const words = pageWords(root).filter(([key]) => !SEVERAL.has(key)).map(([, text]) => text);
  for (const [id, noun] of fixedPlurals([...said.keys(), ...words])) faults.push(`${said.get(id) ?? 'core/data/strings.en.json'} counts ${noun} that may be one: ${JSON.stringify(id)}; write {one|many}`);
  if (catalogs.length === 0) faults.push('there is no core/data/languages/*.json');
  for (const name of catalogs) {
    const file = fs.readFileSync(path.join(data, name), 'utf8');
    const texts = JSON.parse(file);
    faults.push(...twice(file).map((id) => `${name} has ${JSON.stringify(id)} twice in a section, of which a reader sees the last`));
    if (!texts.name) faults.push(`${name} does not say what the language calls itself: "name"`);
    const catalog = new Map(Object.entries(texts.sentences ?? {}));
    faults.push(...wordFaults(name, texts, root, catalog.keys()));
    for (const [id, file] of said) {
      if (!catalog.has(id) && hasWords(id)) faults.push(`${name} has no ${JSON.stringify(id)}, which ${file} says`);
    }
    for (const [id, text] of catalog) {
      if (!said.has(id) && !open.has(id)) faults.push(`${name} has ${JSON.stringify(id)}, which nothing says`);
      else if (!text) faults.push(`${name} has no text for ${JSON.stringify(id)}`);
      else if (OTHER_WORDS.some(([word, other, where]) => word.test(id) && other.test(text) && !where?.test(id))) faults.push(`${name} has a word of another subject for ${JSON.stringify(id)}: ${JSON.stringify(text)}`);
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
  const source = 'a(say("no value {} of \\"{}\\", "\n "or none", a, b), term("left"), say("{}: {}", a, b), say("{} {dog|dogs}", n), session.say("later"));\n// say("a comment")\n';
  const good = { '{} {dog|dogs}': '{} 只狗', 'no value {} of "{}", or none': '“{1}”没有值 {0}，或都没有', left: '左' };
  const cases = [
    [good, 0],
    [{ ...good, '{}: {}': '{}：{}' }, 0],
    [{ left: '左' }, 2],
    [{ ...good, '{} {dog|dogs}': '' }, 1],
    [{ ...good, right: '右' }, 1],
    [{ ...good, left: '' }, 1],
    [{ ...good, left: '左 {}' }, 1],
    [{ ...good, 'no value {} of "{}", or none': '没有值 {}' }, 1],
  ];
  const file = 'core/data/languages/zh.json';
  write('core/base/one.cpp', source);
  const wrong = cases.filter(([catalog, count]) => {
    write(file, JSON.stringify({ name: '中文', sentences: catalog }));
    return check(root).faults.length !== count;
  });
  write('core/base/one.cpp', source.replace('a(say(', 'a(say("a mode of {}", a), say("integer mode"), say('));
  for (const [mode, count] of [['{} 的 mode', 0], ['{} 的模式', 1]]) {
    write(file, JSON.stringify({ name: '中文', sentences: { ...good, 'a mode of {}': mode, 'integer mode': '整数模式' } }));
    if (check(root).faults.length !== count) wrong.push([mode, count]);
  }
  write('core/base/one.cpp', source);
  const words = { page: { a: '{n} 个' }, site: { '{n} pages': '{n} 页' }, window: { Open: '打开' } };
  write('core/data/strings.en.json', JSON.stringify({ a: '{n} of them' }));
  write('desktop/panels/one.cpp', 'button("open", "Open"); tr("left"); tr("{n} of them"); segment("up", "^");\n');
  write('web/site/one.ts', "tongue.say('{n} pages', { n });\n");
  for (const [change, count] of [
    [{}, 0], [{ site: {} }, 1], [{ site: { '{n} pages': '页' } }, 1], [{ site: { ...words.site, Home: '首页' } }, 1], [{ name: '' }, 1], [{ page: {} }, 1],
    [{ page: { a: '个' } }, 1], [{ page: { a: '{n} 个', b: '' } }, 1], [{ window: {} }, 1], [{ window: { Open: '打开', Close: '关' } }, 1],
  ]) {
    write(file, JSON.stringify({ name: '中文', sentences: good, ...words, ...change }));
    if (check(root).faults.length !== count) wrong.push([change, count]);
  }
  write(file, JSON.stringify({ name: '中文', sentences: good, ...words }).replace('"left":"左"', '"left":"左","left":"右"'));
  if (check(root).faults.length !== 1) wrong.push(['twice', 1]);
  write(file, JSON.stringify({ name: '中文', sentences: good, ...words }));
  for (const [sentence, count] of [['{} dogs', 1], ['{} other dogs', 1], ['at most {} dogs', 0], ['{} of dogs', 0], ['dogs', 0]]) {
    const plurals = fixedPlurals([...Object.keys(good), sentence]).size;
    if (plurals !== count) wrong.push([sentence, count]);
  }
  write('core/base/two.cpp', 'say("{} dogs", n);\n');
  if (!check(root).faults.some((fault) => fault.startsWith('core/base/two.cpp counts dogs'))) wrong.push(['core/base/two.cpp', 1]);
  fs.rmSync(path.join(root, 'core/base/two.cpp'));
  fs.rmSync(path.join(root, file));
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
  for (const fault of check(here).faults) if (fault.includes(' has no ')) console.log(fault);
} else {
  const { faults, sentences: count, catalogs } = check(argument ?? here);
  for (const fault of faults) console.error(fault);
  console.log(`${count} sentences, catalogs: ${catalogs.join(', ')}, ${faults.length} faults`);
  process.exit(faults.length ? 1 : 0);
}
