// Draws pictures too large for SVG. The core provides the pixels of the visible part and of a margin around it, the
// labels that fit into their cells and the heads that do not overlap (core/pictures/raster.h); it also decides
// positions, sizes and colors of cells. The sheet is as large as all cells together and scrolls.
import { effect } from '@preact/signals';
import { atRest } from '../base/after_paint';
import { theme } from '../base/theme';
import type { Raster, RasterHead, Viewport } from '../core/door';
import type { Picture, SizedViewport } from '../core/engine';
import { dragToScroll, pinchToZoom } from './gestures';
import type { Painter } from './painter';

/** The painted margin around the visible part: a scrolled sheet shows it at once. */
const margin = 256;
/** Height of a picture in a list; the style sheet has the same value. */
const tallest = (): number => Math.max(480, 0.6 * innerHeight);
/** A smaller outline would be invisible; of more cells they would cover each other, and each is filled. */
const smallestOutline = 9;
/** More outlines are not informative and slow. */
const mostOutlines = 1000;
const fewOutlines = 8;
/** Zoom factor per pixel of the wheel. */
const wheelSpeed = 0.004;

/** The position on the board that stays fixed while cells grow, in cells and in pixels of the screen. */
interface Anchor {
  col: number;
  row: number;
  atX: number;
  atY: number;
}

interface Head {
  head: HTMLElement;
  side: 'left' | 'top';
  /** In pixels of the painted sheet. */
  middle: number;
  /** Closer to the corner of both rulers it is hidden: it would be next to the first head of the other ruler. */
  least: number;
}

/** Width of a letter in the rulers, and the maximum overhang of heads (style/cards.css). */
const letter = 6.7;
const lineOfHead = 13;
const overhang = 7;

/** The owner of the picture. */
interface Reader {
  /** Another picture of the page comes first. */
  waits?: boolean;
  /** The requested part of the picture. */
  read(view: string, viewport: Viewport): Promise<Raster | undefined>;
  /** Reports the visible part: the next picture arrives with its pixels. */
  see(seen: SizedViewport): void;
}

/** `fitted`: the host has its own height, in which the picture is visible as a whole. */
export function paintCanvas(host: HTMLElement, first: Picture, fitted: boolean, { waits = false, read, see }: Reader): Painter {
  let picture = first;
  const { rows, cols } = first.scene;
  let { ids } = first;
  const ruled = element('ruled');
  const [across, down] = [ruled.appendChild(element('ruler across')), ruled.appendChild(element('ruler down'))];
  for (const ruler of [across, down]) ruler.setAttribute('aria-hidden', 'true');
  const board = ruled.appendChild(element('board'));
  const sheet = board.appendChild(element('sheet'));
  /** Added to the sheet when it has contents. */
  const canvas = document.createElement('canvas');
  const outlines = sheet.appendChild(element('outlines'));
  host.replaceChildren(ruled);
  host.style.setProperty('--lean', `${cols} / ${rows}`);
  ruled.classList.toggle('upright', cols < 1.4 * rows);

  /** The painted part; its lengths are in pixels of the screen, `ratio` of which are a pixel of the page. */
  let raster: Raster | undefined;
  let image: ImageData | undefined;
  let heads: Head[] = [];
  let ratio = devicePixelRatio || 1;
  /** Size of a cell in pixels of the page. */
  let [cellWidth, cellHeight] = [1, 1];
  /** The requested size of a cell; 0: all fit; below 0: the initial size. */
  let wanted = -1;
  let anchor: Anchor | undefined;
  let [asking, again, gone] = [false, false, false];
  const isAsked = (): boolean => again;
  let lit: ReadonlySet<number> = new Set();
  let wrong: ReadonlySet<number> = new Set();
  let group: ReadonlySet<number> = new Set();
  let isolated = false;

  function viewport(): Viewport {
    ratio = devicePixelRatio || 1;
    const high = fitted ? host.clientHeight : tallest() + (raster?.top ?? 0) / ratio;
    const place = anchor ?? { col: 0, row: 0, atX: -board.scrollLeft * ratio, atY: -board.scrollTop * ratio };
    return {
      ...place, width: host.clientWidth * ratio, height: high * ratio, fitted, cell: wanted, unit: ratio, margin: Math.round(margin * ratio),
      dark: theme.peek() === 'dark', rowHeads: raster?.rowRoom, colHeads: raster?.colRoom,
    };
  }

  /** Requests the visible part, one request at a time; a newer request waits for the current one. */
  async function paint(): Promise<void> {
    again = asking;
    if (asking) return;
    asking = true;
    do {
      again = false;
      if (waits && !raster) await atRest();
      const asked = picture;
      const wish = viewport();
      const anchored = anchor;
      const got = await read(asked.view, wish);
      if (gone) return;
      if (!got || asked !== picture) continue;
      const scrolls = anchored !== undefined && anchored === anchor;
      if (scrolls) anchor = undefined;
      show(got, scrolls);
      see({ viewport: viewport(), sheet: [rows, cols] });
    } while (isAsked());
    asking = false;
  }

  function show(next: Raster, scrolls: boolean): void {
    raster = next;
    const { cell, sizes } = next;
    // Cells resized meanwhile keep their visible size.
    if (!anchor) wanted = cell > sizes[0]! ? cell : 0;
    place(anchor ? size() : cell);
    ruled.style.setProperty('--down', `${next.left / ratio}px`);
    ruled.style.setProperty('--across', `${next.top / ratio}px`);
    board.classList.toggle('sampled', cell < 1);
    image = new ImageData(new Uint8ClampedArray(next.pixels.buffer as ArrayBuffer, next.pixels.byteOffset, next.pixels.byteLength), next.width, next.height);
    if (!canvas.isConnected) sheet.prepend(canvas);
    // Resizing a canvas clears it.
    if (canvas.width !== next.width) canvas.width = next.width;
    if (canvas.height !== next.height) canvas.height = next.height;
    heads = [...write(across, 'left', next.colHeads), ...write(down, 'top', next.rowHeads)];
    if (scrolls) board.scrollTo(next.x / ratio, next.y / ratio);
    follow();
    draw();
    outline();
  }

  /** Positions everything for cells of this size. The painted part is stretched until the core has painted it again. */
  function place(cell: number): void {
    if (!raster) return;
    [cellWidth, cellHeight] = [cell / ratio, cell / ratio];
    sheet.style.width = `${cols * cellWidth}px`;
    sheet.style.height = `${rows * cellHeight}px`;
    const scale = cellWidth / raster.cell;
    canvas.style.cssText = `left:${raster.fromX * scale}px;top:${raster.fromY * scale}px;width:${raster.width * scale}px;height:${raster.height * scale}px`;
  }

  function write(ruler: HTMLElement, side: 'left' | 'top', texts: readonly RasterHead[]): Head[] {
    const made = texts.map(({ text, middle }) => {
      const head = document.createElement('span');
      head.textContent = text;
      const lines = text.split('\n');
      const half = side === 'left' ? Math.max(...lines.map(({ length }) => length)) * letter / 2 : lines.length * lineOfHead / 2;
      // With two lines, the upper line would be at the height of the lower line of the other ruler.
      return { head, side, middle, least: (lines.length > 1 ? half : half - overhang) - 1 };
    });
    ruler.replaceChildren(...made.map(({ head }) => head));
    return made;
  }

  /** The heads next to the visible part stay at their rows and columns. */
  function follow(): void {
    const scale = cellWidth / (raster?.cell ?? 1);
    // Reads everything from the page before changing it, so that it is laid out once.
    const [scrolled, seen] = [{ left: board.scrollLeft, top: board.scrollTop }, { left: board.clientWidth, top: board.clientHeight }];
    for (const { head, side, middle, least } of heads) {
      const at = middle * scale - scrolled[side];
      const narrow = side === 'left' && cols * cellWidth < 2 * least;
      head.style[side] = `${at}px`;
      head.hidden = !narrow && (at < least || at > seen[side]);
    }
  }

  /** True if the whole visible part is painted. */
  function covers(): boolean {
    if (!raster) return false;
    const [x, y] = [Math.floor(board.scrollLeft * ratio), Math.floor(board.scrollTop * ratio)];
    return x >= raster.leastX && x <= raster.mostX && y >= raster.leastY && y <= raster.mostY;
  }

  /** The next size of a cell, in pixels of the screen. */
  const size = (): number => (wanted > 0 ? wanted : raster?.sizes[0] ?? 1);

  /** Sets another cell size, 0: all fit; the position of the board at (x, y) stays fixed. */
  function enlarge(wish: number, x: number, y: number): void {
    if (!raster) return;
    const { sizes } = raster;
    wanted = wish <= sizes[0]! ? 0 : Math.min(wish, sizes.at(-1)!);
    anchor = { col: (board.scrollLeft + x) / cellWidth, row: (board.scrollTop + y) / cellHeight, atX: x * ratio, atY: y * ratio };
    place(size());
    board.scrollTo(anchor.col * cellWidth - x, anchor.row * cellHeight - y);
    follow();
    outline();
    void paint();
  }

  /** The point that stays when buttons and keys zoom: the highlighted cell if it is in sight, otherwise the middle. */
  function still(): [number, number] {
    const [at = -1] = places(lit);
    const [x, y] = [(at % cols + 0.5) * cellWidth - board.scrollLeft, (Math.floor(at / cols) + 0.5) * cellHeight - board.scrollTop];
    const seen = at >= 0 && x >= 0 && y >= 0 && x <= board.clientWidth && y <= board.clientHeight;
    return seen ? [x, y] : [board.clientWidth / 2, board.clientHeight / 2];
  }

  function draw(): void {
    const context = canvas.getContext('2d');
    if (!context || !image || !raster) return;
    context.putImageData(image, 0, 0);
    const { color, fontFamily } = getComputedStyle(sheet);
    context.fillStyle = color;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    label(context, fontFamily);
    if (!isolated) return;
    wash(context);
    context.fillStyle = color;
    label(context, fontFamily, new Set([...places(lit), ...places(group)]));
  }

  /** Writes the texts of all cells, or of these places. */
  function label(context: CanvasRenderingContext2D, family: string, within?: ReadonlySet<number>): void {
    const { labels, cell, fromX, fromY } = raster!;
    let font = 0;
    for (const { text, x, y, size: height } of labels) {
      if (within && !within.has(Math.floor(y / cell) * cols + Math.floor(x / cell))) continue;
      // Setting a font costs as much as drawing text.
      if (height !== font) context.font = `${height}px ${family}`;
      font = height;
      context.fillText(text, x - fromX, y - fromY);
    }
  }

  /** Only the highlighted cells and their group stay bright. */
  function wash(context: CanvasRenderingContext2D): void {
    const bright = [...places(lit), ...places(group)];
    if (!bright.length || !raster || !image) return;
    context.fillStyle = getComputedStyle(host).getPropertyValue('--veil');
    context.fillRect(0, 0, canvas.width, canvas.height);
    const large = Math.max(1, Math.ceil(raster.cell));
    for (const at of bright) {
      const x = Math.floor((at % cols) * raster.cell) - raster.fromX;
      const y = Math.floor(Math.floor(at / cols) * raster.cell) - raster.fromY;
      context.putImageData(image, 0, 0, x, y, large, large);
    }
  }

  function outline(): void {
    const strong = places(lit);
    const known = new Set(strong);
    outlines.replaceChildren(
      ...boxes(places(wrong), 'ss-wrong'),
      ...boxes(places(group).filter((at) => !known.has(at)), 'ss-group'),
      ...boxes(strong, 'ss-lit'),
    );
  }

  /** Positions of cells: looked up one by one if they are few, otherwise in one pass. */
  function places(cells: ReadonlySet<number>): number[] {
    if (cells.size <= fewOutlines) return [...cells].map((cell) => find(cell)).filter((at) => at >= 0);
    const found: number[] = [];
    for (let at = 0; at < ids.length && found.length < mostOutlines; ++at) {
      if (cells.has(ids[at]!)) found.push(at);
    }
    return found;
  }

  /** A search through a million ids at each move of the pointer would be slow: the last positions are cached. */
  const remembered = new Map<number, number>();
  function find(cell: number): number {
    let at = remembered.get(cell);
    if (at === undefined) {
      at = ids.indexOf(cell);
      if (remembered.size > mostOutlines) remembered.clear();
      remembered.set(cell, at);
    }
    return at;
  }

  function boxes(all: readonly number[], name: string): HTMLElement[] {
    const filled = all.length > fewOutlines && cellWidth < smallestOutline;
    return all.map((at) => box(at, filled ? `${name} filled` : name, filled ? 1 : smallestOutline));
  }

  function box(at: number, name: string, least: number): HTMLElement {
    const [col, row] = [at % cols, Math.floor(at / cols)];
    const outlined = element(name);
    const width = Math.max(least, cellWidth);
    const height = Math.max(least, cellHeight);
    outlined.style.left = `${(col + 0.5) * cellWidth - width / 2}px`;
    outlined.style.top = `${(row + 0.5) * cellHeight - height / 2}px`;
    outlined.style.width = `${width}px`;
    outlined.style.height = `${height}px`;
    return outlined;
  }

  let room = '';
  const roomNow = (): string => `${host.clientWidth} ${fitted ? host.clientHeight : ''} ${devicePixelRatio}`;
  const resized = new ResizeObserver(() => {
    if (roomNow() === room) return;
    room = roomNow();
    void paint();
  });
  let drawn = 0;
  board.addEventListener('scroll', () => {
    drawn ||= requestAnimationFrame(() => {
      drawn = 0;
      if (gone) return;
      follow();
      if (!anchor && !covers()) void paint();
    });
  }, { passive: true });
  board.addEventListener('wheel', (event) => {
    // A pinch on a touch pad is a wheel event with Ctrl.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const area = board.getBoundingClientRect();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 16;
    enlarge(size() * Math.exp(-pixels * wheelSpeed), event.clientX - area.left, event.clientY - area.top);
  }, { passive: false });
  const dragging = dragToScroll(board);
  const pinching = pinchToZoom(board, size, enlarge);
  let painted = theme.peek();
  const stopTheme = effect(() => {
    if (theme.value === painted) return;
    painted = theme.value;
    void paint();
  });
  room = roomNow();
  if (picture.raster) show(picture.raster, false);
  else void paint();
  resized.observe(host);

  return {
    update(next) {
      if (next.svg || next.scene.rows !== rows || next.scene.cols !== cols || next.scene.svg !== picture.scene.svg) return false;
      picture = next;
      ids = next.ids;
      remembered.clear();
      if (next.raster) show(next.raster, false);
      if (!next.raster || anchor || !covers()) void paint();
      return true;
    },
    cellAt(event) {
      const area = sheet.getBoundingClientRect();
      const col = Math.floor((event.clientX - area.left) / cellWidth);
      const row = Math.floor((event.clientY - area.top) / cellHeight);
      if (col < 0 || col >= cols || row < 0 || row >= rows) return undefined;
      const cell = ids[row * cols + col]!;
      return cell >= 0 ? cell : undefined;
    },
    light(cells, related, alone) {
      const before = isolated;
      lit = cells;
      group = related;
      isolated = alone && lit.size + group.size > 0;
      outline();
      if (before || isolated) draw();
    },
    mark(cells) {
      wrong = cells;
      outline();
    },
    show(cell) {
      const at = find(cell);
      if (at < 0) return;
      board.scrollLeft = nearest(board.scrollLeft, board.clientWidth, (at % cols) * cellWidth, cellWidth);
      board.scrollTop = nearest(board.scrollTop, board.clientHeight, Math.floor(at / cols) * cellHeight, cellHeight);
    },
    zoom(direction) {
      const sizes = raster?.sizes ?? [0];
      const now = size();
      const next = direction > 0 ? sizes.find((one) => one > now) ?? sizes.at(-1)! : direction < 0 ? sizes.findLast((one) => one < now) ?? 0 : 0;
      enlarge(next, ...still());
    },
    dispose() {
      resized.disconnect();
      dragging();
      pinching();
      stopTheme();
      gone = true;
      ruled.remove();
    },
  };
}

/** The smallest scroll distance that shows a cell. */
function nearest(scrolled: number, seen: number, from: number, size: number): number {
  if (from < scrolled) return from;
  return from + size > scrolled + seen ? from + size - seen : scrolled;
}

function element(name: string): HTMLElement {
  const made = document.createElement('div');
  made.className = name;
  return made;
}
