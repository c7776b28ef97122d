import type { Example } from '../examples';
import type { Session } from '../session/session';

/** Another program: its cards are read from the first one on. */
export function openExample(session: Session, { program }: Example): void {
  session.open({ program });
  for (const scrolled of document.querySelectorAll('main, .cards')) scrolled.scrollTo(0, 0);
}
