// The open lesson: its code is loaded with the first one.
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { place } from '../session/course';
import type { Session } from '../session/session';

type Panel = FunctionComponent<{ session: Session }>;

export interface LessonHostProps {
  session: Session;
  load: () => Promise<Panel>;
}

export function LessonHost({ session, load }: LessonHostProps) {
  const [loaded, setLoaded] = useState<{ Panel: Panel }>();
  const wanted = place.value !== undefined;
  useEffect(() => {
    if (wanted && !loaded) void load().then((Panel) => setLoaded({ Panel }));
  }, [wanted]);
  if (!wanted) return null;
  return loaded ? <loaded.Panel session={session} /> : <aside class="lesson" aria-busy="true" />;
}
