// The products of matrices that were measured, each with its program: to compare, and to start from.
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../session/session';
import { t } from '../words/words';
import { measurements } from './recorded';
import type { Device } from './runner';

interface Product {
  name: string;
  program: string;
  /** None where only the result was proved, or events were counted. */
  tflop_per_s?: number;
  ratio?: number;
}

interface Measured {
  device: Device;
  date: string;
  products: Product[];
}

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
  const [measured, setMeasured] = useState<readonly Measured[]>([]);
  useEffect(() => void measurements('products').then((files) => setMeasured(files.map((file) => JSON.parse(file) as Measured))), []);
  const [first, ...others] = measured;
  if (!first) return null;
  const timed = first.products.filter((product) => product.tflop_per_s !== undefined);
  return (
    <>
      {measured.map(({ device, date }) => <p key={device.name} class="origin">{recordedOn(device, date)}</p>)}
      <div class="scrolled" tabIndex={0} role="region" aria-label={t('gpu.products')}>
        <table class="counters">
          <thead>
            <tr><th scope="col">{t('gpu.product')}</th>{measured.map(({ device }) => <th key={device.name} scope="col">{device.name}</th>)}</tr>
          </thead>
          <tbody>
            {timed.map((product) => (
              <tr key={product.program}>
                <th scope="row"><button type="button" class="link" title={t('gpu.openProduct')} onClick={() => void open(session, product)}>{product.name}</button></th>
                <td>{rate(product)}</td>
                {others.map(({ device, products }) => <td key={device.name}>{rate(products.find(({ name, program }) => name === product.name && program === product.program))}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

export function recordedOn({ name, driver = '?' }: Device, date: string): string {
  return t('gpu.recorded', { device: name, driver, date: date.slice(0, 10) });
}

function rate(product: Product | undefined): string {
  const { tflop_per_s: operations, ratio } = product ?? {};
  if (operations === undefined) return '–';
  const alone = `${operations.toFixed(1)} TFLOP/s`;
  return ratio === undefined ? alone : t('gpu.ofLibrary', { rate: alone, percent: Math.round(100 * ratio) });
}

async function open(session: Session, { program }: Product): Promise<void> {
  const named = (await session.ask('named', { program }))?.answer;
  session.open({ program: named?.program ?? program, mode: 'cute', choices: {} });
}
