// Which picture of a value is wanted, and the flat string that says so to the core.
import type { OfferedView } from './contract';

/** What the reader chose on a card. What is left out, or no longer offered, takes the core's default. */
export interface ViewChoice {
  kind?: string;
  label?: string;
  color?: string;
  /** The values of modes 2, 3, … */
  slice?: number[];
}

/** The offered view that the choice means: the one of its kind, else the first. */
export function offeredView(choice: ViewChoice, offered: OfferedView[]): OfferedView | undefined {
  return offered.find((view) => view.kind === choice.kind) ?? offered[0];
}

export function viewString(choice: ViewChoice, offered: OfferedView[]): string {
  const view = offeredView(choice, offered);
  if (!view) return '';
  const parts = [`kind=${view.kind}`];
  if (choice.label && view.labels.includes(choice.label)) parts.push(`label=${choice.label}`);
  if (choice.color && view.colors.includes(choice.color)) parts.push(`color=${choice.color}`);
  if (choice.slice?.length) parts.push(`slice=${choice.slice.join(',')}`);
  return parts.join(' ');
}

/** A key for each binding that outlives an edit: its name, or "#n" for the n-th of the same name. */
export function cardKeys(bindings: readonly { name: string }[]): string[] {
  const seen = new Map<string, number>();
  return bindings.map(({ name }) => {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return count || !name ? `${name}#${count}` : name;
  });
}
