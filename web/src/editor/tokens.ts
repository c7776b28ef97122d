// Splits text of the language into words and signs by the table of core/data. Only the core knows their meaning. The
// window's editor uses the same table and rules: tests/web/tokens.json tests both.
import type { StringStream } from '@codemirror/language';
import table from '../../../core/data/tokens.def?raw';

const listed = (kind: string): string[] => [...table.matchAll(new RegExp(`^STRIDESCOPE_${kind}\\("(.*)"\\)$`, 'gm'))].map(([, text]) => text!);
const escaped = (text: string): string => text.replace(/[\\/^$*+?.()|[\]{}]/g, '\\$&');

const keywords = new Set(listed('KEYWORD'));
const operators = new RegExp(`^(?:${listed('OPERATOR').map(escaped).join('|')})`);
const punctuation = listed('PUNCTUATION').join('');

/** True if the line begins inside a comment of several lines. */
export interface TokenState { comment: boolean }

export function token(stream: StringStream, state: TokenState): string | null {
  if (!state.comment && stream.eatSpace()) return null;
  if (state.comment || stream.match('/*')) {
    state.comment = !stream.match(/^.*?\*\//);
    if (state.comment) stream.skipToEnd();
    return 'comment';
  }
  if (stream.match(/^(?:#|\/\/).*/)) return 'comment';
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
  if (stream.match(/^_-?\d+/)) return 'static';
  if (stream.match(/^-?\d+/)) return 'number';
  if (stream.match(/^@\d+/)) return 'basis';
  if (stream.match(operators)) return 'operator';
  const word = stream.match(/^\w+/);
  if (word && word !== true) return wordStyle(word[0], stream);
  return punctuation.includes(stream.next() ?? ' ') ? 'punctuation' : null;
}

function wordStyle(word: string, stream: StringStream): string {
  if (keywords.has(word)) return 'keyword';
  if (stream.match(/^[ \t]*=(?!=)/, false)) return 'definition';
  return stream.match(/^[<(]/, false) ? 'call' : 'name';
}
