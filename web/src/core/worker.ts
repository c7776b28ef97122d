// The core lives here, so that no program, however large, can stop the page.
import { expose } from 'comlink';
import createModule from 'stridescope-wasm/stridescope.mjs';
import { CoreBinding } from './binding';
import { Engine, type Core } from './engine';
import { IncompleteError } from './incomplete';
import { quickReplies } from './quick_channel';
import type { Parts } from './start';

/** The parts of the module after the first, in order (wasm/split.mjs). */
const later = ['more', 'rest'];

/** The first part imports a placeholder for each entry of its table that others fill: its name is the entry's number. */
async function start([first, ...others]: Parts): Promise<Core> {
  let instance: WebAssembly.Instance | undefined;
  const added = new Set<string>();
  const placeholders = (part: string): WebAssembly.ModuleImports => new Proxy({}, {
    get: (_, entry) => (...values: unknown[]): unknown => {
      if (!added.has(part)) throw new IncompleteError();
      return (table!.get(Number(entry)) as (...all: unknown[]) => unknown)(...values);
    },
  });
  const imported = Object.fromEntries(later.map((part) => [part, placeholders(part)]));
  const module = await createModule({
    instantiateWasm(imports, received) {
      void WebAssembly.instantiate(first!, { ...imports, ...imported }).then((made) => {
        instance = made;
        received(made);
      });
      return {};
    },
  });
  // Emscripten renames what it exports.
  const table = Object.values(instance!.exports).find((one): one is WebAssembly.Table => one instanceof WebAssembly.Table);
  const core = {
    binding: new CoreBinding(module),
    async complete(parts: Parts) {
      for (const part of parts) {
        await WebAssembly.instantiate(part, { primary: instance!.exports as WebAssembly.ModuleImports });
        added.add(later[added.size]!);
      }
    },
  };
  await core.complete(others);
  return core;
}

expose(new Engine(start), quickReplies(self as unknown as Parameters<typeof quickReplies>[0]));
