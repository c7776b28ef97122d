// The whole page: header, program, cards, status line, the open dialog; and the global keys.
import { useEffect } from 'preact/hooks';
import { closeDialog, openDialog, show } from '../parts/dialogs';
import type { Session } from '../session/session';
import { CardList } from './card_list';
import { place } from '../session/course';
import { Header } from './header';
import { DropTarget } from '../file/drop';
import { LessonHost, type LessonHostProps } from './lesson_host';
import { ProgramPane } from './program_pane';
import { RunsBeside, type RunsBesideProps } from './runs_beside';
import { StageHost } from './stage_host';
import { Status } from './status';
import { Unkept } from './unkept';

interface PageProps {
  session: Session;
  loadLesson: LessonHostProps['load'];
  loadRuns: RunsBesideProps['load'];
}

export function Page({ session, loadLesson, loadRuns }: PageProps) {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const written = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, .cm-editor');
      if (event.key === 'Escape' && !event.defaultPrevented) session.inspector.letGo();
      else if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') void show('palette');
      else if (event.altKey && event.shiftKey && event.code === 'KeyF') void session.format();
      else if (event.key === '?' && !written && !event.ctrlKey && !event.metaKey) void show('shortcuts');
      else return;
      if (event.key !== 'Escape') event.preventDefault();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  const opened = openDialog.value;
  return (
    <>
      <Header session={session} />
      <Unkept session={session} />
      <main class={place.value ? 'with-lesson' : ''}>
        <LessonHost session={session} load={loadLesson} />
        <ProgramPane session={session} />
        <CardList session={session} />
        <RunsBeside session={session} load={loadRuns} />
      </main>
      <Status session={session} />
      {opened && <opened.Dialog key={opened.name} session={session} close={closeDialog} />}
      <StageHost session={session} />
      <DropTarget session={session} />
    </>
  );
}
