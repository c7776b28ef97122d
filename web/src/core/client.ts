// The page's end of the worker, with a time limit: a worker that does not answer is killed and replaced.
import { wrap, type Remote } from 'comlink';
import type { Engine } from './engine';

export class TimeLimitError extends Error {
  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds / 1000} s`);
  }
}

export class LoadError extends Error {}

export class CoreClient {
  private worker!: Worker;
  private remote!: Remote<Engine>;
  /** Loading is not part of anybody's time limit. */
  private loaded!: Promise<void>;

  /** The module is compiled once, while the first worker starts; a worker that replaces it gets the same. */
  constructor(
    private readonly compiled: Promise<WebAssembly.Module>,
    private readonly spawn: () => Worker,
    private readonly limit: number,
  ) {
    this.start();
  }

  async call<T>(ask: (engine: Remote<Engine>) => Promise<T>): Promise<T> {
    const asked = this.worker;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = this.loaded.then(() => new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TimeLimitError(this.limit)), this.limit);
    }));
    try {
      return await Promise.race([ask(this.remote), late]);
    } catch (error) {
      // One that traps is replaced like one that is late: a trap leaves the module in an unknown state.
      if (!(error instanceof LoadError) && asked === this.worker) this.restart();
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
        reject(new Error(event.message || 'the worker could not be started'));
      });
    });
    this.loaded = Promise.race([this.load(this.remote), failed]).catch((error: Error) => {
      throw new LoadError(error.message);
    });
    this.loaded.catch(() => {});
  }

  private async load(remote: Remote<Engine>): Promise<void> {
    await remote.load(await this.compiled);
  }

  private restart(): void {
    this.worker.terminate();
    this.start();
  }
}
