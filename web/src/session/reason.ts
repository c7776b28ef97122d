// The reason of a failure of the core, in words: a trap, a time limit, a part that could not be loaded.
import { LoadError, TimeLimitError } from '../core/client';
import type { Diagnostic } from '../core/door';
import { TrapError } from '../core/gate';
import { t } from '../words/words';

export function explanation(error: unknown): string {
  const message = reasonOf(error);
  return t(error instanceof LoadError ? 'problem.load' : error instanceof TimeLimitError ? 'problem.stopped' : 'problem.failed', { message });
}

export function reasonOf(error: unknown): string {
  if (error instanceof TimeLimitError) return lateness(error);
  return TrapError.read(error)?.reason ?? (error instanceof Error ? error.message : String(error));
}

export function lateness({ milliseconds }: TimeLimitError): string {
  return t('problem.late', { seconds: milliseconds / 1000 });
}

/** The texts that fix an error, each with the words of its button. */
export function fixesOf({ replacement, alternatives = [], hole, span: [from, to] }: Diagnostic): { text: string; words: string }[] {
  if (!replacement || hole) return [];
  return [replacement, ...alternatives].map((text) => {
    const brief = text.trim();
    return { text, words: brief ? t(from === to ? 'mend.insert' : 'mend', { text: brief }) : t('mend.remove') };
  });
}
