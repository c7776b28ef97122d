// The open dialog: one at a time. `offerDialogs` registers the contents of each name when the page starts, so that any
// button can open it.
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import type { Session } from '../session/session';
import { holdKeys, releaseKeys } from './typed_ahead';

export interface DialogProps {
  session: Session;
  close: () => void;
}

export type DialogName = 'learn' | 'file' | 'reference' | 'gallery' | 'atoms' | 'questions' | 'paste' | 'palette' | 'gpu' | 'runs' | 'listing' | 'exercises' | 'shortcuts' | 'seek' | 'machine';

/** Loads each dialog when it is first opened. */
type Dialogs = Record<DialogName, () => Promise<FunctionComponent<DialogProps>>>;

let dialogs: Dialogs | undefined;

export function offerDialogs(offered: Dialogs): void {
  dialogs = offered;
}

export const openDialog = signal<{ name: DialogName; Dialog: FunctionComponent<DialogProps> } | undefined>(undefined);

/** Opens a dialog. Keys that are typed until it is there go to its field (DialogFrame). */
export async function show(name: DialogName): Promise<void> {
  if (openDialog.value?.name !== name) holdKeys();
  try {
    const Dialog = await dialogs?.[name]();
    if (Dialog) openDialog.value = { name, Dialog };
    else releaseKeys();
  } catch (refused) {
    releaseKeys();
    throw refused;
  }
}

export function closeDialog(): void {
  openDialog.value = undefined;
}
