// The core lives here, so that no program, however large, can stop the page.
import { expose } from 'comlink';
import createModule from 'stridescope-wasm/stridescope.mjs';
import { CoreBinding } from './binding';
import { Engine, type Core } from './engine';
import { IncompleteError } from './incomplete';
import { quickReplies } from './quick_channel';

/**
 * The module is in two parts (wasm/split.mjs). The first imports a placeholder for each entry of its table that the rest
 * fills: the import's name is the number of the entry.
 */
async function start(first: WebAssembly.Module): Promise<Core> {
  let instance: WebAssembly.Instance | undefined;
  let table: WebAssembly.Table | undefined;
  const placeholder = new Proxy({}, {
    get: (_, entry) => (...values: unknown[]): unknown => {
      if (!table) throw new IncompleteError();
      return (table.get(Number(entry)) as (...all: unknown[]) => unknown)(...values);
    },
  }) as WebAssembly.ModuleImports;
  const module = await createModule({
    instantiateWasm(imports, received) {
      void WebAssembly.instantiate(first, { ...imports, rest: placeholder }).then((made) => {
        instance = made;
        received(made);
      });
      return {};
    },
  });
  return {
    binding: new CoreBinding(module),
    async complete(rest) {
      await WebAssembly.instantiate(rest, { primary: instance!.exports as WebAssembly.ModuleImports });
      // Emscripten renames what it exports.
      table = Object.values(instance!.exports).find((one) => one instanceof WebAssembly.Table);
    },
  };
}

expose(new Engine(start), quickReplies(self as unknown as Parameters<typeof quickReplies>[0]));
