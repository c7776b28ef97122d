// Starts a build of the page's module under node, like the browser's worker.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const compiled = new Map(); // compiled modules by file

/**
 * Imports by the entries of the table. The name of an import is the number of its entry, or empty if that is the one
 * after the import before: WebAssembly reads imports in their order.
 */
export function entries(importOf) {
  let entry = 0;
  return new Proxy({}, {
    get: (_, name) => {
      entry = name === '' ? entry + 1 : Number(name);
      return importOf(entry);
    },
  });
}

/** Adds the second part of the page's module to the first, which is running. */
export function addSecond({ exports }, file) {
  const table = Object.values(exports).find((one) => one instanceof WebAssembly.Table);
  new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(file)), { first: exports, table: entries((entry) => table.get(entry)) });
}

/** LOADER is the module's script, FILE the WebAssembly, `imports` what it imports next to what the loader gives. */
export async function startModule(loader, file, imports = {}) {
  // The loader expects the global of a browser's worker.
  globalThis.self ??= globalThis;
  globalThis.importScripts ??= () => {};
  globalThis.location ??= pathToFileURL(loader);
  const { default: create } = await import(pathToFileURL(path.resolve(loader)).href);
  let exports;
  const module = await create({
    instantiateWasm(own, received) {
      if (!compiled.has(file)) compiled.set(file, new WebAssembly.Module(fs.readFileSync(file)));
      const instance = new WebAssembly.Instance(compiled.get(file), { ...own, ...imports });
      exports = instance.exports;
      received(instance);
      return exports;
    },
  });
  // The same call as in web/src/core/binding.ts: returns the answer's text.
  const ask = (method, request) => {
    const bytes = new TextEncoder().encode(method + JSON.stringify(request));
    const to = module._ss_input(bytes.length);
    module.HEAPU8.set(bytes, to);
    const length = module._ss_call(method.length, bytes.length);
    const from = module._ss_answer();
    return new TextDecoder().decode(module.HEAPU8.subarray(from, from + length));
  };
  return { module, exports, ask };
}
