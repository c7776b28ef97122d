// Which picture, which labels, which colours: only what the core offers, and nothing where there is no choice.
import type { OfferedView } from '../core/door';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t } from '../words/words';

export function ViewSwitch({ card, session }: { card: Card; session: Session }) {
  const { binding: { views }, shown: chosen } = card;
  const view = views.find(({ kind }) => kind === chosen.kind);
  if (!view) return null;
  const name = card.binding.name || card.binding.source;
  const kinds = views.map(({ kind, title }) => ({ kind, title, choose: () => session.choose(card, `kind=${kind}`) }));
  return (
    <div class={`views ${lengthOf(views)}`}>
      {views.length > 1 && (
        <>
          <div class="kinds" role="group" aria-label={t('views.of', { name })}>
            {kinds.map(({ kind, title, choose }) => (
              <button key={kind} type="button" aria-pressed={kind === view.kind} onClick={choose}>{title}</button>
            ))}
          </div>
          <label class="kind">
            <span class="unseen">{t('views.of', { name })}</span>
            <select value={view.kind} onChange={(event) => kinds[event.currentTarget.selectedIndex]?.choose()}>
              {kinds.map(({ kind, title }) => <option key={kind} value={kind}>{title}</option>)}
            </select>
          </label>
        </>
      )}
      <div class="choices">
        <Choice
          what={t('views.label')}
          offered={view.labels}
          chosen={chosen.label}
          onChoose={(label) => session.choose(card, `label=${label}`)}
        />
        <Choice
          what={t('views.color')}
          offered={view.colors}
          chosen={chosen.color}
          onChoose={(color) => session.choose(card, `color=${color}`)}
        />
      </div>
    </div>
  );
}

/** How much room the titles take side by side. A card that is narrower has them in a menu; the style sheet knows the widths. */
function lengthOf(views: readonly OfferedView[]): 'brief' | 'medium' | 'long' {
  const letters = views.reduce((sum, { title }) => sum + title.length + 2, 0);
  if (letters <= 36) return 'brief';
  return letters <= 58 ? 'medium' : 'long';
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
      <select value={chosen || offered[0]!.word} onChange={(event) => onChoose(event.currentTarget.value)}>
        {offered.map(({ word, title }) => <option key={word} value={word}>{title}</option>)}
      </select>
    </label>
  );
}
