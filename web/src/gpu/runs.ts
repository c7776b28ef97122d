// The runs that this browser stores: lines written by the core. The core makes the table from them.
import { recall, remember } from '../base/storage';
import type { RanKernel } from '../core/door';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { measurements } from './recorded';

const key = 'stridescope-runs';
/** Storage for lines that the core cannot read. */
const unreadKey = 'stridescope-runs-unread';

/** Adds a runner's answer to the stored runs. */
export async function keepRun(session: Session, ran: Omit<RanKernel, 'id' | 'date'>, binding: number, result: string): Promise<void> {
  const now = new Date().toISOString();
  await take(session, { run: { ran: { ...ran, id: `${now} ${crypto.randomUUID().slice(0, 8)}`, date: `${now.slice(0, 19)}Z` }, binding, result } });
}

/** Loads the stored runs and the measurements included in the page into the core's table; returns the reason why some cannot be read. */
export async function openRuns(session: Session): Promise<string> {
  const refused = await take(session, {});
  for (const file of (await Promise.all([measurements('copies'), measurements('products'), measurements('ladder')])).flat()) await session.ask('take_runs', { measurements: file });
  return refused;
}

/** The newest run of this kernel on a GPU, in any visit, as the runner's result; empty without one. */
export async function newestOf(card: Card, session: Session): Promise<string> {
  if (!recall(key)) return '';
  await take(session, {});
  return (await session.askOf(card, 'recorded', { measurements: '' }))?.answer?.text ?? '';
}

export async function forgetRun(session: Session, id: string): Promise<void> {
  await take(session, { remove: id });
}

/** Other tabs store runs, too: the current storage is read before it is replaced. */
async function take(session: Session, more: { run?: { ran: RanKernel; binding: number; result: string }; remove?: string }): Promise<string> {
  const before = recall(key) ?? '';
  const taken = (await session.ask('take_runs', { lines: before, ...more }))?.answer;
  if (!taken) return '';
  if (taken.refused) remember(unreadKey, before);
  if (taken.lines !== before) remember(key, taken.lines);
  return taken.refused;
}
