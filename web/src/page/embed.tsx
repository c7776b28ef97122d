// A step of a lesson and its cards for another page: `?embed`, with the step in the fragment.
import { fragmentOf, place } from '../session/course';
import type { Session } from '../session/session';
import { t } from '../words/words';
import { CardList } from './card_list';
import { LessonHost, type LessonHostProps } from './lesson_host';

export function EmbeddedStep({ session, loadLesson }: { session: Session; loadLesson: LessonHostProps['load'] }) {
  return (
    <main class="embedded">
      <h1 class="unseen">Stridescope</h1>
      <div class="step-panes">
        <LessonHost session={session} load={loadLesson} />
        <CardList session={session} />
      </div>
      <footer>
        <p class="sentence" role="status" id="sentence">{session.notice.value || (session.inspector.shown.value?.sentence ?? '')}</p>
        {place.value && <a href={location.pathname + fragmentOf(place.value)} target="_blank" rel="noopener">{t('embed.open')}</a>}
      </footer>
    </main>
  );
}
