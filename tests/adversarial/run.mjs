// Drives stridescope_adversarial: restarts it after a program that crashed it or did not end, and shows the worst.
// Usage: node run.mjs [--family F] [--every N [--offset K]] [--seconds S] [--megabytes M] [--patience P] [--jobs J] COMMAND...
//   --brief 1     of each program only the questions whose work its values decide
//   --every N     a sample: one program of N; which one, --offset says (0 without it)
//   --seconds, --megabytes   the bounds of one act: evaluating a program, or one question about one of its values;
//                 seconds of the processor's time, so that the bound is the same on a busy machine
//   --patience P  seconds on the clock after which a program hangs
// Exit 0 when nothing crashed and every act kept its bounds.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const options = { family: '', brief: 0, every: 1, offset: 0, seconds: 2, megabytes: 512, patience: 300, jobs: 1 };
const command = process.argv.slice(2);
while (command[0]?.startsWith('--')) {
  const key = command.shift().slice(2);
  if (!(key in options)) throw new Error(`no option --${key}`);
  const value = command.shift();
  options[key] = key === 'family' ? value : Number(value);
}

const crashes = [];
const beyond = [];
const worst = { ms: [], kB: [] };
let programs = 0;
let acts = 0;
let seconds = 0;
let of = 0;

// Reads the child's standard output, line by line; ignores a line that a crash cut off.
function read(line) {
  let said;
  try {
    said = JSON.parse(line);
  } catch {
    return false;
  }
  if (said.beyond) beyond.push(said.beyond);
  if (!said.done) return false;
  programs += said.done.programs;
  acts += said.done.acts;
  seconds += said.done.seconds;
  of = said.done.of;
  for (const key of ['ms', 'kB']) worst[key].push(...said.done[key]);
  return true;
}

// Runs the programs from `first` on; resolves to the one to go on with, or to undefined at the end.
async function once(offset, every, first) {
  const [program, ...rest] = command;
  const args = ['--every', every, '--offset', offset, '--first', first, '--seconds', options.seconds];
  args.push('--megabytes', options.megabytes);
  if (options.family) args.push('--family', options.family);
  if (options.brief) args.push('--brief', options.brief);
  const child = spawn(program, [...rest, ...args.map(String)]);
  const state = { current: first, started: 0, complaint: [], finished: false, hung: false };
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      state.hung = true;
      child.kill('SIGKILL');
    }, options.patience * 1000);
  };
  wait();
  // A number is the program that starts; all else is what a crash has to say.
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (!/^\d+$/.test(line)) {
      if (line && state.complaint.length < 12) state.complaint.push(line);
      return;
    }
    wait();
    state.current = Number(line);
    state.started += 1;
    state.complaint = [];
  });
  createInterface({ input: child.stdout }).on('line', (line) => (state.finished ||= read(line)));
  const [code, signal] = await new Promise((resolve) => {
    child.on('error', (error) => resolve([error.message, null]));
    child.on('close', (...how) => resolve(how));
  });
  clearTimeout(timer);
  if (state.finished) return undefined;
  const why = state.hung ? `no end within ${options.patience} s` : (signal ?? `exit ${code}`);
  crashes.push({ number: state.current, why, complaint: state.complaint });
  programs += state.started;
  return state.started > 0 ? state.current + 1 : undefined; // a command that starts no program never will
}

async function lane(offset, every) {
  for (let first = 0; first !== undefined && crashes.length < 200; ) first = await once(offset, every, first);
}

const start = Date.now();
const lanes = [];
for (let job = 0; job < options.jobs; ++job)
  lanes.push(lane(options.offset + job * options.every, options.every * options.jobs));
await Promise.all(lanes);

const unit = { ms: (x) => `${x} ms`, kB: (x) => `${(x / 1024).toFixed(1)} MB` };
for (const key of ['ms', 'kB']) {
  console.log(key === 'ms' ? 'slowest' : 'largest');
  const shown = worst[key].sort((a, b) => b.value - a.value).slice(0, 10);
  for (const f of shown) console.log(`  ${unit[key](f.value).padStart(10)}  ${f.act.padEnd(14)} #${f.number} ${f.name}`);
}
for (const b of beyond) console.log(`beyond its bound: ${unit.ms(b.ms)}, ${unit.kB(b.kB)}: ${b.act} #${b.number} ${b.name}`);
for (const c of crashes) console.log([`crash: #${c.number} ${c.why}`, ...c.complaint].join('\n    '));
console.log(
  `${programs} programs of ${of}, ${acts} acts in ${seconds} s of the processor (${Math.round((Date.now() - start) / 1000)} s): ` +
    `${crashes.length} crashes, ${beyond.length} beyond ${options.seconds} s or ${options.megabytes} MB`,
);
// Not process.exit(), which loses output that a pipe has not read yet.
process.exitCode = crashes.length + beyond.length === 0 && programs > 0 ? 0 : 1;
