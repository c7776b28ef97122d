// The binary format of WebAssembly: numbers, sections, and the indices of functions in code.

/** The number at a place, and the place behind it. */
export function readNumber(bytes, place, isSigned = false) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[place++];
    value |= (byte & 127) << shift;
    if (byte & 128) continue;
    if (!isSigned) return [value >>> 0, place];
    return [shift < 25 && byte & 64 ? value | (-1 << (shift + 7)) : value, place];
  }
}

export function unsigned(value) {
  const out = [];
  do {
    out.push((value & 127) | (value > 127 ? 128 : 0));
    value >>>= 7;
  } while (value);
  return Buffer.from(out);
}

export function signed(value) {
  const out = [];
  for (;;) {
    const low = value & 127;
    value >>= 7;
    const last = (value === 0 && !(low & 64)) || (value === -1 && low & 64);
    out.push(last ? low : low | 128);
    if (last) return Buffer.from(out);
  }
}

/** Numbers of sections. */
export const Section = { custom: 0, types: 1, imports: 2, functions: 3, table: 4, memory: 5, globals: 6, exports: 7, start: 8, elements: 9, code: 10, data: 11, dataCount: 12 };

export function readSections(module) {
  const out = [];
  for (let place = 8; place < module.length;) {
    const [length, body] = readNumber(module, place + 1);
    out.push({ id: module[place], start: place, body, end: body + length });
    place = body + length;
  }
  return out;
}

export function section(id, body) {
  return Buffer.concat([Buffer.from([id]), unsigned(body.length), body]);
}

/** A vector of items that are bytes. */
export const vector = (items) => Buffer.concat([unsigned(items.length), ...items]);

/** The items of the section with number `id`, which is a vector: none without that section. */
export function* items(module, id, read) {
  const found = readSections(module).find((one) => one.id === id);
  if (!found) return;
  let [left, place] = readNumber(module, found.body);
  for (; left > 0; --left) {
    const [item, next] = read(place);
    yield item;
    place = next;
  }
}

/** The module with other contents of some sections: `bodies` by the number of a section; undefined drops it. */
export function withSections(module, bodies) {
  const out = readSections(module).map(({ id, start, body, end }) => {
    if (!bodies.has(id)) return module.subarray(start, end);
    const replaced = bodies.get(id);
    return replaced ? section(id, replaced) : Buffer.alloc(0);
  });
  return Buffer.concat([module.subarray(0, 8), ...out]);
}

export function readText(module, place) {
  const [length, from] = readNumber(module, place);
  return [module.toString('utf8', from, from + length), from + length];
}

export const text = (words) => vector([...Buffer.from(words)].map((byte) => Buffer.from([byte])));

/** Imports in order: {from, name, kind, rest}, where `rest` are the bytes of the type. */
export function readImports(module) {
  return [...items(module, Section.imports, (place) => {
    const [from, second] = readText(module, place);
    const [name, third] = readText(module, second);
    const kind = module[third];
    const rest = third + 1;
    let end = rest;
    const skip = () => {
      [, end] = readNumber(module, end);
    };
    if (kind === 1) ++end; // a table's type of element
    if (kind === 3) end += 2; // a global's type, and whether it changes
    else if (kind === 0) skip();
    else for (let left = 1 + (module[end++] & 1); left > 0; --left) skip();
    return [{ from, name, kind, rest: module.subarray(rest, end) }, end];
  })];
}

/** Exports in order: {name, kind, index}. */
export function readExports(module) {
  return [...items(module, Section.exports, (place) => {
    const [name, at] = readText(module, place);
    const [index, end] = readNumber(module, at + 1);
    return [{ name, kind: module[at], index }, end];
  })];
}

export const writeExports = (exports) =>
  vector(exports.map(({ name, kind, index }) => Buffer.concat([text(name), Buffer.from([kind]), unsigned(index)])));

/** Active segments of table 0 at constant entries: {at, indices}. */
export function readElements(module) {
  return [...items(module, Section.elements, (place) => {
    if (module[place] !== 0 || module[place + 1] !== 0x41) throw new Error('elements of the table are not at a constant entry of table 0');
    const [at, end] = readNumber(module, place + 2, true);
    let [left, next] = readNumber(module, end + 1);
    const indices = [];
    for (; left > 0; --left) {
      const [index, after] = readNumber(module, next);
      indices.push(index);
      next = after;
    }
    return [{ at, indices }, next];
  })];
}

export const writeElements = (segments) =>
  vector(segments.map(({ at, indices }) => Buffer.concat([Buffer.from([0, 0x41]), signed(at), Buffer.from([0x0b]), vector(indices.map(unsigned))])));
