// The page recognizes PTX as the core does: ptx_texts.json holds the texts of both.
import { expect, test } from 'vitest';
import { isPtx } from '../../web/src/file/ptx';
import texts from './ptx_texts.json';

test.each(texts as [string, boolean][])('%j is recognized as it is by the core', (text, wanted) => {
  expect(isPtx(text)).toBe(wanted);
});
