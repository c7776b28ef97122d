// Paints the core's own SVG string.
import { atRest } from '../base/after_paint';
import { arrange, foldOf } from './fold';
import { mostHigh, mostRolled, type Painter } from './painter';

/** Below this fraction of its size the picture scrolls instead of shrinking. */
const smallestScale = 0.68;
/** Below this fraction no letters are drawn, and below the other one, at which they are 9 px high, none in cells. */
const tinyScale = 0.42;
const legibleScale = 0.75;
/** Size of letters in a drawing, and of the smallest legible heads on the page. */
const drawnLetters = 12;
const smallestHead = 9;
/** A cell of this width contains words: a table, whose letters must be legible. */
const wordWidth = 140;
/** Room for the heads next to the first cell. */
const headRoom = 48;
/** The legend next to a high picture and the gap to it (cards.css). */
const legendRoom = 94;
/** The margins of its card. */
const cardMargins = 16;
/** A picture whose legible letters need more than this height, next to a lesson in a low window, is high. */
const highPicture = 270;
/** Letters in cells, with or without an element. */
const inCells = '.ss-cell text, .ss-gap text';
/** More than the heads of a picture need, and less than the narrowest visible width. */
const farRight = 240;

/**
 * `waits`: for now a frame of the same size, so that the stage appears before its neighbors; the cells follow after the
 * next frame of the page.
 */
export function paintSvg(host: HTMLElement, text: string, waits = false): Painter {
  let svg = parseSvg(waits ? frameOf(text) : text);
  const whole = { width: Number(svg.getAttribute('width')) || svg.viewBox.baseVal.width, height: Math.max(1, Math.round(Number(svg.getAttribute('height')) || svg.viewBox.baseVal.height)) };
  let { width, height } = whole;
  let folded = false;
  const sized = new ResizeObserver(() => {
    fold();
    const scale = svg.getBoundingClientRect().width / width;
    const [room, needed] = [host.clientWidth, width * legibleScale];
    const letters = svg.querySelector(inCells) !== null;
    svg.classList.toggle('tiny', scale < tinyScale);
    svg.classList.toggle('dense', scale < legibleScale);
    svg.classList.toggle('lettered', letters && room >= needed && height * legibleScale <= mostHigh);
    // Next to a high picture the legend has room, and letters keep their size.
    svg.classList.toggle('tall', (height > width || (letters && height * legibleScale > highPicture)) && (host.closest('.card')?.clientWidth ?? 0) - cardMargins - legendRoom >= needed);
    svg.classList.toggle('rolls', letters && svg.matches('.wide') && room < needed && room * mostRolled >= needed);
    if (scale > 0) fitHeads(svg, scale);
  });
  sized.observe(host);
  const elements = new Map<number, Element[]>();
  put();

  /** The stage has its parts side by side where the list of cards says so (page/card_list.tsx). */
  function fold(): void {
    const beside = host.closest('.cards.folds > .on-stage') !== null;
    const sizes = beside === folded || !svg.childElementCount ? undefined : foldOf(text);
    if (!sizes) return;
    folded = beside;
    arrange(svg, sizes, beside, whole);
    ({ width, height } = beside ? sizes : whole);
    size();
  }

  function size(): void {
    svg.style.setProperty('--least-width', `${Math.round(width * smallestScale)}px`);
    svg.style.setProperty('--drawn', `${Math.round(width)}px`);
    svg.style.setProperty('--tall', String(height));
    svg.style.setProperty('--aspect', String(width / height));
    svg.classList.toggle('wide', width > 2.4 * height);
  }

  function put(): void {
    size();
    fold();
    host.replaceChildren(svg);
    sized.observe(svg);
    for (const element of svg.querySelectorAll('[data-cell]')) {
      const cell = Number(element.getAttribute('data-cell'));
      if (cell < 0) continue;
      const same = elements.get(cell);
      if (same) same.push(element);
      else elements.set(cell, [element]);
    }
    // The drawing can begin far to the right: B of an MMA is above C. Only then the page is laid out early.
    const first = svg.querySelector('[data-cell]');
    const box = first?.querySelector('rect');
    const worded = Number(box?.getAttribute('width') ?? 0) > wordWidth;
    svg.classList.toggle('worded', worded);
    const begins = Number(box?.getAttribute('x') ?? 0);
    if (first && !worded && begins > farRight && host.scrollWidth > host.clientWidth) {
      const [shown, frame] = [first.getBoundingClientRect(), host.getBoundingClientRect()];
      if (shown.right > frame.right) host.scrollLeft += shown.left - frame.left - headRoom;
    }
  }

  /** Run when the cells exist. */
  let wanted: (() => void) | undefined;
  let marked: (() => void) | undefined;
  let gone = false;
  if (waits) {
    void atRest().then(() => {
      if (gone) return;
      sized.unobserve(svg);
      svg = parseSvg(text);
      put();
      wanted?.();
      marked?.();
    });
  }

  let lit: Element[] = [];
  let related: Element[] = [];
  const find = (cells: ReadonlySet<number>): Element[] => [...cells].flatMap((cell) => elements.get(cell) ?? []);
  return {
    cellAt(event) {
      const element = event.target instanceof Element && event.target.closest('[data-cell]');
      if (!element || !svg.contains(element)) return undefined;
      const cell = Number(element.getAttribute('data-cell'));
      return cell >= 0 ? cell : undefined;
    },
    light(cells, group, isolated) {
      if (waits && !elements.size) {
        wanted = () => this.light(cells, group, isolated);
        return;
      }
      // Nothing is lit, and nothing was: the usual case when the pointer moves.
      if (!lit.length && !related.length && !cells.size && !group.size) return;
      for (const element of lit) element.classList.remove('ss-lit');
      for (const element of related) element.classList.remove('ss-group');
      lit = find(cells);
      related = find(group);
      for (const element of lit) element.classList.add('ss-lit');
      for (const element of related) element.classList.add('ss-group');
      svg.classList.toggle('isolated', isolated && lit.length + related.length > 0);
    },
    mark(cells) {
      marked = () => this.mark(cells);
      for (const element of svg.querySelectorAll('.ss-wrong')) element.classList.remove('ss-wrong');
      for (const element of find(cells)) element.classList.add('ss-wrong');
    },
    show(cell) {
      elements.get(cell)?.[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    dispose() {
      gone = true;
      sized.disconnect();
      svg.remove();
    },
  };
}

/** Numbers of rows and columns stay legible in a small picture: of those that would touch, every second or fourth is shown. */
function fitHeads(svg: SVGSVGElement, scale: number): void {
  const size = Math.max(drawnLetters, smallestHead / scale);
  if (size === drawnLetters && !svg.querySelector('.legible')) return;
  // Larger letters go outwards, away from the cells.
  const away = size - drawnLetters;
  svg.style.overflow = away > 0 ? 'visible' : '';
  const [left, top, width, height] = (svg.dataset['box'] ??= svg.getAttribute('viewBox')!).split(' ').map(Number);
  svg.setAttribute('viewBox', [left, top! - away, width, height! + away].join(' '));
  const heads = [...svg.querySelectorAll<SVGTextElement>('text.ss-head')].filter((one) => !one.matches(inCells));
  const numbers = heads.filter(({ textContent }) => /^\d+$/.test(textContent));
  const lines = (across: 'x' | 'y'): Map<string, SVGTextElement[]> => {
    const out = new Map<string, SVGTextElement[]>();
    for (const text of numbers) {
      const at = text.getAttribute(across)!;
      out.set(at, [...out.get(at) ?? [], text]);
    }
    return out;
  };
  const [columns, rows] = [lines('x'), lines('y')];
  let narrowest = Infinity;
  for (const [all, others, along, across] of [[rows, columns, 'x', 'y'], [columns, rows, 'y', 'x']] as const) {
    // The outermost of levels that would touch is shown: the index.
    let free = -Infinity;
    for (const [at, line] of [...all].sort(([one], [other]) => Number(one) - Number(other))) {
      if (line.length < 3 || line.length < others.get(line[1]!.getAttribute(along)!)!.length) continue;
      const longest = Math.max(...line.map(({ textContent }) => textContent.length));
      const [wide, high] = [(0.6 * longest + 0.4) * size, 1.15 * size];
      const half = (across === 'y' ? high : wide) / 2;
      const close = Number(at) - half < free;
      if (!close) free = Number(at) + half;
      const places = line.map((text) => Number(text.getAttribute(along)));
      const pitch = Math.min(...places.slice(1).map((place, index) => Math.abs(place - places[index]!)).filter((distance) => distance > 0));
      narrowest = Math.min(narrowest, pitch);
      const every = 2 ** Math.max(0, Math.ceil(Math.log2((along === 'x' ? wide : high) / pitch)));
      for (const text of line) {
        const shown = size === drawnLetters || (!close && Number(text.textContent) % every === 0);
        text.style.fontSize = `${size}px`;
        text.style.translate = across === 'y' ? `0 ${-away / 2}px` : `${-away * 0.3 * longest}px 0`;
        text.classList.toggle('legible', shown);
        text.classList.toggle('left-out', !shown);
      }
    }
  }
  // The name of a tile is next to its first number.
  for (const name of heads) {
    if (!/^[A-Z]$/.test(name.textContent)) continue;
    name.style.fontSize = `${size}px`;
    name.classList.toggle('legible', narrowest >= 0.8 * size);
  }
}

/** The drawing without its contents, except for its name. */
function frameOf(text: string): string {
  return text.replace(/^(<svg[^>]*>(?:<title>[^<]*<\/title>)?)[^]*$/, '$1</svg>');
}

/** The preferred width of the picture, without drawing it. */
export function svgWidth(text: string): number {
  return Number(/^<svg[^>]*\swidth="([\d.]+)/.exec(text)?.[1] ?? 0);
}

/** Accepts only plain drawing: no scripts, no foreign content, no handlers, no outside references. */
export function parseSvg(text: string): SVGSVGElement {
  // The core's style element is for a standalone picture; the page has those rules, and its policy rejects the element
  // even in a document that is never shown.
  const drawing = text.replace(/<style>[^<]*<\/style>/, '');
  // Cleaned in a separate document, where nothing loads or runs, and only then inserted into the page.
  const svg = new DOMParser().parseFromString(drawing, 'image/svg+xml').documentElement;
  if (svg.namespaceURI !== 'http://www.w3.org/2000/svg' || svg.localName !== 'svg') {
    throw new Error('the picture is not SVG');
  }
  for (const element of svg.querySelectorAll('script, style, foreignObject, iframe, image, use, a, animate, set')) {
    element.remove();
  }
  // A title would pop up over the cells; the name is kept for screen readers.
  const title = svg.querySelector(':scope > title');
  if (title) svg.setAttribute('aria-label', title.textContent);
  title?.remove();
  for (const element of [svg, ...svg.querySelectorAll('*')]) {
    for (const name of element.getAttributeNames()) {
      if (/^on|href$|^style$/i.test(name)) element.removeAttribute(name);
    }
  }
  return document.adoptNode(svg) as unknown as SVGSVGElement;
}
