// The gallery: programs to start from, each with a picture of what it shows. Loaded when it is first opened.
import { useEffect, useRef, useState } from 'preact/hooks';
import { parseSvg } from '../cards/svg_painter';
import type { GalleryEntry } from '../core/contract';
import type { Session } from '../session/session';
import { openEntry } from './open_entry';

export function Gallery({ session, close }: { session: Session; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [entries, setEntries] = useState<readonly GalleryEntry[]>([]);
  const [wanted, setWanted] = useState('');

  useEffect(() => {
    dialog.current?.showModal();
    void session.gallery().then(setEntries);
  }, []);

  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ title, about, groupTitle, program }) => {
    const text = `${title} ${about} ${groupTitle} ${program}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = [...new Set(found.map(({ groupTitle }) => groupTitle))];

  return (
    <dialog ref={dialog} class="gallery" aria-label="Gallery" onClose={close} onClick={(event) => { if (event.target === dialog.current) close(); }}>
      <div class="gallery-bar">
        <h2>Gallery</h2>
        <input
          type="search"
          placeholder="Search"
          aria-label="Search the gallery"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        <button type="button" class="tool" aria-label="Close the gallery" onClick={close}>✕</button>
      </div>
      <div class="shelves">
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <div class="shelf">
              {found.filter(({ groupTitle }) => groupTitle === group).map((entry) => (
                <button key={entry.id} type="button" onClick={() => { openEntry(session, entry); close(); }}>
                  <Thumbnail session={session} entry={entry} />
                  <b>{entry.title}</b>
                  <span>{entry.about}</span>
                </button>
              ))}
            </div>
          </section>
        ))}
        {entries.length > 0 && !found.length && <p class="note">Nothing in the gallery has these words.</p>}
      </div>
    </dialog>
  );
}

/** The core's picture of the entry, drawn when it comes into sight; where there is none, its program. */
function Thumbnail({ session, entry }: { session: Session; entry: GalleryEntry }) {
  const place = useRef<HTMLDivElement>(null);
  const [isText, setText] = useState(false);

  useEffect(() => {
    const host = place.current;
    if (!host) return;
    const sight = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      void session.galleryPicture(entry.id).then((svg) => {
        if (svg) host.replaceChildren(parseSvg(svg));
        else setText(true);
      });
    }, { root: host.closest('.shelves'), rootMargin: '300px' });
    sight.observe(host);
    return () => sight.disconnect();
  }, [entry.id]);

  return <div class="thumbnail" ref={place} aria-hidden="true">{isText && <code>{entry.program}</code>}</div>;
}
