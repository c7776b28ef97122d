// Shortens how the two parts of the page's module find each other's functions (split.mjs): by entries of the table.
import {
  Section, readElements, readExports, readImports, readNumber, readSections, text, unsigned, vector, withSections, writeElements, writeExports,
} from './binary.mjs';

// A name for an entry of the table, as entries in module.mjs reads it: nothing if it is the one after the last.
function* entryNames(entries) {
  let last = 0;
  for (const entry of entries) {
    yield entry === last + 1 ? '' : String(entry);
    last = entry;
  }
}

const writeImports = (module, imports) => vector(imports.map(({ from, name, kind, rest }) =>
  Buffer.concat([text(from), text(name), Buffer.from([kind]), rest])));

/**
 * In `first`, the placeholders imported from 'second' are named by the entries of the table. In `second`, the functions
 * imported from 'first' become imports from 'table', named in the same way: `first` puts them behind all other entries
 * of its table, instead of exporting them by names that begin with `prefix`.
 */
export function shorten(first, second, prefix) {
  const exports = new Map(readExports(first).map((one) => [one.name, one]));
  const elements = readElements(first);
  const used = readImports(second).filter(({ from, kind }) => from === 'first' && kind === 0).map(({ name }) => exports.get(name).index);
  const table = readSections(first).find(({ id }) => id === Section.table);
  // One table: its number, the type of its elements, flags, its size.
  const [size] = readNumber(first, table.body + 3);

  const placeholders = readImports(first).filter(({ from }) => from === 'second');
  const placeholderNames = entryNames(placeholders.map(({ name }) => Number(name)));
  const usedNames = entryNames(used.map((_, i) => size + i));
  const renamed = (module, isEntry, names, from) => withSections(module, new Map([[Section.imports, writeImports(module,
    readImports(module).map((one) => (isEntry(one) ? { ...one, from, name: names.next().value } : one)))]]));
  return {
    first: withSections(renamed(first, ({ from }) => from === 'second', placeholderNames, 'second'), new Map([
      [Section.table, Buffer.concat([first.subarray(table.body, table.body + 3), unsigned(size + used.length)])],
      [Section.exports, writeExports([...exports.values()].filter(({ name, kind }) => kind !== 0 || !name.startsWith(prefix)))],
      [Section.elements, writeElements([...elements, { at: size, indices: used }])],
    ])),
    second: renamed(second, ({ from, kind }) => from === 'first' && kind === 0, usedNames, 'table'),
  };
}
