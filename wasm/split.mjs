// Divides the page's module in two: what the first picture needs, and a rest that the page loads after it.
// Usage: node split.mjs FOLDER_OF_THE_WHOLE OUT_FOLDER WASM_SPLIT
//
// wasm-split (Binaryen) moves the functions: those that did not run while the first program of the gallery, which
// the page opens with, was evaluated and drawn go to the rest. A call of one of them in the first module goes to a
// placeholder, an import, until the rest is there and has put itself in the table. wasm-split leaves all data where it
// was, so it is moved here: the texts that the core names, ss_late_text, and what only functions of the rest reach.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Data, addresses, objects } from './split_data.mjs';

class NeedsRest extends Error {}
const compiled = new Map(); // modules, by file

const [from, to, tool] = process.argv.slice(2);
const whole = path.join(from, 'stridescope.wasm');
const loader = path.join(from, 'stridescope.mjs');
const map = fs.readFileSync(path.join(from, 'stridescope.map'), 'utf8');
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-split-'));
try {
  const at = (name) => path.join(temporary, name);
  const split = (...words) => execFileSync(tool, ['--all-features', ...words], { stdio: 'inherit' });

  split('--instrument', whole, '-o', at('instrumented.wasm'));
  const entries = await gallery(whole);
  const [first] = entries;
  fs.writeFileSync(at('profile'), await profile(at('instrumented.wasm'), first.program));
  split('--split', whole, `--profile=${at('profile')}`, '--export-prefix=%', '--import-namespace=primary',
    '--placeholder-namespace=placeholder', '-o1', at('first.wasm'), '-o2', at('rest.wasm'));

  const disassembled = (file) => {
    const disassembler = path.join(path.dirname(tool), 'wasm-dis');
    execFileSync(disassembler, ['--all-features', file, '-o', at('text')], { stdio: 'inherit' });
    return fs.readFileSync(at('text'), 'utf8');
  };
  const data = new Data(fs.readFileSync(at('first.wasm')));
  const late = [...(await lateTexts(whole)), ...data.unreached(addresses(disassembled(at('first.wasm'))), objects(map))];
  const { kept, moved } = data.cut(late);
  fs.writeFileSync(at('kept.wasm'), kept);
  const wanted = await firstPictures(whole, first.program);
  const drawn = await firstPictures(at('kept.wasm'), first.program);
  if (drawn.join() !== wanted.join()) throw new Error('the first part draws otherwise than the whole');
  // Of any other program it says what the whole says, or that it needs the rest; of broken ones, too.
  for (const { program } of entries) {
    for (const text of [program, program.slice(0, program.length * 0.7), program.replace(/[,:]/, ' ')]) {
      const said = await report(at('kept.wasm'), text);
      if (said !== undefined && said !== (await report(whole, text))) throw new Error(`the first part answers otherwise than the whole: ${text}`);
    }
  }

  fs.mkdirSync(to, { recursive: true });
  fs.writeFileSync(path.join(to, 'stridescope.wasm'), kept);
  fs.writeFileSync(path.join(to, 'stridescope.rest.wasm'), Buffer.concat([fs.readFileSync(at('rest.wasm')), moved]));
  fs.copyFileSync(loader, path.join(to, 'stridescope.mjs'));
} finally {
  fs.rmSync(temporary, { recursive: true });
}

// What the page is told of a program; nothing where only the rest can tell it.
async function report(file, program) {
  const { module } = await start(file);
  const { write, read } = conversation(module);
  try {
    return read(module._ss_evaluate(write(program), 1, 200));
  } catch (error) {
    if (error instanceof NeedsRest) return undefined;
    throw error;
  }
}

// --- Running it ------------------------------------------------------------------------------------------------------

async function start(file) {
  // The loader is for a browser's worker.
  globalThis.self ??= globalThis;
  globalThis.importScripts ??= () => {};
  globalThis.location ??= pathToFileURL(loader);
  const { default: create } = await import(pathToFileURL(path.resolve(loader)).href);
  // What the first part calls of the rest.
  const placeholder = new Proxy({}, {
    get: (_, entry) => () => {
      throw new NeedsRest(`the first program needs entry ${String(entry)} of the table, which the rest fills`);
    },
  });
  let exports;
  const module = await create({
    instantiateWasm(imports, received) {
      if (!compiled.has(file)) compiled.set(file, new WebAssembly.Module(fs.readFileSync(file)));
      const instance = new WebAssembly.Instance(compiled.get(file), { ...imports, placeholder });
      exports = instance.exports;
      received(instance);
      return exports;
    },
  });
  return { module, exports };
}

function conversation(module) {
  return {
    write(words) {
      const bytes = new TextEncoder().encode(words);
      const to = module._ss_input(bytes.length);
      module.HEAPU8.set(bytes, to);
      return bytes.length;
    },
    read(length) {
      const from = module._ss_output();
      return new TextDecoder().decode(module.HEAPU8.subarray(from, from + length));
    },
  };
}

async function gallery(file) {
  const { module } = await start(file);
  return JSON.parse(conversation(module).read(module._ss_gallery()));
}

// Does what the page does until its first picture (web/src/core/engine.ts): the answers.
function draw(module, program) {
  const { write, read } = conversation(module);
  const answers = [];
  const report = JSON.parse(read(module._ss_evaluate(write(program), 1, 200)));
  if (report.diagnostics.length) throw new Error(`errors in the first program: ${JSON.stringify(report.diagnostics)}`);
  answers.push(JSON.stringify(report));
  for (const { id, views } of report.bindings) {
    if (!views.length) continue;
    const view = `kind=${views[0].kind}`;
    answers.push(read(module._ss_scene(id, write(`${view} whole=1`))));
    module._ss_array(1);
    module._ss_array_length(1);
    const svg = read(module._ss_emit(id, write(`svg\n${view}`)));
    if (!svg.startsWith('<svg')) throw new Error(`no picture of the first program: ${svg}`);
    answers.push(svg);
  }
  return answers;
}

async function firstPictures(file, program) {
  const { module } = await start(file);
  return draw(module, program);
}

// Which functions run until the first picture, as the instrumented module counts them.
async function profile(file, program) {
  const { module, exports } = await start(file);
  draw(module, program);
  const size = exports.__write_profile(0, 0);
  const place = module._ss_input(size);
  exports.__write_profile(place, size);
  return Buffer.from(module.HEAPU8.slice(place, place + size));
}

async function lateTexts(file) {
  const { module } = await start(file);
  const out = [];
  for (let i = 0; module._ss_late_text(i) !== 0; ++i) {
    const from = module._ss_late_text(i);
    out.push({ from, to: from + module._ss_late_text_length(i) });
  }
  return out;
}
