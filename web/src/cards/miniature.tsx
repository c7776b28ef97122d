// Beside the threads of a kernel's tile the whole tensor, small, with that tile lit: a click shows it large.
import { useEffect, useRef, useState } from 'preact/hooks';
import { parseSvg } from '../pictures/svg_painter';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t } from '../words/words';

/** The picture of the whole tensor, and that of one tile. */
const [whole, part] = ['tiles', 'threads'] as const;

const longestSide = 64;
const shortestSide = 10;

/** The tiles alone, each as high as wide. */
function squares(text: string): SVGSVGElement {
  const svg = parseSvg(text);
  for (const word of svg.querySelectorAll('text')) word.remove();
  const side = (place: string, size: string): { at: number; length: number; count: number } => {
    const all = [...svg.querySelectorAll('[data-cell] rect')].map((rect) => [Number(rect.getAttribute(place)), Number(rect.getAttribute(size))] as const);
    const at = Math.min(...all.map(([begin]) => begin));
    return { at, length: Math.max(...all.map(([begin, long]) => begin + long)) - at, count: new Set(all.map(([begin]) => begin)).size };
  };
  const [x, y] = [side('x', 'width'), side('y', 'height')];
  svg.setAttribute('viewBox', `${x.at} ${y.at} ${x.length} ${y.length}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  const tile = longestSide / Math.max(x.count, y.count);
  svg.style.width = `${Math.max(shortestSide, tile * x.count)}px`;
  svg.style.height = `${Math.max(shortestSide, tile * y.count)}px`;
  return svg;
}

export function Miniature({ card, session }: { card: Card; session: Session }) {
  const host = useRef<HTMLSpanElement>(null);
  const [svg, setSvg] = useState('');
  const offered = card.binding.views.find(({ kind }) => kind === whole);
  const shown = offered !== undefined && card.shown.kind === part;
  useEffect(() => {
    let current = true;
    if (shown && !card.stale) {
      void session.askOf(card, 'emit', { format: 'svg', view: `kind=${whole}` }).then((made) => {
        if (current) setSvg(made?.answer?.text ?? '');
      });
    }
    return () => {
      current = false;
    };
  }, [card.binding.text, shown, card.stale]);
  useEffect(() => {
    if (svg && host.current) host.current.replaceChildren(squares(svg));
  }, [svg, shown]);
  if (!shown) return null;
  return (
    <button type="button" class="miniature" title={session.questions.value.get(whole)} onClick={() => void session.choose(card, `kind=${whole}`)}>
      <span aria-hidden="true"><span ref={host} /><i /></span>
      {t('miniature')}
    </button>
  );
}
