// The program. The editor arrives after the first picture; until then the plain text is shown.
import { effect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { afterPaint } from '../base/after_paint';
import type { Session } from '../session/session';
import { t } from '../words/words';

export function ProgramPane({ session }: { session: Session }) {
  const host = useRef<HTMLDivElement>(null);
  const [mounted, setMounted] = useState(false);

  useEffect(() => {
    const parent = host.current;
    if (!parent) return;
    let dispose: (() => void) | undefined;
    let gone = false;
    void afterFirstAnswer(session).then(() => import('../editor/editor')).then(({ mountEditor }) => {
      if (gone) return;
      dispose = mountEditor(parent, session);
      setMounted(true);
    });
    return () => {
      gone = true;
      dispose?.();
    };
  }, []);

  return (
    <section class="program" aria-label={t('program')}>
      <div class="editor" ref={host} />
      {!mounted && <pre class="waiting" aria-hidden="true">{session.program.value}</pre>}
    </section>
  );
}

/** Milliseconds after which a user on a slow network gets the editor before the pictures. */
const patience = 1200;

/** The pictures come first: the editor is larger than everything else together. */
function afterFirstAnswer({ report, problem }: Session): Promise<void> {
  return new Promise((resolve) => {
    let stop = (): void => {};
    const end = (): void => {
      clearTimeout(late);
      stop();
      resolve();
    };
    const late = setTimeout(end, patience);
    stop = effect(() => {
      if (report.value || problem.value) void afterPaint().then(end);
    });
  });
}
