// Keeps the PTX of the gallery's kernels in core/data/ptx, for the PTX machine of the page: the text that NVRTC makes of
// the CUDA of each, without its comments and line information, and kernels.json with the hash of that CUDA.
// Usage: node gallery_ptx.mjs make|check STRIDESCOPE
//   make   compiles the kernels whose CUDA has changed; it needs NVRTC
//   check  fails where the CUDA of a kernel has changed since
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [command, program] = process.argv.slice(2);
const folder = fileURLToPath(new URL('../../core/data/ptx', import.meta.url));
const list = path.join(folder, 'kernels.json');

const run = (words, input = '') => execFileSync(program, words, { encoding: 'utf8', input, maxBuffer: 1 << 26, stdio: ['pipe', 'pipe', 'pipe'] });

/** The CUDA of each kernel of the gallery, by its id. */
function kernels() {
  const out = new Map();
  for (const { id, program: text } of JSON.parse(run(['gallery', '--json']))) {
    if (!text.includes('_kernel(')) continue;
    try {
      out.set(id, run(['emit', '--format', 'cuda', text]));
    } catch {
      // Its last value is not a kernel.
    }
  }
  return out;
}

/** The hash of core/debugger/kept_ptx.cpp. */
function hash(text) {
  let bits = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) bits = BigInt.asUintN(64, (bits ^ BigInt(byte)) * 0x100000001b3n);
  return bits.toString(16).padStart(16, '0');
}

/** Without the compiler's comments, its line information, and empty lines. */
const bare = (ptx) => ptx.split('\n').filter((line) => line.trim() && !/^\s*(\/\/|\.loc\b|\.file\b)/.test(line)).map((line) => line.trimEnd()).join('\n') + '\n';

const kept = fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, 'utf8')) : {};
const wanted = new Map([...kernels()].map(([id, cuda]) => [id, { cuda, hash: hash(cuda) }]));
const changed = [...wanted].filter(([id, { hash: now }]) => kept[id] !== now).map(([id]) => id);
const gone = Object.keys(kept).filter((id) => !wanted.has(id));
const fileOf = (id) => path.join(folder, `${id.replaceAll('/', '_')}.ptx`);
if (command === 'make') {
  fs.mkdirSync(folder, { recursive: true });
  for (const id of changed) {
    fs.writeFileSync(fileOf(id), bare(run(['machine', '--ptx', '-'], wanted.get(id).cuda)));
    kept[id] = wanted.get(id).hash;
    console.log(id);
  }
  for (const id of gone) {
    fs.rmSync(fileOf(id), { force: true });
    delete kept[id];
  }
  const sorted = Object.fromEntries(Object.keys(kept).sort().map((id) => [id, kept[id]]));
  fs.writeFileSync(list, `${JSON.stringify(sorted, null, 1)}\n`);
  console.log(`${Object.keys(sorted).length} kernels, ${changed.length} compiled`);
} else {
  const missing = Object.keys(kept).filter((id) => !fs.existsSync(fileOf(id)));
  for (const id of changed) console.log(`${id}: its CUDA has changed since its PTX was made; run ./dev ptx`);
  for (const id of [...gone, ...missing]) console.log(`${id}: core/data/ptx/kernels.json has it, but not the gallery or the folder; run ./dev ptx`);
  console.log(`${wanted.size} kernels, ${changed.length + gone.length + missing.length} changed`);
  process.exit(changed.length + gone.length + missing.length > 0 ? 1 : 0);
}
