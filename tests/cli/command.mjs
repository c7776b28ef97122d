// The command under test: how it is called, with which limits, and which outputs count as an answer or a refusal.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The words of the command that is tested, after the script's name. */
export const command = process.argv.slice(2);
/** It is a program of this machine: no runtime starts before it. */
export const native = command.length === 1;
/** The folder of the tests. */
export const here = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

export function stridescope(args, input = '') {
  // Natively under a limit of memory: a refusal must come before the memory is allocated.
  const limited = native ? ['sh', '-c', 'ulimit -v 262144; exec "$0" "$@"', ...command] : command;
  const [program, ...rest] = [...limited, ...args];
  const { status, signal, stdout, stderr, error } = spawnSync(program, rest, {
    input,
    encoding: 'utf8',
    timeout: 20_000,
    maxBuffer: 1 << 28,
  });
  // EPIPE: it refused its input before it had read all of it.
  if (error?.code !== 'EPIPE') assert.equal(error, undefined, `${args.join(' ').slice(0, 80)}: ${error}`);
  assert.equal(signal, null, `killed by ${signal}`);
  return { status, stdout, stderr };
}

export function succeeds(args, stdout, input) {
  const answer = stridescope(args, input);
  assert.deepEqual({ status: answer.status, stdout: answer.stdout }, { status: 0, stdout }, answer.stderr);
}

// Refused: exit 1, nothing on stdout, a message on stderr, and no trace of a crash.
export function refused(args, input) {
  const { status, stdout, stderr } = stridescope(args, input);
  assert.equal(status, 1, `exit ${status}: ${stdout.slice(0, 200)}`);
  assert.equal(stdout, '');
  assert.match(stderr, /\S/);
  assert.doesNotMatch(stderr, /RuntimeError|RangeError|Aborted|terminate called|bad_alloc|out of memory/);
  assert.ok(stderr.length < 100_000, `${stderr.length} characters of message`);
  return stderr;
}

export function answers(lines) {
  const { status, stdout } = stridescope(['eval', '--jsonl'], lines.join('\n') + '\n');
  assert.equal(status, 0);
  return jsonLines(stdout);
}

export const jsonLines = (text) => text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
