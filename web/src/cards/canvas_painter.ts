// Paints pictures too large for SVG: each pixel takes the colour class of the cell that it falls on.
import { effect } from '@preact/signals';
import { paletteSize } from '../core/contract';
import type { Picture } from '../core/engine';
import { theme } from '../page/theme';
import type { Painter } from './painter';

const largestCell = 28;
const smallestSide = 28;
const tallest = 640;
/** From this size of a cell on, a gap is left between cells. */
const gapFrom = 5;
/** An outline smaller than this could not be seen. */
const smallestOutline = 9;
/** More outlines than this say nothing and cost much. */
const mostOutlines = 1000;
const fewOutlines = 8;

export function paintCanvas(host: HTMLElement, picture: Picture): Painter {
  const { ids, scene: { rows, cols } } = picture;
  const colors = picture.colors ?? new Int32Array();
  const canvas = document.createElement('canvas');
  const outlines = document.createElement('div');
  const board = document.createElement('div');
  board.className = 'board';
  board.append(canvas, outlines);
  host.replaceChildren(board);

  let room = 0;
  let width = 0;
  let height = 0;
  let lit: ReadonlySet<number> = new Set();

  function layOut(): void {
    if (host.clientWidth === room) return;
    room = host.clientWidth;
    const fit = Math.min(largestCell, room / cols, tallest / rows);
    const scale = fit >= 1 ? Math.floor(fit) : fit;
    width = Math.max(Math.min(smallestSide, room), Math.floor(cols * scale));
    height = Math.max(smallestSide, Math.round(rows * scale));
    board.style.width = `${width}px`;
    board.style.height = `${height}px`;
    draw();
    outline();
  }

  function draw(): void {
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const context = canvas.getContext('2d');
    if (!context || !canvas.width || !canvas.height) return;
    const image = context.createImageData(canvas.width, canvas.height);
    fill(new Uint32Array(image.data.buffer), canvas.width, canvas.height, readPalette(host));
    context.putImageData(image, 0, 0);
  }

  function fill(pixels: Uint32Array, across: number, down: number, palette: Uint32Array): void {
    const cellOf = (count: number, size: number): Int32Array =>
      Int32Array.from({ length: size }, (_, at) => {
        const cell = Math.floor((at * count) / size);
        const isLast = Math.floor(((at + 1) * count) / size) !== cell;
        return isLast && size / count >= gapFrom ? -1 : cell;
      });
    const columnOf = cellOf(cols, across);
    const rowOf = cellOf(rows, down);
    for (let y = 0, pixel = 0; y < down; ++y) {
      const row = rowOf[y]!;
      for (let x = 0; x < across; ++x, ++pixel) {
        const col = columnOf[x]!;
        if (row < 0 || col < 0) continue;
        const color = colors[row * cols + col]!;
        pixels[pixel] = palette[color < 0 ? paletteSize : color % paletteSize]!;
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
    const element = document.createElement('div');
    element.className = 'ss-lit';
    const boxWidth = Math.max(smallestOutline, width / cols);
    const boxHeight = Math.max(smallestOutline, height / rows);
    const left = ((col + 0.5) * width) / cols - boxWidth / 2;
    const top = ((row + 0.5) * height) / rows - boxHeight / 2;
    element.style.translate = `${left}px ${top}px`;
    element.style.width = `${boxWidth}px`;
    element.style.height = `${boxHeight}px`;
    return element;
  }

  const resized = new ResizeObserver(layOut);
  resized.observe(host);
  let first = true;
  const stopTheme = effect(() => {
    void theme.value;
    if (first) layOut();
    // The new colours are computed after the attribute on the root has changed.
    else requestAnimationFrame(draw);
    first = false;
  });

  return {
    cellAt(event) {
      const area = canvas.getBoundingClientRect();
      const col = Math.floor(((event.clientX - area.left) * cols) / area.width);
      const row = Math.floor(((event.clientY - area.top) * rows) / area.height);
      if (col < 0 || col >= cols || row < 0 || row >= rows) return undefined;
      const cell = ids[row * cols + col]!;
      return cell >= 0 ? cell : undefined;
    },
    light(cells) {
      lit = cells;
      outline();
    },
    show() {},
    dispose() {
      resized.disconnect();
      stopTheme();
      board.remove();
    },
  };
}

/** The palette's colours in force, then that of unpainted cells, as the pixels of an image. */
function readPalette(host: HTMLElement): Uint32Array {
  const names = Array.from({ length: paletteSize }, (_, index) => `--ss-c${index}`).concat('--ss-blank');
  const canvas = document.createElement('canvas');
  canvas.width = names.length;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const probe = host.appendChild(document.createElement('span'));
  names.forEach((name, index) => {
    probe.style.color = `var(${name})`;
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(index, 0, 1, 1);
  });
  probe.remove();
  return new Uint32Array(context.getImageData(0, 0, names.length, 1).data.buffer);
}
