// The worker's end of core/base/statement_gate.h: the current statement of the core, and the statements that it skips.

export class Gate {
  /** Texts of statements that stopped the core before. */
  skipped: ReadonlySet<string> = new Set();
  /** The time of performance.now() from which on all statements are skipped; for a core without a thread of its own. */
  until = Infinity;
  /** Each statement is reported before it begins, to find one that does not end. */
  watched = false;
  private readonly decoder = new TextDecoder();
  private from = 0;
  private bytes = 0;

  constructor(private readonly memory: () => Uint8Array, private readonly report: (statement: string) => void) {}

  /** Begins a call without a current statement. */
  begin(): void {
    this.bytes = 0;
  }

  /** The core's question before each statement, by address and length; 0: skip the statement, 2: its time is over. */
  passes(from: number, bytes: number): number {
    this.from = from;
    this.bytes = bytes;
    if (performance.now() > this.until) return 2;
    if (this.watched) this.report(this.statement());
    return this.skipped.size && this.skipped.has(this.statement()) ? 0 : 1;
  }

  /** Empty before the first statement of the call. The memory is readable after a trap, too. */
  statement(): string {
    return this.bytes ? this.decoder.decode(this.memory().subarray(this.from, this.from + this.bytes)) : '';
  }
}

/** The page's instructions to the gate during an action. */
export interface Guard {
  skipped: readonly string[];
  watched: boolean;
}

/** The worker's message before a watched statement. */
export interface Begun {
  statement: string;
}
export const isBegun = (data: unknown): data is Begun => typeof data === 'object' && data !== null && 'statement' in data;

/** A call in which the core stopped. Its memory may be damaged, so the worker is replaced. */
export class TrapError extends Error {
  override readonly name = 'TrapError';

  /** Only name, message and stack of an error reach the page: the stack carries the statement. */
  constructor(reason: string, statement: string) {
    super(reason);
    this.stack = statement;
  }

  static read(error: unknown): { reason: string; statement: string } | undefined {
    if (!(error instanceof Error) || error.name !== 'TrapError') return undefined;
    return { reason: error.message, statement: error.stack ?? '' };
  }
}
