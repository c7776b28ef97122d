// A drawing whose upper left is empty, as that of the operands of an MMA: B is above C, and A is left of C. Where it is
// too high, its parts are side by side: A, B, C.

/** Lengths are those of the drawing. */
export interface Fold {
  /** Size of the drawing with its parts side by side. */
  width: number;
  height: number;
  /** The upper part ends here; it goes down by `down`. */
  upperEnd: number;
  down: number;
  /** The lower left part ends here; what is right of it and below the upper part goes right by `right`. */
  leftEnd: number;
  right: number;
}

const margin = 4;

let last: { text: string; fold: Fold | undefined } | undefined;

/** Undefined if the drawing does not have this shape. Remembers the last one. */
export function foldOf(text: string): Fold | undefined {
  if (last?.text !== text) last = { text, fold: measure(text) };
  return last.fold;
}

function measure(text: string): Fold | undefined {
  if (text.includes('ss-arrow')) return undefined;
  const cells = [...text.matchAll(/<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g)].map((one) => {
    const [x, y, width, height] = one.slice(1).map(Number) as [number, number, number, number];
    return { x, y, right: x + width, bottom: y + height };
  });
  const ends = { left: Infinity, right: 0, bottom: 0 };
  for (const { x, right, bottom } of cells) {
    ends.left = Math.min(ends.left, x);
    ends.right = Math.max(ends.right, right);
    ends.bottom = Math.max(ends.bottom, bottom);
  }
  // The first row of the lower left part, and the cells above it.
  const lower = cells.reduce((least, { x, y }) => (x === ends.left ? Math.min(least, y) : least), Infinity);
  const upper = { first: Infinity, left: Infinity, end: 0 };
  for (const { x, y, bottom } of cells) {
    if (y >= lower) continue;
    upper.first = Math.min(upper.first, y);
    upper.left = Math.min(upper.left, x);
    upper.end = Math.max(upper.end, bottom);
  }
  const leftEnd = cells.reduce((most, { x, right }) => (x < upper.left ? Math.max(most, right) : most), 0);
  if (!(upper.end > 0) || upper.end > lower || leftEnd >= upper.left) return undefined;
  const down = lower - upper.first;
  const right = ends.right - leftEnd;
  return { width: ends.right + right + margin, height: Math.max(ends.bottom, upper.end + down) - upper.end + margin, upperEnd: upper.end, down, leftEnd, right };
}

/** Moves the parts of the drawing side by side, or back. */
export function arrange(svg: SVGSVGElement, fold: Fold, beside: boolean, whole: { width: number; height: number }): void {
  const { width, height } = beside ? fold : whole;
  for (const copy of svg.querySelectorAll('[data-copied]')) copy.remove();
  if (beside) repeatHeads(svg, fold);
  for (const part of svg.children) {
    if (part.hasAttribute('data-copied')) continue;
    const place = part.querySelector('rect') ?? part;
    const [x, y] = [Number(place.getAttribute('x')), Number(place.getAttribute('y'))];
    const moved = y < fold.upperEnd ? `translate(0 ${fold.down})` : x > fold.leftEnd ? `translate(${fold.right} 0)` : '';
    if (beside && moved) part.setAttribute('transform', moved);
    else part.removeAttribute('transform');
  }
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  svg.setAttribute('viewBox', `0 ${beside ? fold.upperEnd : 0} ${width} ${height}`);
  delete svg.dataset['box'];
}

/** The lower right part has the columns of the upper one and the rows of the lower left one: it gets their numbers. */
function repeatHeads(svg: SVGSVGElement, { upperEnd, down, right }: Fold): void {
  const heads = [...svg.querySelectorAll(':scope > text')].map((text) => ({ text, x: Number(text.getAttribute('x')), y: Number(text.getAttribute('y')) }));
  const names = heads.filter(({ text }) => /^[A-Z]$/.test(text.textContent));
  const above = names.find(({ y }) => y < upperEnd);
  const [left, corner] = names.filter(({ y }) => y > upperEnd).sort((a, b) => a.x - b.x);
  if (!above || !left || !corner) return;
  for (const { text, x, y } of heads) {
    const by = y === above.y && x !== above.x ? [right, down] : x === left.x && y !== left.y ? [corner.x + right - left.x, 0] : undefined;
    if (!by) continue;
    const copy = text.cloneNode(true) as Element;
    copy.setAttribute('data-copied', '');
    copy.setAttribute('transform', `translate(${by.join(' ')})`);
    svg.append(copy);
  }
}
