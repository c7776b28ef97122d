// Work that lets the picture of the page come first.
/** Resolves when what is on the page now has been painted. A page out of sight paints nothing and does not wait for it. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve);
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** The longest that something seen waits for the browser to have nothing to do. */
const patience = 150;
let turns: Promise<void> = Promise.resolve();

/** Resolves after the next picture of the page, when nothing else is to be done: to one at a time, a frame for each. */
export function atRest(): Promise<void> {
  turns = turns.then(afterPaint).then(() => new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: patience });
    else resolve();
  }));
  return turns;
}
