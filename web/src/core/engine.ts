// What the worker offers the page: actions, with what they change, and questions. Each answer is one message.
import { transfer } from 'comlink';
import { Refusal, type AnswerOf, type CoreBinding, type Method, type RequestOf } from './binding';
import type { Action, CardChange, CardPicture, Changes, Miniature, Raster, Scene, Viewport } from './door';
import { IncompleteError } from './incomplete';
import type { Parts } from './start';

/** What is seen of a picture of so many rows and columns. */
export interface SizedViewport {
  viewport: Viewport;
  sheet: readonly [number, number];
}

export interface Picture {
  view: string;
  /** The note of an empty one is why there is none. */
  scene: Omit<Scene, 'ids'>;
  /** The core's own drawing; empty when the scene is painted. */
  svg: string;
  ids: Float64Array<ArrayBuffer>;
  /** As wide as a painted one would like to be. */
  width: number | undefined;
  /** Of a painted one the part that was seen of the picture before. */
  raster: Raster | undefined;
  /** Of a kernel whose threads it shows. */
  miniature: Miniature | undefined;
}

/** What an action has changed, and the pictures that are others, by card. */
export interface Answer {
  changes: Changes;
  pictures: Map<string, Picture>;
}

/** The answer, or why there is none. */
export type Reasoned<T> = { answer: T; refused?: undefined } | { answer?: undefined; refused: string };

/** A running module, which can do what its parts can; `complete` gives it others. */
export interface Core {
  binding: CoreBinding;
  complete(rest: Parts): Promise<void>;
}

export class Engine {
  /** Of the core's last evaluation; 0: it has been told nothing. */
  private serial = 0;
  private first: Parts | undefined;
  /** Of the language that is spoken; none: the core's own. */
  private sentences: Readonly<Record<string, string>> = {};
  private running!: Core;
  private broken = false;
  /** The rest, from when it has come until it is in place; undefined before. */
  private whole: Promise<void> | undefined;
  private started!: () => void;
  private readonly loaded = new Promise<void>((resolve) => {
    this.started = resolve;
  });

  constructor(private readonly start: (first: Parts) => Promise<Core>) {}

  /** Once, before any answer; calls that come earlier wait for it. */
  async load(first: Parts, sentences: Readonly<Record<string, string>>): Promise<void> {
    this.first = first;
    this.sentences = sentences;
    this.running = await this.begun();
    this.started();
  }

  /** A core that has been told nothing but the language. */
  private async begun(): Promise<Core> {
    const core = await this.start(this.first!);
    if (Object.keys(this.sentences).length) this.tellLanguage(core);
    return core;
  }

  private tellLanguage({ binding }: Core): void {
    try {
      this.attempt(() => binding.call('speak', { sentences: this.sentences }));
    } catch (error) {
      // It does so once the rest has come.
      if (!this.broken) throw error;
    }
  }

  /** Once; what is asked after it has come waits for it. */
  addRest(rest: Parts): Promise<void> {
    this.whole = this.add(rest);
    return this.whole;
  }

  private async add(rest: Parts): Promise<void> {
    await this.loaded;
    const { broken } = this;
    if (broken) {
      this.running = await this.start(this.first!);
      this.serial = 0;
    }
    await this.running.complete(rest);
    this.broken = false;
    if (broken) this.tellLanguage(this.running);
  }

  /**
   * A method of the door, or why there is no answer; undefined where `serial` is that of an older report. Fails like `act`.
   */
  async ask<M extends Method>(method: M, request: RequestOf<M>, serial?: number): Promise<Reasoned<AnswerOf<M>> | undefined> {
    const core = await this.sound();
    if (serial !== undefined && serial !== this.serial) return undefined;
    const given = this.attempt(() => reasoned(() => core.call(method, request)));
    return given.answer ? transfer(given, arraysOf(given.answer)) : given;
  }

  /** The language of the answers from now on. */
  async speak(sentences: Readonly<Record<string, string>>): Promise<void> {
    this.sentences = sentences;
    (await this.sound()).call('speak', { sentences });
  }

  /**
   * `known` opens the program as the page has it: for a core that has been told nothing, as another one took its place.
   * Fails with an IncompleteError where it needs the rest of the module and has not got it.
   */
  async act(action: Action, known: Action): Promise<Answer> {
    const core = await this.sound();
    return this.attempt(() => {
      const isFirst = !this.serial;
      if (isFirst && action.do !== 'open' && action.do !== 'edit') core.call('act', { ...known, budget: 0 });
      const changes = core.call('act', isFirst && action.do === 'edit' ? { ...known, ...action, do: 'open' } : action);
      this.serial = changes.serial;
      const pictures = new Map(changes.cards.flatMap(({ key, picture }): [string, Picture][] => (picture ? [[key, pictureOf(picture)]] : [])));
      for (const card of changes.cards as Partial<CardChange>[]) delete card.picture;
      return transfer({ changes, pictures }, [...pictures.values()].flatMap(buffers));
    });
  }

  /** The core with all that has come of the module. */
  private async sound(): Promise<CoreBinding> {
    await this.loaded;
    await this.whole;
    if (this.broken) throw new IncompleteError();
    return this.running.binding;
  }

  private attempt<T>(what: () => T): T {
    try {
      return what();
    } catch (error) {
      this.broken = IncompleteError.is(error);
      throw error;
    }
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

/** The binary members of an answer, which are handed over rather than copied. */
function arraysOf(answer: object): ArrayBuffer[] {
  return Object.values(answer).flatMap((one: unknown) => (ArrayBuffer.isView(one) ? [one.buffer as ArrayBuffer] : []));
}
