// The types of the package; those of answers are made from the core's list of methods.
import type { Analysis, Methods, Report, Verdicts } from './door.js';

export type * from './door.js';

/** How plain integers are read: teaching, the default: all are static; cute: as in CuTe C++. */
export type Mode = Report['mode'];

/** The value of that name or index; the last one if none is given. */
export interface Choice {
  mode?: Mode;
  value?: string | number;
}

/** The error of the core: its fixed word, a hint, and for a program the place in it. */
export declare class StridescopeError extends Error {
  readonly code: string;
  readonly hint: string;
  readonly span?: readonly [number, number];
}

/** The values of a program and its errors; never fails as a whole. */
export declare function evaluate(program: string, options?: { mode?: Mode }): Promise<Report>;
/** The picture of a value; `view` are words such as `kind=tv label=coord`. */
export declare function svg(program: string, options?: Choice & { view?: string }): Promise<string>;
/** A value as a function; with an element type also the cost of its accesses. */
export declare function analyze(program: string, options?: Choice & { type?: string }): Promise<Analysis>;
/** The laws of the calls that made a value: does it satisfy them? */
export declare function verdict(program: string, options?: Choice): Promise<Verdicts>;

/** The core, with every method of the door, for calls without a wait. */
export interface Session {
  call<M extends keyof Methods>(method: M, request: Methods[M]['request']): Methods[M]['answer'];
}
export declare function load(): Promise<Session>;
