// Every command of the page by name: typed, chosen with the arrow keys, started with Enter.
import { useEffect, useRef, useState } from 'preact/hooks';
import { theme, toggleTheme } from '../base/theme';
import type { GalleryEntry, LessonOutline } from '../core/door';
import { lessonsIn } from '../course/lessons';
import { DialogFrame } from '../parts/dialog';
import { show, type DialogProps } from '../parts/dialogs';
import { bringCardIntoSight } from '../parts/into_sight';
import { chooseFile } from '../file/take';
import { openLesson, place } from '../session/course';
import { details, showDetails } from '../session/first_visit';
import type { Session } from '../session/session';
import { language, languages, speak, t } from '../words/words';
import { openEntry } from './open_entry';
import { copyEmbed, copyLink } from './share';

interface Command {
  title: string;
  /** Further search words. */
  words?: string;
  detail?: string;
  run: () => unknown;
}

const most = 60;

export function Palette({ session, close }: DialogProps) {
  const [entries, setEntries] = useState<readonly GalleryEntry[]>([]);
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => void session.gallery().then(setEntries), []);
  useEffect(() => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }), [chosen, wanted]);

  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands(session, entries).filter(({ title, words: more = '', detail = '' }) => {
    const text = `${title} ${more} ${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  }).map((command, index) => ({ command, index, rank: rank(command.title, words) }))
    .sort((a, b) => b.rank - a.rank || a.index - b.index).slice(0, most).map(({ command }) => command);
  const at = Math.min(chosen, found.length - 1);

  function run(command: Command | undefined): void {
    if (!command) return;
    close();
    void command.run();
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') setChosen(Math.min(at + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(at - 1, 0));
    else if (event.key === 'Enter') run(found[at]);
    else return;
    event.preventDefault();
  }

  return (
    <DialogFrame class="palette" title={t('palette')} closeTitle={t('shortcuts.close')} close={close}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={found.length ? `command-${at}` : undefined}
        aria-label={t('palette.search')}
        placeholder={t('palette.search')}
        autofocus
        value={wanted}
        onInput={(event) => { setWanted(event.currentTarget.value); setChosen(0); }}
        onKeyDown={press}
      />
      <ul id="commands" role="listbox" aria-label={t('palette')} ref={list}>
        {found.map((command, index) => (
          <li key={command.title} id={`command-${index}`} role="option" aria-selected={index === at} onClick={() => run(command)} onPointerMove={() => setChosen(index)}>
            <span>{command.title}</span>
            {command.detail && <small>{command.detail}</small>}
          </li>
        ))}
      </ul>
      {!found.length && <p class="note">{t('palette.nothing')}</p>}
    </DialogFrame>
  );
}

/** Number of words that occur in the title, or begin one of its words. */
function rank(title: string, words: readonly string[]): number {
  const own = title.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
  return words.reduce((sum, word) => sum + (own.includes(word) ? 2 : own.some((one) => one.startsWith(word)) ? 1 : 0), 0);
}

/** A lesson is found by its steps and its functions. */
function lessonWords({ id, about, teaches, steps }: LessonOutline): string {
  return [id, about, ...teaches, ...steps.map(({ title }) => title)].join(' ');
}

function commands(session: Session, entries: readonly GalleryEntry[]): Command[] {
  const cards = session.cards.value.filter(({ stale }) => !stale);
  return [
    { title: t('gallery'), words: 'examples open', run: () => show('gallery') },
    { title: t('reference'), words: 'functions manual documentation search help', run: () => show('reference') },
    { title: t('learn'), words: 'course lessons tutorial exercises', run: () => show('learn') },
    { title: t('exercises'), words: 'solutions teacher course', run: () => show('exercises') },
    { title: t('atoms'), words: 'mma copy tiled builder instruction', run: () => show('atoms') },
    { title: t('questions'), words: 'ask thread value layout owner coverage compare convert vectorise bank conflicts debug', run: () => show('questions') },
    { title: t('paste'), words: 'c++ import print', run: () => show('paste') },
    { title: t('machine'), words: 'ptx debug step interpreter kernel barrier shared memory registers', run: () => show('machine') },
    { title: t('file.open'), words: 'mlir ttgir cuda module source x-ray xray dump drop', run: () => chooseFile(session) },
    ...(session.openFile.value ? [{ title: t('file.back'), detail: session.openFile.value.name, words: 'module x-ray', run: () => show('file') }] : []),
    { title: t('runs'), words: 'history table compare measurements recorded csv', run: () => show('runs') },
    { title: t('gpu.title'), words: 'gpu runner cuda measure attach', run: () => show('gpu') },
    ...(cards.some(({ place, picture }) => place === 'stage' && picture) ? [{ title: t('seek'), detail: 'G', words: 'coordinate offset jump element', run: () => { session.seeking.value = ''; return show('seek'); } }] : []),
    { title: t(details.value ? 'details.hide' : 'details.show'), words: 'verdict law properties beginner', run: () => showDetails(!details.value) },
    { title: t('palette.format'), detail: 'Shift Alt F', run: () => session.format() },
    { title: t('share.link'), words: 'share url', run: () => copyLink(session) },
    { title: t('share.embed'), words: 'share', run: () => copyEmbed(session) },
    { title: t('theme.switch', { theme: t(theme.value === 'dark' ? 'theme.light' : 'theme.dark') }), run: toggleTheme },
    ...languages.filter(({ code }) => code !== language.value).map(({ code, name }) => ({
      title: name, words: `language ${new Intl.DisplayNames('en', { type: 'language' }).of(code)}`, run: () => speak(code),
    })),
    {
      title: t('integers') + ': ' + t(session.mode.value === 'cute' ? 'mode.teaching' : 'mode.cute'), words: 'mode static dynamic',
      run: () => session.setMode(session.mode.value === 'cute' ? 'teaching' : 'cute'),
    },
    { title: t('shortcuts'), detail: '?', run: () => show('shortcuts') },
    { title: t('palette.print'), run: () => print() },
    ...(place.value ? [{ title: t('palette.printLesson'), words: 'paper pdf all steps', run: async () => (await import('../course/whole_lesson')).printLesson(session) }] : []),
    { title: t('palette.unpin'), run: () => { for (const card of cards) session.pin(card, false); } },
    { title: t('palette.fresh'), words: 'new clear', run: () => session.open({ program: '' }) },
    ...lessonsIn(language.value).map((lesson, index) => ({ title: t('palette.lesson', { number: index + 1, title: lesson.title }), words: lessonWords(lesson), run: () => openLesson(lesson.id) })),
    ...cards.flatMap((card) => {
      const name = card.binding.name || card.binding.source;
      return [
        ...card.binding.views.map(({ kind, title }) => ({
          title: t('palette.view', { card: name, view: title }), words: `view picture ${kind}`,
          run: () => {
            bringCardIntoSight(card.key);
            return session.choose(card, `kind=${kind}`);
          },
        })),
        ...(card.binding.views.length ? [{ title: t('card.enlarge', { name }), run: () => { session.stage.value = [card.key]; } }] : []),
      ];
    }),
    ...entries.map((entry) => ({
      title: t('palette.example', { name: entry.title }), words: `${entry.title} ${entry.groupTitle}`, detail: entry.about,
      run: () => openEntry(session, entry),
    })),
    ...[...session.functions.value.values()].map(({ name, doc, example }) => ({
      title: t('palette.function', { name }), detail: doc, words: `${doc} ${example}`,
      run: () => session.append(example),
    })),
  ];
}
