// Text typed over a selection is inserted by the editor. The browser would give it the style of the selected word, which
// the page's policy refuses, with an error on the console for each letter.
import { EditorView } from '@codemirror/view';

export const typedOver = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== 'insertText' || !data || empty || view.composing) return false;
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    if (!view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});
