// Progress in the course: position, solved exercises and answers. It is stored in this browser.
import { signal } from '@preact/signals';
import { recall, remember } from '../base/storage';

export interface Place {
  lesson: string;
  /** Empty: the first step. */
  step: string;
}

const key = 'stridescope-course';

interface Progress {
  /** LESSON/EXERCISE. */
  solved: readonly string[];
  last?: Place;
  /** The last answer to each exercise, with its instance. */
  answers: Readonly<Record<string, Answer>>;
}

export interface Answer {
  seed: number;
  text: string;
}

/** The open lesson; undefined: none. */
export const place = signal<Place | undefined>(undefined);
export const progress = signal<Progress>(read());

/** The original program of the open step. */
export const stepProgram = signal<string | undefined>(undefined);

/** The lesson is presented to an audience. */
export const presenting = signal(false);

export function openLesson(lesson: string, step = ''): void {
  place.value = { lesson, step };
  keep({ ...progress.value, last: { lesson, step } });
}

export function closeLesson(): void {
  place.value = undefined;
  stepProgram.value = undefined;
  presenting.value = false;
}

export function solve(lesson: string, exercise: string): void {
  const name = `${lesson}/${exercise}`;
  if (!progress.value.solved.includes(name)) keep({ ...progress.value, solved: [...progress.value.solved, name] });
}

export function answerTo(lesson: string, exercise: string): Answer | undefined {
  return progress.peek().answers[`${lesson}/${exercise}`];
}

export function keepAnswer(lesson: string, exercise: string, answer: Answer): void {
  keep({ ...progress.peek(), answers: { ...progress.peek().answers, [`${lesson}/${exercise}`]: answer } });
}

export function isSolved(lesson: string, exercise: string): boolean {
  return progress.value.solved.includes(`${lesson}/${exercise}`);
}

/** Ids of the solved exercises of a lesson. */
export function solvedOf(lesson: string): string[] {
  return progress.value.solved.flatMap((name) => (name.startsWith(`${lesson}/`) ? [name.slice(lesson.length + 1)] : []));
}

/** `#lesson=ID/STEP`. */
export function placeOf(fragment: string): Place | undefined {
  const match = /^#lesson=([\w-]+)(?:\/([\w-]+))?$/.exec(fragment);
  return match ? { lesson: match[1]!, step: match[2] ?? '' } : undefined;
}

export function fragmentOf({ lesson, step }: Place): string {
  return `#lesson=${lesson}${step && `/${step}`}`;
}

/** The address of a page that shows the step with its original program; undefined for another program. */
export function placeFragment(program: string): string | undefined {
  const { value: at } = place;
  return at && stepProgram.value === program ? fragmentOf(at) : undefined;
}

function keep(next: Progress): void {
  progress.value = next;
  remember(key, JSON.stringify(next));
}

function read(): Progress {
  try {
    const { solved, last, answers } = JSON.parse(recall(key) ?? '{}') as Partial<Progress>;
    return {
      solved: Array.isArray(solved) ? solved.filter((name) => typeof name === 'string') : [],
      ...(typeof last?.lesson === 'string' && typeof last.step === 'string' && { last }),
      answers: Object.fromEntries(Object.entries(answers ?? {}).filter(([, one]) => typeof one?.text === 'string' && Number.isInteger(one.seed) && one.seed >= 0)),
    };
  } catch {
    return { solved: [], answers: {} };
  }
}
