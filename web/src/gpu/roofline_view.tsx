// The roofline of the current kernel: its runs on a GPU below the limits of that GPU or, without runs, the measurements
// included in the page. The core decides all positions (core/runs/roofline.h).
import { useEffect, useState } from 'preact/hooks';
import type { Roofline as Roofs } from '../core/door';
import type { Session } from '../session/session';
import { language, t } from '../words/words';

/** The core knows the current kernel. */
const worked = -1;
const height = 210;
const edge = { left: 52, right: 12, top: 20, bottom: 30 };
const upwards = (part: number): number => height - edge.bottom - part * (height - edge.top - edge.bottom);

/** `version` changes with the runs, and is 0 before they are read. Undefined before the answer, null if it is empty. */
export function useRoofline(session: Session, version: number): Roofs | null | undefined {
  const [plot, setPlot] = useState<Roofs | null>();
  const cards = session.cards.value;
  useEffect(() => {
    if (!version) return;
    let current = true;
    void session.askShown('roofline', { binding: worked }).then((told) => {
      if (current) setPlot(told?.answer && !told.answer.empty ? told.answer : null);
    });
    return () => {
      current = false;
    };
  }, [cards, version, language.value]);
  return plot;
}

/** `width` is that of a plot. */
export function Roofline({ plot, width }: { plot: Roofs; width: number }) {
  const across = (part: number): number => edge.left + part * (width - edge.left - edge.right);
  const { kernel, x, y, roofs, points, here, recorded, gpu, note } = plot;
  return (
    <figure class="roofline" style={{ width: `${width}px` }}>
      <figcaption><b>{t('roofline')}</b> {kernel}<span>{gpu}</span></figcaption>
      <svg class="run-plot" style={{ maxWidth: `${width}px` }} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${t('roofline')}: ${gpu}`} data-recorded={recorded}>
        <text x={4} y={11}>{y.title}</text>
        <text x={width - edge.right} y={height - 4} text-anchor="end">{x.title}</text>
        {y.ticks.map((at, i) => (
          <g key={at}>
            <line x1={across(0)} x2={across(1)} y1={upwards(at)} y2={upwards(at)} />
            <text x={across(0) - 6} y={upwards(at) + 4} text-anchor="end">{y.labels[i]}</text>
          </g>
        ))}
        {x.ticks.map((at, i) => <text key={at} x={across(at)} y={upwards(0) + 14} text-anchor={at > 0.97 ? 'end' : 'middle'}>{x.labels[i]}</text>)}
        {here > 0 && <line class="here" x1={across(here)} x2={across(here)} y1={upwards(0)} y2={upwards(1)} />}
        {roofs.map(({ label, measured, along, up }) => (
          <polyline key={label} class={measured ? 'roof measured' : 'roof'} points={along.map((at, i) => `${across(at)},${upwards(up[i]!)}`).join(' ')}>
            <title>{label}</title>
          </polyline>
        ))}
        {points.map((point, i) => (
          <circle key={i} cx={across(point.along)} cy={upwards(point.up)} r={point.newest ? 5 : 3.5} data-verdict={point.wrong ? 'wrong' : undefined}>
            {point.told && <title>{point.told}</title>}
          </circle>
        ))}
      </svg>
      <ul>
        {roofs.map(({ label, measured }) => <li key={label} class={measured ? 'measured' : undefined}>{label}, {t(measured ? 'roofline.measured' : 'roofline.sheet')}</li>)}
        {note && <li class="note">{note}</li>}
      </ul>
    </figure>
  );
}
