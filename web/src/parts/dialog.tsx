// A dialog over the page. Esc, its button and a click outside close it.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { layer } from './layers';
import { releaseKeys } from './typed_ahead';

/**
 * Focuses the field that the dialog names or its picture, else its first field, its main button or its first button. True
 * if there is one.
 */
function focusFirst(frame: HTMLElement): boolean {
  // On a touch screen a keyboard would cover the contents.
  const field = matchMedia('(pointer: coarse)').matches ? 'select:enabled' : ':is(input, select, textarea):enabled';
  const wanted = ['[autofocus], .stage-cards .picture', field, 'button.primary:enabled', 'button:not(.close):enabled, summary'];
  const first = wanted.map((one) => frame.querySelector<HTMLElement>(one)).find((one) => one !== null);
  first?.focus();
  return first !== undefined;
}

/** As `focusFirst`, also if the contents arrive later and the user has not moved the focus; returns how to stop waiting. */
function focusWhenThere(frame: HTMLElement): () => void {
  const arrivals = new MutationObserver(() => {
    if (document.activeElement !== frame || focusFirst(frame)) arrivals.disconnect();
  });
  if (!focusFirst(frame)) {
    frame.focus();
    arrivals.observe(frame, { childList: true, subtree: true });
  }
  return () => arrivals.disconnect();
}

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
    const arrived = frame ? focusWhenThere(frame) : undefined;
    const typed = releaseKeys();
    const field = document.activeElement;
    if (typed && (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && frame?.contains(field)) {
      field.value = typed;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    const unlist = layer(() => latest.current());
    return () => {
      arrived?.();
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
      tabIndex={-1}
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
