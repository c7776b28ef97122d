// Steps through the requests of a memory access, or through the wavefronts of one: a player over the slices of the
// picture.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t } from '../words/words';

const pause = 900;

export function Player({ card, session }: { card: Card; session: Session }) {
  const slices = card.picture?.scene.slices ?? [];
  const [playing, setPlaying] = useState(false);
  const shown = useRef(card);
  shown.current = card;

  const atEnd = (of: Card): boolean => (of.picture?.scene.slices ?? []).every(({ value, size }) => value + 1 >= size);
  const step = (by: 1 | -1 | 0): void => void session.step(shown.current, by);

  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      if (atEnd(shown.current)) setPlaying(false);
      else step(1);
    }, pause);
    return () => clearInterval(timer);
  }, [playing]);

  function play(): void {
    // At its end it starts again.
    if (!playing && atEnd(card)) step(0);
    setPlaying(!playing);
  }

  if (slices.every(({ size }) => size < 2)) return null;
  const where = slices.filter(({ size }) => size > 1)
    .map(({ title, value, size }) => t('player.where', { title, value, size })).join(' · ');
  return (
    <div class="player" role="group" aria-label={where}>
      <Button name="player.first" sign="❙◀" onClick={() => step(0)} />
      <Button name="player.back" sign="◀" onClick={() => step(-1)} />
      <Button name={playing ? 'player.pause' : 'player.play'} sign={playing ? '❚❚' : '▶'} onClick={play} />
      <Button name="player.next" sign="▶❙" onClick={() => step(1)} />
    </div>
  );
}

function Button({ name, sign, onClick }: { name: Parameters<typeof t>[0]; sign: string; onClick: () => void }) {
  return <button type="button" title={t(name)} aria-label={t(name)} onClick={onClick}><span aria-hidden="true">{sign}</span></button>;
}
