// The report in the text: results in grey at the ends of lines, errors below the lines that caused them, and in grey
// the parts that give no value.
import { StateEffect, StateField, type EditorState, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import type { Binding, Diagnostic } from '../core/door';
import { fixesOf } from '../session/reason';
import type { Said } from '../session/session';
import { language, t } from '../words/words';

export const setReport = StateEffect.define<Said>();

const longestResult = 80;
const mostDigits = 9;

const decorated = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    let next = decorations.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setReport)) next = decorate(effect.value, transaction.state);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});
export const reportField: Extension = decorated;

/** True if the text shows a part of its report, or must show a part of this one. */
export function saysAnything(state: EditorState, report: Said): boolean {
  return state.field(decorated).size > 0 || decorate(report, state).size > 0;
}

function decorate(report: Said, state: EditorState): DecorationSet {
  const { doc } = state;
  const results = report.bindings.flatMap((binding): Range<Decoration>[] => {
    if (isPlain(binding) || binding.line > doc.lines) return [];
    const widget = new ResultWidget(binding.brief ?? binding.text);
    return [Decoration.widget({ widget, side: 1 }).range(doc.line(binding.line).to)];
  });
  const errors = report.diagnostics.map((diagnostic) => {
    const widget = new ErrorWidget(diagnostic);
    const line = doc.lineAt(Math.min(diagnostic.span[0], doc.length));
    return Decoration.widget({ widget, side: 2, block: true }).range(line.to);
  });
  const skipped = report.skipped.flatMap(({ span: [from, to], reason }): Range<Decoration>[] =>
    from < to && to <= doc.length ? [Decoration.mark({ class: 'skipped', attributes: { title: reason } }).range(from, to)] : []);
  return Decoration.set([...results, ...errors, ...skipped], true);
}

/** A value typed in its printed form needs no result. */
function isPlain({ source, text }: Binding): boolean {
  return source.replaceAll(' ', '') === text.replaceAll(' ', '');
}

class ResultWidget extends WidgetType {
  constructor(private readonly text: string) {
    super();
  }

  override eq(other: ResultWidget): boolean {
    return other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'result';
    const [first = '', ...others] = this.text.trim().split('\n');
    element.textContent = first.length > longestResult || others.length ? `${first.slice(0, longestResult)} …` : first;
    return element;
  }

  /** A click on it sets the caret, which brings its card to the stage. */
  override ignoreEvent(): boolean {
    return false;
  }
}

class ErrorWidget extends WidgetType {
  private readonly language = language.peek();

  constructor(private readonly diagnostic: Diagnostic) {
    super();
  }

  override eq(other: ErrorWidget): boolean {
    return other.language === this.language && JSON.stringify(other.diagnostic) === JSON.stringify(this.diagnostic);
  }

  override toDOM(view: EditorView): HTMLElement {
    const { severity, consequent, message, hint, span, hole, example = '' } = this.diagnostic;
    const element = document.createElement('div');
    element.className = `trouble ${severity}`;
    const box = element.appendChild(document.createElement('div'));
    // A consequence of another error takes one line.
    if (consequent) {
      element.classList.add('consequent');
      box.append(line('p', hint ? `${message}: ${hint}` : message));
      return element;
    }
    box.append(line('strong', message));
    if (hint) box.append(line('p', hint));
    for (const { text, words } of fixesOf(this.diagnostic)) {
      const fix = line('button', words);
      fix.setAttribute('type', 'button');
      fix.addEventListener('click', () => {
        view.dispatch({ changes: { from: span[0], to: span[1], insert: text }, userEvent: 'input.mend' });
        view.focus();
      });
      box.append(fix);
    }
    if (hole) box.append(filler(view, hole, example, span[0]));
    return element;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** A field for an integer that the text does not give, filled with the assumed example, if any: a statement before its use. */
function filler(view: EditorView, name: string, start: string, at: number): HTMLElement {
  const form = document.createElement('form');
  form.className = 'filler';
  const label = form.appendChild(line('label', `${name} = `));
  const field = label.appendChild(document.createElement('input'));
  field.type = 'text';
  field.inputMode = 'numeric';
  field.pattern = `[0-9]{1,${mostDigits}}`;
  field.required = true;
  field.value = start;
  const button = form.appendChild(line('button', t('holes.fill')));
  button.setAttribute('type', 'submit');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { from } = view.state.doc.lineAt(Math.min(at, view.state.doc.length));
    view.dispatch({ changes: { from, insert: `${name} = ${field.value}\n` }, userEvent: 'input.mend' });
    view.focus();
  });
  return form;
}

function line(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
