// Reads every module of a folder (*.mlir, *.ttgir, *.ttir) with the page's build of the core under node: as the page
// does when a file is dropped, and by the method `xray`. A module that traps is run again in a fresh instance of the
// whole module, whose functions have names, and its innermost functions are printed.
// Usage: node modules_in_node.mjs [--list] [--build FOLDER] FOLDER
//   --list   prints every module that is refused, with the reason
//   --build  the folder of the build for WebAssembly (build/wasm)
// The exit status is 1 where a module traps.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { fileOfPart, laterParts } from '../../wasm/later_parts.mjs';
import { startModule } from '../../wasm/module.mjs';

const options = { list: false, build: fileURLToPath(new URL('../../build/wasm', import.meta.url)), native: '', folder: '' };
for (let words = process.argv.slice(2); words.length;) {
  const word = words.shift();
  if (word === '--list') options.list = true;
  else if (word === '--build') options.build = words.shift();
  else if (word === '--native') options.native = words.shift();
  else options.folder = word;
}
if (!options.folder) throw new Error('modules_in_node.mjs [--list] [--build FOLDER] [--native PROGRAM] FOLDER');

const at = (name) => path.join(options.build, name);

/** The parts, as the page has them. */
const startParts = () => startModule(at('web/stridescope.mjs'), at('web/stridescope.wasm'),
  Object.fromEntries(laterParts.map((part) => [part, at(`web/${fileOfPart(part)}`)])));

const startWhole = () => startModule(at('wasm/whole/stridescope.mjs'), at('wasm/whole/stridescope.wasm'));

/** The answer of `xray`, after the calls of the page for a dropped file; an error where the file cannot be read. */
function read({ ask }, name, text) {
  ask('act', { do: 'take_file', wish: name, text, on: true });
  ask('file', { from: 0, count: 120 });
  return JSON.parse(ask('xray', { program: text }));
}

const files = fs.readdirSync(options.folder, { recursive: true }).filter((name) => /\.(mlir|ttgir|ttir)$/.test(name)).sort();
const count = { read: 0, refused: 0, trapped: 0, different: 0 };
const slowest = { milliseconds: 0, name: '' };
const kinds = new Map();
let core = await startParts();
for (const name of files) {
  const text = fs.readFileSync(path.join(options.folder, name), 'utf8');
  const begun = performance.now();
  try {
    const answer = read(core, name, text);
    count[answer.error ? 'refused' : 'read'] += 1;
    if (answer.error && options.list) console.log(`refused  ${name}: ${answer.error.message}`);
    const expected = options.native && !answer.error ? natively(name) : undefined;
    if (expected && !isDeepStrictEqual(answer, expected)) {
      count.different += 1;
      console.log(`different  ${name}: ${difference(answer, expected)}`);
    }
  } catch (error) {
    count.trapped += 1;
    const named = await stackOf(name, text);
    const kind = `${error.message} in ${named[0]}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    console.log(`trapped  ${name} (${text.length} bytes): ${error.message}\n    ${named.join('\n    ')}`);
    core = await startParts();
  }
  const milliseconds = performance.now() - begun;
  if (milliseconds > slowest.milliseconds) Object.assign(slowest, { milliseconds, name });
}

/** The answer of the command line. */
function natively(name) {
  return JSON.parse(execFileSync(options.native, ['xray', '--json', path.join(options.folder, name)], { encoding: 'utf8', maxBuffer: 1 << 28 }));
}

/** The first member in which two answers differ. */
function difference(answer, expected, where = '') {
  if (isDeepStrictEqual(answer, expected)) return '';
  if (typeof answer !== 'object' || typeof expected !== 'object' || !answer || !expected) {
    return `${where} is ${JSON.stringify(answer)}, expected ${JSON.stringify(expected)}`;
  }
  const names = new Set([...Object.keys(answer), ...Object.keys(expected)]);
  for (const name of names) {
    const found = difference(answer[name], expected[name], `${where}.${name}`);
    if (found) return found;
  }
  return '';
}

/** The innermost functions, by the whole module, which has their names. */
async function stackOf(name, text) {
  try {
    read(await startWhole(), name, text);
    return ['(the whole module does not trap)'];
  } catch (error) {
    return error.stack.split('\n').slice(1, 8).map((line) => line.trim().replace(/ \(wasm:.*$/, ''));
  }
}

for (const [kind, times] of kinds) console.log(`${times} x ${kind}`);
console.log('\nmodules | read | refused | trapped | different | slowest');
console.log(`${files.length} | ${count.read} | ${count.refused} | ${count.trapped} | ${options.native ? count.different : '-'} | ${Math.round(slowest.milliseconds)} ms (${slowest.name})`);
process.exitCode = count.trapped || count.different ? 1 : 0;
