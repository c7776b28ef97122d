// Pictures of values: the core's drawing in the page, which <stride-scope> replaces by a live one when it is visible.
import { encodeLink, type Choices } from '../src/session/link.ts';
import { attribute, escaped } from './page.ts';
import type { Tongue } from './tongue.ts';

type Mode = 'teaching' | 'cute';

/** In bytes: a larger drawing is left to the element. */
const largest = 130_000;

/** Rules that the drawings share: they are in the style sheet of the site once. */
export const drawingRules = new Set<string>();

/** A drawing of the core without its rules, named for screen readers; empty if it is too large for a page. */
export function drawing(svg: string, most = largest): string {
  if (!svg || svg.length > most) return '';
  return svg.replace(/<style>([^<]*)<\/style>/g, (_, rules: string) => {
    drawingRules.add(rules);
    return '';
  }).replace(/^(<svg\b[^>]*)>\s*<title>([^<]*)<\/title>/, (_, open: string, title: string) => `${open} aria-label="${title.replaceAll('"', '&quot;').replaceAll('\n', ' ')}">`);
}

/** Drawings that lists show, by their names on the site. */
export const thumbnails = new Map<string, string>();

/** In bytes: what is larger has no small picture. */
const largestThumbnail = 300_000;

export function thumbnail(name: string, svg: string): string {
  if (svg.length > largestThumbnail) return '';
  const file = `pictures/${name}.svg`;
  if (!thumbnails.has(file)) thumbnails.set(file, svg);
  return `<span class="thumb"><img src="asset:${file}" alt="" loading="lazy"></span>`;
}

export interface Shown {
  program: string;
  mode?: Mode;
  /** A name, or the last value. */
  value?: string;
  view?: string;
  svg: string;
  caption?: string;
}

/** The figure of a value. */
export function figure({ program, mode = 'teaching', value, view = '', svg, caption = '' }: Shown): string {
  const words = { program, ...(mode === 'cute' && { mode }), ...(value !== undefined && { value }), ...(view && { view }) };
  const attributes = Object.entries(words).map(([name, text]) => ` ${name}="${attribute(text)}"`).join('');
  const head = caption && `<figcaption>${escaped(caption)}</figcaption>`;
  return `<stride-scope${attributes}><figure>${head}${drawing(svg)}</figure></stride-scope>`;
}

/** A program that opens in the explorer. */
export function opener(tongue: Tongue, program: string, mode: Mode = 'teaching', choices: Choices = {}): string {
  const fragment = encodeLink({ program, mode, choices });
  return fragment ? `<p class="opens"><a href="asset:explorer/index.html${fragment}">${tongue.say('Open in the explorer')}</a></p>` : '';
}
