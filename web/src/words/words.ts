// The page's own words, from core/data, in the user's language. The core's answers are in the same language.
import { computed, signal } from '@preact/signals';
import english from '../../../core/data/strings.en.json';
import { remember } from '../base/storage';
import { own, languageKey, wantedWords, wordsOf, type Language, type Spoken, type Texts } from './wanted';

export type Word = keyof typeof english;
export type { Language } from './wanted';

/** The languages' own names, by code. (vite.config.ts) */
declare const LANGUAGE_NAMES: Readonly<Record<Language, string>>;

/** All languages, each with its own name and its short form on a switch. */
export const languages = Object.entries({ [own]: 'English', ...LANGUAGE_NAMES })
  .map(([code, name]) => ({ code, name, label: name.length <= 3 ? name : code.toUpperCase(), tag: tagOf(code) }));

const none: Texts = {};
const inEnglish: Spoken = { code: own, sentences: none, page: none };
const spoken = signal<Spoken>(inEnglish);

/** The current language: another one than English once its words are loaded. */
export const language = computed<Language>(() => spoken.value.code);

/** The sentences of the current language for the core, by their ids; empty for English. */
export const sentences = computed<Texts>(() => spoken.value.sentences);

let wanted = own;
export async function speak(next: Language): Promise<void> {
  wanted = next;
  remember(languageKey, next);
  const texts = await wordsOf(next);
  // Another one was chosen meanwhile.
  if (wanted === next) take(texts);
}

/** The user's earlier choice, otherwise the browser's language. Nothing is shown before it is loaded. */
export async function followLanguage(): Promise<void> {
  if (wantedWords) take(await wantedWords);
}

function take(texts: Spoken | undefined): void {
  spoken.value = texts ?? inEnglish;
  document.documentElement.lang = tagOf(language.value);
}

/** A word of the page, with values in its braces; `{one|many}` is a word for the number before it. */
export function t(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  const text = spoken.value.page[word] || english[word];
  let last: string | number = '';
  return text.replace(/\{(\w+)(?:\|(\w+))?\}/g, (whole, name: string, many?: string) => (many ? (String(last) === '1' ? name : many) : String(last = values[name] ?? whole)));
}

/** The language tag of the document, with the region, which selects the look of characters. */
function tagOf(code: Language): string {
  const { language: base, region } = new Intl.Locale(code).maximize();
  return code === own ? own : `${base}-${region}`;
}
