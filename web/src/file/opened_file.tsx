// An opened file next to the program: its lists, and the selected row. The core decides the contents of lists and
// cards; only visible rows are requested and drawn.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FileChoice, FileItem, FileRow, ShownFile } from '../core/door';
import { Drawing } from '../pictures/drawing';
import { DialogFrame } from '../parts/dialog';
import type { DialogProps } from '../parts/dialogs';
import type { Session } from '../session/session';
import { language, t } from '../words/words';
import '../style/file.css';

/** Height of a row in CSS pixels; also in file.css. */
const rowHeight = 46;
/** Rows per request, and how many of them precede the first visible one. */
const asked = 120;
const before = 40;
/** Waits for a pause in typing. */
const settle = 120;

/** The commands that make PTX of a CUDA source. */
function FromCuda({ name }: { name: string }) {
  return (
    <div class="from-cuda">
      <p class="note">{t('machine.fromCuda', { name })}</p>
      <pre>{t('machine.ptxCommands', { name })}</pre>
    </div>
  );
}

export function OpenedFile({ session, close }: DialogProps) {
  const [shown, setShown] = useState<ShownFile>();
  const [words, setWords] = useState('');
  const scrolled = useRef<HTMLDivElement>(null);
  const asking = useRef(0);
  /** The user's choice, before the core has answered. */
  const latest = useRef<FileChoice>(undefined);

  async function load(from: number): Promise<void> {
    const number = ++asking.current;
    const given = await session.ask('file', { from: Math.max(0, from), count: asked });
    if (!given?.answer || number !== asking.current) return;
    latest.current = given.answer.choice;
    setShown(given.answer);
  }

  /** Shows other rows, from the first one, or inspects another row. */
  async function choose(choice: Partial<FileChoice>, keep = false): Promise<void> {
    if (!shown) return;
    ++asking.current;
    latest.current = { ...shown.choice, ...latest.current, ...choice };
    await session.listFile(latest.current);
    if (!keep) scrolled.current?.scrollTo(0, 0);
    await load(keep ? shown.from : 0);
  }

  /** Selects a row that is visible; those of a list that the user has left are not meant. */
  function pick(row: number): void {
    if (latest.current?.list === shown?.choice.list) void choose({ row }, true);
  }

  async function follow(list: string, row: number): Promise<void> {
    setWords('');
    latest.current = { list, kind: '', words: '', row, byExcess: shown?.choice.byExcess ?? false };
    await session.listFile(latest.current);
    const at = (await session.ask('file', { from: 0, count: 1 }))?.answer?.at ?? 0;
    await load(at - before);
    scrolled.current?.scrollTo(0, Math.max(0, at - 3) * rowHeight);
  }

  async function bring(row: number): Promise<void> {
    if (await session.bring(row)) close();
  }

  useEffect(() => void load(0), [session.openFile.value]);
  useEffect(() => {
    if (!shown || words === shown.choice.words) return undefined;
    const timer = setTimeout(() => void choose({ words, row: -1 }), settle);
    return () => clearTimeout(timer);
  }, [words]);

  function scroll(): void {
    const at = scrolled.current;
    if (!at || !shown) return;
    const first = Math.floor(at.scrollTop / rowHeight);
    const last = Math.ceil((at.scrollTop + at.clientHeight) / rowHeight);
    const to = shown.from + shown.rows.length;
    if (first < shown.from || (last > to && to < shown.total)) void load(first - before);
  }

  function press(event: KeyboardEvent): void {
    if (!shown || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    const at = shown.rows.findIndex(({ index }) => index === latest.current?.row) + (event.key === 'ArrowDown' ? 1 : -1);
    const next = shown.rows[Math.max(0, at)];
    if (!next) return;
    pick(next.index);
    const top = (shown.from + Math.max(0, at)) * rowHeight;
    const box = scrolled.current!;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + rowHeight - box.clientHeight;
  }

  const choice = shown?.choice;
  const kinds = shown?.kinds.filter(({ count }) => count > 0) ?? [];
  return (
    <DialogFrame class="file" title={shown?.name ?? ''} closeTitle={t('file.close')} close={close}>
      {shown && (
        <div class="file-body">
          <div class="file-head">
            <p class={shown.refused ? 'problem' : 'note'}>{shown.refused || shown.title}</p>
            {/\.(cu|cuh)$/i.test(shown.name) && <FromCuda name={shown.name} />}
            <div class="file-lists" role="tablist">
              {shown.lists.filter(({ count }) => count > 0).map(({ word, title, count }) => (
                <button key={word} type="button" role="tab" aria-selected={choice?.list === word} onClick={() => { setWords(''); void choose({ list: word, words: '', row: -1 }); }}>
                  {title} <span>{count}</span>
                </button>
              ))}
            </div>
            {shown.lists.length > 0 && (
              <div class="file-sift">
                {kinds.length > 1 && (
                  <div class="segmented" role="group" aria-label={t('file.rows')}>
                    <button type="button" aria-pressed={!kinds.some(({ word }) => word === choice?.kind)} onClick={() => void choose({ kind: '', row: -1 })}>{t('file.all')}</button>
                    {kinds.map(({ word, title, count }) => (
                      <button key={word} type="button" aria-pressed={choice?.kind === word} onClick={() => void choose({ kind: word, row: -1 })}>{title} <span>{count}</span></button>
                    ))}
                  </div>
                )}
                <input type="search" aria-label={t('file.search')} placeholder={t('file.search')} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
                {shown.sortable && (
                  <label><input type="checkbox" checked={choice?.byExcess} onChange={(event) => void choose({ byExcess: event.currentTarget.checked, row: -1 })} /> {t('file.excess')}</label>
                )}
                {shown.cards > 1 && (
                  <button type="button" class="quiet-button" onClick={() => void bring(-1)}>{t('file.cards', { count: shown.cards })}</button>
                )}
              </div>
            )}
          </div>
          {shown.lists.length > 0 && (
            <div class="file-panes">
              <div class="file-rows" style={{ '--place': `${Math.min(16, Math.max(4, ...shown.rows.map(({ place = '' }) => place.length))) + 2}ch` }} ref={scrolled} role="listbox" tabIndex={0} aria-label={t('file.rows')} onScroll={scroll} onKeyDown={press}>
                <div style={{ height: `${shown.total * rowHeight}px` }}>
                  {shown.rows.map((row, at) => (
                    <Row key={row.index} row={row} top={(shown.from + at) * rowHeight} on={row.index === choice?.row}
                      pick={() => pick(row.index)} bring={() => void bring(row.index)} />
                  ))}
                </div>
                {!shown.total && <p class="note">{t('file.nothing')}</p>}
                {shown.leftOut && <p class="note">{shown.leftOut}</p>}
              </div>
              {shown.looked
                ? <Looked session={session} list={shown.choice.list} item={shown.looked} follow={(list, row) => void follow(list, row)} bring={() => void bring(shown.looked!.row.index)} />
                : <p class="note file-pick">{t('file.pick')}</p>}
            </div>
          )}
        </div>
      )}
    </DialogFrame>
  );
}

interface RowProps {
  row: FileRow;
  top: number;
  on: boolean;
  pick: () => void;
  bring: () => void;
}

function Row({ row, top, on, pick, bring }: RowProps) {
  return (
    <div class="file-row" data-grade={row.grade} role="option" aria-selected={on} style={{ top: `${top}px` }} onClick={pick} onDblClick={row.card ? bring : undefined}>
      <span class="place">{row.place}</span>
      <span class="name">{row.name && <b>{row.name}</b>} {row.kind && <i>{row.kind}</i>}{row.sentence && row.text && <small>{row.sentence}</small>}</span>
      {row.text ? <code>{row.text}</code> : <span class="said">{row.sentence}</span>}
    </div>
  );
}

/** For the inspected row: the shared memory of a block around it. */
function Moment({ session, list, row }: { session: Session; list: string; row: number }) {
  const [svg, setSvg] = useState('');
  const { value: spoken } = language;
  useEffect(() => {
    let current = true;
    setSvg('');
    void session.ask('file_picture', {}).then((given) => {
      if (current && given?.answer) setSvg(given.answer.svg);
    });
    return () => {
      current = false;
    };
  }, [session.openFile.value, list, row, spoken]);
  return <Drawing svg={svg} />;
}

function Looked({ session, list, item, follow, bring }: { session: Session; list: string; item: FileItem; follow: (list: string, row: number) => void; bring: () => void }) {
  const { row } = item;
  return (
    <div class="file-looked">
      {(row.name || row.card) && (
        <div class="atom-head">
          {row.name && <code>{row.name}</code>}
          {row.card && <button type="button" class="primary" onClick={bring}>{t('file.card')}</button>}
        </div>
      )}
      {!row.text && row.sentence && <p>{row.sentence}</p>}
      {item.pictured && <Moment session={session} list={list} row={row.index} />}
      {item.code && <pre>{item.code}</pre>}
      {item.program && <pre class="becomes">{item.program}</pre>}
      {item.sentences?.map((sentence, at) => <p key={at} class="note">{sentence}</p>)}
      {item.links && (
        <div class="file-links">
          <h3>{t('file.links')}</h3>
          {item.links.map(({ list, row: to, label }, at) => (
            <button key={at} type="button" class="link" onClick={() => follow(list, to)}>{label}</button>
          ))}
        </div>
      )}
    </div>
  );
}
