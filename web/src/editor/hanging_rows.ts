// Continuation rows of a long line are indented by two more columns than the line, so that the next line is visible as
// one. Text aligned far to the right, such as pasted arguments, is pulled left: in a narrow pane the spaces before it
// take no width, and no row consists only of spaces.
import { RangeSet, RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import { linePadding } from './editor_theme';

/** Columns; deeper lines have their continuation rows at this column, too. */
const deepest = 6;
const beyond = 2;
/** Columns that a text keeps after its spaces. */
const readable = 44;
const indented = Array.from({ length: deepest + 1 }, (_, columns) => Decoration.line({ class: `cm-hang-${columns}` }));
const spaces = Decoration.mark({ class: 'cm-spaces' });
const folded = Decoration.mark({ class: 'cm-spaces cm-folded' });

class HangingRows {
  decorations: DecorationSet = Decoration.none;
  /** Spaces without width: the caret crosses them in one step. */
  folded: DecorationSet = Decoration.none;
  private indent = 0;

  constructor(private readonly view: EditorView) {
    this.read();
  }

  update(update: ViewUpdate): void {
    const moved = update.geometryChanged && this.deepestIndent() !== this.indent;
    if (update.docChanged || update.viewportChanged || moved) this.read();
  }

  private deepestIndent(): number {
    const columns = Math.floor(this.view.contentDOM.clientWidth / this.view.defaultCharacterWidth);
    return Math.max(deepest, columns - readable);
  }

  private read(): void {
    this.indent = this.deepestIndent();
    const all = new RangeSetBuilder<Decoration>();
    const gone = new RangeSetBuilder<Decoration>();
    for (const { from, to } of this.view.visibleRanges) {
      for (let at = from; at <= to;) {
        const line = this.view.state.doc.lineAt(at);
        const indent = line.text.search(/\S|$/);
        const kept = Math.min(indent, this.indent);
        all.add(line.from, line.from, indented[Math.min(indent, deepest)]!);
        if (kept) all.add(line.from, line.from + kept, spaces);
        if (indent > kept) {
          all.add(line.from + kept, line.from + indent, folded);
          gone.add(line.from + kept, line.from + indent, folded);
        }
        at = line.to + 1;
      }
    }
    this.decorations = all.finish();
    this.folded = gone.finish();
  }
}

export const hangingRows: Extension = [
  ViewPlugin.fromClass(HangingRows, {
    decorations: (plugin) => plugin.decorations,
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.folded ?? RangeSet.empty),
  }),
  EditorView.theme(Object.fromEntries(indented.map((_, columns) => [`.cm-line.cm-hang-${columns}`, {
    textIndent: `-${columns + beyond}ch`,
    paddingLeft: `calc(${linePadding} + ${columns + beyond}ch)`,
  }]))),
  EditorView.theme({
    '.cm-line > *': { textIndent: '0' },
    '.cm-spaces': { whiteSpace: 'pre' },
    '.cm-folded': { letterSpacing: '-1ch' },
  }),
];
