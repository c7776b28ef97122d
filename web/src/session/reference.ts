// The open page of the reference: an address `#reference=NAME`.
import { signal } from '@preact/signals';

/** The name of a page, or empty for the list of all; undefined: the reference is closed. */
export const reference = signal<string | undefined>(undefined);

/** The list is to be opened at the glossary: at this term, or at its begin. */
export const glossaryWanted = signal<string | undefined>(undefined);

const begin = '#reference';

export function referenceOf(fragment: string): string | undefined {
  if (fragment !== begin && !fragment.startsWith(`${begin}=`)) return undefined;
  const name = fragment.slice(begin.length + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

export function referenceFragment(): string | undefined {
  const { value: name } = reference;
  return name === undefined ? undefined : name ? `${begin}=${encodeURIComponent(name)}` : begin;
}
