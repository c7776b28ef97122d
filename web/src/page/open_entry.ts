// Opening a program of the gallery, from wherever it was picked.
import type { GalleryEntry } from '../core/door';
import type { Session } from '../session/session';

/** Another program, in the pictures that show it best: its cards are read from the first one on. */
export function openEntry(session: Session, { program, views }: GalleryEntry): void {
  session.open({ program, choices: Object.fromEntries(views.map(({ name, view }) => [name, view])) });
  for (const scrolled of document.querySelectorAll('main, .cards')) scrolled.scrollTo(0, 0);
}
