// A lesson's Markdown as elements. Its links go to cells, steps and functions, which the page resolves.
import { marked, type Token, type Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import { show } from '../parts/dialogs';
import { glossaryWanted } from '../session/reference';
import { language, t } from '../words/words';
import { termsIn } from './glossary';

/** Makes an element for a link of the prose. */
export type MakeLink = (target: string, children: ComponentChildren) => ComponentChildren;

export function Prose({ text, link }: { text: string; link: MakeLink }) {
  return <div class="prose">{blocks(marked.lexer(text), link)}</div>;
}

function blocks(tokens: readonly Token[], link: MakeLink): ComponentChildren[] {
  return tokens.map((token, index) => {
    switch (token.type) {
      case 'paragraph': return <p key={index}>{inline(token.tokens, link)}</p>;
      case 'heading': return <h3 key={index}>{inline(token.tokens, link)}</h3>;
      // A note, for some readers only, is folded.
      case 'blockquote': return <details key={index} class="notes"><summary>{t('course.notes')}</summary>{blocks(token.tokens ?? [], link)}</details>;
      case 'code': return <pre key={index}>{(token as Tokens.Code).text}</pre>;
      case 'hr': return <hr key={index} />;
      case 'list': {
        const { ordered, items } = token as Tokens.List;
        const children = items.map((item, at) => <li key={at}>{blocks(item.tokens, link)}</li>);
        return ordered ? <ol key={index}>{children}</ol> : <ul key={index}>{children}</ul>;
      }
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        return (
          <div key={index} class="prose-table">
            <table>
              <thead><tr>{header.map((cell, at) => <th key={at} scope="col">{inline(cell.tokens, link)}</th>)}</tr></thead>
              <tbody>{rows.map((row, down) => <tr key={down}>{row.map((cell, at) => <td key={at}>{inline(cell.tokens, link)}</td>)}</tr>)}</tbody>
            </table>
          </div>
        );
      }
      case 'space': return null;
      // The text of an item of a list.
      default: return inline([token], link);
    }
  });
}

/** Terms and short links become buttons, after which a line may break. */
const isShort = (token: Token | undefined): boolean => token?.type === 'link' && (token as Tokens.Link).text.length <= 14;
/** Punctuation after a term or a link, which must not begin a line. */
const marksBehind = (token: Token | undefined): string => (token?.type === 'text' ? /^[,.:;!?)，。：；！？）、]*/.exec((token as Tokens.Text).text)![0] : '');

function inline(tokens: readonly Token[] | undefined, link: MakeLink): ComponentChildren[] {
  return (tokens ?? []).map((token, index, all) => {
    switch (token.type) {
      case 'strong': return (
        <span key={index} class="unbroken">
          <Term word={(token as Tokens.Strong).text}>{inline(token.tokens, link)}</Term>{marksBehind(all[index + 1])}
        </span>
      );
      case 'em': return <em key={index}>{inline(token.tokens, link)}</em>;
      case 'codespan': return <code key={index}>{unescaped((token as Tokens.Codespan).text)}</code>;
      case 'br': return <br key={index} />;
      case 'link': {
        const made = link((token as Tokens.Link).href, inline(token.tokens, link));
        return isShort(token) ? <span key={index} class="joined">{made}{marksBehind(all[index + 1])}</span> : made;
      }
      default: {
        const { tokens: inner, text } = token as Tokens.Text;
        return inner ? inline(inner, link) : unescaped(all[index - 1]?.type === 'strong' || isShort(all[index - 1]) ? text.slice(marksBehind(token).length) : text);
      }
    }
  });
}

/** A term of the glossary leads to its entry there. */
function Term({ word, children }: { word: string; children: ComponentChildren }) {
  const found = termsIn(language.value).find(({ term }) => term.toLowerCase() === word.toLowerCase());
  if (!found) return <strong>{children}</strong>;
  return (
    <strong>
      <button type="button" class="term" title={found.meaning} onClick={() => { glossaryWanted.value = found.term; void show('reference'); }}>{children}</button>
    </strong>
  );
}

/** Elements take plain text; marked's text has HTML entities. */
function unescaped(text: string): string {
  return text.replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" })[name]!);
}
