// The two languages say the same things.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Translator } from '../../web/src/words/translator';

const at = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const read = (name: string): Record<string, string> => JSON.parse(readFileSync(at(`core/data/${name}.json`), 'utf8'));
const [english, chinese, terms, docs] = [read('strings.en'), read('strings.zh'), read('terms.zh'), read('docs.zh')];

test('each word is there in both languages, with the same places for values', () => {
  expect(Object.keys(chinese)).toEqual(Object.keys(english));
  const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  for (const [key, text] of Object.entries(english)) {
    expect(places(chinese[key]!), key).toEqual(places(text));
    expect(text && chinese[key], key).toBeTruthy();
  }
});

test('each word is used', () => {
  const folder = at('web/src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n');
  const unused = Object.keys(english).filter((key) => !sources.includes(`'${key}'`) && !sources.includes(`"${key}"`) && !/^(atoms\.(mma|copy)|gpu\.(loopback|unreachable|lost|badToken|badOrigin|crowded)|gallery|atoms|paste|palette|shortcuts)$/.test(key));
  expect(unused).toEqual([]);
});

test('the holes of the core\'s sentences are those of their translations', () => {
  for (const [term, translated] of Object.entries(terms)) {
    const holes = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();
    expect(holes(translated), term).toEqual(holes(term));
  }
});

/** The arguments of a macro in a list of the core: a name, then texts, each of one literal or several side by side. */
function texts(file: string, macro: string): string[][] {
  const source = readFileSync(at(file), 'utf8');
  const literal = String.raw`"(?:[^"\\]|\\.)*"`;
  const text = `${literal}(?:\\s+${literal})*`;
  return [...source.matchAll(new RegExp(`^${macro}\\((\\w+)((?:,\\s*${text})+)\\)`, 'gm'))].map(([, name, rest]) => {
    const said = [...rest!.matchAll(new RegExp(text, 'g'))].map(([all]) => [...all.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part).join(''));
    return [name!, ...said.map((one) => one.replaceAll('\\"', '"'))];
  });
}

test('every rule of derivations, with its sentence, and every cause of a violation is there in Chinese', () => {
  const translator = new Translator(terms);
  const rules = texts('core/explain/rules.def', 'STRIDESCOPE_RULE').filter(([name]) => name !== 'function');
  const causes = texts('core/analysis/verdict_causes.def', 'STRIDESCOPE_CAUSE');
  expect(rules.length).toBeGreaterThan(60);
  expect(causes.length).toBeGreaterThan(15);
  const english = [...rules, ...causes].flatMap(([, ...said]) => said).filter((text) => translator.translate(text) === text);
  // One that is new may stay English for a while.
  const missing = english.filter((text) => !/^swizzle$/i.test(text));
  expect(missing.length, missing.join('; ')).toBeLessThan(6);
});

// One that is new may stay English for a while.
test('the functions of the language are documented in Chinese', () => {
  const source = readFileSync(at('core/lang/builtins.def'), 'utf8');
  const names = [...source.matchAll(/^STRIDESCOPE_(TRACT_)?BUILTIN\((\w+)/gm)].map(([, tract, name]) => (tract ? `tract.${name}` : name!)).filter((name) => name !== 'name' && name !== 'tract.name');
  expect(names.length).toBeGreaterThan(300);
  const missing = names.filter((name) => !docs[name]);
  expect(missing.length, missing.join(', ')).toBeLessThan(8);
  expect(Object.keys(docs).filter((name) => !names.includes(name))).toEqual([]);
});

describe('sentences', () => {
  const translator = new Translator(terms);
  test.each([
    ['mode 2', '模式 2'],
    ['all 12 coordinates', '全部 12 个坐标'],
    ['mode (1,0) has stride 26, not a multiple of 4 elements', '模式 (1,0) 的步长为 26，不是 4 个元素的倍数'],
    ['12 of length 1, 2 of length 5', '12 个长度 1，2 个长度 5'],
    ['before the mode 4:_1, 1 element is reached: no gap; with it 4 x 1 = 4', '模式 4:_1 之前到达 1 个元素：没有空隙；加上它 4 x 1 = 4'],
    ['f: entry 1 of the domain, 4, goes to entry 2 of the codomain: stride 8', 'f：定义域第 1 项 4 去往陪域第 2 项：步长 8'],
    ['violated at 3: got 7, should be 9', '在 3 处不成立：得到 7，应为 9'],
    ['logical_divide needs static strides to order the modes', 'logical_divide 需要静态步长来排列模式'],
    ["unknown name 'compositoin'", "未知的名称 'compositoin'"],
    ['blocked_product takes 2 arguments, not 1', 'blocked_product 需要 2 个参数，而不是 1 个'],
    ['complement: the first argument must be a layout, not the integer 3', 'complement：第一个参数必须是布局，而不是整数 3'],
    // What nobody has translated stays whole.
    ['a static mode of size 1 is dropped, a dynamic one sings', 'a static mode of size 1 is dropped, a dynamic one sings'],
    ['(6,2):(8,2)', '(6,2):(8,2)'],
    ['', ''],
  ])('%j', (english, other) => {
    expect(translator.translate(english)).toBe(other);
  });
});

test('numbers have their places in the terms of the core', () => {
  for (const [term, translated] of Object.entries(terms)) {
    expect((translated.match(/#/g) ?? []).length, term).toBe((term.match(/#/g) ?? []).length);
  }
});
