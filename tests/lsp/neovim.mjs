// Neovim's own client, headless, set up as web/docs/editor.md says. Exit status 77 without Neovim: ctest counts the test as skipped.
// Usage: node neovim.mjs STRIDESCOPE
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const [program] = process.argv.slice(2);
const version = spawnSync('nvim', ['--version'], { encoding: 'utf8' });
if (version.error) {
  console.log('SKIPPED: nvim is not installed; expected Debian\'s package neovim (0.7 or later)');
  process.exit(77);
}
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-neovim-'));
try {
  // The set-up that the documentation gives, with this program.
  const [, setup] = fs.readFileSync(path.join(import.meta.dirname, '../../web/docs/editor.md'), 'utf8').match(/```lua\n([^]*?)```/);
  const init = path.join(folder, 'init.lua');
  fs.writeFileSync(init, setup.replace("cmd = { 'stridescope', 'lsp' }", `cmd = { '${path.resolve(program)}', 'lsp' }`));
  const run = spawnSync('nvim', ['--headless', '-i', 'NONE', '-u', init, '-c', `luafile ${path.join(import.meta.dirname, 'neovim.lua')}`], {
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, STRIDESCOPE_FOLDER: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder },
  });
  console.log(version.stdout.split('\n')[0]);
  console.log(run.stdout.trim());
  console.log(run.stderr.trim());
  // A script with a fault of its own ends with 0.
  const passed = run.status === 0 && run.stdout.includes('work in Neovim');
  if (!passed) console.error(`nvim ended with ${run.status ?? run.signal}`);
  process.exitCode = passed ? 0 : 1;
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
