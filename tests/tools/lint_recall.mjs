// Plants faults in sources, each at another place, and counts those that `stridescope lint` names: a change of text that
// makes one kind of fault. The unchanged source differs in nothing else, so a finding of the rule that it does not have is
// about the fault. A fault is named on its line if the finding, or one of its related places, is on a changed line; and
// loosely, if the finding is on a line that the fault's `access` describes: the access or the buffer whose layout the
// fault changed, in the source or in one that includes it.
// Usage: node tests/tools/lint_recall.mjs STRIDESCOPE [--rule RULE] FOLDER... (sources of public kernels, not stored here).
// Sources are changed in their folder, so that those that include them see the fault, and are restored.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { bindings, faults } from './lint_faults.mjs';

const most = 10; // faults of a rule
const most_of_file = 2;
const SOURCE = /\.(cu|cuh|cpp|hpp|h|py|mlir|ttgir|ptx)$/;

const words = process.argv.slice(2);
const only = words.includes('--rule') ? words.splice(words.indexOf('--rule'), 2)[1] : undefined;
const [program, ...folders] = words;
if (folders.length === 0) throw new Error('usage: node tests/tools/lint_recall.mjs STRIDESCOPE FOLDER...');
const files = folders.flatMap((folder) => fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)))
  .filter((name) => SOURCE.test(name) && !path.basename(name).startsWith('planted_') && fs.statSync(name).size < 262144).sort();
const texts = new Map(files.map((name) => [name, fs.readFileSync(name, 'utf8')]));

const run = (copy) => {
  const out = spawnSync(program, ['lint', '--format', 'json', copy], { encoding: 'utf8', maxBuffer: 1 << 26 }).stdout;
  return out ? JSON.parse(out).findings : [];
};

// The findings in a file with this text, and in the sources next to it that include it, by their places.
function lint(file, text, rule) {
  const folder = path.dirname(file);
  const includers = /\.(hpp|h|cuh)$/.test(file) ? files.filter((name) => path.dirname(name) === folder && name !== file &&
    texts.get(name).includes(`#include "${path.basename(file)}"`)) : [];
  const copy = path.join(folder, `planted_copy${path.extname(file)}`);
  fs.writeFileSync(file, text);
  try {
    return [file, ...includers].flatMap((name) => {
      const mark = /\.py$/.test(name) ? '#' : /\.(ttgir|mlir|ptx)$/.test(name) ? undefined : '//';
      const own = name === file ? text : texts.get(name);
      fs.writeFileSync(copy, own + (mark ? bindings(mark, own, rule) : ''));
      const file_of = (place) => (path.normalize(place.path) === path.normalize(copy) ? name : path.normalize(place.path));
      return run(copy).map((one) => ({ ...one, file: file_of(one),
        related: (one.related ?? []).map((place) => ({ ...place, file: file_of(place) })) }));
    });
  } finally {
    fs.writeFileSync(file, texts.get(file));
    fs.rmSync(copy, { force: true });
  }
}

// The places of a rule in the files of one folder, in their order.
function* places(rule, folder) {
  const used = new Map();
  const seen = new Set();
  for (const { pattern, change, access, of, not } of faults.filter((one) => one.rule === rule)) {
    for (const file of files.filter((name) => name.startsWith(folder + path.sep) && of.test(name) && !not.test(name))) {
      const text = texts.get(file);
      for (const match of text.matchAll(new RegExp(pattern, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`))) {
        if ((used.get(file) ?? 0) >= most_of_file) break;
        // Not in a comment.
        if (/(\/\/|^\s*#\s|^\s*\*)/.test(text.slice(text.lastIndexOf('\n', match.index) + 1, match.index))) continue;
        const line = text.slice(0, match.index).split('\n').length;
        const made = match[0].replace(pattern, change);
        if (made === match[0] || seen.has(`${file}:${line}`)) continue;
        seen.add(`${file}:${line}`);
        used.set(file, (used.get(file) ?? 0) + 1);
        yield { file, line, last: line + made.split('\n').length - 1, access,
          changed: text.slice(0, match.index) + made + text.slice(match.index + match[0].length) };
      }
    }
  }
}

const place = (one) => `${one.file}:${one.line}`;
// A fault can make an access worse that has a finding already.
const shown = (one) => `${place(one)} ${one.what}`;
const totals = new Map();
for (const rule of new Set(faults.map((one) => one.rule).filter((one) => only === undefined || one === only))) {
  const total = { planted: 0, named: 0, here: 0, main: 0 };
  totals.set(rule, total);
  // The folders in turn, so that each repository has its share.
  let turns = folders.map((folder) => places(rule, folder));
  while (total.planted < most && turns.length > 0) {
    const left = [];
    for (const turn of turns) {
      if (total.planted >= most) break;
      const { value: one, done } = turn.next();
      if (done) continue;
      left.push(turn);
      const known = lint(one.file, texts.get(one.file), rule).filter((found) => found.rule === rule).map(shown);
      const fresh = lint(one.file, one.changed, rule).filter((found) => found.rule === rule && !known.includes(shown(found)));
      const changed = (place) => place.file === one.file && place.line >= one.line && place.line <= one.last;
      const main = fresh.some(changed);
      const here = main || fresh.some((found) => found.related.some(changed));
      const text_of = (found) => (found.file === one.file ? one.changed : fs.readFileSync(found.file, 'utf8')).split('\n')[found.line - 1];
      const hit = here || fresh.some((found) => one.access?.test(text_of(found)));
      total.main += main ? 1 : 0;
      total.here += here ? 1 : 0;
      total.planted += 1;
      total.named += hit ? 1 : 0;
      console.log(`${main ? 'named on its line  ' : here ? 'related to its line' : hit ? 'named elsewhere    ' : 'missed             '} ${rule} ${one.file}:${one.line}${!here && fresh.length > 0 ? ` (${place(fresh[0])}; ${fresh[0].related.map(place).join(', ')})` : ''}`);
    }
    turns = left;
  }
}
let planted = 0;
let named = 0;
let strictly = 0;
for (const [rule, total] of totals) {
  console.log(`${rule}: ${total.here} of ${total.planted} on a changed line (${total.main} by the finding itself); ${total.named} with those on the access`);
  planted += total.planted;
  named += total.named;
  strictly += total.here;
}
console.log(`${strictly} of ${planted} planted faults are named on a changed line, ${named} with those on the access`);
