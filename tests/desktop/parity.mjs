// Checks that the window does what the application without a screen does (tests/parity), and that its pictures have the
// colors of the core's figures, cell by cell. Usage: node parity.mjs STRIDESCOPE_DESKTOP STRIDESCOPE FOLDER_OF_SCRIPTS
import { spawnSync } from 'node:child_process';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cellColors, colorsOf } from '../tools/colors.mjs';
import { readPng } from '../tools/png.mjs';

const [window, tool, scripts] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-parity-'));

const escaped = (text) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
// Ignores differences in numbers of evaluations, since one can be skipped while another runs; in verdicts, which are
// computed for visible cards; and in expanded cards, since in the window every card is complete.
const plain = (text) => JSON.parse(text, (key, value) => {
  if (key === 'sections') return value.filter(({ kind }) => kind !== 'verdict');
  if (key === 'place' && value === 'row') return 'small';
  return key === 'serial' || key === 'expanded' ? undefined : value;
});

function run(command, words, input) {
  const done = spawnSync(command, words, { input, encoding: 'utf8' });
  assert.equal(done.status, 0, `${path.basename(command)} ${words[0]}: ${done.stdout}${done.stderr}`);
  return done.stdout;
}

/** Steps from a card to its new place next to another card of the program, backwards below 0. */
function stepsTo(program, key, other, behind) {
  const names = [...program.matchAll(/^(\w+) *=/gm)].map(([, name]) => name);
  const by = names.indexOf(other) - names.indexOf(key);
  return by > 0 ? by - (behind ? 0 : 1) : by + (behind ? 1 : 0);
}

function linesOf({ do: what, key, cell, view, program, section, on, by, mode, text }, cards, before, first) {
  const inSight = [`scroll ${key}`, 'frames 4'];
  if (what === 'edit' && mode) return [`click mode/${mode}`];
  if (what === 'edit' && program === before) return ["type ", "key ctrl+z"];
  if (what === 'edit') return [`program ${escaped(program)}`];
  if (what === 'paste') return [`clipboard ${escaped(text)}`, 'click paste', 'frames 8', 'click paste/add'];
  if (what === 'compare') return [...inSight, `shift-click title:${key}`];
  if (what === 'format') return ['command Format the program'];
  if (what === 'choose') {
    const { views } = cards.find((card) => card.key === key).binding;
    return [`command ${key}: ${views.find(({ kind }) => view === `kind=${kind}`).title}`];
  }
  if (what === 'expand') return [];
  // Moves the pointer away, so that the cell below it is not selected.
  if (what === 'unfold') return [...inSight, `click ${section}:${key}`, 'hover mode/cute', 'frames 4'];
  if (what === 'step') return [...inSight, `click ${['back', 'first', 'next'][by + 1]}:${key}`, 'hover mode/cute', 'frames 4'];
  // The keyboard selects the first card next to the stage.
  if (what === 'arrange') {
    const steps = by || stepsTo(first, key, text, on);
    return ['key ctrl+m', ...Array(Math.abs(steps)).fill(`key alt+${steps < 0 ? 'up' : 'down'}`), 'key escape', 'frames 4'];
  }
  if (what === 'pin') return [...inSight, `click pin:${key}`];
  if (what === 'hover') return [...inSight, `cell ${key} ${cell}`];
  if (what === 'toggle') return [...inSight, `click-cell ${key} ${cell}`];
  if (what === 'let_go') return ['key escape', 'hover mode/cute'];
  throw new Error(`${what} is nothing that is done in the window here`);
}

/** Counts all colours in a rectangle: a cell has its letters, too, and perhaps an edge. */
function commonest(colorAt, left, top, right, bottom) {
  const counts = new Map();
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) counts.set(colorAt(x, y), (counts.get(colorAt(x, y)) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0][0];
}

/** A card's cells in the window equal those of its figure. */
function checkColors(theme, key, svg, shown) {
  const colors = colorsOf(theme);
  const wanted = new Map();
  for (const [cell, name] of cellColors(svg)) wanted.set(cell, [...(wanted.get(cell) ?? []), colors[name]]);
  const places = JSON.parse(fs.readFileSync(`${shown}.json`, 'utf8'));
  const { colorAt } = readPng(fs.readFileSync(`${shown}.png`));
  assert.ok(places.length >= Math.min(wanted.size, 64) / 2, `${key}: ${places.length} of ${wanted.size} cells are in sight`);
  for (const [cell, ...rect] of places) {
    const color = commonest(colorAt, ...rect);
    assert.ok(wanted.get(cell)?.includes(color), `${key}: cell ${cell} is ${color} (${theme}), not ${wanted.get(cell)}`);
  }
  return places.length;
}

let failed = 0;
let cells = 0;
for (const file of fs.readdirSync(scripts).filter((name) => name.endsWith('.jsonl'))) {
  const text = fs.readFileSync(path.join(scripts, file), 'utf8');
  const [open, ...actions] = text.trim().split('\n').map((line) => JSON.parse(line));
  const link = run(tool, ['link', '--ints', 'teaching', ...(open.views ?? []).flatMap(({ name, view }) => ['--view', `${name}=${view}`]), '-'], open.program).trim();
  const state = path.join(folder, `${file}.json`);
  const script = path.join(folder, `${file}.txt`);
  const chinese = file.endsWith('.zh.jsonl');
  const alone = plain(run(tool, ['act', ...(chinese ? ['--lang', 'zh'] : []), '-'], text));
  const edits = [open, ...actions].filter(({ do: what }) => what === 'open' || what === 'edit');
  const lines = actions.flatMap((action) => linesOf(action, alone.all.cards, edits[edits.indexOf(action) - 2]?.program, open.program));
  // Old pictures, and those next to the selected one, are pale.
  const drawn = alone.all.looked ? [] : alone.all.cards.filter(({ picture, stale }) => picture?.svg && !stale);
  const shown = (at) => path.join(folder, `${file}.${at}`);
  fs.writeFileSync(script, [...lines, 'frames 6', `app-state ${state}`, 'frames 4', ...drawn.map(({ key }, at) => `colours ${key} ${shown(at)}`), 'frames 4'].join('\n'));
  const isPictures = file.startsWith('pictures');
  const theme = isPictures ? 'dark' : 'light';
  try {
    run(window, ['--headless', '--fresh', '--size', '1600x1000', '--scale', isPictures ? '1' : '0.5', '--theme', theme, '--script', script, ...(chinese ? ['--language', 'zh'] : []), link], '');
    assert.deepEqual(plain(fs.readFileSync(state, 'utf8')), alone);
    for (const [at, { key, picture }] of drawn.entries()) cells += checkColors(theme, key, picture.svg, shown(at));
    console.log(`ok ${file}`);
  } catch (error) {
    console.log(`FAILED ${file}: ${error.message}`);
    ++failed;
  }
}
console.log(`${cells} cells have their colours`);
fs.rmSync(folder, { recursive: true });
process.exit(failed ? 1 : 0);
