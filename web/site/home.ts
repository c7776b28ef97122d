// The first page: the README below a program that lives.
import { existsSync } from 'node:fs';
import type { Markdown } from './markdown.ts';
import { textOf, type Page } from './page.ts';
import { figure } from './picture.ts';
import { read, root, type Tongue } from './tongue.ts';

const program = 'S = Sw<3,0,3> o 0 o (8,8):(8,1)';

export function homePage(tongue: Tongue, markdown: Markdown): Page {
  const own = `README.${tongue.code}.md`;
  const file = tongue.code !== 'en' && existsSync(`${root}/${own}`) ? own : 'README.md';
  const text = read(file);
  // The title, the paragraph below it and the film are the head of the page.
  const [, title, tagline] = /^# (.*)\n\n(.*)\n/.exec(text)!;
  const rest = text.slice(text.indexOf('\n## ') + 1);
  const { svg } = tongue.core.call('sketch', { program: `${program}\n`, mode: 'teaching' });
  const html = `<div class="hero"><div><h1>${title}</h1><p class="lead">${tagline}</p>
      <p class="doors"><a class="primary" href="start.html">${tongue.say('Start: ten minutes')}</a> <a class="quiet" href="asset:explorer/index.html">${tongue.say('Open the explorer')}</a></p></div>
      ${figure({ program, svg, caption: program })}</div>
    <ul class="cards doors-cards">${([
    ['manual/language.html', tongue.say('Manual'), tongue.say('The language, the tools, and each front end on a page.')],
    ['reference/index.html', tongue.page('reference'), tongue.say('Every function and notation, with its law, an example and its picture.')],
    ['course/index.html', tongue.say('Course'), tongue.say('From a leading dimension to a GEMM, with exercises.')],
    ['gallery/index.html', tongue.page('gallery'), tongue.say('Programs to start from.')],
    ['manual/lint.html', tongue.say('Lint rules'), tongue.say('Faults of layouts that the command line finds in sources.')],
    ['manual/performance.html', tongue.say('Performance'), tongue.say('Measured figures, each with its command.')],
  ] as const).map(([to, name, about]) => `<li><a href="${to}"><b>${name}</b><span>${about}</span></a></li>`).join('')}</ul>
    ${markdown.file(rest, file, 'index.html')}`;
  return { path: 'index.html', part: 'home', title: title!, about: tagline!, html, plain: true, sections: [{ id: '', title: title!, text: textOf(tagline!) }] };
}
