// Above the typed call: the signature of the function, and the argument at the caret. Escape hides it until the user
// types again.
import { closeCompletion } from '@codemirror/autocomplete';
import { Prec, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import { effect, untracked } from '@preact/signals';
import type { TypedCall } from '../core/door';
import type { Session } from '../session/session';
import { language } from '../words/words';

const setCall = StateEffect.define<Tooltip | null>();
const putAway = StateEffect.define();

interface Shown {
  tooltip: Tooltip | null;
  /** Hidden until the user types: an answer may still be pending. */
  away: boolean;
}

const shown = StateField.define<Shown>({
  create: () => ({ tooltip: null, away: false }),
  update(value, { effects, changes, docChanged }) {
    const { tooltip } = value;
    let next = docChanged ? { tooltip: tooltip && { ...tooltip, pos: changes.mapPos(tooltip.pos) }, away: false } : value;
    for (const one of effects) {
      if (one.is(setCall)) next = { ...next, tooltip: next.away ? null : one.value };
      else if (one.is(putAway)) next = { tooltip: null, away: true };
    }
    return next;
  },
  provide: (field) => showTooltip.from(field, ({ tooltip }) => tooltip),
});

export const typedCallHelp = [
  shown,
  // Handles the key before the list of completions, which may be about to open: one Escape closes both.
  Prec.highest(keymap.of([{
    key: 'Escape',
    run(view) {
      if (!view.state.field(shown).tooltip) return false;
      view.dispatch({ effects: putAway.of(null) });
      closeCompletion(view);
      return true;
    },
  }])),
];

/** Shows the session's data on the typed call; returns its stop function. */
export function followTypedCall(view: EditorView, session: Session): () => void {
  return effect(() => {
    const call = session.typed.value;
    void language.value;
    untracked(() => {
      const { state } = view;
      if (!call && !state.field(shown).tooltip) return;
      const pos = call && Math.min(call.span[0], state.doc.length);
      view.dispatch({ effects: setCall.of(call && pos !== undefined ? { pos, above: true, create: () => ({ dom: help(call) }) } : null) });
    });
  });
}

function help({ before, argument, after, others, about }: TypedCall): HTMLElement {
  const element = document.createElement('div');
  element.className = 'typed-call';
  const code = element.appendChild(document.createElement('code'));
  code.append(before);
  if (argument) code.appendChild(document.createElement('b')).textContent = argument;
  code.append(after);
  for (const other of others) {
    const more = element.appendChild(document.createElement('code'));
    more.className = 'other';
    more.textContent = other;
  }
  element.appendChild(document.createElement('p')).textContent = about;
  return element;
}
