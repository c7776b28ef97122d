// Keeps the address of the page and the session's program equal.
import { effect } from '@preact/signals';
import { closeLesson, openLesson, placeOf } from './course';
import { reference, referenceOf } from './reference';
import { decodeLink, encodeLink, type Link } from './link';

/** Browsers refuse more than about 100 address changes in 10 s. */
const settle = 150;
/** Longer addresses are cut or refused by other programs. */
const longest = 200_000;

export function readAddress(): Link | 'malformed' | undefined {
  return decodeLink(location.hash);
}

/**
 * Writes the result of `current`, or the fragment of the open `place` in a lesson or the reference, calls `open` when
 * the user pastes another fragment, and `keep` with each written fragment: undefined while the page is in its initial
 * state.
 */
export function followAddress(
  current: () => Link, place: () => string | undefined, open: (link: Link | 'malformed') => void, keep: (fragment: string | undefined) => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const first = current();
  let opened: string | undefined;
  let edited = location.hash !== '';
  effect(() => {
    const link = current();
    const at = place();
    clearTimeout(timer);
    // Another step of a lesson is a new entry, so that the browser's Back leads to the step before: at once, for a reader who turns the pages quickly.
    if (at && at !== location.hash && placeOf(at)) {
      history.pushState(null, '', at);
      edited = true;
    }
    // Packed when typing stops: no keystroke waits for it.
    timer = setTimeout(() => {
      const fragment = at ?? encodeLink(link);
      // A page opened without a fragment keeps its short address until the first edit.
      opened ??= encodeLink(first);
      edited ||= fragment !== opened;
      if (!edited) return;
      // An empty address is better than that of an older program.
      const isLong = fragment === undefined || fragment.length > longest;
      const address = isLong ? location.pathname + location.search : fragment;
      history.replaceState(null, '', address);
      // A returning user starts with a program.
      keep(isLong ? undefined : at ? encodeLink(link) : fragment);
    }, settle);
  });
  addEventListener('hashchange', ({ newURL }) => {
    // The address may have been written again meanwhile.
    clearTimeout(timer);
    const { hash } = new URL(newURL);
    const page = referenceOf(hash);
    if (page !== undefined) {
      reference.value = page;
      return;
    }
    const step = placeOf(hash);
    if (step) {
      openLesson(step.lesson, step.step);
      return;
    }
    closeLesson();
    const link = decodeLink(hash);
    if (link) open(link);
  });
}
