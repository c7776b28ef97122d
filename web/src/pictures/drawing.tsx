// A drawing of the core for display only: its cells cannot be inspected.
import { useEffect, useRef } from 'preact/hooks';
import { parseSvg, svgWidth } from './svg_painter';

/** Below this fraction of its size a picture scrolls. */
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
