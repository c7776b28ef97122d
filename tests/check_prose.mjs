// Guards the prose: counts phrases that plain English avoids, in comments by folder and in all text that a user can meet.
// tests/prose.json holds the counts; they may only fall. Text for users shall have none.
// The rules are in CONTRIBUTING.md, "Style of comments, messages and commits".
// Usage: node check_prose.mjs [ROOT] [--write | --list FOLDER | --self-test]
//   --write   sets the counts to those of today
//   --list    prints the comments of a folder, or "user", that are counted
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Phrases of comments and of text for users.
const PHRASES = [
  [/\b(?:is|are|was|were) no\b(?! (?:longer|more|less|wider|slower|further))/, '"is no X": write "is not an X"'],
  [/\bbeside\b/i, '"beside": write "next to" or "with"'],
  [/\b(?:is|are|was|were|be|been) (?:told|said)\b|\btells? (?:what|which|whether|of)\b/, '"is told", "is said": write "is reported", "is shown"'],
  [/\bthere (?:is|are) (?:none|no)\b|\b(?:has|have) none\b(?= where| in)/i, '"there is no X": write "X does not exist", "empty"'],
  [/\bmend(?:s|ed|ing)?\b/, '"mend": write "fix"'],
  [/\bso many\b|\bso much\b/, '"so many": write the number or its name'],
  [/\bas (?:it|they) came\b/, '"as it came": write "verbatim"'],
  [/\bstands?\b(?! (?:for|only between|on its own|alone))/, '"stands": write "is"'],
  [/\b(?:who|whoever|whom|whose) (?:has|asks?|wants?|reads?|writes?|calls?|looks?|takes?|gives?|does|is to)\b/, '"who" without an antecedent: write "the user", "the caller"'],
  [/\b(?:he|himself|his)\b/, '"he": write "the user"'],
  [/\bby (?:it|him)self\b|\bby themselves\b/, '"by itself": write "alone"'],
  [/\bin vain\b|\bnobody\b|\bthat there (?:is|are)\b|\bheld against\b|\bto be had\b/, 'idiom: say it plainly'],
];
// Forbidden beginnings of a comment.
const BEGINNINGS = [
  [/^(?:What|Which|Who|Whom|Whose|Where|How|Why|Whether|That)\b/, 'begins with a question word: begin with the subject or a verb'],
  [/^Of\b/, 'begins with "Of": begin with the subject or a verb'],
];

const SOURCE = /\.(?:h|cpp|def|cu|ts|tsx|mjs)$/;
const ROOTS = ['core', 'wasm', 'desktop', 'gpu_runner', 'web/src', 'tests'];

export const phrases = (text) => PHRASES.filter(([pattern]) => pattern.test(text)).map(([, rule]) => rule);
const beginnings = (text) => BEGINNINGS.filter(([pattern]) => pattern.test(text)).map(([, rule]) => rule);

/** The comments of a source: paragraphs of whole lines, those in slashes and stars, and those at the end of a line. */
export function comments(text) {
  const out = [];
  let open;
  let starred;
  text.split('\n').forEach((line, number) => {
    const star = starred ?? line.match(/^\s*\/\*\*? ?/)?.[0];
    if (star !== undefined) {
      const end = line.includes('*/');
      const body = line.replace(starred === undefined ? star : /^\s*\*? ?/, '').replace(/\s*\*\/.*$/, '');
      if (body === '' || body.startsWith('@')) open = undefined;
      if (body !== '') {
        if (open) open.text += ` ${body}`;
        else out.push((open = { line: number + 1, text: body }));
      }
      starred = end ? undefined : star;
      if (end) open = undefined;
      return;
    }
    const whole = line.match(/^\s*\/\/ ?(\s*)(.*)$/);
    if (whole) {
      const [, indent, body] = whole;
      if (body === '' || indent) open = undefined;
      else if (open) open.text += ` ${body}`;
      else out.push((open = { line: number + 1, text: body }));
      return;
    }
    open = undefined;
    const tail = line.match(/\S\s+\/\/ (?!NOLINT|clang)([^"]+)$/);
    if (tail) out.push({ line: number + 1, text: tail[1] });
  });
  return out;
}

/** Text that a user can meet, with its place. */
const pages = (root) => (fs.existsSync(path.join(root, 'web/docs')) ? fs.readdirSync(path.join(root, 'web/docs')).filter((name) => name.endsWith('.md')).map((name) => `web/docs/${name}`) : []);

export function userTexts(root) {
  const out = [];
  const read = (file) => (fs.existsSync(path.join(root, file)) ? fs.readFileSync(path.join(root, file), 'utf8') : undefined);
  const languages = read('core/data/languages/zh.json');
  if (languages) {
    const { sentences = {}, window = {} } = JSON.parse(languages);
    for (const text of [...Object.keys(sentences), ...Object.keys(window)]) out.push({ place: 'sentence', text });
  }
  const page = read('core/data/strings.en.json');
  if (page) for (const [key, text] of Object.entries(JSON.parse(page))) out.push({ place: `strings.en.json ${key}`, text });
  for (const file of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pages(root)]) {
    for (const [line, text] of (read(file) ?? '').split('\n').entries()) out.push({ place: `${file}:${line + 1}`, text: text.replace(/`[^`]*`|~~[^~]*~~/g, '') });
  }
  const cli = path.join(root, 'core/cli');
  if (fs.existsSync(cli)) {
    for (const file of fs.readdirSync(cli).filter((name) => /\.(?:cpp|def)$/.test(name))) {
      for (const [, text] of fs.readFileSync(path.join(cli, file), 'utf8').matchAll(/R"man\(([\s\S]*?)\)man"/g)) {
        for (const paragraph of text.split(/\n\s*\n/)) out.push({ place: `core/cli/${file}`, text: paragraph.replace(/\s+/g, ' ') });
      }
    }
  }
  return out;
}

function* sources(root, folder) {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(root, name);
    else if (SOURCE.test(entry.name) && !entry.name.endsWith('.d.ts')) yield name;
  }
}

// core/lang, gpu_runner, desktop, web/src, tests: the folders that are counted.
const folderOf = (file) => (file.startsWith('core/') ? file.split('/').slice(0, 2).join('/') : ROOTS.find((root) => file.startsWith(root + '/')));

/** What is counted, by folder, and "user". */
export function findings(root) {
  const found = new Map();
  const add = (folder, finding) => found.set(folder, [...(found.get(folder) ?? []), finding]);
  for (const top of ROOTS.filter((name) => fs.existsSync(path.join(root, name)))) {
    for (const file of sources(root, top)) {
      if (file.endsWith('check_prose.mjs')) continue;
      for (const { line, text } of comments(fs.readFileSync(path.join(root, file), 'utf8'))) {
        for (const rule of [...beginnings(text), ...phrases(text)]) add(folderOf(file), { place: `${file}:${line}`, rule, text });
      }
    }
  }
  for (const { place, text } of userTexts(root)) for (const rule of phrases(text)) add('user', { place, rule, text });
  return found;
}

export function check(root) {
  const kept = JSON.parse(fs.readFileSync(path.join(root, 'tests/prose.json'), 'utf8'));
  const found = findings(root);
  const faults = [];
  for (const folder of new Set([...Object.keys(kept), ...found.keys()])) {
    const now = found.get(folder)?.length ?? 0;
    const before = kept[folder] ?? 0;
    if (now > before) {
      faults.push(`${folder}: ${now} phrases, ${before} allowed (node tests/check_prose.mjs --list ${folder})`);
    }
  }
  return { faults, sum: [...found.values()].reduce((a, list) => a + list.length, 0) };
}

function selfTest() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-prose-'));
  const put = (file, text) => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  };
  const failures = [];
  const expect = (what, count) => {
    const { faults } = check(root);
    if (faults.length !== count) failures.push(`${what}: ${JSON.stringify(faults)}`);
  };
  try {
    put('tests/prose.json', '{}');
    put('core/base/a.h', '// Parses a text.\nint a;  // the number of bytes\n');
    expect('plain comments', 0);
    put('core/base/a.h', '// What parses a text.\n');
    expect('a question word', 1);
    put('core/base/a.h', 'int a;  // 0 where there is none\n');
    expect('a comment behind code', 1);
    put('tests/prose.json', '{"core/base": 1}');
    expect('a count that is allowed', 0);
    put('core/base/b.h', '// Of the first: it is no layout.\n');
    expect('a count that grows', 1);
    fs.rmSync(path.join(root, 'core/base/b.h'));
    put('core/base/b.h', '/** Parses a text.\n * There is no other way. */\n/** What it is. */\nint a; /* the number */\n');
    expect('comments in slashes and stars', 1);
    fs.rmSync(path.join(root, 'core/base/b.h'));
    put('core/data/strings.en.json', '{"a": "There is no file."}');
    expect('text for users', 1);
  } finally {
    fs.rmSync(root, { recursive: true });
  }
  return failures;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2);
  const listed = words.indexOf('--list');
  const root = words.find((word, i) => !word.startsWith('--') && (listed < 0 || i !== listed + 1)) ?? path.dirname(path.dirname(fileURLToPath(import.meta.url)));
  if (words.includes('--self-test')) {
    const failures = selfTest();
    for (const failure of failures) console.error(failure);
    console.log(`7 cases, ${failures.length} failures`);
    process.exit(failures.length ? 1 : 0);
  }
  if (listed >= 0) {
    for (const { place, rule, text } of findings(root).get(words[listed + 1]) ?? []) console.log(`${place}: ${rule}\n    ${text.slice(0, 200)}`);
    process.exit(0);
  }
  if (words.includes('--write')) {
    const counts = [...findings(root)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([folder, list]) => `  "${folder}": ${list.length}`);
    fs.writeFileSync(path.join(root, 'tests/prose.json'), `{\n${counts.join(',\n')}\n}\n`);
  }
  const { faults, sum } = check(root);
  for (const fault of faults) console.error(fault);
  console.log(`${sum} phrases, ${faults.length} faults`);
  process.exit(faults.length ? 1 : 0);
}
