// The worker and the first part of the core's module: both are begun before the page's own script has been read.
import restUrl from 'stridescope-wasm/stridescope.rest.wasm?url';
import firstUrl from 'stridescope-wasm/stridescope.wasm?url';
import { channelName, listenQuickly } from './quick_channel';

export interface Spawned {
  worker: Worker;
  /** What the worker says comes here. */
  replies: ReturnType<typeof listenQuickly>;
  /** Rejects when the worker cannot be started. */
  failed: Promise<never>;
}

function compile(url: string): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(fetch(url));
}

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

/** The one that has been begun, then others. */
export function spawn(): Spawned {
  const spawned = early ?? start();
  early = undefined;
  return spawned;
}

export const first = compile(firstUrl);
// Whoever waits for it tells the reader.
first.catch(() => {});

// A link's program hardly ever does with the first part: the rest comes beside it, not after it.
export const restUnderWay = location.hash ? compile(restUrl) : undefined;
restUnderWay?.catch(() => {});
let earlyRest = restUnderWay;

export function fetchRest(): Promise<WebAssembly.Module> {
  const rest = earlyRest ?? compile(restUrl);
  earlyRest = undefined;
  return rest;
}
