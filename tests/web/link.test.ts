import { describe, expect, test } from 'vitest';
import { decodeLink, encodeLink, type Link } from '../../web/src/session/link';

describe('link', () => {
  const programs = ['', 'A = (6,2):(8,2)', 'R = L ⊘ <4,2>\n# 注释 🙂\n', '\uFEFFA = 4', 'x'.repeat(5000)];
  for (const mode of ['teaching', 'cute'] as const) {
    test.each(programs)(`${mode}: %j comes back`, (program) => {
      const link: Link = { program, mode, choices: {} };
      expect(decodeLink(encodeLink(link))).toEqual(link);
    });
  }

  test('uses only characters that survive in an address', () => {
    expect(encodeLink({ program: '???>>>~~~ÿÿ', mode: 'cute', choices: {} })).toMatch(/^#c=[\w-]*$/);
  });

  test('the chosen pictures come back', () => {
    const choices = { A: { kind: 'walk', color: 'mode' }, 'A#1': { label: 'coord' }, '#0': { kind: 'grid', slice: [0, 3] } };
    const link: Link = { program: 'A = 4:1', mode: 'teaching', choices };
    expect(encodeLink(link)).toMatch(/^#t=[\w-]*&v=[\w-]*$/);
    expect(decodeLink(encodeLink(link))).toEqual(link);
  });

  test('of views only what is one is read', () => {
    const views = Buffer.from('A kind=grid what slice=1,x,2\nB\n').toString('base64url');
    expect(decodeLink(`#t=QQ&v=${views}`)).toMatchObject({ program: 'A', choices: { A: { kind: 'grid', slice: [1, 2] } } });
  });

  test('no fragment is no link', () => {
    expect(decodeLink('')).toBeUndefined();
    expect(decodeLink('#')).toBeUndefined();
  });

  test.each(['#x=QQ', '#t', '#t=%%%', '#t=A', '#t=_w', '#section-2', '#t=QQ&c=QQ', '#t=QQ&v=%', '#t=QQ&v=A'])('%s is malformed', (fragment) => {
    expect(decodeLink(fragment)).toBe('malformed');
  });
});
