// The picture of who waits for whom, made by the core. Sentences about the span under the pointer are below it; a click
// goes to its instant.
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../words/words';
import { act, askWaits, busy, state, view, waits } from './machine';

const spanOf = (target: EventTarget | null): number => {
  const element = target instanceof Element ? target.closest('[data-span]') : null;
  return element ? Number(element.getAttribute('data-span')) : -1;
};

export function Waits() {
  const [at, setAt] = useState(-1);
  const shown = waits.value;
  const picture = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!waits.peek()) void askWaits(0, 0);
  }, []);
  // The span is marked; the keyboard's is in sight.
  useEffect(() => {
    const marked = picture.current?.querySelector(`[data-span="${at}"]`);
    marked?.setAttribute('data-at', '');
    if (picture.current?.matches(':focus')) marked?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return () => marked?.removeAttribute('data-at');
  }, [at, shown]);
  if (!shown) return <div class="machine-waits" aria-busy={busy.value}>{busy.value && <p class="note">{t('machine.running')}</p>}</div>;
  const { chart, svg } = shown;
  const { iteration, iterations, allIterations } = chart;
  const span = chart.spans[at];
  function go(index: number): void {
    const wanted = chart.spans[index];
    if (!wanted || !state.peek()) return;
    view.value = 'state';
    void act({ warp: wanted.warp, instant: wanted.instant });
  }
  // The keyboard goes from span to span.
  function press(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) setAt(Math.min(Math.max(at + step, 0), chart.spans.length - 1));
    else if (event.key === 'Enter') go(at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div class="machine-waits">
      <header>
        <h3>{t('machine.whoWaits')}</h3>
        {allIterations > 1 && <span class="note">{t('machine.iterations', { first: iteration, last: iteration + iterations - 1, count: allIterations })}</span>}
        {iterations < allIterations && <>
          <button type="button" disabled={iteration === 0} onClick={() => void askWaits(Math.max(iteration - iterations, 0), iterations)}>{t('machine.earlier')}</button>
          <button type="button" disabled={iteration + iterations >= allIterations} onClick={() => void askWaits(iteration + iterations, 0)}>{t('machine.later')}</button>
          <label class="line"><span>{t('machine.from')}</span><input type="number" min={0} max={allIterations - 1} value={iteration} onChange={(event) => void askWaits(Number(event.currentTarget.value), 0)} /></label>
        </>}
      </header>
      <div
        class="waits-scroll"
        ref={picture}
        tabIndex={0}
        role="application"
        aria-label={t('machine.whoWaits')}
        onKeyDown={press}
        onPointerMove={(event) => setAt(spanOf(event.target))}
        onClick={(event) => go(spanOf(event.target))}
        dangerouslySetInnerHTML={{ __html: svg.replace(/<style>.*?<\/style>/s, '') }}
      />
      <div class="waits-told" role="status">
        {span ? span.about.map((sentence, index) => <p key={index}>{sentence}</p>) : <p class="note">{t('machine.waitsHint')}</p>}
      </div>
    </div>
  );
}
