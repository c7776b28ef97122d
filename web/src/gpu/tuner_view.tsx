// Kernels that do the same as the card's: the core ranks them, the attached runner measures one after the other, and the
// core says of each answer what it means. A click adds one to the program.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Tuning } from '../core/door';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { language, t } from '../words/words';
import { runner } from './runner';

interface TunerProps {
  card: Card;
  session: Session;
}

export function Tuner({ card, session }: TunerProps) {
  const [tuning, setTuning] = useState<Tuning>();
  const [refused, setRefused] = useState('');
  const [measuring, setMeasuring] = useState(-1);
  const stop = useRef<(() => void) | undefined>(undefined);
  const now = runner.attachment.value;
  const device = now.state === 'attached' ? now.device : undefined;
  const text = card.binding.text;
  // A tuning belongs to the kernel that was tuned.
  useEffect(() => {
    stop.current?.();
    setTuning(undefined);
    setRefused('');
  }, [text, language.value]);
  useEffect(() => () => stop.current?.(), []);

  async function begin(): Promise<void> {
    setRefused('');
    const asked = await session.askOf(card, 'tune', { gpu: device?.name ?? '' });
    setTuning(asked?.answer);
    setRefused(asked?.refused ?? '');
    if (asked?.answer && device) await measure(asked.answer);
  }

  async function measure(begun: Tuning): Promise<void> {
    let stopped = false;
    let cancel = (): void => {};
    stop.current = () => {
      stopped = true;
      cancel();
    };
    let shown = begun;
    while (shown.next >= 0 && !stopped) {
      const row = shown.rows[shown.next];
      if (!row) break;
      setMeasuring(row.number);
      const own = row.text === '';
      const running = runner.run({ program: own ? session.program.value : row.text, mode: own ? session.mode.value : 'cute', kernel: own ? card.binding.name : '', counters: false, trace: false, texts: false }, () => {});
      cancel = running.cancel;
      const result = await running.result;
      if (result === undefined || stopped) break;
      const taken = await session.ask('take_tuned', { number: row.number, result });
      if (!taken?.answer) break;
      shown = taken.answer;
      setTuning(shown);
    }
    stop.current = undefined;
    setMeasuring(-1);
  }

  return (
    <section class="tuner" aria-label={t('tune.title')}>
      <div class="gpu-tools">
        {measuring >= 0
          ? <button type="button" onClick={() => stop.current?.()}>{t('gpu.stop')}</button>
          : <button type="button" disabled={card.stale} onClick={() => void begin()}>{device ? t('tune.measure') : t('tune.predict')}</button>}
        {tuning && <span class="note" role="status">{tuning.title}</span>}
      </div>
      {refused && <p class="note">{refused}</p>}
      {tuning && <Rows tuning={tuning} measuring={measuring} take={(row) => void session.append(row.text, `${card.binding.name || 'kernel'}_tuned`)} />}
      {tuning?.summary && <p>{tuning.summary}</p>}
    </section>
  );
}

type Row = Tuning['rows'][number];

function Rows({ tuning, measuring, take }: { tuning: Tuning; measuring: number; take: (row: Row) => void }) {
  return (
    <table class="counters">
      <thead>
        <tr>
          <th scope="col">{t('tune.kernel')}</th><th scope="col">{t('gpu.predicted')}</th><th scope="col">{t('gpu.binds')}</th>
          <th scope="col">{t('gpu.measuredColumn')}</th><th scope="col" />
        </tr>
      </thead>
      <tbody>
        {tuning.rows.map((row) => (
          <tr key={row.number} data-best={row.best}>
            <th scope="row">{row.label}</th>
            <td>{row.predicted}</td>
            <td>{row.binds}</td>
            <td>{measuring === row.number ? '…' : row.measured}<span class="bar-of"><i style={{ width: `${Math.max(1, 100 * row.length)}%` }} /></span></td>
            <td>{row.text !== '' && <button type="button" class={row.best ? 'primary' : ''} onClick={() => take(row)}>{t('tune.insert')}</button>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
