// Checks foreign text: every fragment of corpus.txt gives its expected values, every one of wrong.txt is refused with
// its expected message, and the output in the golden data is read back. Usage: node run.mjs COMMAND...       e.g. 
// run.mjs build/native/bin/stridescope
//
// corpus.txt   === kind: title      wrong.txt   === title
//              the fragment                     the fragment
//              => name = value                  !> what stands on stderr
//              ~> the same in teaching mode, where it is more than `=>` without underscores
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const command = process.argv.slice(2);
if (command.length === 0) {
  console.error('usage: node run.mjs COMMAND...');
  process.exit(2);
}
const here = path.dirname(fileURLToPath(import.meta.url));
const golden = path.join(here, '..', 'golden');
const SHOWN = 20; // mismatches printed
// Node runs the same code slower: it takes one in `every` of the long lists.
const native = command.length === 1;
const every = native ? 1 : 16;
const some = (list) => list.filter((_, i) => i % every === 0);

let failed = 0;
function fail(text) {
  failed += 1;
  if (failed <= SHOWN) console.error(`  ${text}`);
}

function runCommand(args, input = '') {
  const { status, stdout, stderr, error, signal } = spawnSync(command[0], [...command.slice(1), ...args], {
    input, encoding: 'utf8', timeout: 60_000, maxBuffer: 1 << 28,
  });
  if (error || signal) fail(`${args.join(' ').slice(0, 80)}: ${error?.message ?? signal}`);
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
}
const stridescope = (args, input) => runCommand(['eval', ...args], input);

// Output of `eval --all` for a text.
function evaluateAlone(text, mode) {
  const { status, stdout, stderr } = stridescope(['--all', '--ints', mode, text]);
  return status === 0 ? { printed: trimmed(stdout) } : { printed: trimmed(stdout), error: stderr };
}
// The same of an answer to a line.
const evaluated = (answer) => ({
  printed: trimmed((answer?.values ?? []).map(({ name, text }) => (name ? `${name} = ` : '') + text.replace(/\n$/, '')).join('\n')),
  error: answer ? answer.error : 'no answer',
});

function ask(texts, mode, ...options) {
  if (texts.length === 0) return [];
  const lines = texts.map((expr, id) => JSON.stringify({ id, expr })).join('\n') + '\n';
  const answers = stridescope(['--ints', mode, '--jsonl', ...options], lines).stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  if (answers.length !== texts.length) fail(`${answers.length} answers to ${texts.length} lines`);
  return answers;
}
// The answers to lists of texts, of the first with all values. Under node all in one process: each is slow until its code
// is compiled.
function askAll(mode, first, ...others) {
  if (native) return [ask(first, mode, '--all'), ...others.map((texts) => ask(texts, mode))];
  const answers = ask([first, ...others].flat(), mode, '--all');
  return [first, ...others].map((texts) => answers.splice(0, texts.length));
}

// The sections of a file: title, fragment, and the lines after each mark.
function sections(file, ...marks) {
  return fs.readFileSync(path.join(here, file), 'utf8').split(/^=== /m).slice(1).map((section) => {
    const [title, ...lines] = section.replace(/\n+$/, '').split('\n');
    const behind = (mark) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length).replace(/^ /, ''));
    const text = lines.filter((line) => !marks.some((mark) => line.startsWith(mark))).join('\n');
    return { title, text, expected: marks.map(behind) };
  });
}

const trimmed = (text) => text.replace(/\s+$/, '');
const withoutUnderscores = (text) => text.replace(/(?<![\w.])_(?=-?\d)/g, '');

// --- The corpus ---
const kinds = new Map();
const corpus = sections('corpus.txt', '=>', '~>').map(({ title, text, expected: [values, teaching] }) => {
  const kind = title.slice(0, title.indexOf(':'));
  kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  if (values.length === 0) fail(`${title}: no value is expected`);
  const cute = values.join('\n');
  return { title, text, wanted: { cute, teaching: teaching.length > 0 ? teaching.join('\n') : withoutUnderscores(cute) } };
});
const fragments = [...kinds.values()].reduce((a, b) => a + b, 0);
if (fragments < 60) fail(`only ${fragments} fragments`);

// --- Wrong ones ---
const wrong = sections('wrong.txt', '!>');
for (const { title, text, expected: [message] } of some(wrong)) {
  const { status, stderr } = stridescope(['--all', text]);
  const got = stderr.replace(/\n$/, '').split('\n').map(trimmed).join('\n');
  const wanted = message.map(trimmed).join('\n');
  if (status === 0) fail(`${title}: is not refused`);
  else if (got !== wanted) fail(`${title}\n--- expected\n${wanted}\n--- answered\n${got}`);
}
if (wrong.length < 10) fail(`only ${wrong.length} wrong fragments`);

// --- The corpus is read in both modes, and what is printed can be pasted back ---
// Answers in words are not values: tables of accesses, needs of an operand or a conversion, reasons for a refusal. A
// kernel's print lists its parts; the call that makes it can be pasted.
const reports = /^(\d+ of \d+ (cells|fields) differ|all \d+ (cells|fields) are|no conflict|\d+-way|\d+ sectors?|nothing to do|canonical|not tractable|by morphisms|\w+_kernel (of|into))\b/;

function lines(file) {
  return fs.readFileSync(path.join(golden, file), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

const algebra = ['cute_docs.jsonl', 'cute_unit.jsonl', 'cute_random.jsonl'].flatMap(lines);
const printed = algebra.map((line) => line.result);
for (const line of lines('tiled.jsonl')) printed.push(...Object.values(line.result).filter((value) => typeof value === 'string'));
for (const line of lines('atoms.jsonl')) {
  for (const key of ['shape_mnk', 'thr_id', 'b_layout', 'c_layout', 'src_layout_bits', 'dst_layout_bits', 'ref_layout_bits']) {
    if (line[key]) printed.push(line[key]);
  }
}
const atoms = lines('atoms.jsonl').map((line) => line.atom);
const morphisms = lines('tract.jsonl').filter((line) => !line.expr.includes('tikz')).map((line) => line.expr);
const tilings = [...new Set(lines('tiled.jsonl').map((line) => line.expr))];
// Each named value of the gallery, and what each of its programs ends with. The answers to posted problems are sentences.
const ofTours = JSON.parse(runCommand(['gallery', '--json']).stdout).filter(({ group }) => group !== 'problems');
const gallery = ofTours.flatMap(({ program }) => [
  program, ...[...program.matchAll(/^(\w+) = /gm)].map(([, binding]) => `${program}\n${binding}`),
]);
const pictures = lines('render.jsonl').filter((line) => /^print_(layout|tensor|mma_atom|copy_atom|tiled_mma|tiled_copy)$/.test(line.kind));

let readBack = 0;
function compare(texts, answers, wanted, mode) {
  texts.forEach((text, i) => {
    const got = trimmed(answers[i]?.result ?? `error: ${answers[i]?.error}`);
    if (got === wanted[i]) readBack += 1;
    else fail(`read back (${mode}): ${JSON.stringify(text.slice(0, 200))}\n    answered ${JSON.stringify(got)}`);
  });
}
for (const mode of ['cute', 'teaching']) {
  const cute = mode === 'cute';
  const texts = corpus.map(({ text }) => text);
  const asked = some([...(cute ? [] : algebra.map((line) => line.expr)), ...atoms, ...tilings, ...morphisms, ...gallery]);
  const [results, drawn] = cute ? [some(printed), some(pictures)] : [[], []];
  const [read, answers, again, drawnAgain] = askAll(mode, texts, asked, results, drawn.map(({ text }) => text));
  compare(results, again, results.map(trimmed), mode);
  // A grid is read as its layout, a tensor's elements as the tensor.
  compare(drawn.map(({ text }) => text), drawnAgain, drawn.map(({ kind, text }) => {
    const [first] = text.split('\n');
    return kind === 'print_layout' ? trimmed(first) : kind === 'print_tensor' ? trimmed(first).replace(/:$/, '') : trimmed(text);
  }), mode);

  // The corpus, and what we print of it.
  const got = read.map(evaluated);
  // The operation of a TMA is not a value without its tensor.
  const shown = got.map((one) => one.printed.replace(/^\w+ = (SM90_TMA_LOAD\n)?/gm, '')); // can be the name of a function: `layout`
  const made = answers.map((answer) => answer.result).filter((result) => result !== undefined);
  if (made.length < 0.85 * asked.length) fail(`${mode}: only ${made.length} of ${asked.length} have a value`);
  // Tables and pictures are texts, and no values: rows of numbers, a Hasse diagram. Of a grid its layout is read.
  const values = [...new Set(made.map(trimmed))].filter((text) => !/^ *\d+ +\d|^\S+ <= /.test(text) && !reports.test(text));
  const [shownAgain, valuesAgain] = askAll(mode, shown, values);
  compare(values, valuesAgain, values.map((text) => (/\n *\+--/.test(text) ? text.slice(0, text.indexOf('\n')) : text)), mode);
  corpus.forEach(({ title, text, wanted }, i) => {
    // Natively each also alone, as from a terminal.
    for (const { printed: one, error } of [got[i], ...(native && cute ? [evaluateAlone(text, mode)] : [])]) {
      if (error !== undefined) fail(`${title} (${mode})\n${error}`);
      else if (one !== wanted[mode]) fail(`${title} (${mode})\n    expected ${JSON.stringify(wanted[mode])}\n    answered ${JSON.stringify(one)}`);
    }
    const back = evaluated(shownAgain[i]).printed;
    if (back !== shown[i]) fail(`${title} (${mode}), read back\n    printed  ${JSON.stringify(shown[i])}\n    answered ${JSON.stringify(back)}`);
  });
}

if (failed > SHOWN) console.error(`  … and ${failed - SHOWN} more`);
const by = [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ');
console.log(`${fragments} fragments (${by}), ${some(wrong).length} wrong ones, ${readBack} printed values read back; ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
