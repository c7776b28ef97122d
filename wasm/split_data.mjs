// The data of a WebAssembly module, and the extraction of texts from it (split.mjs).
//
// A range is {from, to}: addresses of memory 0, where `to` is exclusive.
import { Section, readNumber, readSections, section, signed, unsigned } from './binary.mjs';

/**
 * For each object, by name: the distances from its beginning at which code and data refer to it, before it as in
 * table['c' - 'a'], or within; in bytes, from the relocations of the linked object files (llvm-readobj).
 */
export function distances(relocations) {
  const out = new Map();
  for (const [, symbol, addend] of relocations.matchAll(/ R_WASM_MEMORY_ADDR_\w+ (\S+) (-?\d+)$/gm)) {
    if (!out.has(symbol)) out.set(symbol, new Set());
    out.get(symbol).add(Number(addend));
  }
  return out;
}

/**
 * The data objects of the linker's map, in order: constants and variables, of the program and of system libraries.
 * Without texts, which the linker merges.
 */
export function objects(map, meant = new Map()) {
  const out = [];
  let among = false;
  for (const line of map.split('\n')) {
    const [, address, size, isOutput, name] = /^ *([\da-f]+|-) +[\da-f]+ +([\da-f]+) (?:(\S)| {8}(\S.*))/.exec(line) ?? [];
    if (isOutput) among = /^ *[\da-f]+ .* \.(rodata|data)$/.test(line);
    else if (among && name && address !== '-' && !name.startsWith('<internal>') && !name.startsWith(' ')) {
      const from = parseInt(address, 16);
      const library = name.includes('/sysroot/');
      const known = meant.get(/:\(\.\w+\.(.*)\)$/.exec(name)?.[1]) ?? new Set();
      const aside = library ? libraryAside : Math.max(0, ...[...known].map((distance) => -distance));
      const to = from + parseInt(size, 16);
      // Optimized code may add to the value of a relocation; but in a large object, numbers of any code may match by
      // chance.
      const exact = !library && known.size > 0 && to - from >= large ? known : undefined;
      out.push({ from, to, constant: name.includes(':(.rodata'), library, aside, exact });
    }
  }
  return out.sort((a, b) => a.from - b.from);
}

// Size in bytes of an object from which on numbers may match by chance; the gallery's text is ten times as large.
const large = 4096;

// A segment costs about as much as a short text, so a short gap between moved texts is moved with them.
const shortest = 24;

// Length of kept data up to which the second part has it too, instead of another segment.
const least = 12;

// Length of moved data from which the first part has another segment after it. Brotli packs zeros to less than the
// header of a segment, but they are copied when the module starts.
const longest = 512;

// Relocations of system libraries are not read: a table indexed by characters may have byte entries, or start at 0.
const libraryAside = 128;

export class Data {
  /** The data of a module, all of it in active segments of memory 0 at constant places. */
  constructor(module) {
    const data = readSections(module).find(({ id }) => id === 11);
    this.segments = data ? readSegments(module, data) : [];
    const last = this.segments.at(-1);
    this.from = this.segments[0]?.at ?? 0;
    this.to = last ? last.at + last.bytes.length : 0;
    this.memory = Buffer.alloc(this.to - this.from);
    for (const { at, bytes } of this.segments) bytes.copy(this.memory, at - this.from);
  }

  /**
   * The ranges of objects and texts that functions with only these addresses cannot use: a text with its NUL, or up to
   * the part that is used.
   * A used object uses everything that one of its words may point to.
   */
  unreached(addresses, objects) {
    const inside = (address) => address >= this.from && address < this.to;
    const pointers = [...addresses].filter(inside);
    const known = Buffer.alloc(this.memory.length);
    for (const { from, to } of objects) known.fill(1, from - this.from, Math.min(to - this.from, known.length));
    // System libraries do not refer to the program's objects: a matching value in their tables is a number.
    const own = objects.filter(({ library }) => !library);
    const isOwn = (address) => {
      const place = lowerBound(own, address, ({ to }) => to - 1);
      return place < own.length && own[place].from <= address;
    };
    const words = ({ from, to, library }, reach) => {
      const end = Math.min(to - this.from, this.memory.length);
      for (let i = from - this.from + ((4 - (from & 3)) & 3); i + 4 <= end; i += 4) {
        // The linker may have omitted zeros at its beginning.
        const word = this.memory.readUInt32LE(i);
        if (inside(word) && !(library && isOwn(word))) reach(word);
      }
    };
    const texts = this.texts().filter(({ from }) => !known[from - this.from]);
    // Bytes that are neither an object nor a text count as used.
    for (const { from, to } of texts) known.fill(1, from - this.from, to - this.from);
    for (let i = 0; i < known.length; ++i) {
      const from = i;
      while (i < known.length && !known[i]) ++i;
      if (i > from) words({ from: this.from + from, to: this.from + i }, (word) => pointers.push(word));
    }
    let left = objects.filter(({ constant }) => constant);
    for (const object of objects.filter(({ constant }) => !constant)) words(object, (word) => pointers.push(word));
    // Only code may hold an address at a distance from its object.
    for (let looked = 0, code = true; looked < pointers.length; code = false) {
      const now = pointers.slice(looked).sort((a, b) => a - b);
      looked = pointers.length;
      left = left.filter((object) => {
        const place = lowerBound(now, object.from - (code ? object.aside : 0));
        if (place === now.length || now[place] >= object.to) return true;
        const { exact } = object;
        if (exact && !now.slice(place, lowerBound(now, object.to)).some((address) => exact.has(address - object.from))) return true;
        words(object, (word) => pointers.push(word));
        return false;
      });
    }
    pointers.sort((a, b) => a - b);
    // A text may be the suffix of a longer one, since the linker merges them: the start of the longer one is then
    // unused.
    const unread = texts.map(({ from, to }) => {
      const place = lowerBound(pointers, from);
      return { from, to: place === pointers.length ? to : Math.min(to, pointers[place]) };
    });
    return [...left, ...unread].filter(({ from, to }) => from < to && this.bytes(from, to).some(Boolean));
  }

  /**
   * The data sections of the parts. The argument has the ranges that the first part does not use, then, for each part after
   * the second, the ranges that only that part uses; what several of these have is the second part's. Zeros that the
   * linker has omitted are part of all: brotli packs them to less than the header of another segment.
   */
  cut([late, ...alone]) {
    const marked = (ranges) => {
      const out = new Uint8Array(this.memory.length);
      for (const { from, to } of ranges) out.fill(1, from - this.from, to - this.from);
      return out;
    };
    const owner = marked([]); // the part of each byte
    const give = (part, test) => {
      for (const { from, to } of this.runs(test)) if (to - from >= shortest) owner.fill(part, from - this.from, to - this.from);
    };
    const isLate = marked(late);
    const isAlone = alone.map(marked);
    give(1, (at) => isLate[at]);
    isAlone.forEach((own, i) => give(i + 2, (at) => own[at] && owner[at] === 1 && isAlone.every((other) => other === own || !other[at])));
    const moved = [late, ...alone].map((_, i) => {
      // Between moved texts everything is constant: a part may write it once more.
      const joined = [];
      for (const { from, to } of this.runs((at) => owner[at] === i + 1)) {
        const before = joined.at(-1);
        if (before && from - before.to <= least) before.to = to;
        else joined.push({ from, to });
      }
      return joined.map(({ from, to }) => ({ at: from, bytes: Buffer.from(this.bytes(from, to)) }));
    });
    const gone = this.runs((at) => owner[at] > 0);
    for (const { from, to } of gone) this.bytes(from, to).fill(0);
    const kept = [];
    let done = this.from;
    for (const { from, to } of [...gone.filter((one) => one.to - one.from >= longest), { from: this.to, to: this.to }]) {
      if (from > done) kept.push({ at: done, bytes: this.bytes(done, from) });
      done = to;
    }
    return [kept, ...moved].map(writeSegments);
  }

  /** The ranges of the bytes whose place in the data passes a test. */
  runs(test) {
    const out = [];
    for (let i = 0; i < this.memory.length; ++i) {
      const from = i;
      while (i < this.memory.length && test(i)) ++i;
      if (i > from) out.push({ from: this.from + from, to: this.from + i });
    }
    return out;
  }

  bytes(from, to) {
    return this.memory.subarray(from - this.from, to - this.from);
  }

  // Runs of UTF-8 bytes, each terminated by a NUL.
  texts() {
    const isText = (byte) => (byte >= 32 && byte !== 127) || byte === 9 || byte === 10 || byte === 13;
    const out = [];
    for (let i = 0; i < this.memory.length; ++i) {
      const start = i;
      while (i < this.memory.length && isText(this.memory[i])) ++i;
      if (i > start && i < this.memory.length && this.memory[i] === 0) {
        out.push({ from: this.from + start, to: this.from + i + 1 });
      }
    }
    return out;
  }
}

// The first index whose number is not less than the given one.
function lowerBound(sorted, number, numberOf = (item) => item) {
  let low = 0;
  for (let high = sorted.length; low < high;) {
    const middle = (low + high) >> 1;
    if (numberOf(sorted[middle]) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function readSegments(module, { body }) {
  const out = [];
  let [left, place] = readNumber(module, body);
  const expect = (byte) => {
    if (module[place++] !== byte) throw new Error('the data is not all in active segments at constant places');
  };
  for (; left > 0; --left) {
    let at;
    let size;
    expect(0);
    expect(0x41);
    [at, place] = readNumber(module, place, true);
    expect(0x0b);
    [size, place] = readNumber(module, place);
    out.push({ at, bytes: module.subarray(place, place + size) });
    place += size;
  }
  return out;
}

function writeSegments(segments) {
  const parts = segments.map(({ at, bytes }) =>
    Buffer.concat([Buffer.from([0, 0x41]), signed(at), Buffer.from([0x0b]), unsigned(bytes.length), bytes]));
  return section(11, Buffer.concat([unsigned(parts.length), ...parts]));
}
