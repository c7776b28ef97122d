// Paints pictures too large for SVG: each pixel takes the colour class of the cell that it falls on.
// The sheet is as large as all cells together and scrolls; the canvas is only as large as what is seen, and the core
// is asked for the heads and labels of that part alone.
import { effect } from '@preact/signals';
import { theme } from '../base/theme';
import type { Excerpt, PictureWindow, Scene } from '../core/door';
import type { Picture, SeenPart, SizedWindow } from '../core/engine';
import { averageCells, cellsAt, cellsFrom, fillCells } from './canvas_pixels';
import { dragToScroll, pinchToZoom } from './gestures';
import type { Painter } from './painter';
import { paletteSize, readPalette } from './palette';
import { Ruler, rulerWidth } from './ruler';

/** As large as cells are drawn when all fit, and as large as they can be made: room for a coordinate. */
const largestCell = 32;
const zoomedCell = 64;
/** A cell this wide and high has a label, if a font of this many pixels fits it into the cell. */
const labelledWidth = 20;
const labelledHeight = 15;
/** Of a picture that has all its labels the cells are so large at first that they can be read. */
const readableCell = 28;
/** More labels than this are not kept. */
const mostKept = 1 << 16;
const labelFont = 12;
const smallestFont = 8;
const lineHeight = 1.15;
/** The core is asked for labels when the picture has stood still for so long. */
const stillFor = 40;
/** As many labels as the core gives at once. */
const mostLabels = 4096;
const smallestSide = 28;
const tallest = 480;
const widest = 2048;
/** A picture thinner than this at the size at which it fits scrolls, with cells of this size. */
const thinnest = 64;
const scrolledCell = 16;
/** From this size of a cell on, a gap is left between cells. */
export const gapFrom = 5;
/** An outline smaller than this could not be seen. */
const smallestOutline = 9;
/** More outlines than this say nothing and cost much. */
const mostOutlines = 1000;
const fewOutlines = 8;
/** The first step of the zoom enlarges at least this much. */
const leastZoom = 1.4;
const longestSheet = 30_000_000;
/** How much a pixel of the wheel enlarges. */
const wheelSpeed = 0.004;

/** The width that the picture would like to have. */
export function canvasWidth({ rows, cols, svg }: Scene): number {
  const cell = Math.max(fittingCell(rows, cols, widest), svg ? readableCell : 0);
  return rulerWidth + Math.max(smallestSide, Math.min(widest, Math.floor(cols * cell)));
}

/** The size of a cell at which all fit; a picture that would become that thin scrolls instead. */
function fittingCell(rows: number, cols: number, room: number, high = tallest): number {
  const fit = Math.min(largestCell, room / cols, high / rows);
  if (fit >= 1) return Math.floor(fit);
  return Math.min(rows, cols) * fit < thinnest ? Math.min(scrolledCell, Math.max(1, Math.floor(room / Math.min(rows, cols)))) : fit;
}

/** Who knows what is written in the picture. */
interface Reader {
  /** The labels and heads of what is seen. */
  read(view: string, seen: PictureWindow): Promise<Excerpt | undefined>;
  /** This is seen now: the next picture is to bring its labels and heads along. */
  see(window: SizedWindow): void;
}

/** `fitted`: the host has a height of its own, in which the picture is seen whole. */
export function paintCanvas(host: HTMLElement, first: Picture, fitted: boolean, { read, see }: Reader): Painter {
  let picture = first;
  const { rows, cols } = first.scene;
  let { ids } = first;
  let colors = first.colors ?? new Int32Array();
  const ruled = element('ruled');
  const [colRuler, rowRuler] = [new Ruler(ruled, 'across'), new Ruler(ruled, 'down')];
  const board = ruled.appendChild(element('board'));
  const sheet = board.appendChild(element('sheet'));
  const canvas = sheet.appendChild(document.createElement('canvas'));
  const outlines = sheet.appendChild(element('outlines'));
  host.replaceChildren(ruled);

  let palette: Uint32Array | undefined;
  /** Of the labels. */
  let ink = { color: '', fontFamily: '' };
  let image: ImageData | undefined;
  /** What the core said, by row * cols + column. */
  const labels = new Map<number, string>();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let gone = false;
  let lit: ReadonlySet<number> = new Set();
  let group: ReadonlySet<number> = new Set();
  let isolated = false;
  /** The size of a cell that the reader wants; 0: all cells together fit. */
  let wanted = picture.scene.svg && !fitted ? readableCell : 0;
  let cellWidth = 1;
  let cellHeight = 1;
  /** Of all cells, and of the part of them that is seen. */
  let [sheetWidth, sheetHeight, seenWidth, seenHeight] = [0, 0, 0, 0];
  /** Where the board was scrolled to when it was last drawn. */
  let [drawnLeft, drawnTop] = [0, 0];

  function layOut(): void {
    size();
    draw();
    outline();
  }

  function size(): void {
    const fit = fitting();
    if (wanted <= fit) wanted = 0;
    const scale = wanted || fit;
    sheetWidth = Math.max(smallestSide, Math.floor(cols * scale));
    sheetHeight = Math.max(smallestSide, Math.floor(rows * scale));
    cellWidth = sheetWidth / cols;
    cellHeight = sheetHeight / rows;
    sheet.style.width = `${sheetWidth}px`;
    sheet.style.height = `${sheetHeight}px`;
    board.classList.toggle('sampled', scale < 1);
  }

  function makeRoom(): void {
    ruled.style.setProperty('--down', `${rowRuler.thickness}px`);
    ruled.style.setProperty('--across', `${colRuler.thickness}px`);
    size();
    outline();
  }

  /** As large as a cell may become: browsers lay out nothing wider than some 30 million pixels. */
  function largest(): number {
    return Math.max(fitting(), Math.min(zoomedCell, longestSheet / Math.max(rows, cols)));
  }

  /** Cells of another size; the place of the board at (x, y) stays where it is. */
  function enlarge(wish: number, x: number, y: number): void {
    const column = (board.scrollLeft + x) / cellWidth;
    const row = (board.scrollTop + y) / cellHeight;
    wanted = Math.min(wish, largest());
    size();
    board.scrollTo({ left: column * cellWidth - x, top: row * cellHeight - y });
    draw();
    outline();
  }

  function fitting(): number {
    const high = fitted ? Math.max(host.clientHeight - colRuler.thickness, smallestSide) : tallest;
    return fittingCell(rows, cols, Math.max(host.clientWidth - rowRuler.thickness, smallestSide), high);
  }

  function draw(): void {
    // All that is asked of the page before anything on it is changed: it is laid out once.
    [seenWidth, seenHeight] = [Math.min(board.clientWidth, sheetWidth), Math.min(board.clientHeight, sheetHeight)];
    [drawnLeft, drawnTop] = [board.scrollLeft, board.scrollTop];
    drawAgain();
  }

  /** The same part of the picture at the same size: nothing is asked of the page. */
  function drawAgain(): void {
    const ratio = devicePixelRatio || 1;
    const [width, height, left, top] = [seenWidth, seenHeight, drawnLeft, drawnTop];
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const context = canvas.getContext('2d');
    if (!context || !canvas.width || !canvas.height) return;
    if (!palette) {
      palette = readPalette(host, theme.peek());
      const { color, fontFamily } = getComputedStyle(sheet);
      ink = { color, fontFamily };
    }
    if (image?.width === canvas.width && image.height === canvas.height) image.data.fill(0);
    else image = context.createImageData(canvas.width, canvas.height);
    const pixels = new Uint32Array(image.data.buffer);
    const [across, down] = [cellWidth * ratio, cellHeight * ratio];
    if (Math.min(across, down) < 1) {
      averageCells(pixels, cellsFrom(cols, across, left * ratio, canvas.width), cellsFrom(rows, down, top * ratio, canvas.height), colors, cols, palette);
    } else {
      const columnOf = cellsAt(cols, across, left * ratio, canvas.width, gapFrom);
      const rowOf = cellsAt(rows, down, top * ratio, canvas.height, gapFrom);
      fillCells(pixels, columnOf, rowOf, colors, cols, palette);
    }
    context.putImageData(image, 0, 0);
    colRuler.draw(cellWidth, left, width, cols);
    rowRuler.draw(cellHeight, top, height, rows);
    write(context, ratio, left, top);
    if (isolated) wash(context, ratio, left, top);
    clearTimeout(waiting);
    waiting = setTimeout(() => void ask(), labels.size ? stillFor : 0);
  }

  /** The part of the cells that is seen, if they are large enough for labels. */
  function seen(): Pick<PictureWindow, 'row' | 'rows' | 'col' | 'cols'> {
    if (cellWidth < labelledWidth || cellHeight < labelledHeight) return { row: 0, rows: 0, col: 0, cols: 0 };
    const row = Math.floor(drawnTop / cellHeight);
    const col = Math.floor(drawnLeft / cellWidth);
    const shown = { row, rows: Math.ceil(seenHeight / cellHeight) + 1, col, cols: Math.ceil(seenWidth / cellWidth) + 1 };
    shown.cols = Math.min(shown.cols, cols - col, mostLabels);
    shown.rows = Math.min(shown.rows, rows - row, Math.floor(mostLabels / Math.max(shown.cols, 1)));
    return shown;
  }

  async function ask(): Promise<void> {
    if (gone) return;
    const part = seen();
    see({ ...part, rowHeads: rowRuler.places(), colHeads: colRuler.places(), sheet: [rows, cols] });
    const rowHeads = rowRuler.missing();
    const colHeads = colRuler.missing();
    const known = labels.has(part.row * cols + part.col) && labels.has((part.row + part.rows - 1) * cols + part.col + part.cols - 1);
    if (known) part.rows = 0;
    if (!(part.rows * part.cols || rowHeads.length || colHeads.length)) return;
    const asked = picture;
    const window = { ...part, rowHeads, colHeads };
    const excerpt = await read(asked.view, window);
    if (!excerpt || gone || asked !== picture) return;
    if (learn({ window, excerpt })) makeRoom();
    draw();
  }

  /** True when the heads need more room than before. */
  function learn({ window, excerpt }: SeenPart): boolean {
    const { row, col, rowHeads, colHeads } = window;
    if (labels.size > mostKept) labels.clear();
    excerpt.labels.forEach((label, at) => {
      labels.set((row + Math.floor(at / excerpt.cols)) * cols + col + (at % excerpt.cols), label);
    });
    const grown = [rowRuler.learn(rowHeads, excerpt.rowHeads), colRuler.learn(colHeads, excerpt.colHeads)];
    return grown.includes(true);
  }

  function write(context: CanvasRenderingContext2D, ratio: number, left: number, top: number): void {
    const part = seen();
    if (!part.rows) return;
    const { color, fontFamily } = ink;
    context.fillStyle = color;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.font = `${labelFont * ratio}px ${fontFamily}`;
    const letter = context.measureText('0').width / ratio;
    let font = labelFont;
    for (let row = part.row; row < part.row + part.rows; ++row) {
      for (let col = part.col; col < part.col + part.cols; ++col) {
        const label = labels.get(row * cols + col);
        if (!label) continue;
        const lines = label.includes('\n') ? label.split('\n') : undefined;
        const longest = lines ? Math.max(...lines.map(({ length }) => length)) : label.length;
        const count = lines?.length ?? 1;
        const size = Math.min(labelFont, (labelFont * (cellWidth - 4)) / (letter * longest), (cellHeight - 3) / count / lineHeight);
        if (size < smallestFont) continue;
        // To set a font costs as much as to write.
        if (size !== font) context.font = `${size * ratio}px ${fontFamily}`;
        font = size;
        const x = ((col + 0.5) * cellWidth - left) * ratio;
        const middle = (row + 0.5) * cellHeight - top;
        if (!lines) context.fillText(label, x, middle * ratio);
        lines?.forEach((line, index) => {
          context.fillText(line, x, (middle + (index - (count - 1) / 2) * size * lineHeight) * ratio);
        });
      }
    }
  }

  /** Only the lit cells and their group stay bright. */
  function wash(context: CanvasRenderingContext2D, ratio: number, left: number, top: number): void {
    const bright = [...places(lit), ...places(group)];
    if (!bright.length || !palette) return;
    context.fillStyle = getComputedStyle(host).getPropertyValue('--veil');
    context.fillRect(0, 0, canvas.width, canvas.height);
    const gap = cellWidth * ratio >= gapFrom ? 1 : 0;
    for (const at of bright) {
      const color = colors[at]!;
      const pixel = palette[color < 0 ? paletteSize : color % paletteSize]!;
      context.fillStyle = `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;
      const x = ((at % cols) * cellWidth - left) * ratio;
      const y = (Math.floor(at / cols) * cellHeight - top) * ratio;
      context.fillRect(x, y, Math.max(1, cellWidth * ratio - gap), Math.max(1, cellHeight * ratio - gap));
    }
  }

  function outline(): void {
    const strong = places(lit);
    const known = new Set(strong);
    outlines.replaceChildren(
      ...places(group).filter((at) => !known.has(at)).map((at) => box(at, 'ss-group')),
      ...strong.map((at) => box(at, 'ss-lit')),
    );
  }

  /** Where the cells are: looked up one by one while they are few, else in one walk. */
  function places(cells: ReadonlySet<number>): number[] {
    if (cells.size <= fewOutlines) return [...cells].map((cell) => find(cell)).filter((at) => at >= 0);
    const found: number[] = [];
    for (let at = 0; at < ids.length && found.length < mostOutlines; ++at) {
      if (cells.has(ids[at]!)) found.push(at);
    }
    return found;
  }

  /** A walk through a million ids at each move of the pointer would be felt: the last places are remembered. */
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

  function box(at: number, name: string): HTMLElement {
    const [col, row] = [at % cols, Math.floor(at / cols)];
    const outlined = element(name);
    const width = Math.max(smallestOutline, cellWidth);
    const height = Math.max(smallestOutline, cellHeight);
    outlined.style.left = `${(col + 0.5) * cellWidth - width / 2}px`;
    outlined.style.top = `${(row + 0.5) * cellHeight - height / 2}px`;
    outlined.style.width = `${width}px`;
    outlined.style.height = `${height}px`;
    return outlined;
  }

  let room = '';
  const roomNow = (): string => `${host.clientWidth} ${fitted ? host.clientHeight : ''}`;
  const resized = new ResizeObserver(() => {
    if (roomNow() === room) return;
    room = roomNow();
    layOut();
  });
  let drawn = 0;
  board.addEventListener('scroll', () => {
    drawn ||= requestAnimationFrame(() => {
      drawn = 0;
      if (!gone && (board.scrollLeft !== drawnLeft || board.scrollTop !== drawnTop)) draw();
    });
  }, { passive: true });
  board.addEventListener('wheel', (event) => {
    // A pinch on a touch pad is a wheel with Ctrl.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const area = board.getBoundingClientRect();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 16;
    enlarge(cellWidth * Math.exp(-pixels * wheelSpeed), event.clientX - area.left, event.clientY - area.top);
  }, { passive: false });
  const dragging = dragToScroll(board);
  const pinching = pinchToZoom(board, () => cellWidth, enlarge);
  const stopTheme = effect(() => {
    void theme.value;
    // The new colours are computed after the attribute on the root has changed.
    if (palette) {
      requestAnimationFrame(() => {
        palette = undefined;
        draw();
      });
    }
  });
  room = roomNow();
  layOut();
  resized.observe(host);

  return {
    update(next) {
      const { svg } = picture.scene;
      if (next.svg || next.scene.rows !== rows || next.scene.cols !== cols || next.scene.svg !== svg) return false;
      picture = next;
      ids = next.ids;
      colors = next.colors ?? new Int32Array();
      labels.clear();
      remembered.clear();
      for (const ruler of [colRuler, rowRuler]) ruler.forget();
      if (next.seen && learn(next.seen)) {
        makeRoom();
        draw();
      } else {
        drawAgain();
      }
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
    show(cell) {
      const at = find(cell);
      if (at < 0) return;
      board.scrollLeft = nearest(board.scrollLeft, board.clientWidth, (at % cols) * cellWidth, cellWidth);
      board.scrollTop = nearest(board.scrollTop, board.clientHeight, Math.floor(at / cols) * cellHeight, cellHeight);
    },
    zoom(direction) {
      const [x, y] = [board.clientWidth / 2, board.clientHeight / 2];
      if (direction === 0) {
        enlarge(0, x, y);
        return;
      }
      // Powers of two, the first of which is a step that can be seen.
      const fit = fitting();
      const least = 2 ** Math.ceil(Math.log2(fit * leastZoom));
      const now = wanted || fit;
      const next = direction > 0 ? Math.max(least, 2 ** (Math.floor(Math.log2(now)) + 1)) : 2 ** (Math.ceil(Math.log2(now)) - 1);
      enlarge(next < least ? 0 : next, x, y);
    },
    dispose() {
      resized.disconnect();
      dragging();
      pinching();
      stopTheme();
      gone = true;
      clearTimeout(waiting);
      ruled.remove();
    },
  };
}

/** How far to scroll, at least, to see a cell. */
function nearest(scrolled: number, seen: number, from: number, size: number): number {
  if (from < scrolled) return from;
  return from + size > scrolled + seen ? from + size - seen : scrolled;
}

function element(name: string): HTMLElement {
  const made = document.createElement('div');
  made.className = name;
  return made;
}
