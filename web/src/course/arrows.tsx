// Arrows between cells of two cards, for a step of a lesson: drawn over the cards, and scrolling with them.
import { useEffect } from 'preact/hooks';
import type { LessonArrow } from '../core/door';
import type { Session } from '../session/session';

interface Place { x: number; y: number }
/** The center of a cell, and the distances to its sides. */
interface Cell extends Place { across: number; down: number }

/**
 * The distance of the middle of an arrow from the straight line, relative to its length, and the maximum in pixels. The
 * bend that crosses the fewest letters is taken.
 */
const bends = [0.16, -0.16, 0.08, -0.08, 0.26, -0.26, 0.4, -0.4];
const mostBend = 90;
const letters = '.cards .picture svg text';
/** Between two cards are the questions and the program: an arrow would cross them. */
const oneColumn = matchMedia('(max-width: 760px)');

export function Arrows({ session, arrows }: { session: Session; arrows: readonly LessonArrow[] }) {
  const cards = session.cards.value;
  const at = session.inspector.shown.value?.at;
  // While another cell is inspected, they would seem to be about it.
  const drawn = at ? arrows.filter(({ from, fromCell, to, toCell }) => [[from, fromCell], [to, toCell]].some(([name, cell]) => name === at.card && cell === at.cell)) : arrows;
  const key = JSON.stringify(drawn);
  useEffect(() => {
    const layer = document.querySelector('.arrow-layer');
    const frame = layer?.parentElement;
    if (!layer || !frame || !drawn.length) return;
    const draw = (): void => layer.replaceChildren(drawing(layer, drawn));
    const sizes = new ResizeObserver(draw);
    sizes.observe(frame);
    for (const card of frame.querySelectorAll('.card')) sizes.observe(card);
    // The cells of a picture can arrive after its frame.
    const cells = new MutationObserver(draw);
    for (const picture of frame.querySelectorAll('.picture')) cells.observe(picture, { childList: true });
    // On paper the cards have other places.
    const paper = matchMedia('print');
    paper.addEventListener('change', draw);
    // A picture can scroll in its card.
    frame.addEventListener('scroll', draw, { capture: true, passive: true });
    return () => {
      sizes.disconnect();
      cells.disconnect();
      paper.removeEventListener('change', draw);
      frame.removeEventListener('scroll', draw, { capture: true });
      layer.replaceChildren();
    };
  }, [cards, key]);
  return null;
}

function drawing(layer: Element, arrows: readonly LessonArrow[]): SVGElement {
  const origin = layer.getBoundingClientRect();
  const svg = element('svg', { 'aria-hidden': 'true' });
  const words = [...document.querySelectorAll(letters)].filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.getBoundingClientRect());
  for (const { from, fromCell, to, toCell } of arrows) {
    const [begin, end] = [middle(from, fromCell), middle(to, toCell)];
    if (!begin || !end || (oneColumn.matches && from !== to)) continue;
    const id = `arrow-${svg.childElementCount}`;
    const mask = element('mask', { id, maskUnits: 'userSpaceOnUse', ...everywhere });
    const { crossed, parts } = arrow(begin, end, words, origin);
    mask.append(element('rect', { fill: 'white', ...everywhere }), ...[...inFront([from, to]), ...crossed].map(({ left, top, width, height }) => element('rect', {
      x: round(left - origin.x), y: round(top - origin.y), width: round(width), height: round(height),
    })));
    const group = element('g', { mask: `url(#${id})` });
    group.append(mask, ...parts);
    svg.append(group);
  }
  return svg;
}

const everywhere = { x: '-9e4', y: '-9e4', width: '18e4', height: '18e4' };

/** An arrow goes behind the cards that it is not about, and behind the words around the pictures at its ends. */
function inFront(ends: readonly string[]): DOMRect[] {
  return [...document.querySelectorAll<HTMLElement>('.cards .card')].flatMap((card) => (ends.includes(card.dataset['card']!)
    ? [...card.querySelectorAll('h2, .printed, .legend p, .legend li, .note, .more > *')].flatMap((words) => [...words.getClientRects()])
    : [card.getBoundingClientRect()]));
}

/** The center of a cell that is visible in its picture. */
function middle(name: string, cell: number): Cell | undefined {
  const found = document.querySelector(`[data-card="${CSS.escape(name)}"] .picture [data-cell="${cell}"]`);
  const picture = found?.closest('.picture')?.getBoundingClientRect();
  if (!found || !picture) return undefined;
  const { left, right, top, bottom } = found.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= picture.left && x <= picture.right && y >= picture.top && y <= picture.bottom ? { x, y, across: (right - left) / 2, down: (bottom - top) / 2 } : undefined;
}

interface Curve { begin: Place; control: Place; tip: Place; neck: Place; crossed: DOMRect[] }

/** From the side of one cell to the side of another, behind the letters that it crosses. */
function arrow(from: Cell, to: Cell, words: readonly DOMRect[], origin: Place): { crossed: DOMRect[]; parts: SVGElement[] } {
  const [left, right] = [Math.min(from.x, to.x) - mostBend, Math.max(from.x, to.x) + mostBend];
  const [top, bottom] = [Math.min(from.y, to.y) - mostBend, Math.max(from.y, to.y) + mostBend];
  const near = words.filter((one) => one.right > left && one.left < right && one.bottom > top && one.top < bottom);
  const { begin, control, tip, neck, crossed } = bends.map((bend) => curve(from, to, bend, near)).reduce((best, one) => (one.crossed.length < best.crossed.length ? one : best));
  const [ux, uy] = [(tip.x - neck.x) / headLength, (tip.y - neck.y) / headLength];
  const at = ({ x, y }: Place): string => point({ x: x - origin.x, y: y - origin.y });
  const line = `M${at(begin)}Q${at(control)} ${at(neck)}`;
  const head = [tip, { x: neck.x - uy * 5, y: neck.y + ux * 5 }, { x: neck.x + uy * 5, y: neck.y - ux * 5 }].map(at).join(' ');
  return {
    crossed,
    parts: [
      element('path', { d: line }),
      element('circle', { cx: round(begin.x - origin.x), cy: round(begin.y - origin.y), r: '3.5' }),
      element('polygon', { points: head }),
    ],
  };
}

const headLength = 9;
/** Points of a curve at which letters are looked for, at most two pixels apart, and half of that. */
const samples = 480;
const close = 1.5;

function curve(from: Cell, to: Cell, bend: number, words: readonly DOMRect[]): Curve {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const aside = Math.sign(bend) * Math.min(mostBend, length * Math.abs(bend));
  const control = { x: (from.x + to.x) / 2 - (dy / length) * aside, y: (from.y + to.y) / 2 + (dx / length) * aside };
  const begin = side(from, control);
  const tip = side(to, control);
  const [ex, ey] = [tip.x - control.x, tip.y - control.y];
  const last = Math.hypot(ex, ey) || 1;
  const neck = { x: tip.x - ex / last * headLength, y: tip.y - ey / last * headLength };
  const points = Array.from({ length: samples }, (_, i) => {
    const [t, u] = [i / (samples - 1), 1 - i / (samples - 1)];
    return { x: u * u * begin.x + 2 * u * t * control.x + t * t * tip.x, y: u * u * begin.y + 2 * u * t * control.y + t * t * tip.y };
  });
  const crossed = words.filter(({ left, right, top, bottom }) => points.some(({ x, y }) => x > left - close && x < right + close && y > top - close && y < bottom + close))
    .map(({ x, y, width, height }) => new DOMRect(x - 1, y - 1, width + 2, height + 2));
  return { begin, control, tip, neck, crossed };
}

/** The point at which the line from the center of a cell to a place crosses its side. */
function side({ x, y, across, down }: Cell, towards: Place): Place {
  const [dx, dy] = [towards.x - x, towards.y - y];
  const part = Math.min(1, across / Math.max(Math.abs(dx), 1e-9), down / Math.max(Math.abs(dy), 1e-9));
  return { x: x + dx * part, y: y + dy * part };
}

const round = (value: number): string => value.toFixed(1);
const point = ({ x, y }: Place): string => `${round(x)},${round(y)}`;

function element(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
