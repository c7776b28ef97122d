// One card a binding. A card outlives the moments in which its line does not parse.
import type { Binding, Report } from '../core/door';
import type { Answer, Picture } from '../core/engine';

export interface Card {
  key: string;
  binding: Binding;
  picture: Picture | undefined;
  /** The picture is that of an older value: shown dimmed, until the new one comes. */
  pending: boolean;
  /** The binding itself is that of an older report: its line is in error now. */
  stale: boolean;
}

export function nextCards(before: readonly Card[], answer: Answer, program: string): Card[] {
  const { bindings } = answer.report;
  const old = new Map(before.map((card) => [card.key, card]));
  const fresh = bindings.map((binding, index): Card => {
    const { key } = binding;
    const picture = unchanged(old.get(key)?.picture, answer.pictures[index]);
    if (picture || !binding.views.length) return { key, binding, picture, pending: false, stale: false };
    return { key, binding, picture: old.get(key)?.picture, pending: true, stale: false };
  });
  return keepBroken(before, fresh, answer.report, program);
}

/** The old picture if the new one is the same: what is painted, scrolled and enlarged stays as it is. */
function unchanged(before: Picture | undefined, now: Picture | undefined): Picture | undefined {
  const same = before && now && before.view === now.view && before.svg === now.svg
    && JSON.stringify(before.scene) === JSON.stringify(now.scene)
    && equal(before.ids, now.ids) && equal(before.colors ?? [], now.colors ?? []);
  return same ? before : now;
}

function equal(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; ++at) if (one[at] !== other[at]) return false;
  return true;
}

/** Puts the old cards of names that are still assigned to, on lines in error, back at their places. */
function keepBroken(before: readonly Card[], fresh: Card[], report: Report, program: string): Card[] {
  if (!report.diagnostics.some(({ severity }) => severity === 'error')) return fresh;
  const result = [...fresh];
  let place = 0;
  for (const card of before) {
    const at = result.findIndex(({ key }) => key === card.key);
    if (at >= 0) place = at + 1;
    else if (isAssigned(card.binding.name, program)) result.splice(place++, 0, { ...card, stale: true });
  }
  return result;
}

function isAssigned(name: string, program: string): boolean {
  return /^\w+$/.test(name) && new RegExp(`(^|[\\n;])[ \\t]*${name}[ \\t]*=`).test(program);
}
