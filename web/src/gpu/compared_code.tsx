// Line differences of the CUDA texts of two compared kernels. Loaded when opened.
import { useEffect, useState } from 'preact/hooks';
import type { CodeDifference } from '../core/door';
import type { Reasoned } from '../core/engine';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t } from '../words/words';
import '../style/runs.css';

export function ComparedCode({ card, session }: { card: Card; session: Session }) {
  const [made, setMade] = useState<Reasoned<CodeDifference>>();
  useEffect(() => {
    let current = true;
    void session.askOf(card, 'compare_code', {}).then((given) => { if (current) setMade(given); });
    return () => {
      current = false;
    };
  }, [card.binding.text, card.stale]);
  if (!made) return null;
  const { lines } = made.answer ?? { lines: [] };
  if (!made.answer) return <p class="note">{made.refused}</p>;
  return lines.length
    ? <div class="difference code"><pre tabIndex={0}>{lines.map((line, index) => <span key={index} class={line.startsWith('+') ? 'new' : 'gone'}>{`${line}\n`}</span>)}</pre></div>
    : <p class="note">{t('code.same')}</p>;
}
