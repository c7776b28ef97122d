// On a wide screen the table of runs is next to the cards if the program has a kernel.
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../session/session';

/** The same width as in style/runs.css. */
const wide = matchMedia('(min-width: 2200px)');

export interface RunsBesideProps {
  session: Session;
  load: () => Promise<FunctionComponent<{ session: Session }>>;
}

export function RunsBeside({ session, load }: RunsBesideProps) {
  const [fits, setFits] = useState(wide.matches);
  const [loaded, setLoaded] = useState<{ Pane: FunctionComponent<{ session: Session }> }>();
  useEffect(() => {
    const follow = (): void => setFits(wide.matches);
    wide.addEventListener('change', follow);
    return () => wide.removeEventListener('change', follow);
  }, []);
  const wanted = fits && session.cards.value.some(({ binding }) => binding.kernel !== undefined);
  useEffect(() => {
    if (wanted && !loaded) void load().then((Pane) => setLoaded({ Pane }));
  }, [wanted]);
  if (!wanted) return null;
  return loaded ? <loaded.Pane session={session} /> : <aside class="runs beside-cards" aria-busy="true" />;
}
