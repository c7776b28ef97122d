// The PTX: the next instruction is marked, and each line shows the warps that are there. Only visible lines are drawn.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../words/words';
import { breakpoints, editing, move, openEdited, ptx, ptxLines, read, shownLine, state, toggleLine, wrongLine } from './machine';

/** Height of a line in CSS pixels; also in machine.css. */
const lineHeight = 20;
const beyond = 20;

const token = /(\/\/.*$|\/\*.*?\*\/)|("[^"]*")|(%[A-Za-z_$][\w$.]*)|(\.[a-z][\w]*)|\b(0[xXfFdD][0-9A-Fa-f]+U?|\d+)\b/g;
const kinds = ['comment', 'string', 'register', 'directive', 'number'] as const;

function Code({ text }: { text: string }) {
  const parts = [];
  let last = 0;
  for (const match of text.matchAll(token)) {
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)]!;
    if (match.index > last) parts.push(text.slice(last, match.index));
    parts.push(<span class={`ptx-${kind}`}>{match[0]}</span>);
    last = match.index + match[0].length;
  }
  parts.push(text.slice(last));
  return <code>{parts}</code>;
}

/** Numbers as ranges: 0-3, 6. */
function ranges(numbers: readonly number[]): string {
  const out: string[] = [];
  for (let i = 0; i < numbers.length; ++i) {
    const first = numbers[i]!;
    while (numbers[i + 1] === numbers[i]! + 1) ++i;
    out.push(first === numbers[i] ? String(first) : `${first}–${numbers[i]!}`);
  }
  return out.join(', ');
}

/** The PTX as a field; its kernel keeps the launch. */
export function PtxField() {
  const [text, setText] = useState(ptx.peek());
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.setSelectionRange(0, 0);
    field.current?.focus();
  }, []);
  return (
    <section class="machine-code editing" aria-label={t('machine.code')}>
      <header>
        <h3>{t('machine.code')}</h3>
        <button type="button" class="primary" disabled={text === ptx.value} onClick={() => void openEdited(text)}>{t('machine.useText')}</button>
        <button type="button" onClick={() => { editing.value = false; }}>{t('machine.keepText')}</button>
      </header>
      <textarea aria-label={t('machine.code')} spellcheck={false} ref={field} wrap="off" value={text} onInput={(event) => setText(event.currentTarget.value)} />
    </section>
  );
}

export function PtxPane() {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  /** The line that the keyboard has chosen. */
  const [cursor, setCursor] = useState(0);
  const shown = state.value;
  const lines = ptxLines.value;
  const stops = new Set(breakpoints.value.lines);
  const sources = read.value?.sourceLines ?? [];
  const hasSource = sources.some((line) => line > 0);

  const at = new Map<number, number[]>();
  shown?.warps.forEach(({ line }, warp) => {
    if (line) at.set(line, [...(at.get(line) ?? []), warp]);
  });

  function reveal(line: number): void {
    const host = box.current;
    if (!host || !line) return;
    const place = (line - 1) * lineHeight;
    if (place < host.scrollTop + lineHeight || place > host.scrollTop + host.clientHeight - 3 * lineHeight) host.scrollTop = place - host.clientHeight / 3;
  }
  useLayoutEffect(() => {
    reveal(shown?.line ?? 0);
    if (shown?.line) setCursor(shown.line);
  }, [shown?.line, shown?.instant]);
  useLayoutEffect(() => reveal(wrongLine.value), [wrongLine.value, lines]);
  // A finding leads to a line.
  useLayoutEffect(() => {
    reveal(shownLine.value);
    if (shownLine.value) setCursor(shownLine.value);
  }, [shownLine.value]);
  useEffect(() => {
    const host = box.current!;
    const observer = new ResizeObserver(() => setHeight(host.clientHeight));
    observer.observe(host);
    return () => observer.disconnect();
  }, []);

  function press(event: KeyboardEvent): void {
    const page = Math.floor(height / lineHeight) - 1;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key];
    if (steps !== undefined) {
      const next = Math.min(Math.max(cursor + steps, 1), lines.length);
      setCursor(next);
      reveal(next);
    } else if (event.key === 'b' || event.key === ' ') {
      toggleLine(cursor);
    } else if (event.key === 'Enter') {
      void move({ unit: 'line', line: cursor });
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  const first = Math.max(0, Math.floor(top / lineHeight) - beyond);
  const last = Math.min(lines.length, Math.ceil((top + height) / lineHeight) + beyond);
  return (
    <section class="machine-code" aria-label={t('machine.code')}>
      <header>
        <h3>{t('machine.code')}</h3>
        <span class="note">{t('machine.codeHint')}</span>
      </header>
      <div class="ptx" ref={box} tabIndex={0} role="listbox" aria-label={t('machine.codeKeys')} onKeyDown={press} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
        <div style={{ height: `${lines.length * lineHeight}px` }}>
          {lines.slice(first, last).map((text, index) => {
            const line = first + index + 1;
            const warps = at.get(line);
            return (
              <div
                key={line}
                role="option"
                aria-selected={line === cursor}
                aria-current={line === shown?.line ? 'step' : undefined}
                class={`ptx-line${line === shown?.line ? ' next' : ''}${line === shown?.ran ? ' ran' : ''}${line === cursor ? ' cursor' : ''}${line === wrongLine.value ? ' wrong' : ''}`}
                style={{ top: `${(line - 1) * lineHeight}px` }}
                onClick={() => setCursor(line)}
                onDblClick={() => void move({ unit: 'line', line })}
              >
                <button type="button" tabIndex={-1} class="stop" aria-pressed={stops.has(line)} aria-label={t('machine.breakpoint', { line })} title={t('machine.breakpoint', { line })} onClick={(event) => { event.stopPropagation(); toggleLine(line); }} />
                <span class="number">{line}</span>
                {hasSource && <span class="number source">{sources[line] || ''}</span>}
                <Code text={text} />
                {warps && <span class="warps-here" title={t('machine.warpsHere', { warps: ranges(warps) })}>{ranges(warps)}</span>}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}
