// The list of lessons, from the front matter of core/data/lessons: what the page shows of all of them before the text of
// one is loaded.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { ListedLesson } from './src/course/lessons';

const folder = fileURLToPath(new URL('../core/data/lessons', import.meta.url));
const name = 'virtual:lessons';

/** A line `key: value` of the front matter. */
function line(text: string, key: string): string {
  return new RegExp(`^${key}: (.*)$`, 'm').exec(text.slice(0, text.indexOf('\n---', 3)))?.[1]?.trim() ?? '';
}

export function lessonsOf(from: string): ListedLesson[] {
  const files = readdirSync(from).filter((file) => file.endsWith('.en.md')).sort();
  return files.map((file) => {
    const [en, zh] = ['en', 'zh'].map((language) => readFileSync(`${from}/${file.replace('.en.', `.${language}.`)}`, 'utf8')) as [string, string];
    return {
      id: line(en, 'id'),
      // The quiz before the lessons and the questions after them have none.
      number: Number.parseInt(file, 10) || 0,
      file: file.replace('.en.md', ''),
      minutes: Number(line(en, 'minutes')),
      exercises: [...en.matchAll(/^```exercise$/gm)].length,
      title: { en: line(en, 'title'), zh: line(zh, 'title') },
      about: { en: line(en, 'about'), zh: line(zh, 'about') },
    };
  });
}

export function lessons(): Plugin {
  return {
    name: 'lessons',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      this.addWatchFile(folder);
      return `export default ${JSON.stringify(lessonsOf(folder))};`;
    },
  };
}
