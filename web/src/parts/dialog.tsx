// A dialog over the page. Esc, its button and a click outside close it.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
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
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    const typed = releaseKeys();
    const field = document.activeElement;
    if (typed && (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && dialog.current?.contains(field)) {
      field.value = typed;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    const unlist = layer(() => latest.current());
    return () => {
      unlist();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${name}`}
      aria-label={title}
      onClose={close}
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
