// On a wide screen the table of runs is next to the cards if the program has a kernel.
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useMatch } from '../parts/use_match';
import type { Session } from '../session/session';

/** The same width as in style/runs.css. */
const wide = matchMedia('(min-width: 2200px)');

export interface RunsBesideProps {
  session: Session;
  load: () => Promise<FunctionComponent<{ session: Session }>>;
}

export function RunsBeside({ session, load }: RunsBesideProps) {
  const fits = useMatch(wide);
  const [loaded, setLoaded] = useState<{ Pane: FunctionComponent<{ session: Session }> }>();
  const wanted = fits && session.cards.value.some(({ binding }) => binding.kernel !== undefined);
  useEffect(() => {
    if (wanted && !loaded) void load().then((Pane) => setLoaded({ Pane }));
  }, [wanted]);
  if (!wanted) return null;
  return loaded ? <loaded.Pane session={session} /> : <aside class="runs beside-cards" aria-busy="true" />;
}
