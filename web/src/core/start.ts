// The worker and the first part of the core's module: both start before the page's own script is loaded.
import foreignUrl from 'stridescope-wasm/stridescope.foreign.wasm?url';
import kernelsUrl from 'stridescope-wasm/stridescope.kernels.wasm?url';
import secondUrl from 'stridescope-wasm/stridescope.second.wasm?url';
import tracesUrl from 'stridescope-wasm/stridescope.traces.wasm?url';
import firstUrl from 'stridescope-wasm/stridescope.wasm?url';
import type { LaterPart } from './later_parts';
import { channelName, listenQuickly } from './quick_channel';

export interface Spawned {
  worker: Worker;
  /** Receives the messages of the worker. */
  replies: ReturnType<typeof listenQuickly>;
  /** Rejects if the worker cannot be started. */
  failed: Promise<never>;
}

/**
 * The parts of the module (wasm/split.mjs): the first draws pictures, the second is fetched after a picture, and the
 * worker fetches that of a subject when a call needs it.
 */
export interface ModuleParts {
  first: Promise<WebAssembly.Module>;
  fetchSecond(): Promise<WebAssembly.Module>;
  addresses: Readonly<Record<LaterPart, string>>;
}

const absolute = (url: string): string => new URL(url, location.href).href;
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
  addresses: { second: absolute(secondUrl), foreign: absolute(foreignUrl), kernels: absolute(kernelsUrl), traces: absolute(tracesUrl) },
};
parts.first.catch(() => {});
