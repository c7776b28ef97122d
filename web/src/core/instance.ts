// Starts the core's module from its two parts: in the page's worker, and in the npm package.
import createModule from 'stridescope-wasm/stridescope.mjs';
import { CoreBinding } from './binding';
import type { Core } from './engine';
import { Gate } from './gate';

/**
 * The first part imports a placeholder for each table entry that the second part fills; its name is the number of the
 * entry. `fetchSecond` is called if a call needs the second part before `complete` was called; `begun` receives each
 * watched statement.
 */
export async function instantiate(first: WebAssembly.Module, fetchSecond: () => WebAssembly.Module, begun: (statement: string) => void): Promise<Core> {
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
      if (!table) complete(fetchSecond());
      return (table!.get(Number(entry)) as (...all: unknown[]) => unknown)(...values);
    },
  });
  const gate = new Gate(() => module.HEAPU8, begun);
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
