// The user's language: an earlier choice, else the browser's. Its words are fetched from the first moment on, together
// with the page's script, so that nothing is drawn in another one before.
import { recall } from '../base/storage';

/** Its code: "en", or the name of a file of core/data/languages. */
export type Language = string;

export type Texts = Readonly<Record<string, string>>;
/** All that a language needs, in one file that is loaded when it is first spoken. */
export interface Spoken {
  code: Language;
  /** The core's, by their ids. */
  sentences: Texts;
  /** The page's words. */
  page: Texts;
}

const files = import.meta.glob<Spoken>('../../../core/data/languages/*.json', { import: 'default' });
const loaders = new Map(Object.entries(files).map(([file, load]) => [/(\w+)\.json$/.exec(file)![1]!, load]));

/** The page's own, which needs no file. */
export const own: Language = 'en';
export const languageKey = 'stridescope-language';

/** What there is of it; undefined for the page's own. */
export async function wordsOf(code: Language): Promise<Spoken | undefined> {
  const texts = await loaders.get(code)?.();
  return texts && { ...texts, code };
}

const asked = recall(languageKey) ?? navigator.language.split('-')[0]!;

/** Its words, on their way; where they cannot be had there are none, as there are none of the page's own. */
export const wantedWords = loaders.has(asked) ? wordsOf(asked).catch(() => undefined) : undefined;
