// The inspected cell: input goes to the core, and the core's description is shown. One question at a time: while one is
// pending only the newest cell under the pointer waits, and keys continue from the last reached cell.
import { signal } from '@preact/signals';
import type { Action, Described, Looked } from '../core/door';
import type { Card } from './cards';

export interface Shown {
  at: { card: string; cell: number };
  sentence: string;
  pinned: boolean;
  /** Linked cells, and the description of the first of them, by binding. */
  lit: ReadonlyMap<number, ReadonlySet<number>>;
  /** Cells of the same group in the picture: of the same thread, or the same wavefront. */
  group: ReadonlySet<number>;
  described: ReadonlyMap<number, Described>;
}

export type Look = Action & { do: 'hover' | 'leave' | 'walk' | 'toggle' | 'let_go' };

export class Inspector {
  readonly shown = signal<Shown | undefined>(undefined);
  private readonly waiting: Look[] = [];
  private asking = false;
  /** The current cell; `shown` belongs to the last answered look. */
  private at: { card: string; cell: number } | undefined;

  constructor(private readonly ask: (look: Look) => Promise<void>) {}

  /** The pointer is on a cell. A pinned cell stays. */
  hover(card: Card, cell: number): void {
    if (!this.shown.value?.pinned && this.cellOf(card) !== cell) this.look({ do: 'hover', key: card.key, cell });
  }

  /** The pointer or the focus has left the picture; the event can arrive after it has entered another one. */
  leave(card: Card): void {
    const { shown: { value: shown }, asking } = this;
    if (shown?.pinned || !(shown || asking) || (this.at && this.at.card !== card.key)) return;
    this.shown.value = undefined;
    if (this.waiting.at(-1)?.do === 'hover') this.waiting.pop();
    this.look({ do: 'leave' });
  }

  /** The arrow keys have reached a cell; a pin moves with them. */
  walk(card: Card, cell: number): void {
    this.look({ do: 'walk', key: card.key, cell });
  }

  /** Pins the cell, or releases it if it is the pinned one. */
  toggle(card: Card, cell: number): void {
    this.look({ do: 'toggle', key: card.key, cell });
  }

  letGo(): void {
    // Also resets a cell whose answer has not arrived.
    if (this.shown.value || this.asking) this.look({ do: 'let_go' });
    this.shown.value = undefined;
  }

  /** Before another program: waiting questions are about this one, so the core receives them first. */
  hurry(): void {
    for (const look of this.waiting.splice(0)) if (look.do !== 'hover') void this.ask(look);
  }

  /** The core was lost. */
  forget(): void {
    this.waiting.length = 0;
    this.at = undefined;
    this.shown.value = undefined;
  }

  /** The inspected cell in this card, if any; its answer may be pending. */
  cellOf(card: Card): number | undefined {
    return this.at?.card === card.key ? this.at.cell : undefined;
  }

  /** Shows the core's description, unless the user has left the cell meanwhile. */
  told(looked: Looked | undefined): void {
    const left = this.waiting.some(({ do: what }) => what !== 'hover' && what !== 'walk');
    this.shown.value = looked && !left ? shownOf(looked) : undefined;
    this.arrive();
  }

  private arrive(): void {
    if (!this.waiting.length) this.at = this.shown.value?.at;
  }

  private look(look: Look): void {
    this.at = look.key === undefined || look.cell === undefined ? undefined : { card: look.key, cell: look.cell };
    const last = this.waiting.at(-1);
    if (look.do === 'hover' && last?.do === 'hover') this.waiting[this.waiting.length - 1] = look;
    else this.waiting.push(look);
    if (!this.asking) void this.answer();
  }

  private async answer(): Promise<void> {
    this.asking = true;
    for (let look = this.waiting.shift(); look; look = this.waiting.shift()) await this.ask(look);
    this.asking = false;
    this.arrive();
  }
}

function shownOf({ key, cell, pinned, sentence, linked, group }: Looked): Shown {
  return {
    at: { card: key, cell },
    sentence,
    pinned,
    lit: new Map(linked.map(({ binding, cells }) => [binding, new Set(cells)])),
    group: new Set(group),
    described: new Map(linked.map(({ binding, described }) => [binding, described])),
  };
}
