// A kernel of a card in the machine: its PTX is kept if the kernel is one of the gallery's, or comes with a run of this
// visit; otherwise the dialog has the commands that make it.
import type { TensorMapForm } from '../core/door';
import { latest } from '../gpu/headline';
import { show } from '../parts/dialogs';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { keptPtx } from './kept';
import { askFor, openPtx } from './machine';

/** The fields of `cuda_json` that a launch needs. */
interface KernelText {
  name: string;
  text: string;
  blocks: number;
  threads: number;
  shared_bytes: number;
  maps: TensorMapForm[];
  tensors: string[];
  tiles: string[];
}

/** The PTX that a runner has compiled for this kernel. */
async function compiledPtx(card: Card, session: Session): Promise<string | undefined> {
  const result = latest.value.get(card.binding.text);
  if (!result || card.stale) return undefined;
  const listing = await session.ask('listing', { binding: card.binding.id, result });
  return listing?.answer?.texts.find(({ language }) => language === 'PTX')?.text;
}

export async function stepThrough(session: Session, card: Card): Promise<void> {
  const made = await session.emit(card, 'cuda_json');
  if (!made?.answer) {
    session.problem.value = made?.refused ?? '';
    return;
  }
  const { text, blocks, threads, shared_bytes: shared, maps, tensors, tiles } = JSON.parse(made.answer) as KernelText;
  const ptx = await keptPtx(text) ?? await compiledPtx(card, session);
  if (ptx) void openPtx(card.binding.name, ptx, { grid: [blocks], block: [threads], shared, maps, tensors, tiles });
  else askFor(card.binding.name, text);
  await show('machine');
}
