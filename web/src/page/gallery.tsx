// The gallery: programs to start from, each with a picture. Loaded when it is first opened.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { GalleryEntry } from '../core/door';
import { DialogFrame } from '../parts/dialog';
import type { DialogProps } from '../parts/dialogs';
import { parseSvg } from '../pictures/svg_painter';
import type { Session } from '../session/session';
import { t } from '../words/words';
import { openEntry } from './open_entry';

/** At a third of their size the letters of a picture are 4 px high. */
const smallestScale = 1 / 3;

export function Gallery({ session, close }: DialogProps) {
  const [entries, setEntries] = useState<readonly GalleryEntry[]>([]);
  const [wanted, setWanted] = useState('');

  useEffect(() => void session.gallery().then(setEntries), []);

  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ id, title, about, groupTitle, program }) => {
    const text = `${id} ${title} ${about} ${groupTitle} ${program}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = [...new Set(found.map(({ groupTitle }) => groupTitle))];

  return (
    <DialogFrame
      class="gallery"
      title={t('gallery')}
      closeTitle={t('gallery.close')}
      close={close}
      tools={(
        <input
          type="search"
          placeholder={t('gallery.search')}
          aria-label={t('gallery.searchLabel')}
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      )}
    >
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
        {entries.length > 0 && !found.length && <p class="note">{t('gallery.nothing')}</p>}
      </div>
    </DialogFrame>
  );
}

/** The picture without letters, if they would be too small to read in `host`: a large one has thousands. */
function legible(svg: SVGSVGElement, host: HTMLElement): SVGSVGElement {
  const { width, height } = svg.viewBox.baseVal;
  const scale = Math.min(host.clientWidth / width, host.clientHeight / height);
  if (scale < smallestScale) for (const text of svg.querySelectorAll('text')) text.remove();
  return svg;
}

/** The core's picture of the entry, drawn when it comes into sight; without a picture, its program. */
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
        if (svg) host.replaceChildren(legible(parseSvg(svg), host));
        else setText(true);
      });
    }, { root: host.closest('.shelves'), rootMargin: '300px' });
    sight.observe(host);
    return () => sight.disconnect();
  }, [entry.id]);

  return <div class="thumbnail" ref={place} aria-hidden="true">{isText && <code>{entry.program}</code>}</div>;
}
