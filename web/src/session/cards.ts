// The page's state of the cards: the core's changes, applied one after the other.
import type { Binding, CardChange, CardSection, Changes, ShownView } from '../core/door';
import type { Picture } from '../core/engine';

export interface Card {
  key: string;
  binding: Binding;
  picture: Picture | undefined;
  /** The picture is that of an older value: shown dimmed, until the new one comes. */
  pending: boolean;
  /** The binding itself is that of an older report: its line is in error now. */
  stale: boolean;
  /** The card stands before the others. */
  pinned: boolean;
  /** Where it stands: what the reader works on is on the stage. */
  place: CardChange['place'];
  /** The cards that it stands with, and those on which it can be let go. */
  group: CardChange['group'];
  landing: readonly string[];
  /** The first of two that are to be compared. */
  taken: boolean;
  /** It shows all that belongs to it, where it stands. */
  expanded: boolean;
  /** What was chosen, among what the value offers. */
  shown: ShownView;
  /** Kinds of the sections that it can open, and those that are open. */
  offered: readonly string[];
  sections: readonly CardSection[];
}

/** The cards after a change, given those before; a card that has not changed is the same object. */
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
