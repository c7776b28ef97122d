// A card says what a value is called and was made from, how it prints, what is true of it, and shows it.
import { paletteSize } from '../core/contract';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { copyText } from '../page/clipboard';
import { AnalysisView } from './analysis_view';
import { canvasWidth } from './canvas_painter';
import { CopyMenu } from './copy_menu';
import { Derivation } from './derivation';
import { PictureView } from './picture';
import { Section } from './section';
import { SliceSliders } from './slice_sliders';
import { svgWidth } from './svg_painter';
import { Verdicts } from './verdicts';
import { ViewSwitch } from './view_switch';

/** Properties longer than this take a row of their own. */
const longValue = 6;

export function CardView({ card, session }: { card: Card; session: Session }) {
  const { binding, picture } = card;
  const { name, source, text } = binding;
  const plain = source.replaceAll(' ', '') === text.replaceAll(' ', '');
  const [from, to] = binding.span;
  const current = session.caret.value >= from && session.caret.value <= to && !card.stale;
  const classes = ['card', !binding.views.length && 'plain', current && 'current', card.stale && 'stale'].filter(Boolean).join(' ');
  return (
    <article class={classes} data-card={card.key} style={{ '--natural': `${naturalWidth(card)}px` }}>
      <header>
        <h2>
          <button type="button" title="Show in the program" onClick={() => { session.reveal.value = { span: binding.span }; }}>
            {name || source}
          </button>
          {name && !plain && <span class="source"> = {source}</span>}
        </h2>
        <button
          type="button"
          class="printed"
          title="Copy as CuTe prints it"
          onClick={() => copyText(session, binding.cute)}
        >
          {text}
        </button>
        <CopyMenu card={card} session={session} />
      </header>
      <Verdicts card={card} session={session} />
      <ViewSwitch card={card} session={session} />
      <div class="body">
        {binding.views.length > 0 && (
          <div class={picture?.svg ? 'figure' : 'figure large'}>
            <PictureView card={card} session={session} />
            <SliceSliders card={card} session={session} />
            {picture?.scene.note && <p class="note">{picture.scene.note}</p>}
          </div>
        )}
        <div class="side">
          <Properties card={card} />
          <Legend card={card} />
        </div>
      </div>
      {binding.views.length > 0 && <Readout card={card} session={session} />}
      <div class="more">
        <Section card={card} session={session} question="explain" title="How it comes about">
          {(step) => <Derivation step={step} />}
        </Section>
        <Section card={card} session={session} question="analyze" title="As a function">
          {(analysis) => <AnalysisView analysis={analysis} />}
        </Section>
      </div>
    </article>
  );
}

function naturalWidth({ picture }: Card): number {
  if (!picture) return 0;
  return picture.svg ? svgWidth(picture.svg) : canvasWidth(picture.scene);
}

function Properties({ card }: { card: Card }) {
  const { properties } = card.binding;
  if (!properties.length) return null;
  return (
    <dl class="properties">
      {properties.map(({ name, value }) => (
        <div key={name} class={value.length > longValue ? 'long' : ''}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Legend({ card }: { card: Card }) {
  const { title = '', legend = [] } = card.picture?.scene ?? {};
  if (!title && !legend.length) return null;
  return (
    <div class="legend">
      <p>{title}</p>
      <ul>
        {legend.map(({ color, label, mark }, index) => (
          <li key={index}>
            <i class={`${mark} ${color < 0 ? 'blank' : `c${color % paletteSize}`}`} />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the core says of the cell looked at. It has its place also while it is empty: hover moves nothing. */
function Readout({ card, session }: { card: Card; session: Session }) {
  const described = card.stale ? undefined : session.inspector.shown.value?.described.get(card.binding.id);
  return (
    <dl class="readout" aria-hidden={!described}>
      {described?.rows.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
