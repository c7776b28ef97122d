// The form of a launch: proposals that the core derives from the PTX, for the user to change.
import { useEffect, useRef } from 'preact/hooks';
import type { LaunchForm, ParameterForm } from '../core/door';
import { t } from '../words/words';
import { begin, busy, chooseKernel, form, kernel, read, shape } from './machine';

const types = ['i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64', 'f16', 'bf16', 'f32', 'f64'];
const fills = [['iota', 'machine.iota'], ['random', 'machine.random'], ['zeros', 'machine.zeros']] as const;
const axes = ['x', 'y', 'z'] as const;
const mapBytes = 128;  // bytes of a tensor map

function Extents({ label, values, disabled = false, change }: { label: string; values: readonly number[]; disabled?: boolean; change: (values: number[]) => void }) {
  return (
    <div class="extents" role="group" aria-label={label}>
      <span>{label}</span>
      {axes.map((axis, index) => (
        <input key={axis} type="number" min={1} disabled={disabled} aria-label={`${label} ${axis}`} value={values[index] ?? 1} onInput={(event) => change(axes.map((_, at) => (at === index ? Number(event.currentTarget.value) : values[at] ?? 1)))} />
      ))}
    </div>
  );
}

function Argument({ parameter, change }: { parameter: ParameterForm; change: (next: Partial<ParameterForm>) => void }) {
  const { name, buffer, type = '', layout = '', fill = '', map = '', value = '', read: reads, written, opaque, bytes = 0 } = parameter;
  return (
    <tr>
      <th scope="row"><code>{name}</code></th>
      {opaque ? <td colSpan={3}>{t('machine.opaque', { bytes })}</td> : <>
        <td>
          {bytes === 8 ? (
            <select aria-label={t('machine.kind', { name })} value={buffer ? 'buffer' : 'number'} onChange={(event) => {
              const isBuffer = event.currentTarget.value === 'buffer';
              change(isBuffer ? { buffer: true, type: type.startsWith('f') ? type : 'f32', layout: layout || '1024', fill: fill || 'iota' } : { buffer: false, type: 'i64', value: value || '0' });
            }}>
              <option value="buffer">{t('machine.isBuffer')}</option>
              <option value="number">{t('machine.isNumber')}</option>
            </select>
          ) : t(buffer ? 'machine.isMap' : 'machine.isNumber')}
        </td>
        <td>
          <select aria-label={t('machine.type', { name })} value={type} onChange={(event) => change({ type: event.currentTarget.value })}>
            {types.map((one) => <option key={one} value={one}>{one}</option>)}
          </select>
        </td>
        <td class="argument">
          {buffer ? <>
            <input type="text" spellcheck={false} aria-label={t('machine.layout', { name })} value={layout} onInput={(event) => change({ layout: event.currentTarget.value })} />
            {bytes === mapBytes && <input type="text" spellcheck={false} aria-label={t('machine.map', { name })} value={map} onInput={(event) => change({ map: event.currentTarget.value })} />}
            <select aria-label={t('machine.fill', { name })} value={fill} onChange={(event) => change({ fill: event.currentTarget.value })}>
              {fills.map(([one, word]) => <option key={one} value={one}>{t(word)}</option>)}
            </select>
            <span class="note">{written ? reads ? t('machine.readWritten') : t('machine.written') : reads ? t('machine.read') : ''}</span>
          </> : <input type="text" spellcheck={false} aria-label={t('machine.value', { name })} value={value} onInput={(event) => change({ value: event.currentTarget.value })} />}
        </td>
      </>}
    </tr>
  );
}

export function Launch() {
  const asked = form.value;
  const contents = read.value;
  const start = useRef<HTMLButtonElement>(null);
  useEffect(() => start.current?.focus({ preventScroll: true }), [contents]);
  if (!asked || !contents) return null;
  const set = (next: Partial<LaunchForm>): void => {
    form.value = { ...asked, ...next };
  };
  const tiles = asked.tiles ?? [];
  const blocks = (asked.grid ?? []).reduce((all, one) => all * one, 1);
  return (
    <form class="launch" onSubmit={(event) => { event.preventDefault(); void begin(); }}>
      <p class="note">{shape.value ? t('machine.formKnown') : t('machine.formHint', { target: contents.target })}</p>
      {contents.notes.length > 0 && <ul class="supposed">{contents.notes.map((note) => <li key={note}>{note}</li>)}</ul>}
      {contents.kernels.length > 1 && (
        <label class="line"><span>{t('machine.kernel')}</span>
          <select value={kernel.value} onChange={(event) => chooseKernel(Number(event.currentTarget.value))}>
            {contents.kernels.map(({ name }, index) => <option key={index} value={index}>{name}</option>)}
          </select>
        </label>
      )}
      <Extents label={t('machine.grid')} values={asked.grid} change={(grid) => set({ grid })} />
      <Extents label={t('machine.blockSize')} values={asked.block} disabled={asked.fixedBlock ?? false} change={(block) => set({ block })} />
      <div class="launch-more">
        {asked.dynamicShared && <label class="line"><span>{t('machine.dynamic')}</span><input type="number" min={0} value={asked.shared} onInput={(event) => set({ shared: Number(event.currentTarget.value) })} /></label>}
        {blocks > 1 && <label class="line"><span>{t('machine.which')}</span><input type="number" min={0} max={blocks - 1} value={asked.at} onInput={(event) => set({ at: Number(event.currentTarget.value) })} /></label>}
        <label class="line"><span>{t('machine.checks')}</span><input type="checkbox" checked={asked.checks !== false} onChange={(event) => set({ checks: event.currentTarget.checked })} /></label>
        {asked.order && <label class="line"><span>{t('machine.order')}</span><input type="text" spellcheck={false} value={asked.order} onInput={(event) => set({ order: event.currentTarget.value })} /></label>}
      </div>
      <label class="line tiles"><span>{t('machine.tiles')}</span><textarea rows={Math.min(4, Math.max(1, tiles.length))} spellcheck={false} placeholder="As+4096=f16:(64,32):(40,1)" value={tiles.join('\n')} onChange={(event) => set({ tiles: event.currentTarget.value.split('\n').map((one) => one.trim()).filter(Boolean) })} /></label>
      {asked.parameters.length > 0 && (
        <table>
          <thead><tr><th scope="col">{t('machine.parameter')}</th><th scope="col" /><th scope="col">{t('machine.elements')}</th><th scope="col">{t('machine.contents')}</th></tr></thead>
          <tbody>
            {asked.parameters.map((parameter, index) => (
              <Argument key={parameter.name} parameter={parameter} change={(next) => set({ parameters: asked.parameters.map((one, at) => (at === index ? { ...one, ...next } : one)) })} />
            ))}
          </tbody>
        </table>
      )}
      {asked.parameters.some(({ buffer, fill, type }) => buffer && fill === 'iota' && (type === 'f16' || type === 'bf16')) && <p class="note">{t('machine.counting')}</p>}
      {contents.missing.length > 0 && (
        <div class="problem">
          <p>{t('machine.missing')}</p>
          <ul>{contents.missing.slice(0, 6).map(({ opcode, line, count }) => <li key={opcode}><code>{opcode}</code> {t('machine.missingAt', { line, count })}</li>)}</ul>
        </div>
      )}
      <div class="launch-begin">
        <button type="submit" class="primary" ref={start} disabled={busy.value}>{busy.value ? t('machine.running') : t('machine.begin')}</button>
      </div>
    </form>
  );
}
