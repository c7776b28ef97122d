// Starts the core's module from its two parts: in the page's worker, and in the npm package.
import createModule from 'stridescope-wasm/stridescope.mjs';
import { CoreBinding } from './binding';
import type { Core } from './engine';
import { Gate } from './gate';

/**
 * Imports by the entries of the table. The name of an import is the number of its entry, or empty if that is the one
 * after the import before: WebAssembly reads imports in their order.
 */
function entries(importOf: (entry: number) => WebAssembly.ImportValue): WebAssembly.ModuleImports {
  let entry = 0;
  return new Proxy({}, {
    get: (_, name) => {
      entry = name === '' ? entry + 1 : Number(name);
      return importOf(entry);
    },
  });
}

/**
 * The first part imports a placeholder for each table entry that the second part fills. The second part imports functions
 * of the first from the table. `fetchSecond` is called if a call needs the second part before `complete` was called;
 * `begun` receives each watched statement.
 */
export async function instantiate(first: WebAssembly.Module, fetchSecond: () => WebAssembly.Module, begun: (statement: string) => void): Promise<Core> {
  let instance: WebAssembly.Instance | undefined;
  let table: WebAssembly.Table | undefined; // once the second part is there
  const complete = (second: WebAssembly.Module): void => {
    if (table) return;
    // Emscripten renames its exports.
    const exports = instance!.exports as WebAssembly.ModuleImports;
    const found = Object.values(exports).find((one): one is WebAssembly.Table => one instanceof WebAssembly.Table)!;
    new WebAssembly.Instance(second, { first: exports, table: entries((entry) => found.get(entry) as WebAssembly.ImportValue) });
    table = found;
  };
  const second = entries((entry) => (...values: unknown[]): unknown => {
    if (!table) complete(fetchSecond());
    return (table!.get(entry) as (...all: unknown[]) => unknown)(...values);
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
