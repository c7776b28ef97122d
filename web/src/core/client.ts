// The page's end of the worker, with a time limit: a worker that does not answer is killed and replaced.
import { wrap, type Remote } from 'comlink';
import type { AnswerOf, Method, RequestOf } from './binding';
import type { Engine, Reasoned } from './engine';
import { SecondPartError, waits } from './second_part';
import type { ModuleParts, Spawned } from './start';

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
  /** Loading is not part of the time limit: neither the start, nor a call's wait for the second part. */
  private loaded!: Promise<void>;
  private waiting = false;
  /** When the last such wait ended. */
  private waited = 0;
  /** This worker has the second part. */
  private whole = false;
  private second: Promise<WebAssembly.Module> | undefined;
  /** The second part on its way: later calls wait for it. */
  private coming: Promise<void> | undefined;

  /** Each part is compiled once: a worker that replaces the first one gets the same. */
  constructor(
    private readonly parts: ModuleParts,
    private readonly spawn: () => Spawned,
    private readonly limit: number,
    /** Of the language of all answers; none: English. */
    private sentences: Readonly<Record<string, string>>,
  ) {
    this.start();
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

  /** Gives the worker the second part of the module. */
  complete(): Promise<void> {
    if (this.whole) return Promise.resolve();
    this.coming ??= this.addSecond().finally(() => {
      this.coming = undefined;
    });
    return this.coming;
  }

  private async addSecond(): Promise<void> {
    this.second ??= this.parts.fetchSecond();
    try {
      const second = await this.second;
      this.remote.complete(second).catch(() => {});
      this.whole = true;
    } catch (error) {
      this.second = undefined;
      throw new LoadError((error as Error).message);
    }
  }

  /** The worker is asked at once where it can be: a frame may begin before the next microtask. */
  call<T>(ask: (engine: Remote<Engine>) => Promise<T>): Promise<T> {
    return this.coming ? this.coming.then(() => this.timed(ask)) : this.timed(ask);
  }

  private async timed<T>(ask: (engine: Remote<Engine>) => Promise<T>): Promise<T> {
    const asked = this.worker;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = this.loaded.then(() => new Promise<never>((_, reject) => {
      const begun = performance.now();
      const look = (): void => {
        const left = this.waiting ? this.limit : Math.max(begun, this.waited) + this.limit - performance.now();
        if (left > 0) timer = setTimeout(look, left);
        else reject(new TimeLimitError(this.limit));
      };
      look();
    }));
    try {
      return await Promise.race([ask(this.remote), late]);
    } catch (error) {
      // A worker that traps is replaced like one that is late: a trap leaves the module in an unknown state.
      if (!(error instanceof LoadError) && asked === this.worker) this.restart();
      throw SecondPartError.is(error) ? new LoadError(error.message) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  private start(): void {
    const { worker, replies, failed } = this.spawn();
    this.worker = worker;
    this.replies = replies;
    this.remote = wrap<Engine>(replies);
    this.whole = false;
    this.waiting = false;
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (worker !== this.worker || (data !== waits.begin && data !== waits.end)) return;
      this.waiting = data === waits.begin;
      this.whole = !this.waiting;
      this.waited = performance.now();
    });
    this.loaded = Promise.race([this.load(this.remote), failed]).catch((error: Error) => {
      throw new LoadError(error.message);
    });
    this.loaded.catch(() => {});
  }

  private async load(remote: Remote<Engine>): Promise<void> {
    await remote.load(await this.parts.first, this.parts.secondAddress, this.sentences);
  }

  private restart(): void {
    this.worker.terminate();
    this.replies.close();
    this.start();
    if (this.second) this.complete().catch(() => {});
  }
}
