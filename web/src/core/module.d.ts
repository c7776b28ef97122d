// The module that Emscripten writes to build/wasm/web; the alias is in vite.config.ts.
declare module 'stridescope-wasm/stridescope.mjs' {
  import type { CoreModule } from './binding';
  interface Options {
    /** Returns 1 if the core may evaluate the statement, by address and length; otherwise 0 (wasm/host.js). */
    statement(from: number, bytes: number): number;
    instantiateWasm(imports: WebAssembly.Imports, received: (instance: WebAssembly.Instance) => void): object;
  }
  const create: (options: Options) => Promise<CoreModule>;
  export default create;
}
/** The module of the machine (wasm/machine). */
declare module 'stridescope-wasm/machine.mjs' {
  import type { CoreModule } from './binding';
  interface Options {
    instantiateWasm(imports: WebAssembly.Imports, received: (instance: WebAssembly.Instance) => void): object;
  }
  const create: (options: Options) => Promise<Omit<CoreModule, '_ss_array'>>;
  export default create;
}
/** The list made by wasm/lessons.mjs. */
declare module 'stridescope-wasm/lessons.json' {
  import type { LessonOutline } from './door';
  const lessons: readonly {
    /** Name of its file, without the language. */
    file: string;
    /** Position among the lessons; 0: the quiz before them, or the questions after them. */
    number: number;
    /** By the code of the language. */
    outlines: { en: LessonOutline; [language: string]: LessonOutline | undefined };
  }[];
  export default lessons;
}
