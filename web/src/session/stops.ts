// Lines that stopped the core: by trapping, or because they did not end. They are skipped until they are changed, so that
// the other lines of the program have their cards.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Guard } from '../core/gate';

/** Kept at most; the oldest go first. */
const mostSkipped = 64;
/** How often the same program is evaluated again because a worker was replaced, without this long a pause. */
const mostReturns = 8;
const pause = 30_000;

export interface Skipped {
  statement: string;
  /** From 1. */
  line: number;
  reason: string;
}

export class Stops {
  /** Those of the program as it is, in its order. */
  readonly skipped: ReadonlySignal<readonly Skipped[]>;
  /** Each line is reported before it begins, to find the one that does not end. */
  searching = false;
  /** Statements, each with the reason. */
  private readonly reasons = signal<ReadonlyMap<string, string>>(new Map());
  /** The program that stops the core at a line that is not known: nothing more is asked of it. */
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

  /** False where that is no way out: the statement is not of the program, or was skipped already. */
  skip(statement: string, reason: string): boolean {
    this.searching = false;
    if (this.reasons.peek().has(statement) || !this.program.peek().includes(statement)) return false;
    this.reasons.value = new Map([...this.reasons.peek(), [statement, reason] as const].slice(-mostSkipped));
    return true;
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
