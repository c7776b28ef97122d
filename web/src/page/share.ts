// Links to the current page, and the HTML that embeds one of its values, or a step of a lesson, in another page.
import { signal } from '@preact/signals';
import { copyText } from '../parts/clipboard';
import { placeFragment } from '../session/course';
import { encodeLink } from '../session/link';
import type { Session } from '../session/session';
import { t } from '../words/words';

const embedWidth = 640;
const embedHeight = 420;

/** True after a request for a link of a program that is too long for one. */
export const linkRefused = signal(false);

export function copyLink(session: Session): void {
  const link = address(session);
  if (link !== undefined) void copyText(session, link, t('share.linkTitle'));
}

/** A value as <stride-scope>, whose script is a file of the page (web/package); a step of a lesson as an <iframe>. */
export function copyEmbed(session: Session): void {
  void copyText(session, placeFragment(session.program.value) ? frame(session) : element(session), t('share.embedTitle'));
}

function frame(session: Session): string {
  return `<iframe src="${escaped(address(session, '?embed')!)}" width="${embedWidth}" height="${embedHeight}" style="border:0" title="Stridescope" loading="lazy"></iframe>`;
}

function element(session: Session): string {
  const { program, mode, choices } = session.link();
  const value = shownKey(session) ?? '';
  const attributes = Object.entries({ mode, value, view: choices[value] }).map(([name, text]) => (text ? ` ${name}="${escaped(text)}"` : ''));
  return `<script src="${escaped(new URL('stride-scope.js', location.href).href)}"></script>\n<stride-scope${attributes.join('')}>\n${escaped(program)}</stride-scope>\n`;
}

/** The value at the caret, otherwise the last one with a picture. */
function shownKey({ cards, caret }: Session): string | undefined {
  const seen = cards.value.filter(({ stale, binding }) => !stale && binding.views.length > 0);
  return (seen.find(({ binding: { span: [from, to] } }) => caret.value >= from && caret.value <= to) ?? seen.at(-1))?.key;
}

/** Undefined for a program that is too long for a link; the page then reports it. */
function address(session: Session, search = ''): string | undefined {
  const fragment = placeFragment(session.program.value) ?? encodeLink(session.link());
  linkRefused.value = fragment === undefined;
  return fragment === undefined ? undefined : new URL(`${location.pathname}${search}${fragment}`, location.href).href;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
