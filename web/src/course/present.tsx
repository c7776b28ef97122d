// A lesson for an audience: large type, steps by keys or a clicker, and a ring that shows the pointer and its presses.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { openDialog } from '../parts/dialogs';

interface PresentProps {
  next: (() => void) | undefined;
  before: (() => void) | undefined;
  leave: () => void;
}

const onwards = ['ArrowRight', 'PageDown'];
const backwards = ['ArrowLeft', 'PageUp'];

export function Present(props: PresentProps) {
  // A key can arrive before the effects of its step have run.
  const latest = useRef(props);
  latest.current = props;
  const ring = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { documentElement: root } = document;
    root.dataset.present = '';
    return () => { delete root.dataset.present; };
  }, []);
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const written = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, .cm-editor, .picture');
      if (written || event.defaultPrevented || openDialog.peek() || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') latest.current.leave();
      else if (onwards.includes(event.key)) latest.current.next?.();
      else if (backwards.includes(event.key)) latest.current.before?.();
      else return;
      event.preventDefault();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  useEffect(() => {
    function follow({ clientX, clientY, buttons }: PointerEvent): void {
      if (!ring.current) return;
      ring.current.style.translate = `${clientX}px ${clientY}px`;
      ring.current.classList.toggle('pressed', buttons !== 0);
      ring.current.hidden = false;
    }
    const events = ['pointermove', 'pointerdown', 'pointerup'] as const;
    for (const event of events) addEventListener(event, follow, { passive: true });
    return () => {
      for (const event of events) removeEventListener(event, follow);
    };
  }, []);
  // The page's own heading is hidden from an audience.
  return (
    <>
      <h1 class="unseen">Stridescope</h1>
      <div class="pointer-echo" ref={ring} aria-hidden="true" hidden />
    </>
  );
}
