// The choice of picture, labels and colors: only those that the core offers; hidden without a choice.
import type { OfferedView } from '../core/door';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t } from '../words/words';

export function ViewSwitch({ card, session }: { card: Card; session: Session }) {
  const { binding: { views }, shown: chosen } = card;
  const view = views.find(({ kind }) => kind === chosen.kind);
  if (!view) return null;
  const name = card.binding.name || card.binding.source;
  const question = (kind: string): string | undefined => session.questions.value.get(kind);
  const choose = (kind: string): void => void session.choose(card, `kind=${kind}`);
  const first = view.like ?? view.kind;
  const tabs = views.filter(({ like, more }) => !like && !more);
  const others = views.filter(({ like, more }) => !like && more);
  const same = views.filter(({ kind, like }) => kind === first || like === first);
  const isOther = others.some(({ kind }) => kind === first);
  return (
    <div class={`views ${lengthOf(tabs)}`} data-kind={view.kind}>
      {views.length > 1 && tabs.length + others.length > 1 && (
        <>
          <div class="kinds" role="group" aria-label={t('views.of', { name })}>
            {tabs.map(({ kind, title }) => (
              <button key={kind} type="button" title={question(kind)} aria-pressed={kind === first} onClick={() => choose(kind)}>{title}</button>
            ))}
            {others.length > 0 && (
              <label class={isOther ? 'choice others pressed' : 'choice others'} title={isOther ? question(first) : undefined}>
                <span class="unseen">{t('views.more')}</span>
                <select value={isOther ? first : ''} onChange={(event) => choose(event.currentTarget.value)}>
                  {!isOther && <option value="" disabled>{t('views.more')}</option>}
                  {others.map(({ kind, title }) => <option key={kind} value={kind} title={question(kind)}>{title}</option>)}
                </select>
              </label>
            )}
          </div>
          <label class="kind" title={question(first)}>
            <span class="unseen">{t('views.of', { name })}</span>
            <select value={first} onChange={(event) => choose(event.currentTarget.value)}>
              {[...tabs, ...others].map(({ kind, title }) => <option key={kind} value={kind}>{title}</option>)}
            </select>
          </label>
        </>
      )}
      <div class="choices">
        <Choice
          what={t('views.as')}
          offered={same.map(({ kind, title }) => ({ word: kind, title }))}
          chosen={view.kind}
          onChoose={choose}
        />
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

/** The width of the titles side by side. A narrower card has them in a menu; the style sheet has the widths. */
function lengthOf(views: readonly OfferedView[]): 'brief' | 'medium' | 'long' {
  const letters = views.reduce((sum, { title }) => sum + title.length + 2, 0);
  if (letters <= 36) return 'brief';
  return letters <= 58 ? 'medium' : 'long';
}

interface ChoiceProps {
  what: string;
  offered: OfferedView['labels'];
  chosen: string | undefined;
  onChoose: (value: string) => unknown;
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
