// A drawing of the core that only shows something: no cell of it is looked at.
import { useEffect, useRef } from 'preact/hooks';
import { parseSvg, svgWidth } from './svg_painter';

/** Below this part of its size a picture scrolls. */
const leastScale = 0.5;

export function Drawing({ svg }: { svg: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!svg) {
      host.current?.replaceChildren();
      return;
    }
    const drawing = parseSvg(svg);
    drawing.style.minWidth = `${Math.round(svgWidth(svg) * leastScale)}px`;
    host.current?.replaceChildren(drawing);
  }, [svg]);
  return <div class="drawing" ref={host} aria-hidden="true" />;
}
