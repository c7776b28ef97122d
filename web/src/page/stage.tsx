// Enlarged cards side by side: for a lecture, to compare, and to follow an element through an operation.
import { CardBody, CardHeader } from '../cards/card_view';
import { Verdicts } from '../cards/verdicts';
import { DialogFrame } from '../parts/dialog';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t } from '../words/words';

export function Stage({ session }: { session: Session }) {
  const { value: keys } = session.stage;
  const cards = session.cards.value;
  const shown = keys.map((key) => cards.find((card) => card.key === key)).filter((card) => card !== undefined) as Card[];
  const others = cards.filter(({ key, stale, binding }) => !stale && binding.views.length > 0 && !keys.includes(key));
  const close = (): void => { session.stage.value = []; };
  const nameOf = ({ binding }: Card): string => binding.name || binding.source;
  const tools = others.length > 0 && (
    <label class="choice">
      <span>{t('stage.compare')}</span>
      <select
        value=""
        onChange={(event) => {
          if (event.currentTarget.value) session.stage.value = [...keys, event.currentTarget.value];
        }}
      >
        <option value="">{t('stage.none')}</option>
        {others.map((card) => <option key={card.key} value={card.key}>{nameOf(card)}</option>)}
      </select>
    </label>
  );
  return (
    <DialogFrame class="stage" title={shown.map(nameOf).join(' · ') || t('stage')} closeTitle={t('stage.close')} close={close} tools={tools}>
      <div class="stage-cards" style={{ '--count': String(shown.length) }}>
        {shown.map((card) => (
          <article key={card.key} class={card.stale ? 'card stale' : 'card'} data-stage={card.key}>
            <CardHeader card={card} session={session}>
              {shown.length > 1 && (
                <button
                  type="button"
                  class="tool"
                  aria-label={t('stage.remove', { name: nameOf(card) })}
                  onClick={() => { session.stage.value = keys.filter((key) => key !== card.key); }}
                >
                  ✕
                </button>
              )}
            </CardHeader>
            <Verdicts card={card} session={session} />
            <CardBody card={card} session={session} />
          </article>
        ))}
      </div>
      <p class="stage-sentence" role="status">{session.inspector.shown.value?.sentence ?? ''}</p>
    </DialogFrame>
  );
}
