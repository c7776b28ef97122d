// The first visit: one matrix in shared memory and a bank conflict, which a click fixes. A beginner sees no checks and no
// numbers of a value until asking for them; the choice is stored in this browser.
import { signal } from '@preact/signals';
import { recall, remember } from '../base/storage';
import { t } from '../words/words';
import type { Opened } from './session';

const key = 'stridescope-details';

/** Cards show the checks of their values and their properties. */
export const details = signal(recall(key) !== 'hidden');

export function showDetails(on: boolean): void {
  details.value = on;
  remember(key, on ? 'shown' : 'hidden');
}

/** Without a choice a visit begins without details. */
export function beginPlainly(): void {
  if (recall(key) === undefined) showDetails(false);
}

/** 32 threads read a column of the matrix: all of it is in one bank, or the swizzle spreads it. */
export function firstProgram(swizzled = false): Opened {
  return { program: t(swizzled ? 'welcome.swizzled' : 'welcome.shared'), mode: 'teaching' };
}
