// Opens a program of the gallery, from any list.
import type { GalleryEntry } from '../core/door';
import type { Session } from '../session/session';

/** Opens another program with its best pictures: its cards start at the first one. */
export function openEntry(session: Session, { program, views }: GalleryEntry): void {
  session.open({ program, choices: Object.fromEntries(views.map(({ name, view }) => [name, view])) });
  for (const scrolled of document.querySelectorAll('main, .cards')) scrolled.scrollTo(0, 0);
}
