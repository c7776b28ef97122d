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

export function copyEmbed(session: Session): void {
  // A step of a lesson is embedded as a whole.
  const key = placeFragment(session.program.value) ? undefined : shownKey(session);
  const source = address(session, key === undefined ? '?embed' : `?embed=${encodeURIComponent(key)}`);
  if (source === undefined) return;
  const html = `<iframe src="${escaped(source)}" width="${embedWidth}" height="${embedHeight}" style="border:0" title="Stridescope" loading="lazy"></iframe>`;
  void copyText(session, html, t('share.embedTitle'));
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
