// The runs that this browser keeps: lines as the core writes them, in its storage. The core has the table that they make.
import { recall, remember } from '../base/storage';
import type { RanKernel } from '../core/door';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { measurements } from './recorded';

const key = 'stridescope-runs';
/** Where lines go that the core cannot read. */
const unreadKey = 'stridescope-runs-unread';

/** What a runner has answered joins the kept runs. */
export async function keepRun(session: Session, ran: Omit<RanKernel, 'id' | 'date'>, binding: number, result: string): Promise<void> {
  const now = new Date().toISOString();
  await take(session, { run: { ran: { ...ran, id: `${now} ${crypto.randomUUID().slice(0, 8)}`, date: `${now.slice(0, 19)}Z` }, binding, result } });
}

/** The kept runs and the measurements that come with the page are the core's table from then on; why some are not. */
export async function openRuns(session: Session): Promise<string> {
  const refused = await take(session, {});
  for (const file of (await Promise.all([measurements('copies'), measurements('products'), measurements('ladder')])).flat()) await session.ask('take_runs', { measurements: file });
  return refused;
}

/** The newest of this kernel on a GPU, in whichever visit, as the runner's result; empty where there is none. */
export async function newestOf(card: Card, session: Session): Promise<string> {
  if (!recall(key)) return '';
  await take(session, {});
  return (await session.askOf(card, 'recorded', { measurements: '' }))?.answer?.text ?? '';
}

export async function forgetRun(session: Session, id: string): Promise<void> {
  await take(session, { remove: id });
}

/** Other tabs keep runs, too: what is in the storage by now is read before it is replaced. */
async function take(session: Session, more: { run?: { ran: RanKernel; binding: number; result: string }; remove?: string }): Promise<string> {
  const before = recall(key) ?? '';
  const taken = (await session.ask('take_runs', { lines: before, ...more }))?.answer;
  if (!taken) return '';
  if (taken.refused) remember(unreadKey, before);
  if (taken.lines !== before) remember(key, taken.lines);
  return taken.refused;
}
