// The course: each lesson on a page, with its numbers computed and its pictures drawn; answers are given in the explorer.
import type { LessonOutline, LessonStep } from '../src/core/door';
import { readdirSync } from 'node:fs';
import { code, type Markdown } from './markdown.ts';
import { escaped, textOf, type Page, type Section } from './page.ts';
import { drawing, figure, opener } from './picture.ts';
import { reference } from './reference.ts';
import { read, root, type Tongue } from './tongue.ts';

export interface Lesson { text: string; outline: LessonOutline }

/** The lessons in order, in the language or in English; without the quiz before them and the questions after them. */
export function lessonsOf(tongue: Tongue): Lesson[] {
  const names = readdirSync(`${root}/core/data/lessons`);
  return names.filter((name) => /^\d.*\.en\.md$/.test(name)).sort().map((name) => {
    const own = name.replace('.en.', `.${tongue.code}.`);
    const text = read(`core/data/lessons/${names.includes(own) ? own : name}`);
    return { text, outline: tongue.core.call('lesson', { text }) };
  });
}

function pictureOf(tongue: Tongue, { program, mode }: LessonStep, name: string, view: string): { svg: string; text: string } {
  const { svg, report } = tongue.core.call('sketch', { program: `${program}\n${name}\n`, mode, view });
  return { svg, text: report.bindings.at(-1)?.text.split('\n')[0] ?? '' };
}

export function coursePages(tongue: Tongue, markdown: Markdown, lessons: readonly Lesson[], names: ReadonlySet<string>): Page[] {
  const { core } = tongue;
  const known = new Set(lessons.map(({ outline }) => outline.id));
  const link = (target: string): string | undefined => {
    const [, kind, rest] = /^(\w+):(.*)$/.exec(target) ?? [];
    if (kind === 'lesson') return known.has(rest!.split('#')[0]!) ? `${rest!.replace(/^([\w-]+)/, '$1.html')}` : undefined;
    if (kind === 'builtin') {
      const to = reference(names, rest!);
      return to && `../${to}`;
    }
    // Cells light up beside the program, in the explorer only.
    return undefined;
  };
  const notes = (html: string): string => html.replace(/<blockquote>/g, `<details class="notes"><summary>${tongue.page('course.notes')}</summary>`).replace(/<\/blockquote>/g, '</details>');
  const prose = (text: string): string => notes(markdown.prose(text, link));

  const pages = lessons.map(({ text, outline: { id, title, about, minutes, steps, part } }): Page => {
    const sections: Section[] = [{ id: '', title, text: about }];
    const html = steps.map(({ id: step, title: head, exercises }) => {
      const shown = core.call('lesson_step', { text, step });
      const questions = exercises.map(({ id: exercise }) => core.call('exercise', { text, name: { step, exercise, seed: 0 } }));
      const body = prose(shown.prose);
      sections.push({ id: step, title: head, text: textOf(body) });
      const figures = shown.pictures.map(({ name, view, title: caption }) => {
        const { svg } = pictureOf(tongue, shown, name, view);
        return figure({ program: shown.program, mode: shown.mode, value: name, view, svg, caption });
      }).join('');
      return `<h2 id="${step}">${escaped(head)}</h2>${body}${code(shown.program, 'stride')}
        ${figures && `<div class="figures">${figures}</div>`}
        ${opener(tongue, shown.program, shown.mode, Object.fromEntries(shown.views.map(({ name, view }) => [name, view])))}
        ${questions.map(({ question, program, before, after, pictures: drawn }) => `<div class="exercise">
          <h3>${tongue.say('Exercise')}</h3>${prose(question)}${drawn.map(({ svg }) => `<figure>${drawing(svg)}</figure>`).join('')}
          <pre tabindex="0"><code>${escaped(program && !before && !after ? program : `${before} ______ ${after}`.trim())}</code></pre>
          <p><a href="asset:explorer/index.html#lesson=${id}/${step}">${tongue.say('Answer in the explorer')}</a></p></div>`).join('')}`;
    }).join('\n');
    return {
      path: `course/${id}.html`, part: 'course', title, about, sections, listed: title, ...(part && { heading: part }),
      html: `<h1>${escaped(title)}</h1><p class="lead">${escaped(about)} <small>${tongue.say('{minutes} minutes', { minutes })}</small></p>${html}`,
    };
  });
  const total = lessons.reduce((sum, { outline }) => sum + outline.minutes, 0);
  const title = tongue.say('Course');
  const lead = tongue.say('{count} lessons with pictures and exercises, {minutes} minutes in all. Exercises are answered in the explorer.', { count: lessons.length, minutes: total });
  return [{
    path: 'course/index.html', part: 'course', title, about: lead, plain: true, listed: tongue.say('All lessons'), sections: [{ id: '', title, text: lead }],
    html: `<h1>${title}</h1><p class="lead">${lead}</p>
      <p class="opens"><a href="asset:explorer/index.html#lesson=${lessons[0]!.outline.id}">${tongue.page('learn.start')}</a> <a href="asset:explorer/index.html#lesson=placement">${tongue.page('learn.placement')}</a></p>
      <ol class="cards">${lessons.map(({ outline: { id, title: name, about, minutes, part } }, at) => `${part ? `<li class="part"><h2>${escaped(part)}</h2></li>` : ''}<li><a href="${id}.html"><b>${at + 1}. ${escaped(name)}</b><span>${escaped(about)}</span><small>${tongue.say('{minutes} minutes', { minutes })}</small></a></li>`).join('')}</ol>`,
  }, ...pages];
}
