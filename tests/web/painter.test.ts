// Steps of the arrow keys from cell to cell, and the pixels of cells that are smaller than they, without a browser.
import { expect, test } from 'vitest';
import { averageCells, cellsFrom } from '../../web/src/pictures/canvas_pixels';
import { firstCell, step } from '../../web/src/pictures/painter';
import type { Picture } from '../../web/src/core/engine';

// 2×3, with no element in the middle of the first row.
const picture = {
  ids: Float64Array.of(0, -1, 4, 1, 3, 5),
  scene: { rows: 2, cols: 3 },
} as Picture;

test('a step goes to the next element, over places without one', () => {
  expect(step(picture, 0, 0, 1)).toBe(4);
  expect(step(picture, 4, 0, -1)).toBe(0);
  expect(step(picture, 0, 1, 0)).toBe(1);
});

test('a step over the edge stays', () => {
  expect(step(picture, 5, 1, 0)).toBe(5);
  expect(step(picture, 3, -1, 0)).toBe(3);
});

test('a cell that is not in the picture steps to the first that is', () => {
  expect(firstCell(picture)).toBe(0);
  expect(step(picture, 99, 0, 1)).toBe(0);
});

test('a step leaves an element that is drawn several times side by side', () => {
  const twice = { ids: Float64Array.of(0, 0, 1, 0), scene: { rows: 1, cols: 4 } } as Picture;
  expect(step(twice, 0, 0, 1)).toBe(1);
});

test('stripes that are thinner than pixels become one even colour, not other stripes', () => {
  const cols = 1000;
  const classes = Int32Array.from({ length: cols * 2 }, (_, at) => at % 2);
  const colors = Uint32Array.of(0xff000000, 0xffffffff, ...new Array(12).fill(0));
  const pixels = new Uint32Array(250);
  averageCells(pixels, cellsFrom(cols, 0.25, 0, 250), cellsFrom(2, 0.5, 0, 1), classes, cols, colors);
  expect(new Set(pixels)).toEqual(new Set([0xff808080]));
  // A pixel beyond the last cell stays clear, and a class without an element counts for nothing.
  const few = new Uint32Array(3);
  averageCells(few, cellsFrom(4, 0.5, 0, 3), cellsFrom(1, 2, 0, 1), Int32Array.of(1, 1, -2, 1), 4, colors);
  expect([...few]).toEqual([0xffffffff, 0xffffffff, 0]);
});
