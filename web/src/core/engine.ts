// What the worker offers the page. Each answer is one message: report and pictures belong together.
import { transfer } from 'comlink';
import { Refusal, type AnswerOf, type CoreBinding, type Method, type RequestOf } from './binding';
import type { CellRef, Described, Excerpt, Linked, PictureWindow, Report, Scene } from './door';
import { IncompleteError } from './incomplete';
import { viewString, type Choices, type Mode } from './view';

/** What is written in a part of a painted picture. */
export interface SeenPart {
  window: PictureWindow;
  excerpt: Excerpt;
}

export interface Picture {
  view: string;
  scene: Scene;
  /** The core's own drawing; empty when the scene is too large for one, or is painted. */
  svg: string;
  ids: Float64Array<ArrayBuffer>;
  /** What was asked for together with the evaluation. */
  seen?: SeenPart;
  /** Only where there is no SVG. */
  colors: Int32Array<ArrayBuffer> | undefined;
}

export interface Answer {
  /** Names this evaluation in the calls below: an answer about an older one is refused. */
  serial: number;
  report: Report;
  /** By binding; undefined where the value has none, or where time was up: ask for that one. */
  pictures: (Picture | undefined)[];
  /** Parse and evaluate, without the pictures. */
  milliseconds: number;
}

export interface Inspection extends Linked {
  /** For each binding with a linked cell, the description of its first one. */
  described: (CellRef & Described)[];
  /** Cells of the same binding that belong together with the cell in its picture. */
  kin: number[];
}

/** The answer, or why there is none. */
export type Reasoned<T> = { answer: T; refused?: undefined } | { answer?: undefined; refused: string };

/** Pictures after this many milliseconds are left until their card comes into sight. */
const pictureBudget = 60;

/** What is seen of a picture of so many rows and columns. */
export interface SizedWindow extends PictureWindow {
  sheet: readonly [number, number];
}
/** By card. */
export type Windows = Readonly<Record<string, SizedWindow>>;

/** A running module, which can do what the first picture needs; `complete` gives it the rest. */
export interface Core {
  binding: CoreBinding;
  complete(rest: WebAssembly.Module): Promise<void>;
}

/** More cells than this are painted: as elements of the page they would keep a keystroke waiting. */
const mostDrawn = 1024;
/** Pictures that are nothing but their cells. */
const plain: ReadonlySet<string> = new Set(['grid', 'strip']);

export class Engine {
  private serial = 0;
  private first: WebAssembly.Module | undefined;
  private running!: Core;
  private broken = false;
  private started!: () => void;
  private readonly loaded = new Promise<void>((resolve) => {
    this.started = resolve;
  });
  private get core(): Promise<CoreBinding> {
    return this.loaded.then(() => this.running.binding);
  }

  constructor(private readonly start: (first: WebAssembly.Module) => Promise<Core>) {}

  /** Once, before any answer; calls that come earlier wait for it. */
  async load(first: WebAssembly.Module): Promise<void> {
    this.first = first;
    this.running = await this.start(first);
    this.started();
  }

  /** Once, before any call but `load` and `evaluate`. */
  async addRest(rest: WebAssembly.Module): Promise<void> {
    await this.loaded;
    if (this.broken) this.running = await this.start(this.first!);
    await this.running.complete(rest);
    this.broken = false;
  }

  /** A method of the door, or why there is no answer; undefined where `serial` is that of an older report. */
  async ask<M extends Method>(method: M, request: RequestOf<M>, serial?: number): Promise<Reasoned<AnswerOf<M>> | undefined> {
    const core = await this.core;
    return serial === undefined || serial === this.serial ? reasoned(() => core.call(method, request)) : undefined;
  }

  /** Fails with an IncompleteError where it needs the rest of the module and has not got it. */
  async evaluate(program: string, mode: Mode, choices: Choices, limit: number, windows: Windows = {}): Promise<Answer> {
    const core = await this.core;
    if (this.broken) throw new IncompleteError();
    try {
      return this.answer(core, program, mode, choices, limit, windows);
    } catch (error) {
      this.broken = IncompleteError.is(error);
      throw error;
    }
  }

  private answer(core: CoreBinding, program: string, mode: Mode, choices: Choices, limit: number, windows: Windows): Answer {
    const start = performance.now();
    const report = core.call('evaluate', { program, mode, limit });
    const milliseconds = performance.now() - start;
    const pictures = report.bindings.map(({ id, key, views }) =>
      views.length && performance.now() - start - milliseconds < pictureBudget
        ? drawSeen(core, id, viewString(choices[key] ?? {}, views), windows[key])
        : undefined);
    const answer = { serial: ++this.serial, report, pictures, milliseconds };
    return transfer(answer, pictures.flatMap((picture) => (picture ? buffers(picture) : [])));
  }

  async picture(serial: number, binding: number, view: string): Promise<Picture | undefined> {
    const core = await this.core;
    if (serial !== this.serial) return undefined;
    const picture = draw(core, binding, view);
    return transfer(picture, buffers(picture));
  }

  async excerpt(serial: number, binding: number, view: string, window: PictureWindow): Promise<Excerpt | undefined> {
    const core = await this.core;
    return serial === this.serial ? allowed(() => core.call('excerpt', { binding, view: whole(view), window })) : undefined;
  }

  async inspect(serial: number, binding: number, cell: number, view: string): Promise<Inspection | undefined> {
    const core = await this.core;
    if (serial !== this.serial) return undefined;
    return allowed(() => inspect(core, binding, cell, view));
  }
}

function reasoned<T>(ask: () => T): Reasoned<T> {
  try {
    return { answer: ask() };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
}

/** Undefined where the core refuses. */
function allowed<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function inspect(core: CoreBinding, binding: number, cell: number, view: string): Inspection {
  const { sentence, cells } = core.call('linked', { binding, cell });
  const all = [{ binding, cell }, ...cells];
  const first = new Map<number, number>();
  for (const ref of all) if (!first.has(ref.binding)) first.set(ref.binding, ref.cell);
  const described = [...first].map(([id, at]) => ({ binding: id, cell: at, ...core.call('describe', { binding: id, cell: at }) }));
  return { sentence, cells: all, described, kin: core.call('kin', { binding, cell, view }).cells };
}

/** A picture that the core refuses is an empty one with the reason as its note. */
function draw(core: CoreBinding, binding: number, view: string): Picture {
  try {
    return drawScene(core, binding, view);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const empty = { kind: '', title: '', rows: 0, cols: 0, rowHeads: [], colHeads: [], slices: [], legend: [], svg: false };
    return { view, scene: { ...empty, note: error.message }, svg: '', ids: new Float64Array(), colors: undefined };
  }
}

/** With the labels of the part that is seen: they come with the picture, not after it. */
function drawSeen(core: CoreBinding, binding: number, view: string, window: SizedWindow | undefined): Picture {
  const picture = draw(core, binding, view);
  const { rows, cols } = picture.scene;
  if (!window || !picture.colors || rows !== window.sheet[0] || cols !== window.sheet[1]) return picture;
  const excerpt = allowed(() => core.call('excerpt', { binding, view: whole(view), window }));
  return excerpt ? { ...picture, seen: { window, excerpt } } : picture;
}

function drawScene(core: CoreBinding, binding: number, view: string): Picture {
  const { ids: cells, colors: classes, ...scene } = core.call('scene', { binding, view: whole(view) });
  const ids = cells as Picture['ids'];
  const drawn = scene.svg && (scene.rows * scene.cols <= mostDrawn || !plain.has(scene.kind));
  const colors = drawn ? undefined : classes as Picture['colors'];
  const svg = drawn ? core.call('emit', { binding, format: 'svg', view }).text : '';
  return { view, scene, svg, ids, colors };
}

/** All cells, also where they are too many for labels: the page asks for those that are seen. */
function whole(view: string): string {
  return `${view} whole=1`;
}

function buffers(picture: Picture): ArrayBuffer[] {
  return picture.colors ? [picture.ids.buffer, picture.colors.buffer] : [picture.ids.buffer];
}
