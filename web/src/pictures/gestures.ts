// Moves a large picture: drag with the mouse, zoom with two fingers. Each function returns its stop function.

/** A press that moves less than this is a click. */
const leastDrag = 4;

/** The mouse grabs and moves the sheet; a finger scrolls without help. */
export function dragToScroll(board: HTMLElement): () => void {
  let from: { x: number; y: number; left: number; top: number } | undefined;
  let moved = false;
  const down = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY, left: board.scrollLeft, top: board.scrollTop };
    moved = false;
  };
  const move = (event: PointerEvent): void => {
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (!moved && Math.hypot(x, y) < leastDrag) return;
    moved = true;
    board.classList.add('dragged');
    board.scrollTo(from.left - x, from.top - y);
  };
  const up = (): void => {
    from = undefined;
    board.classList.remove('dragged');
  };
  // A drag is not a click.
  const click = (event: MouseEvent): void => {
    if (moved) event.stopPropagation();
    moved = false;
  };
  board.addEventListener('pointerdown', down);
  board.addEventListener('click', click, { capture: true });
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', up);
  return () => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', up);
  };
}

/** Sets the cell size; the position of the board at (x, y) stays fixed. */
type Enlarge = (size: number, x: number, y: number) => void;

interface Pinch {
  distance: number;
  x: number;
  y: number;
}

/** Two fingers: their distance is the size, and the point between them follows. One finger scrolls without help. */
export function pinchToZoom(board: HTMLElement, size: () => number, enlarge: Enlarge): () => void {
  let before: Pinch | undefined;
  const start = ({ touches }: TouchEvent): void => {
    before = touches.length === 2 ? pinchOf(board, touches) : undefined;
  };
  const move = (event: TouchEvent): void => {
    if (!before || event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const now = pinchOf(board, event.touches);
    board.scrollBy(before.x - now.x, before.y - now.y);
    if (before.distance > 0 && now.distance > 0) enlarge(size() * (now.distance / before.distance), now.x, now.y);
    before = now;
  };
  const end = (event: TouchEvent): void => start(event);
  board.addEventListener('touchstart', start, { passive: true });
  board.addEventListener('touchmove', move, { passive: false });
  board.addEventListener('touchend', end);
  board.addEventListener('touchcancel', end);
  return () => {
    board.removeEventListener('touchstart', start);
    board.removeEventListener('touchmove', move);
    board.removeEventListener('touchend', end);
    board.removeEventListener('touchcancel', end);
  };
}

/** On the board. */
function pinchOf(board: HTMLElement, touches: TouchList): Pinch {
  const [one, other] = [touches[0]!, touches[1]!];
  const area = board.getBoundingClientRect();
  return {
    distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    x: (one.clientX + other.clientX) / 2 - area.left,
    y: (one.clientY + other.clientY) / 2 - area.top,
  };
}
