// The gallery as its file has it, for tests that open its entries by their links.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Choices } from '../../web/src/session/link';

/** The entries of the gallery's file: programs, and the pictures that they name. */
export function galleryEntries(): { id: string; title: string; program: string; choices: Choices }[] {
  const text = readFileSync(fileURLToPath(new URL('../../core/data/gallery.stride', import.meta.url)), 'utf8');
  return text.split(/^#= /m).slice(1).map((entry) => {
    const [id, ...lines] = entry.split('\n');
    const facts = lines.filter((line) => line.startsWith('#: ')).map((line) => line.slice(3).split(' '));
    return {
      id: id!.trim().replace(' ', '/'),
      title: facts.find(([key]) => key === 'title')!.slice(1).join(' '),
      program: lines.filter((line) => !line.startsWith('#: ')).join('\n').trim() + '\n',
      choices: Object.fromEntries(facts.filter(([key]) => key === 'view').map(([, name, ...view]) => [name!, view.join(' ')])),
    };
  });
}
