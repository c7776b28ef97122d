// The core in one script: its parts are texts in it, so that nothing is fetched, and a page opened from a file has
// it, too.
import first from 'stridescope-wasm/stridescope.wasm?packed';
import foreign from 'stridescope-wasm/stridescope.foreign.wasm?packed';
import kernels from 'stridescope-wasm/stridescope.kernels.wasm?packed';
import second from 'stridescope-wasm/stridescope.second.wasm?packed';
import traces from 'stridescope-wasm/stridescope.traces.wasm?packed';
import { Refusal, type AnswerOf, type Method, type RequestOf } from '../src/core/binding';
import type { Core } from '../src/core/engine';
import type { Analysis, Binding, Report, Verdicts } from '../src/core/door';
import { instantiate } from '../src/core/instance';
import { laterParts, type LaterPart } from '../src/core/later_parts';

export type Mode = Report['mode'];

/** The value is that of a name or an index; the last one if none is given. */
export interface Choice {
  mode?: Mode;
  value?: string | number;
}

/** The error of the core: `code`, `hint`, and for a program the `span` in it. */
export const StridescopeError = Refusal;

const mostValues = 10_000; // of a program

async function unpacked(text: string): Promise<WebAssembly.Module> {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** One program at a time, and its report. */
export class Session {
  private core: Core | undefined;
  private readonly parts = Promise.all([first, second, foreign, kernels, traces].map(unpacked));
  private starting: Promise<unknown> | undefined;
  private last = '';
  private known!: Report;

  /** Starts a core if there is none, or if it stopped in a call. */
  async ready(): Promise<this> {
    if (!this.core) {
      this.starting ??= this.start().finally(() => { this.starting = undefined; });
      await this.starting;
    }
    return this;
  }

  private async start(): Promise<void> {
    const [one, ...others] = await this.parts;
    const later = (part: LaterPart): WebAssembly.Module => others[laterParts.indexOf(part)]!;
    const core = await instantiate(one!, later, () => {});
    for (const part of laterParts) core.complete(part, later(part));
    this.core = core;
  }

  /** The answer to a method of the door; throws the core's error. */
  call<M extends Method>(method: M, request: RequestOf<M>): AnswerOf<M> {
    this.last = '';
    return this.ask(method, request);
  }

  /** The same for a method that does not change the report. */
  ask<M extends Method>(method: M, request: RequestOf<M>): AnswerOf<M> {
    if (!this.core) throw new Refusal('the core is not running', 'internal');
    try {
      return this.core.binding.call(method, request);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      // After a trap the state of the module is unknown.
      this.core = undefined;
      this.last = '';
      void this.ready();
      throw new Refusal(`the core stopped: ${error instanceof Error ? error.message : String(error)}`, 'internal');
    }
  }

  /** The report of a program; evaluates it only if it is not the last one. `limit` is its time in milliseconds. */
  report(program: string, mode: Mode = 'teaching', limit = Infinity): Report {
    const asked = `${mode} ${limit} ${program}`;
    if (this.last !== asked) {
      const gate = this.core?.binding.gate;
      if (gate) gate.until = performance.now() + limit;
      try {
        this.known = this.call('evaluate', { program, mode, limit: mostValues });
      } finally {
        if (gate) gate.until = Infinity;
      }
    }
    this.last = asked;
    return this.known;
  }

  /** The chosen value of a program without errors. */
  value(program: string, { mode, value }: Choice): Binding {
    const { bindings, diagnostics } = this.report(program, mode);
    const wrong = diagnostics.find(({ severity }) => severity === 'error');
    if (wrong) throw new Refusal(wrong.message, wrong.code, wrong.hint, wrong.span);
    const found = value === undefined ? bindings.at(-1) : chosen(bindings, value);
    if (!found) throw new Refusal(value === undefined ? 'the program has no value' : `the program has no value ${value}`, 'arguments');
    return found;
  }
}

export function chosen(bindings: readonly Binding[], value: string | number): Binding | undefined {
  return bindings.findLast(({ id, key, name }) => String(id) === String(value) || key === value || name === value);
}

let session: Session | undefined;

/** The core, for calls without a wait. */
export const load = (): Promise<Session> => (session ??= new Session()).ready();

/** The values of a program and its errors; never fails as a whole. */
export async function evaluate(program: string, options: { mode?: Mode } = {}): Promise<Report> {
  const { mode } = checked(options, ['mode']);
  return (await load()).report(program, mode);
}

/** Refuses options that no function knows: a word that is misspelled would do nothing. */
function checked<T extends object>(options: T, names: readonly string[]): T {
  const wrong = typeof options === 'object' && options ? Object.keys(options).find((name) => !names.includes(name)) : String(options);
  if (wrong !== undefined) throw new Refusal(`unknown option '${wrong}'; expected an object with ${names.join(', ')}`, 'arguments');
  return options;
}

/** The picture of a value; `view` are words such as `kind=tv label=coord`. */
export async function svg(program: string, options: Choice & { view?: string } = {}): Promise<string> {
  checked(options, ['mode', 'value', 'view']);
  const core = await load();
  return core.ask('emit', { binding: core.value(program, options).id, format: 'svg', view: options.view ?? '', strict: true }).text;
}

/** A value as a function; with an element type also the cost of its accesses. */
export async function analyze(program: string, options: Choice & { type?: string } = {}): Promise<Analysis> {
  checked(options, ['mode', 'value', 'type']);
  const core = await load();
  return core.ask('analyze', { binding: core.value(program, options).id, type: options.type ?? '' });
}

/** The laws of the calls that made a value: does it satisfy them? */
export async function verdict(program: string, options: Choice = {}): Promise<Verdicts> {
  checked(options, ['mode', 'value']);
  const core = await load();
  return core.ask('verdict', { binding: core.value(program, options).id });
}
