// The gallery: a page of each program, with its values and its best picture.
import { code } from './markdown.ts';
import { escaped, fileName, type Page } from './page.ts';
import { drawing, figure, opener, thumbnail } from './picture.ts';
import type { Tongue } from './tongue.ts';

export function galleryPages(tongue: Tongue): Page[] {
  const { core } = tongue;
  const { entries } = core.call('gallery', {});
  const thumbs = new Map<string, string>();
  const pages = entries.map(({ id, group, groupTitle, title, about, program, views }, order): Page => {
    const { bindings } = core.call('evaluate', { program, mode: 'teaching', limit: 1000 });
    const view = views[0];
    const at = view ? bindings.findLast(({ name }) => name === view.name) : bindings.findLast(({ views: own }) => own.length > 0);
    let svg = '';
    try {
      if (at?.views.length) svg = core.ask('emit', { binding: at.id, format: 'svg', view: view?.view ?? '' }).text;
    } catch {
      // The drawing would be too large: the explorer draws the part that is visible.
    }
    if (svg) thumbs.set(id, thumbnail(`gallery-${fileName(id)}`, svg));
    const values = bindings.filter(({ name, text }) => name || text);
    return {
      path: `gallery/${fileName(id)}.html`, part: 'gallery', title, about, plain: true, sections: [{ id: '', title, text: `${about} ${groupTitle}` }],
      listed: title, shelf: group, ...(entries[order - 1]?.group !== group && { heading: groupTitle }),
      html: `<h1>${escaped(title)}</h1><p class="lead">${escaped(about)}</p>
        ${code(program, 'stride')}
        ${opener(tongue, program, 'teaching', Object.fromEntries(views.map(({ name, view: words }) => [name, words])))}
        ${at && drawing(svg) ? figure({ program, value: at.name || String(at.id), view: view?.view ?? '', svg, caption: `${at.name && `${at.name} = `}${at.text.split('\n')[0]}` }) : ''}
        <h2 id="values">${tongue.say('Values')}</h2>
        <dl class="outcomes">${values.map(({ name, text }) => `<div><dt><code>${escaped(name || '–')}</code></dt><dd><pre tabindex="0"><code>${escaped(text.length > 2000 ? `${text.slice(0, 2000)} …` : text)}</code></pre></dd></div>`).join('')}</dl>`,
    };
  });
  const groups = [...new Map(entries.map(({ group, groupTitle }) => [group, groupTitle]))];
  const title = tongue.page('gallery');
  const lead = tongue.say('{count} programs: a tour, kernels, the examples of tutorials, and problems that were posted in public.', { count: entries.length });
  return [{
    path: 'gallery/index.html', part: 'gallery', title, about: lead, listed: title, sections: [{ id: '', title, text: lead }],
    html: `<h1>${title}</h1><p class="lead">${lead}</p>${groups.map(([group, name]) => `<h2 id="${fileName(group)}">${escaped(name)}</h2>
      <ul class="cards">${entries.filter((entry) => entry.group === group).map(({ id, title: head, about }) => `<li><a href="${fileName(id)}.html">${thumbs.get(id) ?? ''}<b>${escaped(head)}</b><span>${escaped(about)}</span></a></li>`).join('')}</ul>`).join('')}`,
  }, ...pages];
}
