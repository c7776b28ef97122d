// The page's end of the worker, with a time limit: a worker that does not answer, or whose core traps, is replaced. The
// call that it was busy with fails; those behind that call are asked again.
import { wrap, type Remote } from 'comlink';
import type { AnswerOf, Method, RequestOf } from './binding';
import type { Engine, Reasoned } from './engine';
import { isBegun } from './gate';
import { SecondPartError, waits } from './second_part';
import type { ModuleParts, Spawned } from './start';

export class TimeLimitError extends Error {
  /** The statement that a watched action was at; empty where nothing is known. */
  constructor(readonly milliseconds: number, readonly statement: string) {
    super(`no answer within ${milliseconds / 1000} s`);
  }
}

export class LoadError extends Error {}

/** The caller has no use for the answer any more. */
export class AbandonedError extends Error {}

export type Ask<T> = (engine: Remote<Engine>) => Promise<T>;

interface Manner {
  /** Milliseconds. */
  limit?: number;
  /** A new worker is asked this before all others: it gives the worker what they are about. */
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
  /** Calls that wait for an answer, in the order in which the worker gets them: it is busy with the first one. */
  private calls: Call[] = [];
  /** Of the first call. Loading is not part of it: neither the start, nor a call's wait for the second part. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  private loaded = false;
  private failure: LoadError | undefined;
  private waiting = false;
  /** The last statement that the worker reported. */
  private statement = '';
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
    /** Another worker has taken the place of one, before the call that failed reports it. */
    private readonly replaced: () => void,
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
  call<T>(ask: Ask<T>, manner: Manner = {}): Promise<T> {
    return this.coming ? this.coming.then(() => this.send(ask, manner)) : this.send(ask, manner);
  }

  /** A call that is not wanted any more fails; where the worker is busy with it, the worker is replaced. */
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
      if (worker === this.worker) this.fail(call, SecondPartError.is(error) ? new LoadError(error.message) : error);
    });
  }

  private remove(call: Call): void {
    const at = this.calls.indexOf(call);
    if (at >= 0) this.calls.splice(at, 1);
    if (at === 0) this.watch();
  }

  /** The clock of the first call begins. */
  private watch(): void {
    clearTimeout(this.timer);
    const [call] = this.calls;
    if (!call || !this.loaded || this.waiting) return;
    this.timer = setTimeout(() => this.fail(call, new TimeLimitError(call.limit, this.statement)), call.limit);
  }

  /** A trap leaves the module in an unknown state, and a call that does not end keeps the worker. */
  private fail(call: Call, error: unknown): void {
    this.remove(call);
    const others = [...this.calls.filter(({ first }) => first), ...this.calls.filter(({ first }) => !first)];
    this.calls = [];
    this.restart();
    this.replaced();
    call.reject(error);
    // The caller of the failed one decides first.
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
      if (data !== waits.begin && data !== waits.end) return;
      this.waiting = data === waits.begin;
      this.whole = !this.waiting;
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
    await remote.load(await this.parts.first, this.parts.secondAddress, this.sentences);
  }

  private restart(): void {
    clearTimeout(this.timer);
    this.worker.terminate();
    this.replies.close();
    this.start();
    if (this.second) this.complete().catch(() => {});
  }
}
