// The pixels of a painted picture: each takes the colour class of the cell that it falls on.
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
