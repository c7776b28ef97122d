// The cell that the reader looks at, and what the core says about it. One question at a time: while
// one is under way only the newest cell waits.
import { signal } from '@preact/signals';
import type { Described } from '../core/door';
import type { Inspection } from '../core/engine';
import type { Card } from './cards';

export interface Shown {
  at: { card: string; cell: number };
  sentence: string;
  pinned: boolean;
  /** Linked cells, and the description of the first of them, by binding. */
  lit: ReadonlyMap<number, ReadonlySet<number>>;
  /** Cells that belong together with the one looked at: of its thread, of its wavefront. */
  kin: ReadonlyMap<number, ReadonlySet<number>>;
  described: ReadonlyMap<number, Described>;
}

interface Target {
  card: Card;
  cell: number;
}

type Ask = (card: Card, cell: number) => Promise<Inspection | undefined | void>;

export class Inspector {
  readonly shown = signal<Shown | undefined>(undefined);
  private target: Target | undefined;
  private pinned = false;
  private asking = false;

  constructor(private readonly ask: Ask) {}

  /** The pointer is on a cell. A pinned one stays. */
  hover(card: Card, cell: number): void {
    if (!this.pinned) this.look({ card, cell });
  }

  /** The pointer has left the picture. */
  leave(): void {
    if (!this.pinned) this.letGo();
  }

  /** The arrow keys have reached a cell; a pin moves with them. */
  walk(card: Card, cell: number): void {
    this.look({ card, cell });
  }

  /** Pins the cell, or lets go of it when it is the pinned one. */
  toggle(card: Card, cell: number): void {
    const same = this.pinned && this.target?.card.key === card.key && this.target.cell === cell;
    if (same) {
      this.letGo();
    } else {
      this.pinned = true;
      this.look({ card, cell }, true);
    }
  }

  letGo(): void {
    this.pinned = false;
    this.target = undefined;
    this.shown.value = undefined;
  }

  /** The cell looked at in this card, if any. */
  cellOf(card: Card): number | undefined {
    return this.target?.card.key === card.key ? this.target.cell : undefined;
  }

  /** After an evaluation: the same cell of the same name, if it is still there. */
  follow(cards: readonly Card[]): void {
    const { target } = this;
    if (!target) return;
    const card = cards.find(({ key, stale }) => key === target.card.key && !stale);
    if (card?.picture?.ids.includes(target.cell)) this.look({ card, cell: target.cell }, true);
    else this.letGo();
  }

  private look(target: Target, again = false): void {
    const same = this.target?.card === target.card && this.target.cell === target.cell;
    this.target = target;
    if (!this.asking && (again || !same)) void this.answer();
  }

  private async answer(): Promise<void> {
    this.asking = true;
    let asked: Target | undefined;
    while (this.target && this.target !== asked) {
      asked = this.target;
      const inspection = await this.ask(asked.card, asked.cell);
      if (inspection && this.target) this.shown.value = this.show(asked, inspection);
    }
    this.asking = false;
  }

  private show({ card, cell: looked }: Target, { sentence, cells, described, kin }: Inspection): Shown {
    const { id } = card.binding;
    const lit = new Map<number, Set<number>>();
    for (const { binding, cell } of cells) {
      const set = lit.get(binding);
      if (set) set.add(cell);
      else lit.set(binding, new Set([cell]));
    }
    return {
      at: { card: card.key, cell: looked },
      sentence,
      pinned: this.pinned,
      lit,
      kin: new Map(kin.length ? [[id, new Set(kin)]] : []),
      described: new Map(described.map((one) => [one.binding, one])),
    };
  }
}
