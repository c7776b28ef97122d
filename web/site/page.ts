// A page of the site, before it has a frame.
export const parts = ['start', 'manual', 'reference', 'course', 'gallery', 'commands', 'folders'] as const;
export type Part = (typeof parts)[number] | 'home';

/** What a search finds: a page, or a section of it. */
export interface Section {
  /** Empty for the page. */
  id: string;
  title: string;
  text: string;
}

export interface Page {
  /** Below the folder of the language, such as `manual/lint.html`. */
  path: string;
  part: Part;
  title: string;
  /** One line, for lists and for machines. */
  about: string;
  /** Links in it are relative to the page; `asset:` begins the name of a file that all languages share. */
  html: string;
  sections: Section[];
  /** In the list beside the page; not listed if left out. */
  listed?: string;
  /** Only the pages of the same shelf have it in their list. */
  shelf?: string;
  /** Heading of that list, in front of this page. */
  heading?: string;
  /** The text is in English, in a language that has no other one. */
  english?: boolean;
  /** Pages without a list of their sections. */
  plain?: boolean;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' };
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => escapes[char]!);
export const attribute = (text: string): string => text.replace(/[&<>"\n]/g, (char) => escapes[char]!);

/** The text of HTML, in one line. */
export const textOf = (html: string): string => html
  .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, ' ')
  .replace(/<[^>]*>/g, (tag) => (/^<\/?(?:code|em|strong|b|a|span|kbd|small)\b/.test(tag) ? '' : ' '))
  .replace(/&(lt|gt|quot|amp|#10|#39);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&', '#10': ' ', '#39': '\'' })[name]!)
  .replace(/\s+/g, ' ').trim();

/** The page and its headings, each with the text up to the next one. */
export function sectionsOf(title: string, html: string): Section[] {
  const out: Section[] = [];
  let [id, head, from] = ['', title, 0];
  for (const { 0: whole, 1: next, 2: inner, index } of html.matchAll(/<h[23] id="([^"]+)"[^>]*>([\s\S]*?)<\/h[23]>/g)) {
    out.push({ id, title: head, text: textOf(html.slice(from, index)) });
    [id, head, from] = [next!, textOf(inner!), index + whole.length];
  }
  out.push({ id, title: head, text: textOf(html.slice(from)) });
  return out;
}

/** A file name of an id: letters, digits, `_`, `-` and `.`; differs for names that differ in case only. */
export const fileName = (id: string): string => id.replace(/[^\w.-]+/g, '-');

/** The way from one path to another. */
export function way(from: string, to: string): string {
  const [, file, anchor] = /^([^#]*)(#.*)?$/.exec(to)! as unknown as [string, string, string?];
  if (file === '' || file === from) return anchor ?? from.split('/').at(-1)!;
  const here = from.split('/').slice(0, -1);
  const there = file.split('/');
  let same = 0;
  while (same < here.length && here[same] === there[same]) same += 1;
  return `${'../'.repeat(here.length - same)}${there.slice(same).join('/')}${anchor ?? ''}`;
}
