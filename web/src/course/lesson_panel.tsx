// A lesson next to the program and its cards, step by step; the editor has the program of the step. Edits stay live;
// one button restores the step's own program. Words about cells highlight them, and cells highlight their words.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { LessonOutline, LessonPlace, LessonStep, LessonWay } from '../core/door';
import { closeLesson, fragmentOf, isSolved, openLesson, place, presenting, progress, solvedOf, stepProgram } from '../session/course';
import type { Card } from '../session/cards';
import { reference } from '../session/reference';
import { PresentIcon } from '../parts/icons';
import { bringCardIntoSight, bringIntoSight } from '../parts/into_sight';
import { useMatch } from '../parts/use_match';
import type { Session } from '../session/session';
import { language, t } from '../words/words';
import { Arrows } from './arrows';
import { End } from './end';
import { Exercise } from './exercise';
import { appendixIn, courseIn, lessonsIn, lessonText } from './lessons';
import { Present } from './present';
import { Prose, type MakeLink } from './prose';
import '../style/course.css';

/** More questions of a step are asked one after the other; in a low window each is, so that the text keeps its room. */
const mostTogether = 2;
const low = matchMedia('(min-width: 761px) and (max-height: 940px)');

interface Read {
  text: string;
  outline: LessonOutline;
  step: LessonStep;
  way: LessonWay;
}

export function LessonPanel({ session }: { session: Session }) {
  const [read, setRead] = useState<Read>();
  const [trouble, setTrouble] = useState('');
  const [wanted, setWanted] = useState<Shown>();
  const [turn, setTurn] = useState(0);
  const opened = useRef('');
  const top = useRef<HTMLElement>(null);
  const { lesson = '', step = '' } = place.value ?? {};
  const { value: spoken } = language;
  const solved = progress.value.solved.length;
  const isLow = useMatch(low);

  useEffect(() => {
    let current = true;
    void readStep(session, lesson, step).then((made) => {
      if (!current) return;
      setTrouble('');
      setRead(made);
      const name = `${lesson}/${made.step.id}`;
      if (opened.current === name) {
        // In another language an edited program is kept; an unedited one gets its comments in that language.
        const { value: before } = stepProgram;
        if (made.step.program !== before && session.program.peek() === before) open(session, made.step);
        return;
      }
      opened.current = name;
      setWanted(undefined);
      setTurn(0);
      open(session, made.step);
      for (const part of [top.current, ...top.current?.querySelectorAll('.lesson-text, .lesson-questions') ?? []]) part?.scrollTo({ top: 0 });
      // In one column the page scrolls.
      top.current?.querySelector('header')?.scrollIntoView({ block: 'nearest' });
    }, (error: unknown) => {
      if (!current) return;
      setTrouble(error instanceof Error ? error.message : String(error));
      if (!session.report.peek()) session.open({ program: '' });
    });
    return () => {
      current = false;
    };
  }, [lesson, step, spoken, solved]);
  useEffect(() => () => { session.marks.value = new Map(); }, []);
  // The page may still evaluate the step when a picture is asked for.
  const card = wanted && !session.busy.value ? session.cards.value.find(({ key }) => key === wanted.name) : undefined;
  useLayoutEffect(() => {
    if (!wanted || !card) return;
    setWanted(undefined);
    bring(session, card, wanted.view);
  }, [wanted, card]);

  if (trouble) return <aside class="lesson" aria-label={t('learn')}><p class="problem" role="alert">{trouble}</p></aside>;
  if (!read) return <aside class="lesson" aria-label={t('learn')} aria-busy="true" />;
  const { outline, text, step: shown, way } = read;
  const at = outline.steps.findIndex(({ id }) => id === shown.id);
  const lessons = lessonsIn(spoken).filter(({ id }) => id !== appendixIn(spoken).id);
  const number = lessons.findIndex(({ id }) => id === outline.id);
  const to = ({ lesson, step }: LessonPlace) => (): void => openLesson(lesson, step);
  const exercises = outline.steps[at]?.exercises ?? [];
  const isPaged = exercises.length > (isLow ? 1 : mostTogether);
  const changed = session.program.value !== shown.program;
  const link = linkOf(session, shown);

  return (
    <aside class="lesson" aria-label={t('learn')} ref={top}>
      {presenting.value && (
        <Present
          next={way.next && to(way.next)}
          before={way.before && to(way.before)}
          leave={() => { presenting.value = false; }}
        />
      )}
      <header>
        <p class="lesson-name">
          {number >= 0 && <span>{t('course.number', { number: number + 1, count: lessons.length })}</span>}
          <b>{outline.title}</b>
          <button type="button" class="tool present" aria-pressed={presenting.value} aria-label={t('course.present')} title={t('course.present')} onClick={() => { presenting.value = !presenting.value; }}>
            <PresentIcon />
          </button>
          <button type="button" class="tool" aria-label={t('course.close')} title={t('course.close')} onClick={closeLesson}>✕</button>
        </p>
        <nav class="steps" aria-label={t('course.steps')}>
          {outline.steps.map(({ id, title }, index) => (
            <button
              key={id}
              type="button"
              title={title}
              aria-label={`${index + 1}: ${title}`}
              aria-current={id === shown.id ? 'step' : undefined}
              onClick={() => openLesson(outline.id, id)}
            />
          ))}
        </nav>
      </header>
      <div class="lesson-text" tabIndex={0} role="region" aria-label={shown.title}>
        <h2>{shown.title}</h2>
        <Prose text={shown.prose} link={link} />
        {shown.pictures.length > 1 && (
          <p class="pictures" role="group" aria-label={t('course.pictures')}>
            <span>{t('course.pictures')}</span>
            {shown.pictures.map(({ name, view, title }) => (
              <button
                key={`${name} ${view}`}
                type="button"
                onClick={() => setWanted({ name, view })}
              >
                {title}
              </button>
            ))}
          </p>
        )}
        {shown.plays.map((name) => (
          <p key={name} class="plays"><button type="button" onClick={() => setWanted({ name })}>▶ {t('course.play', { name })}</button></p>
        ))}
        {!changed && <Arrows session={session} arrows={shown.arrows} />}
        {changed && <p class="back"><button type="button" onClick={() => open(session, shown)}>{t('course.back')}</button></p>}
        {!way.next && <End outline={outline} />}
      </div>
      {exercises.length > 0 && (
        <div class="lesson-questions">
          {isPaged && (
            <nav class="turns" aria-label={t('exercises')}>
              {exercises.map(({ id }, index) => (
                <button key={id} type="button" aria-current={index === turn ? 'true' : undefined} onClick={() => setTurn(index)}>
                  {index + 1}{isSolved(outline.id, id) && ' ✓'}
                </button>
              ))}
            </nav>
          )}
          {exercises.map((exercise, index) => (
            <div key={`${outline.id}/${exercise.id}`} hidden={isPaged && index !== turn}>
              <Exercise session={session} lesson={outline.id} text={text} step={shown.id} exercise={exercise} link={link} />
            </div>
          ))}
        </div>
      )}
      <footer>
        {way.before && <button type="button" onClick={to(way.before)}>← {way.beforeTitle}</button>}
        {way.next && <button type="button" class="primary" onClick={to(way.next)}>{way.nextTitle} →</button>}
      </footer>
    </aside>
  );
}

async function readStep(session: Session, lesson: string, wanted: string): Promise<Read> {
  const text = await lessonText(lesson, language.peek());
  const outline = (await session.ask('lesson', { text }))?.answer;
  const id = outline?.steps.find((one) => one.id === wanted)?.id ?? outline?.steps[0]?.id ?? '';
  const given = await session.ask('lesson_step', { text, step: id });
  if (!outline || !given?.answer) throw new Error(given?.refused ?? t('course.missing'));
  const course = courseIn(language.peek()).map(({ id, title }) => ({ id, title }));
  const asked = await session.ask('lesson_way', { text, step: id, course, solved: solvedOf(outline.id) });
  // Without a last line that is empty, which takes a row from the picture.
  return { text, outline, step: { ...given.answer, program: given.answer.program.trimEnd() }, way: asked?.answer ?? { begins: false, beforeTitle: '', nextTitle: '' } };
}

/** Opens the step of the lesson: its program, its pictures, and its highlighted cells. */
function open(session: Session, { program, mode, views, lights }: LessonStep): void {
  stepProgram.value = program;
  session.open({ program, mode, choices: Object.fromEntries(views.map(({ name, view }) => [name, view])) });
  session.marks.value = new Map(lights.map(({ name, cells }) => [name, new Set(cells)]));
}

/** A card that the step shows: in a view, or its derivation. */
interface Shown {
  name: string;
  view?: string;
}

/** Next to the stage a card must be expanded to show its picture and its sections. */
function bring(session: Session, card: Card, view: string | undefined): void {
  if (card.place !== 'stage' && !card.expanded) session.expand(card, true);
  if (view !== undefined) {
    bringCardIntoSight(card.key);
    void session.choose(card, view);
    return;
  }
  session.playing.value = '';
  void session.unfold(card, 'derivation', true).then(() => {
    session.playing.value = card.key;
    bringIntoSight(() => [document.querySelector(`[data-card="${CSS.escape(card.key)}"] .derivation`)]);
  });
}

function linkOf(session: Session, { lights }: LessonStep): MakeLink {
  const own = new Map(lights.map(({ name, cells }) => [name, new Set(cells)]));
  return function Link(target, children) {
    const [kind = '', rest = ''] = split(target, ':');
    if (kind === 'cell') {
      const [name, cells] = split(rest, ':');
      return <CellLink session={session} name={name} cells={cells.split(',').map(Number)} own={own}>{children}</CellLink>;
    }
    if (kind === 'lesson') {
      const [lesson, step] = split(rest, '#');
      // A link, not a button: its words wrap with the sentence.
      return <a class="link" href={fragmentOf({ lesson, step })} onClick={(event) => { event.preventDefault(); openLesson(lesson, step); }}>{children}</a>;
    }
    const doc = session.functions.value.get(rest)?.doc ?? '';
    return <button type="button" class="function" title={doc} onClick={() => { reference.value = rest; }}>{children}</button>;
  };
}

interface CellLinkProps {
  session: Session;
  name: string;
  cells: readonly number[];
  own: ReadonlyMap<string, ReadonlySet<number>>;
  children: preact.ComponentChildren;
}

function CellLink({ session, name, cells, own, children }: CellLinkProps) {
  const shown = session.inspector.shown.value;
  const binding = session.cards.value.find(({ key }) => key === name)?.binding.id;
  const lit = binding === undefined ? undefined : shown?.lit.get(binding);
  const isLit = cells.some((cell) => lit?.has(cell));
  const mark = (): void => {
    session.inspector.letGo();
    session.marks.value = new Map([[name, new Set(cells)]]);
  };
  const unmark = (): void => { session.marks.value = own; };
  return (
    <button
      type="button"
      class={isLit ? 'cells-link lit' : 'cells-link'}
      onPointerEnter={mark}
      onPointerLeave={unmark}
      onFocus={mark}
      onBlur={unmark}
      onClick={() => bringCardIntoSight(name)}
    >
      {children}
    </button>
  );
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
