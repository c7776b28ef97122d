// The page's own words, of core/data, in the reader's language. What the core says comes in that language from it.
import { computed, signal } from '@preact/signals';
import english from '../../../core/data/strings.en.json';
import { remember } from '../base/storage';
import { own, languageKey, wantedWords, wordsOf, type Language, type Spoken, type Texts } from './wanted';

export type Word = keyof typeof english;
export type { Language } from './wanted';

/** By its code each one's own name. (vite.config.ts) */
declare const LANGUAGE_NAMES: Readonly<Record<Language, string>>;

/** All that there are, each with its own name and what stands for it on a switch. */
export const languages = Object.entries({ [own]: 'English', ...LANGUAGE_NAMES })
  .map(([code, name]) => ({ code, name, label: name.length <= 3 ? name : code.toUpperCase(), tag: tagOf(code) }));

const none: Texts = {};
const inEnglish: Spoken = { code: own, sentences: none, page: none };
const spoken = signal<Spoken>(inEnglish);

/** The language in force: another than English from when its words are there. */
export const language = computed<Language>(() => spoken.value.code);

/** What the core needs to speak the language in force: its sentences by their ids; none is English. */
export const sentences = computed<Texts>(() => spoken.value.sentences);

let wanted = own;
export async function speak(next: Language): Promise<void> {
  wanted = next;
  remember(languageKey, next);
  const texts = await wordsOf(next);
  // Another one was chosen meanwhile.
  if (wanted === next) take(texts);
}

/** What the reader chose before, else what the browser asks for. Until it is there nothing is to be said. */
export async function followLanguage(): Promise<void> {
  if (wantedWords) take(await wantedWords);
}

function take(texts: Spoken | undefined): void {
  spoken.value = texts ?? inEnglish;
  document.documentElement.lang = tagOf(language.value);
}

/** The page's word, with what stands in its braces; `{one|many}` is a word for the number before it. */
export function t(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  const text = spoken.value.page[word] || english[word];
  let last: string | number = '';
  return text.replace(/\{(\w+)(?:\|(\w+))?\}/g, (whole, name: string, many?: string) => (many ? (String(last) === '1' ? name : many) : String(last = values[name] ?? whole)));
}

/** As the document says it, with the region, which tells how its characters look. */
function tagOf(code: Language): string {
  const { language: base, region } = new Intl.Locale(code).maximize();
  return code === own ? own : `${base}-${region}`;
}
