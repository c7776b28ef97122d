// The pages of the command line: what `stridescope help` prints.
import { execFileSync } from 'node:child_process';
import { escaped, sectionsOf, type Page } from './page.ts';
import type { Tongue } from './tongue.ts';

/** Lines that are indented or have columns keep them. */
const paragraph = (text: string): string => (/^ |\S {2,}\S/m.test(text)
  ? `<pre class="man" tabindex="0"><code>${escaped(text)}</code></pre>` : `<p>${escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`);

/** A page of the manual: heads at the margin, text below them. */
function body(text: string): string {
  return text.trimEnd().split(/^(?=[A-Z][A-Z ]+$)/m).map((part) => {
    const [head, ...lines] = part.split('\n') as [string, ...string[]];
    const inner = lines.join('\n').replace(/^ {4}/gm, '').trimEnd();
    if (!/^[A-Z][A-Z ]+$/.test(head)) return `<pre tabindex="0"><code>${escaped(part.trimEnd())}</code></pre>`;
    if (head === 'NAME') return '';
    const text = head === 'DESCRIPTION' ? inner.split(/\n{2,}/).map(paragraph).join('') : `<pre class="man" tabindex="0"><code>${escaped(inner)}</code></pre>`;
    return `<h2 id="${head.toLowerCase().replace(/ /g, '-')}">${head[0]}${head.slice(1).toLowerCase()}</h2>${text}`;
  }).join('');
}

export function commandPages(tongue: Tongue, program: string): Page[] {
  const ask = (...words: string[]): string => execFileSync(program, words, { encoding: 'utf8' });
  const whole = ask('help');
  const rows = (head: string): [string, string][] => (whole.split(`\n${head}\n`)[1]?.split('\n\n')[0] ?? '').split('\n')
    .flatMap((line) => [.../^ {4}(\w+)\s{2,}(.*)$/.exec(line)?.slice(1) ? [/^ {4}(\w+)\s{2,}(.*)$/.exec(line)!.slice(1) as [string, string]] : []]);
  const english = tongue.code !== 'en';
  const groups = [[tongue.say('Commands'), rows('COMMANDS')], [tongue.say('Topics'), rows('TOPICS')]] as const;
  const pages = groups.flatMap(([heading, list]) => list.map(([name, about], at): Page => {
    const title = heading === groups[0][0] ? `stridescope ${name}` : name;
    const html = body(ask('help', name));
    return { path: `commands/${name}.html`, part: 'commands', title, about, html: `<h1><code>${title}</code></h1><p class="lead">${escaped(about)}</p>${html}`,
      sections: sectionsOf(title, html), listed: name, english, ...(at === 0 && { heading }) };
  }));
  const title = tongue.say('Command line');
  const lead = tongue.say('What `stridescope help` prints, page by page.').replace(/`([^`]+)`/g, '<code>$1</code>');
  return [{
    path: 'commands/index.html', part: 'commands', title, about: tongue.say('What `stridescope help` prints, page by page.'), plain: true, listed: tongue.say('All commands'), sections: [{ id: '', title, text: '' }], english,
    html: `<h1>${title}</h1><p class="lead">${lead}</p>${groups.map(([heading, list]) => `<h2>${heading}</h2><ul class="entries">${list.map(([name, about]) => `<li><a href="${name}.html"><code>${name}</code></a><span>${escaped(about)}</span></li>`).join('')}</ul>`).join('')}`,
  }, ...pages];
}
