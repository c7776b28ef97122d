// The program in the URL fragment: "#t=" (teaching) or "#c=" (CuTe) and base64url of its UTF-8; where pictures were
// chosen also "&v=" and the same of a line "KEY VIEW" for each such card.
import type { Mode } from '../core/contract';
import { printChoice, readChoice, type Choices, type ViewChoice } from '../core/view';

export interface Link {
  program: string;
  mode: Mode;
  choices: Choices;
}

const keys: Record<Mode, string> = { teaching: 't', cute: 'c' };

export function encodeLink({ program, mode, choices }: Link): string {
  const lines = Object.entries(choices).map(([key, choice]) => `${key} ${printChoice(choice)}`);
  const views = lines.length ? `&v=${encode(lines.join('\n'))}` : '';
  return `#${keys[mode]}=${encode(program)}${views}`;
}

/** Undefined when there is no fragment; 'malformed' when there is one that is not ours. */
export function decodeLink(fragment: string): Link | 'malformed' | undefined {
  if (fragment.length < 2) return undefined;
  const match = /^#([tc])=([\w-]*)(?:&v=([\w-]*))?$/.exec(fragment);
  if (!match) return 'malformed';
  try {
    const lines = decode(match[3] ?? '').split('\n').filter(Boolean);
    const choices = Object.fromEntries(lines.map((line): [string, ViewChoice] => {
      const blank = line.indexOf(' ');
      return [line.slice(0, Math.max(blank, 0)), readChoice(line.slice(blank + 1))];
    }));
    return { program: decode(match[2]!), mode: match[1] === keys.cute ? 'cute' : 'teaching', choices };
  } catch {
    return 'malformed';
  }
}

function encode(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Throws where the text is no base64url of UTF-8. */
function decode(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}
