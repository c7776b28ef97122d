// An exercise: the question, the program with a hole, an answer, and the core's assessment.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Exercise as Asked, ListedExercise, MarkedAnswer } from '../core/door';
import { Drawing } from '../pictures/drawing';
import { answerTo, isSolved, keepAnswer, solve } from '../session/course';
import type { Session } from '../session/session';
import { t, type Word } from '../words/words';
import { Prose, type MakeLink } from './prose';

interface ExerciseProps {
  session: Session;
  lesson: string;
  text: string;
  step: string;
  exercise: ListedExercise;
  link: MakeLink;
}

export function Exercise({ session, lesson, text, step, exercise: { id, kind }, link }: ExerciseProps) {
  // The last state.
  const [kept] = useState(() => answerTo(lesson, id));
  const [seed, setSeed] = useState(kept?.seed ?? 0);
  const [asked, setAsked] = useState<Asked>();
  const [answer, setAnswer] = useState(kept?.text ?? '');
  const [said, setSaid] = useState<MarkedAnswer>();
  const [wrong, setWrong] = useState(0);
  const name = { step, exercise: id, seed };
  const reaction = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said) reaction.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);

  // The same instance in another language: the answer is kept.
  useEffect(() => {
    let current = true;
    void session.ask('exercise', { text, name }).then((given) => {
      if (current && given?.answer) setAsked(given.answer);
    });
    return () => {
      current = false;
    };
  }, [text, seed]);
  if (!asked) return null;

  function another(): void {
    setSeed(1 + Math.floor(Math.random() * 0x7fff_fffe));
    setAnswer('');
    setSaid(undefined);
    setWrong(0);
  }

  async function check(event: Event): Promise<void> {
    event.preventDefault();
    const marked = (await session.ask('mark_answer', { text, name, answer, wrong }))?.answer;
    if (!marked) return;
    setSaid(marked);
    keepAnswer(lesson, id, { seed, text: answer });
    if (marked.right) solve(lesson, id);
    // An answer that cannot be read costs no hint.
    else if (marked.hint) setWrong(wrong + 1);
  }

  /** The next hint, without an answer. */
  async function giveHint(): Promise<void> {
    const marked = (await session.ask('mark_answer', { text, name, answer: '', wrong }))?.answer;
    if (!marked) return;
    setSaid({ ...marked, why: '', program: '' });
    setWrong(wrong + 1);
  }

  async function showAnswer(): Promise<void> {
    const solution = (await session.ask('solution', { text, name }))?.answer?.text;
    if (solution === undefined) return;
    setAnswer(solution);
    setSaid(undefined);
  }

  /** Replaces the step's program by the program with the answer: its values have cards, and no cell of the step is highlighted. */
  function tryIt(): void {
    session.open({ program: said?.program ?? '', mode: asked!.mode });
    session.marks.value = new Map();
  }

  const field = (
    <input
      type="text"
      spellcheck={false}
      autocomplete="off"
      autocapitalize="off"
      aria-label={t('course.answer')}
      value={answer}
      size={Math.max(6, answer.length + 1)}
      onInput={(event) => {
        setAnswer(event.currentTarget.value);
        setSaid(undefined);
      }}
    />
  );
  return (
    <form class="exercise" data-exercise={id} onSubmit={(event) => void check(event)}>
      <h3>
        {t(`course.${kind}` as Word)}
        {isSolved(lesson, id) && <span class="solved" title={t('course.solved')}>✓</span>}
      </h3>
      <Prose text={asked.question} link={link} />
      {asked.pictures.map(({ name: shown, svg }) => <Drawing key={shown} svg={svg} />)}
      <pre class="hole">{asked.before}{field}{asked.after}</pre>
      <div class="exercise-actions">
        <button type="submit" class="primary" disabled={!answer.trim()}>{t('course.check')}</button>
        {!said?.right && wrong < asked.hints && <button type="button" class="quiet hint" onClick={() => void giveHint()}>{t('course.askHint')}</button>}
        {!said?.right && wrong >= asked.hints && <button type="button" class="quiet answer" onClick={() => void showAnswer()}>{t('exercises.solution')}</button>}
        {asked.varies && <button type="button" class="quiet another" onClick={another}>{t('course.another')}</button>}
      </div>
      <div role="status" ref={reaction}>
        {said?.right && <div><p class="right">{t('course.right')}</p><Prose text={said.hint} link={link} /></div>}
        {said && !said.right && (
          <div class="wrong">
            {said.mistake ? <Prose text={said.mistake} link={link} /> : said.why && <p>{said.why}</p>}
            {said.hint && <div class="hint-text"><b>{t('course.hint', { number: Math.min(wrong, asked.hints), count: asked.hints })}</b><Prose text={said.hint} link={link} /></div>}
          </div>
        )}
        {said?.program && (
          <p><button type="button" class="link" onClick={tryIt}>{t('course.try')}</button></p>
        )}
      </div>
    </form>
  );
}
