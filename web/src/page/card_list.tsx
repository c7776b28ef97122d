// The cards in the core's order: the current one, next to it the numbers and its operands, and the others; or the
// placeholder without cards. Pictures beyond the first screen load on scrolling.
import { CardView } from '../cards/card_view';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Diagnostic, GalleryEntry } from '../core/door';
import type { Card } from '../session/cards';
import { fixesOf } from '../session/reason';
import type { Session } from '../session/session';
import { t } from '../words/words';
import { show } from '../parts/dialogs';
import { layer } from '../parts/layers';
import { place } from '../session/course';
import { details, firstProgram } from '../session/first_visit';
import { foldOf } from '../pictures/fold';
import { mostHigh, mostRolled } from '../pictures/painter';
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
  const frame = useRef<HTMLElement>(null);
  const { isWide, folds } = useWide(frame, staged);
  useRest(frame, staged);
  const numbers = cards.every(({ binding }) => !binding.views.length);
  const classes = ['cards', !staged && 'bare', staged && cards.length === 1 && 'alone', staged && numbers && 'numbers', isWide && 'wide', folds && 'folds', !details.value && 'simple'].filter(Boolean).join(' ');
  return (
    <section ref={frame} class={classes} aria-label={t('values')} aria-busy={session.busy.value}>
      <div class="head">
        <div class="progress" />
        {session.problem.value && <p class="problem" role="alert">{session.problem.value}</p>}
        {session.stops.skipped.value.map(({ statement, line, reason }) => (
          <p key={statement} class="problem skipped" role="alert">
            {t('problem.skipped', { line, message: reason })} <button type="button" class="link" onClick={() => session.retry(statement)}>{t('problem.retry')}</button>
          </p>
        ))}
        {session.welcome.value && !place.value && <Welcome session={session} />}
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

/** Letters of a picture are drawn 12 px high; at this scale they are 9 px. */
const legible = 0.75;
/** Sizes of the stage without its picture, and of the column next to it (cards.css). */
const around = { width: 36, height: 300 };
/** The legend and the sections are next to a picture with its parts side by side, which has this much more height. */
const besideFolded = 60;
/** The narrowest margins of a card with all the width. */
const cardMargins = 20;
/** In a lesson, whose card has narrower margins if it has all the width. */
const aroundInLesson = 2;
/** The titles of the sections of a card, of which none is open, take at most this height. */
const mostFolded = 64;
const beside = (room: number): number => Math.min(420, place.value ? Math.max(240, room * 0.29) : Math.max(280, room * 0.31)) + 14;

/**
 * `isWide`: the letters of the picture on the stage are too small next to the other cards, and larger with all the width.
 * `folds`: its parts have no room below each other, but side by side in all the width.
 */
function useWide(frame: { current: HTMLElement | null }, staged: Card | undefined): { isWide: boolean; folds: boolean } {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const sizes = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setRoom((before) => (Math.abs(before.width - width) < 20 && Math.abs(before.height - height) < 20 ? before : { width, height }));
    });
    sizes.observe(frame.current!);
    return () => sizes.disconnect();
  }, []);
  const [, wide = 0, high = 0] = /^<svg[^>]*\swidth="([\d.]+)"[^>]*\sheight="([\d.]+)"/.exec(staged?.picture?.svg ?? '') ?? [];
  const whole = (room.width - (place.value ? aroundInLesson : around.width)) / Number(wide);
  const next = whole - beside(room.width) / Number(wide);
  const fold = staged?.picture?.scene.kind === 'threads' ? foldOf(staged.picture.svg ?? '') : undefined;
  const roomHigh = room.height - around.height;
  if (fold && Number(high) * legible > roomHigh && fold.height * legible <= roomHigh + besideFolded && fold.width * legible <= room.width - cardMargins) return { isWide: true, folds: true };
  if (room.width <= 700 || !Number(wide) || next >= legible) return { isWide: false, folds: false };
  // In a lesson a picture is as high as its letters need, and a strip scrolls (svg_painter.ts).
  const strip = Number(wide) > 2.4 * Number(high);
  const lettered = place.value !== undefined && whole * (strip ? mostRolled : 1) >= legible && Number(high) * legible <= mostHigh;
  return { isWide: lettered || roomHigh / Number(high) > next * 1.15, folds: false };
}

/** Sets `--rest` of the stage: the height of its card without the picture and the opened sections (cards.css). */
function useRest(frame: { current: HTMLElement | null }, staged: Card | undefined): void {
  useLayoutEffect(() => {
    const card = frame.current?.querySelector<HTMLElement>('.on-stage > .card');
    if (!card || !place.value) return undefined;
    const high = (selector: string): number => card.querySelector(selector)?.getBoundingClientRect().height ?? 0;
    const sizes = new ResizeObserver(() => {
      const below = card.querySelector<HTMLElement>('.more')?.offsetParent !== card;  // not in the column next to the picture
      const rest = card.getBoundingClientRect().height - high('.picture') - (below ? Math.max(0, high('.more') - mostFolded) : 0);
      card.parentElement!.style.setProperty('--rest', `${Math.ceil(rest)}px`);
    });
    sizes.observe(card);
    return () => sizes.disconnect();
  }, [staged?.key, place.value]);
}

function Group({ name, title, children }: { name: string; title: string; children: JSX.Element[] }) {
  return children.length ? <div class={name} role="group" aria-label={title}>{children}</div> : null;
}

/** On the first visit: a sentence about the page, the conflict that its program has and the click that fixes it, and where to begin. Visible from the first frame on, so that nothing moves. */
function Welcome({ session }: { session: Session }) {
  const { value: program } = session.program;
  const conflict = program === firstProgram().program;
  const fixed = program === firstProgram(true).program;
  return (
    <div class="welcome" role="group" aria-label={t('welcome.title')}>
      <p>{t('welcome.text')}{conflict && t('welcome.conflict')}{fixed && t('welcome.fixed')}</p>
      <div class="doors">
        <button type="button" class="primary conflict" onClick={() => session.open(firstProgram(conflict))}>{t(conflict ? 'welcome.fix' : 'welcome.again')}</button>
        <button type="button" onClick={() => void show('learn')}>{t('learn')}</button>
        <button type="button" onClick={() => void import('./tour').then(({ startTour }) => startTour(session))}>{t('welcome.tour')}</button>
        <button type="button" onClick={() => void show('paste')}>{t('welcome.paste')}</button>
        <button type="button" onClick={() => void show('gallery')}>{t('gallery')}</button>
        <button type="button" class="tool" aria-label={t('welcome.close')} title={t('welcome.close')} onClick={() => { session.welcome.value = false; }}>✕</button>
      </div>
    </div>
  );
}

/** If no line has a value: the errors of the lines, in place of the pictures. */
function Troubles({ session, diagnostics: all }: { session: Session; diagnostics: readonly Diagnostic[] }) {
  const causes = all.filter(({ consequent }) => !consequent);
  const diagnostics = causes.length ? causes : all;
  return (
    <div class="troubles">
      <h2>{t('troubles.title')}</h2>
      <ul>
        {diagnostics.slice(0, mostTroubles).map((one, index) => (
          <li key={index}>
            <button type="button" onClick={() => { session.reveal.value = { span: one.span }; }}>
              <small>{t('troubles.line', { line: one.line })}</small> <b>{one.message}</b>{one.hint && <span> {one.hint}</span>}
            </button>
            {fixesOf(one).map(({ text, words }) => <button key={text} type="button" class="mend" onClick={() => session.replace(one.span, text)}>{words}</button>)}
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
