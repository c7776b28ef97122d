// Nothing in the window is cut off or lies on something else: one script walks through its panels, at each size, at two
// scales, light, dark and in Chinese. Usage: node layout.mjs PROGRAM SCRIPT [SIZE@SCALE/THEME/LANGUAGE ...]
import { spawn } from 'node:child_process';
import assert from 'node:assert/strict';
import { ended, finish, test } from './windows.mjs';

const [program, script, ...asked] = process.argv.slice(2);
// The CPU draws: a scale of one half is a scale of one at half the size, where text is as wide for its room.
const usual = [
  '430x360@0.5/light/en', '640x360@0.5/dark/en', '800x500@0.5/light/zh', '1280x720@0.5/dark/en', '860x720@1/light/en',
  '1280x720@1/light/zh', '1720x1440@2/dark/en',
];

async function faults(where) {
  const [, size, scale, theme, language] = /^(\d+x\d+)@([\d.]+)\/(\w+)\/(\w+)$/.exec(where);
  const words = ['--headless', '--fresh', '--size', size, '--scale', scale, '--theme', theme, '--language', language, '--script', script];
  const window = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  window.stdout.setEncoding('utf8').on('data', (data) => { text += data; });
  const { code, signal } = await ended(window);
  assert.equal(code, 0, `the script ended with ${code ?? signal}`);
  return text.split('\n').filter((line) => line.startsWith('layout '));
}

for (const where of asked.length ? asked : usual) {
  await test(where, async () => {
    const found = await faults(where);
    assert.equal(found.length, 0, `\n${found.join('\n')}`);
  });
}
finish();
