// The dialogs of the page: each is loaded when it is first opened, and only one is open at a time.
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import type { Session } from '../session/session';

export interface DialogProps {
  session: Session;
  close: () => void;
}

const dialogs = {
  gallery: async () => (await import('./gallery')).Gallery,
  atoms: async () => (await import('../atoms/atoms')).Atoms,
  paste: async () => (await import('./paste')).Paste,
  palette: async () => (await import('./palette')).Palette,
  gpu: async () => (await import('../gpu/attach')).Attach,
  shortcuts: async () => (await import('./shortcuts')).Shortcuts,
};

export type DialogName = keyof typeof dialogs;

export const openDialog = signal<{ name: DialogName; Dialog: FunctionComponent<DialogProps> } | undefined>(undefined);

export async function show(name: DialogName): Promise<void> {
  const Dialog = await dialogs[name]();
  openDialog.value = { name, Dialog };
}

export function closeDialog(): void {
  openDialog.value = undefined;
}
