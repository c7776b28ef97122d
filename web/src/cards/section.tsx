// A collapsible part of a card; the core computes its contents when it is opened.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CardSection } from '../core/door';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';

/** The contents of a section, by its kind. */
type Answered = 'swizzles' | 'derivation' | 'analysis';

interface SectionProps<K extends Answered> {
  card: Card;
  session: Session;
  kind: K;
  title: string;
  /** Controls above the answer that change it. */
  tools?: ComponentChildren;
  children: (answer: NonNullable<CardSection[K]>) => ComponentChildren;
}

/** The user's next action; until then the contents of a section may still arrive. */
const goesOn = ['wheel', 'pointerdown', 'keydown'] as const;

/** Keeps an opened section in sight, wherever it begins, until the user does something else. */
export function bringIntoSight(section: HTMLElement): void {
  const grown = new ResizeObserver(() => section.scrollIntoView({ block: 'nearest' }));
  const stop = (): void => {
    grown.disconnect();
    for (const event of goesOn) removeEventListener(event, stop, { capture: true });
  };
  grown.observe(section);
  for (const event of goesOn) addEventListener(event, stop, { capture: true, passive: true });
}

export function Section<K extends Answered>({ card, session, kind, title, tools, children }: SectionProps<K>) {
  const section = card.sections.find((one) => one.kind === kind);
  // Opens at once, before the core answers.
  const [open, setOpen] = useState(Boolean(section));
  useEffect(() => setOpen(Boolean(section)), [Boolean(section)]);
  if (!card.offered.includes(kind)) return null;

  function toggle(details: HTMLDetailsElement): void {
    const isOpen = details.open;
    if (isOpen === open) return;
    setOpen(isOpen);
    if (isOpen) bringIntoSight(details);
    void session.unfold(card, kind, isOpen);
  }

  const answer = section?.[kind];
  return (
    <details class={`section ${kind}`} open={open} onToggle={(event) => toggle(event.currentTarget)}>
      <summary>{title}</summary>
      {open && tools}
      {open && section && (answer ? children(answer) : <p class="note">{section.refused ?? ''}</p>)}
    </details>
  );
}
