// A grid of memory: each cell has its value, the color of who wrote it last, and marks of the last instruction. The arrow
// keys move over the cells; Enter stops the run at accesses to one.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CellGrid, WatchedBytes } from '../core/door';
import { t } from '../words/words';
import { isWatched, toggleWatched } from './machine';

const colors = 12;
const highest = 22;
const lowest = 12;
const narrowest = 10;
const widest = 64;
const head = 30;
const top = 20;
const markRead = 1;
const markWritten = 2;
const markChanged = 4;

interface Props {
  grid: CellGrid;
  space: WatchedBytes['space'];
  bytes: number;
  label: string;
  /** Cells are as wide as their values, even if the pane has fewer columns then. */
  legible?: boolean;
  /** The first column that the user has asked for: the grid has at most 64, of which the pane shows those that fit. */
  wanted?: number | undefined;
  /** Facts of a cell, for the line below. */
  describe: (index: number, row: number, column: number) => string;
  scroll: (row: number, column: number) => void;
}

export function Cells({ grid, space, bytes, label, legible = false, wanted, describe, scroll }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [[width, height], setSize] = useState([400, 400]);
  const [at, setAt] = useState(-1);
  useEffect(() => {
    const box = host.current!;
    const observer = new ResizeObserver(() => setSize([box.clientWidth, box.clientHeight]));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const { shownRows: rows, shownColumns, firstRow } = grid;
  // Cells fill the width and the height of the pane. Values are hidden if only then all columns fit.
  const letters = Math.max(1, ...grid.values.map(({ length }) => length));
  const room = Math.max(width - head - 2, 1);
  const lettered = Math.ceil(letters * 6.1 + (legible ? 6 : 1));
  const narrow = legible && lettered <= widest ? lettered : narrowest;
  const columns = Math.min(shownColumns, Math.max(1, Math.floor(room / narrow)));
  const cell = Math.min(room / Math.max(columns, 1), widest);
  const beyond = Math.min(Math.max((wanted ?? 0) - grid.firstColumn, 0), shownColumns - columns);
  const firstColumn = grid.firstColumn + beyond;
  /** Indices of the shown cells. */
  const cells = Array.from({ length: rows * columns }, (_, k) => Math.floor(k / columns) * shownColumns + beyond + (k % columns));
  const cellHeight = Math.min(Math.max(Math.floor((height - top - 2) / Math.max(rows, 1)), lowest), highest);
  const isLettered = cell >= lettered;

  function move(event: KeyboardEvent): void {
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (steps !== undefined) {
      const next = at < 0 ? 0 : at + steps;
      if (next >= 0 && next < rows * columns) setAt(next);
      else if (event.key === 'ArrowDown' && firstRow + rows < grid.rows) scroll(firstRow + 1, firstColumn);
      else if (event.key === 'ArrowUp' && firstRow > 0) scroll(firstRow - 1, firstColumn);
    } else if (event.key === 'Enter') {
      watch();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  function watch(): void {
    const address = grid.addresses[cells[found] ?? -1] ?? -1;
    if (address >= 0) toggleWatched(space, address, bytes);
  }

  const box = (index: number): { x: number; y: number } => ({ x: head + (index % columns) * cell, y: top + Math.floor(index / columns) * cellHeight });
  const every = Math.max(1, Math.ceil(22 / cell));
  const found = at >= 0 && at < rows * columns ? at : -1;
  return (
    <div class="cells">
      <div class="cells-scroll" ref={host}>
        <svg
          role="application"
          tabIndex={0}
          aria-label={label}
          width={head + columns * cell + 1}
          height={top + cellHeight * rows + 1}
          onKeyDown={move}
          onPointerLeave={() => setAt(-1)}
          onPointerMove={(event) => {
            const place = event.currentTarget.getBoundingClientRect();
            const column = Math.floor((event.clientX - place.left - head) / cell);
            const row = Math.floor((event.clientY - place.top - top) / cellHeight);
            setAt(column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : -1);
          }}
          onClick={watch}
        >
          {Array.from({ length: columns }, (_, column) => column % every === 0 && <text key={column} class="axis" x={head + (column + 0.5) * cell} y={14}>{firstColumn + column}</text>)}
          {Array.from({ length: rows }, (_, row) => <text key={row} class="axis end" x={head - 5} y={top + cellHeight * (row + 0.5) + 4}>{firstRow + row}</text>)}
          {cells.map((one, index) => {
            const { x, y } = box(index);
            const address = grid.addresses[one]!;
            const writer = grid.threads[one] ?? -1;
            const marks = grid.marks[one] ?? 0;
            const kind = address < 0 ? 'void' : writer >= 0 ? `c${(writer >> 5) % colors}` : marks & markChanged ? 'changed' : 'plain';
            return <rect key={index} class={`cell ${kind}${writer >= 0 && writer & 1 ? ' odd' : ''}`} x={x} y={y} width={cell} height={cellHeight} />;
          })}
          {isLettered && cells.map((one, index) => {
            const { x, y } = box(index);
            const value = grid.values[one];
            return value && <text key={index} class="value" x={x + cell / 2} y={y + cellHeight / 2 + 4}>{value}</text>;
          })}
          {cells.map((one, index) => {
            const { x, y } = box(index);
            const marks = grid.marks[one]!;
            return (marks & (markRead | markWritten)) > 0 && <rect key={index} class={marks & markWritten ? 'written' : 'read'} x={x + 1} y={y + 1} width={cell - 2} height={cellHeight - 2} />;
          })}
          {cells.map((one, index) => {
            const { x, y } = box(index);
            const address = grid.addresses[one]!;
            return address >= 0 && isWatched(space, address) && <circle key={index} class="watched" cx={x + 4.5} cy={y + 4.5} r={3} />;
          })}
          {found >= 0 && <rect class="cursor" {...box(found)} width={cell} height={cellHeight} />}
        </svg>
      </div>
      {grid.rows > rows && (
        <label class="cells-rows">
          <span>{t('machine.rows', { first: firstRow, last: firstRow + rows - 1, rows: grid.rows })}</span>
          <input type="range" min={0} max={grid.rows - rows} value={firstRow} onInput={(event) => scroll(Number(event.currentTarget.value), firstColumn)} />
        </label>
      )}
      {grid.columns > columns && (
        <label class="cells-rows">
          <span>{t('machine.columns', { first: firstColumn, last: firstColumn + columns - 1, columns: grid.columns })}</span>
          <input type="range" min={0} max={grid.columns - columns} value={firstColumn} onInput={(event) => scroll(firstRow, Number(event.currentTarget.value))} />
        </label>
      )}
      <p class="note cell-told" aria-live="polite">{found >= 0 ? describe(cells[found]!, firstRow + Math.floor(found / columns), firstColumn + (found % columns)) : t('machine.cellHint')}</p>
    </div>
  );
}
