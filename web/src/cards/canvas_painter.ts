// Paints pictures too large for SVG: each pixel takes the colour class of the cell that it falls on.
// The sheet is as large as all cells together and scrolls; the canvas is only as large as what is seen, and the core
// is asked for the heads and labels of that part alone.
import { effect } from '@preact/signals';
import { paletteSize, type Excerpt, type PictureWindow, type Scene } from '../core/contract';
import type { Picture } from '../core/engine';
import { theme } from '../page/theme';
import type { Painter } from './painter';
import { readPalette } from './palette';
import { Ruler, rulerWidth } from './ruler';

/** As large as cells are drawn when all fit, and as large as they can be made: room for a coordinate. */
const largestCell = 32;
const zoomedCell = 64;
/** A cell this wide and high has a label, if a font of this many pixels fits it into the cell. */
const labelledWidth = 20;
const labelledHeight = 15;
const labelFont = 12;
const smallestFont = 8;
/** The core is asked for labels when the picture has stood still for so long. */
const stillFor = 40;
/** As many labels as the core gives at once. */
const mostLabels = 4096;
const smallestSide = 28;
const tallest = 480;
const widest = 2048;
/** A picture thinner than this at the size at which it fits scrolls, with cells of this size. */
const thread = 64;
const scrolledCell = 16;
/** From this size of a cell on, a gap is left between cells. */
const gapFrom = 5;
/** An outline smaller than this could not be seen. */
const smallestOutline = 9;
/** More outlines than this say nothing and cost much. */
const mostOutlines = 1000;
const fewOutlines = 8;
/** The first step of the zoom enlarges at least this much. */
const leastZoom = 1.4;

/** The width that the picture would like to have. */
export function canvasWidth({ rows, cols }: Scene): number {
  return rulerWidth + Math.max(smallestSide, Math.floor(cols * fittingCell(rows, cols, widest)));
}

/** The size of a cell at which all fit; a picture that would become a thread scrolls instead. */
function fittingCell(rows: number, cols: number, room: number): number {
  const fit = Math.min(largestCell, room / cols, tallest / rows);
  if (fit >= 1) return Math.floor(fit);
  return Math.min(rows, cols) * fit < thread ? Math.min(scrolledCell, Math.max(1, Math.floor(room / Math.min(rows, cols)))) : fit;
}

type Read = (seen: PictureWindow) => Promise<Excerpt | undefined>;

export function paintCanvas(host: HTMLElement, picture: Picture, read: Read): Painter {
  const { ids, scene: { rows, cols } } = picture;
  const colors = picture.colors ?? new Int32Array();
  const ruled = element('ruled');
  const [colRuler, rowRuler] = [new Ruler(ruled, 'across'), new Ruler(ruled, 'down')];
  const board = ruled.appendChild(element('board'));
  const sheet = board.appendChild(element('sheet'));
  const canvas = sheet.appendChild(document.createElement('canvas'));
  const outlines = sheet.appendChild(element('outlines'));
  host.replaceChildren(ruled);

  let palette: Uint32Array | undefined;
  /** What the core said, by row * cols + column. */
  const labels = new Map<number, string>();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let gone = false;
  let lit: ReadonlySet<number> = new Set();
  /** 0: all cells together fit; then powers of two. */
  let step = 0;
  let cellWidth = 1;
  let cellHeight = 1;

  function layOut(): void {
    const fit = fitting();
    const scale = step === 0 ? fit : Math.min(zoomedCell, 2 ** (Math.ceil(Math.log2(fit * leastZoom)) + step - 1));
    const width = Math.max(smallestSide, Math.floor(cols * scale));
    const height = Math.max(smallestSide, Math.floor(rows * scale));
    cellWidth = width / cols;
    cellHeight = height / rows;
    sheet.style.width = `${width}px`;
    sheet.style.height = `${height}px`;
    board.classList.toggle('sampled', scale < 1);
    draw();
    outline();
  }

  function fitting(): number {
    return fittingCell(rows, cols, Math.max(host.clientWidth - rulerWidth, smallestSide));
  }

  function draw(): void {
    const ratio = devicePixelRatio || 1;
    canvas.style.width = `${Math.min(board.clientWidth, sheet.offsetWidth)}px`;
    canvas.style.height = `${Math.min(board.clientHeight, sheet.offsetHeight)}px`;
    canvas.width = Math.round(canvas.clientWidth * ratio);
    canvas.height = Math.round(canvas.clientHeight * ratio);
    const context = canvas.getContext('2d');
    if (!context || !canvas.width || !canvas.height) return;
    palette ??= readPalette(host);
    const image = context.createImageData(canvas.width, canvas.height);
    const columnOf = cellsAt(cols, cellWidth * ratio, board.scrollLeft * ratio, canvas.width);
    const rowOf = cellsAt(rows, cellHeight * ratio, board.scrollTop * ratio, canvas.height);
    fill(new Uint32Array(image.data.buffer), columnOf, rowOf, palette);
    context.putImageData(image, 0, 0);
    colRuler.draw(cellWidth, board.scrollLeft, canvas.clientWidth, cols);
    rowRuler.draw(cellHeight, board.scrollTop, canvas.clientHeight, rows);
    write(context, ratio);
    clearTimeout(waiting);
    waiting = setTimeout(() => void ask(), stillFor);
  }

  /** The part of the cells that is seen, if they are large enough for labels. */
  function seen(): Pick<PictureWindow, 'row' | 'rows' | 'col' | 'cols'> {
    if (cellWidth < labelledWidth || cellHeight < labelledHeight) return { row: 0, rows: 0, col: 0, cols: 0 };
    const row = Math.floor(board.scrollTop / cellHeight);
    const col = Math.floor(board.scrollLeft / cellWidth);
    const shown = { row, rows: Math.ceil(canvas.clientHeight / cellHeight) + 1, col, cols: Math.ceil(canvas.clientWidth / cellWidth) + 1 };
    shown.cols = Math.min(shown.cols, cols - col, mostLabels);
    shown.rows = Math.min(shown.rows, rows - row, Math.floor(mostLabels / Math.max(shown.cols, 1)));
    return shown;
  }

  async function ask(): Promise<void> {
    const part = seen();
    const rowHeads = rowRuler.missing();
    const colHeads = colRuler.missing();
    const known = labels.has(part.row * cols + part.col) && labels.has((part.row + part.rows - 1) * cols + part.col + part.cols - 1);
    if (known) part.rows = 0;
    if (gone || !(part.rows * part.cols || rowHeads.length || colHeads.length)) return;
    const excerpt = await read({ ...part, rowHeads, colHeads });
    if (!excerpt || gone) return;
    excerpt.labels.forEach((label, at) => {
      labels.set((part.row + Math.floor(at / excerpt.cols)) * cols + part.col + (at % excerpt.cols), label);
    });
    rowRuler.learn(rowHeads, excerpt.rowHeads);
    colRuler.learn(colHeads, excerpt.colHeads);
    draw();
  }

  function write(context: CanvasRenderingContext2D, ratio: number): void {
    const part = seen();
    if (!part.rows) return;
    const { color, fontFamily } = getComputedStyle(sheet);
    context.fillStyle = color;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.font = `${labelFont * ratio}px ${fontFamily}`;
    const letter = context.measureText('0').width / ratio;
    for (let row = part.row; row < part.row + part.rows; ++row) {
      for (let col = part.col; col < part.col + part.cols; ++col) {
        const label = labels.get(row * cols + col);
        if (!label) continue;
        const size = Math.min(labelFont, (labelFont * (cellWidth - 4)) / (letter * label.length));
        if (size < smallestFont) continue;
        context.font = `${size * ratio}px ${fontFamily}`;
        context.fillText(label, ((col + 0.5) * cellWidth - board.scrollLeft) * ratio, ((row + 0.5) * cellHeight - board.scrollTop) * ratio);
      }
    }
  }

  function fill(pixels: Uint32Array, columnOf: Int32Array, rowOf: Int32Array, colored: Uint32Array): void {
    let pixel = 0;
    for (const row of rowOf) {
      for (const col of columnOf) {
        if (row >= 0 && col >= 0) {
          const color = colors[row * cols + col]!;
          pixels[pixel] = colored[color < 0 ? paletteSize : color % paletteSize]!;
        }
        ++pixel;
      }
    }
  }

  function outline(): void {
    outlines.replaceChildren(...places().map((at) => box(at % cols, Math.floor(at / cols))));
  }

  /** Where the lit cells are: looked up one by one while they are few, else in one walk. */
  function places(): number[] {
    if (lit.size <= fewOutlines) return [...lit].map((cell) => ids.indexOf(cell)).filter((at) => at >= 0);
    const found: number[] = [];
    for (let at = 0; at < ids.length && found.length < mostOutlines; ++at) {
      if (lit.has(ids[at]!)) found.push(at);
    }
    return found;
  }

  function box(col: number, row: number): HTMLElement {
    const outlined = element('ss-lit');
    const width = Math.max(smallestOutline, cellWidth);
    const height = Math.max(smallestOutline, cellHeight);
    outlined.style.left = `${(col + 0.5) * cellWidth - width / 2}px`;
    outlined.style.top = `${(row + 0.5) * cellHeight - height / 2}px`;
    outlined.style.width = `${width}px`;
    outlined.style.height = `${height}px`;
    return outlined;
  }

  let room = -1;
  const resized = new ResizeObserver(() => {
    if (host.clientWidth === room) return;
    room = host.clientWidth;
    layOut();
  });
  resized.observe(host);
  board.addEventListener('scroll', draw, { passive: true });
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
  layOut();

  return {
    cellAt(event) {
      const area = sheet.getBoundingClientRect();
      const col = Math.floor((event.clientX - area.left) / cellWidth);
      const row = Math.floor((event.clientY - area.top) / cellHeight);
      if (col < 0 || col >= cols || row < 0 || row >= rows) return undefined;
      const cell = ids[row * cols + col]!;
      return cell >= 0 ? cell : undefined;
    },
    light(cells) {
      lit = cells;
      outline();
    },
    show(cell) {
      const at = ids.indexOf(cell);
      if (at < 0) return;
      board.scrollLeft = nearest(board.scrollLeft, board.clientWidth, (at % cols) * cellWidth, cellWidth);
      board.scrollTop = nearest(board.scrollTop, board.clientHeight, Math.floor(at / cols) * cellHeight, cellHeight);
    },
    zoom(direction) {
      const [x, y] = [board.clientWidth / 2, board.clientHeight / 2];
      const middle = [(board.scrollLeft + x) / cellWidth, (board.scrollTop + y) / cellHeight] as const;
      if (direction > 0 && Math.min(cellWidth, cellHeight) < zoomedCell) ++step;
      if (direction < 0 && step > 0) --step;
      layOut();
      board.scrollTo({ left: middle[0] * cellWidth - x, top: middle[1] * cellHeight - y });
      draw();
    },
    dispose() {
      resized.disconnect();
      stopTheme();
      gone = true;
      clearTimeout(waiting);
      ruled.remove();
    },
  };
}

/** For each pixel of a side, from `scrolled` on, the cell under it; -1 in a gap. */
function cellsAt(count: number, size: number, scrolled: number, pixels: number): Int32Array {
  return Int32Array.from({ length: pixels }, (_, pixel) => {
    const cell = Math.floor((scrolled + pixel + 0.5) / size);
    const isGap = size >= gapFrom && Math.floor((scrolled + pixel + 1.5) / size) !== cell;
    return isGap || cell >= count ? -1 : cell;
  });
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
