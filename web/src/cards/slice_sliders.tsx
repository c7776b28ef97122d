// One slider for each mode that the plane of the picture does not show.
import type { Card } from '../session/cards';
import type { Session } from '../session/session';

export function SliceSliders({ card, session }: { card: Card; session: Session }) {
  const slices = card.picture?.scene.slices ?? [];
  if (slices.every(({ size }) => size < 2)) return null;

  function move(index: number, value: number): void {
    void session.choose(card, `slice=${slices.map((slice, at) => (at === index ? value : slice.value)).join()}`);
  }

  return (
    <div class="slices">
      {slices.map((slice, index) => slice.size > 1 && (
        <label key={slice.mode}>
          <span>{slice.title}</span>
          <input
            type="range"
            min={0}
            max={slice.size - 1}
            value={slice.value}
            onInput={(event) => move(index, event.currentTarget.valueAsNumber)}
          />
          <output>{slice.value}<small> / {slice.size}</small></output>
        </label>
      ))}
    </div>
  );
}
