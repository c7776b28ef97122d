// Gives a golden file, line by line, to `COMMAND eval --jsonl` and compares every answer. The lines of atoms, tilings and
// pictures become programs of the functions that print them; all others are given unchanged.
// Usage: node run.mjs COMMAND... -- FILE
//   e.g. node tests/golden/run.mjs build/native/bin/stridescope -- tests/golden/cute_unit.jsonl
// Checks the expectations of each line (tests/golden/README.md has the format):
//   {expr, result [, static]}   the same result, character for character, and the same static flag
//   {expr, text, kind}          print_layout, print_tensor, print_*_atom, print_tiled_*: the text exactly; print_latex*,
//                               print_svg*: the same cells (place, label, colour class), numbers and lines
//   {expr, result: {...}, ...}  the same keys, each the same, character for character
//   {atom, kind, ...}           the same fields as atom_facts prints, no more and no fewer, but for frg_type_*; the unit test
//                               "atoms: kind and mnemonics of the golden data" has the others
//   {expr, fn: "tract...."}     the same result, an error where it has one; of TikZ the same nodes with the same labels, the
//                               same arrows and branches
//   {expr, error, kind}         static_assert, runtime: an error of our own wording; not_callable: any answer
//   {expr, result, compare}     exact: the result, character for character; values: the same but for the `_` before numbers
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';

const SHOWN = 20; // mismatches printed
const LOCKSTEP = 25; // lines asked one at a time, each only after the answer to the one before: answers must be flushed
const PATIENCE_MS = 20_000; // for one answer
// The function that prints a kind.
const PRINTERS = {
  print_layout: 'print_layout', print_tensor: 'print_tensor', print_mma_atom: 'print', print_copy_atom: 'print', print_tiled_mma: 'print',
  print_tiled_copy: 'print', print_latex: 'print_latex', print_latex_mma: 'print_latex', print_latex_copy: 'print_latex', print_svg_mma: 'print_svg',
};
const REFUSED_KINDS = ['static_assert', 'runtime'];

const separator = process.argv.lastIndexOf('--');
const command = process.argv.slice(2, separator);
const file = process.argv[separator + 1];
if (separator < 3 || !file) {
  console.error('usage: node run.mjs COMMAND... -- FILE');
  process.exit(2);
}

// A key of a tiling's line: the function of that name, of the tiling, the thread and an operand.
function call(golden, key) {
  const { thr, layout } = golden;
  const operand = layout ?? golden[/_([ABC])(_|$)/.exec(key)?.[1]];
  const thread = /^partition_[A-Z]/.test(key) ? thr : undefined;
  return `${key}(${['tiling_', thread, /^(thrfrg|tidfrg|partition)_/.test(key) ? operand : undefined].filter((one) => one !== undefined)})`;
}

// The request for a golden line: a tiling's has a statement for each key, after that of the tiling.
function request(line, golden) {
  const { id, atom, expr, kind, result } = golden;
  if (atom) return JSON.stringify({ id, expr: `atom_facts(${atom})` });
  if (typeof result === 'object') return JSON.stringify({ id, expr: [`tiling_ = ${expr}`, ...Object.keys(result).map((key) => call(golden, key))].join('\n') });
  return 'text' in golden ? JSON.stringify({ id, expr: `${PRINTERS[kind]}(${expr}\n)` }) : line;
}

// The keys that differ, each with both values.
function keysMismatch(expected, answered) {
  return [...new Set([...Object.keys(expected), ...Object.keys(answered)])]
    .filter((key) => expected[key] !== answered[key])
    .map((key) => `${key}: expected ${JSON.stringify(expected[key])}\n        answered ${JSON.stringify(answered[key])}`)
    .join('\n      ');
}

function atomMismatch({ id, kind, ptx_all, ...golden }, { error, result }) {
  if (error) return `is refused: ${error}`;
  const [name, ...rows] = result.trimEnd().split('\n');
  const facts = { atom: name, ...Object.fromEntries(rows.map((row) => row.trim().split(/: (.*)/, 2))) };
  if (!facts.source) return 'has no source';
  const known = (of) => Object.fromEntries(Object.entries(of).filter(([key]) => key !== 'source' && !key.startsWith('frg_type_')));
  return keysMismatch(known({ ...golden, atom: golden.atom.replaceAll(', ', ',') }), known(facts));
}

function tilingMismatch(expected, { error, values }) {
  if (error) return `is refused: ${error}`;
  const keys = Object.keys(expected);
  return values.length === keys.length + 1 ? keysMismatch(expected, Object.fromEntries(keys.map((key, i) => [key, values[i + 1].text])))
    : `has ${values.length} values`;
}

// Contents of a picture, in any format: every cell as [place, label, color class], and the numbers and lines around
// them. Undefined for other texts.
function shown(text) {
  const latex = [...text.matchAll(/\\node(?:\[fill=(\{.*?\}|[^\]]*)\])? at \((-?\d+),(-?\d+)\) \{(.*)\};/g)]
    .map(([, color = '', row, col, label]) => [`${row},${col}`, label.replaceAll(/\\shortstack|\\Large|\\texttt|[{}\s]/g, ''), color]);
  const lines = [...text.matchAll(/\\draw.*?\((.*?)\) grid \((.*?)\);/g)].map(([, from, to]) => [from, to, 'grid']);
  const squares = [...text.matchAll(/<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" fill="(.*?)"/g)]
    .map(([, x, y, width, height, fill]) => [`${x},${y}`, `${width}x${height}`, fill]);
  const texts = [...text.matchAll(/<text x="(\d+)" y="(\d+)"[^>]*>(.*?)<\/text>/g)].map(([, x, y, label]) => [`${x},${y}`, label, '']);
  const all = [...latex, ...lines, ...squares, ...texts];
  return all.length > 0 ? all.map((part) => part.join(' | ')).sort() : undefined;
}

// A diagram in TikZ, however it is written: nodes with their labels, and what is drawn between which two of them.
function diagram(text) {
  const plain = (name) => name.replace(/\.(east|west)$/, '');
  const nodes = [...text.matchAll(/\\node\[entry\] \((\w+)\) at \(.*?\) \{(.*?)\};/g)].map(([, name, label]) => `node ${name} ${label}`);
  const points = [...text.matchAll(/\\coordinate \((\w+)\)/g)].map(([, name]) => `point ${name}`);
  const arrows = [...text.matchAll(/\\mapArrow\{(\w+)\}\{(\w+)\}/g), ...text.matchAll(/\\draw\[maps to\] \((.*?)\) -- \((.*?)\)/g)]
    .map(([, from, to]) => `arrow ${plain(from)} ${plain(to)}`);
  const branches = [...text.matchAll(/\\draw(?:\[branch\])? \((.*?)\) -- \((.*?)\)/g)].map(([, from, to]) => `branch ${plain(from)} ${plain(to)}`);
  return [...nodes, ...points, ...arrows, ...branches].sort();
}

function tractMismatch(golden, answer) {
  if ('error' in golden) return 'result' in answer ? `must be refused (${golden.error})` : '';
  if (!('result' in answer)) return `is refused: ${answer.error}`;
  if (golden.fn.endsWith('tikz')) {
    const [expected, drawn] = [diagram(golden.result), diagram(answer.result)];
    if (!golden.result.includes('tikzpicture')) throw new Error(`${golden.id} is no diagram`);
    const at = expected.findIndex((part, i) => part !== drawn[i]);
    if (!answer.result.includes('tikzpicture')) return 'is no diagram';
    return at >= 0 || drawn.length !== expected.length ? `expected ${expected[at]}\n      answered ${drawn[at] ?? drawn.at(-1)}` : '';
  }
  return answer.result === golden.result ? '' : `expected ${golden.result}\n      answered ${answer.result}`;
}

// Returns what is wrong with an answer to a golden line, or '' when it is right.
function mismatch(golden, answer) {
  if (answer.id !== golden.id) return `answers ${JSON.stringify(answer.id)}: missing or out of order`;
  if ('atom' in golden) return atomMismatch(golden, answer);
  if (typeof golden.result === 'object') return tilingMismatch(golden.result, answer);
  const answered = 'result' in answer;
  if (answered === 'error' in answer) return 'has not exactly one of result and error';
  if (answered && typeof answer.result !== 'string') return 'result is not a string';
  if (!answered && (typeof answer.error !== 'string' || !answer.error.trim() || answer.error.includes('\n'))) {
    return 'error is not one line of text';
  }
  if (golden.fn?.startsWith('tract.')) return tractMismatch(golden, answer);
  if ('error' in golden) {
    if (answered && REFUSED_KINDS.includes(golden.kind)) return `must be refused (${golden.error})`;
    return '';
  }
  if (!answered) return `is refused: ${answer.error}`;
  if (/^print_(latex|svg)/.test(golden.kind)) {
    const [expected, drawn] = [shown(golden.text), shown(answer.result)];
    if (!expected) throw new Error(`${golden.id} is no picture`);
    const at = expected.findIndex((part, i) => part !== drawn?.[i]);
    if (at >= 0) return `expected the cell ${expected[at]}\n      answered ${drawn?.[at]}`;
    return drawn.length === expected.length ? '' : `${expected.length} cells and labels, answered ${drawn.length}`;
  }
  if (golden.compare) {
    const plain = (text) => (golden.compare === 'values' ? text.replace(/_(?=\d)/g, '') : text);
    return plain(answer.result) === plain(golden.result) ? '' : `expected ${golden.result}\n      answered ${answer.result}`;
  }
  const expected = golden.text ?? golden.result;
  if (answer.result !== expected) {
    return `expected ${JSON.stringify(expected)}\n      answered ${JSON.stringify(answer.result)}`;
  }
  if (answer.static !== golden.static) return `expected static=${golden.static}, answered static=${answer.static}`;
  return '';
}

const lines = fs.readFileSync(file, 'utf8').split('\n').filter((line) => line !== '');
const asked = lines
  .map((line) => ({ line, golden: JSON.parse(line) }))
  .filter(({ golden }) => !('text' in golden) || golden.kind in PRINTERS)
  .map(({ line, golden }) => ({ line: request(line, golden), golden }));
const options = asked.some(({ golden }) => typeof golden.result === 'object') ? ['--all'] : [];

const started = performance.now();
const child = spawn(command[0], [...command.slice(1), 'eval', '--jsonl', ...options], { stdio: ['pipe', 'pipe', 'inherit'] });
const ended = new Promise((resolve) => {
  child.on('error', (error) => resolve(error.message));
  child.on('close', (code, signal) => resolve(code === 0 ? '' : `exit ${signal ?? code}`));
});
child.stdin.on('error', () => {}); // a command that died: its exit code reports it

let failed = 0;
const fail = (text) => {
  failed += 1;
  if (failed <= SHOWN) console.error(`  ${text}`);
};

const answers = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
async function nextAnswer() {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(() => resolve({ late: true }), PATIENCE_MS)));
  const next = await Promise.race([answers.next(), late]);
  clearTimeout(timer);
  return next;
}

let received = 0;
let stopped = '';
for (const [index, { line, golden }] of asked.entries()) {
  if (index < LOCKSTEP) child.stdin.write(line + '\n');
  if (index === LOCKSTEP) child.stdin.end(asked.slice(index).map((rest) => rest.line + '\n').join(''));
  const next = await nextAnswer();
  if (next.late) stopped = `no answer within ${PATIENCE_MS / 1000} s (not flushed, or hung)`;
  else if (next.done) stopped = `the answers end here (${(await ended) || 'exit 0'})`;
  if (stopped) {
    fail(`${golden.id}  ${golden.expr ?? golden.atom}\n      ${stopped}`);
    break;
  }
  received += 1;
  let wrong;
  try {
    wrong = mismatch(golden, JSON.parse(next.value));
  } catch {
    wrong = `the answer is not JSON: ${next.value.slice(0, 200)}`;
  }
  if (wrong) fail(`${golden.id}  ${golden.expr ?? golden.atom}\n      ${wrong}`);
}
child.stdin.end();
if (stopped) child.kill('SIGKILL');
else if (!(await nextAnswer()).done) fail('more answers than lines, or a command that does not end with its input');
const exit = stopped ? '' : await ended;
if (exit) fail(`the command ended with ${exit}`);
failed += asked.length - received - (stopped ? 1 : 0);

const seconds = ((performance.now() - started) / 1000).toFixed(2);
const skipped = lines.length - asked.length ? `, ${lines.length - asked.length} of a kind not asked` : '';
const right = asked.length - Math.min(failed, asked.length);
if (failed > SHOWN) console.error(`  … and ${failed - SHOWN} more`);
console.log(`${path.basename(file)}: ${asked.length} lines, ${right} right, ${failed} wrong${skipped}, ${seconds} s`);
if (asked.length === 0) console.error('no line to ask');
process.exit(failed > 0 || asked.length === 0 ? 1 : 0);
