// Is the result right? A line for the operation that made the value; what breaks a law stands out.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Verdict } from '../core/door';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t } from '../words/words';

const marks: Readonly<Record<Verdict['status'], string>> = { satisfied: '✓', violated: '✗', not_checked: '?' };

export function Verdicts({ card, session }: { card: Card; session: Session }) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const section = card.sections.find(({ kind }) => kind === 'verdict');
  useEffect(() => {
    if (seen && !card.stale && !section) void session.unfold(card, 'verdict', true);
  }, [seen, card.stale, Boolean(section)]);
  return (
    <div class="verdicts" ref={place}>
      {section?.verdict?.map((verdict, index) => <Line key={index} verdict={verdict} card={card} session={session} />)}
    </div>
  );
}

function Line({ verdict, card, session }: { verdict: Verdict; card: Card; session: Session }) {
  const { function: name, source, status, law, text, checked, counterexample, cause, forms } = verdict;
  const other = forms && (session.mode.value === 'teaching' ? [t('verdict.otherDynamic'), forms.dynamic] : [t('verdict.otherStatic'), forms.static]);
  return (
    <details class={`verdict ${status}`}>
      <summary>
        <span><span class="mark" aria-hidden="true">{marks[status]}</span> <b>{name}</b> {text}{checked && status === 'satisfied' && `, ${checked}`}</span>
        {other && <span class="differs">{other[0]}: <code>{other[1]}</code></span>}
      </summary>
      <dl>
        <Fact name={t('verdict.call')} value={source} code />
        <Fact name={t('verdict.law')} value={law} code />
        {status !== 'satisfied' && <Fact name={t('verdict.tried')} value={checked} />}
        {cause && <Fact name={t('verdict.cause')} value={cause.meaning} />}
        {cause && <Fact name={t('verdict.here')} value={cause.here} />}
        {forms && <Fact name={t('verdict.static')} value={forms.static} code />}
        {forms && <Fact name={t('verdict.dynamic')} value={forms.dynamic} code />}
        {forms && <Fact name={t('verdict.differ')} value={forms.why} />}
      </dl>
      {counterexample && (
        <button type="button" class="show" onClick={() => session.inspector.toggle(card, counterexample.at)}>
          {t('verdict.show', { at: counterexample.natural || counterexample.at, got: counterexample.got, should: counterexample.shouldBe })}
        </button>
      )}
    </details>
  );
}

function Fact({ name, value, code = false }: { name: string; value: string; code?: boolean }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd class={code ? '' : 'prose'}>{value}</dd>
    </div>
  );
}

/** A little out of sight counts as seen; where the cards scroll inside the page, their frame is what is looked through. */
export function nearSight(element: Element): IntersectionObserverInit {
  const frame = element.closest('.cards');
  const root = frame && frame.scrollHeight > frame.clientHeight ? frame : null;
  return { root, rootMargin: '400px' };
}

/** Has the card around the element come into sight? */
function useSeen(place: { current: Element | null }): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    // While there is nothing to say the place itself is not rendered; its card is.
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
