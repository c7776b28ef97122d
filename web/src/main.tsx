// Starts the page: the session with the program of the address, of the last visit, or the first one, and with it the
// whole page, or a step of a lesson within another page.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { recall, remember } from './base/storage';
import { followSystemTheme } from './base/theme';
import { EmbeddedStep } from './page/embed';
import { keepOffline, whenQuiet } from './page/offline';
import { offerMachine } from './file/take';
import { Page } from './page/page';
import { closeDialog, offerDialogs, openDialog, show } from './parts/dialogs';
import { followAddress, readAddress } from './session/address';
import { decodeLink, type Link } from './session/link';
import { openLesson, place, placeFragment, placeOf } from './session/course';
import { beginPlainly, firstProgram } from './session/first_visit';
import { reference, referenceFragment, referenceOf } from './session/reference';
import { Session } from './session/session';
import { followLanguage, t } from './words/words';

/** The program of the last visit, as a link's fragment. */
const key = 'stridescope-program';

// Nothing is shown before the words of the user's language are loaded.
await followLanguage();
const session = new Session();

function openLink(link: Link | 'malformed' | undefined): void {
  if (link === 'malformed') session.open(firstProgram(), t('problem.link'));
  else session.open(link ?? firstProgram());
}

function lastVisit(): Link | undefined {
  const link = decodeLink(recall(key) ?? '');
  return link === 'malformed' ? undefined : link;
}

/** A runner that serves this page passes its token in the address: it is used and removed. */
function attachOwnRunner(): void {
  const search = new URLSearchParams(location.search);
  const token = search.get('token');
  if (token === null) return;
  search.delete('token');
  const rest = search.toString();
  history.replaceState(null, '', location.pathname + (rest && `?${rest}`) + location.hash);
  void import('./gpu/runner').then(({ runner }) => runner.attach(location.origin, token));
}

// For the console, and for tests: the complete state of the application.
Object.assign(window, { stridescope: { state: () => session.ask('state', {}) } });

const host = document.getElementById('page')!;
attachOwnRunner();
offerMachine(async (name, text) => {
  const { openPtx } = await import('./machine/machine');
  void openPtx(name, text);
  await show('machine');
});
offerDialogs({
  learn: async () => (await import('./course/learn')).Learn,
  file: async () => (await import('./file/opened_file')).OpenedFile,
  exercises: async () => (await import('./course/exercises')).Exercises,
  reference: async () => (await import('./reference/reference')).Reference,
  gallery: async () => (await import('./page/gallery')).Gallery,
  atoms: async () => (await import('./atoms/atoms')).Atoms,
  questions: async () => (await import('./questions/questions')).Questions,
  paste: async () => (await import('./page/paste')).Paste,
  palette: async () => (await import('./page/palette')).Palette,
  gpu: async () => (await import('./gpu/attach')).Attach,
  runs: async () => (await import('./gpu/runs_view')).Runs,
  listing: async () => (await import('./gpu/listing_view')).ListingDialog,
  seek: async () => (await import('./page/seek')).Seek,
  machine: async () => (await import('./machine/machine_view')).Machine,
  shortcuts: async () => (await import('./page/shortcuts')).Shortcuts,
});
followSystemTheme();
const wanted = placeOf(location.hash);
const embedded = wanted !== undefined && new URLSearchParams(location.search).has('embed');
// The step of a lesson opens its program itself.
const page = referenceOf(location.hash);
// `#learn`: the list of lessons. The window opens it.
const learns = location.hash === '#learn';
if (wanted) {
  if (!embedded && !lastVisit()) beginPlainly();
  openLesson(wanted.lesson, wanted.step);
} else {
  const link = (page === undefined && !learns ? readAddress() : undefined) ?? lastVisit();
  if (!link) {
    session.welcome.value = true;
    beginPlainly();
  }
  openLink(link);
}
const loadRuns = async () => (await import('./gpu/runs_view')).RunsPane;
const loadLesson = async () => (await import('./course/lesson_panel')).LessonPanel;
if (!embedded) {
  // A requested page of the reference is shown from any address.
  reference.value = page;
  if (learns) void show('learn');
  effect(() => {
    if (reference.value !== undefined && openDialog.peek()?.name !== 'reference') void show('reference');
  });
  // A lesson that is opened by its address is not behind a dialog.
  effect(() => {
    if (place.value) closeDialog();
  });
  followAddress(() => session.link(), () => referenceFragment() ?? placeFragment(session.program.value), openLink, (fragment) => remember(key, fragment));
  render(<Page session={session} loadLesson={loadLesson} loadRuns={loadRuns} />, host);
  whenQuiet(() => void keepOffline());
} else {
  document.body.classList.add('embed');
  render(<EmbeddedStep session={session} loadLesson={loadLesson} />, host);
}
