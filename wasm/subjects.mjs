// Lists the functions of the page's module that belong to one subject: functions of the subject's folders of the core,
// and functions that only these call. (split.mjs)
import { Section, readElements, readNumber, readSections, readText } from './binary.mjs';
import { readFunctions } from './code.mjs';

/** The names of the functions of a module, by their indices. */
export function functionNames(module) {
  const out = [];
  for (const { id, body, end } of readSections(module)) {
    if (id !== Section.custom) continue;
    const [name, from] = readText(module, body);
    for (let place = from; name === 'name' && place < end;) {
      const [length, start] = readNumber(module, place + 1);
      if (module[place] === 1) {
        let [left, at] = readNumber(module, start);
        for (; left > 0; --left) {
          const [index, behind] = readNumber(module, at);
          const [text, next] = readText(module, behind);
          out[index] = text.replace(/\.\d+$/, ''); // one of several with the same name
          at = next;
        }
      }
      place = start + length;
    }
  }
  return out;
}

/** The object files and the symbols of each name of a function, from the linker's map. */
export function definitions(map) {
  const objects = new Map(); // by name
  const symbols = new Map(); // by name
  const lines = map.split('\n');
  for (let i = 0; i + 1 < lines.length; ++i) {
    const [, object, symbol] = /^ *(?:[\da-f]+|-) +[\da-f]+ +[\da-f]+ {9}\S*?([^/\s(]+\.o)\)?:\((.+)\)$/.exec(lines[i]) ?? [];
    if (!symbol || symbol.startsWith('.')) continue;
    const [, name] = /^ *(?:[\da-f]+|-) +[\da-f]+ +[\da-f]+ {17}(.*)$/.exec(lines[i + 1]) ?? [];
    if (!name) continue;
    for (const [all, one] of [[objects, object], [symbols, symbol]]) {
      if (!all.has(name)) all.set(name, new Set());
      all.get(name).add(one);
    }
  }
  return { objects, symbols };
}

/**
 * From the listing of the linked object files (llvm-readobj --symbols --relocations): the symbols that several objects
 * may define, such as templates and inline functions, and the objects that take the address of each function.
 */
export function listed(text) {
  const weak = new Set();
  const takers = new Map();
  let object = '';
  let symbol = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('File: ')) [object] = /[^/(]+\.o(?=\)?$)/.exec(line) ?? [''];
    else if (line.startsWith('    Name: ')) symbol = line.slice('    Name: '.length);
    else if (line.includes('BINDING_WEAK')) weak.add(symbol);
    else if (line.includes(' R_WASM_TABLE_INDEX_')) {
      const taken = line.split(' R_WASM_TABLE_INDEX_')[1].split(' ')[1];
      if (!takers.has(taken)) takers.set(taken, new Set());
      takers.get(taken).add(object);
    }
  }
  return { weak, takers };
}

/**
 * For each function of a module the number of its subject, or undefined. Subject n has the functions of the object files
 * that pass the test `isOf[n]`, and all functions that only these use, but none of the set `kept`.
 */
export function subjectsOf(module, { objects, symbols }, { weak, takers }, isOf, kept) {
  const functions = readFunctions(module);
  const names = functionNames(module);
  const all = (set, test) => set !== undefined && set.size > 0 && [...set].every(test);
  const has = (n, index) => all(objects.get(names[index]), isOf[n]) && !all(symbols.get(names[index]), (symbol) => weak.has(symbol));
  const takenBy = (n, index) => {
    const of = [...symbols.get(names[index]) ?? []];
    return of.length > 0 && of.every((symbol) => [...takers.get(symbol) ?? ['']].every(isOf[n]));
  };
  const taken = readElements(module).flatMap(({ indices }) => indices);
  const calls = new Map(functions.map(({ index, places }) => [index, places.filter(({ kind }) => kind === 'function').map((place) => place.index)]));
  const own = isOf.map((_, n) => new Set(functions.map(({ index }) => index).filter((index) => has(n, index))));

  const out = [];
  isOf.forEach((_, n) => {
    const reached = new Set();
    const reach = (index) => {
      if (!own[n].has(index)) reached.add(index);
    };
    kept.forEach(reach);
    taken.filter((index) => !takenBy(n, index)).forEach(reach);
    own.forEach((others, m) => m !== n && others.forEach(reach));
    // A set yields what is added while it is iterated.
    for (const index of reached) calls.get(index)?.forEach(reach);
    for (const { index } of functions) if (!reached.has(index) && !kept.has(index)) out[index] = n;
  });
  return out;
}
