// What the builder's forms say, as program text. The core says what it means.

export interface MmaForm {
  /** Atoms side by side in M, N, K. */
  atoms: number[];
  /** Along which of the two neighbours in thread order lie. */
  order: 'M' | 'N';
  /** The tile, where it is larger than the atoms make it. */
  tile: string[];
}

export interface CopyForm {
  type: string;
  threads: number[];
  order: 'rows' | 'columns';
  values: number[];
}

export function mmaText(atom: string, { atoms, order, tile }: MmaForm): string {
  const [m = 1, n = 1, k = 1] = atoms;
  const strides = order === 'M' ? [1, m, m * n] : [n, 1, m * n];
  const permutation = tile.some((size) => /^\d+$/.test(size))
    ? `, <${tile.map((size) => (/^\d+$/.test(size) ? `_${size}` : '_')).join(',')}>` : '';
  return `make_tiled_mma(${atom}, ${layout([m, n, k], strides)}${permutation})`;
}

export function copyText(atom: string, { type, threads, order, values }: CopyForm, tiled: boolean): string {
  const one = `Copy_Atom<${atom},${type}>`;
  if (!tiled) return one;
  const [down = 1, across = 1] = threads;
  const [rows = 1, cols = 1] = values;
  const strides = order === 'rows' ? [across, 1] : [1, down];
  return `make_tiled_copy(${one}, ${layout([down, across], strides)}, ${layout([rows, cols], [cols, 1])})`;
}

function layout(shape: readonly number[], stride: readonly number[]): string {
  return `(${shape.map((size) => `_${size}`).join(',')}):(${stride.map((step) => `_${step}`).join(',')})`;
}
