// Markdown as the site shows it: headings with ids, links to pages of the site, code in colors, answers of `^?`.
import path from 'node:path';
import hljs from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';
import { drawing } from './picture.ts';
import { attribute, escaped, way } from './page.ts';

/** Where a file of the repository is on the site; undefined: nowhere. */
export function placeOf(file: string): string | undefined {
  const [, manual] = /^web\/docs\/([\w-]+?)(?:\.\w+)?\.md$/.exec(file) ?? [];
  if (manual) return manual === 'start' ? 'start.html' : `manual/${manual}.html`;
  const [, folder] = /^(.+)\/README\.md$/.exec(file) ?? [];
  if (folder) return `folders/${folder.replaceAll('/', '-')}.html`;
  return { 'README.md': 'index.html', 'CONTRIBUTING.md': 'manual/contributing.html', 'web/docs/stridescope/SKILL.md': 'manual/skill.html' }[file.replace(/\.[a-z]{2}\.md$/, '.md')];
}

/** Pictures of the repository that pages show, by their names on the site. */
export const pictures = new Map<string, string>();

hljs.registerLanguage('stride', () => ({
  contains: [
    { scope: 'comment', begin: /#(?!ttg)|\/\//, end: /$/ },
    { scope: 'string', begin: '"', end: '"' },
    { scope: 'symbol', begin: /\b_\d+\b/ },
    { scope: 'number', begin: /\b\d+\b/ },
    { scope: 'keyword', begin: /(?<=[\s)\d]|^)(?:o|⊘|⊗)(?=[\s(\d])/ },
    { scope: 'title', begin: /\b[a-z_][\w.]*(?=\s*(?:<[^>]*>)?\()/ },
  ],
}));

/** A block of code, with the colors of its language. */
export function code(text: string, language = ''): string {
  const name = { sh: 'bash', console: 'bash', '': '' }[language] ?? language;
  const shell = name === '' && /^(?:\$ |\.\/dev |stridescope |pip |npm |apt-get )/m.test(text);
  const html = hljs.getLanguage(name) ? hljs.highlight(text, { language: name }).value : escaped(text);
  const lines = shell ? html.replace(/^(\$ )(.*)$/gm, '<span class="prompt">$1</span><b>$2</b>').replace(/( +)(# .*)$/gm, '$1<span class="hljs-comment">$2</span>') : html;
  return `<pre tabindex="0"${name ? ` data-language="${attribute(name)}"` : ''}><code>${lines.replace(/\n$/, '')}</code></pre>`;
}

/** The id of a heading, as GitHub makes it. */
const slug = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replace(/\s/g, '-');

interface Environment { file: string; path: string; link: ((target: string, from: string) => string | undefined) | undefined; ids: Set<string> }

type Parser = InstanceType<typeof MarkdownIt>;
type Plugin = (md: Parser) => void;

export class Markdown {
  private readonly md: Parser;

  /** `answers` is the plugin of the npm package. */
  constructor(answers: Plugin) {
    const md = this.md = new MarkdownIt({ html: true, highlight: (text: string, language: string) => code(text, language.split(/\s/)[0]) });
    // A block that explains `^?` is shown before it is answered, too.
    md.core.ruler.push('source', ({ tokens, Token: Made }) => {
      for (let at = tokens.length; at-- > 0;) {
        const { type, content, info } = tokens[at]!;
        if (type !== 'fence' || !/\bsource\b/.test(info)) continue;
        const shown = new Made('html_block', '', 0);
        shown.content = `${code(content, info.split(' ')[0])}\n`;
        tokens.splice(at, 0, shown);
      }
    });
    md.use(answers);
    md.core.ruler.push('site', (state) => {
      const env = state.env as unknown as Environment;
      state.tokens.forEach((token, at) => {
        if (token.type === 'heading_open') {
          const wanted = slug(textIn(state.tokens[at + 1]?.children ?? []));
          let id = wanted;
          for (let more = 1; env.ids.has(id); more += 1) id = `${wanted}-${more}`;
          env.ids.add(id);
          token.attrSet('id', id);
        }
        if (token.type === 'html_block') token.content = inlined(token.content);
        if (token.children) token.children = resolved(token.children, env);
      });
    });
    md.renderer.rules['table_open'] = () => '<div class="table" tabindex="0"><table>\n';
    md.renderer.rules['table_close'] = () => '</table></div>\n';
  }

  /** A file of the repository as the page at `path`. */
  file(text: string, file: string, path: string): string {
    return this.md.render(text, { file, path, link: undefined, ids: new Set<string>() } satisfies Environment);
  }

  /** The prose of a lesson, whose links `link` resolves. */
  prose(text: string, link: (target: string) => string | undefined): string {
    return this.md.render(text, { file: '', path: '', link, ids: new Set<string>() } satisfies Environment);
  }
}

type Token = ReturnType<Parser['parse']>[number];

const textIn = (tokens: readonly Token[]): string => tokens.map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : '')).join('');

/** Links and pictures of the repository as those of the site. What is not on the site is text. */
function resolved(tokens: readonly Token[], { file, path: here, link }: Environment): Token[] {
  const out: Token[] = [];
  const open: boolean[] = [];
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const target = String(token.attrGet('href'));
      const found = link ? link(target, here) : linkOf(target, file, here);
      open.push(found !== undefined);
      if (found === undefined) continue;
      token.attrSet('href', found);
    }
    if (token.type === 'link_close' && !open.pop()) continue;
    if (token.type === 'image') {
      const from = path.posix.join(path.posix.dirname(file), String(token.attrGet('src')));
      const name = `pictures/${path.posix.basename(from)}`;
      pictures.set(name, from);
      token.attrSet('src', `asset:${name}`);
      token.attrSet('loading', 'lazy');
    }
    out.push(token);
  }
  return out;
}

function linkOf(target: string, file: string, here: string): string | undefined {
  if (/^https?:/.test(target)) return target;
  const [name, anchor = ''] = target.split(/(?=#)/) as [string, string?];
  if (name === '' || name.startsWith('#')) return target;
  // The README of another language.
  const [, language] = /^README\.(\w+)\.md$/.exec(name) ?? [];
  if (language && file !== name) return `asset:${language}/index.html`;
  const to = placeOf(path.posix.join(path.posix.dirname(file), name));
  return to && way(here, to + anchor);
}

/** The plugin's pictures are images: in the page itself they follow its colors. */
const inlined = (html: string): string => html.replace(/<img src="data:image\/svg\+xml,([^"]*)"[^>]*>/g, (_, data: string) => `<figure>${drawing(decodeURIComponent(data))}</figure>`);
