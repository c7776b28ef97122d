// The core's preview of a program that is not (yet) the page's.
import { useEffect, useState } from 'preact/hooks';
import { AnalysisView } from '../cards/analysis_view';
import type { Sketch } from '../core/door';
import { Drawing } from '../pictures/drawing';
import type { Session } from '../session/session';

/** Waits for a pause in typing. */
const settle = 80;

/** The sketch of the newest text; of an older one until the new one arrives. */
export function useSketch(session: Session, program: string, view = ''): Sketch | undefined {
  const [sketch, setSketch] = useState<Sketch>();
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      void session.sketch(program, view).then((made) => {
        if (current && made) setSketch(made);
      });
    }, settle);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [program, view]);
  return sketch;
}

/** The last value: its facts, its picture, and its errors. */
export function SketchView({ sketch }: { sketch: Sketch | undefined }) {
  if (!sketch) return null;
  const { report: { bindings, diagnostics }, analysis, svg } = sketch;
  const last = bindings.at(-1);
  return (
    <div class="sketch">
      {diagnostics.slice(0, 3).map(({ message, hint }, index) => (
        <p key={index} class="problem">{message}{hint && <small>{hint}</small>}</p>
      ))}
      {last && last.properties.length > 0 && (
        <dl class="properties">
          {last.properties.map(({ name, value }) => (
            <div key={name}><dt>{name}</dt><dd>{value}</dd></div>
          ))}
        </dl>
      )}
      <Drawing svg={svg} />
      {analysis && <AnalysisView analysis={analysis} />}
    </div>
  );
}
