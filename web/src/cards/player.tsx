// Steps through the requests of an access of memory, or through the wavefronts of one: a player over the slices that
// the core gives the picture.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Slice } from '../core/door';
import type { Card } from '../session/cards';
import type { Session } from '../session/session';
import { t, term } from '../words/words';

const pause = 900;

export function isPlayed(kind: string): boolean {
  return kind === 'banks' || kind === 'sectors' || kind === 'lanes';
}

/** The values of the next step, the last slice first to move; undefined past the end. */
export function nextStep(slices: readonly Slice[], direction: 1 | -1): number[] | undefined {
  const values = slices.map(({ value }) => value);
  for (let at = slices.length - 1; at >= 0; --at) {
    const value = values[at]! + direction;
    if (value >= 0 && value < slices[at]!.size) {
      values[at] = value;
      return values;
    }
    values[at] = direction > 0 ? 0 : slices[at]!.size - 1;
  }
  return undefined;
}

export function Player({ card, session }: { card: Card; session: Session }) {
  const slices = card.picture?.scene.slices ?? [];
  const [playing, setPlaying] = useState(false);
  const shown = useRef(card);
  shown.current = card;

  function step(direction: 1 | -1): boolean {
    const values = nextStep(shown.current.picture?.scene.slices ?? [], direction);
    if (values) void session.choose(shown.current, `slice=${values.join()}`);
    return Boolean(values);
  }

  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      if (!step(1)) setPlaying(false);
    }, pause);
    return () => clearInterval(timer);
  }, [playing]);

  function play(): void {
    // At the end it begins again.
    if (!playing && !nextStep(slices, 1)) void session.choose(card, `slice=${slices.map(() => 0).join()}`);
    setPlaying(!playing);
  }

  if (slices.every(({ size }) => size < 2)) return null;
  const where = slices.filter(({ size }) => size > 1)
    .map(({ title, value, size }) => t('player.where', { title: term(title), value, size })).join(' · ');
  return (
    <div class="player" role="group" aria-label={where}>
      <Button name="player.first" sign="❙◀" onClick={() => void session.choose(card, `slice=${slices.map(() => 0).join()}`)} />
      <Button name="player.back" sign="◀" onClick={() => step(-1)} />
      <Button name={playing ? 'player.pause' : 'player.play'} sign={playing ? '❚❚' : '▶'} onClick={play} />
      <Button name="player.next" sign="▶❙" onClick={() => step(1)} />
    </div>
  );
}

function Button({ name, sign, onClick }: { name: Parameters<typeof t>[0]; sign: string; onClick: () => void }) {
  return <button type="button" title={t(name)} aria-label={t(name)} onClick={onClick}><span aria-hidden="true">{sign}</span></button>;
}
