// Starts Chromium for the tests and the measurements: without a sandbox, since both run as root in containers, and
// without its own look-ups in the network.
import fs from 'node:fs';

/** The tests use the browser without a window, whose pages open in two thirds of the time; the full browser works, too. */
export const chromiumPath = process.env.CHROMIUM
  ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => fs.existsSync(file)) ?? 'chromium';

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
