// The worker and the first part of the core's module: both start before the page's own script is loaded.
import secondUrl from 'stridescope-wasm/stridescope.second.wasm?url';
import firstUrl from 'stridescope-wasm/stridescope.wasm?url';
import { channelName, listenQuickly } from './quick_channel';

export interface Spawned {
  worker: Worker;
  /** Receives the messages of the worker. */
  replies: ReturnType<typeof listenQuickly>;
  /** Rejects if the worker cannot be started. */
  failed: Promise<never>;
}

/** The parts of the module (wasm/split.mjs): the first draws pictures, the second is fetched after a picture. */
export interface ModuleParts {
  first: Promise<WebAssembly.Module>;
  fetchSecond(): Promise<WebAssembly.Module>;
  secondAddress: string;
}

const compile = (url: string): Promise<WebAssembly.Module> => WebAssembly.compileStreaming(fetch(url));

function start(): Spawned {
  const name = channelName();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name });
  const replies = listenQuickly(worker, name);
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new Error(event.message || 'the worker could not be started'));
    });
  });
  failed.catch(() => {});
  return { worker, replies, failed };
}

let early: Spawned | undefined = start();

/** Returns the worker that is already starting, then new ones. */
export function spawn(): Spawned {
  const spawned = early ?? start();
  early = undefined;
  return spawned;
}

/** Callers that wait for the first part report that it could not be loaded. */
export const parts: ModuleParts = {
  first: compile(firstUrl),
  fetchSecond: () => compile(secondUrl),
  secondAddress: new URL(secondUrl, location.href).href,
};
parts.first.catch(() => {});
