// Which picture of a value is wanted, and the flat string that says so to the core.
import type { OfferedView, Report } from './door';

/** How integers print. */
export type Mode = Report['mode'];

/** What the reader chose on a card. What is left out, or no longer offered, takes the core's default. */
export interface ViewChoice {
  kind?: string;
  label?: string;
  color?: string;
  /** The values of modes 2, 3, … */
  slice?: number[];
  /** The card stands before the others. */
  pin?: boolean;
}

/** By card. */
export type Choices = Readonly<Record<string, ViewChoice>>;

/** The offered view that the choice means: the one of its kind, else the first. */
export function offeredView(choice: ViewChoice, offered: OfferedView[]): OfferedView | undefined {
  return offered.find((view) => view.kind === choice.kind) ?? offered[0];
}

export function viewString(choice: ViewChoice, offered: OfferedView[]): string {
  const view = offeredView(choice, offered);
  if (!view) return '';
  const { label, color, slice } = choice;
  return printChoice({
    kind: view.kind,
    ...(label && view.labels.includes(label) && { label }),
    ...(color && view.colors.includes(color) && { color }),
    ...(slice && { slice }),
  });
}

/** The choice as a view string. */
export function printChoice({ kind, label, color, slice, pin }: ViewChoice): string {
  const words = [kind && `kind=${kind}`, label && `label=${label}`, color && `color=${color}`, slice?.length && `slice=${slice.join(',')}`, pin && 'pin=1'];
  return words.filter(Boolean).join(' ');
}

/** The choice that a view string makes; words that are none are left out. */
export function readChoice(view: string): ViewChoice {
  const words = new Map(view.split(' ').map((part): [string, string] => {
    const at = part.indexOf('=');
    return [part.slice(0, Math.max(at, 0)), part.slice(at + 1)];
  }));
  const [kind, label, color, slice] = ['kind', 'label', 'color', 'slice'].map((key) => words.get(key));
  return {
    ...(kind && { kind }),
    ...(label && { label }),
    ...(color && { color }),
    ...(slice && { slice: slice.split(',').map(Number).filter(Number.isSafeInteger) }),
    ...(words.get('pin') === '1' && { pin: true }),
  };
}
