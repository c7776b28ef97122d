// The dialog of the PTX machine: paste or drop PTX, fill in its launch, and step through a block, forwards and backwards.
import { useEffect, useState } from 'preact/hooks';
import type { MachineState, Move } from '../core/door';
import { isPtx } from '../file/ptx';
import { chooseFile, takeText } from '../file/take';
import { DialogFrame } from '../parts/dialog';
import type { DialogProps } from '../parts/dialogs';
import { saveText } from '../parts/save';
import { t, type Word } from '../words/words';
import { PtxField, PtxPane } from './code';
import { Launch } from './launch';
import { Findings } from './findings';
import { act, busy, closePtx, editing, findings, form, formOpen, move, openPtx, problem, ptx, ptxName, read, state, traceText, view, wanted } from './machine';
import { Buffer, Registers, Shared, Warps } from './panes';
import { Waits } from './waits';
import '../style/machine.css';

interface Control {
  word: Word;
  key: string;
  path: string;
  move: Move;
}

const views = [['state', 'machine.state'], ['waits', 'machine.whoWaits'], ['findings', 'machine.findings']] as const;

/** Each unit forwards and backwards; the icon is mirrored. */
const units = [
  { unit: 'instruction', to: 'machine.to.instruction', back: 'machine.back.instruction', keys: ['→', '←'], path: 'M5 3.5 11 8l-6 4.5z' },
  { unit: 'barrier', to: 'machine.to.barrier', back: 'machine.back.barrier', keys: ['⇧→', '⇧←'], path: 'M2.5 3.5 8 8l-5.5 4.5zM10.5 3.5v9M13.5 3.5v9' },
  { unit: 'iteration', to: 'machine.to.iteration', back: 'machine.back.iteration', keys: ['I', '⇧I'], path: 'M12.5 8A4.5 4.5 0 1 1 8 3.5h3M9 1.5l2.5 2L9 5.5' },
  { unit: 'breakpoint', to: 'machine.to.breakpoint', back: 'machine.back.breakpoint', keys: ['R', '⇧R'], path: 'M2.5 3.5 7.5 8l-5 4.5zM8 3.5 13 8l-5 4.5z' },
  { unit: 'all', to: 'machine.to.all', back: 'machine.back.all', keys: ['End', 'Home'], path: 'M3.5 3.5 9.5 8l-6 4.5zM11.5 3.5h2v9h-2z' },
] as const;

const forward: Control[] = units.map(({ unit, to, keys, path }) => ({ word: to, key: keys[0], path, move: { unit } }));
const backward: Control[] = units.map(({ unit, back, keys, path }) => ({ word: back, key: keys[1], path, move: { unit, back: true } })).reverse();

function Button({ control: { word, key, path, move: wanted }, disabled, labelled = false }: { control: Control; disabled: boolean; labelled?: boolean }) {
  const name = t(word);
  return (
    <button type="button" class={labelled ? 'labelled' : ''} disabled={disabled} title={`${name} (${key})`} aria-label={name} onClick={() => void move(wanted)}>
      <svg class={`icon${wanted.back ? ' mirrored' : ''}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d={path} /></svg>
      {labelled && <span>{name}</span>}
    </button>
  );
}

function Controls({ shown }: { shown: MachineState }) {
  const { instant, length, barriers } = shown;
  return (
    <div class="machine-controls">
      <div class="steps" role="group" aria-label={t('machine.steps')}>
        {backward.map((control) => <Button key={control.word} control={control} disabled={instant === 0} />)}
        {forward.map((control, index) => <Button key={control.word} control={control} disabled={instant === length} labelled={index === 0} />)}
      </div>
      <div class="timeline">
        <input type="range" min={0} max={length} value={instant} aria-label={t('machine.instant', { instant, length })} onInput={(event) => void act({ instant: Number(event.currentTarget.value) })} />
        <svg viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">
          <path d={barriers.map((at) => `M${((1000 * at) / Math.max(length, 1)).toFixed(1)} 0v6`).join('')} />
        </svg>
      </div>
      <span class="instant">{t('machine.instant', { instant, length })}</span>
    </div>
  );
}

/** Keys of the dialog, outside of its fields. */
function pressed(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const back = event.shiftKey;
  switch (event.key) {
    case 'ArrowRight': void move({ unit: back ? 'barrier' : 'instruction' }); return true;
    case 'ArrowLeft': void move({ unit: back ? 'barrier' : 'instruction', back: true }); return true;
    case 'i': case 'I': void move({ unit: 'iteration', back }); return true;
    case 'r': case 'R': void move({ unit: 'breakpoint', back }); return true;
    case 'Home': void move({ unit: 'all', back: true }); return true;
    case 'End': void move({ unit: 'all' }); return true;
    default: return false;
  }
}

/** The commands that make the PTX of a kernel. */
function Wanted({ name, cuda }: { name: string; cuda: string }) {
  return (
    <div class="machine-wanted">
      <p>{t('machine.wanted', { name })}</p>
      <pre>{t('machine.ptxCommands', { name: 'kernel.cu' })}</pre>
      <button type="button" onClick={() => saveText(cuda, 'kernel.cu', 'text/plain')}>{t('machine.save')}</button>
    </div>
  );
}

function Empty() {
  const [text, setText] = useState('');
  return (
    <div class="machine-empty">
      {wanted.value ? <Wanted {...wanted.value} /> : <p>{t('machine.about')}</p>}
      <textarea aria-label={t('machine.paste')} placeholder={t('machine.paste')} spellcheck={false} autofocus rows={14} value={text} onInput={(event) => {
        setText(event.currentTarget.value);
        if (isPtx(event.currentTarget.value)) void openPtx('PTX', event.currentTarget.value);
      }} />
      {text.trim() && <p class="note">{t('machine.notPtx')}</p>}
    </div>
  );
}

export function Machine({ session, close }: DialogProps) {
  const shown = state.value;
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (!state.peek() || !(event.target instanceof Element) || event.target.closest('input, select, textarea')) return;
      if (pressed(event)) event.preventDefault();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  async function list(): Promise<void> {
    const text = await traceText();
    if (text === undefined) return;
    const name = read.value?.kernels.find(({ form: { kernel } }) => kernel === form.value?.kernel)?.name ?? ptxName.value;
    await takeText(session, t('machine.traceName', { name }), text);
  }

  const tools = ptx.value && (
    <div class="machine-tools">
      {shown && (
        <div class="segmented" role="group" aria-label={t('machine.view')}>
          {views.map(([one, word]) => (
            <button key={one} type="button" aria-pressed={view.value === one && !formOpen.value} data-found={(one === 'findings' && findings.value.length) || undefined} onClick={() => { view.value = one; formOpen.value = false; }}>{t(word)}</button>
          ))}
        </div>
      )}
      {shown && <button type="button" aria-pressed={formOpen.value} onClick={() => { formOpen.value = !formOpen.value; }}>{t('machine.launch')}</button>}
      {shown && <button type="button" onClick={() => void list()}>{t('machine.accesses')}</button>}
      <button type="button" aria-pressed={editing.value} onClick={() => { editing.value = !editing.value; }}>{t('machine.edit')}</button>
      <button type="button" onClick={closePtx}>{t('machine.other')}</button>
    </div>
  );
  return (
    <DialogFrame class="machine" title={ptx.value ? t('machine.titleOf', { name: ptxName.value }) : t('machine')} closeTitle={t('machine.close')} close={close} tools={tools}>
      {!ptx.value ? <>
        <Empty />
        <div class="dialog-actions"><button type="button" onClick={() => { close(); chooseFile(session); }}>{t('file.open')}</button></div>
      </> : (
        <div class={`machine-body${shown ? ' stepping' : ''}`}>
          {shown && <Controls shown={shown} />}
          {(problem.value || shown?.note || shown?.ending) && (
            <p class={`machine-told ${problem.value || shown?.failed ? 'problem' : 'note'}`} role="status">
              {problem.value || shown?.note || t('machine.ended', { reason: shown?.ending ?? '' })}
              {!problem.value && shown?.failed && shown.hint && <small>{shown.hint}</small>}
            </p>
          )}
          <div class="machine-panes">
            {editing.value ? <PtxField /> : <PtxPane />}
            {!shown || formOpen.value ? <Launch /> : view.value === 'waits' ? <Waits /> : view.value === 'findings' ? <Findings /> : (
              <div class="machine-state" aria-busy={busy.value}>
                <Warps shown={shown} />
                <Registers shown={shown} />
                <Shared shown={shown} />
                <Buffer shown={shown} />
              </div>
            )}
          </div>
        </div>
      )}
    </DialogFrame>
  );
}
