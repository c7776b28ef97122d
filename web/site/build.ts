// Writes the site: all pages in all languages, what a search reads, and the files that they share.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandPages } from './commands.ts';
import { coursePages, lessonsOf } from './course.ts';
import { framed, partsOf, sitemap, type Site } from './frame.ts';
import { galleryPages } from './gallery.ts';
import { homePage } from './home.ts';
import { brokenLinks } from './links.ts';
import { folderPages, linkFolders, manualPages } from './manual.ts';
import { Markdown, pictures } from './markdown.ts';
import type { Page } from './page.ts';
import { drawingRules, thumbnails } from './picture.ts';
import { referencePages } from './reference.ts';
import { root, Tongue, type Core } from './tongue.ts';

export interface Places {
  /** The npm package, the page, the command line, and where the site is to be. */
  npm: string;
  page: string;
  program: string;
  out: string;
  /** Where the site is published; empty: not known. */
  address: string;
  /** The colors of core/data/colors.def. */
  colors: ReadonlyMap<string, string>;
}

function pagesOf(tongue: Tongue, markdown: Markdown, program: string): Page[] {
  tongue.begin();
  const lessons = lessonsOf(tongue);
  const names = new Set(tongue.core.call('functions', {}).functions.map(({ name }) => name));
  const folders = folderPages(tongue, markdown);
  const known = new Set(folders.map(({ title }) => title));
  return [
    homePage(tongue, markdown), ...manualPages(tongue, markdown).map((page) => linkFolders(page, known)),
    ...referencePages(tongue, lessons.map(({ outline }) => outline)), ...coursePages(tongue, markdown, lessons, names),
    ...galleryPages(tongue), ...commandPages(tongue, program), ...folders.map((page) => linkFolders(page, known)),
  ];
}

function filesBelow(folder: string, below = ''): string[] {
  return readdirSync(path.join(folder, below)).flatMap((name) => {
    const file = path.posix.join(below, name);
    return statSync(path.join(folder, file)).isDirectory() ? filesBelow(folder, file) : [file];
  });
}

/** Returns the number of pages; fails if a link is broken or a word is missing in a language. */
export async function buildSite({ npm, page: explorer, program, out, address, colors }: Places): Promise<number> {
  for (const file of [`${npm}/index.js`, `${explorer}/index.html`, program]) {
    if (!existsSync(file)) throw new Error(`${file} is missing: build it first (./dev build)`);
  }
  const given = async <T>(name: string): Promise<T> => await import(/* @vite-ignore */ pathToFileURL(path.resolve(npm, name)).href) as T;
  const core = await (await given<{ load: () => Promise<Core> }>('index.js')).load();
  const markdown = new Markdown((await given<{ default: ConstructorParameters<typeof Markdown>[0] }>('markdown-it.js')).default);
  const tongues = Tongue.all(core);
  const site: Site = { tongues, address: address.replace(/\/$/, ''), pages: new Map(tongues.map((tongue) => [tongue.code, pagesOf(tongue, markdown, program)])) };

  cpSync(explorer, `${out}/explorer`, { recursive: true });
  cpSync(`${root}/web/public/icon.svg`, `${out}/icon.svg`);
  for (const [name, from] of pictures) {
    mkdirSync(path.dirname(`${out}/${name}`), { recursive: true });
    cpSync(`${root}/${from}`, `${out}/${name}`);
  }
  // A file has no style sheet of the page: the colors are in it.
  const own = [...colors].filter(([name]) => /^--ss-|^--(?:muted|line|lit)$/.test(name)).map(([name, value]) => `${name}:${value};`).join('');
  const style = `<style>:root{color-scheme:light dark;${own}--ss-muted:var(--muted);--ss-line:var(--line);--ss-lit:var(--lit)}`;
  for (const [name, svg] of thumbnails) writeFileSync(`${out}/${name}`, svg.replace('<style>', style));
  writeFileSync(`${out}/site.css`, `${readFileSync(`${out}/site.css`, 'utf8')}\n${[...drawingRules].join('\n')}\n`);
  // GitHub would leave out names that begin with an underscore.
  writeFileSync(`${out}/.nojekyll`, '');
  if (site.address) writeFileSync(`${out}/sitemap.xml`, sitemap(site));

  const files = new Map<string, string>();
  for (const tongue of tongues) {
    const pages = site.pages.get(tongue.code)!;
    for (const page of pages) {
      const name = tongue.folder + page.path;
      if (files.has(name)) throw new Error(`two pages are ${name}: ${page.title}`);
      files.set(name, framed(site, tongue, page));
    }
    const names = new Map<string, string>([['home', 'Stridescope'], ...partsOf(tongue).map(([part, name]): [string, string] => [part, name])]);
    const found = pages.flatMap(({ path: to, part, title, sections }) => sections.map(({ id, title: head, text }) =>
      ({ to: id ? `${to}#${id}` : to, title: head, of: id ? title : names.get(part) ?? tongue.say('Manual'), text: text.slice(0, 1200) })));
    if (tongue.folder) writeFileSync(`${out}/sentences-${tongue.code}.js`, `self.stridescopeSentences = ${JSON.stringify(tongue.sentences)};\n`);
    writeFileSync(`${out}/search-${tongue.code}.js`, `self.stridescopePages = ${JSON.stringify(found)};\n`);
  }
  for (const [name, html] of files) {
    mkdirSync(path.dirname(`${out}/${name}`), { recursive: true });
    writeFileSync(`${out}/${name}`, html);
  }
  const faults = [
    ...brokenLinks(files, new Set(filesBelow(out))),
    ...tongues.flatMap(({ name, missing }) => [...missing].map((text) => `${name} does not have ${JSON.stringify(text)} in its section "site"`)),
  ];
  if (faults.length) throw new Error(`the site has ${faults.length} faults:\n${faults.join('\n')}`);
  return files.size;
}
