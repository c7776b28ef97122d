// The cards in the core's order: the current one, next to it the numbers and its operands, and the others; or the
// placeholder without cards. Pictures beyond the first screen load on scrolling.
import { CardView } from '../cards/card_view';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Diagnostic, GalleryEntry } from '../core/door';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t } from '../words/words';
import { show } from '../parts/dialogs';
import { layer } from '../parts/layers';
import { place } from '../session/course';
import { openEntry } from './open_entry';

/** Number of gallery programs that the empty page offers. */
const starters = 3;
/** Number of errors shown here; the others are below their lines. */
const mostTroubles = 10;

export function CardList({ session }: { session: Session }) {
  const cards = session.cards.value;
  const report = session.report.value;
  const problems = session.problems.value;
  const empty = report && !cards.length && !problems.length;
  const view = (card: Card) => <CardView key={card.key} card={card} session={session} />;
  const staged = cards.find(({ place }) => place === 'stage');
  // Selecting it again deselects it; Escape does so as soon as it is visible.
  const taken = cards.find((card) => card.taken);
  useLayoutEffect(() => (taken ? layer(() => void session.compare(taken)) : undefined), [taken?.key]);
  const of = (group: Card['group']) => cards.filter((card) => card.group === group).map(view);
  const numbers = cards.every(({ binding }) => !binding.views.length);
  const classes = ['cards', !staged && 'bare', staged && cards.length === 1 && 'alone', staged && numbers && 'numbers'].filter(Boolean).join(' ');
  return (
    <section class={classes} aria-label={t('values')} aria-busy={session.busy.value}>
      <div class="head">
        <div class="progress" />
        {session.problem.value && <p class="problem" role="alert">{session.problem.value}</p>}
        {session.stops.skipped.value.map(({ statement, line, reason }) => (
          <p key={statement} class="problem skipped" role="alert">
            {t('problem.skipped', { line, message: reason })} <button type="button" class="link" onClick={() => session.retry(statement)}>{t('problem.retry')}</button>
          </p>
        ))}
        {session.welcome.value !== '' && !place.value && <Welcome session={session} />}
        {empty && !report.report.left_out && <Empty session={session} />}
        {!staged && problems.length > 0 && <Troubles session={session} diagnostics={problems} />}
        {report?.report.left_out && <p class="note left-out">{report.report.left_out}</p>}
      </div>
      {staged && <div class="on-stage" role="group" aria-label={t('staged')}>{view(staged)}</div>}
      {cards.length > 0 && (
        <div class="beside">
          <Group name="chips" title={t('staged.numbers')}>{of('numbers')}</Group>
          <Group name="grid pinned" title={t('pinned.cards')}>{of('pinned')}</Group>
          <Group name="grid made-from" title={t('staged.operands')}>{of('operands')}</Group>
          <Group name="grid others" title={t('staged.others')}>{of('others')}</Group>
          <Omitted session={session} />
        </div>
      )}
      {place.value && <div class="arrow-layer" />}
    </section>
  );
}

function Group({ name, title, children }: { name: string; title: string; children: JSX.Element[] }) {
  return children.length ? <div class={name} role="group" aria-label={title}>{children}</div> : null;
}

/** On the first visit: a sentence about the page, and where to begin. Visible from the first frame on, so that nothing moves. */
function Welcome({ session }: { session: Session }) {
  return (
    <div class="welcome" role="group" aria-label={t('welcome.title')}>
      <p>{t('welcome.text')}</p>
      <div class="doors">
        <BankConflict session={session} />
        <button type="button" onClick={() => void show('learn')}>{t('learn')}</button>
        <button type="button" onClick={() => void import('./tour').then(({ startTour }) => startTour(session, session.welcome.peek()))}>{t('welcome.tour')}</button>
        <button type="button" onClick={() => void show('paste')}>{t('welcome.paste')}</button>
        <button type="button" onClick={() => void show('gallery')}>{t('gallery')}</button>
        <button type="button" class="tool" aria-label={t('welcome.close')} title={t('welcome.close')} onClick={() => { session.welcome.value = ''; }}>✕</button>
      </div>
    </div>
  );
}

/** Shows in two clicks why layouts matter: one bank serves a whole column of a matrix in shared memory, and a swizzle spreads it. */
function BankConflict({ session }: { session: Session }) {
  const column = (matrix: string): string => t('welcome.shared', { matrix });
  const conflict = column('(32,32):(32,1)');
  const seen = session.program.value === conflict;
  const open = (): void => {
    session.open({ program: seen ? column('Sw<5,0,5> o 0 o (32,32):(32,1)') : conflict, mode: 'teaching', choices: { column: 'kind=banks' } });
  };
  return <button type="button" class="primary conflict" onClick={open}>{t(seen ? 'welcome.fix' : 'welcome.conflict')}</button>;
}

/** If no line has a value: the errors of the lines, in place of the pictures. */
function Troubles({ session, diagnostics }: { session: Session; diagnostics: readonly Diagnostic[] }) {
  return (
    <div class="troubles">
      <h2>{t('troubles.title')}</h2>
      <ul>
        {diagnostics.slice(0, mostTroubles).map(({ message, hint, line, span }, index) => (
          <li key={index}>
            <button type="button" onClick={() => { session.reveal.value = { span }; }}>
              <small>{t('troubles.line', { line })}</small> <b>{message}</b>{hint && <span> {hint}</span>}
            </button>
          </li>
        ))}
      </ul>
      {diagnostics.length > mostTroubles && <p class="note">{t('troubles.more', { count: diagnostics.length - mostTroubles })}</p>}
      <p class="note">{t('troubles.note')}</p>
      <p>
        <button type="button" class="link" onClick={() => void show('gallery')}>{t('gallery')}</button>{' · '}
        <button type="button" class="link" onClick={() => void show('paste')}>{t('empty.paste')}</button>
      </p>
    </div>
  );
}

/** A program with many values shows only the first ones. */
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
