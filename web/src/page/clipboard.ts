import type { Session } from '../session/session';

const shownFor = 2400;

export async function copyText(session: Session, text: string, what = text): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(session, `Copied ${what}`);
  } catch {
    notify(session, 'The browser did not allow copying');
  }
}

export function notify(session: Session, notice: string): void {
  session.notice.value = notice;
  setTimeout(() => {
    if (session.notice.value === notice) session.notice.value = '';
  }, shownFor);
}
