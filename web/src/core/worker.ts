// The worker of the core, so that no program, however large, can block the page.
import { expose } from 'comlink';
import { Engine, type Start } from './engine';
import type { Begun } from './gate';
import { instantiate } from './instance';
import { MissingPartError, type LaterPart, type Waiting } from './later_parts';
import { quickReplies } from './quick_channel';

/** The call that needs a part waits for it here. */
function fetchNow(part: LaterPart, address: string): WebAssembly.Module {
  postMessage({ part, waits: true } satisfies Waiting);
  try {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.responseType = 'arraybuffer';
    request.send();
    if (request.status !== 200) throw new Error(`${request.status} ${request.statusText}`);
    return new WebAssembly.Module(request.response as ArrayBuffer);
  } catch (error) {
    throw new MissingPartError(error instanceof Error ? error.message : String(error));
  } finally {
    postMessage({ part, waits: false } satisfies Waiting);
  }
}

const start: Start = (first, addresses) => instantiate(first, (part) => fetchNow(part, addresses[part]), (statement) => postMessage({ statement } satisfies Begun));

expose(new Engine(start), quickReplies(self as unknown as Parameters<typeof quickReplies>[0]));
