// The core lives here, so that no program, however large, can stop the page.
import { expose } from 'comlink';
import createModule from 'stridescope-wasm/stridescope.mjs';
import { CoreBinding } from './binding';
import { Engine } from './engine';

async function start(compiled: WebAssembly.Module): Promise<CoreBinding> {
  const module = await createModule({
    instantiateWasm(imports, received) {
      void WebAssembly.instantiate(compiled, imports).then((instance) => received(instance));
      return {};
    },
  });
  return new CoreBinding(module);
}

expose(new Engine(start));
