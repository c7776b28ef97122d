// The second part of the core's module (wasm/split.mjs), when a call needs it before the page has given it to the worker.

/** What the worker posts around the wait for it. */
export const waits = { begin: 'second-part-begin', end: 'second-part-end' } as const;

/** Thrown out of the middle of a call: the state of the module is unknown then. */
export class SecondPartError extends Error {
  static readonly is = (error: unknown): error is SecondPartError => error instanceof Error && error.name === 'SecondPartError';
  override readonly name = 'SecondPartError';
}
