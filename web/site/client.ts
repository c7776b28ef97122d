// What a page of the site does in the browser: light or dark, the search, and live pictures.
import MiniSearch from 'minisearch';
import './site.css';

const html = document.documentElement;
const root = html.dataset['root'] ?? '';
const language = html.dataset['language'] ?? 'en';

// Light or dark, before anything is drawn: the explorer's key, so that both agree.
const key = 'stridescope-theme';
const kept = (): string | undefined => {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
};
const system = matchMedia('(prefers-color-scheme: dark)');
const setTheme = (): void => { html.dataset['theme'] = kept() ?? (system.matches ? 'dark' : 'light'); };
system.addEventListener('change', setTheme);
setTheme();

function toggleTheme(): void {
  const next = html.dataset['theme'] === 'dark' ? 'light' : 'dark';
  html.dataset['theme'] = next;
  try {
    if (next === (system.matches ? 'dark' : 'light')) localStorage.removeItem(key);
    else localStorage.setItem(key, next);
  } catch {
    // The choice ends with the page.
  }
}

/** Loads a script of the site once. Opened from a file, a page can load nothing but scripts. */
const scripts = new Map<string, Promise<void>>();
function load(name: string): Promise<void> {
  let loading = scripts.get(name);
  if (!loading) {
    loading = new Promise((done, failed) => {
      const script = document.createElement('script');
      script.src = root + name;
      script.onload = () => done();
      script.onerror = () => failed(new Error(`${name} cannot be loaded`));
      document.head.append(script);
    });
    scripts.set(name, loading);
  }
  return loading;
}

interface Entry { to: string; title: string; of: string; text: string }
declare global {
  interface Window {
    stridescopePages?: Entry[];
    stridescopeSentences?: Record<string, string>;
    /** The package's script. */
    stridescope?: { load(): Promise<{ call(method: 'speak', request: { sentences: Record<string, string> }): unknown }> };
  }
}

/** Words, also of languages that write without blanks. */
const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
const wordsOf = (text: string): string[] => [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment, ...(segment.includes('_') ? segment.split('_') : [])] : []));

let index: Promise<MiniSearch<Entry>> | undefined;
async function makeIndex(): Promise<MiniSearch<Entry>> {
  await load(`search-${language}.js`);
  const made = new MiniSearch<Entry>({
    idField: 'to', fields: ['title', 'text'], storeFields: ['to', 'title', 'of', 'text'], tokenize: wordsOf,
    searchOptions: { boost: { title: 4 }, prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false), combineWith: 'AND' },
  });
  made.addAll(window.stridescopePages!);
  return made;
}

/** The part of a text around the first word that was found. */
function excerpt(text: string, terms: readonly string[]): string {
  const at = Math.max(0, ...terms.map((term) => text.toLowerCase().indexOf(term.toLowerCase())).filter((found) => found >= 0).slice(0, 1));
  const from = at < 60 ? 0 : text.lastIndexOf(' ', at - 30) + 1 || at - 30;
  return `${from ? '… ' : ''}${text.slice(from, from + 150)}${text.length > from + 150 ? ' …' : ''}`;
}

function startSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.search')!;
  const input = dialog.querySelector('input')!;
  const list = dialog.querySelector('ul')!;
  const nothing = dialog.querySelector<HTMLElement>('.nothing')!;
  const opener = document.querySelector<HTMLElement>('.seek')!;
  const folder = language === 'en' ? '' : `${language}/`;
  let at = 0;

  const options = (): HTMLElement[] => [...list.children] as HTMLElement[];
  const choose = (next: number): void => {
    const all = options();
    at = Math.max(0, Math.min(next, all.length - 1));
    all.forEach((one, i) => one.setAttribute('aria-selected', String(i === at)));
    const chosen = all[at];
    if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
    else input.removeAttribute('aria-activedescendant');
    chosen?.scrollIntoView({ block: 'nearest' });
  };
  const show = async (): Promise<void> => {
    index ??= makeIndex();
    const query = input.value.trim();
    const found = query ? (await index).search(query).slice(0, 20) : [];
    if (input.value.trim() !== query) return;
    list.replaceChildren(...found.map(({ to, title, of, text, terms }, i) => {
      const row = document.createElement('li');
      row.id = `found-${i}`;
      row.role = 'option';
      const link = document.createElement('a');
      link.href = `${root}${folder}${to as string}`;
      link.tabIndex = -1;
      const [name, small, about] = [document.createElement('b'), document.createElement('small'), document.createElement('span')];
      name.textContent = title as string;
      small.textContent = of as string;
      about.textContent = excerpt(text as string, terms);
      link.append(name, small, about);
      row.append(link);
      return row;
    }));
    nothing.hidden = found.length > 0 || !query;
    choose(0);
  };
  const open = (): void => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    index ??= makeIndex();
  };
  opener.addEventListener('click', open);
  input.addEventListener('input', () => void show());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      choose(at + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const link = options()[at]?.querySelector('a');
      if (link) {
        dialog.close();
        location.href = link.href;
      }
    }
  });
  list.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => { if (target === dialog) dialog.close(); });
  addEventListener('keydown', (event) => {
    const typing = (event.target as Element).matches?.('input, textarea, [contenteditable]');
    if ((event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      open();
    }
  });
}

/** The element speaks the language of the page: its core has the sentences before it draws anything. */
async function startElement(): Promise<void> {
  if (language !== 'en') await load(`sentences-${language}.js`);
  await load('explorer/stride-scope.js');
  const core = await window.stridescope!.load();
  if (window.stridescopeSentences) core.call('speak', { sentences: window.stridescopeSentences });
}

/** The element is loaded when its first picture is near the screen. */
function startPictures(): void {
  const all = document.querySelectorAll('stride-scope');
  if (!all.length) return;
  const near = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    void startElement().catch(() => {});
  }, { rootMargin: '200px' });
  for (const one of all) near.observe(one);
}

/** On a narrow screen the list of pages is folded. */
function startSide(): void {
  const side = document.querySelector<HTMLDetailsElement>('details.side');
  if (!side) return;
  const wide = matchMedia('(min-width: 901px)');
  const fit = (): void => { side.open = wide.matches; };
  wide.addEventListener('change', fit);
  fit();
  const current = side.querySelector<HTMLElement>('[aria-current]');
  const aside = side.closest('aside')!;
  if (current && wide.matches) aside.scrollTop = Math.max(0, current.offsetTop - aside.clientHeight / 2);
}

addEventListener('DOMContentLoaded', () => {
  document.querySelector('.theme')!.addEventListener('click', toggleTheme);
  startSearch();
  startPictures();
  startSide();
});
