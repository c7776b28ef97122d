// The reference: a page of each function and notation, as the core answers, and the glossary.
import type { Library, ReferencePage, Step } from '../src/core/door';
import { code } from './markdown.ts';
import { escaped, fileName, textOf, type Page } from './page.ts';
import { drawing, figure, opener } from './picture.ts';
import { read, type Tongue } from './tongue.ts';

interface Term { en: string; zh: string; lesson: string; meaning: { en: string; zh: string } }

const noted = (name: string): string => `notation-${fileName(name)}`;

/** The page of a function or a notation, by its name. */
export function reference(names: ReadonlySet<string>, name: string): string | undefined {
  return names.has(name) ? `reference/${fileName(name)}.html` : undefined;
}

/** Words in backquotes are code. */
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>').replace(/\n+/g, '<br>');

function steps(tongue: Tongue, list: readonly Step[], told: Set<string>): string {
  return `<ol class="derivation">${list.map(({ expression, value, rule, statement, why, steps: inner, cut }) => {
    const isNew = !told.has(rule);
    told.add(rule);
    return `<li><p><code>${escaped(expression)}</code> <code>= ${escaped(value)}</code></p>
      <p class="rule"><b>${escaped(rule)}</b>${isNew && statement ? `: ${escaped(statement)}` : ''}</p>
      ${why ? `<p class="why">${escaped(why)}</p>` : ''}${inner.length ? steps(tongue, inner, told) : ''}${cut ? `<p class="why">${escaped(tongue.page('derivation.cut'))}</p>` : ''}</li>`;
  }).join('')}</ol>`;
}

function body(tongue: Tongue, shown: ReferencePage): string {
  const { title, signature, documentation, law, example, outcomes, forms, svg, derivation, taught } = shown;
  const mode = outcomes.length === 1 ? outcomes[0]!.mode : 'teaching';
  const facts = [
    [tongue.page('verdict.static'), forms?.static], [tongue.page('verdict.dynamic'), forms?.dynamic],
    [tongue.page('verdict.differ'), forms?.why], [tongue.page('verdict.law'), law],
  ].filter(([, text]) => text) as [string, string][];
  return `<h1><code>${escaped(title)}</code></h1>
    ${signature !== title ? `<pre class="signature" tabindex="0"><code>${escaped(signature)}</code></pre>` : ''}
    <p>${prose(documentation)}</p>
    <h2 id="example">${tongue.page('reference.theExample')}</h2>
    ${code(example, 'stride')}
    <dl class="outcomes">${outcomes.map(({ mode: one, text, refused }) => `<div><dt>${outcomes.length > 1 ? tongue.page(`mode.${one}`) : tongue.say('value')}</dt>
      <dd>${refused ? `<em>${escaped(refused)}</em>` : `<pre tabindex="0"><code>${escaped(text)}</code></pre>`}</dd></div>`).join('')}
      ${facts.map(([name, text]) => `<div><dt>${name}</dt><dd>${escaped(text)}</dd></div>`).join('')}</dl>
    ${drawing(svg) ? figure({ program: example, mode, svg }) : ''}
    ${opener(tongue, `${example}\n`, mode)}
    ${derivation ? `<h2 id="derivation">${tongue.page('derivation')}</h2>${steps(tongue, [...(derivation.operands ?? []), derivation], new Set())}` : ''}
    ${taught.length ? `<h2 id="taught">${tongue.page('reference.taught')}</h2><ul>${taught.map(({ lesson, lessonTitle, step, stepTitle }) =>
    `<li><a href="../course/${lesson}.html#${step}">${escaped(lessonTitle)}: ${escaped(stepTitle)}</a></li>`).join('')}</ul>` : ''}`;
}

export function referencePages(tongue: Tongue, lessons: Library['lessons']): Page[] {
  const { core } = tongue;
  const { found } = core.call('search', { query: '' });
  const notations = found.filter(({ kind }) => kind === 'notation');
  const functions = core.call('functions', {}).functions;
  const page = (name: string, path: string, about: string, shelf: string, isFirst: boolean): Page => {
    const shown = core.call('page_on', { name, library: { ...(lessons && { lessons }) } });
    const html = body(tongue, shown);
    return { path: `reference/${path}.html`, part: 'reference', title: shown.title, about, html, plain: true, listed: shown.title, shelf, ...(isFirst && { heading: shelf }),
      sections: [{ id: '', title: shown.title, text: `${textOf(shown.documentation)} ${shown.signature}` }] };
  };
  const first = (text: string): string => /^[\s\S]*?(?:[.:](?=\s|$)|。|$)/.exec(text)![0];
  const letterOf = (name: string): string => name[0]!.toUpperCase();
  const notes = notations.map(({ place, about }, at) => page(place, noted(place), about, tongue.page('reference.notation'), at === 0));
  const made = functions.map(({ name, doc }, at) => page(name, fileName(name), first(doc), letterOf(name), at === 0 || letterOf(functions[at - 1]!.name) !== letterOf(name)));

  const letters = [...new Set(functions.map(({ name }) => letterOf(name)))];
  const row = (path: string, title: string, about: string): string => `<li><a href="${path}"><code>${escaped(title)}</code></a><span>${escaped(about)}</span></li>`;
  const index: Page = {
    path: 'reference/index.html', part: 'reference', title: tongue.page('reference'), about: tongue.say('Every function and notation, with its law, an example and its picture.'),
    html: `<h1>${tongue.page('reference')}</h1><p>${tongue.say('Every function and notation, with its law, an example and its picture.')}</p>
      <p class="letters">${letters.map((letter) => `<a href="#${letter}">${letter}</a>`).join(' ')}</p>
      <h2 id="notation">${tongue.page('reference.notation')}</h2>
      <ul class="entries">${notations.map(({ place, title, about }) => row(`${noted(place)}.html`, title, about)).join('')}</ul>
      ${letters.map((letter) => `<h2 id="${letter}">${letter}</h2><ul class="entries">${functions.filter(({ name }) => letterOf(name) === letter)
    .map(({ name, doc }) => row(`${fileName(name)}.html`, name, first(doc))).join('')}</ul>`).join('')}`,
    sections: [{ id: '', title: tongue.page('reference'), text: '' }], listed: tongue.page('reference.all'), plain: true,
  };
  return [index, glossaryPage(tongue), ...notes, ...made];
}

function glossaryPage(tongue: Tongue): Page {
  const chinese = tongue.code === 'zh';
  const terms = (JSON.parse(read('core/data/glossary.json')) as Term[]).map(({ en, zh, meaning, lesson }) => ({
    term: chinese ? zh : en, other: chinese ? en : zh, meaning: chinese ? meaning.zh : meaning.en, to: lesson.replace(/#/, '.html#'), id: fileName(en) }));
  const title = tongue.page('reference.term');
  return {
    path: 'reference/glossary.html', part: 'reference', title, about: tongue.say('The terms of the course in both languages.'), listed: title, plain: true,
    html: `<h1>${title}</h1><p>${tongue.say('The terms of the course in both languages.')}</p><div class="table" tabindex="0"><table><tbody>${terms.map(({ term, other, meaning, to, id }) =>
      `<tr id="${id}"><th scope="row"><a href="../course/${to}">${escaped(term)}</a></th><td lang="${chinese ? 'en' : 'zh-CN'}">${escaped(other)}</td><td>${escaped(meaning)}</td></tr>`).join('')}</tbody></table></div>`,
    sections: terms.map(({ term, other, meaning, id }) => ({ id, title: term === other ? term : `${term} · ${other}`, text: meaning })),
  };
}
