// Starts a build of the page's module under node, like the browser's worker.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { laterParts } from './later_parts.mjs';

export class MissingPart extends Error {}

const compiled = new Map(); // compiled modules by file

function compile(file) {
  if (!compiled.has(file)) compiled.set(file, new WebAssembly.Module(fs.readFileSync(file)));
  return compiled.get(file);
}

/**
 * Imports by the entries of the table. The name of an import is the number of its entry, or empty if that is the one
 * after the import before: WebAssembly reads imports in their order.
 */
function entries(importOf) {
  let entry = 0;
  return new Proxy({}, {
    get: (_, name) => {
      entry = name === '' ? entry + 1 : Number(name);
      return importOf(entry);
    },
  });
}

/**
 * LOADER is the module's script, FILE its first part or the whole, `later` the files of other parts by their names. A
 * call that needs a part without a file throws MissingPart.
 */
export async function startModule(loader, file, later = {}) {
  // The loader expects the global of a browser's worker.
  globalThis.self ??= globalThis;
  globalThis.importScripts ??= () => {};
  globalThis.location ??= pathToFileURL(loader);
  const { default: create } = await import(pathToFileURL(path.resolve(loader)).href);
  let exports;
  let table;
  const loaded = new Set();
  const load = (part) => {
    if (loaded.has(part)) return;
    if (part !== 'second') load('second');
    if (!later[part]) throw new MissingPart(`a call needs the part ${part}; expected only calls of the parts before it`);
    table ??= Object.values(exports).find((one) => one instanceof WebAssembly.Table);
    new WebAssembly.Instance(compile(later[part]), { first: exports, table: entries((entry) => table.get(entry)), ...placeholders() });
    loaded.add(part);
  };
  const placeholders = () => Object.fromEntries(laterParts.map((part) => [part, entries((entry) => (...values) => {
    load(part);
    return table.get(entry)(...values);
  })]));
  const module = await create({
    instantiateWasm(own, received) {
      const instance = new WebAssembly.Instance(compile(file), { ...own, ...placeholders() });
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
  return { module, exports, ask, loaded };
}
