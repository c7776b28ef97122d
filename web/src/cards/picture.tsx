// The picture of a card: hover and arrow keys inspect a cell, click and Enter pin it.
import { effect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { paintCanvas } from '../pictures/canvas_painter';
import { firstCell, step, type Painter } from '../pictures/painter';
import { paintSvg } from '../pictures/svg_painter';
import { show } from '../parts/dialogs';
import { layer } from '../parts/layers';
import type { Card } from '../session/cards';
import { notify } from '../session/notice';
import type { Session } from '../session/session';
import { t } from '../words/words';
import { dragArrows } from './arrow_drag';
import { nearSight } from './verdicts';

const nothing: ReadonlySet<number> = new Set();

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};

const zooms: Readonly<Record<string, 1 | -1 | 0>> = { '+': 1, '=': 1, '-': -1, '0': 0 };

interface PictureProps {
  card: Card;
  session: Session;
  /** Visible as a whole, in an area with its own height. */
  fitted?: boolean;
}

export function PictureView({ card, session, fitted = false }: PictureProps) {
  const { picture, binding } = card;
  const { inspector } = session;
  const host = useRef<HTMLDivElement>(null);
  const painter = useRef<Painter>(undefined);
  const latest = useRef(card);
  latest.current = card;
  const live = !card.stale && !card.pending;
  /** The cell under the pointer. */
  const under = useRef<number>(undefined);
  const point = useRef(hover);
  point.current = hover;

  useLayoutEffect(() => {
    if (!host.current || (picture && painter.current?.update?.(picture))) return;
    const isNew = !painter.current;
    painter.current?.dispose();
    painter.current = undefined;
    if (!picture?.ids.length) return;
    // Until the first frame of the page, only the picture on the stage is painted.
    const waits = isNew && card.place !== 'stage' && !session.version.peek();
    painter.current = picture.svg ? paintSvg(host.current, picture.svg, waits) : paintCanvas(host.current, picture, fitted, {
      waits,
      read: (view, viewport) => session.raster(latest.current, view, viewport),
      see: (seen) => session.see(latest.current, seen),
    });
  }, [picture]);
  useLayoutEffect(() => () => painter.current?.dispose(), []);

  useEffect(() => effect(() => {
    const shown = live ? inspector.shown.value : undefined;
    // The answer is about a cell that the pointer has left: the cell under the pointer is already outlined.
    if (under.current !== undefined && shown && !shown.pinned && shown.at.card === card.key && shown.at.cell !== under.current) return;
    const marked = live && !shown ? session.marks.value.get(binding.name) : undefined;
    // A cell selected by its coordinate can be out of sight.
    if (shown?.pinned && shown.at.card === card.key && session.seeking.peek() === card.key) {
      session.seeking.value = '';
      painter.current?.show(shown.at.cell);
    }
    painter.current?.light(shown?.lit.get(binding.id) ?? marked ?? nothing, (shown?.at.card === card.key ? shown.group : undefined) ?? nothing, shown?.pinned ?? false);
  }), [binding.id, binding.name, live, picture]);

  // Cells of a run's wrong elements are those of the picture of threads.
  useEffect(() => effect(() => {
    const wrong = session.wrong.value;
    painter.current?.mark(wrong?.key === card.key && live && picture?.scene.kind === 'threads' ? wrong.cells : nothing);
  }), [card.key, live, picture]);

  // Reacts to the pointer at once, so that the core's description is ready for the next frame.
  useEffect(() => {
    const element = host.current;
    const move = (event: Event): void => point.current(event as PointerEvent);
    element?.addEventListener('pointerrawupdate', move);
    return () => element?.removeEventListener('pointerrawupdate', move);
  }, []);

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
    // The browser reports a resting pointer again after changes around it: after Escape no cell is hovered until the
    // pointer moves.
    const rests = event.type === 'pointermove' && !event.movementX && !event.movementY && cell === under.current;
    if (cell === undefined || rests) return;
    const isNew = cell !== under.current && !inspector.shown.peek()?.pinned;
    under.current = cell;
    // Asks the core first: until it answers, only the cell is outlined, then also the linked cells.
    inspector.hover(card, cell);
    if (isNew) painter.current?.light(new Set([cell]), nothing, false);
  }

  function leave(): void {
    under.current = undefined;
    inspector.leave(card);
  }

  function pin(event: MouseEvent): void {
    const cell = live ? painter.current?.cellAt(event) : undefined;
    if (cell !== undefined) inspector.toggle(card, cell);
  }

  // The arrows of a morphism's diagram can be moved. The core refuses arrows of a value that is computed from others.
  const isDiagram = live && picture !== undefined && picture.scene.kind === binding.arrows;
  /** The arrow that the keyboard moves. */
  const taken = useRef<{ cell: number; closed: () => void }>(undefined);
  function letGo(): void {
    taken.current?.closed();
    taken.current = undefined;
  }
  useEffect(() => letGo, []);
  useEffect(() => {
    letGo();
    if (!isDiagram || !host.current) return;
    return dragArrows(host.current, {
      preview: (from, to) => {
        painter.current?.light(new Set(to === undefined || to < 0 ? [from] : [from, to]), nothing, false);
        session.notice.value = to === undefined ? '' : t(to < 0 ? 'arrow.toBase' : 'arrow.toEntry');
      },
      drop: (from, to) => void session.moveArrow(latest.current, from, to),
      end: () => { session.notice.value = ''; },
    });
  }, [isDiagram, binding.id]);

  /** The keys that move an arrow; false for other keys. */
  function moveByKeys(key: string, cell: number): boolean {
    if (key === 'm' || key === 'M') {
      letGo();
      taken.current = { cell, closed: layer(letGo) };
      notify(session, t('arrow.taken'));
    } else if (key === 'Delete' || key === 'Backspace') {
      void session.moveArrow(card, taken.current?.cell ?? cell, -1);
      letGo();
    } else if (key === 'Enter' && taken.current) {
      if (taken.current.cell !== cell) void session.moveArrow(card, taken.current.cell, cell);
      letGo();
    } else {
      return false;
    }
    return true;
  }

  function press(event: KeyboardEvent): void {
    if (!picture || !live || event.altKey || event.ctrlKey || event.metaKey) return;
    const cell = inspector.cellOf(card) ?? firstCell(picture);
    const direction = steps[event.key];
    if (cell === undefined) return;
    if (isDiagram && moveByKeys(event.key, cell)) {
      // The key was handled.
    } else if (direction) {
      const next = inspector.cellOf(card) === undefined ? cell : step(picture, cell, ...direction);
      inspector.walk(card, next);
      painter.current?.show(next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      inspector.toggle(card, cell);
    } else if (event.key === 'g' || event.key === 'G') {
      session.seeking.value = card.key;
      void show('seek');
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
      class={`picture${fitted ? ' fitted' : ''}${live ? '' : ' old'}${isDiagram ? ' diagram' : ''}`}
      tabIndex={0}
      role="application"
      aria-roledescription={t('picture.role')}
      aria-label={t(isDiagram ? 'picture.diagramLabel' : 'picture.label', { name: title })}
      onPointerMove={hover}
      onPointerLeave={leave}
      onClick={pin}
      onKeyDown={press}
      onBlur={() => inspector.leave(card)}
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
