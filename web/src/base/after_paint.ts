// Work that lets the first picture of the page come first.
/** Resolves when the current state of the page has been painted. A hidden page paints nothing and does not wait. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve);
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** The longest wait of visible work for an idle browser. */
const patience = 150;
let turns: Promise<void> = Promise.resolve();

/** Resolves after the next frame, when the browser is idle: one caller at a time, one frame for each. */
export function atRest(): Promise<void> {
  turns = turns.then(afterPaint).then(() => new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: patience });
    else resolve();
  }));
  return turns;
}
