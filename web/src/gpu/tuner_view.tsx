// Kernels equivalent to the card's: the core ranks them, the attached runner measures one after the other within a
// budget of seconds, and the core interprets each answer. A click adds one to the program. Measurements are stored in
// this browser by GPU and kernel, and are not repeated.
import { useEffect, useRef, useState } from 'preact/hooks';
import { recall, remember } from '../base/storage';
import type { Tuning, TuningPlot } from '../core/door';
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
  const [budget, setBudget] = useState(60);
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
    const asked = await session.askOf(card, 'tune', { gpu: device?.name ?? '', budget, kept: device ? recall(keptAs) ?? '' : '' });
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
    const since = performance.now();
    while (shown.next >= 0 && !stopped) {
      const row = shown.rows[shown.next];
      if (!row) break;
      setMeasuring(row.number);
      const own = row.text === '';
      const running = runner.run({ program: own ? session.program.value : row.text, mode: own ? session.mode.value : 'cute', kernel: own ? card.binding.name : '', counters: false, trace: false, texts: false }, () => {});
      cancel = running.cancel;
      const result = await running.result;
      if (result === undefined || stopped) break;
      const taken = await session.ask('take_tuned', { number: row.number, result, spent: (performance.now() - since) / 1000 });
      if (!taken?.answer) break;
      shown = taken.answer;
      keep(shown.kept);
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
        {device && <label>{t('tune.budget')} <input type="number" min="1" max="3600" value={budget} onChange={(event) => setBudget(Math.min(3600, Math.max(1, event.currentTarget.valueAsNumber || 60)))} /></label>}
        {tuning && <span class="note" role="status">{tuning.note || tuning.title}</span>}
      </div>
      {refused && <p class="note">{refused}</p>}
      {tuning && <Rows tuning={tuning} measuring={measuring} take={(row) => void session.append(row.text, `${card.binding.name || 'kernel'}_tuned`)} />}
      {tuning && tuning.doubts.length > 0 && <ol class="doubts">{tuning.doubts.map((doubt) => <li key={doubt}>{doubt}</li>)}</ol>}
      {tuning?.summary && <p>{tuning.summary}</p>}
      {tuning && tuning.plot.points.length > 0 && <Plot plot={tuning.plot} rows={tuning.rows} />}
    </section>
  );
}

const keptAs = 'stridescope.tuned';
const keptBytes = 200_000;

/** The newest lines that fit. */
function keep(line: string): void {
  if (!line) return;
  const lines = `${recall(keptAs) ?? ''}${line}\n`;
  remember(keptAs, lines.length > keptBytes ? lines.slice(lines.indexOf('\n', lines.length - keptBytes) + 1) : lines);
}

type Row = Tuning['rows'][number];

const side = 200;
const edge = { left: 46, top: 18, bottom: 30, right: 10 };

/** Measured times over predicted ones: correct predictions are on the diagonal. */
function Plot({ plot: { ticks, near, points, told }, rows }: { plot: TuningPlot; rows: readonly Row[] }) {
  const across = (part: number): number => edge.left + part * side;
  const upwards = (part: number): number => edge.top + (1 - part) * side;
  const band = [[0, -near], [1, 1 - near], [1, 1 + near], [0, near]].map(([x, y]) => `${across(x!)},${upwards(y!)}`).join(' ');
  return (
    <figure class="tuning-plot">
      <svg class="run-plot" viewBox={`0 0 ${edge.left + side + edge.right} ${edge.top + side + edge.bottom}`} role="img" aria-label={told}>
        <clipPath id="tuning-frame"><rect x={across(0)} y={upwards(1)} width={side} height={side} /></clipPath>
        <polygon points={band} clip-path="url(#tuning-frame)" />
        <text x={4} y={11}>{t('gpu.measuredColumn')}, us</text>
        <text x={across(1)} y={upwards(0) + 27} text-anchor="end">{t('gpu.predicted')}, us</text>
        {ticks.map(({ place, text }) => (
          <g key={text}>
            <line x1={across(0)} x2={across(1)} y1={upwards(place)} y2={upwards(place)} />
            <line x1={across(place)} x2={across(place)} y1={upwards(0)} y2={upwards(1)} />
            <text x={across(0) - 6} y={upwards(place) + 4} text-anchor="end">{text}</text>
            <text x={across(place)} y={upwards(0) + 14} text-anchor="middle">{text}</text>
          </g>
        ))}
        <line class="diagonal" x1={across(0)} y1={upwards(0)} x2={across(1)} y2={upwards(1)} />
        {points.map(({ number, x, y, best, near: isNear }) => (
          <circle key={number} cx={across(x)} cy={upwards(y)} r={best ? 5 : 4} data-best={best} data-near={isNear}>
            <title>{[rows[number]?.label, rows[number]?.measured, rows[number]?.apart].filter(Boolean).join('\n')}</title>
          </circle>
        ))}
      </svg>
      <figcaption>{told}</figcaption>
    </figure>
  );
}

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
            <td>{row.predicted}{row.doubt > 0 && <sup>{row.doubt}</sup>}</td>
            <td>{row.binds}</td>
            <td>{measuring === row.number ? '…' : row.measured}{row.apart && <small>{row.apart}</small>}<span class="bar-of"><i style={{ width: `${Math.max(1, 100 * row.length)}%` }} /></span></td>
            <td>{row.text !== '' && <button type="button" class={row.best ? 'primary' : ''} onClick={() => take(row)}>{t('tune.insert')}</button>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
