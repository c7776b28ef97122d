// The module that Emscripten writes to build/wasm/web; the alias is in vite.config.ts.
declare module 'stridescope-wasm/stridescope.mjs' {
  import type { CoreModule } from './binding';
  interface Options {
    /** Whether the core is to evaluate a statement, by address and length: 0 or 1 (wasm/host.js). */
    statement(from: number, bytes: number): number;
    instantiateWasm(imports: WebAssembly.Imports, received: (instance: WebAssembly.Instance) => void): object;
  }
  const create: (options: Options) => Promise<CoreModule>;
  export default create;
}
/** What wasm/lessons.mjs lists. */
declare module 'stridescope-wasm/lessons.json' {
  import type { LessonOutline } from './door';
  const lessons: readonly {
    /** Its name among the data, without the language. */
    file: string;
    /** Among the lessons; 0: the quiz before them, or the questions after them. */
    number: number;
    /** By the code of the language. */
    outlines: { en: LessonOutline; [language: string]: LessonOutline | undefined };
  }[];
  export default lessons;
}
