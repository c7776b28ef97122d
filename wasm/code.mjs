// The code of a WebAssembly module: its functions, what they refer to, and the same code with other indices.
import { Section, items, readImports, readNumber } from './binary.mjs';

export const call = 0x10;
export const indirectCall = 0x11;

/** The count of the numbers that follow an instruction. */
const numbers = new Map();
for (const [count, ...ranges] of [
  [0, 0x00, 0x01, 0x05, 0x05, 0x0b, 0x0b, 0x0f, 0x0f, 0x1a, 0x1b, 0x45, 0xc4],
  [1, 0x0c, 0x0d, 0x20, 0x26, 0x3f, 0x40],
]) {
  for (let i = 0; i < ranges.length; i += 2) for (let code = ranges[i]; code <= ranges[i + 1]; ++code) numbers.set(code, count);
}
/** The same for instructions with the prefix 0xfc, by the number behind it. */
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

/**
 * The references in the code from `place` to `end`: `places` of the indices of functions and types, {kind, from, index,
 * to}, and the numbers that may be addresses: constants, offsets of loads and stores, both halves of long constants.
 */
function readCode(module, place, end) {
  const places = [];
  const addresses = [];
  let value;
  const next = (isSigned = false) => {
    [value, place] = readNumber(module, place, isSigned);
    return value;
  };
  const index = (kind) => {
    const from = place;
    places.push({ kind, from, index: next(), to: place });
  };
  for (let left = next(); left > 0; --left) {
    next();
    ++place; // a local's type
  }
  while (place < end) {
    const code = module[place++];
    if (code === call) index('function');
    else if (code === indirectCall) {
      index('type');
      next();
    } else if (code === 0x41) addresses.push(next(true) >>> 0);
    else if (code === 0x42) {
      const [low, high, after] = halves(module, place);
      addresses.push(low, high);
      place = after;
    } else if (code >= 0x28 && code <= 0x3e) { // loads and stores
      next();
      addresses.push(next());
    } else if (code >= 0x02 && code <= 0x04 && module[place] >= 0x40 && module[place] < 0x80) ++place; // a block's type
    else if (code === 0x43) place += 4; // f32.const
    else if (code === 0x44) place += 8; // f64.const
    else if (code === 0x0e || code === 0x1c) { // br_table, select with types
      for (let left = next() + (code === 0x0e ? 1 : 0); left > 0; --left) next();
    } else {
      const count = code === 0xfc ? prefixed[next()] : numbers.get(code);
      if (count === undefined) throw new Error(`instruction 0x${code.toString(16)} at ${place - 1}; expected one whose operands are in the table of code.mjs`);
      for (let left = count; left > 0; --left) next();
    }
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
