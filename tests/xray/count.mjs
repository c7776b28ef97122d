// Counts the types of public dumps that the X-ray reads: tests/xray/*_types.mlir, a type a line after the encodings
// that they name. At least 99 in 100 of each file must become statements; unread types are listed with --list. Usage:
// node count.mjs STRIDESCOPE [--list]
//        node count.mjs STRIDESCOPE [--list] --folder FOLDER     whole dumps of one's own, *.mlir and *.ttgir
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [program, ...options] = process.argv.slice(2);
const list = options.includes('--list');
const dumps = options.includes('--folder') ? options[options.indexOf('--folder') + 1] : undefined;
const folder = path.dirname(fileURLToPath(import.meta.url));
const AT_ONCE = 1000; // types of one module: less than the command lists
let failed = false;

if (dumps) {
  const files = fs.readdirSync(dumps, { recursive: true }).filter((name) => /\.(mlir|ttgir)$/.test(name)).sort();
  const sum = { with: 0, read: 0, later: 0, unknown: 0 };
  for (const name of files) {
    const { status, stdout, stderr } = spawnSync(program, ['xray', '--json', path.join(dumps, name)], { encoding: 'utf8', maxBuffer: 1 << 28 });
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
    const seen = JSON.parse(stdout);
    // A type bears no layout before a pass has chosen one.
    const unknown = seen.unknown.filter(({ why }) => !why.includes('not a layout yet'));
    sum.read += seen.parts.length + seen.partsLeftOut;
    sum.later += seen.unknown.length - unknown.length;
    sum.unknown += unknown.length + seen.unknownLeftOut;
    sum.with += seen.parts.length + unknown.length > 0 ? 1 : 0;
    if (list) for (const one of unknown) console.log(`  ${name}:${one.line} ${one.text}\n    ${one.why}`);
  }
  const share = (100 * sum.read) / (sum.read + sum.unknown);
  console.log(`${files.length} dumps, ${sum.with} with layouts: ${sum.read} of ${sum.read + sum.unknown} parts read, ${share.toFixed(2)} %; ${sum.later} have no layout yet`);
  process.exit(share < 99 ? 1 : 0);
}

for (const name of ['cute_types.mlir', 'triton_types.mlir']) {
  const lines = fs.readFileSync(path.join(folder, name), 'utf8').split('\n').filter((line) => line && !line.startsWith('//'));
  const encodings = lines.filter((line) => line.startsWith('#'));
  const types = lines.filter((line) => !line.startsWith('#'));
  const reasons = new Map();
  let read = 0;
  for (let first = 0; first < types.length; first += AT_ONCE) {
    const values = types.slice(first, first + AT_ONCE).map((type, i) => `%${i} = "t.t"() : () -> ${type}`);
    const made = spawnSync(program, ['xray', '--json', '-'], {
      input: [...encodings, ...values].join('\n'), encoding: 'utf8', maxBuffer: 1 << 28,
    });
    if (made.status !== 0) throw new Error(made.stderr);
    const seen = JSON.parse(made.stdout);
    read += seen.parts.length;
    for (const one of seen.unknown) reasons.set(`${one.text}\n    ${one.why}`, (reasons.get(one.why) ?? 0) + 1);
    if (seen.partsLeftOut + seen.unknownLeftOut > 0) throw new Error(`${name}: the lists are too short`);
  }
  const share = (100 * read) / types.length;
  console.log(`${name}: ${read} of ${types.length} types read, ${share.toFixed(2)} %`);
  if (list) for (const text of reasons.keys()) console.log(`  ${text}`);
  failed = failed || share < 99;
}
process.exitCode = failed ? 1 : 0;
