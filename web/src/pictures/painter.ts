// A painter draws one picture into an element. It knows the positions of cells, but not their meaning.
import type { Picture } from '../core/engine';

/** In a lesson a picture is as high as its letters need, up to this height. */
export const mostHigh = 900;
/** A strip whose letters need up to this much more width scrolls. */
export const mostRolled = 1.5;

export interface Painter {
  /** Replaces the picture by another; false if that one needs another painter. */
  update?(picture: Picture): boolean;
  /** The cell under the pointer; undefined between and outside cells. */
  cellAt(event: PointerEvent | MouseEvent): number | undefined;
  /** Outlines exactly these cells strongly and their group lightly. With `isolated`, only they stay bright. */
  light(cells: ReadonlySet<number>, group: ReadonlySet<number>, isolated: boolean): void;
  /** Marks exactly these cells as wrong. */
  mark(cells: ReadonlySet<number>): void;
  /** Scrolls the cell into sight. */
  show(cell: number): void;
  /** Only if cells can be too small to see: towards larger (1), smaller (-1), or all of them (0). */
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
    // An element can be drawn more than once, side by side.
    if (next >= 0 && next !== cell) return next;
    row += rowStep;
    col += colStep;
  }
  return cell;
}

export function firstCell({ ids }: Picture): number | undefined {
  return ids.find((id) => id >= 0);
}
