// The glossary of the course in the user's language: the term, and the term of the other language.
import glossary from '../../../core/data/glossary.json';
import type { Term } from '../core/door';
import type { Language } from '../words/words';

export function termsIn(language: Language): Term[] {
  const chinese = language === 'zh';
  return glossary.map(({ en, zh, meaning, lesson }) => ({
    term: chinese ? zh : en, other: chinese ? en : zh, meaning: chinese ? meaning.zh : meaning.en, place: lesson.replace('#', '/'),
  }));
}
