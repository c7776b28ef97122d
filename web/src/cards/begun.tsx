// The derivation of a number on the stage, open from the start because nothing else is shown. The application's state
// does not change; once the user has closed it, it is a section like the others.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Step } from '../core/door';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t } from '../words/words';

/** True if the derivation of the card starts open. */
export function begins({ binding, place, stale, offered, sections, key }: Card, session: Session): boolean {
  const number = !binding.views.length && !binding.noPicture && !binding.rows;
  return number && place === 'stage' && !stale && offered.includes('derivation') && !sections.some(({ kind }) => kind === 'derivation') && session.opened.get(`${key} derivation`) !== false;
}

interface BegunProps {
  card: Card;
  session: Session;
  title: string;
  children: (step: Step) => ComponentChildren;
}

/** The core's derivation of the card's value, requested again for each value. */
function useStep(card: Card, session: Session): Step | undefined {
  const [step, setStep] = useState<Step>();
  useEffect(() => {
    let current = true;
    void session.askOf(card, 'explain', {}).then((given) => {
      if (current) setStep(given?.answer);
    });
    return () => {
      current = false;
    };
  }, [card]);
  return step;
}

/** In one or two lines, below a number without a picture next to it. */
export function Told({ card, session }: { card: Card; session: Session }) {
  const step = useStep(card, session);
  if (!step) return null;
  return (
    <div class="told-number">
      {![step.value, card.binding.source].includes(step.expression) && <p class="equation"><code>{step.expression}</code></p>}
      {step.statement && <p class="rule"><b>{step.rule}</b>: {step.statement}</p>}
      {step.why && <p class="why">{step.why}</p>}
      <Lineage card={card} session={session} />
    </div>
  );
}

/** The values from which a number was made, and those made from it. */
export function Lineage({ card, session }: { card: Card; session: Session }) {
  const of = (ids: readonly number[]): Card[] => session.cards.value.filter(({ binding, stale }) => !stale && ids.includes(binding.id));
  const sides = [['number.from', of(card.binding.uses)], ['number.in', of(card.binding.usedIn ?? [])]] as const;
  if (!sides.some(([, cards]) => cards.length)) return null;
  return (
    <p class="lineage">
      {sides.map(([word, cards]) => cards.length > 0 && (
        <span key={word}>
          {t(word)}
          {cards.map(({ key, binding }) => <button key={key} type="button" onClick={() => { session.reveal.value = { span: binding.span }; }}>{binding.name}</button>)}
        </span>
      ))}
    </p>
  );
}

export function Begun({ card, session, title, children }: BegunProps) {
  const step = useStep(card, session);
  const [closed, setClosed] = useState(false);

  function toggle(isOpen: boolean): void {
    if (isOpen !== closed) return;
    if (isOpen) void session.unfold(card, 'derivation', true);
    session.opened.set(`${card.key} derivation`, isOpen);
    setClosed(!isOpen);
  }

  return (
    <details class="section derivation" open={!closed} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>{title}</summary>
      {!closed && step && children(step)}
      {!closed && <Lineage card={card} session={session} />}
    </details>
  );
}
