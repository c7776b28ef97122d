// A button that opens a list, which is made when it is first opened: each card has one, and a keystroke renders them all.
// Esc, a choice, or a click elsewhere closes it.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface MenuProps {
  label: ComponentChildren;
  title: string;
  class?: string;
  children: () => ComponentChildren;
}

export function Menu({ label, title, class: name = '', children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);

  function close(): void {
    if (details.current) details.current.open = false;
  }

  useEffect(() => {
    if (!open) return;
    function closeOutside(event: Event): void {
      if (event.target instanceof Node && !details.current?.contains(event.target)) close();
    }
    addEventListener('pointerdown', closeOutside);
    addEventListener('focusin', closeOutside);
    return () => {
      removeEventListener('pointerdown', closeOutside);
      removeEventListener('focusin', closeOutside);
    };
  }, [open]);

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !details.current?.open) return;
    event.stopPropagation();
    close();
    details.current.querySelector('summary')?.focus();
  }

  return (
    <details ref={details} class={`menu ${name}`} onKeyDown={press} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary title={title} aria-label={title}>{label}</summary>
      {open && <div class="menu-list" onClick={close}>{children()}</div>}
    </details>
  );
}
