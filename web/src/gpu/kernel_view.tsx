// A kernel on a GPU: run by the attached runner; without one, the recorded measurements. The core makes the contents of
// these rows.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { OfferedOverlay, RunCount, RunReport } from '../core/door';
import { show } from '../parts/dialogs';
import { parseSvg, svgWidth } from '../pictures/svg_painter';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { language, t } from '../words/words';
import { attachmentText } from './attach';
import { noteRun } from './headline';
import { KernelForm } from './kernel_form';
import { enlargeListing } from './listing_view';
import { Products } from './products';
import { recordedOf, type Told } from './recorded_of';
import { runner } from './runner';
import { keepRun } from './runs';
import { Tuner } from './tuner_view';

interface GpuProps {
  card: Card;
  session: Session;
}

export function KernelView({ card, session }: GpuProps) {
  const now = runner.attachment.value;
  const [counters, setCounters] = useState(true);
  const [trace, setTrace] = useState(false);
  const [progress, setProgress] = useState('');
  const [stop, setStop] = useState<() => void>();
  const [told, setTold] = useState<Told>();
  const text = card.binding.text;
  // A result belongs to the kernel that was run.
  useEffect(() => setTold(undefined), [text]);
  useEffect(() => {
    if (told) void session.runReport(card, told.result).then((report) => report && setTold({ ...told, report }));
  }, [language.value]);

  async function run(): Promise<void> {
    setTold(undefined);
    setProgress('');
    const wish = { program: session.program.value, mode: session.mode.value, kernel: card.binding.name, counters, trace, texts: true };
    const { result: answer, cancel } = runner.run(wish, setProgress);
    setStop(() => cancel);
    const result = await answer;
    const report = result && await session.runReport(card, result);
    setStop(undefined);
    setProgress('');
    if (!result || !report) return;
    setTold({ result, report });
    const { program, mode, kernel } = wish;
    void keepRun(session, { program, mode, kernel, value: text }, card.stale ? -1 : card.binding.id, result).then(() => noteRun(text, result));
  }

  if (now.state !== 'attached') {
    return (
      <div class="gpu">
        <p class="note">{attachmentText(now)}</p>
        <p class="gpu-tools"><button type="button" onClick={() => void show('gpu')}>{t('gpu.open')}</button> <button type="button" onClick={() => void show('runs')}>{t('runs')}</button></p>
        <KernelForm card={card} session={session} />
        <Predicted card={card} session={session} />
        <Recorded card={card} session={session} />
        {card.binding.tunable && <Tuner card={card} session={session} />}
      </div>
    );
  }
  return (
    <div class="gpu">
      <p class="note">{attachmentText(now)}</p>
      <KernelForm card={card} session={session} />
      <div class="gpu-tools">
        {stop
          ? <button type="button" onClick={stop}>{t('gpu.stop')}</button>
          : <button type="button" class="primary" disabled={card.stale} onClick={() => void run()}>{t('gpu.run')}</button>}
        <label><input type="checkbox" checked={counters} onChange={(event) => setCounters(event.currentTarget.checked)} /> {t('gpu.counters')}</label>
        <label><input type="checkbox" checked={trace} onChange={(event) => setTrace(event.currentTarget.checked)} /> {t('gpu.trace')}</label>
        <button type="button" onClick={() => void show('runs')}>{t('runs')}</button>
        <button type="button" onClick={() => enlargeListing(card)}>{t('gpu.listing')}</button>
        <span class="note" role="status">{progress}</span>
      </div>
      {told && <ResultView card={card} session={session} told={told} />}
      {!told && !stop && <Predicted card={card} session={session} />}
      {!told && !stop && <Recorded card={card} session={session} />}
      {card.binding.tunable && !stop && <Tuner card={card} session={session} />}
    </div>
  );
}

/** The model's predictions for the kernel, before a measurement. */
function Predicted({ card, session }: GpuProps) {
  const [report, setReport] = useState<RunReport>();
  useEffect(() => {
    let current = true;
    void session.runReport(card).then((made) => {
      if (current) setReport(made);
    });
    return () => { current = false; };
  }, [card.binding.text, card.stale, language.value]);
  return report && (report.counters.length > 0 || report.bound) ? <Rows report={report} /> : null;
}

/** The measurements of this kernel in core/data, each with its device and date. */
function Recorded({ card, session }: GpuProps) {
  const [results, setResults] = useState<readonly Told[]>();
  useEffect(() => {
    let current = true;
    void recordedOf(card, session).then((found) => {
      if (current) setResults(found);
    });
    return () => { current = false; };
  }, [card.binding.text, card.stale, language.value]);
  if (!results) return null;
  return (
    <>
      {!results.length && <p class="note">{t('gpu.notRecorded')}</p>}
      {results.map((told, index) => <ResultView key={index} card={card} session={session} told={told} />)}
      {card.binding.product && <Products session={session} />}
    </>
  );
}

function ResultView({ card, session, told: { result, report } }: GpuProps & { told: Told }) {
  useLayoutEffect(() => {
    if (!report.wrongCells?.length) return;
    session.wrong.value = { key: card.key, cells: new Set(report.wrongCells) };
    return () => { session.wrong.value = undefined; };
  }, [report, card.key]);
  if (report.status === 'cancelled') return <p class="note">{report.message}</p>;
  if (report.status === 'error') {
    return <p class="problem" role="alert">{report.message}{report.hint && <small>{report.hint}</small>}{report.missing.map((one) => <small key={one}>{one}</small>)}</p>;
  }
  return <Rows report={report}><Overlays card={card} session={session} result={result} /></Rows>;
}

const looks: Readonly<Record<RunReport['verdict'], { mark: string; class: string }>> = {
  'verified': { mark: '✓', class: 'good' }, 'verified by samples': { mark: '✓', class: 'good' },
  'wrong': { mark: '✗', class: 'wrong' }, 'not verified': { mark: '?', class: 'note' }, 'not run': { mark: '', class: 'note' },
};

function Rows({ report, children }: { report: RunReport; children?: ComponentChildren }) {
  const look = looks[report.verdict];
  const figures = [
    ...report.figures, { name: t('gpu.binds'), text: report.bound }, { name: t('gpu.occupancy'), text: report.occupancy },
  ].filter(({ text }) => text);
  return (
    <section class="run" aria-label={report.origin}>
      <p class="origin">{report.origin}</p>
      {report.missing.map((reason) => <p key={reason} class="note">{t('gpu.missing', { reason })}</p>)}
      {report.sentence && (
        <div class={look.class} role={report.verdict === 'wrong' ? 'alert' : undefined}>
          <p>{look.mark} {report.sentence}</p>
          {report.examples.length > 0 && <ul>{report.examples.map((one) => <li key={one}>{one}</li>)}</ul>}
        </div>
      )}
      {figures.length > 0 && <dl class="figures">{figures.map(({ name, text }) => <div key={name}><dt>{name}</dt><dd>{text}</dd></div>)}</dl>}
      <Counters counts={report.counters} />
      {[...report.lines, ...report.notes].map((line) => <p key={line} class="note">{line}</p>)}
      {children}
    </section>
  );
}

/** As text, for reading and copying; the picture with the differences is among the overlays. */
function Counters({ counts }: { counts: readonly RunCount[] }) {
  if (!counts.length) return null;
  const shown = (value: number | undefined): string => (value === undefined ? '–' : value.toLocaleString('en'));
  const measured = counts.some((one) => one.measured !== undefined);
  return (
    <table class="counters">
      <thead>
        <tr>
          <th scope="col">{t('gpu.counter')}</th><th scope="col">{t('gpu.predicted')}</th>
          {measured && <><th scope="col">{t('gpu.measuredColumn')}</th><th scope="col">{t('gpu.difference')}</th></>}
        </tr>
      </thead>
      <tbody>
        {counts.map((one) => (
          <tr key={one.counter} data-agreement={one.agreement}>
            <th scope="row" title={[one.counter, one.tip].filter(Boolean).join('\n')}>{one.title || <code>{one.counter}</code>}</th>
            <td>{shown(one.predicted)}</td>
            {measured && <><td>{shown(one.measured)}</td><td class="difference">{one.text}</td></>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Overlays({ card, session, result: text }: GpuProps & { result: string }) {
  const [offered, setOffered] = useState<readonly OfferedOverlay[]>([]);
  const [kind, setKind] = useState('');
  const [picture, setPicture] = useState<{ svg: string; title: string; note: string }>();
  useEffect(() => {
    let current = true;
    void session.ask('overlays', { result: text }).then((given) => {
      if (!current) return;
      const list = given?.answer?.overlays ?? [];
      setOffered(list);
      setKind((before) => (list.some((one) => one.kind === before) ? before : list[0]?.kind ?? ''));
    });
    return () => { current = false; };
  }, [text, language.value]);
  useEffect(() => {
    if (!kind) return;
    let current = true;
    void session.askOf(card, 'overlay', { kind, result: text }).then((made) => {
      if (current) setPicture(made?.answer);
    });
    return () => { current = false; };
  }, [text, kind, card.binding.text, language.value]);
  if (!offered.length) return null;
  return (
    <div class="overlays">
      <div class="segmented" role="group" aria-label={t('gpu.pictures')}>
        {offered.map((one) => <button key={one.kind} type="button" aria-pressed={one.kind === kind} onClick={() => setKind(one.kind)}>{one.title}</button>)}
      </div>
      {picture && <OverlayDrawing svg={picture.svg} label={picture.title} />}
      {picture?.note && <p class="note">{picture.note}</p>}
    </div>
  );
}

function OverlayDrawing({ svg, label }: { svg: string; label: string }) {
  const draw = (host: HTMLDivElement | null): void => {
    if (!host) return;
    const drawing = parseSvg(svg);
    drawing.style.minWidth = `${Math.round(svgWidth(svg) * 0.6)}px`;
    drawing.style.maxWidth = `${Math.round(svgWidth(svg))}px`;
    host.replaceChildren(drawing);
  };
  return <div class="drawing" role="img" aria-label={label} tabIndex={0} ref={draw} />;
}
