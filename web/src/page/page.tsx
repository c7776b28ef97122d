import { useEffect } from 'preact/hooks';
import type { Session } from '../session/session';
import { CardList } from './card_list';
import { Header } from './header';
import { ProgramPane } from './program_pane';
import { Status } from './status';

export function Page({ session }: { session: Session }) {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key === 'Escape') session.inspector.letGo();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  return (
    <>
      <Header session={session} />
      <main>
        <ProgramPane session={session} />
        <CardList session={session} />
      </main>
      <Status session={session} />
    </>
  );
}
