// The two languages say the same things.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const at = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const read = (name: string): Record<string, string> => JSON.parse(readFileSync(at(`core/data/${name}.json`), 'utf8'));
const [english, chinese, docs] = [read('strings.en'), read('strings.zh'), read('docs.zh')];

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
  const unused = Object.keys(english).filter((key) => !sources.includes(`'${key}'`) && !sources.includes(`"${key}"`) && !/^(atoms\.(mma|copy)|course\.(predict|fill|build|find|swizzle|repair)|gpu\.(loopback|unreachable|lost|badToken|badOrigin|crowded)|learn|gallery|atoms|paste|palette|shortcuts)$/.test(key));
  expect(unused).toEqual([]);
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
