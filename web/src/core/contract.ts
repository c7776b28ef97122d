// What the C++ core answers, as JSON. All meaning is in the core; the page only paints these.
// Spans and positions are UTF-16 code-unit offsets into the program text.

export type Mode = 'cute' | 'teaching';

export interface Report {
  version: 1;
  mode: Mode;
  bindings: Binding[];
  diagnostics: Diagnostic[];
  /** One line on what was pasted and is not about layouts, or empty. */
  left_out: string;
  /** How many there are beyond those asked for. */
  omitted: { bindings: number; diagnostics: number };
}

export interface Binding {
  /** Its index in the report. */
  id: number;
  /** Empty for a bare expression. */
  name: string;
  span: [number, number];
  /** 1-based line on which the statement ends; the inline result goes there. */
  line: number;
  /** Right-hand side as typed, white space collapsed. */
  source: string;
  kind: string;
  /** Of a kernel, which kind of one. */
  kernel?: 'copy' | 'mma' | 'gemm' | 'probe';
  /** Printed in the report's integer mode. */
  text: string;
  /** Printed as CuTe prints it: the clipboard form. */
  cute: string;
  properties: Row[];
  /** The legal pictures; empty for an integer or a boolean. */
  views: OfferedView[];
  /** Why there are none, where the printed form is not all there is to see. */
  noPicture?: string;
  /** Ids of the earlier bindings named in it. */
  uses: number[];
}

/** One picture a value may have, with the labels and colourings that are legal for it, default first. */
export interface OfferedView {
  kind: string;
  title: string;
  labels: string[];
  colors: string[];
}

export interface Diagnostic {
  severity: 'error' | 'warning';
  code: string;
  span: [number, number];
  line: number;
  column: number;
  message: string;
  hint: string;
  /** Text that would mend the span, or empty. */
  replacement: string;
}

export interface Scene {
  kind: string;
  title: string;
  rows: number;
  cols: number;
  /** One list a level, outermost first; empty when there are too many. */
  rowHeads: string[][];
  colHeads: string[][];
  /** One for each mode beyond the second. */
  slices: Slice[];
  /** A mark other than "cell" has no colour class: an arrow (step, carry), or a cell's state (image, gap, lit, …). */
  legend: { color: number; label: string; mark: string }[];
  /** What is left out because the picture is too large, or empty. */
  note: string;
  /** Small enough for the core's SVG string. */
  svg: boolean;
}

export interface Slice {
  mode: number;
  title: string;
  size: number;
  value: number;
}

/** The part of a picture that is seen, and the rows and columns that have a head there. */
export interface PictureWindow {
  row: number;
  rows: number;
  col: number;
  cols: number;
  rowHeads: number[];
  colHeads: number[];
}

/** What is written there: labels row by row, empty where there is no element. */
export interface Excerpt {
  rows: number;
  cols: number;
  labels: string[];
  rowHeads: string[];
  colHeads: string[];
}

export interface Row {
  name: string;
  value: string;
}

export interface Described {
  text: string;
  rows: Row[];
}

/** The cells, over all bindings, that one cell comes from or feeds. */
export interface Linked {
  sentence: string;
  cells: CellRef[];
}

/** A cell is named by the 1-D domain coordinate of its binding's value, the same in every view. */
export interface CellRef {
  binding: number;
  cell: number;
}

/** A change of the program: the text in the span becomes `text`. */
export interface ProgramEdit {
  from: number;
  to: number;
  text: string;
}

/**
 * What a run says (core/app/run_report.h): rows to show, every word and number of which the core has decided. Its
 * sentences are the core's English.
 */
export interface RunReport {
  status: 'ok' | 'wrong' | 'error' | 'cancelled';
  /** Of an error, with what would mend it. */
  message: string;
  hint: string;
  /** Why there is no GPU, a reason each. */
  missing: string[];
  /** Where and when it was measured or proved. */
  origin: string;
  recorded: boolean;
  verdict: 'not run' | 'not verified' | 'verified by samples' | 'verified' | 'wrong';
  /** The verdict with its numbers; empty where nothing ran. */
  sentence: string;
  /** Wrong elements, a line each. */
  examples: string[];
  figures: { name: string; value: number; unit: string; text: string }[];
  counters: RunCount[];
  /** What probes and traces say. */
  lines: string[];
  /** What could not be had, and why. */
  notes: string[];
  /** What binds, and how many warps a multiprocessor has: predictions, or empty. */
  bound: string;
  occupancy: string;
}

/** A hardware counter, by Nsight Compute's name. */
export interface RunCount {
  counter: string;
  meaning: string;
  predicted?: number;
  measured?: number;
  agreement: 'exact' | 'bounded' | 'beyond' | 'undecided' | 'not predicted' | 'not measured';
  /** The difference in words, with what bounds it. */
  text: string;
}

/** A picture of what a runner measured, which its result has data for. */
export interface OfferedOverlay {
  kind: string;
  title: string;
}

/** It says itself what is measured, where and when, and what is predicted. */
export interface OverlayPicture {
  svg: string;
  title: string;
  note: string;
}

/** The swizzles of a tile in shared memory, the best first, and how to write the program with one. */
export interface SwizzleTrials {
  /** What becomes the candidate's prefix and `rest`. */
  span: [number, number];
  rest: string;
  /** Bindings whose wavefronts are counted. */
  accesses: number[];
  wavefronts: number;
  ideal: number;
  tried: number;
  candidates: { name: string; prefix: string; wavefronts: number; hardware: boolean; current: boolean }[];
  padding?: { elements: number; row: number; bytes: number; wavefronts: number };
}

/** A program that is not the page's: what a builder or a paste would make. */
export interface Sketch {
  report: Report;
  analysis: Analysis | null;
  /** Of the last value that has a picture, or empty. */
  svg: string;
}

/** A name that atoms(...) lists; N in it stands for any of `n`. */
export interface ListedAtom {
  name: string;
  n?: number[];
}

/** A step of a derivation: a rule, the equation that it gives here, and the steps that it takes. */
export interface Step {
  rule: string;
  /** The rule in a sentence. */
  statement: string;
  expression: string;
  value: string;
  /** The rule with the numbers of this step; may be empty. */
  why: string;
  /** There are more steps than are given. */
  cut: boolean;
  steps: Step[];
  /** Of a root: the derivations of the operations among its operands. */
  operands?: Step[];
}

/** Does the result of a call keep the laws of its function? */
export interface Verdict {
  function: string;
  source: string;
  span: [number, number];
  result: string;
  status: 'satisfied' | 'violated' | 'not_checked';
  law: string;
  text: string;
  checked: string;
  counterexample?: { at: number; natural: string; got: string; shouldBe: string };
  cause?: { name: string; meaning: string; here: string };
  /** Only where the result differs when all integers are static from when all are dynamic. */
  forms?: { static: string; dynamic: string; sameFunction?: boolean; why: string };
}

/** What a value is as a function. */
export interface Analysis {
  sections: {
    id: string;
    title: string;
    rows: { name: string; value: string; explanation: string }[];
    /** A table in a fixed-width font, or empty. */
    text: string;
  }[];
}

export interface Completions {
  from: number;
  to: number;
  items: Completion[];
}

export interface Completion {
  label: string;
  kind: 'function' | 'binding' | 'keyword';
  detail: string;
  info: string;
}

export interface BuiltinFunction {
  name: string;
  /** A line each. */
  signature: string;
  doc: string;
  example: string;
}

/** A program to start from. */
export interface GalleryEntry {
  id: string;
  groupTitle: string;
  title: string;
  about: string;
  program: string;
  /** The pictures in which its values are best seen, by name. */
  views: { name: string; view: string }[];
}

/** Colour classes cycle through this many palette entries, `--ss-c0` to `--ss-c11`. */
export const paletteSize = 12;
