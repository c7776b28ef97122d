// Colours for the words of the language. What they mean, only the core knows.
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StringStream } from '@codemirror/language';
import { tags } from '@lezer/highlight';

const keywords = /^(?:o|X|_|Sw|LayoutLeft|LayoutRight|true|false|tract|cute)$/;

/** Whether the line begins within a comment of several lines. */
interface State { comment: boolean }

function token(stream: StringStream, state: State): string | null {
  if (!state.comment && stream.eatSpace()) return null;
  if (state.comment || stream.match('/*')) {
    state.comment = !stream.match(/^.*?\*\//);
    if (state.comment) stream.skipToEnd();
    return 'comment';
  }
  if (stream.match(/^(?:#|\/\/).*/)) return 'comment';
  if (stream.match(/^_-?\d+/)) return 'static';
  if (stream.match(/^-?\d+/)) return 'number';
  if (stream.match(/^@\d+/)) return 'basis';
  if (stream.match(/^(?:-->|--|<>|[⊘⊗:=/%+*-])/)) return 'operator';
  if (stream.match(/^[<>(),;.]/)) return 'punctuation';
  const word = stream.match(/^\w+/);
  if (word && word !== true) return wordStyle(word[0], stream);
  stream.next();
  return null;
}

function wordStyle(word: string, stream: StringStream): string {
  if (keywords.test(word)) return 'keyword';
  if (stream.match(/^[ \t]*=/, false)) return 'definition';
  return stream.match(/^[<(]/, false) ? 'call' : 'name';
}

const layoutLanguage = StreamLanguage.define<State>({
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
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: tags.operator, color: 'var(--code-keyword)' },
  { tag: tags.punctuation, color: 'var(--muted)' },
  { tag: tags.definition(tags.variableName), color: 'var(--text)', fontWeight: '600' },
  { tag: tags.function(tags.variableName), color: 'var(--accent)' },
]);

export const layoutSupport = [layoutLanguage, syntaxHighlighting(colors)];
