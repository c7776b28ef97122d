import { CardView } from '../cards/card_view';
import { useEffect, useState } from 'preact/hooks';
import type { GalleryEntry } from '../core/contract';
import type { Session } from '../session/session';
import { openEntry } from './open_entry';

/** What the empty page offers to start from: the first ones of the gallery. */
const starters = 3;

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
  const [entries, setEntries] = useState<readonly GalleryEntry[]>([]);
  useEffect(() => void session.gallery().then(setEntries), []);
  return (
    <div class="empty">
      <p>Write a layout as CuTe prints it, such as <code>(4,8):(8,1)</code>, or start from one of these.</p>
      <div class="starters">
        {entries.slice(0, starters).map((entry) => (
          <button key={entry.id} type="button" onClick={() => openEntry(session, entry)}>
            <b>{entry.title}</b>
            <span>{entry.about}</span>
            <code>{entry.program.trim().split('\n').filter((line) => !line.startsWith('#')).join('\n')}</code>
          </button>
        ))}
      </div>
    </div>
  );
}
