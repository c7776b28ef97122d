// Colors for the words of the language. Only the core knows their meaning.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { token, type TokenState } from './tokens';

const layoutLanguage = StreamLanguage.define<TokenState>({
  name: 'layout',
  startState: () => ({ comment: false }),
  token,
  languageData: { commentTokens: { line: '#' } },
  tokenTable: {
    static: tags.special(tags.number),
    basis: tags.unit,
    definition: tags.definition(tags.variableName),
    call: tags.function(tags.variableName),
    name: tags.variableName,
  },
});

const colors = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--code-comment)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: tags.special(tags.number), color: 'var(--code-static)' },
  { tag: tags.unit, color: 'var(--code-keyword)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: tags.operator, color: 'var(--code-keyword)' },
  { tag: tags.punctuation, color: 'var(--muted)' },
  { tag: tags.definition(tags.variableName), color: 'var(--text)', fontWeight: '600' },
  { tag: tags.function(tags.variableName), color: 'var(--accent)' },
]);

export const layoutSupport = [layoutLanguage, syntaxHighlighting(colors)];
