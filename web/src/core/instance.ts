// Starts the core's module from its parts: in the page's worker, and in the npm package.
import createModule from 'stridescope-wasm/stridescope.mjs';
import { CoreBinding } from './binding';
import type { Core } from './engine';
import { Gate } from './gate';
import { laterParts, type LaterPart } from './later_parts';

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
 * A part imports functions of the parts before it from the table, and placeholders for table entries that parts after it
 * fill. `fetchPart` is called if a call needs a part before `complete` was called with it; `begun` receives each watched
 * statement.
 */
export async function instantiate(first: WebAssembly.Module, fetchPart: (part: LaterPart) => WebAssembly.Module, begun: (statement: string) => void): Promise<Core> {
  let exports: WebAssembly.ModuleImports;
  let table: WebAssembly.Table;
  const loaded = new Set<LaterPart>();
  const complete = (part: LaterPart, module: WebAssembly.Module): void => {
    if (loaded.has(part)) return;
    if (part !== 'second') load('second');
    new WebAssembly.Instance(module, { first: exports, table: entries((entry) => table.get(entry) as WebAssembly.ImportValue), ...placeholders() });
    loaded.add(part);
  };
  const load = (part: LaterPart): void => {
    if (!loaded.has(part)) complete(part, fetchPart(part));
  };
  const placeholders = (): WebAssembly.Imports => Object.fromEntries(laterParts.map((part) => [part, entries((entry) => (...values: unknown[]): unknown => {
    load(part);
    return (table.get(entry) as (...all: unknown[]) => unknown)(...values);
  })]));
  const gate = new Gate(() => module.HEAPU8, begun);
  const module = await createModule({
    statement: (from, bytes) => gate.passes(from, bytes),
    instantiateWasm(imports, received) {
      void WebAssembly.instantiate(first, { ...imports, ...placeholders() }).then((made) => {
        // Emscripten renames its exports.
        exports = made.exports as WebAssembly.ModuleImports;
        table = Object.values(exports).find((one): one is WebAssembly.Table => one instanceof WebAssembly.Table)!;
        received(made);
      });
      return {};
    },
  });
  return { binding: new CoreBinding(module, gate), complete };
}
