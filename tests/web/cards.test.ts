// Tests the cards that stay, dim or go when the program changes: the rule without a browser.
import { expect, test } from 'vitest';
import type { Binding, CardChange, Changes, ReportChange } from '../../web/src/core/door';
import type { Picture } from '../../web/src/core/engine';
import { changedCards } from '../../web/src/session/cards';

function change(key: string, more: Partial<CardChange> = {}): CardChange {
  const binding: Binding = {
    id: 0, key, name: key, span: [0, 0], line: 1, source: '', kind: 'layout', text: '', cute: '', properties: [],
    views: [{ kind: 'grid', title: '', labels: [], colors: [] }], uses: [],
  };
  return { key, stale: false, pending: false, pinned: false, place: 'small', group: 'others', landing: ['stage', 'others'], taken: false, expanded: false, shown: { kind: 'grid', label: '', color: '' }, binding, ...more };
}

const report = (order: string[]): ReportChange => ({ order, diagnostics: [], left_out: '', skipped: [], omitted: { bindings: 0, diagnostics: 0 }, microseconds: 0 });
const evaluated = (cards: CardChange[]): Pick<Changes, 'report' | 'cards'> => ({ report: report(cards.map(({ key }) => key)), cards });
const picture = { view: 'kind=grid' } as Picture;

test('cards stand in the order of the report, and those that are gone go', () => {
  const before = changedCards([], evaluated([change('A'), change('B')]), new Map());
  expect(changedCards(before, evaluated([change('C'), change('A')]), new Map()).map(({ key }) => key)).toEqual(['C', 'A']);
});

test('a card without a new picture keeps the one that it has, and a stale one its value, too', () => {
  const before = changedCards([], evaluated([change('A')]), new Map([['A', picture]]));
  const stale = change('A', { stale: true });
  delete stale.binding;
  const [card] = changedCards(before, evaluated([stale]), new Map());
  expect(card).toMatchObject({ stale: true, picture, binding: { name: 'A' } });
});

test('what has not changed is the same object', () => {
  const before = changedCards([], evaluated([change('A'), change('B')]), new Map());
  const after = changedCards(before, { cards: [change('B', { pinned: true })] }, new Map());
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toMatchObject({ key: 'B', pinned: true });
});

test('a value without pictures has none of an older one', () => {
  const before = changedCards([], evaluated([change('A')]), new Map([['A', picture]]));
  const integer = change('A');
  integer.binding!.views = [];
  expect(changedCards(before, evaluated([integer]), new Map())[0]!.picture).toBeUndefined();
});
