// Checks that nothing in the window is cut off or covers something else: one script visits its panels, dialogs and
// programs, at each size, at two scales, light, dark and in Chinese. Usage: node layout.mjs PROGRAM SCRIPT
// [SIZE@SCALE/THEME/LANGUAGE ...]
import { spawn } from 'node:child_process';
import assert from 'node:assert/strict';
import { ended, finish, test } from './windows.mjs';

const [program, script, ...asked] = process.argv.slice(2);
const sizes = ['860x720', '1280x720', '1600x1000', '2560x1440'];
// Each size at each scale in each language, with alternating themes.
const usual = sizes.flatMap((size) => [1, 2].flatMap((scale) => ['en', 'zh'].map((language, i) => `${size}@${scale}/${(i + scale) % 2 ? 'light' : 'dark'}/${language}`)));

async function faults(where) {
  const [, size, scale, theme, language] = /^(\d+x\d+)@([\d.]+)\/(\w+)\/(\w+)$/.exec(where);
  const words = ['--headless', '--fresh', '--size', size, '--scale', scale, '--theme', theme, '--language', language, '--script', script];
  const window = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  window.stdout.setEncoding('utf8').on('data', (data) => { text += data; });
  const { code, signal } = await ended(window);
  assert.equal(code, 0, `the script ended with ${code ?? signal}`);
  const lines = text.split('\n').filter((line) => line.startsWith('layout '));
  assert.ok(/^walked /m.test(text), 'the script did not come to its end');
  return lines;
}

// Two at a time, since a script sometimes waits for answers.
const rest = asked.length ? asked : usual;
async function some() {
  for (let where = rest.shift(); where; where = rest.shift()) {
    await test(where, async () => {
      const found = await faults(where);
      assert.equal(found.length, 0, `\n${found.join('\n')}`);
    });
  }
}
await Promise.all([some(), some()]);
finish();
