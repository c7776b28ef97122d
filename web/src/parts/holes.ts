// Integers that a pasted text does not tell: the core names them n1, n2, ... and asks for a line that says them.
import type { Diagnostic } from '../core/door';

/** The name that fills the hole that the diagnostic is about. */
export function holeOf({ code, message, hint }: Pick<Diagnostic, 'code' | 'message' | 'hint'>): string | undefined {
  return code === 'unknown_name' && message.startsWith('hole ?') ? /write (\w+) = /.exec(hint)?.[1] : undefined;
}

export function holesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((one) => holeOf(one)).filter((name) => name !== undefined);
}
