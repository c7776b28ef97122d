// Answers of the core that a card asks for only when somebody wants to see them.
import { useEffect, useState } from 'preact/hooks';
import type { Asked, Question } from '../core/engine';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';

/** The answer about the card's value, while `wanted`; of an older value until the new one is there. */
export function useAnswer<K extends Question>(
  session: Session, card: Card, question: K, wanted: boolean, detail = '',
): Asked<K> | undefined {
  const [answer, setAnswer] = useState<Asked<K>>();
  useEffect(() => {
    if (!wanted || card.stale) return;
    let current = true;
    void session.ask(card, question, detail).then((given) => {
      if (current) setAnswer(given);
    });
    return () => {
      current = false;
    };
  }, [wanted, card.stale, card.binding, detail]);
  return answer;
}
