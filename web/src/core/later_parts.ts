// The parts of the core's module that are loaded after the first (wasm/split.mjs), when a call needs one before the page
// has passed it to the worker.
import { laterParts } from '../../../wasm/later_parts.mjs';

export { laterParts };
export type LaterPart = (typeof laterParts)[number];

/** The worker's message about its current call: the part that it waits for, or that the wait for it has ended. */
export interface Waiting {
  part: LaterPart;
  waits: boolean;
}

export const isWaiting = (data: unknown): data is Waiting => typeof data === 'object' && data !== null && 'waits' in data;

/** Thrown in the middle of a call: afterwards the state of the module is unknown. */
export class MissingPartError extends Error {
  static readonly is = (error: unknown): error is MissingPartError => error instanceof Error && error.name === 'MissingPartError';
  override readonly name = 'MissingPartError';
}
