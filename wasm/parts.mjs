// Divides a WebAssembly module into parts that share its memory and its table: the first, the second, which is loaded
// after it, and others, each of which is loaded after these two.
//
// A function that another part uses has an entry of the table. A part imports functions of parts before it from 'table'.
// Functions of other parts it calls by their entries: until such a part is loaded, its entries hold placeholders, which
// are imported from the part's name and load it. The name of such an import is the number of the entry, or empty if that
// is the one after the import before. A function that is called only after a call of another of its part has none.
import {
  Section, items, readElements, readExports, readImports, readNumber, readSections, section, signed, text, unsigned, vector, writeElements, writeExports,
} from './binary.mjs';
import { Code, readFunctions, withIndices } from './code.mjs';

const Kind = { function: 0, table: 1, memory: 2, global: 3 };
/** The name of the exported stack pointer, which is the module's only global. */
const stackPointer = 'stack';

const isBefore = (part, other) => part < Math.min(other, 2);

const inOrder = (numbers) => [...numbers].sort((a, b) => a - b);

/**
 * The parts of a module, as modules without data. `partOf` has the number of the part of each function; imported
 * functions are the first part's. `names` are those of the parts. The functions that pass the test `isLoaded` are called
 * only when their part is loaded.
 */
export function divide(module, partOf, names, isLoaded = () => false) {
  const functions = readFunctions(module);
  const table = planned(module, functions, partOf, names.length, isLoaded);
  return names.map((_, part) => written(module, functions, part, partOf, names, table));
}

/**
 * The table: the function of each entry, and by function the entry for calls. For each part, the entries of the functions
 * that it imports, and the entries that it fills with placeholders.
 */
function planned(module, functions, partOf, count, isLoaded) {
  const all = []; // function of each entry
  const called = new Map();
  const imported = Array.from({ length: count }, () => new Map());
  const placeholders = Array.from({ length: count }, () => []);
  for (const { at, indices } of readElements(module)) {
    for (const [i, index] of indices.entries()) {
      all[at + i] = index;
      if (partOf[index] === 0) continue;
      placeholders[0].push(at + i);
      called.set(index, at + i);
    }
  }

  const callers = new Map(); // the first part that calls a function of a part which may not be loaded
  const users = new Map(); // the parts that import a function
  for (const one of functions) {
    const part = partOf[one.index];
    for (const { kind, index } of one.places) {
      if (kind !== 'function' || partOf[index] === part) continue;
      if (!isBefore(partOf[index], part)) callers.set(index, Math.min(callers.get(index) ?? part, part));
      else if (users.has(index)) users.get(index).add(part);
      else users.set(index, new Set([part]));
    }
  }
  // Each part fills few runs of entries, and imports entries in few runs.
  const byPart = (indices) => [...indices].sort((a, b) => partOf[a] - partOf[b] || a - b);
  for (const index of byPart(callers.keys())) {
    if (called.has(index)) continue;
    called.set(index, all.length);
    // A part that may be loaded after the function's part would replace the function by the placeholder.
    if (!isLoaded(index)) placeholders[Math.min(callers.get(index), 1)].push(all.length);
    all.push(index);
  }
  for (const index of byPart(users.keys())) {
    for (const part of users.get(index)) imported[part].set(index, all.length);
    all.push(index);
  }
  return { all, called, imported, placeholders };
}

function written(module, functions, part, partOf, names, { all, called, imported, placeholders }) {
  const own = functions.filter(({ index }) => partOf[index] === part);
  const received = readImports(module);
  const typeOf = [...received.map(({ rest }) => readNumber(rest, 0)[0]), ...functions.map(({ type }) => type)];

  // The functions of the part by their indices: imported functions, placeholders, its own functions.
  let next = 0;
  const indexOf = new Map();
  const imports = [];
  const addImport = (from, name, index) => {
    imports.push({ from, name, kind: Kind.function, type: typeOf[index] });
    return next++;
  };
  const last = new Map();
  const addEntry = (from, entry) => {
    const isNext = entry === (last.get(from) ?? 0) + 1;
    last.set(from, entry);
    return addImport(from, isNext ? '' : String(entry), all[entry]);
  };
  if (part === 0) received.forEach(({ from, name }, index) => indexOf.set(index, addImport(from, name, index)));
  for (const [index, entry] of imported[part]) indexOf.set(index, addEntry('table', entry));
  const entries = new Map();
  for (const entry of placeholders[part]) entries.set(entry, addEntry(names[partOf[all[entry]]], entry));
  for (const { index } of own) indexOf.set(index, next++);
  all.forEach((index, entry) => {
    if (partOf[index] === part) entries.set(entry, indexOf.get(index));
  });

  const types = new Map(inOrder(new Set([
    ...imports.map(({ type }) => type),
    ...own.map(({ type }) => type),
    ...own.flatMap(({ places }) => places.filter(({ kind }) => kind === 'type').map(({ index }) => index)),
    ...own.flatMap(({ places }) => places.filter(({ kind, index }) => kind === 'function' && !indexOf.has(index)).map(({ index }) => typeOf[index])),
  ])).map((type, i) => [type, unsigned(i)]));
  const bodies = own.map((one) => {
    const body = withIndices(module, one, ({ kind, from, index }) => {
      if (kind === 'type') return { bytes: types.get(index) };
      if (indexOf.has(index)) return { bytes: unsigned(indexOf.get(index)) };
      // The instruction is before the index.
      return { at: from - 1, bytes: Buffer.from([0x41, ...signed(called.get(index)), Code.callIndirect, ...types.get(typeOf[index]), 0]) };
    });
    return Buffer.concat([unsigned(body.length), body]);
  });

  const bodyOf = (id) => {
    const { body, end } = readSections(module).find((one) => one.id === id);
    return module.subarray(body, end);
  };
  const table = Buffer.concat([bodyOf(Section.table).subarray(1, 3), unsigned(all.length)]);
  const exported = readExports(module);
  const shared = [
    { kind: Kind.memory, type: bodyOf(Section.memory).subarray(1) },
    { kind: Kind.table, type: table },
    { kind: Kind.global, type: bodyOf(Section.globals).subarray(1, 3) },
  ].map((one) => ({ ...one, name: exported.find(({ kind }) => kind === one.kind)?.name ?? stackPointer }));
  const allImports = [
    ...(part === 0 ? [] : shared.map(({ kind, name, type }) => Buffer.concat([text('first'), text(name), Buffer.from([kind]), type]))),
    ...imports.map(({ from, name, type }) => Buffer.concat([text(from), text(name), Buffer.from([Kind.function]), types.get(type)])),
  ];
  const allTypes = [...items(module, Section.types, (place) => typeAt(module, place))];
  const ownExports = [
    ...exported.map((one) => (one.kind === Kind.function ? { ...one, index: indexOf.get(one.index) } : one)),
    { name: stackPointer, kind: Kind.global, index: 0 },
  ];
  return Buffer.concat([
    module.subarray(0, 8),
    section(Section.types, vector([...types.keys()].map((type) => allTypes[type]))),
    section(Section.imports, vector(allImports)),
    section(Section.functions, vector(own.map(({ type }) => types.get(type)))),
    ...(part === 0 ? [
      section(Section.table, Buffer.concat([unsigned(1), table])),
      section(Section.memory, bodyOf(Section.memory)),
      section(Section.globals, bodyOf(Section.globals)),
      section(Section.exports, writeExports(ownExports)),
    ] : []),
    section(Section.elements, writeElements(segments(entries))),
    section(Section.code, vector(bodies)),
  ]);
}

/** Segments without holes, of a function's index by its entry: {at, indices}. */
function segments(entries) {
  const out = [];
  for (const at of inOrder(entries.keys())) {
    const last = out.at(-1);
    if (last && last.at + last.indices.length === at) last.indices.push(entries.get(at));
    else out.push({ at, indices: [entries.get(at)] });
  }
  return out;
}

/** The bytes of a function's type, and the place behind it. */
function typeAt(module, place) {
  let end = place + 1;
  for (let i = 0; i < 2; ++i) {
    const [count, from] = readNumber(module, end);
    end = from + count;
  }
  return [module.subarray(place, end), end];
}
