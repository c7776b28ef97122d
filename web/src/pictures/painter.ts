// A painter puts one picture into an element. It knows where cells are, and nothing of what they mean.
import type { Picture } from '../core/engine';

export interface Painter {
  /** Shows another picture in the place of this one; false where it needs a painter of its own. */
  update?(picture: Picture): boolean;
  /** The cell under the pointer; undefined between and outside cells. */
  cellAt(event: PointerEvent | MouseEvent): number | undefined;
  /** Outlines these cells strongly and their group lightly, and no others. When isolated, only they stay bright. */
  light(cells: ReadonlySet<number>, group: ReadonlySet<number>, isolated: boolean): void;
  /** Scrolls the cell into sight. */
  show(cell: number): void;
  /** Only where cells may be too small to see: towards larger ones (1), smaller ones (-1), or all of them (0). */
  zoom?(direction: 1 | -1 | 0): void;
  dispose(): void;
}

/** The next cell with an element in a direction, or the same one at the edge. */
export function step(picture: Picture, cell: number, rowStep: number, colStep: number): number {
  const { ids, scene: { rows, cols } } = picture;
  const at = ids.indexOf(cell);
  if (at < 0) return firstCell(picture) ?? cell;
  let row = Math.floor(at / cols) + rowStep;
  let col = (at % cols) + colStep;
  while (row >= 0 && row < rows && col >= 0 && col < cols) {
    const next = ids[row * cols + col]!;
    // An element may be drawn more than once, side by side.
    if (next >= 0 && next !== cell) return next;
    row += rowStep;
    col += colStep;
  }
  return cell;
}

export function firstCell({ ids }: Picture): number | undefined {
  return ids.find((id) => id >= 0);
}
