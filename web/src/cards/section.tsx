// A collapsible part of a card; the core computes its contents when it is opened.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CardSection } from '../core/door';
import { bringIntoSight } from '../parts/into_sight';
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
    if (isOpen) bringIntoSight(() => [details]);
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
