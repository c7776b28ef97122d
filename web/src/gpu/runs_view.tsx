// All runs as a table and as plots: those of this browser, and the measurements included in the page. The core decides
// all contents and positions (core/runs/run_table.h).
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ProgramDifference, RunColumn, RunPlot, RunRow, RunTable, RunView } from '../core/door';
import { copyText } from '../parts/clipboard';
import { DialogFrame } from '../parts/dialog';
import type { DialogProps } from '../parts/dialogs';
import { Menu } from '../parts/menu';
import { saveText } from '../parts/save';
import type { Session } from '../session/session';
import { language, t } from '../words/words';
import { latest } from './headline';
import { Roofline, useRoofline } from './roofline_view';
import { forgetRun, openRuns } from './runs';

/** Kept while the page is open. */
let kept: RunView = { sort: 'number', descending: true, filter: '', baseline: '', pinned: [], plot_x: 'number', plot_y: '' };

export function Runs({ session, close }: DialogProps) {
  return (
    <DialogFrame class="runs" title={t('runs')} closeTitle={t('gpu.close')} close={close}>
      <RunsBody session={session} close={close} />
    </DialogFrame>
  );
}

/** The runs in a pane next to the cards. */
export function RunsPane({ session }: { session: Session }) {
  return (
    <aside class="runs beside-cards" aria-label={t('runs')}>
      <h2>{t('runs')}</h2>
      <RunsBody session={session} close={() => {}} />
    </aside>
  );
}

function RunsBody({ session, close }: { session: Session; close: () => void }) {
  const [view, setView] = useState(kept);
  const [table, setTable] = useState<RunTable>();
  const [refused, setRefused] = useState('');
  const [open, setOpen] = useState(false);
  const [version, setVersion] = useState(0);
  // Repeated after another run has ended.
  useEffect(() => void openRuns(session).then((why) => { setRefused(why); setOpen(true); setVersion((before) => before + 1); }), [latest.value]);
  useEffect(() => {
    kept = view;
    if (!open) return;
    let current = true;
    void session.ask('run_table', view).then((made) => {
      if (current && made?.answer) setTable(made.answer);
    });
    return () => {
      current = false;
    };
  }, [view, open, version, language.value]);

  const roofline = useRoofline(session, version);
  // Shows all parts together: parts that appear later would move the table.
  const shown = roofline === undefined ? undefined : table;

  const change = (more: Partial<RunView>): void => setView({ ...view, ...more });
  async function print(format: 'csv' | 'json' | 'text'): Promise<void> {
    const text = (await session.ask('print_runs', { view, format }))?.answer?.text;
    if (text === undefined) return;
    if (format === 'text') await copyText(session, text, t('runs.table'));
    else saveText(text, `runs.${format}`, format === 'csv' ? 'text/csv' : 'application/json');
  }
  async function forget(id: string): Promise<void> {
    await forgetRun(session, id);
    setVersion(version + 1);
  }

  return (
    <>
      <div class="runs-tools">
        <input type="search" placeholder={t('runs.filter')} title={t('runs.filterTitle')} aria-label={t('runs.filter')} value={view.filter} onInput={(event) => change({ filter: event.currentTarget.value })} />
        {table && <Pinned columns={table.counters} pinned={view.pinned ?? []} choose={(pinned) => change({ pinned })} />}
        <button type="button" onClick={() => void print('text')}>{t('runs.copy')}</button>
        <button type="button" onClick={() => void print('csv')}>CSV</button>
        <button type="button" onClick={() => void print('json')}>JSON</button>
        <span class="note" role="status">{table?.summary}</span>
      </div>
      {refused && <p class="problem" role="alert">{refused}</p>}
      {!shown && !refused && <p class="note">{t('runs.reading')}</p>}
      {shown && <Table table={shown} change={change} session={session} forget={(id) => void forget(id)} close={close} />}
      {shown && shown.of > 0 && <Plots table={shown} change={change} roofline={(width) => roofline && <Roofline plot={roofline} width={width} />} />}
    </>
  );
}

function Pinned({ columns, pinned, choose }: { columns: readonly RunColumn[]; pinned: readonly string[]; choose: (words: string[]) => void }) {
  if (!columns.length) return null;
  return (
    <Menu label={t('runs.counters')} title={t('runs.counters')} stays>{() => <>
      {columns.map(({ word, title, tip }) => (
        <label key={word} title={tip}>
          <input type="checkbox" checked={pinned.includes(word)} onChange={() => choose(pinned.includes(word) ? pinned.filter((one) => one !== word) : [...pinned, word])} />
          {' '}{title}
        </label>
      ))}
    </>}</Menu>
  );
}

const heading = ({ title, unit }: { title: string; unit: string }): string => (unit ? `${title}, ${unit}` : title);

interface TableProps {
  table: RunTable;
  change: (more: Partial<RunView>) => void;
  session: Session;
  forget: (id: string) => void;
  close: () => void;
}

function Table({ table: { view, columns, rows }, change, session, forget, close }: TableProps) {
  // The rows omit their programs, which would dominate the answer to every keystroke in the filter.
  async function open({ id }: RunRow): Promise<void> {
    const run = (await session.ask('kept_run', { id }))?.answer;
    if (!run) return;
    const named = (await session.ask('named', { program: run.program }))?.answer?.program;
    session.open({ program: named ?? run.program, mode: run.mode, choices: {} });
    close();
  }
  /** The runs to compare by program: one or two. */
  const [pair, setPair] = useState<readonly string[]>([]);
  const chosen = pair.filter((id) => rows.some((row) => row.id === id));
  const choose = (id: string): void => setPair(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen.slice(-1), id]);
  const sorts = (word: string): 'ascending' | 'descending' | 'none' => (word !== view.sort ? 'none' : view.descending ? 'descending' : 'ascending');
  return (
    <div class="scrolled" tabIndex={0} role="region" aria-label={t('runs')}>
      {chosen.length === 2 && <Difference key={chosen.join(' ')} session={session} before={chosen[0]!} after={chosen[1]!} close={() => setPair([])} />}
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.word} scope="col" aria-sort={sorts(column.word)} title={column.tip}>
                <button type="button" onClick={() => change({ sort: column.word, descending: column.word === view.sort ? !view.descending : column.numbers })}>{heading(column)}</button>
              </th>
            ))}
            <th />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} class={row.baseline ? 'baseline' : undefined} data-verdict={row.recorded ? undefined : row.verdict}>
              {row.cells.map(({ text, change: percent, sense }, at) => {
                const column = columns[at]!;
                return (
                  <td key={column.word} class={column.numbers ? 'number' : column.word}>
                    {column.word === 'kernel' ? <button type="button" class="link" title={t('runs.open')} onClick={() => void open(row)}>{text}</button> : text || '–'}
                    {percent && <small data-sense={sense}>{percent}</small>}
                  </td>
                );
              })}
              <td>
                <button type="button" class="tool" aria-pressed={row.baseline} title={t('runs.baseline')} onClick={() => change({ baseline: row.baseline ? '' : row.id })}>≙</button>
                <button type="button" class="tool" aria-pressed={chosen.includes(row.id)} aria-label={t('runs.program')} title={t('runs.program')} onClick={() => choose(row.id)}>±</button>
                {!row.recorded && <button type="button" class="tool" title={t('runs.forget')} aria-label={t('runs.forget')} onClick={() => forget(row.id)}>✕</button>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Lines that only one of two programs has. */
function Difference({ session, before, after, close }: { session: Session; before: string; after: string; close: () => void }) {
  const [made, setMade] = useState<ProgramDifference>();
  useEffect(() => {
    let current = true;
    void session.ask('compare_runs', { before, after }).then((given) => { if (current) setMade(given?.answer); });
    return () => {
      current = false;
    };
  }, []);
  return (
    <section class="difference">
      <p>
        <b>{made ? t('runs.difference', { before: made.before, after: made.after }) : '\u00a0'}</b>
        <button type="button" class="tool" aria-label={t('gpu.close')} title={t('gpu.close')} onClick={close}>✕</button>
      </p>
      {made && (made.lines.length
        ? <pre>{made.lines.map((line, index) => <span key={index} class={line.startsWith('+') ? 'new' : 'gone'}>{`${line}\n`}</span>)}</pre>
        : <p class="note">{t('runs.same')}</p>)}
    </section>
  );
}

interface PlotsProps {
  table: RunTable;
  change: (more: Partial<RunView>) => void;
  /** The first plot, with the given width. */
  roofline: (width: number) => ComponentChildren;
}

/** Between two plots (runs.css). */
const gap = 18;

function Plots({ table: { view, axes, plots }, change, roofline }: PlotsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  // A plot is drawn in its displayed width, so that its letters have the size of others.
  useLayoutEffect(() => {
    const measure = (): void => setRoom(Math.floor(place.current!.clientWidth));
    const watching = new ResizeObserver(measure);
    watching.observe(place.current!);
    measure();
    return () => watching.disconnect();
  }, []);
  const beside = room >= 1100 ? 3 : room >= 760 ? 2 : 1;
  const width = Math.max(280, Math.floor((room - gap * (beside - 1)) / beside));
  const choices = axes.map(({ word, title, unit }) => <option key={word} value={word}>{heading({ title, unit })}</option>);
  return (
    <div class="run-plots" ref={place}>
      <p class="runs-tools">
        <label>{t('runs.up')} <select value={view.plot_y} onChange={(event) => change({ plot_y: event.currentTarget.value })}><option value="">{t('runs.rates')}</option>{choices}</select></label>
        <label>{t('runs.along')} <select value={view.plot_x} onChange={(event) => change({ plot_x: event.currentTarget.value })}>{choices}</select></label>
      </p>
      {room > 0 && roofline(width)}
      {room > 0 && plots.map((plot) => <Plot key={plot.y.unit} plot={plot} width={width} />)}
    </div>
  );
}

const height = 180;
const edge = { left: 52, right: 10, top: 18, bottom: 30 };
const upwards = (part: number): number => height - edge.bottom - part * (height - edge.top - edge.bottom);

/** Width of a letter in a plot, and the height of a line. */
const letter = 6.3;
const line = 14;

/** Heights of the names of devices, each near the last point of its device, where the fewest points are behind it. */
function placeNames(names: readonly { name: string; x: number; y: number }[], points: readonly { x: number; y: number }[]): number[] {
  const placed: { x: number; y: number }[] = [];
  for (const { name, x, y: last } of names) {
    const behind = (y: number): number => points.filter((point) => point.x > x - name.length * letter && point.x < x + 4 && point.y > y - line && point.y < y + 6).length;
    const free = (y: number): boolean => placed.every((other) => Math.abs(other.y - y) >= line || Math.abs(other.x - x) > name.length * letter);
    const heights = [last - 8, last + 18, ...Array.from({ length: 9 }, (_, i) => edge.top + 4 + i * line)].filter((y) => y > 10 && y < upwards(0) && free(y));
    placed.push({ x, y: heights.reduce((best, y) => (behind(y) < behind(best) ? y : best), heights[0] ?? last) });
  }
  return placed.map(({ y }) => y);
}

function Plot({ plot: { x, y, points, devices, in_order, note }, width }: { plot: RunPlot; width: number }) {
  const across = (part: number): number => edge.left + part * (width - edge.left - edge.right);
  const lines = devices.map((name, device) => ({ name, of: points.filter((point) => point.device === device) }));
  const names = lines.filter(({ of }) => of.length).map(({ name, of }) => ({ name, x: across(of.at(-1)!.along) - 6, y: upwards(of.at(-1)!.up) }));
  const heights = placeNames(names, points.map(({ along, up }) => ({ x: across(along), y: upwards(up) })));
  return (
    <svg class="run-plot" style={{ maxWidth: `${width}px` }} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${heading(y)}; ${heading(x)}`}>
      <text x={4} y={11}>{heading(y)}</text>
      <text x={width - edge.right} y={height - 4} text-anchor="end">{heading(x)}</text>
      {y.ticks.map((at, i) => (
        <g key={at}>
          <line x1={across(0)} x2={across(1)} y1={upwards(at)} y2={upwards(at)} />
          {!note && <text x={across(0) - 6} y={upwards(at) + 4} text-anchor="end">{y.labels[i]}</text>}
        </g>
      ))}
      {x.ticks.map((at, i) => <text key={at} x={across(at)} y={upwards(0) + 14} text-anchor="middle">{x.labels[i]}</text>)}
      {lines.map(({ name, of }, at) => (
        <g key={name} data-device={at}>
          {in_order && <polyline points={of.map(({ along, up }) => `${across(along)},${upwards(up)}`).join(' ')} />}
        </g>
      ))}
      {points.map((point) => (
        <circle key={point.id} cx={across(point.along)} cy={upwards(point.up)} r={point.baseline ? 6 : 4} data-verdict={point.verdict}>
          <title>{`#${point.number}`}</title>
        </circle>
      ))}
      {devices.length > 1 && names.map(({ name, x: end }, at) => <text key={name} class="device" x={end} y={heights[at]} text-anchor="end">{name}</text>)}
      {note && <text x={across(0.5)} y={upwards(0.5)} text-anchor="middle">{note}</text>}
    </svg>
  );
}
