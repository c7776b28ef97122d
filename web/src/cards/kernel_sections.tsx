// What a card of a kernel value has beside its picture: its CUDA text, and what a GPU says of it. Loaded when opened.
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { copyText } from '../parts/clipboard';
import { saveText } from '../parts/save';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t } from '../words/words';

interface KernelProps {
  card: Card;
  session: Session;
}

export function isKernel({ binding }: Card): boolean {
  return binding.kernel !== undefined;
}

export function KernelSections({ card, session }: KernelProps) {
  return (
    <>
      <Opened card={card} session={session} name="gpu" title={t('gpu.section')}>{() => <OnGpu card={card} session={session} />}</Opened>
      <Opened card={card} session={session} name="cuda" title={t('gpu.cuda')}>{() => <CudaText card={card} session={session} />}</Opened>
    </>
  );
}

/** What was measured of it, above its picture; it has its line from the start. */
export function KernelHeadline(props: KernelProps) {
  const [View, setView] = useState<FunctionComponent<KernelProps>>();
  useEffect(() => void import('../gpu/headline').then(({ Headline }) => setView(() => Headline)), []);
  return View ? <View {...props} /> : <p class="headline">{'\u00a0'}</p>;
}

function Opened({ card, session, name, title, children }: KernelProps & { name: string; title: string; children: () => preact.ComponentChildren }) {
  const place = `${card.key} ${name}`;
  const [open, setOpen] = useState(session.opened.has(place));
  function toggle(isOpen: boolean): void {
    session.opened[isOpen ? 'add' : 'delete'](place);
    setOpen(isOpen);
  }
  return (
    <details class={`section ${name}`} open={open} onToggle={(event) => toggle(event.currentTarget.open)}>
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

function CudaText({ card, session }: KernelProps) {
  const [cuda, setCuda] = useState<{ text: string; refused: boolean }>();
  useEffect(() => {
    let current = true;
    void session.emit(card, 'cuda').then((made) => {
      if (current && made) setCuda({ text: made.answer ?? made.refused ?? '', refused: made.answer === undefined });
    });
    return () => {
      current = false;
    };
  }, [card.binding.text, card.stale]);

  async function save(): Promise<void> {
    const made = await session.emit(card, 'cuda_standalone');
    if (made?.answer) saveText(made.answer, `${card.binding.name || 'kernel'}.cu`, 'text/plain');
  }

  if (!cuda) return null;
  if (cuda.refused) return <p class="note">{cuda.text}</p>;
  return (
    <div class="cuda-text">
      <div class="gpu-tools">
        <button type="button" onClick={() => void copyText(session, cuda.text, t('gpu.cuda'))}>{t('gpu.copyCuda')}</button>
        <button type="button" onClick={() => void save()}>{t('gpu.saveCuda')}</button>
      </div>
      <pre tabIndex={0} aria-label={t('gpu.cuda')}>{cuda.text}</pre>
    </div>
  );
}
