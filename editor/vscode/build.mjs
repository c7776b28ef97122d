// Makes the parts of the extension that are not in its folder: the bundle, the grammar from the core's table of words,
// and the page. Usage: node build.mjs [--page FOLDER]   (the built page; without it the panel needs an address)
import { build } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const root = path.join(here, '../..');
const at = (name) => path.join(here, name);

await build({
  absWorkingDir: here,
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.js',
  bundle: true,
  platform: 'node',
  target: 'node18',
  format: 'cjs',
  external: ['vscode'],
  minify: true,
  legalComments: 'linked',
  logLevel: 'warning',
});

/** The grammar: words and signs of core/data/tokens.def, by the rules of the page's editor (web/src/editor/tokens.ts). */
export function grammar(table) {
  const listed = (kind) => [...table.matchAll(new RegExp(`^STRIDESCOPE_${kind}\\("(.*)"\\)$`, 'gm'))].map(([, text]) => text);
  const escaped = (text) => text.replace(/[\\/^$*+?.()|[\]{}]/g, '\\$&');
  return {
    name: 'Stridescope',
    scopeName: 'source.stride',
    patterns: [
      { name: 'comment.block.stride', begin: '/\\*', end: '\\*/' },
      { name: 'comment.line.stride', match: '(#|//).*$' },
      { name: 'string.quoted.double.stride', begin: '"', end: '"|$', patterns: [{ name: 'constant.character.escape.stride', match: '\\\\.' }] },
      { name: 'constant.numeric.static.stride', match: '(?<!\\w)_-?\\d+' },
      { name: 'constant.numeric.stride', match: '(?<!\\w)-?\\d+' },
      { name: 'constant.other.basis.stride', match: '@\\d+' },
      { name: 'keyword.operator.stride', match: listed('OPERATOR').map(escaped).join('|') },
      { name: 'keyword.other.stride', match: `(?<!\\w)(${listed('KEYWORD').map(escaped).join('|')})(?!\\w)` },
      { name: 'entity.name.variable.stride', match: '\\w+(?=[ \\t]*=(?!=))' },
      { name: 'entity.name.function.stride', match: '\\w+(?=[<(])' },
      { name: 'variable.other.stride', match: '\\w+' },
    ],
  };
}
fs.writeFileSync(at('stride.tmLanguage.json'), `${JSON.stringify(grammar(fs.readFileSync(path.join(root, 'core/data/tokens.def'), 'utf8')), null, 2)}\n`);
fs.copyFileSync(path.join(root, 'LICENSE'), at('LICENSE.txt'));

const given = process.argv.indexOf('--page');
fs.rmSync(at('page'), { recursive: true, force: true });
if (given > 0) {
  const page = path.resolve(process.argv[given + 1]);
  // The element for other pages is the npm package's.
  fs.cpSync(page, at('page'), { recursive: true, filter: (name) => path.basename(name) !== 'stride-scope.js' });
}
