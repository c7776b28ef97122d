// The page's own words, of core/data, in the reader's language. What the core says comes in that language from it.
import { computed, signal } from '@preact/signals';
import english from '../../../core/data/strings.en.json';
import { recall, remember } from '../base/storage';

export type Word = keyof typeof english;
export type Language = 'en' | 'zh';

interface Other {
  strings: Readonly<Record<string, string>>;
  docs: Readonly<Record<string, string>>;
  messages: Readonly<Record<string, string>>;
}

const key = 'stridescope-language';
const loaded = signal<Other | undefined>(undefined);
const chosen = signal<Language>('en');

/** The language in force: another than English from when its words are there. */
export const language = computed<Language>(() => (chosen.value === 'zh' && loaded.value ? 'zh' : 'en'));

const none: Readonly<Record<string, string>> = {};
/** What the core needs to speak the language in force: its sentences by their ids; none is English. */
export const sentences = computed<Readonly<Record<string, string>>>(() => (language.value === 'zh' && loaded.value?.messages) || none);

/** What functions of the language do, by name, where the language in force has it; else the core says it in English. */
export const documentation = computed<Readonly<Record<string, string>>>(() => (language.value === 'zh' && loaded.value?.docs) || none);

export async function speak(next: Language, keep = true): Promise<void> {
  chosen.value = next;
  if (keep) remember(key, next);
  if (next === 'zh' && !loaded.value) {
    const { docs, messages, strings } = await import('./chinese');
    loaded.value = { strings, docs, messages };
  }
  document.documentElement.lang = language.value === 'zh' ? 'zh-CN' : 'en';
}

/** What the reader chose before, else what the browser asks for. */
export function followLanguage(): void {
  const before = recall(key);
  const wanted = before === 'en' || before === 'zh' ? before : navigator.language.startsWith('zh') ? 'zh' : 'en';
  if (wanted === 'zh') void speak('zh', false);
}

/** The page's word, with what stands in its braces. */
export function t(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  const text = (language.value === 'zh' && loaded.value?.strings[word]) || english[word];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** What a function of the language does, by its name; `english` is what the core says. */
export function documentationOf(name: string, english: string): string {
  return (language.value === 'zh' && loaded.value?.docs[name]) || english;
}
