/** Resolves when what is on the page now has been painted. A page out of sight paints nothing and does not wait for it. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve);
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}
