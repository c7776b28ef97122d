// Checks run.mjs on programs that crash, do not end and break their bounds (this file, as `fake`), and on
// stridescope_adversarial. Usage: node run_test.mjs COMMAND...
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const self = fileURLToPath(import.meta.url);
const script = self.replace('run_test.mjs', 'run.mjs');
const command = process.argv.slice(2);

if (command[0] === 'fake') {
  fake(command[1], Number(command[command.indexOf('--first') + 1]));
} else {
  const node = process.execPath;

  const clean = drive([], [node, self, 'fake', 'clean']);
  assert.equal(clean.status, 0, clean.stdout);
  assert.match(clean.stdout, /^10 programs of 10, 40 acts in 3 s of the processor .*: 0 crashes, 0 beyond 2 s or 512 MB$/m);

  const hurt = drive(['--patience', '2'], [node, self, 'fake', 'hurt']);
  assert.equal(hurt.status, 1);
  assert.match(hurt.stdout, /^crash: #3 SIGSEGV\n    what it was\n    3000\.5$/m);
  assert.match(hurt.stdout, /^crash: #6 no end within 2 s$/m);
  assert.match(hurt.stdout, /^beyond its bound: 2500 ms, 2\.0 MB: scene #8 eight$/m);
  assert.match(hurt.stdout, /^10 programs of 10, .*: 2 crashes, 1 beyond 2 s or 512 MB$/m);
  assert.doesNotMatch(hurt.stdout, /undefined|NaN|object/);

  const absent = drive([], ['/nowhere/at/all']);
  assert.equal(absent.status, 1);
  assert.match(absent.stdout, /^crash: #0 .*ENOENT/m);

  // The program writes this report; every act exceeds a bound of no bytes and no time, and all are reported.
  const few = ['--family', 'functions', '--every', '40000'];
  const strict = drive([...few, '--seconds', '0', '--megabytes', '0'], command);
  assert.equal(strict.status, 1);
  assert.match(strict.stdout, /^beyond its bound: \d+ ms, \d+\.\d MB: evaluate #\d+ \S/m);
  assert.match(strict.stdout, /^[1-9]\d* programs of \d+, [1-9]\d* acts .*: 0 crashes, [1-9]\d* beyond 0 s or 0 MB$/m);
  assert.doesNotMatch(strict.stdout, /undefined|NaN|object/);

  // A process that has to wait, as on a busy machine, has not worked.
  const held = await halted([...few, '--seconds', '60'], 4000);
  const { done } = JSON.parse(held.out);
  assert.ok(done.seconds <= held.ms / 1000 - 2, `${done.seconds} s of the processor in ${held.ms} ms`);
}

function drive(options, program) {
  return spawnSync(process.execPath, [script, ...options, ...program], { encoding: 'utf8' });
}

// The output of the program, which is held for a while at the start of the first of its programs, and the time from there.
function halted(options, ms) {
  return new Promise((resolve) => {
    const [program, ...rest] = command;
    const child = spawn(program, [...rest, ...options]);
    let out = '';
    let start;
    child.stdout.on('data', (data) => (out += data));
    child.stderr.once('data', () => {
      start = Date.now();
      child.kill('SIGSTOP');
      setTimeout(() => child.kill('SIGCONT'), ms);
    });
    child.stderr.resume();
    child.on('close', () => resolve({ out, ms: Date.now() - start }));
  });
}

// Ten programs: of those that hurt #3 crashes in the middle of a line, #6 does not end, and #8 breaks a bound.
function fake(how, first) {
  const figure = { value: 7, number: 1, act: 'evaluate', name: 'one' };
  for (let i = first; i < 10; ++i) {
    process.stderr.write(`${i}\n`);
    if (how === 'clean') continue;
    if (i === 3) {
      process.stderr.write('what it was\n3000.5\n');
      process.stdout.write('{"beyond":{"value":7,');
      process.kill(process.pid, 'SIGSEGV');
    }
    if (i === 3 || i === 6) {
      setInterval(() => {}, 1000);
      return;
    }
    if (i === 8) {
      const beyond = { value: 2500, number: 8, act: 'scene', name: 'eight', ms: 2500, kB: 2048 };
      process.stdout.write(`${JSON.stringify({ beyond })}\n`);
    }
  }
  const done = { programs: 10 - first, of: 10, acts: 40, seconds: 3, ms: [figure], kB: [figure] };
  process.stdout.write(`${JSON.stringify({ done })}\n`);
}
