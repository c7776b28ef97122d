// The page's end of the worker, with a time limit: a worker that does not answer, or whose core traps, is replaced. The
// current call fails; later calls are repeated.
import { wrap, type Remote } from 'comlink';
import type { AnswerOf, Method, RequestOf } from './binding';
import type { Engine, Reasoned } from './engine';
import { isBegun } from './gate';
import { MissingPartError, isWaiting } from './later_parts';
import type { ModuleParts, Spawned } from './start';

export class TimeLimitError extends Error {
  /** The current statement of a watched action; empty if unknown. */
  constructor(readonly milliseconds: number, readonly statement: string) {
    super(`no answer within ${milliseconds / 1000} s`);
  }
}

export class LoadError extends Error {}

/** The caller no longer needs the answer. */
export class AbandonedError extends Error {}

export type Ask<T> = (engine: Remote<Engine>) => Promise<T>;

interface Manner {
  /** In milliseconds. */
  limit?: number;
  /** A new worker receives this call before all others: it provides their context. */
  first?: boolean;
}

interface Call {
  ask: Ask<unknown>;
  limit: number;
  first: boolean;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

export class CoreClient {
  private worker!: Worker;
  private replies!: Spawned['replies'];
  private remote!: Remote<Engine>;
  /** Calls without an answer so far, in the order in which the worker receives them; it works on the first one. */
  private calls: Call[] = [];
  /** Timer of the first call. It excludes loading: the start, and a call's wait for a part. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  private loaded = false;
  private failure: LoadError | undefined;
  private waiting = false;
  /** The last statement that the worker reported. */
  private statement = '';
  /** The worker has the second part. */
  private whole = false;
  private second: Promise<WebAssembly.Module> | undefined;
  /** The second part is being loaded: later calls wait for it. */
  private coming: Promise<void> | undefined;

  /** Each part is compiled once: a worker that replaces the first one gets the same. */
  constructor(
    private readonly parts: ModuleParts,
    private readonly spawn: () => Spawned,
    private readonly limit: number,
    /** The language of all answers; empty: English. */
    private sentences: Readonly<Record<string, string>>,
    /** Called when another worker has replaced one, before the failed call reports it. */
    private readonly replaced: () => void,
  ) {
    this.start();
  }

  /** Sets the language of all further answers. */
  async speak(sentences: Readonly<Record<string, string>>): Promise<void> {
    this.sentences = sentences;
    await this.call((engine) => engine.speak(sentences));
  }

  /** Calls a method of the door; undefined if `serial` is that of an older report. */
  ask<M extends Method>(method: M, request: RequestOf<M>, serial?: number): Promise<Reasoned<AnswerOf<M>> | undefined> {
    return this.call((engine) => engine.ask(method, request, serial) as unknown as Promise<Reasoned<AnswerOf<M>> | undefined>);
  }

  /** Passes the second part of the module to the worker. */
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
      this.remote.complete('second', second).catch(() => {});
      this.whole = true;
    } catch (error) {
      this.second = undefined;
      throw new LoadError((error as Error).message);
    }
  }

  /** The worker is called synchronously if possible: a frame can begin before the next microtask. */
  call<T>(ask: Ask<T>, manner: Manner = {}): Promise<T> {
    return this.coming ? this.coming.then(() => this.send(ask, manner)) : this.send(ask, manner);
  }

  /** An abandoned call fails; if the worker is busy with it, the worker is replaced. */
  abandon(ask: Ask<never>): void {
    const call = this.calls.find((one) => one.ask === ask);
    if (call) this.fail(call, new AbandonedError());
  }

  private send<T>(ask: Ask<T>, { limit = this.limit, first = false }: Manner): Promise<T> {
    return new Promise<T>((resolve, reject) => this.post({ ask, limit, first, resolve: resolve as Call['resolve'], reject }));
  }

  private post(call: Call): void {
    if (this.failure) {
      call.reject(this.failure);
      return;
    }
    const { worker } = this;
    this.calls.push(call);
    if (this.calls.length === 1) this.watch();
    call.ask(this.remote).then((answer) => {
      if (worker !== this.worker) return;
      this.remove(call);
      call.resolve(answer);
    }, (error: unknown) => {
      if (worker === this.worker) this.fail(call, MissingPartError.is(error) ? new LoadError(error.message) : error);
    });
  }

  private remove(call: Call): void {
    const at = this.calls.indexOf(call);
    if (at >= 0) this.calls.splice(at, 1);
    if (at === 0) this.watch();
  }

  /** Starts the timer of the first call. */
  private watch(): void {
    clearTimeout(this.timer);
    const [call] = this.calls;
    if (!call || !this.loaded || this.waiting) return;
    this.timer = setTimeout(() => this.fail(call, new TimeLimitError(call.limit, this.statement)), call.limit);
  }

  /** A trap leaves the module in an unknown state, and an endless call blocks the worker. */
  private fail(call: Call, error: unknown): void {
    this.remove(call);
    const others = [...this.calls.filter(({ first }) => first), ...this.calls.filter(({ first }) => !first)];
    this.calls = [];
    this.restart();
    this.replaced();
    call.reject(error);
    // The caller of the failed call decides first.
    setTimeout(() => {
      for (const other of others) this.post(other);
    });
  }

  private start(): void {
    const { worker, replies, failed } = this.spawn();
    this.worker = worker;
    this.replies = replies;
    this.remote = wrap<Engine>(replies);
    this.whole = false;
    this.waiting = false;
    this.loaded = false;
    this.statement = '';
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (worker !== this.worker) return;
      if (isBegun(data)) this.statement = data.statement;
      if (!isWaiting(data)) return;
      this.waiting = data.waits;
      if (data.part === 'second') this.whole = !data.waits;
      this.watch();
    });
    Promise.race([this.load(this.remote), failed]).then(() => {
      if (worker !== this.worker) return;
      this.loaded = true;
      this.watch();
    }, (error: Error) => {
      if (worker !== this.worker) return;
      this.failure = new LoadError(error.message);
      for (const { reject } of this.calls.splice(0)) reject(this.failure);
    });
  }

  private async load(remote: Remote<Engine>): Promise<void> {
    await remote.load(await this.parts.first, this.parts.addresses, this.sentences);
  }

  private restart(): void {
    clearTimeout(this.timer);
    this.worker.terminate();
    this.replies.close();
    this.start();
    if (this.second) this.complete().catch(() => {});
  }
}
