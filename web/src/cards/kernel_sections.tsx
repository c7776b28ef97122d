// Sections of a kernel's card next to its picture: measurements, and its texts. Loaded when opened.
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { bringIntoSight } from '../parts/into_sight';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t } from '../words/words';

interface KernelProps {
  card: Card;
  session: Session;
}

/** A large window has room below the picture of a kernel for the results of a GPU. */
const roomy = matchMedia('(min-width: 1900px) and (min-height: 1000px)');

export function isKernel({ binding }: Card): boolean {
  return binding.kernel !== undefined;
}

export function KernelSections({ card, session }: KernelProps) {
  return (
    <>
      <button type="button" class="ask-details" onClick={() => void import('../machine/card_kernel').then(({ stepThrough }) => stepThrough(session, card))}>{t('machine.step')}</button>
      <Opened card={card} session={session} name="gpu" title={t('gpu.section')} wide>{() => <OnGpu card={card} session={session} />}</Opened>
      <Opened card={card} session={session} name="cuda" title={t('gpu.listing')}>{() => <Texts card={card} session={session} />}</Opened>
    </>
  );
}

export function CodeSection({ card, session }: KernelProps) {
  return <Opened card={card} session={session} name="code" title={t('code.section')}>{() => <Code card={card} session={session} />}</Opened>;
}

/** The measured result, above the picture; its line is reserved from the start. */
export function KernelHeadline(props: KernelProps) {
  const [View, setView] = useState<FunctionComponent<KernelProps>>();
  useEffect(() => void import('../gpu/headline').then(({ Headline }) => setView(() => Headline)), []);
  return View ? <View {...props} /> : <p class="headline">{'\u00a0'}</p>;
}

interface OpenedProps extends KernelProps {
  name: string;
  title: string;
  /** On the stage of a large screen it is open until the user closes it. */
  wide?: boolean;
  children: () => preact.ComponentChildren;
}

function Opened({ card, session, name, title, wide = false, children }: OpenedProps) {
  const place = `${card.key} ${name}`;
  const [open, setOpen] = useState(session.opened.get(place) ?? (wide && card.place === 'stage' && roomy.matches));
  function toggle(details: HTMLDetailsElement): void {
    const isOpen = details.open;
    if (isOpen === open) return;
    if (isOpen) bringIntoSight(() => [details]);
    session.opened.set(place, isOpen);
    setOpen(isOpen);
  }
  return (
    <details class={`section ${name}`} open={open} onToggle={(event) => toggle(event.currentTarget)}>
      <summary>{title}</summary>
      {open && children()}
    </details>
  );
}

function OnGpu(props: KernelProps) {
  const [View, setView] = useState<FunctionComponent<KernelProps>>();
  useEffect(() => void import('../gpu/kernel_view').then(({ KernelView }) => setView(() => KernelView)), []);
  return View ? <View {...props} /> : null;
}

function Texts(props: KernelProps) {
  const [View, setView] = useState<FunctionComponent<KernelProps>>();
  useEffect(() => void import('../gpu/listing_view').then(({ ListingSection }) => setView(() => ListingSection)), []);
  return View ? <View {...props} /> : null;
}

function Code(props: KernelProps) {
  const [View, setView] = useState<FunctionComponent<KernelProps>>();
  useEffect(() => void import('../gpu/compared_code').then(({ ComparedCode }) => setView(() => ComparedCode)), []);
  return View ? <View {...props} /> : null;
}
