// The only file that calls the WebAssembly module. Every answer is copied out of the heap at once: the memory belongs
// to the core, and views detach when it grows.
import type { Methods, NumberArray } from './door';
import { TrapError, type Gate } from './gate';
import { MissingPartError } from './later_parts';

/** The exported C functions (wasm/stridescope_wasm.cpp), and the heap view that Emscripten keeps current. */
export interface CoreModule {
  HEAPU8: Uint8Array;
  _ss_input(bytes: number): number;
  _ss_call(methodBytes: number, bytes: number): number;
  _ss_answer(): number;
  _ss_array(index: number): number;
}

export type Method = keyof Methods;
export type RequestOf<M extends Method> = Methods[M]['request'];
export type AnswerOf<M extends Method> = Methods[M]['answer'];

/** A refusal by the core: a picture is too large, a cell does not exist. */
export class Refusal extends Error {
  constructor(message: string, readonly code: string, readonly hint = '', readonly span?: readonly [number, number]) {
    super(hint ? `${message}: ${hint}` : message);
  }
}

export class CoreBinding {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(private readonly core: CoreModule, readonly gate: Gate) {}

  /** The answer to a method of the door; throws a Refusal without one. */
  call<M extends Method>(method: M, request: RequestOf<M>): AnswerOf<M> {
    const asked = this.encoder.encode(method + JSON.stringify(request));
    this.gate.begin();
    let text: string;
    try {
      const to = this.core._ss_input(asked.length);
      this.core.HEAPU8.set(asked, to);
      const length = this.core._ss_call(method.length, asked.length);
      const from = this.core._ss_answer();
      text = this.decoder.decode(this.core.HEAPU8.subarray(from, from + length));
    } catch (error) {
      if (MissingPartError.is(error)) throw error;
      throw new TrapError(error instanceof Error ? error.message : String(error), this.gate.statement());
    }
    const answer = JSON.parse(text) as AnswerOf<M> | Refused;
    if (isRefused(answer)) refuse(answer);
    if (text.includes('":{"array":')) this.fillArrays(answer);
    return answer;
  }

  /** Replaces references by the arrays of numbers. */
  private fillArrays(record: object): void {
    for (const [key, value] of Object.entries(record) as [string, unknown][]) {
      if (typeof value !== 'object' || value === null) continue;
      if ('array' in value) (record as Record<string, NumberArray>)[key] = this.array(value.array as number);
      else this.fillArrays(value);
    }
  }

  private array(index: number): NumberArray {
    const told = this.core._ss_array(index);
    const { buffer } = this.core.HEAPU8;
    const [from, length, bytes] = new Uint32Array(buffer, told, 3);
    if (bytes === 4) return Int32Array.from(new Int32Array(buffer, from!, length!));
    // Two halves of each 64-bit integer: a coordinate is below 2^53, and a million BigInts would be slow.
    const low = new Uint32Array(buffer, from!, 2 * length!);
    const high = new Int32Array(buffer, from!, 2 * length!);
    const numbers = new Float64Array(length!);
    for (let i = 0; i < numbers.length; ++i) numbers[i] = low[2 * i]! + high[2 * i + 1]! * 2 ** 32;
    return numbers;
  }
}

interface Refused {
  error: { code: string; message: string; hint: string };
}

function isRefused(answer: object): answer is Refused {
  return 'error' in answer;
}

function refuse({ error: { message, code, hint } }: Refused): never {
  throw new Refusal(message, code, hint);
}
