// The lessons: their list, and the text of a lesson when it is opened.
import list from 'stridescope-wasm/lessons.json';
import type { LessonOutline } from '../core/door';
import type { Language } from '../words/words';

/** In order, in English if the language lacks one; without the quiz before them and the questions after them. */
export function lessonsIn(language: Language): readonly LessonOutline[] {
  return list.filter(({ number }) => number > 0).map(({ outlines }) => outlines[language] ?? outlines.en);
}

/** The last lesson is a part of its own: the course ends before it. */
export function appendixIn(language: Language): LessonOutline {
  return lessonsIn(language).at(-1)!;
}

/** The lessons and the questions at their end, without the appendix. */
export function courseIn(language: Language): readonly LessonOutline[] {
  const questions = allLessonsIn(language).filter(({ id }) => id === 'final');
  return [...lessonsIn(language).slice(0, -1), ...questions];
}

/** Also the quiz and the questions, after them. */
export function allLessonsIn(language: Language): readonly LessonOutline[] {
  return [...list].sort((a, b) => (a.number || Infinity) - (b.number || Infinity) || 0).map(({ outlines }) => outlines[language] ?? outlines.en);
}

const texts = import.meta.glob<string>('../../../core/data/lessons/*.md', { query: '?raw', import: 'default' });

/** Rejects if the lesson does not exist or cannot be loaded. */
export async function lessonText(id: string, language: Language): Promise<string> {
  const file = list.find(({ outlines }) => outlines.en.id === id)?.file;
  const textIn = (code: Language) => texts[`../../../core/data/lessons/${file}.${code}.md`];
  const load = textIn(language) ?? textIn('en');
  if (!load) throw new Error(`no lesson ${id}`);
  return load();
}
