// Questions about the thread-value layouts of the program: the core's form, its answers and their picture.
import { useEffect, useState } from 'preact/hooks';
import { ToldRows } from '../cards/told_rows';
import type { Answer, FieldValue, QuestionShown } from '../core/door';
import { DialogFrame } from '../parts/dialog';
import type { DialogProps } from '../parts/dialogs';
import { Field } from '../parts/form_field';
import { Drawing } from '../pictures/drawing';
import { language, t } from '../words/words';

export function Questions({ session, close }: DialogProps) {
  const [question, setQuestion] = useState('');
  const [values, setValues] = useState<FieldValue[]>([]);
  const [shown, setShown] = useState<QuestionShown>();
  useEffect(() => {
    let current = true;
    void session.ask('question', { question, values }).then((given) => {
      if (current && given?.answer) setShown(given.answer);
    });
    return () => {
      current = false;
    };
  }, [question, values, session.report.value, language.value]);

  // A value typed before the core's answer is kept, too.
  function change(id: string, said: string[]): void {
    setValues((before) => shown!.fields.map((field) => ({ id: field.id, values: field.id === id ? said : before.find((one) => one.id === field.id)?.values ?? field.values })));
  }
  async function keep(text: string, wish = '', view = ''): Promise<void> {
    close();
    await session.append(text, wish, view);
  }

  return (
    <DialogFrame class="questions" title={t('questions')} closeTitle={t('questions.close')} close={close}>
      <div class="questions-body">
        {shown && !shown.questions.length && (
          <>
            <p class="note">{shown.note}</p>
            <p><code>{shown.example}</code> <button type="button" class="primary" onClick={() => void keep(shown.example!, shown.wish)}>{t('paste.add')}</button></p>
          </>
        )}
        {shown && shown.questions.length > 0 && (
          <>
            <div class="segmented" role="group" aria-label={t('questions')}>
              {shown.questions.map(({ value, label }) => (
                <button key={value} type="button" aria-pressed={value === shown.question} onClick={() => setQuestion(value)}>{label}</button>
              ))}
            </div>
            <div class="form">
              {shown.fields.map((field) => <Field key={field.id} field={{ ...field, ...values.find(({ id }) => id === field.id) }} change={(said) => change(field.id, said)} />)}
              {shown.kept && <button type="button" class="primary" onClick={() => void keep(shown.kept!, shown.wish, shown.view)}>{t('paste.add')}</button>}
            </div>
            {shown.note && <p class="note">{shown.note}</p>}
            <div class="answers">
              {shown.answers.map((answer, index) => <AnswerView key={index} answer={answer} />)}
            </div>
            <Drawing svg={shown.svg} />
          </>
        )}
      </div>
    </DialogFrame>
  );
}

function AnswerView({ answer: { title, text, rows, problem, hint } }: { answer: Answer }) {
  return (
    <section>
      {title && <h3>{title}</h3>}
      {problem && <p class="problem">{problem}{hint && <small>{hint}</small>}</p>}
      {!problem && <pre class="value">{rows.length > 0 ? <ToldRows rows={rows} /> : text}</pre>}
    </section>
  );
}
