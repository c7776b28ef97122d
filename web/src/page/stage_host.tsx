// The stage is loaded on first use.
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../session/session';

export function StageHost({ session }: { session: Session }) {
  const [loaded, setLoaded] = useState<{ Stage: FunctionComponent<{ session: Session }> }>();
  const wanted = session.stage.value.length > 0;
  useEffect(() => {
    if (wanted && !loaded) void import('./stage').then(({ Stage }) => setLoaded({ Stage }));
  }, [wanted]);
  return wanted && loaded ? <loaded.Stage session={session} /> : null;
}
