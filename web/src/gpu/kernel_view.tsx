// A kernel on a GPU: run by the runner that is attached; where there is none, what was recorded of it. A measurement
// always says where and when it was made, and what is predicted is called so.
import { useEffect, useState } from 'preact/hooks';
import { parseSvg, svgWidth } from '../cards/svg_painter';
import type { OfferedOverlay } from '../core/contract';
import { show } from '../page/dialogs';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t, term } from '../words/words';
import { attachmentText } from './attach';
import { Products, recordedOn } from './products';
import { measurements } from './recorded';
import { runner, type RunResult } from './runner';

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
  const [result, setResult] = useState<RunResult>();
  const text = card.binding.text;
  // A result belongs to the kernel that was run.
  useEffect(() => setResult(undefined), [text]);

  async function run(): Promise<void> {
    setResult(undefined);
    setProgress('');
    const wish = { program: session.program.value, mode: session.mode.value, kernel: card.binding.name, counters, trace };
    const { result: answer, cancel } = runner.run(wish, setProgress);
    setStop(() => cancel);
    const told = await answer;
    // It comes from outside: the core says whether every field is what it should be, and nothing reads it before.
    const given = told && await session.runResult(told);
    setStop(undefined);
    setProgress('');
    if (given) setResult(JSON.parse(given) as RunResult);
  }

  if (now.state !== 'attached') {
    return (
      <div class="gpu">
        <p class="note">{attachmentText(now)}</p>
        <p><button type="button" onClick={() => void show('gpu')}>{t('gpu.open')}</button></p>
        <Predicted card={card} session={session} />
        <Recorded card={card} session={session} />
      </div>
    );
  }
  return (
    <div class="gpu">
      <p class="note">{attachmentText(now)}</p>
      <div class="gpu-tools">
        {stop
          ? <button type="button" onClick={stop}>{t('gpu.stop')}</button>
          : <button type="button" class="primary" disabled={card.stale} onClick={() => void run()}>{t('gpu.run')}</button>}
        <label><input type="checkbox" checked={counters} onChange={(event) => setCounters(event.currentTarget.checked)} /> {t('gpu.counters')}</label>
        <label><input type="checkbox" checked={trace} onChange={(event) => setTrace(event.currentTarget.checked)} /> {t('gpu.trace')}</label>
        <span class="note" role="status">{progress}</span>
      </div>
      {result && <ResultView card={card} session={session} result={result} />}
      {!result && !stop && <Predicted card={card} session={session} />}
      {!result && !stop && <Recorded card={card} session={session} />}
    </div>
  );
}

/** What the model says of the kernel, before anybody measures it. */
function Predicted({ card, session }: GpuProps) {
  const [predicted, setPredicted] = useState<RunResult['predicted']>();
  useEffect(() => {
    let current = true;
    void session.emit(card, 'cuda_json').then((made) => {
      if (!current || !made?.answer) return;
      const { predicted: counts, not_predicted: missing } = JSON.parse(made.answer) as { predicted?: { counter: string; count: number }[]; not_predicted?: string };
      // There is no model yet of what a product costs.
      if (counts) setPredicted({ counters: Object.fromEntries(counts.map(({ counter, count }) => [counter, count])), ...(missing && { not_predicted: missing }) });
    });
    return () => {
      current = false;
    };
  }, [card.binding.text, card.stale]);
  if (!predicted) return null;
  return (
    <section class="run" aria-label={t('gpu.predictedTitle')}>
      <p class="origin">{t('gpu.predictedTitle')}</p>
      <Counters result={{ status: 'ok', predicted }} />
      {predicted.not_predicted && <p class="note">{t('gpu.notPredicted', { reason: predicted.not_predicted })}</p>}
    </section>
  );
}

/** What the files of core/data hold of this kernel, each with its device and date. */
function Recorded({ card, session }: GpuProps) {
  const [results, setResults] = useState<readonly RunResult[]>();
  useEffect(() => {
    let current = true;
    void measurements(isProduct(card) ? 'products' : 'copies').then(async (files) => {
      const found: RunResult[] = [];
      for (const file of files) {
        const text = await session.recorded(card, file);
        if (text) found.push(JSON.parse(text) as RunResult);
      }
      if (current) setResults(found);
    });
    return () => {
      current = false;
    };
  }, [card.binding.text, card.stale]);
  if (!results) return null;
  return (
    <>
      {!results.length && <p class="note">{t('gpu.notRecorded')}</p>}
      {results.map((result, index) => <ResultView key={index} card={card} session={session} result={result} />)}
      {isProduct(card) && <Products session={session} />}
    </>
  );
}

function isProduct({ binding }: Card): boolean {
  return binding.kernel === 'gemm' || binding.kernel === 'mma';
}

function origin({ device, date = '', recorded, time, measured }: RunResult): string {
  if (recorded && device) return recordedOn(device, date);
  const values = { device: device?.name ?? '', date: date.slice(0, 10) };
  return t(time || measured ? 'gpu.measured' : 'gpu.proved', values);
}

function ResultView({ card, session, result }: GpuProps & { result: RunResult }) {
  if (result.status === 'cancelled') return <p class="note">{t('gpu.cancelled')}</p>;
  if (result.status === 'error') {
    return <p class="problem" role="alert">{result.message}{result.hint && <small>{result.hint}</small>}{result.missing?.map((one) => <small key={one}>{one}</small>)}</p>;
  }
  const { verified, recorded, verify, time, yardstick, ratio, resources, compile_ms: compile, total_ms: total, missing = [] } = result;
  const { blocks, threads = 0 } = resources ?? {};
  const shared = resources && {
    registers: resources.registers, spilled: resources.local_bytes, shared: resources.shared_bytes, ...(blocks !== undefined && { blocks, threads }),
  };
  return (
    <section class="run" aria-label={origin(result)}>
      <p class="origin">{origin(result)}</p>
      {missing.map((reason) => <p key={reason} class="note">{t('gpu.missing', { reason })}</p>)}
      {verified && !recorded && <Verified verified={verified} verify={verify} />}
      {time && <p class="rate">{t('gpu.rate', { rate: rateOf(time), ms: round(time.median_ms, 4), runs: time.runs ?? '?', spread: time.spread === undefined ? '?' : round(100 * time.spread, 2) })}</p>}
      {yardstick && <p>{t('gpu.yardstick', { name: yardstick.name, rate: rateOf(yardstick), ratio: round(ratio, 3) })}</p>}
      {shared && <p>{t(blocks === undefined ? 'gpu.registers' : 'gpu.resources', shared)}</p>}
      {compile !== undefined && total !== undefined && <p class="note">{t('gpu.compiled', { compile: round(compile, 0), total: round(total, 0) })}</p>}
      <Counters result={result} />
      {result.counters_missing && <p class="note">{t('gpu.noCounters', { reason: result.counters_missing })}</p>}
      {result.predicted?.not_predicted && <p class="note">{t('gpu.notPredicted', { reason: result.predicted.not_predicted })}</p>}
      <Overlays card={card} session={session} result={result} />
    </section>
  );
}

function Verified({ verified, verify = {} }: Pick<RunResult, 'verify'> & { verified: NonNullable<RunResult['verified']> }) {
  const { checked = 0, wrong = 0, written_outside: outside = 0, by = '', reason = '', sample = '', of = 0, examples = [] } = verify;
  if (verified === 'none') return <p class="note">{t('gpu.notVerified', { reason })}</p>;
  if (verified !== 'wrong') return <p class="good">✓ {verified === 'sample' ? t('gpu.sample', { count: checked, of, sample, by }) : t('gpu.correct', { count: checked, by })}</p>;
  return (
    <div class="wrong" role="alert">
      <p>✗ {t('gpu.wrong', { wrong, count: checked })}{outside > 0 && `; ${t('gpu.outside', { count: outside })}`}</p>
      <ul>
        {examples.slice(0, 8).map((one, index) => (
          <li key={index}>
            {t('gpu.example', {
              coordinate: plain(one.coordinate), tile: plain(one.tile ?? ''),
              who: one.stored_by?.length ? t('gpu.storedBy', { threads: one.stored_by.map(({ thread, value }) => `T${thread} V${value}`).join(' ') }) : t('gpu.noThread'),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** As text, for those who read or copy it; the picture with the differences is among the overlays. */
function Counters({ result }: { result: RunResult }) {
  const predicted = result.predicted?.counters ?? {};
  const measured = result.measured?.counters ?? {};
  const names = [...new Set([...Object.keys(predicted), ...Object.keys(measured)])];
  if (!names.length) return null;
  const shown = (value: number | undefined): string => (value === undefined ? '–' : value.toLocaleString('en'));
  const hasMeasured = Object.keys(measured).length > 0;
  return (
    <table class="counters">
      <thead><tr><th scope="col">{t('gpu.counter')}</th><th scope="col">{t('gpu.predicted')}</th>{hasMeasured && <th scope="col">{t('gpu.measuredColumn')}</th>}</tr></thead>
      <tbody>
        {names.map((name) => (
          <tr key={name} class={hasMeasured && predicted[name] !== undefined && measured[name] !== undefined && predicted[name] !== measured[name] ? 'differs' : ''}>
            <th scope="row"><code>{name}</code></th>
            <td>{shown(predicted[name])}</td>
            {hasMeasured && <td>{shown(measured[name])}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Overlays({ card, session, result }: GpuProps & { result: RunResult }) {
  const [offered, setOffered] = useState<readonly OfferedOverlay[]>([]);
  const [kind, setKind] = useState('');
  const [picture, setPicture] = useState<{ svg: string; title: string; note: string }>();
  const text = JSON.stringify(result);
  useEffect(() => {
    let current = true;
    void session.overlays(text).then((list) => {
      if (!current) return;
      setOffered(list);
      setKind((before) => (list.some((one) => one.kind === before) ? before : list[0]?.kind ?? ''));
    });
    return () => {
      current = false;
    };
  }, [text]);
  useEffect(() => {
    if (!kind) return;
    let current = true;
    void session.overlay(card, kind, text).then((made) => {
      if (current) setPicture(made?.answer);
    });
    return () => {
      current = false;
    };
  }, [text, kind, card.binding.text]);
  if (!offered.length) return null;
  return (
    <div class="overlays">
      <div class="segmented" role="group" aria-label={t('gpu.pictures')}>
        {offered.map((one) => <button key={one.kind} type="button" aria-pressed={one.kind === kind} onClick={() => setKind(one.kind)}>{term(one.title)}</button>)}
      </div>
      {picture && <OverlayDrawing svg={picture.svg} label={term(picture.title)} />}
      {picture?.note && <p class="note">{term(picture.note)}</p>}
    </div>
  );
}

function OverlayDrawing({ svg, label }: { svg: string; label: string }) {
  const draw = (host: HTMLDivElement | null): void => {
    if (!host) return;
    const drawing = parseSvg(svg);
    drawing.style.minWidth = `${Math.round(svgWidth(svg) * 0.6)}px`;
    host.replaceChildren(drawing);
  };
  return <div class="drawing" role="img" aria-label={label} tabIndex={0} ref={draw} />;
}

/** Of a copy in bytes read plus written, of a product in operations. */
function rateOf({ gb_per_s: bytes, tflop_per_s: operations }: { gb_per_s?: number; tflop_per_s?: number }): string {
  return operations === undefined ? t('gpu.bytesRate', { rate: round(bytes, 1) }) : `${round(operations, 1)} TFLOP/s`;
}

const round = (value: number | undefined, digits: number): string => (typeof value === 'number' ? value.toFixed(digits) : '?');
const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
