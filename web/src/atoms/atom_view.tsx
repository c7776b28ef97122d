// An atom: its picture, its facts, and the form that builds a tiling of it. The core defines the form's fields and
// their program text, and analyzes the text.
import { useEffect, useState } from 'preact/hooks';
import type { FieldValue, Form, ListedAtom } from '../core/door';
import { Field } from '../parts/form_field';
import type { Session } from '../session/session';
import { t } from '../words/words';
import { SketchView, useSketch } from './sketch_view';

interface AtomViewProps {
  atom: ListedAtom;
  kind: 'mma' | 'copy';
  session: Session;
  close: () => void;
}

export function AtomView({ atom, kind, session, close }: AtomViewProps) {
  const [values, setValues] = useState<FieldValue[]>([]);
  const [form, setForm] = useState<Form>();
  useEffect(() => {
    let current = true;
    void session.ask('atom_form', { kind, atom, values }).then((given) => {
      if (current && given?.answer) setForm(given.answer);
    });
    return () => {
      current = false;
    };
  }, [kind, atom, values]);
  const sketch = useSketch(session, form?.text ?? '', 'kind=threads');
  if (!form) return null;

  function change(id: string, said: string[]): void {
    setValues(form!.fields.map((field) => ({ id: field.id, values: field.id === id ? said : values.find((one) => one.id === field.id)?.values ?? field.values })));
  }
  function add(): void {
    void session.append(form!.text, form!.wish);
    close();
  }

  return (
    <div class="atom">
      <div class="atom-head"><code>{form.name}</code></div>
      <div class="form">
        {form.fields.map((field) => {
          // The typed value appears at once; the core keeps it within the range of the field.
          const said = values.find(({ id }) => id === field.id);
          return <Field key={field.id} field={{ ...field, ...said }} change={(next) => change(field.id, next)} />;
        })}
      </div>
      <div class="atom-text">
        <code aria-label={t('build.text')}>{form.text}</code>
        <button type="button" class="primary" disabled={!sketch || sketch.report.diagnostics.length > 0} onClick={add}>{t('atoms.insert')}</button>
      </div>
      <SketchView sketch={sketch} />
    </div>
  );
}
