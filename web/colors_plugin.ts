// The page's colours are those of core/data/colors.def, which the window and the core's figures are made of, too.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const file = fileURLToPath(new URL('../core/data/colors.def', import.meta.url));

/** The file as custom properties of CSS, light and dark in one. */
export function colorProperties(text: string): Map<string, string> {
  const out = new Map<string, string>();
  const classes: string[][] = [];
  const heat: string[][] = [];
  const both = (light: string, dark: string): string => `light-dark(#${light}, #${dark})`;
  const part = (color: string, percent: string): string =>
    `rgb(${[0, 2, 4].map((at) => parseInt(color.slice(at, at + 2), 16)).join(' ')} / ${percent}%)`;
  for (const [, kind, list] of text.matchAll(/^STRIDESCOPE_(\w+)\((.*)\)$/gm)) {
    const words = list!.split(', ');
    const name = words[0]!.replaceAll('_', '-');
    if (kind === 'COLOR') out.set(`--${name}`, both(words[1]!, words[2]!));
    else if (kind === 'VEIL') out.set(`--${name}`, `light-dark(${part(words[1]!, words[2]!)}, ${part(words[3]!, words[4]!)})`);
    else if (kind === 'MARK') out.set(`--ss-${name}`, both(words[1]!, words[2]!));
    else if (kind === 'CLASS') classes.push(words);
    else if (kind === 'HEAT') heat.push(words);
    else throw new Error(`colors.def: STRIDESCOPE_${kind} is not known`);
  }
  [...classes, ...heat].forEach(([light, dark], index) => out.set(`--ss-c${index}`, both(light!, dark!)));
  return out;
}

/** What main.css of the page, and site.css of the documentation, have in their place. */
const place = '--colors: of-core-data;';

export function colors(): Plugin {
  return {
    name: 'colors',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/(?:style\/main|site\/site)\.css$/.test(id.split('?')[0]!)) return undefined;
      this.addWatchFile(file);
      const properties = [...colorProperties(readFileSync(file, 'utf8'))].map(([name, value]) => `${name}: ${value};`).join('\n  ');
      if (!code.includes(place)) this.error(`${id} has no place for the colours`);
      return { code: code.replace(place, properties), map: null };
    },
  };
}
