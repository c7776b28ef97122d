// After the last step: how much is solved, the lessons that have open exercises, and what to do next.
import type { LessonOutline } from '../core/door';
import { show } from '../parts/dialogs';
import { openLesson, progress, solvedOf } from '../session/course';
import { language, t } from '../words/words';
import { appendixIn, courseIn } from './lessons';

/** Number of lessons with open exercises that are listed. */
const mostOpen = 4;

const exercisesOf = ({ steps }: LessonOutline): number => steps.reduce((sum, { exercises }) => sum + exercises.length, 0);

export function End({ outline }: { outline: LessonOutline }) {
  const course = courseIn(language.value);
  const appendix = appendixIn(language.value);
  const all = course.map((one) => ({ ...one, count: exercisesOf(one), solved: progress.value.solved.length ? solvedOf(one.id).length : 0 }));
  const open = all.filter(({ id, count, solved }) => id !== outline.id && solved < count).slice(0, mostOpen);
  const sum = (of: (one: typeof all[number]) => number): number => all.reduce((total, one) => total + of(one), 0);
  return (
    <section class="end">
      <h3>{t('end.title')}</h3>
      <p>
        {t('end.here', { solved: solvedOf(outline.id).length, count: exercisesOf(outline) })}{' '}
        {t('end.score', { solved: sum(({ solved }) => solved), count: sum(({ count }) => count) })}
      </p>
      {open.length > 0 && (
        <>
          <p>{t('end.open')}</p>
          <ul>{open.map(({ id, title, solved, count }) => <li key={id}><button type="button" class="link" onClick={() => openLesson(id)}>{title}</button> {solved} / {count}</li>)}</ul>
        </>
      )}
      <p>{t('end.next')}</p>
      <p class="course-doors">
        <button type="button" class="quiet" onClick={() => void show('paste')}>{t('welcome.paste')}</button>
        <button type="button" class="quiet" onClick={() => void show('gallery')}>{t('end.gallery')}</button>
        <button type="button" class="quiet" onClick={() => void show('gpu')}>{t('gpu.title')}</button>
        {outline.id !== appendix.id && <button type="button" class="quiet" onClick={() => openLesson(appendix.id)}>{appendix.title}</button>}
        <button type="button" class="quiet" onClick={() => void show('learn')}>{t('end.lessons')}</button>
      </p>
    </section>
  );
}
