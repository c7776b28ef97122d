/** The user's next action; until then the contents of the page may still arrive. */
const goesOn = ['wheel', 'pointerdown', 'keydown'] as const;
let stopLast = (): void => {};

/**
 * Keeps parts of the page in sight, wherever its layout puts them, until the user does something else. They come from
 * the whole to the most important: of a card that is too high, its picture.
 */
export function bringIntoSight(find: () => readonly (Element | null | undefined)[]): void {
  stopLast();
  const bring = (): void => {
    for (const part of find()) part?.scrollIntoView({ block: 'nearest' });
  };
  const grown = new ResizeObserver(bring);
  const stop = stopLast = (): void => {
    grown.disconnect();
    for (const event of goesOn) removeEventListener(event, stop, { capture: true });
  };
  for (const part of [...find(), ...document.querySelectorAll('.cards > *')]) if (part) grown.observe(part);
  for (const event of goesOn) addEventListener(event, stop, { capture: true, passive: true });
}

/** The card of a name, with its picture. */
export function bringCardIntoSight(key: string): void {
  const card = `[data-card="${CSS.escape(key)}"]`;
  bringIntoSight(() => [document.querySelector(card), document.querySelector(`${card} .picture`)]);
}
