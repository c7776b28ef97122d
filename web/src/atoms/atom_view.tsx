// One atom: its picture, its facts, and the forms that build a tiling of it. The form writes program text, and what is
// shown of it is what the core says of that text.
import { useState } from 'preact/hooks';
import type { ListedAtom } from '../core/door';
import type { Session } from '../session/session';
import { t, type Word } from '../words/words';
import { SketchView, useSketch } from './sketch_view';
import { copyText, mmaText, type CopyForm, type MmaForm } from './tiling_text';

const types = ['half_t', 'bfloat16_t', 'float', 'tfloat32_t', 'double', 'float_e4m3_t', 'int8_t', 'uint8_t'];

interface AtomViewProps {
  atom: ListedAtom;
  kind: 'mma' | 'copy';
  session: Session;
  close: () => void;
}

export function AtomView({ atom, kind, session, close }: AtomViewProps) {
  const [n, setN] = useState(atom.n?.[Math.min(7, atom.n.length - 1)]);
  const name = n === undefined ? atom.name : atom.name.replace(/xNx/, `x${n}x`);
  const [tiled, setTiled] = useState(false);
  const [mma, setMma] = useState<MmaForm>({ atoms: [2, 2, 1], order: 'M', tile: ['', '', ''] });
  const [copy, setCopy] = useState<CopyForm>({ type: 'half_t', threads: [16, 8], order: 'rows', values: [1, 8] });
  const text = kind === 'mma' ? (tiled ? mmaText(name, mma) : name) : copyText(name, copy, tiled);
  const sketch = useSketch(session, text, 'kind=threads');

  function add(): void {
    const wish = tiled ? kind === 'mma' ? 'mma' : 'copy' : 'atom';
    void session.append(text, wish);
    close();
  }

  return (
    <div class="atom">
      <div class="atom-head">
        <code>{name}</code>
        {atom.n && (
          <label class="choice">
            <span>N</span>
            <select value={n} onChange={(event) => setN(Number(event.currentTarget.value))}>
              {atom.n.map((one) => <option key={one} value={one}>{one}</option>)}
            </select>
          </label>
        )}
        <label class="choice check">
          <input type="checkbox" checked={tiled} onChange={(event) => setTiled(event.currentTarget.checked)} />
          <span>{t(kind === 'mma' ? 'build.mma' : 'build.copy')}</span>
        </label>
      </div>
      {tiled && kind === 'mma' && (
        <div class="form">
          <Numbers title="build.atoms" values={mma.atoms} onChange={(atoms) => setMma({ ...mma, atoms })} />
          <Select title="build.order" value={mma.order} options={['M', 'N']} onChange={(order) => setMma({ ...mma, order: order as MmaForm['order'] })} />
          <Numbers title="build.tile" values={mma.tile} onChange={(tile) => setMma({ ...mma, tile })} empty />
        </div>
      )}
      {kind === 'copy' && (
        <div class="form">
          <Select title="build.type" value={copy.type} options={types} onChange={(type) => setCopy({ ...copy, type })} />
          {tiled && <Numbers title="build.threads" values={copy.threads} onChange={(threads) => setCopy({ ...copy, threads })} />}
          {tiled && (
            <Select
              title="build.threadOrder"
              value={copy.order}
              options={['rows', 'columns']}
              names={[t('build.rows'), t('build.columns')]}
              onChange={(order) => setCopy({ ...copy, order: order as CopyForm['order'] })}
            />
          )}
          {tiled && <Numbers title="build.values" values={copy.values} onChange={(values) => setCopy({ ...copy, values })} />}
        </div>
      )}
      <div class="atom-text">
        <code aria-label={t('build.text')}>{text}</code>
        <button type="button" class="primary" disabled={!sketch || sketch.report.diagnostics.length > 0} onClick={add}>{t('atoms.insert')}</button>
      </div>
      <SketchView sketch={sketch} />
    </div>
  );
}

interface NumbersProps<T extends number | string> {
  title: Word;
  values: readonly T[];
  onChange: (values: T[]) => void;
  /** An empty field means something. */
  empty?: boolean;
}

function Numbers<T extends number | string>({ title, values, onChange, empty = false }: NumbersProps<T>) {
  return (
    <fieldset>
      <legend>{t(title)}</legend>
      {values.map((value, index) => (
        <input
          key={index}
          type="number"
          min="1"
          max="1024"
          aria-label={`${t(title)} ${index + 1}`}
          value={value}
          onInput={(event) => {
            const typed = event.currentTarget.value;
            if (typed === '' && !empty) return;
            const next = (empty ? typed : Math.max(1, Math.floor(Number(typed)) || 1)) as T;
            onChange(values.map((old, at) => (at === index ? next : old)));
          }}
        />
      ))}
    </fieldset>
  );
}

interface SelectProps {
  title: Word;
  value: string;
  options: readonly string[];
  names?: readonly string[];
  onChange: (value: string) => void;
}

function Select({ title, value, options, names = options, onChange }: SelectProps) {
  return (
    <label class="choice">
      <span>{t(title)}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((one, index) => <option key={one} value={one}>{names[index]}</option>)}
      </select>
    </label>
  );
}
