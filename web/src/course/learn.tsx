// The course: its lessons in order, what is solved of each, and where the reader was.
import { DialogFrame } from '../parts/dialog';
import type { DialogProps } from '../parts/dialogs';
import { openLesson, progress } from '../session/course';
import { language, t } from '../words/words';
import { lessons } from './lessons';
import '../style/course.css';

export function Learn({ close }: DialogProps) {
  const { solved, last } = progress.value;
  const { value: spoken } = language;
  const go = (lesson: string, step = ''): void => {
    openLesson(lesson, step);
    close();
  };
  const lastLesson = lessons.find(({ id }) => id === last?.lesson);
  return (
    <DialogFrame class="learn" title={t('learn')} closeTitle={t('learn.close')} close={close}>
      <div class="course">
        <p class="course-about">{t('learn.about')}</p>
        <p class="course-doors">
          {lastLesson && last
            ? <button type="button" class="primary" onClick={() => go(last.lesson, last.step)}>{t('learn.continue', { title: lastLesson.title[spoken] })}</button>
            : <button type="button" class="primary" onClick={() => go(lessons[0]!.id)}>{t('learn.start')}</button>}
          <button type="button" class="quiet" onClick={() => go('placement')}>{t('learn.placement')}</button>
          <button type="button" class="quiet" onClick={() => go('final')}>{t('learn.final')}</button>
        </p>
        <ol>
          {lessons.map(({ id, title, about, minutes, exercises }) => {
            const count = solved.filter((name) => name.startsWith(`${id}/`)).length;
            return (
              <li key={id}>
                <button type="button" data-lesson={id} onClick={() => go(id)}>
                  <b>{title[spoken]}</b>
                  <span>{about[spoken]}</span>
                  <small>{t('learn.size', { minutes, solved: count, count: exercises })}</small>
                </button>
              </li>
            );
          })}
        </ol>
      </div>
    </DialogFrame>
  );
}
