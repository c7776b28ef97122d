// The menu of a card's copies: the value as source text of each language, its picture as a file. The core defines the
// formats.
import { copyText } from '../parts/clipboard';
import { CopyIcon } from '../parts/icons';
import { Menu } from '../parts/menu';
import { saveText } from '../parts/save';
import type { TextForm } from '../core/door';
import type { Card } from '../session/cards';
import { notify } from '../session/notice';
import type { Session } from '../session/session';
import { t } from '../words/words';
import { savePng } from './save';

export function CopyMenu({ card, session }: { card: Card; session: Session }) {
  const { binding } = card;
  async function emitted(format: string): Promise<string | undefined> {
    const answer = await session.emit(card, format);
    // The core has no value for a line that now has an error.
    if (!answer) notify(session, t('copy.stale'));
    else if (answer.refused) notify(session, answer.refused);
    return answer?.answer;
  }

  async function copy({ format, title }: TextForm): Promise<void> {
    const text = await emitted(format);
    if (text !== undefined) await copyText(session, text, title);
  }

  async function save(kind: 'svg' | 'png'): Promise<void> {
    const file = `${binding.name || 'layout'}.${kind}`;
    const canvas = document.querySelector<HTMLCanvasElement>(`[data-card="${CSS.escape(card.key)}"] .sheet canvas`);
    const svg = card.picture?.scene.svg ? await emitted('figure') : '';
    if (kind === 'svg' && svg) saveText(svg, file, 'image/svg+xml');
    else if (kind === 'png' && (svg || canvas)) await savePng(svg || canvas!, file);
  }

  const entries = (picture: boolean) => session.textForms.value.filter((one) => one.picture === picture).map((one) => (
    <button key={one.format} type="button" onClick={() => copy(one)}>{one.title}</button>
  ));
  const plain = binding.text !== binding.cute;
  return (
    <Menu class="copy" label={<CopyIcon />} title={t('card.copy', { name: binding.name || binding.source })}>{() => <>
      <p>{t('copy.value')}</p>
      <button type="button" onClick={() => copyText(session, binding.cute)}>{t('copy.cuteForm')}</button>
      {plain && <button type="button" onClick={() => copyText(session, binding.text)}>{t('copy.teachingForm')}</button>}
      {entries(false)}
      {binding.views.length > 0 && (
        <>
          <p>{t('copy.picture')}</p>
          {entries(true)}
          <button type="button" onClick={() => save('png')}>{t('copy.savePng')}</button>
          {card.picture?.scene.svg && <button type="button" onClick={() => save('svg')}>{t('copy.saveSvg')}</button>}
        </>
      )}
    </>}</Menu>
  );
}
