// How the tests and the measurements start Chromium: without a sandbox, since both run as root in
// containers, and without its own look-ups in the network.
export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
