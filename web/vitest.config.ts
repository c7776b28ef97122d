import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// The tests live beside the other tests of the repository; their packages are this folder's.
export default defineConfig({
  root: at('..'),
  cacheDir: at('node_modules/.vite'),
  server: { fs: { strict: false } },
  resolve: {
    alias: { 'playwright-core': at('node_modules/playwright-core') },
  },
  test: {
    include: ['tests/web/**/*.test.ts'],
    reporters: ['default', 'json'],
    outputFile: { json: at('../build/log/vitest.json') },
    // A browser waits much, and works in several processes: two of them keep two cores busy, more would wait for each other.
    maxWorkers: 2,
    // No file leaves anything behind in its modules; loading them once a worker saves a fifth of the time.
    isolate: false,
    testTimeout: 40_000,
    hookTimeout: 40_000,
  },
});
