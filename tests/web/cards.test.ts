// Which cards stay, dim or go when the program changes: the rule without a browser.
import { expect, test } from 'vitest';
import type { Binding, Report } from '../../web/src/core/door';
import type { Answer } from '../../web/src/core/engine';
import { nextCards } from '../../web/src/session/cards';

function binding(name: string, id: number): Binding {
  return {
    id, key: name, name, span: [0, 0], line: 1, source: '', kind: 'int', text: '', cute: '', properties: [], views: [], uses: [],
  };
}

function answer(names: string[], failed: boolean): Answer {
  const error = {
    severity: 'error', code: '', span: [0, 0], line: 1, column: 1, message: '', hint: '', replacement: '',
  } as const;
  const report: Report = {
    version: 1, mode: 'teaching', bindings: names.map(binding), diagnostics: failed ? [{ ...error, span: [0, 0] }] : [],
    left_out: '', omitted: { bindings: 0, diagnostics: 0 },
  };
  return { serial: 1, report, pictures: [], milliseconds: 0 };
}

const shown = (cards: ReturnType<typeof nextCards>): string[] => cards.map(({ key, stale }) => (stale ? `(${key})` : key));

test('a card whose line is in error keeps its place, dimmed', () => {
  const before = nextCards([], answer(['A', 'B', 'C'], false), '');
  expect(shown(nextCards(before, answer(['A', 'C'], true), 'A = 1\nB = (\nC = 3'))).toEqual(['A', '(B)', 'C']);
});

test('a card whose line is gone goes, also while another line is in error', () => {
  const before = nextCards([], answer(['A', 'B', 'C'], false), '');
  expect(shown(nextCards(before, answer(['A'], true), 'A = 1\nC = ('))).toEqual(['A', '(C)']);
});

test('without errors nothing old stays', () => {
  const before = nextCards([], answer(['A', 'B'], false), '');
  expect(shown(nextCards(before, answer(['A'], false), 'A = 1\n# B = 2'))).toEqual(['A']);
});
