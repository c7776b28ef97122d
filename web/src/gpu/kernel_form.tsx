// Options of a kernel without typing: the size of its problem, the type of its elements. They are written into the
// program.
import { useEffect, useState } from 'preact/hooks';
import type { FormField } from '../core/door';
import { Field } from '../parts/form_field';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { language } from '../words/words';

export function KernelForm({ card, session }: { card: Card; session: Session }) {
  const [fields, setFields] = useState<readonly FormField[]>([]);
  useEffect(() => {
    let current = true;
    if (!card.stale) {
      void session.askOf(card, 'kernel_form', {}).then((made) => {
        if (current && made?.answer) setFields(made.answer.fields);
      });
    }
    return () => {
      current = false;
    };
  }, [session.report.value, card.key, card.stale, language.value]);
  if (!fields.length) return null;
  return (
    <div class="form">
      {fields.map((field) => <Field key={field.id} field={field} change={([text]) => void session.setField(card, field.id, text!)} />)}
    </div>
  );
}
