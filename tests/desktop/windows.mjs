// Shared parts of the tests that start windows: counted cases, and the state that a window prints.
import fs from 'node:fs';

let failed = 0;

/** One case; a failure is printed and counted, and the next one runs. */
export async function test(name, run) {
  try {
    await run();
    console.log(`ok ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}: ${error.message}`);
  }
}

/** Ends the program: 0 when no case failed. */
export function finish() {
  console.log(`${failed} failed`);
  process.exit(failed ? 1 : 0);
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The end of a child process: status and output. */
export const ended = (child) => new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));

/** The state that a window has printed into the file, as soon as it is good; an error after 20 s. */
export async function stateOf(file, what, good) {
  let now;
  for (const start = Date.now(); Date.now() - start < 20_000; await sleep(30)) {
    try {
      now = JSON.parse(fs.readFileSync(file, 'utf8'));
    } catch {
      continue; // it is being written
    }
    if (good(now)) return now;
  }
  throw new Error(`${what}: ${JSON.stringify({ ...now, rects: undefined, colors: undefined }).slice(0, 1500)}`);
}
