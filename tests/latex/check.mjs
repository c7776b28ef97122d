// Checks that `render --format latex` compiles with pdflatex: each kind of picture, with each of its labels and
// colorings, alone and copied into one paper. Usage: node check.mjs PDFLATEX COMMAND...       e.g. node
// tests/latex/check.mjs pdflatex build/native/bin/stridescope
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { answerTo, versionOf } from '../tools/tool_answers.mjs';

const [pdflatex, ...command] = process.argv.slice(2);
if (command.length === 0) {
  console.error('usage: node check.mjs PDFLATEX COMMAND...');
  process.exit(2);
}
if (spawnSync(pdflatex, ['--version']).status !== 0) {
  console.log(`skipped: no ${pdflatex} here (./dev test installs it)`);
  process.exit(77);
}

// A program for each kind of picture. A kind that a value does not offer falls back to another, and is an error here.
const PICTURES = [
  ['grid', '(4,(2,4)):(2,(1,8))'],
  ['grid', 'zipped_divide((8,8):(8,1), <4,4>)'],
  ['grid', '(4,4,3):(1,4,16)'],
  ['grid', 'Sw<3,0,3> o 0 o (8,8):(8,1)'],
  ['grid', 'make_identity_tensor((3,(2,2)))'],
  ['strip', '_1:_0'],
  ['strip', '(4,2,3):(2,1,8)'],
  ['memory', '(4,3):(-3,5)'],
];

function run(program, args, options = {}) {
  const result = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, timeout: 120_000, ...options });
  if (result.error) throw result.error;
  return result;
}
function stridescope(args) {
  const { status, stdout, stderr } = run(command[0], [...command.slice(1), ...args]);
  if (status !== 0) throw new Error(`${args.join(' ')}: exit ${status}\n${stderr}`);
  return stdout;
}

const version = versionOf(pdflatex);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-latex-'));
let failed = 0;
const fail = (text) => {
  failed += 1;
  console.error(text);
};

// Returns the number of pages.
function compile(name, document) {
  const { status, stdout } = answerTo([version, document], () => {
    fs.writeFileSync(path.join(folder, `${name}.tex`), document);
    return run(pdflatex, ['-interaction=nonstopmode', '-halt-on-error', `${name}.tex`], { cwd: folder });
  }, (answer) => answer.status === 0);
  const complaints = stdout.split('\n').filter((line) => /^!|^Overfull|Missing character|LaTeX Warning: (?!.*rerun)/i.test(line));
  if (status !== 0 || complaints.length > 0) fail(`${name}: exit ${status}\n  ${complaints.slice(0, 5).join('\n  ') || stdout.slice(-800)}`);
  return Number(/\((\d+) pages?/.exec(stdout)?.[1] ?? 0);
}

const pictures = [];
try {
  for (const [kind, program] of PICTURES) {
    for (const view of [`kind=${kind}`, `kind=${kind} label=coord color=mode`, `kind=${kind} label=index color=index`]) {
      const scene = JSON.parse(stridescope(['render', '--ints=teaching', '--format=json', '--view', view, program]));
      if (scene.kind !== kind) fail(`${program} offers no ${kind}`);
      const document = stridescope(['render', '--ints=teaching', '--format=latex', '--view', view, program]);
      const cells = document.match(/^\\node\[cell[^\]]*\] at/gm)?.length ?? 0;
      const drawn = scene.ids?.filter((id) => id >= 0).length ?? 0;
      if (cells < drawn || drawn === 0) fail(`${program} ${view}: ${cells} cells of ${drawn}`);
      pictures.push(/\\begin{tikzpicture}[^]*\\end{tikzpicture}/.exec(document)[0]);
      if (view !== `kind=${kind}`) continue;
      const pages = compile(`alone${pictures.length}`, document);
      if (pages !== 1) fail(`${program}: ${pages} pages`);
    }
  }
  const paper = `\\documentclass{article}\n\\usepackage{tikz}\n\\usepackage[paperwidth=200cm,paperheight=200cm]{geometry}\n\\begin{document}\n${pictures.map((p) => `\\noindent ${p}\n\\newpage`).join('\n')}\n\\end{document}\n`;
  const pages = compile('paper', paper);
  if (pages !== pictures.length) fail(`${pictures.length} pictures on ${pages} pages`);
} finally {
  fs.rmSync(folder, { recursive: true });
}
console.log(`${pictures.length} pictures, ${failed} wrong`);
process.exit(failed > 0 ? 1 : 0);
