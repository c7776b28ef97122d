// The glossary of the course, for a reader of a language: its word, and the other one's.
import glossary from '../../../core/data/glossary.json';
import type { Term } from '../core/door';
import type { Language } from '../words/words';

export function termsIn(language: Language): Term[] {
  const chinese = language === 'zh';
  return glossary.map(({ en, zh, meaning, lesson }) => ({
    term: chinese ? zh : en, other: chinese ? en : zh, meaning: chinese ? meaning.zh : meaning.en, place: lesson.replace('#', '/'),
  }));
}
