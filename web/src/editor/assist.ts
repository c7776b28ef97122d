// Completion from the core, and the documentation of the function under the pointer or, by F1, at the caret.
import { acceptCompletion, autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { Prec, type Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip, keymap, type Tooltip } from '@codemirror/view';
import type { BuiltinFunction } from '../core/door';
import { reference } from '../session/reference';
import type { Session } from '../session/session';
import { t } from '../words/words';

const kinds = { function: 'function', binding: 'variable', keyword: 'keyword' } as const;

export function assist(session: Session): Extension {
  return [
    autocompletion({ override: [(context) => complete(session, context)], icons: false }),
    Prec.highest(keymap.of([{ key: 'Tab', run: acceptCompletion }, { key: 'F1', run: lookUp, preventDefault: true }])),
    hoverTooltip((view, position) => explain(session, view, position)),
  ];
}

async function complete(session: Session, context: CompletionContext): Promise<CompletionResult | null> {
  if (!context.explicit && !context.matchBefore(/[A-Za-z]\w*/)) return null;
  const program = context.state.doc.toString();
  const answer = await session.complete(program, context.pos).catch(() => undefined);
  if (!answer?.items.length || context.aborted) return null;
  return {
    from: answer.span[0],
    to: answer.span[1],
    options: answer.items.map(({ label, kind, detail, info }, index) => {
      const [first, ...others] = detail.split('\n');
      // In the core's order, in which the more common of two names comes first.
      return { label, type: kinds[kind], detail: first!, boost: -Math.min(index, 99), ...(info && { info: () => explained(others, info) }) };
    }),
    validFor: /^\w*$/,
  };
}

/** Next to the list, which shows the first signature itself. */
function explained(signatures: readonly string[], info: string): HTMLElement {
  const element = document.createElement('div');
  if (signatures.length) {
    const code = element.appendChild(document.createElement('code'));
    code.textContent = signatures.join('\n');
  }
  element.append(info);
  return element;
}

/** Opens the page of the name at the caret, or the list of all. */
function lookUp({ state }: EditorView): boolean {
  const word = state.wordAt(state.selection.main.head);
  reference.value = word ? state.sliceDoc(word.from, word.to) : '';
  return true;
}

function explain(session: Session, view: EditorView, position: number): Tooltip | null {
  const word = view.state.wordAt(position);
  const builtin = word && session.functions.value.get(view.state.sliceDoc(word.from, word.to));
  if (!builtin) return null;
  return { pos: word.from, end: word.to, above: true, create: () => ({ dom: documentation(session, builtin) }) };
}

function documentation(session: Session, { name, signature, doc, example }: BuiltinFunction): HTMLElement {
  const element = document.createElement('div');
  element.className = 'documentation';
  for (const [tag, text] of [['code', signature], ['p', doc], ['code', example]] as const) {
    if (!text) continue;
    const child = document.createElement(tag);
    child.textContent = text;
    element.append(child);
  }
  if (example) element.append(button(t('example.try'), () => void session.append(example)));
  element.append(button(t('reference.more'), () => { reference.value = name; }));
  return element;
}

function button(text: string, press: () => void): HTMLElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.addEventListener('click', press);
  return element;
}
