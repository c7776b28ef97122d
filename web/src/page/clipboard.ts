import type { Session } from '../session/session';
import { t } from '../words/words';

const shownFor = 2400;

export async function copyText(session: Session, text: string, what = text): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(session, t('copied', { what }));
  } catch {
    notify(session, t('copy.forbidden'));
  }
}

export function notify(session: Session, notice: string): void {
  session.notice.value = notice;
  setTimeout(() => {
    if (session.notice.value === notice) session.notice.value = '';
  }, shownFor);
}
