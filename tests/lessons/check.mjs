// Checks the course, its placement quiz and its final questions: both languages have the same steps, programs and
// exercises, links lead somewhere, no number in the prose is written by hand. Every section and figure of the texts
// that the course follows (seed_contents.json) has its place and is shown there (seeds.json). Results that those texts
// state appear where they belong and are true (claims.json, also statements that differ from CuTe). By the core, it
// also runs the checks of stridescope_lesson_check. Usage: node check.mjs [CHECKER] | --self-test
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(path.dirname(here));
const folder = path.join(root, 'core/data/lessons');
const INSTANCES = 10_000;

// Digits that are not claims: names, the ways to count dimensions, standards.
// A zero is where counting starts; `thread 5` and `第 2 行` are names; widths and counts of the hardware are not results.
const NAMES = [/C\+\+\d+/g, /\b[1-9]-D\b/g, /\bn-D\b/g, /\b2i\b/g, /\b[A-Za-z_]+\d[\w.]*/g, /\b0\b/g,
  /\b(?:thread|lane|bank|row|column|word|mode|tile|copy|bit|value|coordinate|place) \d+\b/gi,
  /(?:线程|lane|bank|mode|tile|字|坐标|副本|值|格子|第) ?\d+/g,
  /\b(?:8|16|32)(?: by (?:8|16|32))+\b/g, /(?<!\d)(?:8|16|32) 乘 (?:8|16|32)/g, /\b(?:2|4|8|16|32)[- ]bytes?\b/g, /(?<!\d)(?:4|8|16|32) 字节/g,
  /\b32 (?:\*\*)?(?:lanes|banks|different banks|threads)\b/g, /(?<!\d)32 个(?: lane| (?:\*\*)?bank|不同的 bank|线程)/g];
// Numbers that no program computes: each with its reason, and for one recorded on a GPU the record that has it.
const EXCEPTIONS = JSON.parse(fs.readFileSync(path.join(here, 'numbers.json'), 'utf8'));

// Lines of an exercise that are written once per language.
const TOLD = /^(ask|hint|because): /;

/** The text that a reader reads: without fences, code, placeholders, targets of links and ids; `mark` is in the place of code and of what is computed. */
function readable(text, mark = '') {
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^```stride[\s\S]*?^```$/gm, '')
    .replace(/^```exercise\n([\s\S]*?)^```$/gm, (_, body) => body.split('\n').filter((line) => TOLD.test(line)).join('\n'))
    .replace(/\{#[\w-]+\}/g, '')
    .replace(/\{[=!>][^}]*\}/g, mark)
    .replace(/`[^`]*`/g, mark)
    .replace(/\$\([^$]*?\)(?=[^)]|$)/g, mark)
    .replace(/\]\([^)]*\)/g, ']');
}

function literals(text, exceptions = EXCEPTIONS) {
  let rest = readable(text);
  for (const { text: allowed } of exceptions) rest = rest.replaceAll(allowed, '');
  for (const name of NAMES) rest = rest.replace(name, '');
  return [...rest.matchAll(/.{0,30}\d+.{0,20}/g)].map(([found]) => found.trim());
}

/** Underscores outside of code: Markdown takes two of them for an emphasis and hides them. */
const bareUnderscores = (text) => [...readable(text).matchAll(/.{0,20}(?<!\w)_(?![\w$]).{0,20}/g)].map(([found]) => found.trim());

/** Coordinates in words: `(one, two)` is not what anybody types. */
const wordyCoordinates = (text) => [...readable(text).matchAll(/[(（](?:zero|one|two|three|four|nine|零|一|二|三|四|九)[,，] ?(?:zero|one|two|three|four|零|一|二|三|四)[)）]/g)].map(([found]) => found);

/** Chinese with punctuation or brackets of Latin width, or without a blank between Chinese and what is not. */
const narrow = (text) => [...readable(text, 'x').replace(/\$\w+/g, 'x')
  .matchAll(/.{0,8}(?:\p{Script=Han}[,;:?!()\w]|[,;:?!)\w]\p{Script=Han}).{0,8}/gu)].map(([found]) => found);

/** Names that a question shares with the program next to it, for another value: a reader of the card answers wrong. */
function sharedNames(program, exercise) {
  const bound = (text, line) => new Map([...(text ?? '').matchAll(line)].map(([, name, value]) => [name, value]));
  const card = bound(program, /^(\w+) = (.*)$/gm);
  return [...bound(exercise, /^(?:program|hidden): (\w+) = (.*)$/gm)].filter(([name, value]) => card.has(name) && card.get(name) !== value).map(([name]) => name);
}

/** Wrong answers without a reason of their own. */
function speechless(exercise) {
  const lines = exercise.split('\n');
  return lines.filter((line, at) => line.startsWith('wrong: ') && !/^because: ./.test(lines[at + 1] ?? ''));
}

/** Faults of the numbers that are excepted: a recorded one must be its record's, and each must be used. */
function exceptionFaults(exceptions, texts, records) {
  const out = [];
  for (const { text, why, file, name, key } of exceptions) {
    if (!why) out.push(`${text} has no reason`);
    if (!texts.some((one) => one.includes(text))) out.push(`${text} is in no lesson`);
    if (!file) continue;
    const value = records(file).find((one) => one.name === name)?.[key];
    const told = Number(/[\d,.]+/.exec(text)[0].replaceAll(',', ''));
    if (value === undefined || Math.round(key === 'ratio' ? value * 100 : value) !== told) out.push(`${text} is recorded as ${value}`);
  }
  return out;
}

/** The rows of a file of records. */
function recorded(file) {
  const records = JSON.parse(fs.readFileSync(path.join(root, 'core/data', file), 'utf8'));
  return records.kernels ?? records.products;
}

function read(file) {
  const text = fs.readFileSync(path.join(folder, file), 'utf8');
  const head = Object.fromEntries((/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? '').split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
  const steps = text.split(/^## /m).slice(1).map((part) => ({
    id: /\{#([\w-]+)\}/.exec(part.split('\n', 1)[0])?.[1],
    title: part.split('\n', 1)[0].replace(/\s*\{#.*/, ''),
    program: /^```stride[\s\S]*?^```$/m.exec(part)?.[0],
    exercises: [...part.matchAll(/^```exercise\n([\s\S]*?)^```$/gm)].map(([, body]) => body),
    prose: part.replace(/^```[\s\S]*?^```$/gm, '').split('\n').slice(1).join('\n'),
  }));
  return { file, text, head, steps };
}

const list = (value) => (value ?? '').split(',').map((part) => part.trim()).filter(Boolean);
/** An exercise without its words in a language. */
const bones = (exercise) => exercise.split('\n').filter((line) => !TOLD.test(line)).join('\n');
/** The task of an exercise: its program and what must hold of it, whatever its parameters are called. */
const asked = (exercise) => exercise.split('\n').filter((line) => /^(program|hidden|same|holds|calm): /.test(line)).join('\n').replace(/\s+/g, '').replace(/\$\([^$\n]*?\)(?=[,:)>\n]|$)|\$\w+/g, '$');
const placeholders = (prose) => [...prose.matchAll(/\{[=!>][^}]*\}/g)].map(([one]) => one).sort().join('\n');
/** A program without its comments, which are in the reader's language. */
const code = (program) => program?.replace(/^ *#.*\n/gm, '');
/** Targets of links in prose; a program's brackets are not links. */
const links = (text) => [...text.replace(/^```stride[\s\S]*?^```$/gm, '').replace(/^(?!(ask|hint|because): )[a-z]+: .*$/gm, '').replace(/`[^`\n]*`/g, '')
  .matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target);

// Words in bold for emphasis, which are not terms.
const STRESSED = new Set(['knows', 'by the shape', 'with the strides', '2-d coordinate']);

/** Places where the terms of the lessons are not those of the glossary. */
function termFaults(glossary, english, chinese) {
  const out = [];
  const told = ({ title = '', prose }) => `${title}\n${prose}`.toLowerCase();
  const terms = new Map();
  for (const { en, zh, lesson, meaning, avoid = [] } of glossary) {
    if (terms.has(en.toLowerCase())) out.push(`${en} stands there twice`);
    terms.set(en.toLowerCase(), zh);
    if (!zh || !meaning?.en || !meaning?.zh) out.push(`${en} has no Chinese or no meaning`);
    const [id, step] = (lesson ?? '').split('#');
    for (const [set, word] of [[english, en], [chinese, zh]]) {
      const place = set.find(({ head }) => head.id === id)?.steps.find((one) => one.id === step);
      if (!place) out.push(`${en}: no ${lesson}`);
      else if (!told(place).includes(word.toLowerCase())) out.push(`${lesson} does not say ${word}`);
    }
    for (const word of avoid) for (const { file, text } of chinese) if (text.includes(word)) out.push(`${file} says ${word} for ${en}, where ${zh} is the word`);
  }
  for (const lesson of english) {
    const other = chinese.find(({ head }) => head.id === lesson.head.id);
    lesson.steps.forEach((step, i) => {
      for (const [, bold] of step.prose.matchAll(/\*\*([^*]+)\*\*/g)) {
        const term = bold.toLowerCase();
        if (/[.?!,]/.test(term) || term.split(' ').length > 3 || STRESSED.has(term)) continue;
        if (!terms.has(term)) out.push(`${lesson.file} #${step.id}: ${bold} is not in the glossary`);
        else if (other?.steps[i] && !told(other.steps[i]).includes(terms.get(term))) out.push(`${other.file} #${step.id}: ${bold} is not called ${terms.get(term)}`);
      }
    });
  }
  return out;
}

/** The form in which a step gives the value of an expression: the placeholder in its prose, or the name of a value of its program. */
function saidBy({ prose, program }, expression) {
  const placeholder = [...prose.matchAll(/\{=(?:cute|teaching)? ([^}]*?) \}/g)].find(([, one]) => one === expression)?.[0];
  return placeholder ?? (program?.includes(`\n${expression} = `) ? `{= ${expression} }` : undefined);
}

/** Statements of the seeds that are missing; and the values to compute, as lines for the checker. */
function claimFaults(claims, lessons) {
  const faults = [];
  const lines = [];
  for (const { lesson, step, says, value, stated } of claims) {
    const places = lessons.filter(({ head }) => head.id === lesson).map((one) => [one.file, one.steps.find(({ id }) => id === step)]);
    if (places.length !== 2) faults.push(`${lesson} is there ${places.length} times`);
    for (const [file, place] of places) {
      const said = place && saidBy(place, says);
      if (!said) faults.push(`${file} #${step} does not say ${says}`);
      else lines.push([path.join(folder, file), step, said, value].join('\t'));
      if (stated && !place?.prose.includes(stated)) faults.push(`${file} #${step} does not tell what the text has in its place: ${stated}`);
    }
  }
  return { faults, lines };
}

/**
 * Faults of the table of the texts that the course follows: each section and each figure of a text has a step that
 * is there, and the step has the picture (`V:kind=...`) or the value that shows the figure. The texts themselves are not
 * here; seed_contents.json is their table of contents.
 */
function tableFaults(contents, rows, stepOf) {
  const out = [];
  for (const { seed, what, sections = [], figures = {}, lesson, step } of rows) {
    const place = stepOf(lesson, step);
    if (!place) out.push(`${what}: no ${lesson}#${step}`);
    const { sections: known = sections, figures: drawn = [] } = contents[seed] ?? {};
    if (contents[seed] && !sections.length) out.push(`${seed}: ${what}: of no section`);
    for (const section of sections) if (!known.includes(section)) out.push(`${seed} has no section ${section}`);
    for (const [figure, view] of Object.entries(figures)) {
      if (!drawn.includes(figure)) out.push(`${seed} has no figure ${figure}`);
      const shown = view.includes(':kind=') ? `view="${view}` : `\n${view} = `;
      if (place && !place.program?.includes(shown)) out.push(`${seed}: ${figure}: ${lesson}#${step} does not show ${view}`);
    }
  }
  for (const [seed, { sections, figures }] of Object.entries(contents)) {
    const mine = rows.filter((one) => one.seed === seed);
    for (const section of sections) if (!mine.some((one) => one.sections?.includes(section))) out.push(`${seed}: no lesson has the section ${section}`);
    for (const figure of figures) if (!mine.some((one) => figure in (one.figures ?? {}))) out.push(`${seed}: no lesson has the figure ${figure}`);
  }
  return out;
}

/** Words of a prose: of Chinese, its characters. */
function words(text, chinese) {
  const plain = readable(text);
  return chinese ? (plain.match(/\p{Script=Han}/gu) ?? []).length : (plain.match(/[A-Za-z][A-Za-z'-]*/g) ?? []).length;
}

function selfTest() {
  assert.deepEqual(literals('It has {= size(A) } rows, `4:1`, in C++23 and 2-D [here](cell:A:2).\n', []), []);
  assert.equal(literals('It has 4 rows.\n', []).length, 1);
  assert.equal(literals('```exercise\nask: What is 7?\nsolution: 8\n```\n', []).length, 1);
  assert.equal(literals('有 4 行。\n', []).length, 1);
  assert.deepEqual([bareUnderscores('C(_,m) and A(_,k).\n').length, bareUnderscores('`C(_,m)`, {= A(_,1) } and half_t.\n').length], [1, 0]);
  assert.deepEqual(links('`a[1](b)` [x](cell:A:1)\n```stride\np[1](2)\n```\nprogram: p[1](3)\nhint: [y](cell:B:2)\n'), ['cell:A:1', 'cell:B:2']);
  const record = () => [{ name: 'a', gb_per_s: 2956.9, ratio: 0.6195 }];
  const one = (text, key) => exceptionFaults([{ text, why: 'recorded', file: 'x', name: 'a', key }], [text], record).length;
  assert.deepEqual([one('2,957 GB/s', 'gb_per_s'), one('2,956 GB/s', 'gb_per_s'), one('62%', 'ratio'), one('61%', 'ratio'), one('1', 'none')], [0, 1, 0, 1, 1]);
  assert.equal(exceptionFaults([{ text: '7' }], [], record).length, 2);
  const lesson = (file, prose) => ({ file, text: prose, head: { id: 'a' }, steps: [{ id: 'b', prose }] });
  const term = { en: 'codomain', zh: '陪域', lesson: 'a#b', meaning: { en: 'x', zh: 'x' }, avoid: ['余域'] };
  const spoken = (terms, en, zh) => termFaults(terms, [lesson('en', en)], [lesson('zh', zh)]).length;
  assert.deepEqual([spoken([term], 'The **codomain**', '陪域'), spoken([term], 'The **codomain**', '余域'), spoken([], 'A **range**', '值域'), spoken([], 'It **knows**', '')], [0, 3, 1, 0]);
  const claimed = (says, prose, program, stated) => claimFaults([{ lesson: 'a', step: 'b', says, value: '1', stated }], ['x', 'y']
    .map((file) => ({ file, head: { id: 'a' }, steps: [{ id: 'b', prose, program }] })));
  assert.deepEqual(claimed('f(x)', 'It is {=cute f(x) }.', '').lines, ['x', 'y'].map((file) => `${path.join(folder, file)}\tb\t{=cute f(x) }\t1`));
  assert.deepEqual(claimed('R', '', '```stride\nR = 1\n```').faults, []);
  assert.deepEqual([claimed('R', '', 'Q = 1').faults.length, claimed('R', '', '\nR = 1', '`2`').faults.length], [2, 2]);
  const table = (rows, sections = ['One'], figures = ['drawn']) => tableFaults({ S: { sections, figures } }, rows.map((row) => ({ seed: 'S', lesson: 'a', step: 'b', ...row })),
    (_, step) => (step === 'b' ? { program: '```stride view="R:kind=grid label=offset"\nR = 4:1\n```' } : undefined));
  const whole = { sections: ['One'], figures: { drawn: 'R:kind=grid' } };
  assert.deepEqual(table([whole]), []);
  assert.deepEqual(table([{ sections: ['One'], figures: { drawn: 'R' } }]), []);
  assert.deepEqual([table([whole], ['One', 'Two']).length, table([whole], ['One'], ['drawn', 'other']).length, table([whole, { sections: ['Three'] }]).length,
    table([whole, { sections: [] }]).length, table([{ ...whole, step: 'c' }]).length, table([{ ...whole, figures: { drawn: 'R:kind=strips' } }]).length, table([]).length], [1, 1, 1, 1, 1, 1, 2]);
  assert.deepEqual(literals('Thread 5 loads 16 bytes, from row 0 on, of 32 banks. 线程 5 读 16 字节，第 2 行。\n', []), []);
  assert.equal(literals('It takes 16 wavefronts.\n', []).length, 1);
  assert.deepEqual([wordyCoordinates('at (one, two) and 在（一，二）处').length, wordyCoordinates('at `(1,2)` (one of two)').length], [2, 0]);
  assert.deepEqual(sharedNames('```stride\nM = 4:1\nN = 2\n```', 'program: M = 5:1\nhidden: N = 2\nprogram: P = 1\n'), ['M']);
  assert.deepEqual(speechless('wrong: 1\nbecause: x\nwrong: 2\nwrong: 3\nbecause: \n'), ['wrong: 2', 'wrong: 3']);
  assert.deepEqual([narrow('第 {= 2 } 行，`A` 的 mode（见下）。').length, narrow('第2 行').length, narrow('大小,步长').length, narrow('是{= x }').length, narrow('行(列)').length], [0, 1, 1, 1, 1]);
  console.log('19 passed');
}

function main(checker) {
  const faults = [];
  const files = fs.readdirSync(folder).filter((name) => /^\d\d-[\w-]+\.(en|zh)\.md$/.test(name)).sort();
  const english = files.filter((name) => name.endsWith('.en.md')).map(read);
  const chinese = files.filter((name) => name.endsWith('.zh.md')).map(read);
  // The quiz before the course and the questions after it have the form of a lesson, but are not lessons.
  const questions = ['placement', 'final'].map((name) => read(`${name}.en.md`));
  const chineseQuestions = ['placement', 'final'].map((name) => read(`${name}.zh.md`));
  const builtins = new Set([...fs.readFileSync(path.join(root, 'core/functions/builtins.def'), 'utf8').matchAll(/^STRIDESCOPE_(?:(?:TRACT_)?BUILTIN|ALIAS)\((\w+),/gm)].map(([, name]) => name));
  const lessons = new Map(english.map((lesson) => [lesson.head.id, lesson]));
  if (lessons.size !== english.length) faults.push('two lessons have one id');
  const order = english.map(({ head }) => head.id);

  for (const lesson of [...english, ...chinese, ...questions, ...chineseQuestions]) {
    const report = (what) => faults.push(`${lesson.file}: ${what}`);
    for (const found of literals(lesson.text)) report(`a number that no program computes: "${found}"`);
    for (const found of bareUnderscores(lesson.text)) report(`an underscore that is no code: "${found}"`);
    for (const need of list(lesson.head.needs)) if (!(lessons.has(lesson.head.id) ? order.slice(0, order.indexOf(lesson.head.id)) : order).includes(need)) report(`needs ${need}, which does not come before it`);
    for (const name of list(lesson.head.teaches)) if (!builtins.has(name)) report(`teaches ${name}, which is no function`);
    if (lessons.has(lesson.head.id) && !(lesson.head.minutes >= 5 && lesson.head.minutes <= 10)) report(`takes ${lesson.head.minutes} minutes`);
    const count = lesson.steps.reduce((sum, step) => sum + step.exercises.length, 0);
    if (count < 4) report(`${count} exercises`);
    const leadsTo = (place) => {
      const [id, step] = place.split('#');
      return lessons.has(id) && (!step || lessons.get(id).steps.some((one) => one.id === step));
    };
    for (const found of lesson.file.endsWith('.zh.md') ? narrow(lesson.text) : []) report(`not set as Chinese is: ${found}`);
    for (const found of wordyCoordinates(lesson.text)) report(`a coordinate in words: ${found}`);
    for (const step of lesson.steps) {
      for (const exercise of step.exercises) {
        const id = exercise.split('\n', 1)[0];
        for (const name of sharedNames(step.program, exercise)) report(`#${step.id}: ${id} and the program beside it both have ${name}`);
        for (const line of speechless(exercise)) report(`#${step.id}: ${id}: no reason after ${line}`);
        const from = /^from: (.*)$/m.exec(exercise)?.[1];
        if (lessons.has(lesson.head.id) ? from !== undefined : !from || !leadsTo(from)) report(`#${step.id}: from ${from}`);
      }
    }
    for (const target of links(lesson.text)) {
      const [kind, rest = ''] = target.split(/:(.*)/s);
      if (kind === 'cell' || (kind === 'builtin' && builtins.has(rest))) continue;
      if (kind === 'lesson' && leadsTo(rest)) continue;
      report(`a link leads nowhere: ${target}`);
    }
  }
  for (const lesson of [...english, ...questions]) {
    const other = [...chinese, ...chineseQuestions].find(({ head }) => head.id === lesson.head.id);
    const report = (what) => faults.push(`${lesson.file}: ${what}`);
    if (!other) {
      report('no Chinese');
      continue;
    }
    if (other.file !== lesson.file.replace('.en.', '.zh.')) report(`its Chinese is in ${other.file}`);
    if (!other.head.part !== !lesson.head.part) report('another part of the course in Chinese');
    for (const key of ['minutes', 'needs', 'teaches', 'beyond']) if (other.head[key] !== lesson.head[key]) report(`${key} differs`);
    if (other.steps.map(({ id }) => id).join() !== lesson.steps.map(({ id }) => id).join()) {
      report('other steps in Chinese');
      continue;
    }
    lesson.steps.forEach((step, i) => {
      const same = other.steps[i];
      if (code(step.program) !== code(same.program)) report(`#${step.id}: another program in Chinese`);
      if (step.exercises.map(bones).join() !== same.exercises.map(bones).join()) report(`#${step.id}: other exercises in Chinese`);
      if (placeholders(step.prose) !== placeholders(same.prose)) report(`#${step.id}: other numbers in Chinese`);
      if (links(step.prose).sort().join() !== links(same.prose).sort().join()) report(`#${step.id}: other links in Chinese`);
      step.exercises.forEach((exercise, k) => {
        if (placeholders(exercise) !== placeholders(same.exercises[k])) report(`#${step.id}: other numbers in an exercise in Chinese`);
      });
    });
  }
  for (const { file, head } of chinese) if (!lessons.has(head.id)) faults.push(`${file}: no English`);

  const glossary = JSON.parse(fs.readFileSync(path.join(root, 'core/data/glossary.json'), 'utf8'));
  // Core and window use the same words as the lessons.
  const others = ['core/data/languages/zh.json'].map((file) => ({ file, text: fs.readFileSync(path.join(root, file), 'utf8'), head: {}, steps: [] }));
  for (const fault of termFaults(glossary, english, [...chinese, ...chineseQuestions, ...others])) faults.push(`glossary.json: ${fault}`);
  for (const fault of exceptionFaults(EXCEPTIONS, [...english, ...chinese].map(({ text }) => text), recorded)) faults.push(`numbers.json: ${fault}`);

  // The number of questions is as required, and no lesson contains them.
  for (const [{ file, steps }, wanted] of [[questions[0], 6], [questions[1], 20]]) {
    const all = steps.flatMap((step) => step.exercises);
    if (all.length !== wanted) faults.push(`${file}: ${all.length} questions, where ${wanted} are wanted`);
    const known = new Set(english.flatMap((lesson) => lesson.steps.flatMap((step) => step.exercises.map(asked))));
    for (const one of all) if (known.has(asked(one))) faults.push(`${file}: a lesson has this question: ${one.split('\n', 1)[0]}`);
  }
  const begins = questions[0].steps.flatMap((step) => step.exercises.map((one) => order.indexOf(/^from: (.*)$/m.exec(one)?.[1])));
  if (!(order.indexOf(questions[0].head.beyond) > Math.max(...begins))) faults.push(`placement: ${questions[0].head.beyond} lies not beyond its questions`);
  if (begins.some((place, i) => i > 0 && place <= begins[i - 1])) faults.push('placement: its questions are not in the order of the lessons');

  // Required contents of the course.
  const seeds = JSON.parse(fs.readFileSync(path.join(here, 'seeds.json'), 'utf8'));
  const contents = JSON.parse(fs.readFileSync(path.join(here, 'seed_contents.json'), 'utf8'));
  const stepOf = (lesson, step) => lessons.get(lesson)?.steps.find(({ id }) => id === step);
  for (const fault of tableFaults(contents, seeds, stepOf)) faults.push(`seeds.json: ${fault}`);
  for (const seed of [...Object.keys(contents), 'differences']) if (!seeds.some((one) => one.seed === seed)) faults.push(`seeds.json: nothing of ${seed}`);

  const claims = JSON.parse(fs.readFileSync(path.join(here, 'claims.json'), 'utf8'));
  const said = claimFaults(claims, [...english, ...chinese]);
  faults.push(...said.faults.map((fault) => `claims.json: ${fault}`));

  const paths = [...english, ...chinese].map(({ file }) => path.join(folder, file));
  const exercises = english.reduce((sum, { steps }) => sum + steps.reduce((n, step) => n + step.exercises.length, 0), 0);
  if (checker) {
    for (const [set, each] of [[english, Math.ceil(INSTANCES / exercises)], [questions, 100], [[...chinese, ...chineseQuestions], 2]]) {
      const { status, stdout } = spawnSync(checker, [String(each), ...set.map(({ file }) => path.join(folder, file))], { encoding: 'utf8', maxBuffer: 1 << 26 });
      process.stdout.write(stdout ?? '');
      if (status !== 0) faults.push(`${path.basename(checker)} ended with ${status}`);
    }
    const { status, stdout } = spawnSync(checker, ['--claims'], { encoding: 'utf8', input: `${said.lines.join('\n')}\n` });
    process.stdout.write(stdout ?? '');
    if (status !== 0) faults.push(`${path.basename(checker)} --claims ended with ${status}`);
  }
  const total = (set, han) => set.reduce((sum, { text }) => sum + words(text, han), 0);
  for (const fault of faults) console.error(fault);
  console.log(`${english.length} lessons in English, ${chinese.length} in Chinese, ${english.reduce((n, { steps }) => n + steps.length, 0)} steps, ${exercises} exercises, ` +
    `${total(english, false)} words, ${total(chinese, true)} characters, ${seeds.length} places for ${Object.values(contents).reduce((n, { sections, figures }) => n + sections.length + figures.length, 0)} sections and figures, and ${claims.length} results of the seeds, ${glossary.length} terms, ${faults.length} faults`);
  process.exit(faults.length > 0 || paths.length === 0 ? 1 : 0);
}

if (process.argv[2] === '--self-test') selfTest();
else main(process.argv[2]);
