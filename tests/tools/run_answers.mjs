// Prints the answers about runs, a line an answer, so that two builds can be compared with diff: the door's answers
// about every kernel of the files of measurements, and the runner's about the same programs on the reference device.
// Members of an object are sorted and numbers keep their digits; times and dates are left out. Usage: node
// run_answers.mjs STRIDESCOPE [RUNNER] [FOLDER of core/data]
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [program, runner, given] = process.argv.slice(2);
const data = given ?? path.join(path.dirname(fileURLToPath(import.meta.url)), '../../core/data');
const files = fs.readdirSync(data).filter((name) => /^(measured|products|ladder|texts)_.*\.json$/.test(name)).sort();
const volatile = new Set(['date', 'compile_ms', 'total_ms']);

/** JSON text with its numbers as texts, so that 8.0 is not 8. */
const withDigits = (text) => text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (part) => (part.startsWith('"') ? part : `"#${part}"`));
const sorted = (value, without = new Set()) =>
  Array.isArray(value) ? value.map((one) => sorted(one, without))
  : value !== null && typeof value === 'object' ? Object.fromEntries(Object.keys(value).filter((key) => !without.has(key)).sort().map((key) => [key, sorted(value[key], without)]))
  : value;
const canonical = (text, without) => JSON.stringify(sorted(JSON.parse(withDigits(text)), without));

function output(command, args, input) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    const parts = [];
    child.stdout.on('data', (part) => parts.push(part));
    child.on('close', () => resolve(Buffer.concat(parts).toString().trim()));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

async function ask(method, request, source) {
  return output(program, ['call', '--ints', 'cute', ...(source ? ['--program', source] : []), method, '-'], JSON.stringify(request));
}

async function aboutKernel(file, text, source) {
  const lines = [];
  const name = `${file} ${JSON.stringify(source)}`;
  const binding = JSON.parse(await ask('evaluate', { program: source, mode: 'cute' })).bindings.length - 1;
  const recorded = JSON.parse(await ask('recorded', { binding, measurements: text }, source));
  if (recorded.text === undefined) return [`${name} recorded ${JSON.stringify(recorded)}`];
  lines.push(`${name} recorded ${canonical(recorded.text)}`);
  const result = recorded.text;
  for (const method of ['run_report', 'listing']) lines.push(`${name} ${method} ${await ask(method, { binding, result }, source)}`);
  const overlays = JSON.parse(await ask('overlays', { result }));
  lines.push(`${name} overlays ${JSON.stringify(overlays)}`);
  for (const { kind } of overlays.overlays ?? []) {
    lines.push(`${name} overlay ${await ask('overlay', { binding, result, kind }, source)}`);
  }
  return lines;
}

async function aboutRunner(sources) {
  const requests = sources.map((source, id) => JSON.stringify({
    version: 1, id, run: { program: source, device: id % 3 === 0 ? 'auto' : 'reference', counters: id % 2 === 0, trace: id % 5 === 0, text: id % 7 === 0 },
  }));
  const said = await output(runner, [], [...requests, '{"version":1,"id":{"a":[1.50,"x"]},"ping":true}', '{"version":1,"id":"q"}', 'nonsense', ''].join('\n'));
  return said.split('\n').map((line) => `runner ${canonical(line, volatile)}`);
}

const jobs = [];
const sources = new Set();
for (const file of files) {
  const text = fs.readFileSync(path.join(data, file), 'utf8');
  const { kernels = [], products = [] } = JSON.parse(text);
  for (const { program: source, gb_per_s: bytes } of [...kernels, ...products]) {
    if (!source || source.includes('probe_kernel')) continue;
    jobs.push(() => aboutKernel(file, text, source));
    if (bytes !== undefined && source.length < 200 && !/\b(16384|8192|32768|65536)\b/.test(source)) sources.add(source);
  }
}
if (runner) jobs.push(() => aboutRunner([
  ...sources, '4:1', '1 +', 'copy_kernel((4,4):(4,1), (4,4):(4,1), (_4,_3):(_1,_4), tile=(4,4))',
  'mma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2)))', 'convert_kernel((_32,_4):(_1,_32), (_32,_4):(_4,_1))',
  'reduce_kernel((64,256):(256,1), (64,1):(1,0), ((_32,_8),_4):((_32,_1),_8), tile=(8,128))', 'probe_kernel(SM80_16x8x16_F32F16F16F32_TN)',
]));
const answers = new Array(jobs.length);
let next = 0;
await Promise.all([0, 1].map(async () => {
  while (next < jobs.length) {
    const job = next++;
    answers[job] = await jobs[job]();
  }
}));
process.stdout.write(`${answers.flat().join('\n')}\n`);
