// A prominent line for a browser that stores nothing: its storage is full or forbidden. The user saves a copy by hand.
import { signal } from '@preact/signals';
import { followUnkept, recall, unkeptKeys } from '../base/storage';
import { saveText } from '../parts/save';
import type { Session } from '../session/session';
import { t } from '../words/words';

const runsKey = 'stridescope-runs';

const keys = signal(unkeptKeys());
followUnkept(() => { keys.value = unkeptKeys(); });

export function Unkept({ session }: { session: Session }) {
  if (!keys.value.length) return null;
  return (
    <p class="unkept" role="alert">
      <span>{t('unkept')}</span>
      <button type="button" class="primary" onClick={() => saveText(session.program.peek(), 'program.stride', 'text/plain')}>{t('unkept.program')}</button>
      {keys.value.includes(runsKey) && (
        <button type="button" onClick={() => saveText(recall(runsKey) ?? '', 'runs.jsonl', 'application/jsonl')}>{t('unkept.runs')}</button>
      )}
    </p>
  );
}
