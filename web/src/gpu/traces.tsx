// The traces of the folder that a runner was told to offer (serve --traces): each opens as a file that was dropped.
import { useEffect, useState } from 'preact/hooks';
import { takeFile } from '../file/take';
import type { DialogProps } from '../parts/dialogs';
import { t } from '../words/words';
import { runner, type OfferedTrace } from './runner';

export function OfferedTraces({ session, close }: DialogProps) {
  const [traces, setTraces] = useState<readonly OfferedTrace[]>([]);
  useEffect(() => void runner.traces().then(setTraces), []);
  if (traces.length === 0) return null;

  async function open(name: string): Promise<void> {
    const file = await runner.trace(name);
    close();
    if (file) await takeFile(session, file);
  }

  return (
    <section class="offered-traces">
      <h3>{t('gpu.traces')}</h3>
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
