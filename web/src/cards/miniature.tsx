// Next to the threads of a kernel's tile the whole tensor, small, with that tile highlighted: click to enlarge.
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t } from '../words/words';

export function Miniature({ card, session }: { card: Card; session: Session }) {
  const small = card.picture?.miniature;
  if (!small) return null;
  const { kind, tile, width, height, gap, mark } = small;
  const style = { width: `${width}px`, height: `${height}px`, '--tile': `${tile}px`, '--gap': `${gap}px` };
  const first = { width: `${mark}px`, height: `${mark}px` };
  return (
    <button type="button" class="miniature" title={session.questions.value.get(kind)} onClick={() => void session.choose(card, `kind=${kind}`)}>
      <span aria-hidden="true"><span class="tiles" style={style} /><i style={first} /></span>
      {t('miniature')}
    </button>
  );
}
