// A whole lesson on paper: of each step its text, its program, the pictures that it speaks of, and its questions.
import { render } from 'preact';
import type { Exercise, LessonStep } from '../core/door';
import { Drawing } from '../pictures/drawing';
import { place } from '../session/course';
import type { Session } from '../session/session';
import { language } from '../words/words';
import { lessonText } from './lessons';
import { Prose, type MakeLink } from './prose';

interface Sheet {
  step: LessonStep;
  drawings: { title: string; svg: string }[];
  questions: Exercise[];
}

/** Paper has no links. */
const plain: MakeLink = (_, children) => <>{children}</>;

export async function printLesson(session: Session): Promise<void> {
  const lesson = place.peek()?.lesson;
  if (lesson === undefined) return;
  const text = await lessonText(lesson, language.peek());
  const outline = (await session.ask('lesson', { text }))?.answer;
  if (!outline) return;
  const sheets: Sheet[] = [];
  for (const { id, exercises } of outline.steps) {
    const step = (await session.ask('lesson_step', { text, step: id }))?.answer;
    if (!step) continue;
    const sheet: Sheet = { step, drawings: [], questions: [] };
    for (const { name, view, title } of step.pictures) {
      const made = await session.ask('sketch', { program: `${step.program}\n${name}\n`, mode: step.mode, view });
      if (made?.answer?.svg) sheet.drawings.push({ title, svg: made.answer.svg });
    }
    for (const { id: exercise } of exercises) {
      const asked = await session.ask('exercise', { text, name: { step: id, exercise, seed: 0 } });
      if (asked?.answer) sheet.questions.push(asked.answer);
    }
    sheets.push(sheet);
  }
  const host = document.body.appendChild(document.createElement('div'));
  host.className = 'whole-lesson';
  render(<><h1>{outline.title}</h1>{sheets.map((sheet) => <Sheet key={sheet.step.id} {...sheet} />)}</>, host);
  addEventListener('afterprint', () => {
    render(null, host);
    host.remove();
  }, { once: true });
  // The pictures are put in after the next frame.
  requestAnimationFrame(() => requestAnimationFrame(() => print()));
}

function Sheet({ step, drawings, questions }: Sheet) {
  return (
    <section class="lesson">
      <h2>{step.title}</h2>
      <Prose text={step.prose} link={plain} />
      <pre class="hole">{step.program.trimEnd()}</pre>
      {drawings.map(({ title, svg }) => <figure key={title}><figcaption>{title}</figcaption><Drawing svg={svg} /></figure>)}
      {questions.map((asked, index) => (
        <div key={index} class="exercise">
          <Prose text={asked.question} link={plain} />
          {asked.pictures.map(({ name, svg }) => <Drawing key={name} svg={svg} />)}
          <pre class="hole">{asked.before} ______ {asked.after}</pre>
        </div>
      ))}
    </section>
  );
}
