// Which functions of the page's module stay in its first part.

/** Bytes of functions in the first part: more than this makes it larger than tests/check_size.mjs allows. */
const room = 288_000;

// A profile is a hash of 8 bytes, and of each function when it first ran, or 0, in 4 bytes.
const hashSize = 8;

function* functionsOf(profiled) {
  for (let i = 0; hashSize + 4 * i < profiled.length; ++i) if (profiled.readUInt32LE(hashSize + 4 * i)) yield i;
}

/** The profile of the first program, and of as many others as there is room for. */
export function fullest([first, ...others], sizes) {
  const out = Buffer.from(first);
  const kept = new Set(functionsOf(out));
  const added = (profiled) => [...functionsOf(profiled)].filter((i) => !kept.has(i));
  const sizeOf = (functions) => functions.reduce((sum, i) => sum + sizes[i], 0);
  let size = sizeOf([...kept]);
  for (const left = new Set(others); left.size;) {
    const [[least, next]] = [...left].map((profiled) => [sizeOf(added(profiled)), profiled]).sort(([one], [other]) => one - other);
    if (size + least > room) break;
    size += least;
    for (const i of added(next)) {
      kept.add(i);
      next.copy(out, hashSize + 4 * i, hashSize + 4 * i, hashSize + 4 * i + 4);
    }
    left.delete(next);
  }
  return out;
}

/** How many bytes of a module each of its functions takes. */
export function functionSizes(bytes) {
  let at = 8;
  const number = () => {
    let out = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      out += (byte & 127) * 2 ** shift;
      if (byte < 128) return out;
    }
  };
  const code = 10;
  while (at < bytes.length) {
    const section = bytes[at++];
    const length = number();
    if (section !== code) {
      at += length;
      continue;
    }
    return Array.from({ length: number() }, () => {
      const size = number();
      at += size;
      return size;
    });
  }
  throw new Error('the module has no code');
}
