// Applies a table of new sentences (sentences.json) to the sources and the tests: {"sentences": {old: new}, "page": {key:
// new}, "window": {old: new}, "manual": {file of core/cli: {old: new}}}.
// Usage: node reword.mjs ROOT TABLE.json
// A literal (or adjacent literals) whose text is an old sentence becomes the new one. Expectations in tests are rendered
// sentences: what matches an old sentence with its holes filled becomes the new one with the same fillings.
import fs from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';

const [root, tableFile] = process.argv.slice(2);
const table = JSON.parse(fs.readFileSync(tableFile, 'utf8'));
const old = new Map(Object.entries(table.sentences));
const words = new Map(Object.entries(table.window ?? {}));
// The window says the page's words by their English.
const pageNow = JSON.parse(fs.readFileSync(path.join(root, 'core/data/strings.en.json'), 'utf8'));
const pageWords = new Map(Object.entries(table.page ?? {}).filter(([key]) => key in pageNow).map(([key, to]) => [pageNow[key], to]));
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n').filter(Boolean);
const report = [];

const unescape = (text) =>
  text.replace(/(?:\\x[0-9a-fA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('\\x', ''), 'hex').toString('utf8'))
    .replace(/\\(.)/gs, (_, c) => ({ n: '\n', t: '\t' })[c] ?? c);
const escape = (text) => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n').replace(/\t/g, '\\t');
const LITERAL = String.raw`"(?:[^"\\\n]|\\.)*"`;
const CHAIN = new RegExp(`(?<![R\\w])${LITERAL}(?:\\s*${LITERAL})*`, 'g');

/** A literal that fits into `room` columns, else lines at `indent`. */
function literal(text, indent, room) {
  const whole = `"${escape(text)}"`;
  if (whole.length <= room) return whole;
  const out = [];
  let line = '';
  for (const word of escape(text).split(/(?<= )/)) {
    if (line.length + word.length + 2 > 116 - indent) {
      out.push(line);
      line = '';
    }
    line += word;
  }
  out.push(line);
  return out.map((l) => `"${l}"`).join(`\n${' '.repeat(indent)}`);
}

// --- Rendered sentences ----------------------------------------------------------------------------------------------
const quote = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const templates = [];
for (const [from, to] of old) {
  const fixed = from.replace(/\{[^}]*\}/g, '');
  if (fixed.replace(/[^a-z]/gi, '').length < 9) continue;
  const parts = from.split(/(\{\{|\}\}|\{[^}]*\})/);
  let pattern = '';
  for (const part of parts) {
    if (part === '{}') pattern += '([^\\n]{0,160}?)';
    else if (/^\{.*\|.*\}$/.test(part)) pattern += `(${part.slice(1, -1).split('|').map(quote).join('|')})`;
    else if (part === '{{' || part === '}}') pattern += quote(part[0]);
    else pattern += quote(part);
  }
  // A trailing hole is as long as can be; one in front begins at a border.
  pattern = pattern.replace(/\(\[\^\\n\]\{0,160\}\?\)$/, '([^\\n"\'`]{0,160})');
  const anchors = from.split(/\{[^}]*\}/).sort((a, b) => b.length - a.length);
  const wordsOf = from.match(/\{[^}]*\|[^}]*\}/g) ?? [];
  const newWords = to.match(/\{[^}]*\|[^}]*\}/g) ?? [];
  templates.push({ from, to, anchor: anchors[0], pattern: new RegExp(pattern, 'g'), length: fixed.length, wordsOf, newWords });
}
templates.sort((a, b) => b.length - a.length);

function rendered(text, escaped = (t) => t) {
  for (const t of templates) {
    if (!text.includes(escaped(t.anchor))) continue;
    text = text.replace(t.pattern, (whole, ...groups) => {
      let g = 0;
      return t.to.replace(/\{\{|\}\}|\{[^}]*\}/g, (hole) => {
        if (hole === '{{') return '{';
        if (hole === '}}') return '}';
        const value = groups[g++];
        if (!hole.includes('|')) return value;
        // The same number of the same noun: its position among the old choices decides.
        const was = t.from.match(/\{\{|\}\}|\{[^}]*\}/g)[g - 1];
        const index = was.slice(1, -1).split('|').indexOf(value);
        return hole.slice(1, -1).split('|')[Math.max(0, index)];
      });
    });
  }
  return text;
}

const write = (file, before, after) => {
  if (before === after) return;
  fs.writeFileSync(path.join(root, file), after);
  report.push(file);
};

for (const file of files) {
  if (file.endsWith('CMakeLists.txt')) continue; // has no sentences
  const full = path.join(root, file);
  if (!fs.statSync(full, { throwIfNoEntry: false })?.isFile()) continue;
  if (/^core\/data\/languages\/.*\.json$/.test(file)) {
    const before = fs.readFileSync(full, 'utf8');
    const data = JSON.parse(before);
    const rename = (section, map) => {
      const out = {};
      for (const [key, value] of Object.entries(data[section] ?? {})) {
        const name = map.get(key) ?? key;
        if (!(name in out)) out[name] = value;
      }
      const entries = Object.entries(out);
      data[section] = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
    };
    rename('sentences', old);
    rename('window', words);
    write(file, before, JSON.stringify(data, null, 0).replace(/^/, '').length ? format(data) : before);
    continue;
  }
  if (file === 'core/data/strings.en.json') {
    const before = fs.readFileSync(full, 'utf8');
    const data = JSON.parse(before);
    for (const [key, text] of Object.entries(table.page ?? {})) if (key in data) data[key] = text;
    write(file, before, `{\n${Object.entries(data).map(([k, v]) => `  ${JSON.stringify(k)}: ${JSON.stringify(v)}`).join(',\n')}\n}\n`);
    continue;
  }
  const code = /\.(cpp|h|def|cu|cuh)$/.test(file);
  const test = file.startsWith('tests/') && !/^tests\/(golden\/.*\.(jsonl|md)|fuzz|traces|gpu|tools|check_|codegen)/.test(file) && /\.(cpp|h|mjs|ts|tsx|txt|jsonl|json|md)$/.test(file);
  const texts = file === 'core/data/gallery.stride' || file === 'core/data/gallery.cpp';
  if (!code && !test && !texts) continue;
  const before = fs.readFileSync(full, 'utf8');
  let after = before;
  if (code) {
    after = after.replace(CHAIN, (chain, at) => {
      const text = unescape([...chain.matchAll(new RegExp(LITERAL, 'g'))].map(([one]) => one.slice(1, -1)).join(''));
      const to = old.get(text) ?? (/^(tests\/)?desktop\//.test(file) ? words.get(text) ?? pageWords.get(text) : undefined);
      if (to === undefined) return chain;
      const column = at - (after.lastIndexOf('\n', at - 1) + 1);
      // clang-format breaks the lines of a source afterwards, and leaves a list alone: there a text on one line stays so.
      return literal(to, column, file.endsWith('.def') && chain.includes('\n') ? 116 - column : Infinity);
    });
  }
  if (texts) after = after.replace(/^(#: (?:title|about) )(.+)$/gm, (_, head, text) => head + (old.get(text) ?? text));
  if (test) {
    const scripts = /\.(cpp|h|mjs|ts|tsx)$/.test(file);
    // Strings of a program, or all lines of a text.
    after = scripts
      ? after.replace(/^\s*\/\/.*$|R"(\w*)\([\s\S]*?\)\1"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/ .*$/gm, (token) => (/^\s*\/\//.test(token) ? token : rendered(token)))
      : rendered(after);
  }
  write(file, before, after);
}

function format(data) {
  const section = (o) => Object.entries(o).map(([k, v]) => `  ${JSON.stringify(k)}: ${JSON.stringify(v)}`).join(',\n');
  const parts = Object.entries(data).map(([k, v]) => (typeof v === 'string' ? `${JSON.stringify(k)}: ${JSON.stringify(v)}` : `${JSON.stringify(k)}: {\n${section(v)}\n}`));
  return `{\n${parts.join(',\n')}\n}\n`;
}
console.log(report.length, 'files');
console.log(report.filter((f) => f.startsWith('tests/')).join('\n'));

// The manual pages of the command line are raw literals.
for (const [name, pairs] of Object.entries(table.manual ?? {})) {
  const file = path.join(root, 'core/cli', name);
  let text = fs.readFileSync(file, 'utf8');
  for (const [from, to] of Object.entries(pairs)) {
    if (!text.includes(from)) console.log(`core/cli/${name} does not have "${from.slice(0, 60)}"`);
    text = text.replaceAll(from, () => to);
  }
  fs.writeFileSync(file, text);
}
