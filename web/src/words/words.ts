// The page's own words, of core/data, in the reader's language. What the core says comes in that language from it.
import { computed, signal } from '@preact/signals';
import english from '../../../core/data/strings.en.json';
import { recall, remember } from '../base/storage';

export type Word = keyof typeof english;
/** Its code: "en", or the name of a file of core/data/languages. */
export type Language = string;

type Texts = Readonly<Record<string, string>>;
/** All that a language needs, in one file that is loaded when it is first spoken. */
interface Spoken {
  code: Language;
  /** The core's, by their ids. */
  sentences: Texts;
  /** The page's words. */
  page: Texts;
}

const files = import.meta.glob<Spoken>('../../../core/data/languages/*.json', { import: 'default' });
const loaders = new Map(Object.entries(files).map(([file, load]) => [/(\w+)\.json$/.exec(file)![1]!, load]));
const own: Language = 'en';

/** By its code each one's own name. (vite.config.ts) */
declare const LANGUAGE_NAMES: Readonly<Record<Language, string>>;

/** All that there are, each with its own name and what stands for it on a switch. */
export const languages = Object.entries({ [own]: 'English', ...LANGUAGE_NAMES })
  .map(([code, name]) => ({ code, name, label: name.length <= 3 ? name : code.toUpperCase(), tag: tagOf(code) }));

const key = 'stridescope-language';
const none: Texts = {};
const inEnglish: Spoken = { code: own, sentences: none, page: none };
const spoken = signal<Spoken>(inEnglish);

/** The language in force: another than English from when its words are there. */
export const language = computed<Language>(() => spoken.value.code);

/** What the core needs to speak the language in force: its sentences by their ids; none is English. */
export const sentences = computed<Texts>(() => spoken.value.sentences);

let wanted = own;
export async function speak(next: Language, keep = true): Promise<void> {
  wanted = next;
  if (keep) remember(key, next);
  const texts = await loaders.get(next)?.();
  // Another one was chosen meanwhile.
  if (wanted !== next) return;
  spoken.value = texts ? { ...texts, code: next } : inEnglish;
  document.documentElement.lang = tagOf(language.value);
}

/** What the reader chose before, else what the browser asks for. */
export function followLanguage(): void {
  const before = recall(key);
  const asked = before ?? navigator.language.split('-')[0]!;
  if (loaders.has(asked)) void speak(asked, false);
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
