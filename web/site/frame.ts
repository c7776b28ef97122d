// The frame of every page: head, parts, list of the part's pages, contents, search.
import { attribute, escaped, way, type Page, type Part } from './page.ts';
import type { Tongue } from './tongue.ts';

export interface Site {
  tongues: readonly Tongue[];
  /** Where the site is published; empty: not known. */
  address: string;
  /** Pages of each language, by its code. */
  pages: ReadonlyMap<string, readonly Page[]>;
}

const logo = `<svg class="logo" viewBox="0 0 22 22" width="22" height="22" aria-hidden="true">${[0, 1, 2].flatMap((row) => [0, 1, 2].map((column) =>
  `<rect x="${1 + column * 7}" y="${1 + row * 7}" width="6" height="6" rx="1.4" class="l${(row + 2 * column) % 4}"/>`)).join('')}<rect x="8" y="8" width="6" height="6" rx="1.4" class="eye"/></svg>`;
const themeIcon = '<svg viewBox="0 0 16 16" width="18" height="18" class="icon" aria-hidden="true"><circle cx="8" cy="8" r="5.5"/><path d="M8 2.5a5.5 5.5 0 0 1 0 11z" class="filled"/></svg>';
const searchIcon = '<svg viewBox="0 0 16 16" width="15" height="15" class="icon" aria-hidden="true"><circle cx="7" cy="7" r="4.2"/><path d="M10.2 10.2 13.6 13.6"/></svg>';

export function partsOf(tongue: Tongue): [Part, string, string][] {
  return [
    ['start', tongue.say('Start'), 'start.html'], ['manual', tongue.say('Manual'), 'manual/language.html'],
    ['reference', tongue.page('reference'), 'reference/index.html'], ['course', tongue.say('Course'), 'course/index.html'],
    ['gallery', tongue.page('gallery'), 'gallery/index.html'], ['commands', tongue.say('Command line'), 'commands/index.html'],
  ];
}

/** The pages in the list of a page: those of its part and its shelf. */
const besides = (page: Page, pages: readonly Page[]): Page[] => pages.filter(({ part, listed, shelf }) => part === page.part && listed && (!shelf || shelf === page.shelf));

function list(tongue: Tongue, page: Page, pages: readonly Page[]): string {
  const part = besides(page, pages);
  if (part.length < 2) return '';
  const rows = part.map(({ path, listed, heading }) => `${heading ? `<li class="heading">${escaped(heading)}</li>` : ''}<li><a href="${way(page.path, path)}"${path === page.path ? ' aria-current="page"' : ''}>${escaped(listed!)}</a></li>`);
  const name = tongue.say('Pages of this part');
  return `<details class="side" open><summary>${name}</summary><nav aria-label="${name}"><ul>${rows.join('')}</ul></nav></details>`;
}

/** With more of them, the contents have those of the first level only. */
const mostHeads = 26;

function contents(tongue: Tongue, { html, plain }: Page): string {
  const all = plain ? [] : [...html.matchAll(/<h([23]) id="([^"]+)"[^>]*>([\s\S]*?)<\/h\1>/g)];
  const heads = all.length > mostHeads ? all.filter(([, level]) => level === '2') : all;
  if (heads.length < 2) return '';
  const name = tongue.say('On this page');
  return `<nav class="contents" aria-label="${name}"><b>${name}</b><ul>${heads.map(([, level, id, inner]) => `<li${level === '3' ? ' class="below"' : ''}><a href="#${id}">${inner!.replace(/<\/?a\b[^>]*>/g, '')}</a></li>`).join('')}</ul></nav>`;
}

/** The pages before and after, in the list of the part. */
function around(tongue: Tongue, page: Page, pages: readonly Page[]): string {
  const part = besides(page, pages);
  const at = part.indexOf(page);
  if (at < 0) return '';
  const link = (to: Page | undefined, rel: string, word: string): string => (to ? `<a rel="${rel}" href="${way(page.path, to.path)}"><small>${word}</small>${escaped(to.listed!)}</a>` : '<span></span>');
  return `<nav class="around" aria-label="${tongue.say('Neighboring pages')}">${link(part[at - 1], 'prev', tongue.say('Previous'))}${link(part[at + 1], 'next', tongue.say('Next'))}</nav>`;
}

const titleOf = (page: Page): string => (page.part === 'home' ? page.title : `${page.title} · Stridescope`);

/** The whole page. */
export function framed(site: Site, tongue: Tongue, page: Page): string {
  const pages = site.pages.get(tongue.code)!;
  const here = tongue.folder + page.path;
  const up = '../'.repeat(here.split('/').length - 1);
  const side = list(tongue, page, pages);
  const right = contents(tongue, page);
  const others = site.tongues.filter((one) => one !== tongue);
  const inOthers = others.map(({ folder, tag, name }) => `<a class="quiet" lang="${tag}" hreflang="${tag}" href="${up}${folder}${page.path}">${name}</a>`).join('');
  const canonical = site.address && `<link rel="canonical" href="${site.address}/${here}">${site.tongues.map(({ folder, tag }) => `<link rel="alternate" hreflang="${tag}" href="${site.address}/${folder}${page.path}">`).join('')}`;
  const search = tongue.say('Search');
  const note = page.english ? `<p class="note" role="note">${tongue.say('This page is in English only.')}</p>` : '';
  const html = `<!doctype html>
<html lang="${tongue.tag}" data-root="${up}" data-language="${tongue.code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${attribute(page.about)}">
<title>${escaped(titleOf(page))}</title>
${canonical}<link rel="icon" href="${up}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${up}site.css">
<script src="${up}site.js"></script>
</head>
<body class="part-${page.part}">
<a class="skip" href="#content">${tongue.say('Skip to the text')}</a>
<header class="bar">
<a class="home" href="${way(page.path, 'index.html')}">${logo}<span>Stridescope</span></a>
<nav class="parts" aria-label="${tongue.say('Parts')}">${partsOf(tongue).map(([part, name, to]) => `<a href="${way(page.path, to)}"${part === page.part || (part === 'manual' && page.part === 'folders') ? ' aria-current="true"' : ''}>${name}</a>`).join('')}</nav>
<button type="button" class="seek" aria-haspopup="dialog">${searchIcon}<span>${search}</span><kbd>/</kbd></button>
${inOthers}
<button type="button" class="tool theme" title="${tongue.say('Light or dark')}" aria-label="${tongue.say('Light or dark')}">${themeIcon}</button>
</header>
<div class="columns${side ? '' : ' no-side'}${right ? '' : ' no-contents'}">
${side ? `<aside>${side}</aside>` : ''}
<main id="content" tabindex="-1">${note}<article${page.english ? ' lang="en"' : ''}>${page.html}</article>${around(tongue, page, pages)}</main>
${right}
</div>
<footer><a href="${up}explorer/index.html">${tongue.say('Open the explorer')}</a> <a href="${way(page.path, 'manual/architecture.html')}">${tongue.say('Architecture')}</a> <a href="${way(page.path, 'manual/lint.html')}">${tongue.say('Lint rules')}</a> <a href="${way(page.path, 'manual/performance.html')}">${tongue.say('Performance')}</a> <span>Apache-2.0</span></footer>
<dialog class="search" aria-label="${search}"><form method="dialog"><input type="search" role="combobox" aria-expanded="true" aria-controls="found" aria-autocomplete="list" placeholder="${tongue.say('Words, a function, a rule, a lesson')}" aria-label="${search}" autocomplete="off" spellcheck="false"><button type="submit" aria-label="${tongue.say('Close')}">Esc</button></form>
<ul id="found" role="listbox" aria-label="${search}"></ul><p class="nothing" hidden>${tongue.say('No page has these words.')}</p></dialog>
</body>
</html>
`;
  return html.replaceAll('="asset:', `="${up}`);
}

/** The sitemap of search engines, for a site with an address. */
export function sitemap(site: Site): string {
  const urls = site.tongues.flatMap(({ code, folder }) => site.pages.get(code)!.map(({ path }) => `<url><loc>${site.address}/${folder}${path}</loc></url>`));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('\n')}</urlset>\n`;
}
