// The traces of the folder that a runner offers (serve --traces): each opens like a dropped file. A runner that
// executes programs can also trace one.
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { takeFile } from '../file/take';
import type { DialogProps } from '../parts/dialogs';
import { t } from '../words/words';
import { runner, type OfferedTrace } from './runner';

export function OfferedTraces({ session, close }: DialogProps) {
  const [traces, setTraces] = useState<readonly OfferedTrace[]>([]);
  const [Program, setProgram] = useState<FunctionComponent<DialogProps>>();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    void runner.traces().then(setTraces);
    void runner.runsPrograms().then(async (may) => {
      setRefused(may === false);
      if (!may) return;
      const { TraceProgram } = await import('./trace_program');
      setProgram(() => TraceProgram);
    });
  }, []);
  const [before, after] = t('gpu.programs').split('{command}');

  async function open(name: string): Promise<void> {
    const file = await runner.trace(name);
    close();
    if (file) await takeFile(session, file);
  }

  return (
    <section class="offered-traces">
      {Program && <Program session={session} close={close} />}
      {refused && <p class="note">{before}<code>stridescope-runner serve --allow-programs</code>{after}</p>}
      {traces.length > 0 && <h3>{t('gpu.traces')}</h3>}
      <ul>
        {traces.map(({ name, bytes, modified }) => (
          <li key={name}>
            <button type="button" class="link" onClick={() => void open(name)}>{name}</button>
            <span class="note">{t('gpu.traceFacts', { bytes: bytes.toLocaleString(), date: modified.replace('T', ' ').replace('Z', ' UTC') })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
