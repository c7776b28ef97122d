// A button that opens a list, which is made when it is first opened: each card has one, and a keystroke renders them all.
// Esc, a choice, or a click elsewhere closes it.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { layer } from './layers';

interface MenuProps {
  label: ComponentChildren;
  title: string;
  class?: string;
  /** Several things are chosen: a choice leaves it open. */
  stays?: boolean;
  children: () => ComponentChildren;
}

export function Menu({ label, title, class: name = '', stays = false, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);

  function close(): void {
    if (details.current) details.current.open = false;
  }

  useEffect(() => {
    if (!open) return;
    function closeOutside(event: Event): void {
      const { target } = event;
      const { current } = details;
      // A press between the things in the list gives the focus to what is around it, such as a dialog.
      const around = event.type === 'focusin' && target instanceof Node && target.contains(current);
      if (target instanceof Node && !current?.contains(target) && !around) close();
    }
    addEventListener('pointerdown', closeOutside);
    addEventListener('focusin', closeOutside);
    const closed = layer(() => {
      close();
      details.current?.querySelector('summary')?.focus();
    });
    return () => {
      closed();
      removeEventListener('pointerdown', closeOutside);
      removeEventListener('focusin', closeOutside);
    };
  }, [open]);

  return (
    <details ref={details} class={`menu ${name}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary title={title} aria-label={title}>{label}</summary>
      {open && <div class="menu-list" onClick={stays ? undefined : close}>{children()}</div>}
    </details>
  );
}
