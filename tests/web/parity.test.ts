// Checks that the page does what the application without a screen does (tests/parity), and that its pictures have the
// colors of the core's figures, cell by cell.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Action } from '../../web/src/core/door';
import { encodeLink } from '../../web/src/session/link';
import { cellColors, colorsOf } from '../tools/colors.mjs';
import { card, cell, paste, place, useSite } from './browser';

const site = useSite();
const folder = new URL('../parity/', import.meta.url);
const tool = new URL('../../build/native/bin/stridescope', import.meta.url).pathname;
const scripts = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));

/** But for numbers of evaluations, as one may be skipped while another runs, and for verdicts, asked where a card is in sight. */
const plain = (state: unknown): unknown => JSON.parse(JSON.stringify(state, (key, value: unknown) => {
  if (key === 'sections') return (value as { kind: string }[]).filter(({ kind }) => kind !== 'verdict');
  return key === 'serial' ? undefined : value;
}));

test.skipIf(!existsSync(tool)).each(scripts)('%s', async (file) => {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const [open, ...actions] = text.trim().split('\n').map((line) => JSON.parse(line) as Action);
  const chinese = file.endsWith('.zh.jsonl');
  const alone = spawnSync(tool, ['act', ...(chinese ? ['--lang', 'zh'] : []), '-'], { input: text, encoding: 'utf8' });
  expect(alone.status, alone.stderr).toBe(0);
  const choices = Object.fromEntries((open!.views ?? []).map(({ name, view }) => [name, view]));
  const { page } = await site.open(encodeLink({ program: open!.program!, mode: open!.mode ?? 'teaching', choices })!, chinese ? { locale: 'zh-CN' } : {});
  const settled = () => page.waitForFunction(() => document.querySelector('.cards')?.getAttribute('aria-busy') === 'false');
  await page.waitForSelector('.card');
  const edits = [open!, ...actions].filter(({ do: what }) => what === 'open' || what === 'edit');
  for (const action of actions) {
    await settled();
    const { key = '', cell: at = -1 } = action;
    if (action.do === 'edit' && action.mode) {
      await page.click(`.segmented button:nth-child(${action.mode === 'cute' ? 2 : 1})`);
    } else if (action.do === 'edit' && action.program === edits[edits.indexOf(action) - 2]?.program) {
      await page.focus('.cm-content');
      await page.keyboard.press('Control+z');
    } else if (action.do === 'paste') {
      await page.click('.open-paste');
      await page.fill('dialog textarea', action.text!);
      await page.click('.dialog-actions .primary:not([disabled])');
    } else if (action.do === 'compare') {
      await page.click(`${card(key)} h2 button`, { modifiers: ['Shift'] });
    } else if (action.do === 'format') {
      await page.keyboard.press('Shift+Alt+F');
    } else if (action.do === 'edit') {
      await paste(page, action.program!);
      await page.waitForFunction((first) => document.querySelector('.cm-content')?.textContent?.includes(first), action.program!.split('\n').at(-2)!);
    } else if (action.do === 'choose') {
      const kind = action.view!.replace('kind=', '');
      const { views } = (JSON.parse(alone.stdout) as { all: { cards: { key: string; binding: { views: { kind: string; like?: string }[] } }[] } })
        .all.cards.find((one) => one.key === key)!.binding;
      // Similar pictures are one entry of the list of pictures, and a choice next to it.
      const like = views.find((one) => one.kind === kind)?.like;
      await page.selectOption(`${card(key)} .kind select`, like || kind, { force: true });
      if (like) await page.selectOption(`${card(key)} .choices select:has(option[value="${kind}"])`, kind);
    } else if (action.do === 'expand') {
      await page.click(`${card(key)} .expand`);
    } else if (action.do === 'unfold') {
      await page.click(`${card(key)} .section.${action.section} summary`);
    } else if (action.do === 'element') {
      await page.selectOption('.element-type select', action.text!);
    } else if (action.do === 'step') {
      await page.locator(`${card(key)} .player button`).nth([1, 0, 3][action.by! + 1]!).click();
    } else if (action.do === 'arrange' && action.by) {
      await page.focus(`${card(key)} h2 button`);
      for (let times = Math.abs(action.by); times > 0; --times) await page.keyboard.press(action.by < 0 ? 'Alt+ArrowUp' : 'Alt+ArrowDown');
    } else if (action.do === 'arrange') {
      const { width, height } = await place(page, card(action.text!));
      await page.dragAndDrop(`${card(key)} h2 button`, card(action.text!), { targetPosition: action.on ? { x: width - 4, y: height - 4 } : { x: 4, y: 4 } });
    } else if (action.do === 'pin') {
      await page.click(`${card(key)} .pin`);
    } else if (action.do === 'hover') {
      await page.hover(cell(key, at));
    } else if (action.do === 'toggle') {
      await page.click(cell(key, at));
    } else if (action.do === 'let_go') {
      await page.mouse.move(0, 0);
      await page.keyboard.press('Escape');
    } else {
      throw new Error(`${action.do} is nothing that is done on the page here`);
    }
  }
  const shown = (): Promise<unknown> => page.evaluate(async () => {
    const { stridescope } = window as unknown as { stridescope: { state: () => Promise<{ answer: unknown }> } };
    const { answer } = await stridescope.state();
    return JSON.parse(JSON.stringify(answer, (_, value: unknown) => (ArrayBuffer.isView(value) ? [...value as unknown as number[]] : value))) as unknown;
  });
  await expect.poll(async () => plain(await shown()), { timeout: 10_000 }).toEqual(plain(JSON.parse(alone.stdout)));
  const { all } = JSON.parse(alone.stdout) as { all: { looked?: unknown; cards: { key: string; stale: boolean; picture?: { svg: string } }[] } };
  // Old pictures, and those next to the one in focus, are pale.
  const colors = colorsOf('light');
  for (const { key, picture } of all.looked ? [] : all.cards.filter(({ stale }) => !stale)) {
    if (!picture?.svg) continue;
    const painted = (): Promise<unknown> => page.$$eval(`${card(key)} .picture [data-cell] > rect:first-child`, (cells) => cells.map((one) => {
      const parts = getComputedStyle(one).fill.match(/\d+/g)!;
      return [Number(one.parentElement!.getAttribute('data-cell')), `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`];
    }));
    // Next to the stage cells come when the page is at rest.
    await expect.poll(painted, { message: key }).toEqual(cellColors(picture.svg).map(([id, name]) => [id, colors[name]]));
  }
}, 60_000);
