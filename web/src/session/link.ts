// The program in the URL fragment. The format is the core's (core/workspace/link.h), which the desktop and the command
// line read and write; the page needs it before the core is loaded, and packs with fflate. tests/links/vectors.jsonl
// tests both sides.
import { deflateSync, Inflate } from 'fflate';
import type { Report } from '../core/door';

/** The style in which integers print. */
export type Mode = Report['mode'];

/** The user's choices by card: words of a view, which the core interprets. */
export type Choices = Readonly<Record<string, string>>;

export interface Link {
  program: string;
  mode: Mode;
  choices: Choices;
}

/** The maximum unpacked size of a link in bytes, the core's max_link_text: a test compares the two. */
export const longestText = 600_000;
const shortestPacked = 64;

/** Size in bytes of the text that a link packs. */
export function linkBytes(link: Link): number {
  return new TextEncoder().encode(linkText(link)).length;
}

/** Undefined for a text of more than longestText bytes, which readers of links refuse. */
export function encodeLink(link: Link): string | undefined {
  const bytes = new TextEncoder().encode(linkText(link));
  if (bytes.length > longestText) return undefined;
  return `#z=${base64url(deflateSync(bytes, { level: bytes.length < shortestPacked ? 0 : 9 }))}`;
}

/** A line with the mode, a line "KEY VIEW" for each card with a chosen picture, an empty line, the program. */
function linkText({ program, mode, choices }: Link): string {
  const views = Object.entries(choices).filter(([, view]) => view).map(([key, view]) => `${key} ${view}`);
  return [mode, ...views, '', program].join('\n');
}

/** Undefined without a fragment; 'malformed' for a fragment in another format. */
export function decodeLink(fragment: string): Link | 'malformed' | undefined {
  if (fragment.length < 2) return undefined;
  try {
    return readPacked(fragment) ?? readPlain(fragment) ?? 'malformed';
  } catch {
    return 'malformed';
  }
}

function readPacked(fragment: string): Link | undefined {
  const packed = /^#z=([\w-]+)$/.exec(fragment)?.[1];
  if (packed === undefined) return undefined;
  const text = utf8(inflate(bytesOf(packed)));
  const end = text.indexOf('\n\n');
  if (end < 0) return undefined;
  const [mode, ...views] = text.slice(0, end).split('\n');
  if (mode !== 'teaching' && mode !== 'cute') return undefined;
  return { program: text.slice(end + 2), mode, choices: readViews(views) };
}

function readPlain(fragment: string): Link | undefined {
  const match = /^#([tc])=([\w-]*)(?:&v=([\w-]*))?$/.exec(fragment);
  if (!match) return undefined;
  const views = utf8(bytesOf(match[3] ?? '')).split('\n').filter(Boolean);
  return { program: utf8(bytesOf(match[2]!)), mode: match[1] === 'c' ? 'cute' : 'teaching', choices: readViews(views) };
}

function readViews(lines: readonly string[]): Choices {
  return Object.fromEntries(lines.map((line) => {
    const blank = line.indexOf(' ');
    return [line.slice(0, Math.max(blank, 0)), line.slice(blank + 1)];
  }));
}

/** Throws if the bytes are not deflated, or unpack to too many. */
export function inflate(packed: Uint8Array, most = longestText): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  const stream = new Inflate((part, final) => {
    length += part.length;
    ended ||= final;
    if (length > most) throw new Error('too long');
    parts.push(part.slice());
  });
  // In small pieces, so that oversized data stops before it is completely unpacked.
  const bite = 1024;
  for (let at = 0; at < packed.length; at += bite) stream.push(packed.subarray(at, at + bite), at + bite >= packed.length);
  if (!ended) throw new Error('cut off');
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Throws if the text is not base64url. */
function bytesOf(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Throws if the bytes are not UTF-8. */
function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}
