// The reference: one search over notations, functions, atoms, lessons, the glossary and examples, and the page of one
// result. The core decides results and contents.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FoundPlace, Library } from '../core/door';
import { termsIn } from '../course/glossary';
import { lessonsIn } from '../course/lessons';
import { openEntry } from '../page/open_entry';
import { DialogFrame } from '../parts/dialog';
import type { DialogProps } from '../parts/dialogs';
import { openLesson } from '../session/course';
import { glossaryWanted, reference } from '../session/reference';
import { language, t, type Word } from '../words/words';
import { ReferencePage } from './reference_page';
import '../style/reference.css';

const headings = {
  notation: 'reference.notation', function: 'reference.function', atom: 'reference.atom', lesson: 'reference.lesson', example: 'reference.example', term: 'reference.term',
} as const satisfies Record<FoundPlace['kind'], Word>;

export function Reference({ session, close }: DialogProps) {
  const [wanted, setWanted] = useState('');
  const [found, setFound] = useState<readonly FoundPlace[]>();
  const list = useRef<HTMLElement>(null);
  const { value: name = '' } = reference;
  const { value: spoken } = language;
  const library: Library = { lessons: [...lessonsIn(spoken)] };

  // Opened by a button it has no position yet.
  useEffect(() => {
    reference.value ??= '';
    return () => {
      reference.value = undefined;
      glossaryWanted.value = undefined;
    };
  }, []);
  useEffect(() => {
    let current = true;
    void session.ask('search', { query: wanted, library: { ...library, terms: termsIn(spoken) } }).then((given) => {
      if (current && given?.answer) setFound(given.answer.found);
    });
    return () => {
      current = false;
    };
  }, [wanted, spoken]);
  // Starts at the first entry, or at the open one.
  useEffect(() => list.current?.scrollTo(0, 0), [found]);
  useEffect(() => {
    const term = glossaryWanted.value;
    if (term === undefined || wanted) return;
    const entry = list.current?.querySelector<HTMLElement>(`[data-found^="term:${CSS.escape(term)} ·"]`);
    entry?.focus();
    (entry ?? list.current?.querySelector('[data-kind="term"]'))?.scrollIntoView({ block: entry ? 'center' : 'start' });
  }, [found]);
  useEffect(() => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' }), [found]);

  async function open({ kind, place }: FoundPlace): Promise<void> {
    if (kind === 'lesson' || kind === 'term') {
      const [lesson = '', step] = place.split('/');
      openLesson(lesson, step);
    } else if (kind === 'example') {
      const entry = (await session.gallery()).find(({ id }) => id === place);
      if (entry) openEntry(session, entry);
    } else {
      reference.value = place;
      return;
    }
    close();
  }

  /** Enter opens the first result; the arrow keys lead into the list. */
  function press(event: KeyboardEvent): void {
    const first = list.current?.querySelector<HTMLButtonElement>('button');
    if (event.key === 'Enter') first?.click();
    else if (event.key === 'ArrowDown') first?.focus();
    else return;
    event.preventDefault();
  }

  const search = (
    <input
      type="search"
      placeholder={t('reference.search')}
      aria-label={t('reference.search')}
      autofocus
      value={wanted}
      onInput={(event) => {
        setWanted(event.currentTarget.value);
        if (!matchMedia(sideBySide).matches) reference.value = '';
      }}
      onKeyDown={press}
    />
  );
  return (
    <DialogFrame class="reference" title={t('reference')} closeTitle={t('reference.close')} close={close} tools={search}>
      <div class={name ? 'reference-panes' : 'reference-panes only-list'}>
        <nav class="found" ref={list} aria-label={t('reference.results')} onKeyDown={step}>
          {found?.length === 0 && <p class="note" role="status">{t('reference.nothing')}</p>}
          {grouped(found ?? []).map(([kind, some]) => (
            <section key={kind} data-kind={kind}>
              <h3>{t(headings[kind])}</h3>
              <ul>
                {some.map((one) => (
                  <li key={`${one.place} ${one.title}`}>
                    <button type="button" data-found={`${kind}:${kind === 'term' ? one.title : one.place}`} aria-current={one.place === name ? 'page' : undefined} onClick={() => void open(one)}>
                      {named.has(kind) ? <b>{one.title}</b> : <code>{one.title}</code>}
                      {one.about && <span>{one.about}</span>}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        {name && <ReferencePage key={name} session={session} name={name} library={library} back={() => { reference.value = ''; }} close={close} />}
      </div>
    </DialogFrame>
  );
}

/** Kinds with titles in words, not code. */
const named: ReadonlySet<FoundPlace['kind']> = new Set(['lesson', 'example', 'term']);

/** Width at which list and page are side by side (reference.css). */
const sideBySide = '(min-width: 861px)';

/** By kind, the kind of the best result first. */
function grouped(found: readonly FoundPlace[]): (readonly [FoundPlace['kind'], readonly FoundPlace[]])[] {
  return [...new Set(found.map(({ kind }) => kind))].map((kind) => [kind, found.filter((one) => one.kind === kind)]);
}

/** The arrow keys move through the list. */
function step(event: KeyboardEvent): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (!by || !(event.currentTarget instanceof Element) || !(event.target instanceof HTMLButtonElement)) return;
  const all = [...event.currentTarget.querySelectorAll('button')];
  all[all.indexOf(event.target) + by]?.focus();
  event.preventDefault();
}
