// A temporary message of the status line.
import type { Session } from './session';

const shownFor = 2400;

/** A temporary message in the status line; a longer one stays longer. */
export function notify(session: Session, notice: string): void {
  session.notice.value = notice;
  setTimeout(() => {
    if (session.notice.value === notice) session.notice.value = '';
  }, shownFor + 30 * notice.length);
}
