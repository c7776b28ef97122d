/** Thrown out of the middle of a call that needs the rest of the module: nothing that the module holds is sure then. */
export class IncompleteError extends Error {
  static readonly is = (error: unknown): boolean => error instanceof Error && error.name === 'IncompleteError';
  override readonly name = 'IncompleteError';
}
