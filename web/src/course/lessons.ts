// The lessons: their list, and the text of one when it is opened.
import list from 'virtual:lessons';
import type { ListedExercise } from '../core/door';
import type { Language } from '../words/words';

export interface ListedLesson {
  id: string;
  /** Among the lessons; 0: the quiz before them, or the questions after them. */
  number: number;
  /** Its name among the data, without the language. */
  file: string;
  minutes: number;
  exercises: number;
  title: Readonly<Record<Language, string>>;
  about: Readonly<Record<Language, string>>;
}

export const lessons = list.filter(({ number }) => number > 0);
/** Where one begins who answers all questions of the quiz. */
const beyondQuiz = 'mma';

/** Where to begin, by the quiz's exercises in their order. */
export function placed(exercises: readonly ListedExercise[], isSolved: (exercise: string) => boolean): string {
  const open = exercises.find(({ id }) => !isSolved(id));
  return open ? open.from?.split('#')[0] ?? '' : beyondQuiz;
}

const texts = import.meta.glob<string>('../../../core/data/lessons/*.md', { query: '?raw', import: 'default' });

/** Rejects where there is no such lesson, or it cannot be loaded. */
export async function lessonText(id: string, language: Language): Promise<string> {
  const file = list.find((lesson) => lesson.id === id)?.file;
  const load = texts[`../../../core/data/lessons/${file}.${language}.md`];
  if (!load) throw new Error(`no lesson ${id}`);
  return load();
}
