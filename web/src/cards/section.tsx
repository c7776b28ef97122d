// A part of a card that is closed at first; what it shows is asked for when it is opened.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AnswerOf } from '../core/binding';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { useAnswer, type Question } from './ask';

interface SectionProps<K extends Question> {
  card: Card;
  session: Session;
  question: K;
  title: string;
  /** Of an analysis the type of the elements. */
  detail?: string;
  /** What changes the answer, above it. */
  tools?: ComponentChildren;
  children: (answer: AnswerOf<K>) => ComponentChildren;
}

export function Section<K extends Question>({ card, session, question, title, detail = '', tools, children }: SectionProps<K>) {
  const place = `${card.key} ${question}`;
  const [open, setOpen] = useState(session.opened.has(place));
  const asked = useAnswer(session, card, question, open, detail);

  function toggle(isOpen: boolean): void {
    session.opened[isOpen ? 'add' : 'delete'](place);
    setOpen(isOpen);
  }

  return (
    <details class={`section ${question}`} open={open} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && tools}
      {open && asked && (asked.answer ? children(asked.answer) : <p class="note">{asked.refused ?? ''}</p>)}
    </details>
  );
}
