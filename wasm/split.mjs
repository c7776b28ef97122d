// Divides the page's module in three: `first` draws the program that the page opens with, in English, `first` and `more`
// together all programs of the gallery, that one in every language, and the page loads the rest after a picture. Each needs those before it.
// Usage: node split.mjs FOLDER_OF_THE_WHOLE OUT_FOLDER WASM_SPLIT LLVM_READOBJ LIBRARY
// LIBRARY is the static library that the module was linked of.
//
// wasm-split (Binaryen) moves the functions that did not run while the programs were evaluated and drawn: from the whole
// into the rest, and of what stays, which is profiled anew, into `more`. A call of a function that was moved goes to a
// placeholder, an import, until the part is there and has put itself in the table. wasm-split leaves all data where it
// was, so what only functions of later parts reach is moved here.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startModule } from './module.mjs';
import { Data, addresses, distances, objects } from './split_data.mjs';

class NeedsRest extends Error {}

// What a part calls of later ones.
const placeholder = new Proxy({}, {
  get: (_, entry) => () => {
    throw new NeedsRest(`entry ${String(entry)} of the table is needed, which the rest fills`);
  },
});

// Of a painted picture, as the page sees it first.
const sight = { col: 0, row: 0, atX: 0, atY: 0, width: 900, height: 500, cell: -1, unit: 1, margin: 256, dark: false };

const [from, to, tool, readobj, library] = process.argv.slice(2);
const languages = fileURLToPath(new URL('../core/data/languages', import.meta.url));
const whole = path.join(from, 'stridescope.wasm');
const loader = path.join(from, 'stridescope.mjs');
const map = fs.readFileSync(path.join(from, 'stridescope.map'), 'utf8');
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-split-'));
try {
  const at = (name) => path.join(temporary, name);
  const split = (...words) => execFileSync(tool, ['--all-features', ...words], { stdio: 'inherit' });

  // Of MODULE what ran for these entries goes into KEPT, all else into MOVED.
  const divide = async (module, running, { kept, moved, namespace }) => {
    const counting = at(`counting_${namespace}.wasm`);
    split('--instrument', module, '-o', counting);
    const profiles = [];
    for (const entry of running) profiles.push(await profile(counting, entry));
    fs.writeFileSync(at('profile'), together(profiles));
    split('--split', module, `--profile=${at('profile')}`, `--export-prefix=${namespace[0]}`, '--import-namespace=primary',
      `--placeholder-namespace=${namespace}`, '-o1', kept, '-o2', moved);
  };
  const entries = await gallery(whole);
  // The page opens it in the default pictures of its values.
  entries[0].views = [];
  for (const file of fs.readdirSync(languages)) {
    const { sentences } = JSON.parse(fs.readFileSync(path.join(languages, file), 'utf8'));
    entries.push({ ...entries[0], id: `${entries[0].id} in ${file}`, sentences });
  }
  await divide(whole, entries, { kept: at('drawing.wasm'), moved: at('rest.wasm'), namespace: 'rest' });
  await divide(at('drawing.wasm'), entries.slice(0, 1), { kept: at('first.wasm'), moved: at('more.wasm'), namespace: 'more' });

  const addressesOf = (name) => {
    const disassembler = path.join(path.dirname(tool), 'wasm-dis');
    execFileSync(disassembler, ['--all-features', at(name), '-o', at('text')], { stdio: 'inherit' });
    return addresses(fs.readFileSync(at('text'), 'utf8'));
  };
  const data = new Data(fs.readFileSync(at('first.wasm')));
  const relocations = execFileSync(readobj, ['--relocations', library], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const known = objects(map, distances(relocations));
  const early = addressesOf('first.wasm');
  const late = data.unreached(early, known);
  const last = data.unreached(new Set([...early, ...addressesOf('more.wasm')]), known);
  const lastTo = new Map(last.map(({ from, to }) => [from, to]));
  const forSecond = late.map(({ from, to }) => ({ from: lastTo.get(from) ?? from, to })).filter(({ from, to }) => from < to);
  const { kept, moved: [forMore, forRest] } = data.cut(forSecond, last);
  fs.writeFileSync(at('first.wasm'), kept);
  fs.appendFileSync(at('more.wasm'), forMore);
  fs.appendFileSync(at('rest.wasm'), forRest);

  const parts = ['first', 'more', 'rest'].map((name) => at(`${name}.wasm`));
  // Parts draw what the whole draws, or say that they need the rest; of broken programs, too.
  const same = async (loaded, answer, what) => {
    const answered = await unlessIncomplete(loaded, answer);
    if (answered !== undefined && answered !== answer(await start([whole]))) throw new Error(`${loaded.length} parts answer otherwise than the whole: ${what}`);
    return answered !== undefined;
  };
  let alone = 0;
  for (const entry of entries) {
    alone += await same(parts.slice(0, 1), (core) => drawn(core, entry), entry.id);
    if (!await same(parts.slice(0, 2), (core) => drawn(core, entry), entry.id)) throw new Error(`${entry.id} needs the rest`);
    if (entry === entries[0] && !alone) throw new Error('the first program needs another part');
    const { program } = entry;
    for (const text of [program.slice(0, program.length * 0.7), program.replace(/[,:]/, ' ')]) {
      for (const count of [1, 2, 3]) await same(parts.slice(0, count), (core) => told(core, text), text);
    }
  }
  console.log(`${alone} of ${entries.length} programs of the gallery are drawn by the first part alone`);

  fs.mkdirSync(to, { recursive: true });
  for (const [i, name] of ['stridescope.wasm', 'stridescope.more.wasm', 'stridescope.rest.wasm'].entries()) {
    fs.copyFileSync(parts[i], path.join(to, name));
  }
  fs.copyFileSync(loader, path.join(to, 'stridescope.mjs'));
} finally {
  fs.rmSync(temporary, { recursive: true });
}

// What these parts answer; nothing where only later ones can tell it.
async function unlessIncomplete(parts, ask) {
  const core = await start(parts);
  try {
    return ask(core);
  } catch (error) {
    if (error instanceof NeedsRest) return undefined;
    throw error;
  }
}

// --- Running it ------------------------------------------------------------------------------------------------------

async function start([first, ...others]) {
  const core = await startModule(loader, first, { more: placeholder, rest: placeholder });
  for (const file of others) new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(file)), { primary: core.exports });
  return core;
}

async function gallery(file) {
  return JSON.parse((await start([file])).ask('gallery', {})).entries;
}

// Does what the page does until the pictures of an entry stand (web/src/core/engine.ts), however long they take: the
// answers.
function drawn({ module, ask }, { id: entry, program, views, sentences }) {
  if (sentences) ask('speak', { sentences });
  const answers = [ask('act', { do: 'open', program, mode: 'teaching', views, budget: 1_000_000 })];
  module._ss_array(0);
  const { report, cards } = JSON.parse(answers[0]);
  if (report.diagnostics.length) throw new Error(`errors in ${entry}: ${JSON.stringify(report.diagnostics)}`);
  for (const { binding, picture } of cards) {
    if (!picture || picture.svg || picture.refused) continue;
    for (const fitted of [true, false]) {
      answers.push(ask('raster', { binding: binding.id, view: `${picture.view} whole=1`, viewport: { ...sight, fitted } }));
    }
  }
  return answers.join('\n').replace(/"microseconds":\d+/, '');
}

// What is said of a program; of its pictures nothing.
function told({ ask }, program) {
  return ask('act', { do: 'open', program, budget: 0 }).replace(/"microseconds":\d+/, '');
}

// Which functions run until the pictures of an entry stand, as the instrumented module counts them.
async function profile(file, entry) {
  const core = await start([file]);
  drawn(core, entry);
  const size = core.exports.__write_profile(0, 0);
  const place = core.module._ss_input(size);
  core.exports.__write_profile(place, size);
  return Buffer.from(core.module.HEAPU8.slice(place, place + size));
}

// The profile of a run that did what these did: a hash of 8 bytes, and of each function when it first ran, or 0, in 4.
function together([first, ...others]) {
  const out = Buffer.from(first);
  for (const profile of others) {
    for (let at = 8; at < out.length; at += 4) {
      if (!out.readUInt32LE(at)) profile.copy(out, at, at, at + 4);
    }
  }
  return out;
}
