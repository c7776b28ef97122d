// Inlay hints over the five sources that hints/files.json names: every hint equals what the compiled program prints
// (hints/NAME.txt, which hints/print.py writes; of a copy or an MMA, the hover), at least 60 % of the layouts, tensors, copies and MMAs have a value, and
// each that has none names the parameter that is open. The sources are others' and not stored here.
// Usage: node hints.mjs STRIDESCOPE DECLARATIONS ROOT; ROOT has checkouts of the repositories, DECLARATIONS is the program
// stridescope_declarations. Prints a line a file.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from './client.mjs';

const [program, declarations, root] = process.argv.slice(2);
const here = path.join(import.meta.dirname, 'hints');
const counted = ['layout', 'tensor', 'copy', 'mma'];
// A fragment in registers is read as its layout; `?` is a pointer's type or address that the file leaves open.
const comparable = (text) => text.replace(/\s+/g, ' ').replace(/(ptr\[(?:\d+|\?)b\])\([^)]*\)/g, '$1')
  .replace(/^((?:sub)?ptr\[\d+b\]|GMMA::DescriptorIterator) o /, '').trim();
const equal = (hint, value) => hint === value || (hint.startsWith('smem_ptr[?b] ') && hint.slice(12) === value.replace(/^smem_ptr\[\d+b\]/, ''));

const client = new Client(program);
await client.initialize({ ints: 'cute' });
let wrong = 0;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-hints-'));
for (const { name, repository, path: file, comments } of JSON.parse(fs.readFileSync(path.join(here, 'files.json'), 'utf8'))) {
  const source = path.join(root, path.basename(repository), file);
  const text = fs.readFileSync(source, 'utf8') + comments.map((comment) => `// stride: ${comment}\n`).join('');
  const uri = `file://${path.resolve(source)}`;
  await client.open(uri, text, 'cuda-cpp');
  const hints = new Map();
  for (const { position, tooltip } of await client.within('inlayHint', uri)) {
    const [word] = text.split('\n')[position.line].slice(0, position.character).match(/\w+$/);
    // The hint of a copy or an MMA has a line of it; the hover has all.
    const { contents } = await client.at('hover', uri, position.line, position.character - 1);
    const [, whole] = contents.value.match(/^```stride\n\w+ =\s([\s\S]*?)\n```/) ?? [];
    hints.set(`${position.line + 1} ${word}`, comparable(/^(?:Tiled|Thr|Copy_|MMA_)/.test(tooltip) ? whole : tooltip));
  }
  const printed = fs.readFileSync(path.join(here, `${name}.txt`), 'utf8').trimEnd().split('\n').map((row) => row.match(/^(\d+ \S+) (.*)$/).slice(1));
  let right = 0;
  for (const [key, value] of printed) {
    const hint = hints.get(key);
    if (hint !== undefined && equal(hint, comparable(value))) right += 1;
    else console.log(`${name}:${key}\n  hint    ${hint}\n  printed ${comparable(value)}`);
  }
  // Next to it are the files that it includes.
  const place = fs.mkdtempSync(path.join(folder, name));
  for (const other of fs.readdirSync(path.dirname(source))) if (other !== path.basename(file)) fs.symlinkSync(path.join(path.dirname(source), other), path.join(place, other));
  const copy = path.join(place, path.basename(file));
  fs.writeFileSync(copy, text);
  const all = spawnSync(declarations, [copy], { encoding: 'utf8', maxBuffer: 1 << 26 }).stdout.split('\n').map((row) => row.split('\t')).filter(([, , kind]) => counted.includes(kind));
  const open = all.filter(([, , , value]) => value.startsWith('? '));
  const silent = open.filter(([, , , value]) => value.endsWith('[]'));
  const share = (all.length - open.length) / all.length;
  console.log(`${name}: ${right} of ${printed.length} printed values are hints; ${all.length - open.length} of ${all.length} declarations (${Math.round(100 * share)} %) have a value, ${open.length - silent.length} of the others name what is open`);
  wrong += printed.length - right + silent.length + (share < 0.6 ? 1 : 0) + (printed.length < 10 ? 1 : 0);
}
fs.rmSync(folder, { recursive: true });
await client.end();
process.exitCode = wrong > 0 ? 1 : 0;
