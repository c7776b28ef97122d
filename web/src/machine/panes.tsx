// The panes next to the PTX: warps, the registers of a lane, shared memory, a buffer.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { MachineState, WarpRow } from '../core/door';
import { t } from '../words/words';
import { Cells } from './cells';
import { act, look, lookAt } from './machine';

const lanes = Array.from({ length: 32 }, (_, lane) => lane);
const has = (mask: number, lane: number): boolean => ((mask >>> lane) & 1) === 1;

/** 32 lanes: those that execute the next instruction are filled. */
function Lanes({ active, alive, chosen }: { active: number; alive: number; chosen?: number | undefined }) {
  return (
    <svg class="lanes" viewBox="0 0 128 8" aria-hidden="true">
      {lanes.map((lane) => (
        <rect key={lane} class={has(active, lane) ? 'active' : has(alive, lane) ? 'alive' : 'gone'} data-chosen={lane === chosen || undefined} x={lane * 4 + 0.4} y={0.5} width={3.2} height={7} />
      ))}
    </svg>
  );
}

const statusWords = { ready: 'machine.ready', tests: 'machine.tests', waits: 'machine.waits', done: 'machine.done' } as const;
const statusOf = ({ status }: WarpRow): string => t(statusWords[status]);

export function Warps({ shown }: { shown: MachineState }) {
  function choose(warp: number): void {
    if (warp >= 0 && warp < shown.warps.length) void act({ warp });
  }
  function press(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    choose(shown.warp + (event.key === 'ArrowDown' ? 1 : -1));
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <section class="machine-warps">
      <header>
        <h3>{t('machine.warps')}</h3>
        <span class="note">{t('machine.block', { block: shown.block })}</span>
      </header>
      <div class="warp-rows" role="listbox" tabIndex={0} aria-label={t('machine.warps')} onKeyDown={press}>
        {shown.warps.map((warp, index) => (
          <div key={index} role="option" class="warp-row" aria-selected={index === shown.warp} data-status={warp.status} onClick={() => choose(index)}>
            <b>{index}</b>
            <Lanes active={warp.active} alive={warp.alive} chosen={index === shown.warp ? shown.lane : undefined} />
            <span class="line">{warp.line || ''}</span>
            <span class="what"><i>{statusOf(warp)}</i> {warp.note || <code>{warp.code}</code>}</span>
          </div>
        ))}
      </div>
    </section>
  );
}

export function Registers({ shown }: { shown: MachineState }) {
  const [wanted, setWanted] = useState('');
  const rows = useRef<HTMLDivElement>(null);
  // The first changed one is in sight; the panes around it stay.
  useLayoutEffect(() => {
    const box = rows.current!;
    const changed = box.querySelector<HTMLElement>('[data-changed]');
    if (!changed) return;
    const top = changed.offsetTop - box.offsetTop;
    box.scrollTop = Math.min(Math.max(box.scrollTop, top + changed.offsetHeight - box.clientHeight), top);
  }, [shown.instant]);
  const warp = shown.warps[shown.warp];
  const found = shown.registers.filter(({ name, value }) => `${name} ${value}`.includes(wanted));
  return (
    <section class="machine-registers">
      <header>
        <h3>{t('machine.registers')}</h3>
        <label class="lane-field">{t('machine.lane')} <input type="number" min={0} max={31} value={shown.lane} onInput={(event) => void lookAt({ lane: Number(event.currentTarget.value) })} /></label>
        <span class="note">{t('machine.thread', { thread: shown.thread })}</span>
        <input type="search" class="sift" placeholder={t('machine.sift')} aria-label={t('machine.sift')} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
      </header>
      <div class="lane-strip" role="group" aria-label={t('machine.lane')}>
        {lanes.map((lane) => (
          <button key={lane} type="button" tabIndex={-1} class={warp && has(warp.active, lane) ? 'active' : ''} aria-pressed={lane === shown.lane} aria-label={String(lane)} title={String(lane)} onClick={() => void lookAt({ lane })} />
        ))}
      </div>
      <div class="register-rows" ref={rows} tabIndex={0} role="list" aria-label={t('machine.registers')}>
        {found.map(({ name, type, value, other, changed, uniform }) => (
          <div key={name} role="listitem" class="register" data-changed={changed || undefined} title={`${type}${other ? `  ${other}` : ''}${uniform ? `  ${t('machine.uniform')}` : ''}`}>
            <span>{name}</span><b>{value}</b>
          </div>
        ))}
      </div>
    </section>
  );
}

export function Shared({ shown: { shared } }: { shown: MachineState }) {
  if (!shared.bytes) return null;
  const { grid } = shared;
  function describe(index: number, row: number, column: number): string {
    const address = grid.addresses[index]!;
    if (address < 0) return t('machine.noMemory');
    const place = t('machine.sharedCell', { row, column, address, bank: Math.floor(address / 4) % 32 });
    const thread = grid.threads[index]!;
    const contents = thread < 0 ? t('machine.unwritten') : `${grid.values[index]!}, ${t('machine.writer', { thread: shared.writers.find((one) => one.thread === thread)!.coordinates, warp: thread >> 5, line: grid.lines[index]! })}`;
    return [`${place}: ${contents}`, ...shared.lives[grid.lives[index]!]?.about ?? []].join('; ');
  }
  return (
    <section class="machine-shared">
      <header>
        <h3>{t('machine.shared')}</h3>
        <select aria-label={t('machine.arrangement')} value={shared.tile} onChange={(event) => void lookAt({ tile: Number(event.currentTarget.value), sharedRow: 0, sharedColumn: 0 })}>
          {shared.choices.map(({ tile, title }) => <option key={tile} value={tile}>{title}</option>)}
        </select>
        {shared.layout && <code>{shared.layout}</code>}
        <span class="note">{t('machine.sharedHint')}</span>
      </header>
      <Cells grid={grid} space="shared" bytes={shared.cellBytes} label={t('machine.shared')} describe={describe} wanted={look.value.sharedColumn} scroll={(row, column) => void lookAt({ sharedRow: row, sharedColumn: column })} />
    </section>
  );
}

export function Buffer({ shown: { buffer } }: { shown: MachineState }) {
  if (buffer.parameter < 0) return null;
  const { grid } = buffer;
  const before = look.value.before ?? false;
  return (
    <section class="machine-buffer">
      <header>
        <h3>{t('machine.buffer')}</h3>
        <select aria-label={t('machine.buffer')} value={buffer.parameter} onChange={(event) => void lookAt({ buffer: Number(event.currentTarget.value), bufferRow: 0, bufferColumn: 0 })}>
          {buffer.choices.map(({ parameter, name }) => <option key={parameter} value={parameter}>{name}</option>)}
        </select>
        <div class="segmented" role="group" aria-label={t('machine.when')}>
          <button type="button" aria-pressed={before} onClick={() => void lookAt({ before: true })}>{t('machine.before')}</button>
          <button type="button" aria-pressed={!before} onClick={() => void lookAt({ before: false })}>{t('machine.now')}</button>
        </div>
        <code>{`${buffer.type} ${buffer.layout}`}</code>
      </header>
      <Cells
        grid={grid}
        space="global"
        bytes={buffer.cellBytes}
        label={t('machine.buffer')}
        legible
        wanted={look.value.bufferColumn}
        describe={(index, row, column) => (grid.addresses[index]! < 0 ? t('machine.noMemory') : `${t('machine.bufferCell', { row, column, address: `0x${grid.addresses[index]!.toString(16)}` })}: ${grid.values[index]!}`)}
        scroll={(row, column) => void lookAt({ bufferRow: row, bufferColumn: column })}
      />
    </section>
  );
}
