// The program. The editor arrives after the first picture; until then the text stands in its place.
import { effect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { afterPaint } from '../session/after_paint';
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

/** The pictures come first: the editor is larger than everything else together. */
function afterFirstAnswer({ report, problem, fetching }: Session): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (!report.value && !problem.value && !fetching.value) return;
      void afterPaint().then(() => {
        stop();
        resolve();
      });
    });
  });
}
