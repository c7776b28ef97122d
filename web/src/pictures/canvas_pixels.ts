// The pixels of a painted picture: each takes the colour class of the cell that it falls on, or, where cells are smaller
// than pixels, the mean of those under it: one of them alone would draw patterns that are not there.
import { paletteSize } from './palette';

/** For each pixel of a side, from `scrolled` on, the cell under it; -1 in a gap, which cells of at least `gapFrom` have. */
export function cellsAt(count: number, size: number, scrolled: number, pixels: number, gapFrom: number): Int32Array {
  const cells = new Int32Array(pixels);
  for (let pixel = 0; pixel < pixels; ++pixel) {
    const cell = Math.floor((scrolled + pixel + 0.5) / size);
    const isGap = size >= gapFrom && Math.floor((scrolled + pixel + 1.5) / size) !== cell;
    cells[pixel] = isGap || cell >= count ? -1 : cell;
  }
  return cells;
}

/** Classes below -1 have no element: their pixels stay clear. The last colour is that of cells without a class. */
export function fillCells(
  pixels: Uint32Array, columnOf: Int32Array, rowOf: Int32Array, classes: Int32Array, cols: number, colors: Uint32Array,
): void {
  const width = columnOf.length;
  let before = -1;
  for (let y = 0; y < rowOf.length; ++y) {
    const row = rowOf[y]!;
    if (row < 0) continue;
    const start = y * width;
    // Lines of pixels within one row of cells are the same.
    if (row === before) {
      pixels.copyWithin(start, start - width, start);
      continue;
    }
    before = row;
    const cells = row * cols;
    for (let x = 0; x < width; ++x) {
      const col = columnOf[x]!;
      if (col < 0) continue;
      const color = classes[cells + col]!;
      if (color >= -1) pixels[start + x] = colors[color < 0 ? paletteSize : color % paletteSize]!;
    }
  }
}

/** The first cell under each pixel of a side, and behind the last pixel the end. */
export function cellsFrom(count: number, size: number, scrolled: number, pixels: number): Int32Array {
  const from = new Int32Array(pixels + 1);
  for (let pixel = 0; pixel <= pixels; ++pixel) from[pixel] = Math.min(count, Math.floor((scrolled + pixel) / size));
  return from;
}

/** The mean colour of the cells under each pixel; a pixel over none stays clear. Classes and colours as in fillCells. */
export function averageCells(
  pixels: Uint32Array, colFrom: Int32Array, rowFrom: Int32Array, classes: Int32Array, cols: number, colors: Uint32Array,
): void {
  const width = colFrom.length - 1;
  const [red, green, blue, count] = [new Uint32Array(width), new Uint32Array(width), new Uint32Array(width), new Uint32Array(width)];
  for (let y = 0; y + 1 < rowFrom.length; ++y) {
    for (const sum of [red, green, blue, count]) sum.fill(0);
    // Along a side on which cells are larger than pixels there is one under each.
    const end = Math.max(rowFrom[y + 1]!, Math.min(rowFrom[y]! + 1, classes.length / cols));
    for (let row = rowFrom[y]!; row < end; ++row) {
      for (let x = 0; x < width; ++x) {
        const last = row * cols + Math.max(colFrom[x + 1]!, Math.min(colFrom[x]! + 1, cols));
        for (let at = row * cols + colFrom[x]!; at < last; ++at) {
          const color = classes[at]!;
          if (color < -1) continue;
          const pixel = colors[color < 0 ? paletteSize : color % paletteSize]!;
          red[x]! += pixel & 255;
          green[x]! += (pixel >> 8) & 255;
          blue[x]! += (pixel >> 16) & 255;
          count[x]! += 1;
        }
      }
    }
    for (let x = 0; x < width; ++x) {
      const of = count[x]!;
      if (of) pixels[y * width + x] = (255 << 24 | Math.round(blue[x]! / of) << 16 | Math.round(green[x]! / of) << 8 | Math.round(red[x]! / of)) >>> 0;
    }
  }
}
