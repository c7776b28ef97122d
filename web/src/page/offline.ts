// The page without a network: a service worker stores its files, after everything that the user waits for is loaded.

/** Runs when the page is idle. */
export function whenQuiet(run: () => void): void {
  const wait = (): void => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 10_000 });
    else setTimeout(run, 3000);
  };
  if (document.readyState === 'complete') setTimeout(wait, 1500);
  else addEventListener('load', () => setTimeout(wait, 1500), { once: true });
}

/** Only the built page has one; if it is forbidden, the page needs a network. */
export async function keepOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('./offline.js').catch(() => undefined);
}
