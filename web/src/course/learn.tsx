// The course: its lessons in order, the solved exercises of each, and the current position.
import { DialogFrame } from '../parts/dialog';
import { show, type DialogProps } from '../parts/dialogs';
import { openLesson, progress, solvedOf } from '../session/course';
import { glossaryWanted } from '../session/reference';
import { language, t } from '../words/words';
import { lessonsIn } from './lessons';
import '../style/course.css';

/** Numbers of the lessons that suffice for reading kernels. */
const shortPath: ReadonlySet<number> = new Set([1, 2, 3, 4, 12, 14, 15, 16, 17]);

export function Learn({ close }: DialogProps) {
  const { last } = progress.value;
  const lessons = lessonsIn(language.value);
  const go = (lesson: string, step = ''): void => {
    openLesson(lesson, step);
    close();
  };
  const lastLesson = lessons.find(({ id }) => id === last?.lesson);
  return (
    <DialogFrame class="learn" title={t('learn')} closeTitle={t('learn.close')} close={close}>
      <div class="course">
        <p class="course-about">{t('learn.about')} {t('learn.time', { minutes: lessons.reduce((sum, { minutes }) => sum + minutes, 0) })}</p>
        <p class="course-doors">
          {lastLesson && last
            ? <button type="button" class="primary" onClick={() => go(last.lesson, last.step)}>{t('learn.continue', { title: lastLesson.title })}</button>
            : <button type="button" class="primary" onClick={() => go(lessons[0]!.id)}>{t('learn.start')}</button>}
          <button type="button" class="quiet" onClick={() => go('placement')}>{t('learn.placement')}</button>
          <button type="button" class="quiet" onClick={() => go('final')}>{t('learn.final')}</button>
          <button type="button" class="quiet" onClick={() => void show('exercises')}>{t('exercises')}</button>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              glossaryWanted.value = '';
              void show('reference');
            }}
          >
            {t('reference.term')}
          </button>
        </p>
        <ol>
          {lessons.flatMap(({ id, title, about, minutes, steps, part }, index) => {
            const exercises = steps.reduce((sum, step) => sum + step.exercises.length, 0);
            const count = solvedOf(id).length;
            return [
              part && <li key={part} class="part"><h3>{part}</h3></li>,
              <li key={id}>
                <button type="button" data-lesson={id} onClick={() => go(id)}>
                  <b>{title}</b>
                  <span>{about}</span>
                  <small>{t('learn.size', { minutes, solved: count, count: exercises })}{shortPath.has(index + 1) && <> · <em>{t('learn.short')}</em></>}</small>
                </button>
              </li>,
            ];
          })}
        </ol>
      </div>
    </DialogFrame>
  );
}
