// Which picture, which labels, which colours: only what the core offers, and nothing where there is no choice.
import { offeredView } from '../core/view';
import type { OfferedView } from '../core/contract';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';

export function ViewSwitch({ card, session }: { card: Card; session: Session }) {
  const { views } = card.binding;
  const chosen = chosenIn(card.picture?.view ?? '');
  const view = offeredView({ kind: chosen.get('kind') ?? '' }, views);
  if (!view) return null;
  const name = card.binding.name || card.binding.source;
  return (
    <div class="views">
      {views.length > 1 && (
        <div class="kinds" role="group" aria-label={`Picture of ${name}`}>
          {views.map((one) => (
            <button
              key={one.kind}
              type="button"
              aria-pressed={one.kind === view.kind}
              onClick={() => session.choose(card, { kind: one.kind })}
            >
              {one.title}
            </button>
          ))}
        </div>
      )}
      <Choice
        what="label"
        offered={view.labels}
        chosen={chosen.get('label')}
        onChoose={(label) => session.choose(card, { label })}
      />
      <Choice
        what="colour"
        offered={view.colors}
        chosen={chosen.get('color')}
        onChoose={(color) => session.choose(card, { color })}
      />
    </div>
  );
}

interface ChoiceProps {
  what: string;
  offered: OfferedView['labels'];
  chosen: string | undefined;
  onChoose: (value: string) => void;
}

function Choice({ what, offered, chosen, onChoose }: ChoiceProps) {
  if (offered.length < 2) return null;
  return (
    <label class="choice">
      <span>{what}</span>
      <select value={chosen ?? offered[0]} onChange={(event) => onChoose(event.currentTarget.value)}>
        {offered.map((value) => <option key={value} value={value}>{value}</option>)}
      </select>
    </label>
  );
}

/** The words of a view string. */
function chosenIn(view: string): Map<string, string> {
  return new Map(view.split(' ').filter(Boolean).map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, at), part.slice(at + 1)];
  }));
}
