// The module that Emscripten writes to build/wasm/web; the alias is in vite.config.ts.
declare module 'stridescope-wasm/stridescope.mjs' {
  import type { CoreModule } from './binding';
  interface Options {
    instantiateWasm(imports: WebAssembly.Imports, received: (instance: WebAssembly.Instance) => void): object;
  }
  const create: (options: Options) => Promise<CoreModule>;
  export default create;
}
