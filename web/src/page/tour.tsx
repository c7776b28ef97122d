// Six steps on the page itself: each explains one thing at its place. Loaded on demand.
import { render } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { show } from '../parts/dialogs';
import { layer } from '../parts/layers';
import type { Session } from '../session/session';
import { t, type Word } from '../words/words';

interface Step {
  word: Word;
  /** The explained element. */
  at: string;
  /** The action that demonstrates it. */
  act?: (session: Session) => void;
}

/** An element of the result that both operands have. */
const shownCell = 6;

const steps: readonly Step[] = [
  { word: 'tour.program', at: '.program' },
  { word: 'tour.stage', at: '.on-stage .card' },
  { word: 'tour.operands', at: '.made-from' },
  {
    word: 'tour.cell', at: '.on-stage .picture', act: (session) => {
      const staged = session.cards.value.find(({ place }) => place === 'stage');
      if (staged) session.inspector.toggle(staged, shownCell);
    },
  },
  { word: 'tour.views', at: '.on-stage .viewing' },
  { word: 'tour.more', at: '.on-stage .more' },
];

/** An operation on two layouts, next to both. */
const program = 'A = (6,2):(8,2)\nB = (4,3):(3,1)\nR = composition(A, B)\n';

export function startTour(session: Session): void {
  const host = document.body.appendChild(document.createElement('div'));
  host.className = 'touring';
  const close = (): void => {
    render(null, host);
    host.remove();
  };
  session.welcome.value = false;
  session.inspector.letGo();
  session.open({ program });
  render(<Tour session={session} close={close} />, host);
}

function Tour({ session, close }: { session: Session; close: () => void }) {
  const [at, setAt] = useState(0);
  const step = steps[at]!;
  const last = at === steps.length - 1;
  const { value: busy } = session.busy;
  // Together with the words, and again when the evaluation of the program has made the cards.
  useLayoutEffect(() => {
    if (!busy) step.act?.(session);
    const element = document.querySelector(step.at);
    element?.classList.add('toured');
    element?.scrollIntoView({ block: 'nearest' });
    return () => {
      element?.classList.remove('toured');
      if (step.act && !busy) session.inspector.letGo();
    };
  }, [at, busy]);
  useLayoutEffect(() => layer(close), []);
  return (
    <div class="tour" role="dialog" aria-label={t('welcome.tour')}>
      <p role="status"><small>{at + 1}/{steps.length}</small> {t(step.word)}</p>
      <div class="doors">
        <button type="button" disabled={at === 0} onClick={() => setAt(at - 1)}>{t('tour.back')}</button>
        {last
          ? <button type="button" class="primary" onClick={() => { close(); void show('learn'); }}>{t('learn')}</button>
          : <button type="button" class="primary" onClick={() => setAt(at + 1)}>{t('tour.next')}</button>}
        <button type="button" class="tool" aria-label={t('tour.close')} title={t('tour.close')} onClick={close}>✕</button>
      </div>
    </div>
  );
}
