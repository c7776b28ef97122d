// How the page's tests run: from the root of the repository, with the packages of this folder.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// The tests live beside the other tests of the repository; their packages are this folder's.
export default defineConfig({
  root: at('..'),
  cacheDir: at('node_modules/.vite'),
  server: { fs: { strict: false } },
  resolve: {
    alias: {
      'playwright-core': at('node_modules/playwright-core'),
      comlink: at('node_modules/comlink'),
      yaml: at('node_modules/yaml'),
      '@modelcontextprotocol/client/stdio': at('node_modules/@modelcontextprotocol/client/dist/stdio.mjs'),
      '@modelcontextprotocol/client': at('node_modules/@modelcontextprotocol/client/dist/index.mjs'),
    },
  },
  test: {
    include: ['tests/web/**/*.test.ts'],
    reporters: ['default', 'json'],
    outputFile: { json: at('../build/log/vitest.json') },
    // A browser waits much, and works in several processes: two of them keep two cores busy, more would wait for each other.
    maxWorkers: 2,
    // Modules are loaded once a worker, and the browser started; no file leaves anything else behind in them.
    isolate: false,
    // Each wait of a test has a limit; this one is for a machine that also compiles.
    testTimeout: 90_000,
    // A test that passes at its second attempt is named in the report: a race to be fixed, not a reason to stop.
    retry: 1,
    // As long as the browser waits for an element: a machine that has much to do is no fault of the page.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 40_000,
  },
});
