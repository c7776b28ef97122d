// Drags an arrow of a diagram to another entry. The core decides what this changes in the program.
import { layer } from '../parts/layers';

/** A press that moves less than this is a click. */
const leastDrag = 5;
const svgNamespace = 'http://www.w3.org/2000/svg';

export interface ArrowMoves {
  /** The effect of releasing it here: on a cell, outside all cells (-1), or none (undefined). */
  preview(cell: number, target: number | undefined): void;
  drop(cell: number, target: number): void;
  /** The drag has ended. */
  end(): void;
}

/** Returns its stop function. */
export function dragArrows(host: HTMLElement, moves: ArrowMoves): () => void {
  let held: { cell: number; x: number; y: number; start: DOMPoint | undefined; line: SVGLineElement | undefined; closed: () => void } | undefined;
  let dragged = false;

  const cellOf = (element: Element | null): number | undefined => {
    const found = element?.closest('[data-cell]');
    return found && host.contains(found) ? Number(found.getAttribute('data-cell')) : undefined;
  };
  const drawing = (): SVGSVGElement | null => host.querySelector('svg');

  /** In the units of the picture. */
  function place(x: number, y: number): DOMPoint | undefined {
    return new DOMPoint(x, y).matrixTransform(drawing()?.getScreenCTM()?.inverse());
  }

  /** The cell of an entry; -1, the base point, outside all cells. An arrow or another picture is not a target. */
  function targetAt(x: number, y: number, cell: number): number | undefined {
    const element = document.elementFromPoint(x, y);
    if (!element || !host.contains(element)) return undefined;
    const target = element.closest('.ss-arrow') ? undefined : cellOf(element) ?? -1;
    return target === cell ? undefined : target;
  }

  function down(event: PointerEvent): void {
    const cell = event.button === 0 && event.target instanceof Element ? cellOf(event.target) : undefined;
    if (cell === undefined) return;
    dragged = false;
    held = { cell, x: event.clientX, y: event.clientY, start: startOf(cell), line: undefined, closed: layer(letGo) };
  }

  /** The right edge of the entry where the arrow begins. */
  function startOf(cell: number): DOMPoint | undefined {
    const box = host.querySelector(`.ss-cell[data-cell="${cell}"] rect`)?.getBoundingClientRect();
    return box && place(box.right, (box.top + box.bottom) / 2);
  }

  function move(event: PointerEvent): void {
    if (!held) return;
    if (!dragged && Math.hypot(event.clientX - held.x, event.clientY - held.y) < leastDrag) return;
    dragged = true;
    held.line ??= lineIn(drawing());
    const [from, to] = [held.start, place(event.clientX, event.clientY)];
    if (from && to && held.line) {
      held.line.setAttribute('x1', String(from.x));
      held.line.setAttribute('y1', String(from.y));
      held.line.setAttribute('x2', String(to.x));
      held.line.setAttribute('y2', String(to.y));
    }
    host.classList.add('held');
    moves.preview(held.cell, targetAt(event.clientX, event.clientY, held.cell));
  }

  function up(event: PointerEvent): void {
    const { cell } = held ?? {};
    if (cell !== undefined && dragged) {
      const target = targetAt(event.clientX, event.clientY, cell);
      if (target !== undefined) moves.drop(cell, target);
    }
    letGo();
  }

  function letGo(): void {
    held?.line?.remove();
    held?.closed();
    if (held && dragged) moves.end();
    held = undefined;
    host.classList.remove('held');
  }

  // A drag is not a click.
  function click(event: MouseEvent): void {
    if (dragged) event.stopPropagation();
    dragged = false;
  }

  host.addEventListener('pointerdown', down);
  host.addEventListener('click', click, { capture: true });
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', letGo);
  return () => {
    letGo();
    host.removeEventListener('pointerdown', down);
    host.removeEventListener('click', click, { capture: true });
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', letGo);
  };
}

function lineIn(svg: SVGSVGElement | null): SVGLineElement | undefined {
  const line = document.createElementNS(svgNamespace, 'line');
  line.setAttribute('class', 'ss-held');
  return svg?.appendChild(line);
}
