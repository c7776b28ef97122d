// Divides the page's module into two parts. The first part draws every program of the gallery but posted problems in
// every language; the page loads the second part after a picture, or when a call needs it.
// Usage: node split.mjs FOLDER_OF_THE_WHOLE OUT_FOLDER BINARYEN_FOLDER LLVM_READOBJ LIBRARY
// LIBRARY is the static library that the module was linked from.
//
// wasm-split (Binaryen) moves the functions that did not run while the programs were evaluated and drawn. A call of a
// moved function goes to a placeholder import, until the second part has installed itself in the table. wasm-split
// leaves all data in the first part, so this script moves data that only functions of the second part use. The functions
// of each part are sorted (functions.mjs).
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nameFunctions, sortFunctions } from './functions.mjs';
import { addSecond, entries as tableEntries, startModule } from './module.mjs';
import { Data, addresses, distances, objects } from './split_data.mjs';
import { shorten } from './split_names.mjs';

class NeedsSecond extends Error {}

// A substitute for all imports of the first part from the second.
const placeholders = () => tableEntries((entry) => () => {
  throw new NeedsSecond(`entry ${entry} of the table belongs to the second part`);
});

// The visible part of a painted picture at its first display.
const sight = { col: 0, row: 0, atX: 0, atY: 0, width: 900, height: 500, cell: -1, unit: 1, margin: 256, dark: false };

const [from, to, tools, readobj, library] = process.argv.slice(2);
const languages = fileURLToPath(new URL('../core/data/languages', import.meta.url));
const linked = fs.readFileSync(path.join(from, 'stridescope.wasm'));
const loader = path.join(from, 'stridescope.mjs');
const map = fs.readFileSync(path.join(from, 'stridescope.map'), 'utf8');
// The linker's name of a function that traps, for callers that pass other arguments than the function has.
const mismatch = /signature_mismatch:\S*/.exec(linked.toString('latin1'));
if (mismatch) throw new Error(`${mismatch[0]}: a system library and the core pass a structure in two ways; expected no call of it`);
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-split-'));
const at = (name) => path.join(temporary, name);
const whole = at('whole.wasm');
// The beginning of the names of all that the first part exports for the second.
const prefix = 'for the second part: ';
try {
  fs.writeFileSync(whole, nameFunctions(sortFunctions(linked)));
  const run = (tool, ...words) => execFileSync(path.join(tools, tool), ['--all-features', ...words], { stdio: 'inherit' });
  const entries = await gallery();
  // The page shows the values of its first program in their default pictures.
  entries[0].views = [];
  for (const file of fs.readdirSync(languages)) {
    const { sentences } = JSON.parse(fs.readFileSync(path.join(languages, file), 'utf8'));
    entries.push({ ...entries[0], id: `${entries[0].id} in ${file}`, sentences });
  }

  run('wasm-split', '--instrument', whole, '-o', at('counting.wasm'));
  const profiles = [];
  for (const entry of entries) profiles.push(await profile(at('counting.wasm'), entry));
  fs.writeFileSync(at('profile'), together(profiles));
  run('wasm-split', '--split', whole, `--profile=${at('profile')}`, `--export-prefix=${prefix}`, '--import-namespace=first',
    '--placeholder-namespace=second', '-o1', at('first.wasm'), '-o2', at('second.wasm'));

  run('wasm-dis', at('first.wasm'), '-o', at('text'));
  const data = new Data(fs.readFileSync(at('first.wasm')));
  const relocations = execFileSync(readobj, ['--relocations', library], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const late = data.unreached(addresses(fs.readFileSync(at('text'), 'utf8')), objects(map, distances(relocations)));
  const { kept, moved } = data.cut(late);
  const { first, second } = shorten(kept, Buffer.concat([fs.readFileSync(at('second.wasm')), moved]), prefix);
  fs.writeFileSync(at('first.wasm'), first);
  fs.writeFileSync(at('second.wasm'), second);

  const parts = [at('first.wasm'), at('second.wasm')];
  // The first part and both parts must return the same answers as the whole module, or report that they need the second
  // part.
  const same = async (loaded, answer, what) => {
    const answered = await unlessIncomplete(loaded, answer);
    if (answered !== undefined && answered !== answer(await start([whole]))) throw new Error(`${loaded.length} of 2 parts answer otherwise than the whole: ${what}`);
    return answered !== undefined;
  };
  for (const entry of entries) {
    for (const count of [1, 2]) {
      if (!await same(parts.slice(0, count), (core) => drawn(core, entry), entry.id)) throw new Error(`${entry.id} needs the second part`);
    }
    const { program } = entry;
    for (const text of [program.slice(0, program.length * 0.7), program.replace(/[,:]/, ' ')]) {
      for (const count of [1, 2]) await same(parts.slice(0, count), (core) => reported(core, text), text);
    }
  }
  console.log(`the first part draws ${entries.length} programs`);

  fs.mkdirSync(to, { recursive: true });
  for (const [i, name] of ['stridescope.wasm', 'stridescope.second.wasm'].entries()) fs.copyFileSync(parts[i], path.join(to, name));
  fs.copyFileSync(loader, path.join(to, 'stridescope.mjs'));
} finally {
  fs.rmSync(temporary, { recursive: true });
}

// The answer of the given parts; undefined if they need the second part.
async function unlessIncomplete(parts, ask) {
  const core = await start(parts);
  try {
    return ask(core);
  } catch (error) {
    if (error instanceof NeedsSecond) return undefined;
    throw error;
  }
}

// --- Running ---------------------------------------------------------------------------------------------------------

async function start([first, second]) {
  const core = await startModule(loader, first, { second: placeholders() });
  if (second) addSecond(core, second);
  return core;
}

// The programs of the gallery without posted problems: their text is pasted, and its readers belong to the second part.
async function gallery() {
  return JSON.parse((await start([whole])).ask('gallery', {})).entries.filter(({ group }) => group !== 'problems');
}

// Performs the same calls as the page until the pictures of an entry are drawn (web/src/core/engine.ts), without its
// time limits. Returns the answers.
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

// The report of a program, without pictures.
function reported({ ask }, program) {
  return ask('act', { do: 'open', program, budget: 0 }).replace(/"microseconds":\d+/, '');
}

// Functions that run until the pictures of an entry are drawn, from the counters of the instrumented module.
async function profile(file, entry) {
  const core = await start([file]);
  drawn(core, entry);
  const size = core.exports.__write_profile(0, 0);
  const place = core.module._ss_input(size);
  core.exports.__write_profile(place, size);
  return Buffer.from(core.module.HEAPU8.slice(place, place + size));
}

// Merges the profiles of several runs: a hash of 8 bytes, then 4 bytes per function: the time of its first run, or 0.
function together([first, ...others]) {
  const out = Buffer.from(first);
  for (const profile of others) {
    for (let at = 8; at < out.length; at += 4) {
      if (!out.readUInt32LE(at)) profile.copy(out, at, at, at + 4);
    }
  }
  return out;
}
