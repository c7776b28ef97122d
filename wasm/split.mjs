// Divides the page's module in two: what the first picture needs, and a rest that the page loads after it.
// Usage: node split.mjs FOLDER_OF_THE_WHOLE OUT_FOLDER WASM_SPLIT LLVM_READOBJ LIBRARY
// LIBRARY is the static library that the module was linked of.
//
// wasm-split (Binaryen) moves the functions: what ran while the first program of the gallery, which the page opens with,
// was evaluated and drawn stays, and then what others need to be drawn whole, those first that add the least, as long
// as there is room. Functions that many programs need a part of would fill it and let no more of them do with it. A
// call of a function that was moved goes to a placeholder, an import, until the rest is there and has put itself in
// the table. wasm-split leaves all data where it was, so what only functions of the rest reach is moved here.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startModule } from './module.mjs';
import { fullest, functionSizes } from './split_functions.mjs';
import { Data, addresses, asides, objects } from './split_data.mjs';

class NeedsRest extends Error {}

// What the first part calls of the rest.
const placeholder = new Proxy({}, {
  get: (_, entry) => () => {
    throw new NeedsRest(`entry ${String(entry)} of the table is needed, which the rest fills`);
  },
});

const [from, to, tool, readobj, library] = process.argv.slice(2);
const whole = path.join(from, 'stridescope.wasm');
const loader = path.join(from, 'stridescope.mjs');
const map = fs.readFileSync(path.join(from, 'stridescope.map'), 'utf8');
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-split-'));
try {
  const at = (name) => path.join(temporary, name);
  const split = (...words) => execFileSync(tool, ['--all-features', ...words], { stdio: 'inherit' });

  split('--instrument', whole, '-o', at('instrumented.wasm'));
  const entries = await gallery(whole);
  // The page opens it in the default pictures of its values.
  entries[0].views = [];
  const profiles = [];
  for (const entry of entries) profiles.push(await profile(at('instrumented.wasm'), entry));
  fs.writeFileSync(at('profile'), fullest(profiles, functionSizes(fs.readFileSync(whole))));
  split('--split', whole, `--profile=${at('profile')}`, '--export-prefix=%', '--import-namespace=primary',
    '--placeholder-namespace=rest', '-o1', at('first.wasm'), '-o2', at('rest.wasm'));

  const disassembled = (file) => {
    const disassembler = path.join(path.dirname(tool), 'wasm-dis');
    execFileSync(disassembler, ['--all-features', file, '-o', at('text')], { stdio: 'inherit' });
    return fs.readFileSync(at('text'), 'utf8');
  };
  const data = new Data(fs.readFileSync(at('first.wasm')));
  const relocations = execFileSync(readobj, ['--relocations', library], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const late = data.unreached(addresses(disassembled(at('first.wasm'))), objects(map, asides(relocations)));
  const { kept, moved } = data.cut(late);
  fs.writeFileSync(at('kept.wasm'), kept);
  // It draws what the whole draws, or says that it needs the rest; of broken programs, too.
  let alone = 0;
  for (const entry of entries) {
    const pictures = await unlessIncomplete(at('kept.wasm'), (core) => drawn(core, entry));
    if (pictures !== undefined && pictures !== drawn(await start(whole), entry)) {
      throw new Error(`the first part draws otherwise than the whole: ${entry.id}`);
    }
    alone += pictures === undefined ? 0 : 1;
    const { program } = entry;
    for (const text of [program.slice(0, program.length * 0.7), program.replace(/[,:]/, ' ')]) {
      const said = await unlessIncomplete(at('kept.wasm'), (core) => told(core, text));
      if (said !== undefined && said !== told(await start(whole), text)) {
        throw new Error(`the first part answers otherwise than the whole: ${text}`);
      }
    }
    if (entry === entries[0] && pictures === undefined) throw new Error('the first program needs the rest');
  }
  console.log(`${alone} of ${entries.length} programs of the gallery are drawn by the first part alone`);

  fs.mkdirSync(to, { recursive: true });
  fs.writeFileSync(path.join(to, 'stridescope.wasm'), kept);
  fs.writeFileSync(path.join(to, 'stridescope.rest.wasm'), Buffer.concat([fs.readFileSync(at('rest.wasm')), moved]));
  fs.copyFileSync(loader, path.join(to, 'stridescope.mjs'));
} finally {
  fs.rmSync(temporary, { recursive: true });
}

// What the module answers; nothing where only the rest can tell it.
async function unlessIncomplete(file, ask) {
  const core = await start(file);
  try {
    return ask(core);
  } catch (error) {
    if (error instanceof NeedsRest) return undefined;
    throw error;
  }
}

// --- Running it ------------------------------------------------------------------------------------------------------

function start(file) {
  return startModule(loader, file, { rest: placeholder });
}

async function gallery(file) {
  return JSON.parse((await start(file)).ask('gallery', {})).entries;
}

// Does what the page does until the pictures of an entry stand (web/src/core/engine.ts), however long they take: the
// answer.
function drawn({ module, ask }, { id: entry, program, views }) {
  const answer = ask('act', { do: 'open', program, mode: 'teaching', views, budget: 1_000_000 });
  const { report } = JSON.parse(answer);
  if (report.diagnostics.length) throw new Error(`errors in ${entry}: ${JSON.stringify(report.diagnostics)}`);
  module._ss_array(0);
  return answer.replace(/"microseconds":\d+/, '');
}

// What is said of a program; of its pictures nothing.
function told({ ask }, program) {
  return ask('act', { do: 'open', program, budget: 0 }).replace(/"microseconds":\d+/, '');
}

// Which functions run until the pictures of an entry stand, as the instrumented module counts them.
async function profile(file, entry) {
  const core = await start(file);
  drawn(core, entry);
  const size = core.exports.__write_profile(0, 0);
  const place = core.module._ss_input(size);
  core.exports.__write_profile(place, size);
  return Buffer.from(core.module.HEAPU8.slice(place, place + size));
}
