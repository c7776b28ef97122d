// The editor's tokens against the list that holds the window's too (tokens.json).
import { expect, test } from 'vitest';
import { StringStream } from '../../web/node_modules/@codemirror/language';
import { token } from '../../web/src/editor/tokens';
import vectors from './tokens.json';

test.each(vectors as [string, string[]][])('the pieces of %s are those of the window', (line, wanted) => {
  const state = { comment: false };
  const found: string[] = [];
  for (const one of line.split('\n')) {
    const stream = new StringStream(one, 8, 2);
    while (!stream.eol()) {
      stream.start = stream.pos;
      const kind = token(stream, state);
      if (kind) found.push(`${kind} ${stream.current()}`);
    }
  }
  expect(found).toEqual(wanted);
});
