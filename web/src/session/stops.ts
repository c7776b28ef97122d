// Lines that stopped the core by a trap or without ending. They are skipped until they are changed, so that the other
// lines of the program have their cards.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Ask, CoreClient } from '../core/client';
import type { Guard } from '../core/gate';

/** The maximum number; the oldest are dropped first. */
const mostSkipped = 64;
/** Times that the same program is evaluated again after replaced workers, without a pause of this length. */
const mostReturns = 8;
const pause = 30_000;

export interface Skipped {
  statement: string;
  /** From 1. */
  line: number;
  reason: string;
}

export class Stops {
  /** The skipped lines of the current program, in order. */
  readonly skipped: ReadonlySignal<readonly Skipped[]>;
  /** Each line is reported before it begins, to find the one that does not end. */
  searching = false;
  /** A second evaluation of the program to find the line that does not end; an edit stops it. */
  private search: Ask<never> | undefined;
  /** Statements, each with the reason. */
  private readonly reasons = signal<ReadonlyMap<string, string>>(new Map());
  /** The program that stops the core at an unknown line: it is not evaluated again. */
  private stopped: string | undefined;
  private returns = { program: '', count: 0, last: 0 };

  constructor(private readonly program: ReadonlySignal<string>) {
    this.skipped = computed(() => {
      const text = this.program.value;
      return [...this.reasons.value]
        .map(([statement, reason]) => ({ statement, reason, at: text.indexOf(statement) }))
        .filter(({ at }) => at >= 0)
        .sort((a, b) => a.at - b.at)
        .map(({ statement, reason, at }) => ({ statement, reason, line: text.slice(0, at).split('\n').length }));
    });
  }

  guard(): Guard {
    return { skipped: [...this.reasons.peek().keys()], watched: this.searching };
  }

  /** False if skipping does not help: the statement is not in the program, or was skipped already. */
  skip(statement: string, reason: string): boolean {
    this.searching = false;
    if (this.reasons.peek().has(statement) || !this.program.peek().includes(statement)) return false;
    this.reasons.value = new Map([...this.reasons.peek(), [statement, reason] as const].slice(-mostSkipped));
    return true;
  }

  begin(evaluation: Ask<never>): void {
    this.search = this.searching ? evaluation : undefined;
  }

  end(): void {
    this.search = undefined;
  }

  endSearch(client: CoreClient): void {
    this.searching = false;
    if (this.search) client.abandon(this.search);
    this.search = undefined;
  }

  forget(statement: string): void {
    this.stopped = undefined;
    this.reasons.value = new Map([...this.reasons.peek()].filter(([one]) => one !== statement));
  }

  stop(program: string): void {
    this.searching = false;
    this.stopped = program;
  }

  isStopped(program: string): boolean {
    return this.stopped === program;
  }

  mayComeBack(program: string): boolean {
    const now = performance.now();
    const { program: before, count, last } = this.returns;
    this.returns = { program, count: program === before && now - last < pause ? count + 1 : 1, last: now };
    return this.returns.count <= mostReturns;
  }
}
