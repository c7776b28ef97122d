// The user's language: an earlier choice, otherwise the browser's. Its words are fetched from the start, together with
// the page's script, so that nothing is drawn in another language first.
import { recall } from '../base/storage';

/** Its code: "en", or the name of a file of core/data/languages. */
export type Language = string;

export type Texts = Readonly<Record<string, string>>;
/** All texts of a language, in one file that is loaded on first use. */
export interface Spoken {
  code: Language;
  /** The core's sentences, by their ids. */
  sentences: Texts;
  /** The page's words. */
  page: Texts;
}

const files = import.meta.glob<Spoken>('../../../core/data/languages/*.json', { import: 'default' });
const loaders = new Map(Object.entries(files).map(([file, load]) => [/(\w+)\.json$/.exec(file)![1]!, load]));

/** The built-in language, which needs no file. */
export const own: Language = 'en';
export const languageKey = 'stridescope-language';

/** The texts of a language; undefined for the built-in one. */
export async function wordsOf(code: Language): Promise<Spoken | undefined> {
  const texts = await loaders.get(code)?.();
  return texts && { ...texts, code };
}

const asked = recall(languageKey) ?? navigator.language.split('-')[0]!;

/** The words being loaded; undefined after a failure, as for the built-in language. */
export const wantedWords = loaders.has(asked) ? wordsOf(asked).catch(() => undefined) : undefined;
