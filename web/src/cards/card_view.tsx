// A card shows a value's name, its operands, its printed form, its facts, and its picture: everything on the stage and
// on an expanded card, the picture alone next to the stage, and a line or a chip if that suffices.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { copyText } from '../parts/clipboard';
import { EnlargeIcon, ExpandIcon, PinIcon } from '../parts/icons';
import { svgWidth } from '../pictures/svg_painter';
import type { Card } from '../session/cards';
import { place as lesson } from '../session/course';
import { details, showDetails } from '../session/first_visit';
import type { Session } from '../session/session';
import { t } from '../words/words';
import { AnalysisView, ElementType } from './analysis_view';
import { Begun, begins, Told } from './begun';
import { handle, landing, target } from './card_drag';
import { CopyMenu } from './copy_menu';
import { Derivation } from './derivation';
import { CodeSection, KernelHeadline, KernelSections, isKernel } from './kernel_sections';
import { Miniature } from './miniature';
import { PictureView } from './picture';
import { Player } from './player';
import { Section } from './section';
import { SliceSliders } from './slice_sliders';
import { Swizzles } from './swizzles';
import { ToldRows } from './told_rows';
import { Verdicts } from './verdicts';
import { ViewSwitch } from './view_switch';

export function CardView({ card, session }: { card: Card; session: Session }) {
  const { binding, place, pinned, expanded } = card;
  const [from, to] = binding.span;
  const current = session.caret.value >= from && session.caret.value <= to && !card.stale;
  const painted = card.picture && !card.picture.svg;
  const isNumber = place === 'chip' || place === 'number';
  const whole = place === 'stage' || (!isNumber && (pinned || expanded));
  const form = place === 'stage' ? 'staged' : whole ? 'whole' : place === 'operand' ? 'small' : isNumber ? 'chip' : place;
  const lands = landing.value?.key === card.key && (place === 'stage' ? 'lands-on' : landing.value.after ? 'lands-after' : 'lands-before');
  const classes = ['card', form, !binding.views.length && 'plain', painted && 'painted', current && 'current', card.stale && 'stale', lands].filter(Boolean).join(' ');
  return (
    <article class={classes} data-card={card.key} style={{ '--natural': `${naturalWidth(card)}px` }} {...target(session, card)} {...byShift(session, card)}>
      <CardHeader card={card} session={session}>
        {!isNumber && <CardActions card={card} session={session} />}
      </CardHeader>
      {whole && <Whole card={card} session={session} />}
      {form === 'small' && <Glimpse card={card} session={session} />}
      {place === 'number' && !card.stale && <Told card={card} session={session} />}
      {form === 'chip' && binding.noPicture && <p class="note">{binding.noPicture}</p>}
    </article>
  );
}

/** Shift and a click anywhere on a card selects it for a comparison, and selects no text. */
function byShift(session: Session, card: Card) {
  return {
    onMouseDown: (event: MouseEvent) => { if (event.shiftKey) event.preventDefault(); },
    onClickCapture: (event: MouseEvent) => {
      if (!event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      void session.compare(card);
    },
  };
}

/** The picture, and the core's description of the inspected cell; the rest appears when the card is expanded. */
function Glimpse({ card, session }: { card: Card; session: Session }) {
  const { binding, picture } = card;
  // A slice is not the whole value.
  const slices = picture?.scene.played ? [] : picture?.scene.slices.filter(({ size }) => size > 1) ?? [];
  return (
    <>
      <Verdicts card={card} session={session} />
      {binding.views.length > 0 && <div class="figure"><PictureView card={card} session={session} fitted /></div>}
      {slices.length > 0 && <p class="note">{slices.map(({ title, value, size }) => `${title}: ${value} / ${size}`).join(', ')}</p>}
      {!picture?.ids.length && picture?.scene.note && <p class="note">{picture.scene.note}</p>}
      {binding.noPicture && <p class="note">{binding.noPicture}</p>}
      {binding.views.length > 0 && <Readout card={card} session={session} />}
    </>
  );
}

function Whole({ card, session }: { card: Card; session: Session }) {
  return (
    <>
      <Verdicts card={card} session={session} />
      {isKernel(card) && <KernelHeadline card={card} session={session} />}
      <CardBody card={card} session={session} fitted={card.place === 'stage'} />
      <div class="more">
        {!details.value && <button type="button" class="ask-details" onClick={() => showDetails(true)}>{t('details.show')}</button>}
        <Section card={card} session={session} kind="swizzles" title={t('swizzles')}>
          {(trials) => <Swizzles trials={trials} session={session} />}
        </Section>
        {isKernel(card) && <KernelSections card={card} session={session} />}
        {card.binding.comparesKernels && <CodeSection card={card} session={session} />}
        {begins(card, session)
          ? <Begun key={card.key} card={card} session={session} title={t('derivation')}>{(step) => <Derivation step={step} card={card} session={session} />}</Begun>
          : (
            <Section card={card} session={session} kind="derivation" title={t('derivation')}>
              {(step) => <Derivation step={step} card={card} session={session} />}
            </Section>
          )}
        <Section
          card={card}
          session={session}
          kind="analysis"
          title={t('analysis')}
          tools={<ElementType session={session} />}
        >
          {(analysis) => <AnalysisView analysis={analysis} />}
        </Section>
      </div>
    </>
  );
}

interface CardHeaderProps {
  card: Card;
  session: Session;
  children?: preact.ComponentChildren;
}

export function CardHeader({ card, session, children }: CardHeaderProps) {
  const { binding, stale, place, taken, expanded, pinned } = card;
  const { name, source } = binding;
  const whole = place === 'stage' || expanded || pinned;
  const text = whole ? binding.text : binding.brief ?? binding.text;
  const plain = source.replaceAll(' ', '') === text.replaceAll(' ', '');
  // A picture of fields contains them already.
  const rows = whole && labelOf(card) === 'field' ? binding.rows?.filter(({ name }) => !name) : binding.rows;
  const isPlain = !details.value && !lesson.value;
  const told = place !== 'row' && (whole || !binding.views.length) ? rows : undefined;
  const lines = told !== undefined || text.includes('\n');
  return (
    <header>
      {children && <div class="actions">{children}</div>}
      <h2>
        <button
          type="button"
          title={t('card.show')}
          {...handle(session, card)}
          onClick={() => { session.reveal.value = { span: binding.span }; }}
        >
          {name || source}
        </button>
        {taken && <span class="last">{t('card.taken')}</span>}
        {stale && <span class="last">{t('card.last')}</span>}
        {name && !plain && <span class="source"> = {source}</span>}
      </h2>
      {/* The title of a value without a name is its source: it has been read already. */}
      {(name || !plain || lines) && (
        <Printed session={session} cute={binding.cute} subject={lines ? name || source : binding.cute} lines={lines} folds={lines && whole}>
          {told ? <ToldRows rows={isPlain ? told.filter(({ detail }) => !detail) : told} /> : text}
        </Printed>
      )}
    </header>
  );
}

interface PrintedProps {
  session: Session;
  cute: string;
  /** The copied thing, in the notice. */
  subject: string;
  lines: boolean;
  /** A button shows the lines that have no room. */
  folds: boolean;
  children: preact.ComponentChildren;
}

/** The printed form; a click copies it. Lines beyond their room are below a shade. */
function Printed({ session, cute, subject, lines, folds, children }: PrintedProps) {
  const text = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [hides, setHides] = useState(false);
  useLayoutEffect(() => {
    if (!folds) return undefined;
    const sizes = new ResizeObserver(() => {
      const { scrollHeight, clientHeight } = text.current!;
      setHides(scrollHeight > clientHeight + 2);
    });
    sizes.observe(text.current!);
    return () => sizes.disconnect();
  }, [folds, cute]);
  return (
    <>
      <button
        ref={text}
        type="button"
        class={['printed', lines && 'lines', open && 'open'].filter(Boolean).join(' ')}
        title={t('card.copyPrinted')}
        onClick={() => copyText(session, cute, subject)}
      >
        {children}
      </button>
      {folds && (hides || open) && (
        <button type="button" class="all-lines" aria-expanded={open} onClick={() => setOpen(!open)}>{t(open ? 'card.fewerLines' : 'card.allLines')}</button>
      )}
    </>
  );
}

/** The property in the cells: the chosen one, otherwise the first of the picture. */
function labelOf({ binding: { views }, shown }: Card): string | undefined {
  return shown.label || views.find(({ kind }) => kind === shown.kind)?.labels[0]?.word;
}

function CardActions({ card, session }: { card: Card; session: Session }) {
  const { binding, key, pinned, place, expanded } = card;
  const name = binding.name || binding.source;
  const expand = t(expanded ? 'card.collapse' : 'card.expand', { name });
  const pin = t(pinned ? 'card.unpin' : 'card.pin', { name });
  const enlarge = t('card.enlarge', { name });
  return (
    <>
      {place !== 'stage' && !pinned && (
        <button type="button" class="tool expand" title={expand} aria-label={expand} aria-expanded={expanded} onClick={() => session.expand(card, !expanded)}>
          <ExpandIcon />
        </button>
      )}
      <button type="button" class="tool pin" title={pin} aria-label={pin} aria-pressed={pinned} onClick={() => session.pin(card, !pinned)}>
        <PinIcon />
      </button>
      {binding.views.length > 0 && (
        <button type="button" class="tool enlarge" title={enlarge} aria-label={enlarge} onClick={() => { session.stage.value = [key]; }}>
          <EnlargeIcon />
        </button>
      )}
      <CopyMenu card={card} session={session} />
    </>
  );
}

/** The picture with all of its parts; `fitted`: it fills the available area, and is visible as a whole. */
export function CardBody({ card, session, fitted = false }: { card: Card; session: Session; fitted?: boolean }) {
  const { binding, picture } = card;
  const hasPicture = binding.views.length > 0;
  return (
    <>
      <Properties card={card} />
      <div class="viewing">
        <ViewSwitch card={card} session={session} />
        <Operands card={card} session={session} />
      </div>
      <div class="body">
        {hasPicture && (
          <div class={picture?.svg ? 'figure' : 'figure large'}>
            <PictureView card={card} session={session} fitted={fitted} />
            {picture?.scene.played && <Player card={card} session={session} />}
            <SliceSliders card={card} session={session} />
            {picture?.scene.note && <p class="note">{picture.scene.note}</p>}
          </div>
        )}
        {binding.noPicture && <p class="note">{binding.noPicture}</p>}
        <Legend card={card} />
        {isKernel(card) && fitted && <Miniature card={card} session={session} />}
      </div>
      {hasPicture && <Readout card={card} session={session} />}
    </>
  );
}

/** An operation is shown next to its operands: the path of a cell leads through all of them. */
function Operands({ card, session }: { card: Card; session: Session }) {
  const { uses, views } = card.binding;
  if (card.stale || !views.length || !uses.length || session.stage.value.length) return null;
  const operands = uses.map((id) => session.cards.value.find(({ binding, stale }) => binding.id === id && !stale))
    .filter((one) => one !== undefined && one.binding.views.length > 0) as Card[];
  if (!operands.length) return null;
  const names = operands.map(({ binding }) => binding.name || binding.source).join(', ');
  return (
    <button
      type="button"
      class="operands"
      title={t('card.operandsTitle')}
      onClick={() => { session.stage.value = [...operands.map(({ key }) => key).reverse(), card.key]; }}
    >
      {t('card.operands', { names })}
    </button>
  );
}

function naturalWidth({ picture }: Card): number {
  if (!picture) return 0;
  return picture.svg ? svgWidth(picture.svg) : picture.width ?? 0;
}

function Properties({ card }: { card: Card }) {
  const { properties } = card.binding;
  if (!properties.length || !details.value) return null;
  return (
    <dl class="properties">
      {properties.map(({ name, value }) => (
        <div key={name}>
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
            <i class={mark} style={color < 0 ? undefined : { '--class': `var(--ss-c${color})` }} />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The core's description of the inspected cell. Its space is reserved even if it is empty: hovering moves nothing. */
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
