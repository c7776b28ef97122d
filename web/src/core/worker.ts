// The worker of the core, so that no program, however large, can block the page.
import { expose } from 'comlink';
import createModule from 'stridescope-wasm/stridescope.mjs';
import { CoreBinding } from './binding';
import { Engine, type Core } from './engine';
import { Gate, type Begun } from './gate';
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

/** The first part imports a placeholder for each table entry that the second part fills; its name is the number of the entry. */
async function start(first: WebAssembly.Module, address: string): Promise<Core> {
  let instance: WebAssembly.Instance | undefined;
  let table: WebAssembly.Table | undefined;
  const complete = (second: WebAssembly.Module): void => {
    if (table) return;
    // Emscripten renames its exports.
    const exports = instance!.exports as WebAssembly.ModuleImports;
    new WebAssembly.Instance(second, { first: exports });
    table = Object.values(exports).find((one): one is WebAssembly.Table => one instanceof WebAssembly.Table);
  };
  const second: WebAssembly.ModuleImports = new Proxy({}, {
    get: (_, entry) => (...values: unknown[]): unknown => {
      if (!table) complete(fetchNow(address));
      return (table!.get(Number(entry)) as (...all: unknown[]) => unknown)(...values);
    },
  });
  const gate = new Gate(() => module.HEAPU8, (statement) => postMessage({ statement } satisfies Begun));
  const module = await createModule({
    statement: (from, bytes) => gate.passes(from, bytes),
    instantiateWasm(imports, received) {
      void WebAssembly.instantiate(first, { ...imports, second }).then((made) => {
        instance = made;
        received(made);
      });
      return {};
    },
  });
  return { binding: new CoreBinding(module, gate), complete };
}

expose(new Engine(start), quickReplies(self as unknown as Parameters<typeof quickReplies>[0]));
