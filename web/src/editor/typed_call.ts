// Above the call that is typed: how the function is called, and which argument the caret is in. Escape puts it away until
// something else is typed.
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
  /** Until something is typed: an answer may still be on its way. */
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
  // Before the list of completions takes the key, which may be about to open: one Escape closes both.
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

/** Says what the session says of the call that is typed; returns how to stop. */
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
