// The page's reader and writer of links against the vectors that hold the core's too (tests/links/vectors.jsonl).
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeLink, encodeLink, linkBytes, longestText, type Link } from '../../web/src/session/link';

interface Vector {
  link: string;
  /** The writer of the text; none: the text is not a link. */
  by?: 'page' | 'core' | 'zlib' | 'stored' | 'before';
  program: string;
  mode: Link['mode'];
  views: [key: string, view: string][];
}

/** The core is held to the same ones (tests/unit/test_link.cpp). */
const vectors = readFileSync(new URL('../links/vectors.jsonl', import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Vector);

describe('link', () => {
  test.each(vectors.filter(({ by }) => by))('$by: $link is read', ({ by, link, program, mode, views }) => {
    const read = decodeLink(link);
    if (read === undefined || read === 'malformed') throw new Error(`${read}`);
    expect({ program: read.program, mode: read.mode }).toEqual({ program, mode });
    expect(Object.entries(read.choices)).toEqual(views);
    if (by === 'page') expect(encodeLink(read)).toBe(link);
  });

  test('there are links of the core, of the page and of before', () => {
    const kinds = new Set(vectors.map(({ by }) => by));
    expect(kinds).toEqual(new Set(['page', 'core', 'zlib', 'stored', 'before', undefined]));
  });

  test.each(vectors.filter(({ by }) => !by).map(({ link }) => link))('%s is no link', (link) => {
    expect(decodeLink(link)).toBe('malformed');
  });

  const programs = ['', 'A = (6,2):(8,2)', 'R = L ⊘ <4,2>\n# 注释 🙂\n', '\uFEFFA = 4', 'x'.repeat(5000)];
  for (const mode of ['teaching', 'cute'] as const) {
    test.each(programs)(`${mode}: %j comes back`, (program) => {
      const link: Link = { program, mode, choices: {} };
      expect(decodeLink(encodeLink(link)!)).toEqual(link);
    });
  }

  test('uses only characters that survive in an address', () => {
    expect(encodeLink({ program: '???>>>~~~ÿÿ', mode: 'cute', choices: {} })).toMatch(/^#z=[\w-]*$/);
  });

  test('the chosen pictures come back', () => {
    const choices = { A: 'kind=walk color=mode', 'A#1': 'label=coord', '#0': 'kind=grid slice=0,3' };
    const link: Link = { program: 'A = 4:1', mode: 'teaching', choices };
    expect(encodeLink(link)).toMatch(/^#z=[\w-]*$/);
    expect(decodeLink(encodeLink(link)!)).toEqual(link);
  });

  test('links of before are still read', () => {
    const text = (value: string): string => Buffer.from(value).toString('base64url');
    const link = decodeLink(`#c=${text('A = 4:1 # 注释')}&v=${text('A kind=strip')}`);
    expect(link).toEqual({ program: 'A = 4:1 # 注释', mode: 'cute', choices: { A: 'kind=strip' } });
  });

  test('a long program is packed', () => {
    const program = 'A = composition((6,2):(8,2), (4,3):(3,1))\n'.repeat(200);
    expect(encodeLink({ program, mode: 'teaching', choices: {} })!.length).toBeLessThan(program.length / 20);
  });

  test('what unpacks to more than a program may be is no link', () => {
    const bomb = deflateRawSync(Buffer.alloc(200_000_000, 'A')).toString('base64url');
    expect(decodeLink(`#z=${bomb}`)).toBe('malformed');
  });

  test('a text of more bytes than a link may unpack to is not written, and the limit is that of the core', () => {
    const head = readFileSync(new URL('../../core/workspace/link.h', import.meta.url), 'utf8');
    expect(Number(/max_link_text = ([\d']+)/.exec(head)![1]!.replaceAll("'", ''))).toBe(longestText);
    const most = longestText - linkBytes({ program: '', mode: 'cute', choices: {} });
    const longest: Link = { program: 'é'.repeat(most / 2), mode: 'cute', choices: {} };
    expect(linkBytes(longest)).toBeLessThanOrEqual(longestText);
    expect(decodeLink(encodeLink(longest)!)).toEqual(longest);
    const longer = { ...longest, program: `${longest.program}éé` };
    expect(linkBytes(longer)).toBeGreaterThan(longestText);
    expect(encodeLink(longer)).toBeUndefined();
  });

  test('no fragment is no link', () => {
    expect(decodeLink('')).toBeUndefined();
    expect(decodeLink('#')).toBeUndefined();
  });

  test.each(['#z=', '#z=AAAA', '#z=QQ', '#z=%', '#x=QQ', '#t', '#t=%%%', '#t=A', '#t=_w', '#section-2', '#t=QQ&c=QQ', '#t=QQ&v=%', '#t=QQ&v=A'])('%s is malformed', (fragment) => {
    expect(decodeLink(fragment)).toBe('malformed');
  });
});
