// Tests the tools that divide the page's module (wasm/profile.mjs, outline.mjs, parts.mjs) with random functions: code
// that did not run with the first arguments leaves them, and the two parts then compute the same as the whole.
// Usage: node outline_test.mjs [SEED COUNT]
import assert from 'node:assert/strict';
import { Section, section, signed, text, unsigned, vector, writeExports } from '../../wasm/binary.mjs';
import { readFunctions } from '../../wasm/code.mjs';
import { outline } from '../../wasm/outline.mjs';
import { divide } from '../../wasm/parts.mjs';
import { counting, pointsThatRan } from '../../wasm/profile.mjs';

const [firstSeed = 349, modules = 40] = process.argv.slice(2).map(Number);
const [i32, i64, f64] = [0x7f, 0x7e, 0x7c];
const kinds = [i32, i64, f64];
const parameters = kinds;
const functionsOf = 6; // in a module
/** Memory below the points: steps that loops may take, then words that functions write. */
const fuel = 8;
const words = { from: 64, count: 8 };

let state = 1;
function random(below) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}
const oneOf = (list) => list[random(list.length)];

const bytes = (...parts) => Buffer.concat(parts.flat(Infinity).map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)));
const constant = { [i32]: (n) => bytes(0x41, signed(n)), [i64]: (n) => bytes(0x42, signed(n)), [f64]: (n) => bytes(0x44, Buffer.from(new Float64Array([n]).buffer)) };
const plus = { [i32]: 0x6a, [i64]: 0x7c, [f64]: 0xa0 };
const load = (at) => bytes(0x41, 0, 0x28, 2, unsigned(at));
const store = (at, value) => bytes(0x41, 0, value, 0x36, 2, unsigned(at));

/** A random function of three arguments and more locals, which may call the functions before it. */
function randomFunction(index) {
  const locals = [...parameters, ...Array.from({ length: 6 }, () => oneOf(kinds))];
  const local = (kind) => unsigned(oneOf(locals.flatMap((one, i) => (one === kind ? [i] : []))));
  const label = (labels) => [...labels.keys()].filter((depth) => labels[labels.length - 1 - depth] === 'empty');

  function expression(kind, depth) {
    const choice = depth > 3 ? random(2) : random(9);
    if (choice === 0) return constant[kind](random(9) - 4);
    if (choice <= 2) return bytes(0x20, local(kind));
    if (choice === 3) return bytes(expression(kind, depth + 1), 0x22, local(kind));
    if (choice === 4) return bytes(condition(depth + 1), 0x04, kind, expression(kind, depth + 1), 0x05, expression(kind, depth + 1), 0x0b);
    if (choice === 5) return bytes(0x02, kind, expression(kind, depth + 1), condition(depth + 1), 0x0d, 0, 0x0b);
    if (choice === 6 && kind === i32) return bytes(expression(i64, depth + 1), 0xa7);
    if (choice === 6) return bytes(expression(i32, depth + 1), kind === i64 ? 0xac : 0xb7);
    return bytes(expression(kind, depth + 1), expression(kind, depth + 1), plus[kind]);
  }
  const condition = (depth) => (random(2) ? bytes(expression(i32, depth), expression(i32, depth), 0x48) : bytes(expression(f64, depth), expression(f64, depth), 0x63));

  // `labels` has 'value' for the function, else 'empty', from outside to inside.
  function sequence(labels) {
    const out = [];
    const inside = [...labels, 'empty'];
    for (let left = 1 + random(6); left > 0; --left) {
      const choice = labels.length > 4 ? random(4) : random(11);
      const kind = oneOf(kinds);
      const depths = label(labels);
      if (choice <= 1) out.push(expression(kind, 0), 0x21, local(kind));
      else if (choice === 2) out.push(store(words.from + 4 * random(words.count), expression(i32, 0)));
      else if (choice === 3 && depths.length) out.push(condition(0), 0x0d, unsigned(oneOf(depths)));
      else if (choice === 4) out.push(0x02, 0x40, sequence(inside), 0x0b);
      else if (choice === 5) out.push(condition(0), 0x04, 0x40, sequence(inside), 0x0b);
      else if (choice === 6) out.push(condition(0), 0x04, 0x40, sequence(inside), 0x05, sequence(inside), 0x0b);
      else if (choice === 7) {
        // A block around the loop, and a step less at its beginning.
        const step = bytes(store(fuel, bytes(load(fuel), 0x41, 1, 0x6b)), load(fuel), 0x41, 0, 0x48, 0x0d, 1);
        out.push(0x02, 0x40, 0x03, 0x40, step, sequence([...inside, 'empty']), condition(0), 0x0d, 0, 0x0b, 0x0b);
      } else if (choice === 8 && index) out.push(parameters.map((one) => expression(one, 1)), 0x10, unsigned(random(index)), 0x21, local(i32));
      else if (choice >= 9 && random(2)) return bytes(out, jump(labels, depths));
    }
    return bytes(out);
  }
  function jump(labels, depths) {
    const choice = random(8);
    if (choice === 0) return bytes(0x00);
    if (choice <= 3 && depths.length) return bytes(0x0c, unsigned(oneOf(depths)));
    if (choice <= 5 && depths.length) return bytes(expression(i32, 0), 0x0e, 2, unsigned(oneOf(depths)), unsigned(oneOf(depths)), unsigned(oneOf(depths)));
    return bytes(expression(i32, 0), choice === 6 ? 0x0f : bytes(0x0c, unsigned(labels.length - 1)));
  }
  const declared = vector(locals.slice(parameters.length).map((kind) => bytes(1, kind)));
  return bytes(declared, sequence(['value']), expression(i32, 0), 0x0b);
}

function randomModule() {
  const codes = Array.from({ length: functionsOf }, (_, i) => randomFunction(i));
  return bytes(
    Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
    section(Section.types, vector([bytes(0x60, vector(parameters.map((kind) => bytes(kind))), vector([bytes(i32)]))])),
    section(Section.functions, vector(codes.map(() => bytes(0)))),
    section(Section.table, bytes(1, 0x70, 0, 0)),
    section(Section.memory, bytes(1, 0, 1)),
    section(Section.globals, bytes(1, i32, 1, 0x41, 0, 0x0b)),
    section(Section.exports, writeExports([...codes.map((_, index) => ({ name: `f${index}`, kind: 0, index })),
      { name: 'memory', kind: 2, index: 0 }, { name: 'table', kind: 1, index: 0 }])),
    section(Section.code, vector(codes.map((code) => bytes(unsigned(code.length), code)))),
  );
}

class Missing extends Error {}

/** The exports of the two parts, the second of which is loaded when a call needs it; not at all without `mayLoad`. */
function startParts([first, second], mayLoad) {
  const entries = (importOf) => {
    let entry = 0;
    return new Proxy({}, { get: (_, name) => importOf(entry = name === '' ? entry + 1 : Number(name)) });
  };
  let isLoaded = false;
  const { exports } = new WebAssembly.Instance(first, { second: entries((entry) => (...values) => {
    if (!mayLoad) throw new Missing();
    if (!isLoaded) new WebAssembly.Instance(second, { first: exports, table: entries((one) => exports.table.get(one)) });
    isLoaded = true;
    return exports.table.get(entry)(...values);
  }) });
  return exports;
}

/** The value that a call returns, or its error, and the words that it writes. */
function result(exports, name, values) {
  const memory = new Int32Array(exports.memory.buffer);
  memory.fill(0, words.from / 4, words.from / 4 + words.count);
  memory[fuel / 4] = 50;
  let returned;
  try {
    returned = exports[name](...values);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    returned = error.message;
  }
  return [returned, ...memory.slice(words.from / 4, words.from / 4 + words.count)].join();
}

const given = Array.from({ length: 12 }, (_, i) => [i - 3, BigInt((i * 7) % 5) - 2n, (i * 3) % 4 - 1.5]);
const shown = given.slice(0, 1);
const start = (module) => new WebAssembly.Instance(new WebAssembly.Module(module)).exports;
let moved = 0;
for (let seed = firstSeed; seed < firstSeed + modules; ++seed) {
  state = seed;
  const whole = randomModule();
  const names = readFunctions(whole).map((_, i) => `f${i}`);
  const { module, points } = counting(whole);
  const counted = start(module);
  for (const name of names) for (const values of shown) result(counted, name, values);
  const ran = new Set(pointsThatRan(points, new Uint8Array(counted.memory.buffer)));
  const cut = outline(whole, () => true, ran, 4);
  const partOf = readFunctions(cut).map((_, i) => (i < names.length ? 0 : 1));
  moved += partOf.length - names.length - 1;
  const parts = divide(cut, partOf, ['first', 'second'], (index) => index > names.length).map((part) => new WebAssembly.Module(part));
  const expected = start(whole);
  for (const name of names) {
    for (const values of shown) result(startParts(parts, false), name, values);
    const divided = startParts(parts, true);
    for (const values of given) assert.equal(result(divided, name, values), result(expected, name, values), `seed ${seed}: ${name}(${values})`);
  }
}
assert.ok(moved > modules, `${moved} pieces of code were moved; expected more than ${modules}`);
console.log(`${moved} pieces of code moved in ${modules} modules`);
