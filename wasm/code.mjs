// The code of a WebAssembly module: its functions, what they refer to, and the same code with other indices.
import { Section, items, readImports, readNumber } from './binary.mjs';

/** Instructions that tools ask for. */
export const Code = {
  unreachable: 0x00, block: 0x02, loop: 0x03, if: 0x04, else: 0x05, end: 0x0b, branch: 0x0c, branchIf: 0x0d, branchTable: 0x0e,
  return: 0x0f, call: 0x10, callIndirect: 0x11, get: 0x20, set: 0x21, tee: 0x22, constant: 0x41,
};

/** The count of the numbers that follow an instruction. */
const numbersOf = new Map();
for (const [count, ...ranges] of [
  [0, 0x00, 0x01, 0x05, 0x05, 0x0b, 0x0b, 0x0f, 0x0f, 0x1a, 0x1b, 0x45, 0xc4],
  [1, 0x0c, 0x0d, 0x10, 0x10, 0x20, 0x26, 0x3f, 0x40],
  [2, 0x11, 0x11, 0x28, 0x3e],
]) {
  for (let i = 0; i < ranges.length; i += 2) for (let code = ranges[i]; code <= ranges[i + 1]; ++code) numbersOf.set(code, count);
}
/** The same for instructions with the prefix 0xfc, by the number behind it. */
const prefix = 0xfc;
const prefixed = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/** The two halves of the signed number of 64 bits at a place. */
function halves(module, place) {
  let value = 0n;
  let shift = 0n;
  let byte;
  do {
    byte = module[place++];
    value |= BigInt(byte & 127) << shift;
    shift += 7n;
  } while (byte & 128);
  if (byte & 64) value |= -1n << shift;
  return [Number(value & 0xffffffffn), Number((value >> 32n) & 0xffffffffn), place];
}

/** The declarations of a function's locals, {count, type}, and the place of its first instruction. */
export function readLocals(module, place) {
  const locals = [];
  let [left, next] = readNumber(module, place);
  for (; left > 0; --left) {
    const [count, at] = readNumber(module, next);
    locals.push({ count, type: module[at] });
    next = at + 1;
  }
  return [locals, next];
}

/**
 * The instructions from `place` to `end`: {code, from, to, numbers}. `numbers` are those that follow it: of a long
 * constant the two halves, of a block its type, of a prefixed instruction its own number first.
 */
export function* instructions(module, place, end) {
  while (place < end) {
    const from = place;
    const code = module[place++];
    const numbers = [];
    const next = (isSigned = false) => {
      let value;
      [value, place] = readNumber(module, place, isSigned);
      numbers.push(value);
      return value;
    };
    if (code === 0x41 || (code >= Code.block && code <= Code.if)) next(true);
    else if (code === 0x42) {
      const [low, high, after] = halves(module, place);
      numbers.push(low, high);
      place = after;
    } else if (code === 0x43) place += 4; // f32.const
    else if (code === 0x44) place += 8; // f64.const
    else {
      let count = numbersOf.get(code);
      if (code === prefix) count = prefixed[next()];
      else if (code === Code.branchTable || code === 0x1c) { // select with types
        [count, place] = readNumber(module, place);
        if (code === Code.branchTable) ++count;
      }
      if (count === undefined) throw new Error(`instruction 0x${code.toString(16)} at ${from}; expected one whose operands are in the table of code.mjs`);
      for (; count > 0; --count) next();
    }
    yield { code, from, to: place, numbers };
  }
}

/**
 * The references in the code from `place` to `end`: `places` of the indices of functions and types, {kind, from, index,
 * to}, and the numbers that may be addresses: constants, offsets of loads and stores, both halves of long constants.
 */
function readCode(module, place, end) {
  const places = [];
  const addresses = [];
  for (const { code, from, to, numbers } of instructions(module, readLocals(module, place)[1], end)) {
    if (code === Code.call) places.push({ kind: 'function', from: from + 1, index: numbers[0], to });
    // The number of the only table, 0, is a byte.
    else if (code === Code.callIndirect) places.push({ kind: 'type', from: from + 1, index: numbers[0], to: to - 1 });
    else if (code === 0x41 || code === 0x42) addresses.push(...numbers.map((number) => number >>> 0));
    else if (code >= 0x28 && code <= 0x3e) addresses.push(numbers[1]); // loads and stores
  }
  return { places, addresses };
}

/** Count of the imported functions of a module: their indices come first. */
export const importedFunctions = (module) => readImports(module).filter(({ kind }) => kind === 0).length;

/** The functions that a module defines, in order: {index, type, from, to, places, addresses}. */
export function readFunctions(module) {
  const imported = importedFunctions(module);
  const types = [...items(module, Section.functions, (place) => readNumber(module, place))];
  const bodies = [...items(module, Section.code, (place) => {
    const [length, from] = readNumber(module, place);
    return [{ from, to: from + length }, from + length];
  })];
  return bodies.map(({ from, to }, i) => ({ index: imported + i, type: types[i], from, to, ...readCode(module, from, to) }));
}

/** The code of a function with `replacement(place)` at the places of indices. */
export function withIndices(module, { from, to, places }, replacement) {
  const out = [];
  let done = from;
  for (const place of places) {
    const { at = place.from, bytes } = replacement(place);
    out.push(module.subarray(done, at), bytes);
    done = place.to;
  }
  out.push(module.subarray(done, to));
  return Buffer.concat(out);
}
