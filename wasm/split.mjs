// Divides the page's module into parts. The first draws every program of the gallery but posted problems in every
// language. The page loads the second after a picture, or when a call needs it. The part of a subject has the functions
// that only this subject uses; the page loads it when a call needs it.
// Usage: node split.mjs FOLDER_OF_THE_WHOLE OUT_FOLDER LLVM_READOBJ LIBRARY
// LIBRARY is the static library that the module was linked from.
//
// The functions that run while the programs are evaluated and drawn are the first part, without the code in them that no
// program of the gallery, the lessons or the reference runs (profile.mjs, outline.mjs). Data belongs to the part whose
// functions use it. The functions of each part are sorted (functions.mjs).
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readExports } from './binary.mjs';
import { readFunctions, readLocals } from './code.mjs';
import { sortFunctions } from './functions.mjs';
import { fileOfPart, laterParts } from './later_parts.mjs';
import { startModule } from './module.mjs';
import { outline } from './outline.mjs';
import { divide } from './parts.mjs';
import { counting, pointsThatRan } from './profile.mjs';
import { Data, distances, objects } from './split_data.mjs';
import { definitions, listed, subjectsOf } from './subjects.mjs';

const core = fileURLToPath(new URL('../core', import.meta.url));
const foldersIn = (folder) => fs.readdirSync(path.join(core, folder), { withFileTypes: true })
  .filter((one) => one.isDirectory()).map(({ name }) => `${folder}/${name}`);

/** The folders of the core that each subject has. The files of core/foreign itself read programs of all kinds. */
const subjects = { foreign: foldersIn('foreign'), kernels: ['emit', 'kernels', 'tune'], traces: ['files', 'runs', 'trace'] };

/** Returns a test for object files, each made of neighboring sources: true if one of these folders has it. */
const isOf = (folders) => (object) => folders.some((folder) => object.startsWith(`unity_core_${folder.replaceAll('/', '_')}_`));

// The visible part of a painted picture at its first display.
const sight = { col: 0, row: 0, atX: 0, atY: 0, width: 900, height: 500, cell: -1, unit: 1, margin: 256, dark: false };

// A program while the user types it.
const changed = (program) => [program.slice(0, program.length * 0.7), program.replace(/[,:]/, ' ')]
  .map((text) => ({ program: text, mode: 'teaching' }));

const measurements = fs.readFileSync(path.join(core, 'data/ladder_h100.json'), 'utf8');

// The programs of the recorded measurements, which the page evaluates for the card of a kernel.
const recorded = () => fs.readdirSync(path.join(core, 'data')).filter((name) => /_h\d+\.json$/.test(name)).flatMap((name) => {
  const { products = [], kernels = [] } = JSON.parse(fs.readFileSync(path.join(core, 'data', name), 'utf8'));
  return [...products, ...kernels].map(({ program }) => ({ program, mode: 'cute' }));
});

// The programs of the lessons: their blocks that begin with ```stride.
const lessonPrograms = () => fs.readdirSync(path.join(core, 'data/lessons')).filter((name) => name.endsWith('.en.md')).flatMap((name) =>
  [...fs.readFileSync(path.join(core, 'data/lessons', name), 'utf8').matchAll(/^```stride.*\n([^]*?)^```/gm)].map(([, program]) => program));

const [from, to, readobj, library] = process.argv.slice(2);
const languages = path.join(core, 'data/languages');
const whole = path.join(from, 'stridescope.wasm');
const linked = fs.readFileSync(whole);
const loader = path.join(from, 'stridescope.mjs');
const map = fs.readFileSync(path.join(from, 'stridescope.map'), 'utf8');
// The linker's name of a function that traps, for callers that pass other arguments than the function has.
const mismatch = /signature_mismatch:\S*/.exec(linked.toString('latin1'));
if (mismatch) throw new Error(`${mismatch[0]}: a system library and the core pass a structure in two ways; expected no call of it`);
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-split-'));
const at = (name) => path.join(temporary, name);
try {
  const { ask } = await startModule(loader, whole);
  const { entries } = JSON.parse(ask('gallery', {}));
  // The text of posted problems is pasted, and its readers are not the first part's.
  const drawnFirst = entries.filter(({ group }) => group !== 'problems');
  // The page shows the values of its first program in their default pictures.
  drawnFirst[0].views = [];
  for (const file of fs.readdirSync(languages)) {
    const { sentences } = JSON.parse(fs.readFileSync(path.join(languages, file), 'utf8'));
    drawnFirst.push({ ...drawnFirst[0], id: `${drawnFirst[0].id} in ${file}`, sentences });
  }

  const { module: counted, points } = counting(linked);
  fs.writeFileSync(at('counting.wasm'), counted);
  const executed = async (run) => {
    const core = await startModule(loader, at('counting.wasm'));
    run(core);
    return pointsThatRan(points, core.module.HEAPU8);
  };
  const drawnPoints = new Set();
  for (const entry of drawnFirst) for (const point of await executed((core) => drawn(core, entry))) drawnPoints.add(point);
  const exported = readExports(linked).filter(({ kind }) => kind === 0).map(({ index }) => index);
  const isFirst = new Set([...exported, ...functionsWith(drawnPoints)]);
  const listing = execFileSync(readobj, ['--symbols', '--relocations', library], { encoding: 'utf8', maxBuffer: 1 << 28 });
  // A subject has nothing that programs of our language need, with errors or not.
  const own = [...drawnFirst.flatMap(({ program }) => changed(program)), ...recorded()];
  const isOwn = new Set([...isFirst, ...functionsWith(new Set(await executed((core) => own.forEach((one) => reported(core, one)))))]);
  const subjectOf = subjectsOf(linked, definitions(map), listed(listing), laterParts.slice(1).map((name) => isOf(subjects[name])), isOwn);

  // Links to lessons and to functions of the reference are as fast as those to the gallery.
  const shown = [...JSON.parse(ask('functions', {})).functions.map(({ example }) => `example = ${example}`), ...lessonPrograms()];
  const ran = new Set([...drawnPoints, ...await executed((core) => shown.forEach((program) => drawn(core, { group: 'problems', program, views: [] })))]);
  const cut = outline(linked, (index) => isFirst.has(index), ran);

  const { sorted, index } = sortFunctions(cut);
  const functions = readFunctions(sorted);
  const partOf = new Array(index.length).fill(0);
  for (const { index: old } of readFunctions(cut)) {
    if (!isFirst.has(old)) partOf[index[old]] = subjectOf[old] === undefined ? 1 : 2 + subjectOf[old];
  }
  for (const [i, part] of laterParts.entries()) {
    if (!partOf.includes(i + 1)) throw new Error(`the part ${part} has no function; expected those of its folders' object files`);
  }
  const names = ['first', ...laterParts];
  const data = new Data(sorted);
  const known = objects(map, distances(listing));
  const used = (test) => data.unreached(new Set(functions.flatMap((one) => (test(partOf[one.index]) ? one.addresses : []))), known);
  const late = laterParts.map((_, i) => used((part) => (i === 0 ? part === 0 : part !== i + 1)));
  const sections = data.cut(late);
  const firstNew = readFunctions(linked).at(-1).index + 1;
  const isOutlined = new Set(readFunctions(cut).flatMap(({ index: old }) => (old > firstNew ? [index[old]] : [])));
  const files = Object.fromEntries(divide(sorted, partOf, names, (one) => isOutlined.has(one)).map((module, i) => {
    const file = at(names[i]);
    fs.writeFileSync(file, sortFunctions(Buffer.concat([module, sections[i]])).sorted);
    return [names[i], file];
  }));

  // Every program of the gallery has the same answers from the first part, or from the parts together, as from the whole.
  const counts = new Map(); // programs, by the parts that they need
  for (const entry of [...drawnFirst, ...entries.filter((one) => !drawnFirst.includes(one))]) {
    const needed = await answered(files, (core) => drawn(core, entry));
    if (needed.size && drawnFirst.includes(entry)) throw new Error(`${entry.id} needs the part ${[...needed][0]}`);
    for (const one of changed(entry.program)) await answered(files, (core) => reported(core, one));
    await answered(files, (core) => textsOf(core, entry));
    const parts = ['first', ...needed].join(', ');
    counts.set(parts, (counts.get(parts) ?? 0) + 1);
  }
  for (const [parts, count] of counts) console.log(`${count} programs of the gallery are drawn with the parts ${parts}`);

  fs.mkdirSync(to, { recursive: true });
  fs.copyFileSync(files.first, path.join(to, 'stridescope.wasm'));
  for (const part of laterParts) fs.copyFileSync(files[part], path.join(to, fileOfPart(part)));
  fs.copyFileSync(loader, path.join(to, 'stridescope.mjs'));
} finally {
  fs.rmSync(temporary, { recursive: true });
}

/** The later parts that an answer needs; throws unless it is that of the whole module. */
async function answered({ first, ...later }, ask) {
  const core = await startModule(loader, first, later);
  const answers = ask(core);
  if (answers !== ask(await startModule(loader, whole))) throw new Error(`the parts answer otherwise than the whole: ${answers.slice(0, 200)}`);
  return core.loaded;
}

// --- Running ---------------------------------------------------------------------------------------------------------

// Performs the same calls as the page until the pictures of an entry are drawn (web/src/core/engine.ts), without its
// time limits. Returns the answers.
function drawn({ module, ask }, { id: entry, group, program, views, sentences }) {
  if (sentences) ask('speak', { sentences });
  const answers = [ask('act', { do: 'open', program, mode: 'teaching', views, budget: 1_000_000 })];
  module._ss_array(0);
  const { report, cards } = JSON.parse(answers[0]);
  if (report.diagnostics.length && group !== 'problems') throw new Error(`errors in ${entry}: ${JSON.stringify(report.diagnostics)}`);
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
  return ask('act', { do: 'open', ...program, budget: 0 }).replace(/"microseconds":\d+/, '');
}

// The last value of an entry as text, and its measurements: the parts of all subjects.
function textsOf({ ask }, { program }) {
  const { report } = JSON.parse(ask('act', { do: 'open', program, budget: 0 }));
  const binding = report.order.length - 1;
  const texts = ['cpp', 'python', 'cuda', 'triton'].map((format) => ask('emit', { binding, format, view: '', strict: true }));
  return [...texts, ask('recorded', { binding, measurements })].join('\n');
}

/** The functions whose beginnings are among these points. */
function functionsWith(ran) {
  return readFunctions(linked).filter(({ from }) => ran.has(readLocals(linked, from)[1])).map(({ index }) => index);
}
