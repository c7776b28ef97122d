import { describe, expect, test } from 'vitest';
import { decodeLink, encodeLink, type Link } from '../../web/src/session/link';

describe('link', () => {
  const programs = ['', 'A = (6,2):(8,2)', 'R = L ⊘ <4,2>\n# 注释 🙂\n', '\uFEFFA = 4', 'x'.repeat(5000)];
  for (const mode of ['teaching', 'cute'] as const) {
    test.each(programs)(`${mode}: %j comes back`, (program) => {
      const link: Link = { program, mode };
      expect(decodeLink(encodeLink(link))).toEqual(link);
    });
  }

  test('uses only characters that survive in an address', () => {
    expect(encodeLink({ program: '???>>>~~~ÿÿ', mode: 'cute' })).toMatch(/^#c=[\w-]*$/);
  });

  test('no fragment is no link', () => {
    expect(decodeLink('')).toBeUndefined();
    expect(decodeLink('#')).toBeUndefined();
  });

  test.each(['#x=QQ', '#t', '#t=%%%', '#t=A', '#t=_w', '#section-2', '#t=QQ&c=QQ'])('%s is malformed', (fragment) => {
    expect(decodeLink(fragment)).toBe('malformed');
  });
});
