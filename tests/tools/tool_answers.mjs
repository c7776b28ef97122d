// Keeps the answer of a tool (a compiler and its program, TeX) to a text, so that each is asked once: the answer stays
// under build/tool_answers, keyed by everything that it depends on. `./dev test --all` forgets them.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../build/tool_answers/', import.meta.url));
const days = 30; // answers unused for longer are dropped

/** The name and version of a tool, as it says itself. */
export const versionOf = (tool) => `${tool}\n${spawnSync(tool, ['--version'], { encoding: 'utf8' }).stdout}`;

/**
 * The answer to `question`, a list of strings: everything that the answer depends on, the caller's own commands among it.
 * @param {string[]} question
 * @param {() => unknown} ask gives what JSON can hold, or throws: then nothing is kept.
 * @param {(answer: any) => boolean} isKept whether an answer is worth keeping: one that a missing package caused is not.
 */
export function answerTo(question, ask, isKept = () => true) {
  const file = path.join(folder, `${createHash('sha256').update(JSON.stringify(question)).digest('hex')}.json`);
  if (fs.existsSync(file)) {
    const now = new Date();
    fs.utimesSync(file, now, now);
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  }
  const answer = ask();
  if (!isKept(answer)) return answer;
  fs.mkdirSync(folder, { recursive: true });
  for (const name of fs.readdirSync(folder)) {
    const status = fs.statSync(path.join(folder, name), { throwIfNoEntry: false });
    if (status && Date.now() - status.mtimeMs > days * 86_400_000) fs.rmSync(path.join(folder, name), { force: true });
  }
  // Under another name first: tests run side by side.
  fs.writeFileSync(`${file}.${process.pid}`, JSON.stringify(answer));
  fs.renameSync(`${file}.${process.pid}`, file);
  return answer;
}
