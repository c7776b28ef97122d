// How many of the types of public dumps the X-ray reads: tests/xray/*_types.mlir, a type a line behind the encodings
// that they name. At least 99 in 100 of each file must become statements; what is not read is listed with --list.
// Usage: node count.mjs STRIDESCOPE [--list]
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [program, list] = process.argv.slice(2);
const folder = path.dirname(fileURLToPath(import.meta.url));
const AT_ONCE = 1000; // types of one module: less than the command lists
let failed = false;

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
