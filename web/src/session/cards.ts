// The page's state of the cards: applies the core's changes in order.
import type { Binding, CardChange, CardSection, Changes, ShownView } from '../core/door';
import type { Picture } from '../core/engine';

export interface Card {
  key: string;
  binding: Binding;
  picture: Picture | undefined;
  /** The picture belongs to an older value: shown dimmed until the new one arrives. */
  pending: boolean;
  /** The binding belongs to an older report: its line now has an error. */
  stale: boolean;
  /** The card precedes the others. */
  pinned: boolean;
  /** The position of the card; the card on the stage is the one that the user edits. */
  place: CardChange['place'];
  /** The group of cards to which it belongs, and the cards on which it can be dropped. */
  group: CardChange['group'];
  landing: readonly string[];
  /** The first of two cards to compare. */
  taken: boolean;
  /** The card shows all of its parts. */
  expanded: boolean;
  /** The selected view. */
  shown: ShownView;
  /** Kinds of the sections that it can open, and the open sections. */
  offered: readonly string[];
  sections: readonly CardSection[];
}

/** The cards after a change, given the previous ones; an unchanged card is the same object. */
export function changedCards(before: readonly Card[], { report, cards }: Pick<Changes, 'report' | 'cards'>, pictures: ReadonlyMap<string, Picture>): Card[] {
  const known = new Map(before.map((card) => [card.key, card]));
  for (const change of cards) {
    const card = changed(known.get(change.key), change, pictures.get(change.key));
    if (card) known.set(change.key, card);
  }
  return report ? report.order.flatMap((key) => known.get(key) ?? []) : before.map(({ key }) => known.get(key)!);
}

function changed(before: Card | undefined, { key, stale, pending, pinned, place, group, landing, taken, expanded, shown, binding, offered, sections }: CardChange, picture: Picture | undefined): Card | undefined {
  const now = binding ?? before?.binding;
  return now && {
    key, stale, pending, pinned, place, group, landing, taken, expanded, shown, binding: now, offered: offered ?? before?.offered ?? [], sections: sections ?? before?.sections ?? [],
    picture: picture ?? (now.views.length ? before?.picture : undefined),
  };
}
