// How the page is built: content policy, what the browser loads ahead of time, and which modules are one file, since
// each file more costs the first picture a round trip.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { fileOfPart, laterParts } from '../wasm/later_parts.mjs';
import { colors } from './colors_plugin.ts';
import { offlineWorker } from './offline_plugin.ts';
import { styleNonce } from './src/editor/style_nonce.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Where the core's module is: the real one, unless a developer names another folder. */
const core = process.env['STRIDESCOPE_WASM'] ?? at('../build/wasm/web');
const output = process.env['STRIDESCOPE_WEB_OUT'] ?? at('../build/web');

/** The languages beside English, each a file: its code, and its own name, which the switch shows before the file is loaded. */
const languages = at('../core/data/languages');
const languageNames = Object.fromEntries(readdirSync(languages).map((file) =>
  [file.replace('.json', ''), (JSON.parse(readFileSync(`${languages}/${file}`, 'utf8')) as { name: string }).name]));

const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  `style-src 'self' 'nonce-${styleNonce}'`,
  // A runner on this machine, and nobody else.
  "connect-src 'self' ws://127.0.0.1:* ws://localhost:*",
  "img-src 'self' data:",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The content security policy, in the built page only: the development server injects scripts of its own. */
function contentPolicy(): Plugin {
  return {
    name: 'content-policy',
    apply: 'build',
    transformIndexHtml: () => [{
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
      injectTo: 'head-prepend',
    }],
  };
}

/** What the first picture needs comes along with the page's entry, not after it: the core, and the page's own script. */
function preload(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const link = (attrs: Record<string, string | boolean>) => ({ tag: 'link', attrs: { crossorigin: true, ...attrs }, injectTo: 'head' as const });
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const main = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/main.tsx')));
        return [
          ...Object.keys(bundle).filter((name) => /stridescope-.*\.wasm$/.test(name)).map((name) => link({ rel: 'preload', as: 'fetch', href: `./${name}` })),
          ...(main ? [link({ rel: 'modulepreload', href: `./${main.fileName}` })] : []),
        ];
      },
    },
  };
}

function requireCore(): Plugin {
  return {
    name: 'require-core',
    buildStart() {
      for (const file of ['stridescope.mjs', 'stridescope.wasm', ...laterParts.map(fileOfPart), 'machine.mjs', 'machine.wasm', 'lessons.json']) {
        if (!existsSync(`${core}/${file}`)) {
          this.error(`${core}/${file} is missing: build the core for WebAssembly first (./dev build)`);
        }
      }
    },
  };
}

const everyVisit = /node_modules\/(@preact|preact|comlink|fflate)\/|web\/src\/(main\.|base\/|cards\/|pictures\/|session\/|words\/words|core\/(client|view|later_parts)|parts\/(menu|icons|clipboard|layers)\b|page\/(page|share)\b)/;

export default defineConfig({
  base: './',
  plugins: [colors(), requireCore(), contentPolicy(), preload(), offlineWorker()],
  resolve: { alias: { 'stridescope-wasm': core } },
  define: { LANGUAGE_NAMES: JSON.stringify(languageNames) },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', fs: { allow: ['.', core] } },
  build: {
    outDir: output,
    emptyOutDir: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    // What every visit needs is one file; else each dialog that shares a module with the page would cut a piece from it.
    rolldownOptions: { output: { advancedChunks: { groups: [{ name: 'start', test: /core\/start\.|words\/wanted\.|base\/storage\.|preload-helper/, priority: 1 }, { name: 'page', test: everyVisit }] } } },
    assetsInlineLimit: 0,
  },
});
