// The texts of a kernel side by side, CUDA, PTX and SASS: pointing at a line highlights the corresponding lines of the
// others. The core computes the correspondence (core/runs/kernel_listing.h).
import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { KernelListing, ListedText } from '../core/door';
import type { Reasoned } from '../core/engine';
import { copyText } from '../parts/clipboard';
import { DialogFrame } from '../parts/dialog';
import { show, type DialogProps } from '../parts/dialogs';
import { saveText } from '../parts/save';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { language, t } from '../words/words';
import { latest } from './headline';
import { recordedOf, textsOf } from './recorded_of';
import '../style/listing.css';

interface ListingProps {
  card: Card;
  session: Session;
}

/** The key of the card whose texts have their own dialog. */
const enlarged = signal('');

export function enlargeListing(card: Card): void {
  enlarged.value = card.key;
  void show('listing');
}

export function ListingDialog({ session, close }: DialogProps) {
  const card = session.cards.value.find(({ key }) => key === enlarged.value);
  return (
    <DialogFrame class="listings" title={[card?.binding.name, t('gpu.listing')].filter(Boolean).join(': ')} closeTitle={t('gpu.close')} close={close}>
      {card && <Listing card={card} session={session} />}
    </DialogFrame>
  );
}

/** The listing in a section of the card. */
export function ListingSection({ card, session }: ListingProps) {
  return (
    <Listing card={card} session={session}>
      <button type="button" onClick={() => enlargeListing(card)}>{t('listing.enlarge')}</button>
    </Listing>
  );
}

function Listing({ card, session, children }: ListingProps & { children?: preact.ComponentChildren }) {
  const [made, setMade] = useState<Reasoned<KernelListing>>();
  const kernel = card.binding.text;
  const run = latest.value.get(kernel);
  // The texts of the newest run in this visit; without one those of the recorded run, which lists the missing ones.
  useEffect(() => {
    let current = true;
    async function ask(): Promise<void> {
      const result = run ?? await textsOf(card, session) ?? (await recordedOf(card, session))[0]?.result ?? '';
      const told = await session.ask('listing', { binding: card.stale ? -1 : card.binding.id, result });
      if (current && told) setMade(told);
    }
    void ask();
    return () => {
      current = false;
    };
  }, [kernel, run, card.stale, language.value]);

  async function save(): Promise<void> {
    const text = await session.emit(card, 'cuda_standalone');
    if (text?.answer) saveText(text.answer, `${card.binding.name || 'kernel'}.cu`, 'text/plain');
  }

  if (!made) return null;
  if (!made.answer) return <p class="note">{made.refused}</p>;
  return (
    <Texts listing={made.answer} session={session}>
      {children}
      <button type="button" onClick={() => void save()}>{t('gpu.saveCuda')}</button>
    </Texts>
  );
}

/** A chosen line of the CUDA text, and the text in which it was chosen; another choice is another object. */
interface Kept {
  source: number;
  from: string;
}

function Texts({ listing: { texts, links, missing, origin }, session, children }: { listing: KernelListing; session: Session; children: preact.ComponentChildren }) {
  // The text shown if not all of them fit.
  const [wanted, setWanted] = useState('');
  const [pointed, setPointed] = useState(0);
  const [kept, setKept] = useState<Kept>();
  // Lines of other texts are different lines.
  useEffect(() => setKept(undefined), [texts[0]?.text]);
  const shown = texts.some(({ language: name }) => name === wanted) ? wanted : texts[0]?.language ?? '';
  const lit = pointed || (kept?.source ?? 0);
  return (
    <div class="listing" style={{ '--texts': texts.length }}>
      <div class="gpu-tools">
        {texts.length > 1 && (
          <div class="segmented" role="group" aria-label={t('listing.texts')}>
            {texts.map(({ language: name }) => <button key={name} type="button" aria-pressed={name === shown} onClick={() => setWanted(name)}>{name}</button>)}
          </div>
        )}
        {children}
      </div>
      {missing && <p class="note">{missing}</p>}
      {origin && <p class="note">{origin}</p>}
      <div class="listed-texts">
        {texts.map((text) => (
          <Pane
            key={text.language}
            text={text}
            session={session}
            lit={lit}
            kept={kept}
            shown={text.language === shown}
            point={setPointed}
            keep={(source) => setKept({ source, from: text.language })}
          />
        ))}
      </div>
      {links.length > 0 && <p class="note" role="status">{links.find(({ source }) => source === lit)?.told ?? t('listing.point')}</p>}
    </div>
  );
}

interface PaneProps {
  text: ListedText;
  session: Session;
  /** The line of the CUDA text with highlighted pieces; 0: none. */
  lit: number;
  kept: Kept | undefined;
  shown: boolean;
  point: (source: number) => void;
  keep: (source: number) => void;
}

/** The distance of a key, in lines. */
const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -20, PageDown: 20, Home: -Infinity, End: Infinity };

function Pane({ text: { language: name, text, pieces }, session, lit, kept, shown, point, keep }: PaneProps) {
  const host = useRef<HTMLDivElement>(null);
  /** The line from which keys continue. */
  const [cursor, setCursor] = useState(-1);
  const lines = useMemo(() => text.split('\n').length, [text]);
  useEffect(() => setCursor(-1), [text]);
  const ours = pieces.filter(({ source }) => source === lit);
  const sourceOf = (line: number): number => pieces.find(({ first, lines: many }) => line >= first && line < first + many)?.source ?? 0;
  const sheet = (): DOMRect => host.current!.firstElementChild!.getBoundingClientRect();
  const lineUnder = ({ clientY }: MouseEvent): number => {
    const { top, height } = sheet();
    return Math.min(lines - 1, Math.max(0, Math.floor((clientY - top) * lines / height)));
  };

  /** Scrolls one of the lines into sight; the first line if none is visible. */
  function bring(firsts: readonly number[]): void {
    const { scrollTop, clientHeight } = host.current!;
    const height = sheet().height / lines;
    const [first] = firsts;
    if (first === undefined || firsts.some((line) => line * height >= scrollTop && (line + 1) * height <= scrollTop + clientHeight)) return;
    host.current!.scrollTop = first * height - clientHeight / 3;
  }
  useEffect(() => {
    if (kept && kept.from !== name) bring(pieces.filter(({ source }) => source === kept.source).map(({ first }) => first));
  }, [kept, shown]);

  function press(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // The first key goes to the highlighted line here, or to the first line.
    const next = cursor < 0 ? ours[0]?.first ?? 0 : Math.min(lines - 1, Math.max(0, cursor + step));
    setCursor(next);
    bring([next]);
    keep(sourceOf(next));
  }

  return (
    <section class={shown ? 'listed-pane shown' : 'listed-pane'}>
      <header>
        <h3>{name}</h3>
        {name !== 'CUDA' && !pieces.length && <span class="note">{t('listing.unlinked')}</span>}
        <button type="button" class="link" onClick={() => void copyText(session, text, name)}>{t('listing.copy', { language: name })}</button>
      </header>
      <div
        ref={host}
        class="listed"
        role="group"
        aria-label={name}
        tabIndex={0}
        data-language={name}
        onPointerMove={(event) => point(sourceOf(lineUnder(event)))}
        onPointerLeave={() => point(0)}
        onClick={(event) => {
          const line = lineUnder(event);
          setCursor(line);
          keep(sourceOf(line));
        }}
        onKeyDown={press}
      >
        <div class="sheet">
          {name === 'CUDA' && pieces.map(({ first }) => <i key={first} class="became" style={{ '--first': first }} />)}
          {ours.map(({ first, lines: many }) => <i key={first} class="lit" style={{ '--first': first, '--lines': many }} />)}
          {cursor >= 0 && <i class="cursor" style={{ '--first': cursor }} />}
          {name === 'CUDA' && <pre class="numbers" aria-hidden>{Array.from({ length: lines }, (_, line) => line + 1).join('\n')}</pre>}
          <pre>{text}</pre>
        </div>
      </div>
    </section>
  );
}
