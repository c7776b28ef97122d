// The entries for a kernel in the files of core/data, each with its device and date.
import type { RunReport } from '../core/door';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { measurements } from './recorded';

/** A runner's answer as unchanged JSON, and the core's report on it. */
export interface Told {
  result: string;
  report: RunReport;
}

export async function recordedOf(card: Card, session: Session): Promise<Told[]> {
  const found: Told[] = [];
  const files = await Promise.all([measurements(card.binding.product ? 'products' : 'copies'), measurements('ladder')]);
  for (const file of files.flat()) {
    const result = (await session.askOf(card, 'recorded', { measurements: file }))?.answer?.text;
    const report = result && await session.runReport(card, result);
    if (report) found.push({ result, report });
  }
  return found;
}

/** A recorded run of the kernel with its texts; undefined without one. */
export async function textsOf(card: Card, session: Session): Promise<string | undefined> {
  for (const file of await measurements('texts')) {
    const result = (await session.askOf(card, 'recorded', { measurements: file }))?.answer?.text;
    if (result) return result;
  }
  return undefined;
}
