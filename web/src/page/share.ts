// Links to the current page, and the HTML that embeds one of its values, or a step of a lesson, in another page.
import { copyText } from '../parts/clipboard';
import { placeFragment } from '../session/course';
import { encodeLink } from '../session/link';
import type { Session } from '../session/session';
import { t } from '../words/words';

const embedWidth = 640;
const embedHeight = 420;

export function copyLink(session: Session): void {
  void copyText(session, address(session), t('share.linkTitle'));
}

export function copyEmbed(session: Session): void {
  // A step of a lesson is embedded as a whole.
  const key = placeFragment(session.program.value) ? undefined : shownKey(session);
  const source = address(session, key === undefined ? '?embed' : `?embed=${encodeURIComponent(key)}`);
  const html = `<iframe src="${escaped(source)}" width="${embedWidth}" height="${embedHeight}" style="border:0" title="Stridescope" loading="lazy"></iframe>`;
  void copyText(session, html, t('share.embedTitle'));
}

/** The value at the caret, otherwise the last one with a picture. */
function shownKey({ cards, caret }: Session): string | undefined {
  const seen = cards.value.filter(({ stale, binding }) => !stale && binding.views.length > 0);
  return (seen.find(({ binding: { span: [from, to] } }) => caret.value >= from && caret.value <= to) ?? seen.at(-1))?.key;
}

function address(session: Session, search = ''): string {
  return new URL(`${location.pathname}${search}${placeFragment(session.program.value) ?? encodeLink(session.link())}`, location.href).href;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
