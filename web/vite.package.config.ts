// Writes the npm package into build/npm: one script with the core in it, the modules, the types. The script is also
// part of the built page, for those who embed a value.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { colorProperties } from './colors_plugin.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const core = process.env['STRIDESCOPE_WASM'] ?? at('../build/wasm/web');
const page = process.env['STRIDESCOPE_WEB_OUT'] ?? at('../build/web');
const folder = at('../build/npm');
const script = 'stride-scope.js';

function packed(): Plugin {
  return {
    name: 'packed',
    enforce: 'pre',
    load(id) {
      const file = /^(.*)\?packed$/.exec(id)?.[1];
      return file && `export default '${gzipSync(readFileSync(file), { level: 9 }).toString('base64')}';`;
    },
    // The loader's address of the module, which is never fetched: Vite would put the module there once more.
    transform: (code, id) => (id.endsWith('/stridescope.mjs') ? { code: code.replaceAll('import.meta.url', '"file:///"'), map: null } : undefined),
  };
}

/** The files next to the script. */
function files(): Plugin {
  return {
    name: 'files',
    writeBundle() {
      for (const name of readdirSync(at('./package/files'))) copyFileSync(at(`./package/files/${name}`), `${folder}/${name}`);
      // A page that is built before the command line has none yet; `./dev` copies it then.
      if (existsSync(at('./src/core/door.d.ts'))) copyFileSync(at('./src/core/door.d.ts'), `${folder}/door.d.ts`);
      copyFileSync(at('../LICENSE'), `${folder}/LICENSE`);
      copyFileSync(at('./docs/npm.md'), `${folder}/README.md`);
      const { version, license } = JSON.parse(readFileSync(at('./package.json'), 'utf8')) as Record<string, string>;
      const own = JSON.parse(readFileSync(at('./package/files/package.json'), 'utf8')) as Record<string, unknown>;
      writeFileSync(`${folder}/package.json`, `${JSON.stringify({ name: 'stridescope', version, license, ...own }, undefined, 2)}\n`);
      copyFileSync(`${folder}/${script}`, `${page}/${script}`);
    },
  };
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(page, { recursive: true });

export default defineConfig({
  root: at('./package'),
  plugins: [packed(), files()],
  resolve: { alias: { 'stridescope-wasm': core } },
  define: { COLORS: JSON.stringify([...colorProperties(readFileSync(at('../core/data/colors.def'), 'utf8'))].map(([name, value]) => `${name}: ${value};`).join(' ')) },
  build: {
    outDir: folder,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    lib: { entry: at('./package/main.ts'), formats: ['iife'], name: 'stridescopeScript', fileName: () => script },
  },
});
