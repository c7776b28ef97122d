// A prominent line for a browser that stores nothing, since its storage is full or forbidden, and for a program that is
// too long for a link. The user saves a copy by hand.
import { signal } from '@preact/signals';
import { followUnkept, recall, unkeptKeys } from '../base/storage';
import { saveText } from '../parts/save';
import type { Session } from '../session/session';
import { linkBytes, longestText } from '../session/link';
import { t } from '../words/words';
import { linkRefused } from './share';

const runsKey = 'stridescope-runs';

const keys = signal(unkeptKeys());
followUnkept(() => { keys.value = unkeptKeys(); });

export function Unkept({ session }: { session: Session }) {
  const bytes = linkRefused.value ? linkBytes(session.link()) : 0;
  const isLong = bytes > longestText;
  if (!keys.value.length && !isLong) return null;
  return (
    <p class="unkept" role="alert">
      {keys.value.length > 0 && <span>{t('unkept')}</span>}
      {isLong && <span>{t('share.tooLong', { size: bytes, limit: longestText })}</span>}
      <button type="button" class="primary" onClick={() => { saveText(session.program.peek(), 'program.stride', 'text/plain'); linkRefused.value = false; }}>{t('unkept.program')}</button>
      {keys.value.includes(runsKey) && (
        <button type="button" onClick={() => saveText(recall(runsKey) ?? '', 'runs.jsonl', 'application/jsonl')}>{t('unkept.runs')}</button>
      )}
      {isLong && <button type="button" onClick={() => { linkRefused.value = false; }}>{t('paste.close')}</button>}
    </p>
  );
}
