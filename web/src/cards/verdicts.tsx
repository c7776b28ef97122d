// The verdict: a line for the operation that made the value; violations are emphasized.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { VerdictLine } from '../core/door';
import type { Card } from '../session/cards';
import { place as lesson } from '../session/course';
import { details } from '../session/first_visit';
import type { Session } from '../session/session';

const marks: Readonly<Record<VerdictLine['status'], string>> = { satisfied: '✓', violated: '✗', not_checked: '?' };

export function Verdicts({ card, session }: { card: Card; session: Session }) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const section = card.sections.find(({ kind }) => kind === 'verdict');
  useEffect(() => {
    if (seen && !card.stale && !section) void session.unfold(card, 'verdict', true);
  }, [seen, card.stale, Boolean(section)]);
  return (
    <div class="verdicts" ref={place}>
      {section?.verdict?.filter((verdict) => details.value || verdict.always || isOther(verdict, session)).map((verdict, index) => <Line key={index} verdict={verdict} card={card} session={session} />)}
    </div>
  );
}

/** True if the card names the result with the other integers. In a lesson without dynamic ones it is only a fact. */
function isOther({ other }: VerdictLine, session: Session): boolean {
  return other !== undefined && (lesson.value ? session.mode.value === 'cute' : details.value);
}

function Line({ verdict, card, session }: { verdict: VerdictLine; card: Card; session: Session }) {
  const { function: name, status, text, other, facts, counterexample } = verdict;
  return (
    <details class={`verdict ${status}`}>
      <summary>
        <span><span class="mark" aria-hidden="true">{marks[status]}</span> <b>{name}</b> {text}</span>
        {other && isOther(verdict, session) && <span class="differs">{other.name}: <code>{other.value}</code></span>}
      </summary>
      <dl>
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd class={fact.code ? '' : 'prose'}>{fact.value}</dd>
          </div>
        ))}
      </dl>
      {counterexample && <button type="button" class="show" onClick={() => session.inspector.toggle(card, counterexample.at)}>{counterexample.title}</button>}
    </details>
  );
}

/** Slightly out of sight counts as seen; if the cards scroll inside the page, their frame is the viewport. */
export function nearSight(element: Element): IntersectionObserverInit {
  const frame = element.closest('.cards');
  const root = frame && frame.scrollHeight > frame.clientHeight ? frame : null;
  return { root, rootMargin: '400px' };
}

/** True once the card around the element has come into sight. */
function useSeen(place: { current: Element | null }): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    // Without a verdict only the card is rendered, not this place.
    const card = place.current?.closest('.card');
    if (seen || !card) return;
    const sight = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    }, nearSight(card));
    sight.observe(card);
    return () => sight.disconnect();
  }, [seen]);
  return seen;
}
