// Finds sources that read a sentence back: look for words in it, compare it with a text, or cut it apart. A sentence is
// a Message (core/base/message.h), and each language words it differently; its facts are in fields next to it. Usage:
// node check_sentences.mjs [ROOT | --self-test]
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sources } from './tools/sources.mjs';

const FOLDERS = ['core', 'wasm', 'desktop', 'gpu_runner', 'web/src'];
// Sources with texts that are not sentences.
const OTHERS = [[/^desktop\/view\/words\.cpp$/, "values are put into the window's own words"]];
// Maximum distance from its creation to follow a text.
const REACH = 40;
const READS = {
  cpp: String.raw`\.(?:starts_with|ends_with|contains|compare|substr|r?find\w*)\(`,
  ts: String.raw`\??\.(?:startsWith|endsWith|includes|match|matchAll|indexOf|lastIndexOf|search|split|slice|substring|replace|replaceAll)\(`,
};
// A rendered message, with up to two levels of brackets in its argument.
const RENDERED = String.raw`\b(?:english|render|tr)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;

/** The members of records that are messages and nothing else, by the names that they have outside. */
function messageMembers(files) {
  const messages = new Set();
  const others = new Set();
  for (const text of files) {
    for (const [, type, names] of text.matchAll(/^\s+(?:const )?([\w:<>]+)&? (\w+(?: = [^,;]+)?(?:, \w+(?: = [^,;]+)?)*);/gm)) {
      for (const name of names.split(', ')) (/^(?:std::vector<)?Message>?$/.test(type) ? messages : others).add(name.split(' ')[0]);
    }
  }
  // A "reason" in the JSON of runs is a sentence, too.
  return new Set([...messages, 'reason'].filter((name) => !others.has(name) || name === 'message' || name === 'hint'));
}

/** The lines of a C++ source that read a sentence: numbers from 1. */
function readInCpp(text, members) {
  const lines = text.split('\n').map((line) => line.replace(/(^|\s)\/\/.*$/, ''));
  const member = `(?:\\.|->)(?:${[...members].join('|')})`;
  const key = `\\[?"(?:${[...members].join('|')})"[\\])]`;
  const direct = [
    new RegExp(`${RENDERED}\\s*(?:${READS.cpp}|[!=]= ?")`),
    new RegExp(`${member} [!=]= "`),
    new RegExp(`${key}(?:\\.(?:string|text|get<std::string>)\\(\\))? [!=]= "[^"]+ `),
    new RegExp(`${key}(?:\\.(?:string|text|get<std::string>)\\(\\))?${READS.cpp}`),
  ];
  const found = new Set();
  lines.forEach((line, index) => {
    if (direct.some((pattern) => pattern.test(line))) found.add(index + 1);
    const made = new RegExp(`(?:std::string(?:_view)?|auto)&? (\\w+) = ${RENDERED};`).exec(line)?.[1];
    if (!made) return;
    const read = new RegExp(`\\b${made}(?:${READS.cpp}| [!=]= "[^"])`);
    for (let at = index + 1; at < Math.min(lines.length, index + REACH) && !/^}/.test(lines[at]); ++at) if (read.test(lines[at])) found.add(at + 1);
  });
  return [...found];
}

function readInTs(text, members) {
  const name = `(?<![\\w$])(?<!error\\.)(?:${[...members].join('|')})`;
  const patterns = [
    new RegExp(`${name}${READS.ts}`),
    new RegExp(`${name} [!=]==? ['"\`][^'"\`]`),
    new RegExp(`\\.(?:exec|test)\\((?:[\\w.?]+\\.)?${name}\\)`),
  ];
  return text.split('\n').flatMap((line, index) => (patterns.some((pattern) => pattern.test(line.replace(/(^|\s)\/\/.*$/, ''))) ? [index + 1] : []));
}

const read = (file, text, members) => (/\.tsx?$/.test(file) ? readInTs(text, members) : readInCpp(text, members));

function check(root) {
  const files = FOLDERS.flatMap((folder) => [...sources(root, folder, /\.(h|cpp|ts|tsx)$/)]).map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]);
  const members = messageMembers(files.filter(([file]) => /^core\/(app|workspace|analysis)\/.*\.h$/.test(file)).map(([, text]) => text));
  if (members.size < 10) return ['hardly any record has a message: they were not understood'];
  return files.filter(([file]) => !OTHERS.some(([pattern]) => pattern.test(file))).flatMap(([file, text]) => read(file, text, members).map((line) => `${file}:${line} reads a sentence`));
}

function selfTest() {
  const members = messageMembers(['struct A {\n  Message message;\n  Message hint, why;\n  std::string title;\n  std::vector<Message> notes;  // all\n};\n', 'struct B {\n  Message title;\n};\n']);
  const cases = [
    // [file, text, how many lines read a sentence]
    ['a.cpp', 'if (english(d.message).starts_with("hole ?")) return;', 1],
    ['a.cpp', 'return render(say("{}", f(a, b)), catalog).find("wave") != npos;', 1],
    ['a.cpp', 'const std::string hint = english(d.hint);\nuse(hint);\nconst auto at = hint.find("write ");\n}\nhint.find("a");', 1],
    ['a.cpp', 'if (d.message == "unknown name") return;', 1],
    ['a.cpp', 'if (run["reason"].string() == "no GPU here") return;', 1],
    ['a.cpp', 'const bool late = answer["reason"].string().starts_with("late");', 1],
    ['a.cpp', 'std::cerr << english(d.message) << name.find("a");', 0],
    ['a.cpp', '// english(d.message).starts_with("hole")', 0],
    ['a.cpp', 'if (d.code == "unknown_name") return;', 0],
    ['a.cpp', 'if (one.title == "A") return;', 0],
    ['a.ts', "return message.startsWith('hole ?') ? 1 : 0;", 1],
    ['a.ts', "const name = /write (\\w+) = /.exec(hint)?.[1];", 1],
    ['a.ts', "if (one.why?.includes('differ')) return;", 1],
    ['a.tsx', "{card.hint === 'mend it' && <b/>}", 1],
    ['a.ts', 'const { message, hint } = one; box.append(message);', 0],
    ['a.ts', "if (message === '') return;", 0],
    ['a.ts', "if (error.message.includes('memory')) return;", 0],
  ];
  return cases.flatMap(([file, text, wanted], index) => {
    const count = read(file, text, members).length;
    return count === wanted ? [] : [`case ${index}: ${count} lines, not ${wanted}`];
  });
}

const argument = process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const problems = argument === '--self-test' ? selfTest() : check(argument);
for (const problem of problems) console.error(problem);
console.log(`${problems.length} places that read a sentence`);
process.exit(problems.length ? 1 : 0);
