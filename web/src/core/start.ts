// The worker and the core's module, as much as a first picture needs: both are begun before the page's own script has been read.
import moreUrl from 'stridescope-wasm/stridescope.more.wasm?url';
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

/** Parts of the module (wasm/split.mjs), each after those that it needs. */
export type Parts = readonly WebAssembly.Module[];

function compile(...urls: string[]): Promise<Parts> {
  return Promise.all(urls.map((url) => WebAssembly.compileStreaming(fetch(url))));
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

/** What is begun with; whoever waits for it tells the reader that it cannot be had. */
export let first: Promise<Parts>;
let later: string[] = [];

/** Fetches what a first picture needs: of the page's own program, in its own language, the first part alone. */
export function begin(more: boolean): void {
  first = more ? compile(firstUrl, moreUrl) : compile(firstUrl);
  first.catch(() => {});
  later = more ? [restUrl] : [moreUrl, restUrl];
}

export function fetchRest(): Promise<Parts> {
  return compile(...later);
}
