import { CardView } from '../cards/card_view';
import { starters } from '../examples';
import type { Session } from '../session/session';
import { openExample } from './open_example';

export function CardList({ session }: { session: Session }) {
  const cards = session.cards.value;
  const report = session.report.value;
  const empty = report && !cards.length && !report.report.diagnostics.length;
  return (
    <section class="cards" aria-label="Values" aria-busy={session.busy.value}>
      <div class="progress" />
      {session.problem.value && <p class="problem" role="alert">{session.problem.value}</p>}
      {empty && <Empty session={session} />}
      <div class="grid">
        {cards.map((card) => <CardView key={card.key} card={card} session={session} />)}
      </div>
      <Omitted session={session} />
    </section>
  );
}

/** A program of many values has the first ones on the page. */
function Omitted({ session }: { session: Session }) {
  const { bindings = 0, diagnostics = 0 } = session.report.value?.report.omitted ?? {};
  if (!bindings && !diagnostics) return null;
  const what = [bindings && `${bindings} more values`, diagnostics && `${diagnostics} more errors`].filter(Boolean);
  return (
    <p class="omitted">
      {what.join(' and ')} are not shown. <button type="button" onClick={() => session.showMore()}>Show more</button>
    </p>
  );
}

function Empty({ session }: { session: Session }) {
  return (
    <div class="empty">
      <p>Write a layout as CuTe prints it, such as <code>(4,8):(8,1)</code>, or start from one of these.</p>
      <div class="starters">
        {starters.map((example) => (
          <button key={example.title} type="button" onClick={() => openExample(session, example)}>
            <b>{example.title}</b>
            <span>{example.about}</span>
            <code>{example.program.trim().split('\n').filter((line) => !line.startsWith('#')).join('\n')}</code>
          </button>
        ))}
      </div>
    </div>
  );
}
