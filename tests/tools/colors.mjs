// Colors that a reader must see: those of core/data/colors.def by their names, and the ones that each cell of a figure
// has.
import { readFileSync } from 'node:fs';

const table = readFileSync(new URL('../../core/data/colors.def', import.meta.url), 'utf8');

/**
 * @param {'light' | 'dark'} theme
 * @returns {Record<string, string>} `#rrggbb` by the name that figures use: ss-c0, ss-blank, bg
 */
export function colorsOf(theme) {
  /** @type {Record<string, string>} */
  const out = {};
  let classes = 0;
  for (const [, kind, list = ''] of table.matchAll(/^STRIDESCOPE_(\w+)\((.*)\)$/gm)) {
    // The parts that the veil covers are not checked here.
    if (kind === 'VEIL') continue;
    const words = list.split(', ');
    const name = kind === 'COLOR' ? words.shift() : kind === 'MARK' ? `ss-${words.shift()}` : `ss-c${classes++}`;
    out[String(name)] = `#${words[theme === 'light' ? 0 : 1]}`;
  }
  return out;
}

/**
 * The cells of a figure of the core's, in its order, each with the name of its colour.
 * @param {string} svg
 * @returns {[number, string][]}
 */
export function cellColors(svg) {
  return [...svg.matchAll(/data-cell="(\d+)"[^>]*><rect[^>]*? fill="var\(--([\w-]+),/g)].map(([, cell, name]) => [Number(cell), String(name)]);
}
