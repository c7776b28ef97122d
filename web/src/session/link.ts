// The program in the URL fragment: "#t=" (teaching) or "#c=" (CuTe) and base64url of its UTF-8.
import type { Mode } from '../core/contract';

export interface Link {
  program: string;
  mode: Mode;
}

const keys: Record<Mode, string> = { teaching: 't', cute: 'c' };

export function encodeLink({ program, mode }: Link): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(program)) binary += String.fromCharCode(byte);
  const text = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `#${keys[mode]}=${text}`;
}

/** Undefined when there is no fragment; 'malformed' when there is one that is not ours. */
export function decodeLink(fragment: string): Link | 'malformed' | undefined {
  if (fragment.length < 2) return undefined;
  const match = /^#([tc])=([A-Za-z0-9_-]*)$/.exec(fragment);
  if (!match) return 'malformed';
  try {
    const binary = atob(match[2]!.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const program = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { program, mode: match[1] === keys.cute ? 'cute' : 'teaching' };
  } catch {
    return 'malformed';
  }
}
