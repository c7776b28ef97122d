// Pages that are files of the repository: the manual, and the page of each folder.
import { existsSync, readdirSync } from 'node:fs';
import { placeOf, type Markdown } from './markdown.ts';
import { sectionsOf, textOf, type Page, type Part } from './page.ts';
import { read, root, type Tongue } from './tongue.ts';

/** The pages of the manual, in the order in which one needs them; a new file of web/docs is between these. */
const first = ['language', 'python', 'npm', 'library', 'gpu', 'tracing', 'machine', 'lint', 'editor', 'agents', 'skill'];
const last = ['performance', 'architecture', 'contributing'];
const known = readdirSync(`${root}/web/docs`).flatMap((name) => (/^[\w-]+\.md$/.test(name) && name !== 'start.md' ? [name.replace('.md', '')] : []));
const manual = [
  ...first.filter((name) => known.includes(name) || name === 'skill'), ...known.filter((name) => ![...first, ...last].includes(name)), ...last,
];
const files: Record<string, string> = { skill: 'web/docs/stridescope/SKILL', contributing: 'CONTRIBUTING' };

/** A file in the language, or in English. Translations are in web/docs. */
function source(tongue: Tongue, name: string): { file: string; english: boolean } {
  const own = `${name === 'CONTRIBUTING' ? 'web/docs/contributing' : name}.${tongue.code}.md`;
  return tongue.code !== 'en' && existsSync(`${root}/${own}`) ? { file: own, english: false } : { file: `${name}.md`, english: tongue.code !== 'en' };
}

function pageOf(tongue: Tongue, markdown: Markdown, name: string, part: Part): Page {
  const { file, english } = source(tongue, name);
  const path = placeOf(file)!;
  const text = read(file).replace(/^---\n[\s\S]*?\n---\n/, '');
  const title = /^# (.*)$/m.exec(text)?.[1] ?? name;
  const html = markdown.file(text, file, path);
  const about = textOf(/<p>([\s\S]*?)<\/p>/.exec(html)?.[1] ?? '').replace(/:$/, '.');
  return { path, part, title, about, html, sections: sectionsOf(title, html.replace(/<h1[\s\S]*?<\/h1>/, '')), english };
}

export function manualPages(tongue: Tongue, markdown: Markdown): Page[] {
  const start = pageOf(tongue, markdown, 'web/docs/start', 'start');
  return [{ ...start, plain: false }, ...manual.map((name) => {
    const page = pageOf(tongue, markdown, files[name] ?? `web/docs/${name}`, 'manual');
    // The skill's own title is that of the whole.
    const title = name === 'skill' ? tongue.say('Skill for agents') : page.title;
    return { ...page, title, listed: title };
  })];
}

/** The README of each folder that the table of the architecture has. */
export function folderPages(tongue: Tongue, markdown: Markdown): Page[] {
  const table = /<!-- folders -->([\s\S]*)<!-- \/folders -->/.exec(read('web/docs/architecture.md'))?.[1] ?? '';
  const names = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name!).filter((name) => existsSync(`${root}/${name}/README.md`));
  return names.map((name) => ({ ...pageOf(tongue, markdown, `${name}/README`, 'folders'), listed: name }));
}

/** The folders in a page that have a page of their own lead there. */
export function linkFolders(page: Page, folders: ReadonlySet<string>): Page {
  const to = (name: string): string => `folders/${name.replaceAll('/', '-')}.html`;
  const html = page.html.replace(/<code>((?:core|desktop|web|wasm|gpu_runner|python)[\w/]*)<\/code>(?!<\/a>)/g, (whole, name: string) =>
    (folders.has(name) ? `<a href="${page.part === 'folders' ? '' : '../folders/'}${to(name).slice('folders/'.length)}">${whole}</a>` : whole));
  return { ...page, html };
}
