// Steps of the arrow keys from cell to cell, without a browser.
import { expect, test } from 'vitest';
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
