// Drives stridescope_adversarial: restarts it behind a program that crashed it or did not end, and shows the worst.
// Usage: node run.mjs [--family F] [--every N] [--seconds S] [--megabytes M] [--jobs J] COMMAND...
//   --every N     a sample: one program of N, and all of those that once were too much
//   --seconds, --megabytes   the bounds of one act: evaluating a program, or one question about one of its values
// Exit 0 when nothing crashed and every act kept its bounds.
import { spawn } from 'node:child_process';

const options = { family: '', every: 1, seconds: 2, megabytes: 512, jobs: 1 };
const command = process.argv.slice(2);
while (command[0]?.startsWith('--')) {
  const key = command.shift().slice(2);
  if (!(key in options)) throw new Error(`no option --${key}`);
  const value = command.shift();
  options[key] = key === 'family' ? value : Number(value);
}

// An act may take its bound, and be measured when others compete for the processor: beyond this it hangs.
const patience = 30 + 20 * options.seconds;
const crashes = [];
const beyond = [];
const worst = { ms: [], kB: [] };
let programs = 0;
let acts = 0;
let of = 0;

function once(offset, every, first) {
  return new Promise((resolve) => {
    const [program, ...rest] = command;
    const args = ['--every', every, '--offset', offset, '--first', first, '--seconds', options.seconds];
    args.push('--megabytes', options.megabytes);
    if (options.family) args.push('--family', options.family);
    const child = spawn(program, [...rest, ...args.map(String)]);
    let current = first;
    let tail = '';
    let out = '';
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), patience * 1000);
    };
    wait();
    child.stderr.on('data', (data) => {
      wait();
      const text = tail + data;
      for (const line of text.split('\n').slice(0, -1)) if (/^\d+$/.test(line)) current = Number(line);
      tail = text.slice(-4000);
    });
    child.stdout.on('data', (data) => (out += data));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      let finished = false;
      for (const line of out.split('\n').filter((text) => text.startsWith('{'))) {
        const said = JSON.parse(line);
        if (said.beyond) {
          beyond.push({ ...said.beyond, ms: said.ms, kB: said.kB });
          continue;
        }
        finished = true;
        programs += said.programs;
        acts += said.acts;
        of = said.of;
        for (const key of ['ms', 'kB']) worst[key].push(...said[key]);
      }
      if (!finished) {
        const why = signal === 'SIGKILL' ? `no end within ${patience} s` : (signal ?? `exit ${code}`);
        crashes.push({ number: current, why, tail: tail.split('\n').filter((l) => !/^\d*$/.test(l)).slice(0, 12) });
      }
      resolve(finished ? undefined : current + 1);
    });
  });
}

async function lane(offset, every) {
  for (let first = 0; first !== undefined && crashes.length < 200; ) first = await once(offset, every, first);
}

const start = Date.now();
const lanes = [];
for (let job = 0; job < options.jobs; ++job) lanes.push(lane(job * options.every, options.every * options.jobs));
await Promise.all(lanes);

const unit = { ms: (x) => `${x} ms`, kB: (x) => `${(x / 1024).toFixed(1)} MB` };
for (const key of ['ms', 'kB']) {
  console.log(key === 'ms' ? 'slowest' : 'largest');
  const shown = worst[key].sort((a, b) => b.value - a.value).slice(0, 10);
  for (const f of shown) console.log(`  ${unit[key](f.value).padStart(10)}  ${f.act.padEnd(14)} #${f.number} ${f.name}`);
}
for (const b of beyond) console.log(`beyond its bound: ${b.ms} ms, ${(b.kB / 1024).toFixed(1)} MB: ${b.act} #${b.number} ${b.name}`);
for (const c of crashes) console.log(`crash: #${c.number} ${c.why}\n    ${c.tail.join('\n    ')}`);
console.log(
  `${programs} programs of ${of}, ${acts} acts in ${((Date.now() - start) / 1000).toFixed(0)} s: ` +
    `${crashes.length} crashes, ${beyond.length} beyond ${options.seconds} s or ${options.megabytes} MB`,
);
process.exit(crashes.length + beyond.length === 0 && programs > 0 ? 0 : 1);
