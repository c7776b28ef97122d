// The main measured number of a kernel, above its picture: of the newest run in this visit, otherwise of the newest
// stored run, otherwise the recorded one. Loaded for a visible kernel.
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { RunReport } from '../core/door';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { language, t } from '../words/words';
import { recordedOf } from './recorded_of';
import { newestOf } from './runs';

/** The newest run of each kernel, by its printed value: a runner's result, as unchanged JSON. */
export const latest = signal<ReadonlyMap<string, string>>(new Map());

export function noteRun(kernel: string, result: string): void {
  latest.value = new Map(latest.value).set(kernel, result);
}

export function Headline({ card, session }: { card: Card; session: Session }) {
  const [report, setReport] = useState<RunReport>();
  // True until it is known whether there is a run.
  const [asking, setAsking] = useState(true);
  const kernel = card.binding.text;
  const run = latest.value.get(kernel);
  useEffect(() => {
    let current = true;
    async function newest(): Promise<RunReport | undefined> {
      const result = run ?? await newestOf(card, session);
      return result ? session.runReport(card, result) : (await recordedOf(card, session))[0]?.report;
    }
    void newest().then((found) => {
      if (!current) return;
      setReport(found);
      setAsking(false);
    });
    return () => {
      current = false;
    };
  }, [kernel, run, card.stale, language.value]);
  const line = report?.headline;
  return <p class={line ? `headline ${report.verdict === 'wrong' ? 'wrong' : 'told'}` : 'headline'}>{line || (asking ? '\u00a0' : t('gpu.notMeasured'))}</p>;
}
