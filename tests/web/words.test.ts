// The page's words. That each language has them is held by tests/check_messages.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const at = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const english = JSON.parse(readFileSync(at('core/data/strings.en.json'), 'utf8')) as Record<string, string>;

test('each word is used', () => {
  const folder = at('web/src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n');
  const unused = Object.keys(english).filter((key) => !sources.includes(`'${key}'`) && !sources.includes(`"${key}"`) && !/^(atoms\.(mma|copy)|course\.(predict|fill|build|find|swizzle|repair)|gpu\.(loopback|unreachable|lost|badToken|badOrigin|crowded)|learn|gallery|atoms|paste|palette|shortcuts)$/.test(key));
  expect(unused).toEqual([]);
});
