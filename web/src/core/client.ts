// The page's end of the worker, with a time limit: a worker that does not answer is killed and replaced.
import { wrap, type Remote } from 'comlink';
import type { About, Engine } from './engine';

export class TimeLimitError extends Error {
  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds / 1000} s`);
  }
}

export class LoadError extends Error {}

export class CoreClient {
  private worker!: Worker;
  private remote!: Remote<Engine>;
  /** Settled by the first answer: loading is not part of anybody's time limit. */
  private about!: Promise<About>;

  constructor(private readonly spawn: () => Worker, private readonly limit: number) {
    this.start();
  }

  /** Version and builtins; rejects when the core cannot be loaded. */
  ready(): Promise<About> {
    return this.about;
  }

  async call<T>(ask: (engine: Remote<Engine>) => Promise<T>): Promise<T> {
    await this.about;
    const asked = this.worker;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        if (asked === this.worker) this.restart();
        reject(new TimeLimitError(this.limit));
      }, this.limit);
    });
    try {
      return await Promise.race([ask(this.remote), late]);
    } catch (error) {
      // A trap leaves the module in an unknown state: never call that instance again.
      if (!(error instanceof TimeLimitError) && asked === this.worker) this.restart();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private start(): void {
    const worker = this.spawn();
    this.worker = worker;
    this.remote = wrap<Engine>(worker);
    const failed = new Promise<never>((_, reject) => {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        reject(new Error(event.message || 'the worker could not be loaded'));
      });
    });
    this.about = Promise.race([this.remote.about(), failed]).catch((error: Error) => {
      throw new LoadError(error.message);
    });
    this.about.catch(() => {});
  }

  private restart(): void {
    this.worker.terminate();
    this.start();
  }
}
