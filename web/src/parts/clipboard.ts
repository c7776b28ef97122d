// Copies a text and reports it in the status line, or reports that the browser forbids it.
import { notify } from '../session/notice';
import type { Session } from '../session/session';
import { t } from '../words/words';

export async function copyText(session: Session, text: string, what = text): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(session, t('copied', { what }));
  } catch {
    notify(session, t('copy.forbidden'));
  }
}
