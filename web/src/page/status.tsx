// One line: the description of the inspected cell, and the state of the core.
import { show } from '../parts/dialogs';
import type { Session } from '../session/session';
import { t } from '../words/words';

export function Status({ session }: { session: Session }) {
  const shown = session.inspector.shown.value;
  const milliseconds = session.milliseconds.value;
  return (
    <footer class="bar bottom">
      {session.hint.value && <p class="linked-hint">{t('hint.linked')}</p>}
      <p class="sentence" role="status" id="sentence">
        {session.notice.value || shown?.sentence}
      </p>
      {shown?.pinned && (
        <button type="button" class="unpin" title={t('pinned.title')} onClick={() => session.inspector.letGo()}>
          {t('pinned')} <kbd>Esc</kbd>
        </button>
      )}
      {session.openFile.value && (
        <button type="button" class="open-file" title={t('file.back')} onClick={() => void show('file')}>{session.openFile.value.name}</button>
      )}
      <p class="engine">
        {milliseconds !== undefined && <span>{milliseconds < 0.1 ? '< 0.1' : milliseconds.toFixed(1)} ms</span>}
        {session.version.value && <span class="version">{t('core', { version: session.version.value })}</span>}
      </p>
      <button type="button" class="tool help" title={t('shortcuts')} aria-label={t('shortcuts')} onClick={() => void show('shortcuts')}>?</button>
    </footer>
  );
}
