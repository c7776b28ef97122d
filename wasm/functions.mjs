// Sorts the functions of a WebAssembly module, so that similar ones are neighbors: brotli packs the page's module to 95 %.
// Usage: node functions.mjs MODULE: in place.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  Section, items, readElements, readExports, readImports, readNumber, readSections, section, text, unsigned, vector, withSections, writeElements, writeExports,
} from './binary.mjs';

const call = 0x10;
const functionReference = 0xd2;

/** The count of the numbers that follow an instruction. */
const numbers = new Map();
for (const [count, ...ranges] of [
  [0, 0x00, 0x01, 0x05, 0x05, 0x0b, 0x0b, 0x0f, 0x0f, 0x1a, 0x1b, 0x45, 0xc4],
  [1, 0x02, 0x04, 0x0c, 0x0d, call, call, 0x20, 0x26, 0x3f, 0x42, 0xd0, 0xd0, functionReference, functionReference],
  [2, 0x11, 0x11, 0x28, 0x3e],
]) {
  for (let i = 0; i < ranges.length; i += 2) for (let code = ranges[i]; code <= ranges[i + 1]; ++code) numbers.set(code, count);
}
/** The same for instructions with the prefix 0xfc, by the number behind it. */
const prefixed = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/** Places of the indices of functions in the code from `place` to `end`: {from, to, index}. */
function references(module, place, end) {
  const out = [];
  let value;
  const next = () => {
    [value, place] = readNumber(module, place);
    return value;
  };
  for (let left = next(); left > 0; --left) {
    next();
    ++place; // a local's type
  }
  while (place < end) {
    const code = module[place++];
    if (code === call || code === functionReference) {
      const from = place;
      out.push({ from, index: next(), to: place });
    } else if (code === 0x43) place += 4; // f32.const
    else if (code === 0x44) place += 8; // f64.const
    else if (code === 0x0e || code === 0x1c) { // br_table, select with types
      for (let left = next() + (code === 0x0e ? 1 : 0); left > 0; --left) next();
    } else {
      const count = code === 0xfc ? prefixed[next()] : numbers.get(code);
      if (count === undefined) throw new Error(`instruction 0x${code.toString(16)} at ${place - 1}; expected one whose operands are in the table of functions.mjs`);
      for (let left = count; left > 0; --left) next();
    }
  }
  return out;
}

/** The bytes without what is at `places`, and with `replacement(place)` there. */
function replaced(module, { from, to, places }, replacement) {
  const out = [];
  let done = from;
  for (const place of places) {
    out.push(module.subarray(done, place.from), replacement(place));
    done = place.to;
  }
  out.push(module.subarray(done, to));
  return Buffer.concat(out);
}

/**
 * The module with its functions sorted by their types, then by their code without the indices of functions. wasm-split
 * sorts functions by their names, so that the name of each is its index.
 */
export function sortFunctions(module) {
  if (readSections(module).some(({ id }) => id === Section.start)) throw new Error('the module has a start function; expected none: its index would change');
  const imported = readImports(module).filter(({ kind }) => kind === 0).length;
  const types = [...items(module, Section.functions, (place) => readNumber(module, place))];
  const functions = [...items(module, Section.code, (place) => {
    const [length, from] = readNumber(module, place);
    const to = from + length;
    return [{ from, to, places: references(module, from, to) }, to];
  })];
  functions.forEach((one, i) => Object.assign(one, { old: i, type: types[i], key: replaced(module, one, () => Buffer.alloc(0)) }));
  functions.sort((a, b) => a.type - b.type || Buffer.compare(a.key, b.key) || a.old - b.old);

  const index = Array.from({ length: imported }, (_, i) => i);
  functions.forEach(({ old }, i) => {
    index[imported + old] = imported + i;
  });
  const bodies = functions.map((one) => {
    const body = replaced(module, one, (place) => unsigned(index[place.index]));
    return Buffer.concat([unsigned(body.length), body]);
  });
  const contents = new Map([
    [Section.functions, vector(functions.map(({ type }) => unsigned(type)))],
    [Section.exports, writeExports(readExports(module).map((one) => (one.kind === 0 ? { ...one, index: index[one.index] } : one)))],
    [Section.code, vector(bodies)],
    [Section.elements, writeElements(readElements(module).map(({ at, indices }) => ({ at, indices: indices.map((old) => index[old]) })))],
    [Section.custom, undefined],
  ]);
  return withSections(module, contents);
}

/** The module with a name for each function, in the order of functions. */
export function nameFunctions(module) {
  const all = readImports(module).filter(({ kind }) => kind === 0).length + [...items(module, Section.functions, (place) => readNumber(module, place))].length;
  const names = vector(Array.from({ length: all }, (_, i) => Buffer.concat([unsigned(i), text(String(i).padStart(6, '0'))])));
  return Buffer.concat([module, section(Section.custom, Buffer.concat([text('name'), section(1, names)]))]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file] = process.argv;
  fs.writeFileSync(file, sortFunctions(fs.readFileSync(file)));
}
