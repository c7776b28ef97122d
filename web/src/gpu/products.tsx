// The measured matrix products, each with its program: to compare, and to start from.
import { useEffect, useState } from 'preact/hooks';
import type { KeptRun } from '../core/door';
import type { Session } from '../session/session';
import { t } from '../words/words';
import { measurements } from './recorded';
import type { Device } from './runner';

export function Products({ session }: { session: Session }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="products" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('gpu.products')}</summary>
      {open && <ProductTable session={session} />}
    </details>
  );
}

function ProductTable({ session }: { session: Session }) {
  /** A nonempty list of runs for each file. */
  const [measured, setMeasured] = useState<readonly (readonly [KeptRun, ...KeptRun[]])[]>([]);
  useEffect(() => void recordedProducts(session).then(setMeasured), [session]);
  const [first, ...others] = measured;
  if (!first) return null;
  return (
    <>
      {measured.map(([{ device, driver, date }]) => <p key={device} class="origin">{recordedOn({ name: device ?? '', driver: driver ?? '?' }, date ?? '')}</p>)}
      <div class="scrolled" tabIndex={0} role="region" aria-label={t('gpu.products')}>
        <table class="counters">
          <thead>
            <tr><th scope="col">{t('gpu.product')}</th>{measured.map(([{ device }]) => <th key={device} scope="col">{device}</th>)}</tr>
          </thead>
          <tbody>
            {first.map((product) => (
              <tr key={product.id}>
                <th scope="row"><button type="button" class="link" title={t('gpu.openProduct')} onClick={() => void open(session, product)}>{product.value}</button></th>
                <td>{rate(product)}</td>
                {others.map((runs) => <td key={runs[0].device}>{rate(runs.find(({ value, program }) => value === product.value && program === product.program))}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The timed products of each file; the core reads the files. */
async function recordedProducts(session: Session): Promise<(readonly [KeptRun, ...KeptRun[]])[]> {
  const lists = await Promise.all((await measurements('products')).map((file) => session.ask('recorded_runs', { measurements: file })));
  return lists
    .map((told) => (told?.answer?.runs ?? []).filter((run) => run.tflop_per_s !== undefined))
    .flatMap(([first, ...more]) => (first ? [[first, ...more] as const] : []));
}

export function recordedOn({ name, driver = '?' }: Device, date: string): string {
  return t('gpu.recorded', { device: name, driver, date: date.slice(0, 10) });
}

function rate(product: KeptRun | undefined): string {
  const { tflop_per_s: operations, ratio } = product ?? {};
  if (operations === undefined) return '–';
  const alone = `${operations.toFixed(1)} TFLOP/s`;
  return ratio === undefined ? alone : t('gpu.ofLibrary', { rate: alone, percent: Math.round(100 * ratio) });
}

async function open(session: Session, { program }: KeptRun): Promise<void> {
  const named = (await session.ask('named', { program }))?.answer;
  session.open({ program: named?.program ?? program, mode: 'cute', choices: {} });
}
