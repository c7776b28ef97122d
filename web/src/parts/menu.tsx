// A button that opens a list, which is made when it is first opened: each card has one, and a keystroke renders them all.
// Esc, a choice, or a click elsewhere closes it.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { layer } from './layers';

interface MenuProps {
  label: ComponentChildren;
  title: string;
  class?: string;
  /** For several choices: a choice leaves it open. */
  stays?: boolean;
  children: () => ComponentChildren;
}

/** Distance from the edges of the window, and from the button. */
const edge = 8;
const gap = 6;

/** Below the button, or above it if there is more room, towards the middle of the window. */
function place(list: HTMLElement, button: DOMRect): void {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const above = button.top - gap - edge;
  const below = height - button.bottom - gap - edge;
  const up = list.scrollHeight > below && above > below;
  list.style.maxHeight = `${Math.max(up ? above : below, 60)}px`;
  const { width: wide, height: high } = list.getBoundingClientRect();
  const left = button.left + button.right > width ? button.right - wide : button.left;
  list.style.left = `${Math.max(edge, Math.min(left, width - edge - wide))}px`;
  list.style.top = `${up ? button.top - gap - high : button.bottom + gap}px`;
}

export function Menu({ label, title, class: name = '', stays = false, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  function close(): void {
    if (details.current) details.current.open = false;
  }

  // Above everything, such as a dialog or a scrolling card, and completely inside the window.
  useLayoutEffect(() => {
    const shown = list.current;
    if (!shown) return;
    const follow = (): void => place(shown, details.current!.getBoundingClientRect());
    shown.showPopover?.();
    follow();
    addEventListener('scroll', follow, { capture: true, passive: true });
    addEventListener('resize', follow);
    return () => {
      removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', follow);
    };
  }, [open]);

  // Together with the list: it can be closed as soon as it is visible.
  useLayoutEffect(() => {
    if (!open) return;
    function closeOutside(event: Event): void {
      const { target } = event;
      const { current } = details;
      // A press between the entries of the list moves the focus to the surrounding element, such as a dialog.
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
      {open && <div ref={list} class="menu-list" popover="manual" onClick={stays ? undefined : close}>{children()}</div>}
    </details>
  );
}
