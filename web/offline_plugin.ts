// Writes offline.js, the service worker: it keeps the files of this build, and nothing else.
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

export function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.keys(bundle).filter((name) => !name.endsWith('.map')).sort();
        // Names in assets/ carry a hash of their content; the index does not.
        const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
        const kept = ['./', ...files.filter((name) => name !== 'index.html').map((name) => `./${name}`), './icon.svg'];
        this.emitFile({ type: 'asset', fileName: 'offline.js', source: worker(version, kept) });
      },
    },
  };
}

function worker(version: string, files: readonly string[]): string {
  return `// The page's files, kept for visits without a network. Made by web/offline_plugin.ts.
const name = 'stridescope-${version}';
const files = ${JSON.stringify(files, null, 1)};

addEventListener('install', (event) => {
  // Where the browser can: kept files come without this worker being woken, and the newest page does not wait for it.
  event.addRoutes?.([
    { condition: { urlPattern: new URLPattern({ pathname: new URL('./assets/*', location.href).pathname }) }, source: { cacheName: name } },
    { condition: { requestMode: 'navigate' }, source: 'race-network-and-fetch-handler' },
  ])?.catch(() => {});
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(caches.keys()
    .then((all) => Promise.all(all.filter((one) => one.startsWith('stridescope-') && one !== name).map((one) => caches.delete(one))))
    .then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  const page = request.mode === 'navigate';
  // The newest page while there is a network; its assets never change.
  if (page) {
    event.respondWith(fetch(request).catch(async () => (await (await caches.open(name)).match('./')) ?? Response.error()));
  } else {
    event.respondWith(caches.open(name).then((cache) => cache.match(request, { ignoreSearch: true })).then((kept) => kept ?? fetch(request)));
  }
});
`;
}
