// Goes to a cell of a picture by its coordinate, its index or its offset. The core interprets these.
import { useState } from 'preact/hooks';
import { DialogFrame } from '../parts/dialog';
import type { DialogProps } from '../parts/dialogs';
import { t } from '../words/words';

export function Seek({ session, close }: DialogProps) {
  const [text, setText] = useState('');
  const [refused, setRefused] = useState('');
  const card = session.cards.value.find(({ key, place }) => (session.seeking.value ? key === session.seeking.value : place === 'stage'));
  if (!card) return null;
  const { name, source, brief, text: printed } = card.binding;

  async function go(event: Event): Promise<void> {
    event.preventDefault();
    const why = await session.seek(card!, text);
    if (why) setRefused(why);
    else close();
  }

  return (
    <DialogFrame class="seek" title={t('seek')} closeTitle={t('seek.close')} close={close}>
      <form onSubmit={(event) => void go(event)}>
        <p class="source">{name || source} = {brief ?? printed}</p>
        <input
          type="text"
          autofocus
          spellcheck={false}
          aria-label={t('seek')}
          placeholder={t('seek.place')}
          value={text}
          onInput={(event) => { setText(event.currentTarget.value); setRefused(''); }}
        />
        {refused ? <p class="problem" role="alert">{refused}</p> : <p class="note">{t('seek.about')}</p>}
      </form>
    </DialogFrame>
  );
}
