// Writes the documentation site into build/site: its script and style by Vite, its pages by site/build.ts. The page, the
// npm package and the command line must have been built. STRIDESCOPE_SITE is the address at which the site is published;
// without it no page names one.
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { colorProperties, colors } from './colors_plugin.ts';
import { buildSite } from './site/build.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const out = process.env['STRIDESCOPE_SITE_OUT'] ?? at('../build/site');

function pages(): Plugin {
  return {
    name: 'pages',
    async closeBundle() {
      const count = await buildSite({
        npm: at('../build/npm'),
        page: process.env['STRIDESCOPE_WEB_OUT'] ?? at('../build/web'),
        program: process.env['STRIDESCOPE_PROGRAM'] ?? at('../build/native/bin/stridescope'),
        out,
        address: process.env['STRIDESCOPE_SITE'] ?? '',
        colors: colorProperties(readFileSync(at('../core/data/colors.def'), 'utf8')),
      });
      console.log(`${count} pages`);
    },
  };
}

mkdirSync(out, { recursive: true });

export default defineConfig({
  root: at('./site'),
  plugins: [colors(), pages()],
  build: {
    outDir: out,
    emptyOutDir: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    cssCodeSplit: false,
    lib: { entry: at('./site/client.ts'), formats: ['iife'], name: 'stridescopeSite', fileName: () => 'site.js', cssFileName: 'site' },
  },
});
