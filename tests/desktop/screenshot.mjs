// Tests the released window: it saves a picture of a program without a display, and does not run scripts. Usage: node
// screenshot.mjs PROGRAM
import { spawnSync } from 'node:child_process';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readPng } from '../tools/png.mjs';
import { finish, test } from './windows.mjs';

const [program] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-screenshot-'));
const run = (...words) => spawnSync(program, words, { encoding: 'utf8' });
const layout = ['--program', 'A = (4,8):(8,1)'];

await test('a picture of a program', () => {
  const file = path.join(folder, 'window.png');
  const done = run('--screenshot', file, '--size', '640x400', '--theme', 'light', ...layout);
  assert.equal(done.status, 0, done.stderr);
  const { width, height, colorAt } = readPng(fs.readFileSync(file));
  assert.deepEqual([width, height], [640, 400]);
  const colors = new Set();
  for (let y = 0; y < height; y += 4) for (let x = 0; x < width; x += 4) colors.add(colorAt(x, y));
  assert.ok(colors.size > 12, `${colors.size} colours`);
});
await test('a file that cannot be written is an error', () => {
  const done = run('--screenshot', path.join(folder, 'none', 'window.png'), ...layout);
  assert.equal(done.status, 1);
  assert.match(done.stderr, /cannot write/);
});
await test('what only tests need is not there', () => {
  for (const option of ['--script', '--state', '--times', '--frames', '--headless', '--no-vsync']) assert.equal(run(option, 'x').status, 2, option);
});
fs.rmSync(folder, { recursive: true });
finish();
