// For teachers: all exercises of the course by lesson, each with a right answer behind a click.
import { useEffect, useState } from 'preact/hooks';
import type { Exercise as Asked, LessonOutline } from '../core/door';
import { DialogFrame } from '../parts/dialog';
import type { DialogProps } from '../parts/dialogs';
import { Drawing } from '../pictures/drawing';
import { openLesson } from '../session/course';
import type { Session } from '../session/session';
import { language, t, type Word } from '../words/words';
import { allLessonsIn, lessonText } from './lessons';
import { Prose } from './prose';
import '../style/course.css';

export function Exercises({ session, close }: DialogProps) {
  return (
    <DialogFrame class="exercises" title={t('exercises')} closeTitle={t('exercises.close')} close={close}>
      <div class="course">
        <p class="course-about">{t('exercises.about')}</p>
        {allLessonsIn(language.value).map((lesson) => <Lesson key={lesson.id} session={session} lesson={lesson} close={close} />)}
      </div>
    </DialogFrame>
  );
}

function Lesson({ session, lesson, close }: { session: Session; lesson: LessonOutline; close: () => void }) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const { value: spoken } = language;
  useEffect(() => {
    let current = true;
    if (opened) void lessonText(lesson.id, spoken).then((loaded) => { if (current) setText(loaded); });
    return () => {
      current = false;
    };
  }, [opened, spoken]);
  const count = lesson.steps.reduce((sum, { exercises }) => sum + exercises.length, 0);
  return (
    <details data-lesson={lesson.id} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary><b>{lesson.title}</b> <small>{t('exercises.count', { count })}</small></summary>
      {text && lesson.steps.flatMap(({ id: step, exercises }) => exercises.map(({ id }) => (
        <Solved key={id} session={session} text={text} step={step} exercise={id} go={() => {
          openLesson(lesson.id, step);
          close();
        }} />
      )))}
    </details>
  );
}

interface SolvedProps {
  session: Session;
  text: string;
  step: string;
  exercise: string;
  /** Goes to its step. */
  go: () => void;
}

function Solved({ session, text, step, exercise, go }: SolvedProps) {
  const [asked, setAsked] = useState<Asked>();
  const [solution, setSolution] = useState<string>();
  const name = { step, exercise };
  useEffect(() => {
    let current = true;
    void session.ask('exercise', { text, name }).then((given) => {
      if (current) setAsked(given?.answer);
    });
    return () => {
      current = false;
    };
  }, [text]);
  if (!asked) return null;
  return (
    <section class="exercise" data-exercise={exercise}>
      <h3>{t(`course.${asked.kind}` as Word)} <button type="button" class="link" onClick={go}>{t('exercises.step')}</button></h3>
      <Prose text={asked.question} link={(_, children) => <>{children}</>} />
      {asked.pictures.map(({ name: shown, svg }) => <Drawing key={shown} svg={svg} />)}
      {asked.program && <pre class="hole">{asked.program.trimEnd()}</pre>}
      {solution === undefined
        ? <p><button type="button" class="quiet" onClick={() => void session.ask('solution', { text, name }).then((given) => setSolution(given?.answer?.text))}>{t('exercises.solution')}</button></p>
        : <pre class="hole solution">{solution}</pre>}
    </section>
  );
}
