// The column of cards, and what stands in its place while there are none. Pictures beyond the first screen come when
// they are scrolled to.
import { CardView } from '../cards/card_view';
import { useEffect, useState } from 'preact/hooks';
import type { GalleryEntry } from '../core/door';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t } from '../words/words';
import { show } from '../parts/dialogs';
import { place } from '../session/course';
import { openEntry } from './open_entry';

/** What the empty page offers to start from: the first ones of the gallery. */
const starters = 3;

export function CardList({ session }: { session: Session }) {
  const cards = session.cards.value;
  const report = session.report.value;
  const empty = report && !cards.length && !report.report.diagnostics.length;
  const pinned = cards.filter(({ pinned: on }) => on);
  const others = cards.filter(({ pinned: on }) => !on);
  const view = (card: Card) => <CardView key={card.key} card={card} session={session} />;
  return (
    <section class="cards" aria-label={t('values')} aria-busy={session.busy.value}>
      <div class="progress" />
      {session.problem.value && <p class="problem" role="alert">{session.problem.value}</p>}
      {empty && !report.report.left_out && <Empty session={session} />}
      {report?.report.left_out && <p class="note left-out">{report.report.left_out}</p>}
      {pinned.length > 0 && <div class="grid pinned" role="group" aria-label={t('pinned.cards')}>{pinned.map(view)}</div>}
      <div class="grid">{others.map(view)}</div>
      <Omitted session={session} />
      {place.value && <div class="arrow-layer" />}
    </section>
  );
}

/** A program of many values has the first ones on the page. */
function Omitted({ session }: { session: Session }) {
  const { bindings = 0, diagnostics = 0 } = session.report.value?.report.omitted ?? {};
  if (!bindings && !diagnostics) return null;
  const what = [
    bindings && t('omitted.values', { count: bindings }), diagnostics && t('omitted.errors', { count: diagnostics }),
  ].filter(Boolean).join(t('omitted.and'));
  return (
    <p class="omitted">
      {t('omitted.text', { what })} <button type="button" onClick={() => session.showMore()}>{t('omitted.more')}</button>
    </p>
  );
}

function Empty({ session }: { session: Session }) {
  const [entries, setEntries] = useState<readonly GalleryEntry[]>([]);
  useEffect(() => void session.gallery().then(setEntries), []);
  const [before, after] = t('empty.text').split('{example}');
  return (
    <div class="empty">
      <p>{before}<code>(4,8):(8,1)</code>{after}</p>
      <div class="starters">
        {entries.slice(0, starters).map((entry) => (
          <button key={entry.id} type="button" onClick={() => openEntry(session, entry)}>
            <b>{entry.title}</b>
            <span>{entry.about}</span>
            <code>{entry.program.trim().split('\n').filter((line) => !line.startsWith('#')).join('\n')}</code>
          </button>
        ))}
      </div>
      <p><button type="button" class="link" onClick={() => void show('paste')}>{t('empty.paste')}</button></p>
    </div>
  );
}
