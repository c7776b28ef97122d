// Choices of a card as view strings, without a browser.
import { expect, test } from 'vitest';
import { viewString } from '../../web/src/core/view';

const offered = [
  { kind: 'grid', title: 'Grid', labels: ['offset', 'coord'], colors: ['offset', 'mode'] },
  { kind: 'strip', title: 'Strip', labels: ['offset'], colors: ['offset'] },
];

test('a view string names the first kind and nothing that was not chosen', () => {
  expect(viewString({}, offered)).toBe('kind=grid');
  expect(viewString({}, [])).toBe('');
});

test('a choice is passed on where it is offered, and dropped where it is not', () => {
  expect(viewString({ kind: 'grid', label: 'coord', color: 'mode', slice: [0, 3] }, offered))
    .toBe('kind=grid label=coord color=mode slice=0,3');
  expect(viewString({ kind: 'strip', label: 'coord', color: 'mode' }, offered)).toBe('kind=strip');
  expect(viewString({ kind: 'memory' }, offered)).toBe('kind=grid');
});
