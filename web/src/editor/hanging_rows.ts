// A long line's rows after its first stand two columns further in than the line, so that the next one is seen to begin.
import { RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import { linePadding } from './editor_theme';

/** Columns; of what is indented more the rows stand there, too: pasted arguments are aligned far to the right. */
const deepest = 6;
const beyond = 2;
const indented = Array.from({ length: deepest + 1 }, (_, columns) => Decoration.line({ class: `cm-hang-${columns}` }));

function rowsOf(view: EditorView): DecorationSet {
  const set = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      set.add(line.from, line.from, indented[Math.min(line.text.search(/\S|$/), deepest)]!);
      at = line.to + 1;
    }
  }
  return set.finish();
}

class HangingRows {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = rowsOf(view);
  }

  update(update: ViewUpdate): void {
    if (update.docChanged || update.viewportChanged) this.decorations = rowsOf(update.view);
  }
}

export const hangingRows: Extension = [
  ViewPlugin.fromClass(HangingRows, { decorations: (plugin) => plugin.decorations }),
  EditorView.theme(Object.fromEntries(indented.map((_, columns) => [`.cm-line.cm-hang-${columns}`, {
    textIndent: `-${columns + beyond}ch`,
    paddingLeft: `calc(${linePadding} + ${columns + beyond}ch)`,
  }]))),
  EditorView.theme({ '.cm-line > *': { textIndent: '0' } }),
];
