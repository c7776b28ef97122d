// The worker of the core, so that no program, however large, can block the page.
import { expose } from 'comlink';
import { Engine, type Start } from './engine';
import type { Begun } from './gate';
import { instantiate } from './instance';
import { SecondPartError, waits } from './second_part';
import { quickReplies } from './quick_channel';

/** The call that needs the second part waits for it here. */
function fetchNow(address: string): WebAssembly.Module {
  postMessage(waits.begin);
  try {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.responseType = 'arraybuffer';
    request.send();
    if (request.status !== 200) throw new Error(`${request.status} ${request.statusText}`);
    return new WebAssembly.Module(request.response as ArrayBuffer);
  } catch (error) {
    throw new SecondPartError(error instanceof Error ? error.message : String(error));
  } finally {
    postMessage(waits.end);
  }
}

const start: Start = (first, address) => instantiate(first, () => fetchNow(address), (statement) => postMessage({ statement } satisfies Begun));

expose(new Engine(start), quickReplies(self as unknown as Parameters<typeof quickReplies>[0]));
