// The page's end of the worker, with a time limit: a worker that does not answer is killed and replaced.
import { wrap, type Remote } from 'comlink';
import type { AnswerOf, Method, RequestOf } from './binding';
import type { Answer, Engine, Reasoned } from './engine';
import { IncompleteError } from './incomplete';
import type { Parts, Spawned } from './start';

export class TimeLimitError extends Error {
  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds / 1000} s`);
  }
}

export class LoadError extends Error {}

export class CoreClient {
  private worker!: Worker;
  private replies!: Spawned['replies'];
  private remote!: Remote<Engine>;
  /** Loading is not part of anybody's time limit. */
  private loaded!: Promise<void>;
  private completed: Promise<void> | undefined;
  /** That this worker has all of the module. */
  private whole = false;
  private rest: Promise<Parts> | undefined;
  /** Resolves when this worker is killed: what it was asked it will never answer. */
  private killed!: Promise<void>;
  private kill!: () => void;

  /**
   * What a first picture needs of the module is compiled once, while the first worker starts; a worker that replaces it
   * gets the same. The rest is fetched when it is first asked for.
   */
  constructor(
    private readonly first: Promise<Parts>,
    private readonly fetchRest: () => Promise<Parts>,
    private readonly spawn: () => Spawned,
    private readonly limit: number,
    /** Of the language of all answers; none: English. */
    private sentences: Readonly<Record<string, string>>,
  ) {
    this.start();
  }

  /**
   * An evaluation, with the parts of the module that are there if they are enough.
   */
  async evaluate(ask: (engine: Remote<Engine>) => Promise<Answer>): Promise<Answer> {
    if (!this.completed) {
      try {
        return await this.timed(ask);
      } catch (error) {
        if (!IncompleteError.is(error)) throw error;
      }
    }
    return this.call(ask);
  }

  /** The worker is asked at once where it can be: a frame may begin before the next microtask. */
  call<T>(ask: (engine: Remote<Engine>) => Promise<T>): Promise<T> {
    return this.whole ? this.timed(ask) : this.callWhole(ask);
  }

  /** The language of the answers from now on. */
  async speak(sentences: Readonly<Record<string, string>>): Promise<void> {
    this.sentences = sentences;
    await this.call((engine) => engine.speak(sentences));
  }

  /** A method of the door; undefined where `serial` is that of an older report. */
  ask<M extends Method>(method: M, request: RequestOf<M>, serial?: number): Promise<Reasoned<AnswerOf<M>> | undefined> {
    return this.call((engine) => engine.ask(method, request, serial) as unknown as Promise<Reasoned<AnswerOf<M>> | undefined>);
  }

  /** The same with the parts of the module that are there; where they are not enough, nothing is known any more. */
  async askNow<M extends Method>(method: M, request: RequestOf<M>, serial: number): Promise<Reasoned<AnswerOf<M>> | undefined> {
    if (this.completed) return this.ask(method, request, serial);
    return this.timed((engine) => engine.ask(method, request, serial) as unknown as Promise<Reasoned<AnswerOf<M>> | undefined>);
  }

  private async callWhole<T>(ask: (engine: Remote<Engine>) => Promise<T>): Promise<T> {
    let worker;
    do {
      worker = this.worker;
      await this.complete();
    } while (worker !== this.worker);
    return this.timed(ask);
  }

  /** Gives the worker the rest of the module. */
  complete(): Promise<void> {
    const { worker } = this;
    this.completed ??= this.addRest(this.remote, this.killed).then(() => { this.whole ||= worker === this.worker; }, (error: Error) => {
      if (worker === this.worker) this.completed = undefined;
      throw error instanceof LoadError ? error : new LoadError(error.message);
    });
    return this.completed;
  }

  private async addRest(remote: Remote<Engine>, killed: Promise<void>): Promise<void> {
    // The worker waits itself until it is loaded; that it cannot be is told here.
    const unloaded = this.loaded.then(() => killed);
    this.rest ??= this.fetchRest();
    let rest;
    try {
      rest = await Promise.race([this.rest, unloaded.then(() => this.rest!)]);
    } catch (error) {
      this.rest = undefined;
      throw error;
    }
    await Promise.race([remote.addRest(rest), unloaded]);
  }

  private async timed<T>(ask: (engine: Remote<Engine>) => Promise<T>): Promise<T> {
    const asked = this.worker;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = this.loaded.then(() => new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TimeLimitError(this.limit)), this.limit);
    }));
    try {
      return await Promise.race([ask(this.remote), late]);
    } catch (error) {
      // One that traps is replaced like one that is late: a trap leaves the module in an unknown state.
      const sound = error instanceof LoadError || IncompleteError.is(error);
      if (!sound && asked === this.worker) this.restart();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private start(): void {
    const { worker, replies, failed } = this.spawn();
    this.worker = worker;
    this.replies = replies;
    this.remote = wrap<Engine>(replies);
    this.completed = undefined;
    this.whole = false;
    this.killed = new Promise((resolve) => {
      this.kill = resolve;
    });
    this.loaded = Promise.race([this.load(this.remote), failed]).catch((error: Error) => {
      throw new LoadError(error.message);
    });
    this.loaded.catch(() => {});
  }

  private async load(remote: Remote<Engine>): Promise<void> {
    await remote.load(await this.first, this.sentences);
  }

  private restart(): void {
    this.worker.terminate();
    this.replies.close();
    this.kill();
    this.start();
    if (this.rest) this.complete().catch(() => {});
  }
}
