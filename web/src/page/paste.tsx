// A box for printed or foreign text: it shows how the core reads it, asks for missing integers, and adds the values to
// the program.
import { useState } from 'preact/hooks';
import { useSketch } from '../atoms/sketch_view';
import { isPtx } from '../file/ptx';
import { chooseFile, takeText } from '../file/take';
import { DialogFrame } from '../parts/dialog';
import type { DialogProps } from '../parts/dialogs';
import { Drawing } from '../pictures/drawing';
import { t } from '../words/words';

export function Paste({ session, close }: DialogProps) {
  const [text, setText] = useState('');
  const [filled, setFilled] = useState<Readonly<Record<string, string>>>({});
  const definitions = Object.entries(filled).filter(([, value]) => /^\d+$/.test(value)).map(([name, value]) => `${name} = ${value}\n`).join('');
  const sketch = useSketch(session, definitions + text);
  const diagnostics = sketch && text.trim() ? sketch.report.diagnostics : [];
  const open = diagnostics.flatMap(({ hole }) => hole ?? []);
  const starts = Object.fromEntries(diagnostics.map(({ hole = '', example = '' }) => [hole, example]));
  const holes = [...new Set([...Object.keys(filled), ...open])].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  const values = sketch && text.trim() ? sketch.report.bindings.filter(({ name }) => !(name in filled)) : [];
  const troubles = diagnostics.filter(({ hole }) => !hole);

  async function add(replace: boolean): Promise<void> {
    if (replace) {
      const lines = (await session.ask('pasted', { program: '', fills: definitions, text }))?.answer?.program;
      if (lines === undefined) return;
      session.open({ program: `${lines}\n` });
    } else {
      void session.paste(text, definitions);
    }
    close();
  }

  return (
    <DialogFrame class="paste" title={t('paste.title')} closeTitle={t('paste.close')} close={close}>
      <div class="paste-body">
        <textarea
          aria-label={t('paste.text')}
          placeholder={`${t('paste.text')}\n${t('paste.example')}`}
          spellcheck={false}
          autofocus
          rows={7}
          value={text}
          onInput={(event) => { setText(event.currentTarget.value); setFilled({}); }}
        />
        {holes.length > 0 && (
          <div class="form">
            {holes.map((name) => (
              <label key={name} class="choice">
                <span>{t('paste.hole', { name })}</span>
                <input type="number" min="1" value={filled[name] ?? starts[name] ?? ''} onInput={(event) => setFilled({ ...filled, [name]: event.currentTarget.value })} />
              </label>
            ))}
          </div>
        )}
        {values.map(({ id, name, kind, text: printed }) => (
          <p key={id} class="recognised"><b>{name || kind}</b> <code>{printed}</code></p>
        ))}
        {!values.length && <p class="note">{t(isPtx(text) ? 'paste.ptx' : 'paste.nothing')}</p>}
        {sketch && text.trim() && !isPtx(text) && sketch.report.left_out && <p class="note">{sketch.report.left_out}</p>}
        {troubles.slice(0, 2).map(({ message, hint }, index) => <p key={index} class="problem">{message}{hint && <small>{hint}</small>}</p>)}
        {sketch && text.trim() && <Drawing svg={sketch.svg} />}
      </div>
      <div class="dialog-actions">
        <button type="button" class="primary" disabled={!values.length} onClick={() => void add(false)}>{t('paste.add')}</button>
        <button type="button" disabled={!values.length} onClick={() => void add(true)}>{t('paste.replace')}</button>
        <button type="button" disabled={!text.trim()} onClick={() => void takeText(session, t('paste'), text, true)}>{t('file.list')}</button>
        {isPtx(text) && <button type="button" class="primary" onClick={() => void takeText(session, 'PTX', text)}>{t('machine.offer')}</button>}
        <button type="button" onClick={() => { close(); chooseFile(session); }}>{t('file.open')}</button>
      </div>
    </DialogFrame>
  );
}
