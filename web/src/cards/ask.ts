// Answers of the core that a card asks for only when somebody wants to see them.
import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf, RequestOf } from '../core/binding';
import type { Reasoned } from '../core/engine';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';

export type Question = 'explain' | 'verdict' | 'analyze' | 'swizzles';

/** The answer about the card's value, while `wanted`; of an older value until the new one is there. */
export function useAnswer<Q extends Question>(
  session: Session, card: Card, question: Q, wanted: boolean, type = '',
): Reasoned<AnswerOf<Q>> | undefined {
  const [answer, setAnswer] = useState<Reasoned<AnswerOf<Q>>>();
  useEffect(() => {
    if (!wanted || card.stale) return;
    let current = true;
    void session.askInTurn(card, question, (question === 'analyze' ? { type } : {}) as Omit<RequestOf<Q>, 'binding'>).then((given) => {
      if (current) setAnswer(given);
    });
    return () => {
      current = false;
    };
  }, [wanted, card.stale, card.binding, type]);
  return answer;
}
