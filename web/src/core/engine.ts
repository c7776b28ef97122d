// The worker's interface for the page: actions, with their changes, and questions. Each answer is one message.
import { transfer } from 'comlink';
import { Refusal, type AnswerOf, type CoreBinding, type Method, type RequestOf } from './binding';
import type { Guard } from './gate';
import type { LaterPart } from './later_parts';
import type { Action, CardChange, CardPicture, Changes, Miniature, Raster, Scene, Viewport } from './door';

/** The visible part of a picture with this number of rows and columns. */
export interface SizedViewport {
  viewport: Viewport;
  sheet: readonly [number, number];
}

export interface Picture {
  view: string;
  /** The note of an empty scene is the reason why it is empty. */
  scene: Omit<Scene, 'ids'>;
  /** The core's own drawing; empty if the scene is painted. */
  svg: string;
  ids: Float64Array<ArrayBuffer>;
  /** The preferred width of a painted scene. */
  width: number | undefined;
  /** For a painted scene: the part of the previous picture that was visible. */
  raster: Raster | undefined;
  /** For the threads of a kernel: the whole tensor. */
  miniature: Miniature | undefined;
}

/** The changes of an action, and the new pictures, by card. */
export interface Answer {
  changes: Changes;
  pictures: Map<string, Picture>;
}

/** The answer, or the reason that it is missing. */
export type Reasoned<T> = { answer: T; refused?: undefined } | { answer?: undefined; refused: string };

/** A running module; `complete` gives it a part before a call needs it. */
export interface Core {
  binding: CoreBinding;
  complete(part: LaterPart, module: WebAssembly.Module): void;
}

/** Starts a module by its first part and the addresses of the others. */
export type Start = (first: WebAssembly.Module, addresses: Readonly<Record<LaterPart, string>>) => Promise<Core>;

export class Engine {
  /** Number of the core's last evaluation; 0: none. */
  private serial = 0;
  private running!: Core;
  private started!: () => void;
  private readonly loaded = new Promise<void>((resolve) => {
    this.started = resolve;
  });

  constructor(private readonly start: Start) {}

  /** Called once, before any answer; earlier calls wait for it. Without sentences the core uses English. */
  async load(first: WebAssembly.Module, addresses: Readonly<Record<LaterPart, string>>, sentences: Readonly<Record<string, string>>): Promise<void> {
    this.running = await this.start(first, addresses);
    if (Object.keys(sentences).length) this.running.binding.call('speak', { sentences });
    this.started();
  }

  /** A part of the module, compiled. */
  async complete(part: LaterPart, module: WebAssembly.Module): Promise<void> {
    await this.loaded;
    this.running.complete(part, module);
  }

  /** Calls a method of the door: its answer, or the reason that it is missing; undefined if `serial` is that of an older report. */
  async ask<M extends Method>(method: M, request: RequestOf<M>, serial?: number): Promise<Reasoned<AnswerOf<M>> | undefined> {
    await this.loaded;
    if (serial !== undefined && serial !== this.serial) return undefined;
    const given = reasoned(() => this.running.binding.call(method, request));
    return given.answer ? transfer(given, arraysOf(given.answer)) : given;
  }

  /** Sets the language of all further answers. */
  async speak(sentences: Readonly<Record<string, string>>): Promise<void> {
    await this.loaded;
    this.running.binding.call('speak', { sentences });
  }

  /** `known` opens the current program of the page first, for a new core that replaced another one. */
  async act(action: Action, known: Action, { skipped, watched }: Guard): Promise<Answer> {
    await this.loaded;
    const core = this.running.binding;
    core.gate.skipped = new Set(skipped);
    core.gate.watched = watched;
    const isFirst = !this.serial;
    if (isFirst && action.do !== 'open' && action.do !== 'edit') core.call('act', { ...known, budget: 0 });
    const changes = core.call('act', isFirst && action.do === 'edit' ? { ...known, ...action, do: 'open' } : action);
    this.serial = changes.serial;
    const pictures = new Map(changes.cards.flatMap(({ key, picture }): [string, Picture][] => (picture ? [[key, pictureOf(picture)]] : [])));
    for (const card of changes.cards as Partial<CardChange>[]) delete card.picture;
    return transfer({ changes, pictures }, [...pictures.values()].flatMap(buffers));
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

function pictureOf({ view, scene: { ids, ...scene }, svg, refused, width, raster, miniature }: CardPicture): Picture {
  return { view, scene: refused ? { ...scene, note: refused } : scene, svg, ids: ids as Picture['ids'], width, raster, miniature };
}

function buffers({ ids, raster }: Picture): ArrayBuffer[] {
  return raster ? [ids.buffer, raster.pixels.buffer] : [ids.buffer];
}

/** The binary members of an answer, which are transferred instead of copied. */
function arraysOf(answer: object): ArrayBuffer[] {
  return Object.values(answer).flatMap((one: unknown) => (ArrayBuffer.isView(one) ? [one.buffer as ArrayBuffer] : []));
}
