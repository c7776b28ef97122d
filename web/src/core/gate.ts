// The worker's end of core/base/statement_gate.h: which statement the core works on, and the statements that it skips.

export class Gate {
  /** Texts of statements that stopped the core before. */
  skipped: ReadonlySet<string> = new Set();
  /** Each statement is reported before the core begins it: for a program that does not end. */
  watched = false;
  private readonly decoder = new TextDecoder();
  private from = 0;
  private bytes = 0;

  constructor(private readonly memory: () => Uint8Array, private readonly report: (statement: string) => void) {}

  /** A call begins: it works on no statement yet. */
  begin(): void {
    this.bytes = 0;
  }

  /** The core's question before each statement, by address and length; 0: it skips the statement. */
  passes(from: number, bytes: number): number {
    this.from = from;
    this.bytes = bytes;
    if (this.watched) this.report(this.statement());
    return this.skipped.size && this.skipped.has(this.statement()) ? 0 : 1;
  }

  /** Empty where the call has not reached one. The memory can be read after a trap, too. */
  statement(): string {
    return this.bytes ? this.decoder.decode(this.memory().subarray(this.from, this.from + this.bytes)) : '';
  }
}

/** What the page asks the gate to do during an action. */
export interface Guard {
  skipped: readonly string[];
  watched: boolean;
}

/** What the worker posts before a watched statement. */
export interface Begun {
  statement: string;
}
export const isBegun = (data: unknown): data is Begun => typeof data === 'object' && data !== null && 'statement' in data;

/** A call in which the core stopped. Its memory may be broken, so that the worker is replaced. */
export class TrapError extends Error {
  override readonly name = 'TrapError';

  /** Of an error its name, message and stack reach the page: the stack is the statement. */
  constructor(reason: string, statement: string) {
    super(reason);
    this.stack = statement;
  }

  static read(error: unknown): { reason: string; statement: string } | undefined {
    if (!(error instanceof Error) || error.name !== 'TrapError') return undefined;
    return { reason: error.message, statement: error.stack ?? '' };
  }
}
