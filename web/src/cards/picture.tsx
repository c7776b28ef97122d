// The picture of a card: hover and arrow keys look at a cell, click and Enter pin it.
import { effect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { paintCanvas } from './canvas_painter';
import { firstCell, step, type Painter } from './painter';
import { t } from '../words/words';
import { paintSvg } from './svg_painter';
import { nearSight } from './verdicts';

const nothing: ReadonlySet<number> = new Set();

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};

const zooms: Readonly<Record<string, 1 | -1 | 0>> = { '+': 1, '=': 1, '-': -1, '0': 0 };

export function PictureView({ card, session }: { card: Card; session: Session }) {
  const { picture, binding } = card;
  const { inspector } = session;
  const host = useRef<HTMLDivElement>(null);
  const painter = useRef<Painter>(undefined);
  const latest = useRef(card);
  latest.current = card;
  const live = !card.stale && !card.pending;

  useLayoutEffect(() => {
    if (!host.current || !picture?.ids.length) return;
    painter.current = picture.svg ? paintSvg(host.current, picture.svg) : paintCanvas(host.current, picture, (seen) => session.excerpt(latest.current, picture.view, seen));
    return () => painter.current?.dispose();
  }, [picture]);

  useEffect(() => effect(() => {
    const shown = live ? inspector.shown.value : undefined;
    painter.current?.light(shown?.lit.get(binding.id) ?? nothing, shown?.kin.get(binding.id) ?? nothing, shown?.pinned ?? false);
  }), [binding.id, live, picture]);

  useEffect(() => {
    if (!card.pending || card.stale || !host.current) return;
    const sight = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void session.draw(card);
    }, nearSight(host.current));
    sight.observe(host.current);
    return () => sight.disconnect();
  }, [card]);

  function hover(event: PointerEvent): void {
    const cell = live ? painter.current?.cellAt(event) : undefined;
    if (cell !== undefined) inspector.hover(card, cell);
  }

  function pin(event: MouseEvent): void {
    const cell = live ? painter.current?.cellAt(event) : undefined;
    if (cell !== undefined) inspector.toggle(card, cell);
  }

  function press(event: KeyboardEvent): void {
    if (!picture || !live || event.altKey || event.ctrlKey || event.metaKey) return;
    const cell = inspector.cellOf(card) ?? firstCell(picture);
    const direction = steps[event.key];
    if (cell === undefined) return;
    if (direction) {
      const next = inspector.cellOf(card) === undefined ? cell : step(picture, cell, ...direction);
      inspector.walk(card, next);
      painter.current?.show(next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      inspector.toggle(card, cell);
    } else if (painter.current?.zoom && zooms[event.key] !== undefined) {
      painter.current.zoom(zooms[event.key]!);
    } else {
      return;
    }
    event.preventDefault();
  }

  const title = binding.name || binding.source;
  const view = (
    <div
      ref={host}
      class={`picture${live ? '' : ' old'}`}
      tabIndex={0}
      role="application"
      aria-roledescription={t('picture.role')}
      aria-label={t('picture.label', { name: title })}
      onPointerMove={hover}
      onPointerLeave={() => inspector.leave()}
      onClick={pin}
      onKeyDown={press}
      onBlur={() => inspector.leave()}
    />
  );
  if (!picture?.ids.length || picture.svg) return view;
  return (
    <>
      {view}
      <div class="zoom">
        <button type="button" aria-label={t('picture.smaller')} title={t('picture.smaller')} onClick={() => painter.current?.zoom?.(-1)}>−</button>
        <button type="button" aria-label={t('picture.larger')} title={t('picture.larger')} onClick={() => painter.current?.zoom?.(1)}>+</button>
        <button type="button" aria-label={t('picture.all')} title={t('picture.all')} onClick={() => painter.current?.zoom?.(0)}>▣</button>
        <span class="note">{t('picture.sampled')}</span>
      </div>
    </>
  );
}
