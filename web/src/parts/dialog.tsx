// A dialog over the page. Esc, its button and a click outside close it.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { layer } from './layers';
import { releaseKeys } from './typed_ahead';

interface DialogFrameProps {
  class: string;
  title: string;
  closeTitle: string;
  close: () => void;
  /** Next to the title. */
  tools?: ComponentChildren;
  children: ComponentChildren;
}

export function DialogFrame({ class: name, title, closeTitle, close, tools, children }: DialogFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(close);
  latest.current = close;
  // Together with the dialog: keys that the user types before and after it go where the focus was.
  useLayoutEffect(() => {
    const frame = dialog.current;
    const before = document.activeElement;
    frame?.showModal();
    const typed = releaseKeys();
    const field = document.activeElement;
    if (typed && (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && frame?.contains(field)) {
      field.value = typed;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    const unlist = layer(() => latest.current());
    return () => {
      unlist();
      // The rest of the page takes no focus below an open dialog.
      frame?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${name}`}
      aria-label={title}
      onClose={() => { if (dialog.current) close(); }}
      onClick={(event) => { if (event.target === dialog.current) close(); }}
    >
      <div class="dialog-bar">
        <h2>{title}</h2>
        {tools}
        <button type="button" class="tool close" aria-label={closeTitle} title={closeTitle} onClick={close}>✕</button>
      </div>
      {children}
    </dialog>
  );
}
