// A single value for another page: `?embed` or `?embed=NAME`, with the program in the fragment. With a step of a lesson
// in the fragment: the step and its cards.
import { CardBody, CardHeader } from '../cards/card_view';
import { Verdicts } from '../cards/verdicts';
import { fragmentOf, place } from '../session/course';
import { encodeLink } from '../session/link';
import type { Session } from '../session/session';
import { t } from '../words/words';
import { CardList } from './card_list';
import { LessonHost, type LessonHostProps } from './lesson_host';

/** The requested name, or empty; undefined for the full page. */
export function embedded(): string | undefined {
  return new URLSearchParams(location.search).get('embed') ?? undefined;
}

export function Embed({ session, name }: { session: Session; name: string }) {
  const cards = session.cards.value;
  const card = cards.find(({ key }) => key === name) ?? cards.filter(({ binding }) => binding.views.length > 0).at(-1) ?? cards.at(-1);
  return (
    <main class="embedded">
      {session.problem.value && <p class="problem" role="alert">{session.problem.value}</p>}
      {card && (
        <article class="card" data-card={card.key}>
          <CardHeader card={card} session={session} />
          <Verdicts card={card} session={session} />
          <CardBody card={card} session={session} />
        </article>
      )}
      {!card && session.report.value && <p class="problem">{t('embed.nothing')}</p>}
      <Foot session={session} fragment={encodeLink(session.link())} />
    </main>
  );
}

export function EmbeddedStep({ session, loadLesson }: { session: Session; loadLesson: LessonHostProps['load'] }) {
  return (
    <main class="embedded step">
      <h1 class="unseen">Stridescope</h1>
      <div class="step-panes">
        <LessonHost session={session} load={loadLesson} />
        <CardList session={session} />
      </div>
      <Foot session={session} fragment={place.value ? fragmentOf(place.value) : encodeLink(session.link())} />
    </main>
  );
}

function Foot({ session, fragment }: { session: Session; fragment: string | undefined }) {
  return (
    <footer>
      <p class="sentence" role="status" id="sentence">{session.notice.value || (session.inspector.shown.value?.sentence ?? '')}</p>
      {fragment !== undefined && <a href={location.pathname + fragment} target="_blank" rel="noopener">{t('embed.open')}</a>}
    </footer>
  );
}
