// Sorts the functions of a WebAssembly module, so that similar ones are neighbors: brotli packs the page's module to 95 %.
// Usage: node functions.mjs MODULE: in place.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  Section, readElements, readExports, readSections, unsigned, vector, withSections, writeElements, writeExports,
} from './binary.mjs';
import { importedFunctions, readFunctions, withIndices } from './code.mjs';

/**
 * The module with its functions sorted by their types, then by their code without the indices of functions; and the new
 * index of each function.
 */
export function sortFunctions(module) {
  if (readSections(module).some(({ id }) => id === Section.start)) throw new Error('the module has a start function; expected none: its index would change');
  const imported = importedFunctions(module);
  const nothing = Buffer.alloc(0);
  const calls = ({ places }) => places.filter(({ kind }) => kind === 'function');
  const functions = readFunctions(module).map((one) => ({ ...one, places: calls(one) }));
  for (const one of functions) one.key = withIndices(module, one, () => ({ bytes: nothing }));
  functions.sort((a, b) => a.type - b.type || Buffer.compare(a.key, b.key) || a.index - b.index);

  const index = Array.from({ length: imported }, (_, i) => i);
  functions.forEach((one, i) => {
    index[one.index] = imported + i;
  });
  const bodies = functions.map((one) => {
    const body = withIndices(module, one, (place) => ({ bytes: unsigned(index[place.index]) }));
    return Buffer.concat([unsigned(body.length), body]);
  });
  const contents = new Map([
    [Section.functions, vector(functions.map(({ type }) => unsigned(type)))],
    [Section.exports, writeExports(readExports(module).map((one) => (one.kind === 0 ? { ...one, index: index[one.index] } : one)))],
    [Section.code, vector(bodies)],
    [Section.elements, writeElements(readElements(module).map(({ at, indices }) => ({ at, indices: indices.map((old) => index[old]) })))],
    [Section.custom, undefined],
  ]);
  return { sorted: withSections(module, contents), index };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file] = process.argv;
  fs.writeFileSync(file, sortFunctions(fs.readFileSync(file)).sorted);
}
