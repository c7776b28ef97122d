// The second part of the core's module (wasm/split.mjs), when a call needs it before the page has passed it to the
// worker.

/** The worker's messages around the wait for it. */
export const waits = { begin: 'second-part-begin', end: 'second-part-end' } as const;

/** Thrown in the middle of a call: afterwards the state of the module is unknown. */
export class SecondPartError extends Error {
  static readonly is = (error: unknown): error is SecondPartError => error instanceof Error && error.name === 'SecondPartError';
  override readonly name = 'SecondPartError';
}
