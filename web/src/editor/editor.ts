// Keeps the editor and the session equal in both directions.
import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { diagnosticCount, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, Transaction } from '@codemirror/state';
import {
  crosshairCursor, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, rectangularSelection,
} from '@codemirror/view';
import { completionKeymap } from '@codemirror/autocomplete';
import { effect, untracked } from '@preact/signals';
import type { Session } from '../session/session';
import { assist } from './assist';
import { hangingRows } from './hanging_rows';
import { layoutSupport } from './language';
import { reportField, saysAnything, setReport } from './report_field';
import { followTypedCall, typedCallHelp } from './typed_call';
import { typedOver } from './typed_over';
import { editorTheme } from './editor_theme';
import { styleNonce } from './style_nonce';
import { notify } from '../session/notice';
import { language, t, type Word } from '../words/words';

export function mountEditor(parent: HTMLElement, session: Session): () => void {
  const doc = session.program.peek();
  const view = new EditorView({
    parent,
    doc,
    selection: { anchor: lastStatement(doc) },
    extensions: [
      EditorView.cspNonce.of(styleNonce),
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      bracketMatching(),
      EditorState.allowMultipleSelections.of(true),
      rectangularSelection(),
      crosshairCursor(),
      EditorView.lineWrapping,
      hangingRows,
      EditorState.tabSize.of(2),
      EditorView.contentAttributes.of({ 'aria-label': t('program.label'), autocapitalize: 'off', autocorrect: 'off', spellcheck: 'false' }),
      layoutSupport,
      typedCallHelp,
      typedOver,
      assist(session),
      reportField,
      editorTheme,
      // Keys that run and save in other programs: the page has already done both, and reports it.
      keymap.of([['Mod-Enter', 'program.live'], ['Mod-s', 'program.kept']].map(([key, word]) => ({
        key: key!, preventDefault: true, run: () => { notify(session, t(word as Word)); return true; },
      }))),
      keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap]),
      // A key can follow the focus at once, such as after a dialog; the editor alone sets the selection a moment later.
      EditorView.domEventObservers({ focus: (_, view) => view.focus() }),
      EditorView.updateListener.of((update) => {
        const { head } = update.state.selection.main;
        const text = update.state.doc.toString();
        // A text from the session is already known.
        if (update.docChanged && text !== session.program.peek()) session.edit(text, head);
        else if (update.docChanged) session.caret.value = head;
        else if (update.selectionSet && head !== session.caret.peek()) session.moveCaret(head);
      }),
    ],
  });
  session.caret.value = view.state.selection.main.head;

  const stops = [
    effect(() => replaceText(view, session.program.value)),
    effect(() => {
      const answered = session.report.value;
      const diagnostics = session.problems.value;
      // Shows the errors again in another language.
      void language.value;
      if (answered) showReport(view, { ...answered, report: { ...answered.report, diagnostics } });
    }),
    followTypedCall(view, session),
    effect(() => {
      const asked = session.reveal.value;
      if (!asked) return;
      const [anchor, head] = asked.span.map((at) => Math.min(at, view.state.doc.length)) as [number, number];
      untracked(() => {
        // A request for the current line also brings its card to the stage.
        const there = head === session.caret.peek();
        view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
        if (there) session.moveCaret(head);
      });
      view.focus();
    }),
  ];
  // Undo acts on the program, wherever the focus is after a dialog or a card has changed it.
  const undoAnywhere = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, .cm-editor')) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    if ((key === 'z' && !event.shiftKey ? undo : redo)(view)) event.preventDefault();
  };
  addEventListener('keydown', undoAnywhere);
  return () => {
    removeEventListener('keydown', undoAnywhere);
    for (const stop of stops) stop();
    view.destroy();
  };
}

/** The result of a program is that of its last statement, so the caret starts there. */
function lastStatement(program: string): number {
  return program.trimEnd().length;
}

/**
 * A program that was not typed: the differing part is replaced, and undo restores the old one. In another program the
 * caret goes to the last statement; in a changed one it stays.
 */
function replaceText(view: EditorView, program: string): void {
  const before = view.state.doc.toString();
  if (program === before) return;
  const shorter = Math.min(before.length, program.length);
  let from = 0;
  while (from < shorter && before[from] === program[from]) ++from;
  let end = 0;
  while (end < shorter - from && before[before.length - 1 - end] === program[program.length - 1 - end]) ++end;
  const changed = from + end > shorter / 2;
  untracked(() => view.dispatch({
    changes: { from, to: before.length - end, insert: program.slice(from, program.length - end) },
    ...(!changed && { selection: { anchor: lastStatement(program) } }),
    annotations: Transaction.userEvent.of('input.open'),
  }));
}

/** Spans are valid only for the evaluated text; a newer report follows a newer text. */
function showReport(view: EditorView, { report, program }: NonNullable<Session['report']['value']>): void {
  if (program !== view.state.doc.toString()) return;
  const diagnostics = report.diagnostics.map(({ span: [from, to], severity, message, hint }) =>
    ({ from, to, severity, message: hint ? `${message}\n${hint}` : message }));
  untracked(() => {
    const { state } = view;
    // A single change of the editor, and none without messages now or before: it would cause a needless layout.
    const underlined = diagnostics.length || diagnosticCount(state) ? [setDiagnostics(state, diagnostics)] : [];
    if (underlined.length || saysAnything(state, report)) view.dispatch({ effects: setReport.of(report) }, ...underlined);
  });
}
