// The module that Emscripten writes to build/wasm/web; the alias is in vite.config.ts.
declare module 'stridescope-wasm/stridescope.mjs' {
  import type { CoreModule } from './binding';
  const create: (options: { locateFile: (path: string) => string }) => Promise<CoreModule>;
  export default create;
}
