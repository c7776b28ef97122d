// Measures how many declarations of CuTe sources have a value, and compares the values with those that the compiled
// program prints.
// Usage: node tests/tools/source_values.mjs DECLARATIONS FILE...            counts, and every open declaration
//        node tests/tools/source_values.mjs DECLARATIONS --write OUT FILE   the source with a print of each value
//        node tests/tools/source_values.mjs DECLARATIONS --printed LOG FILE compares what that program printed
// DECLARATIONS is the program stridescope_declarations. The sources are others' and not stored here; where a file leaves
// parameters open, its copy has comments `// stride: NAME=VALUE` after its last line.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

const counted = ['layout', 'tensor', 'copy', 'mma'];

function declarations(program, file) {
  const run = spawnSync(program, [file], { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout.split('\n').filter(Boolean).map((row) => {
    const [line, name, kind, value] = row.split('\t');
    return { line: Number(line), name, kind, value };
  });
}

// The position after the bracket that closes the one at `open`.
function pastBracket(text, open) {
  let levels = 0;
  for (let i = open; i < text.length; i += 1) {
    if ('([{'.includes(text[i])) levels += 1;
    if (')]}'.includes(text[i]) && (levels -= 1) === 0) return i + 1;
  }
  return text.length;
}

// The bodies of kernels.
function kernels(text) {
  return [...text.matchAll(/__global__/g)].map((found) => {
    let at = found.index;
    while (at < text.length && text[at] !== '{') at = text[at] === '(' ? pastBracket(text, at) : at + 1;
    return [at, pastBracket(text, at)];
  });
}

// The position after the `;` of the declaration at `at`; null for a parameter.
function pastDeclaration(text, at) {
  let levels = 0;
  for (let i = at; i < text.length; i += 1) {
    if (text.startsWith('//', i)) i = text.indexOf('\n', i);
    if ('([{'.includes(text[i])) levels += 1;
    if (')]}'.includes(text[i]) && (levels -= 1) < 0) return null;
    if (text[i] === ',' && levels === 0 && !text.slice(at, i).includes('=')) return null;
    if (text[i] === ';' && levels === 0) return i + 1;
  }
  return null;
}

function withPrints(text, all) {
  const lines = text.split('\n');
  const begins = [0];
  for (const line of lines) begins.push(begins.at(-1) + line.length + 1);
  const bodies = kernels(text);
  const inserts = [];
  for (const { line, name, kind } of all.filter((one) => counted.includes(one.kind))) {
    const at = begins[line - 1] + lines[line - 1].search(new RegExp(`\\b${name}\\b`));
    const end = pastDeclaration(text, at);
    if (end === null) continue;
    const isAlias = /\busing\s+$/.test(text.slice(begins[line - 1], at));
    const print = `printf("@@${line} ${name} "); cute::print(${isAlias ? `${name}{}` : name}); printf("\\n");`;
    const inKernel = bodies.some(([begin, past]) => at > begin && at < past);
    inserts.push([end, inKernel ? ` if (cute::thread0()) { ${print} }` : ` { ${print} }`]);
  }
  inserts.sort((a, b) => b[0] - a[0]);
  return { prints: inserts.length, text: inserts.reduce((made, [at, code]) => made.slice(0, at) + code + made.slice(at), text) };
}

// Addresses differ; a fragment in registers is read as its layout, without its iterator.
const comparable = (text) => text.replace(/\s+/g, ' ').replace(/(ptr\[\d+b\])\([^)]*\)/g, '$1')
  .replace(/^(ptr\[\d+b\]|GMMA::DescriptorIterator) o /, '').trim();

function compare(all, log) {
  const printed = new Map();
  let key = null;
  for (const line of log.split('\n')) {
    const found = line.match(/^@@(\d+) (\S+) (.*)$/);
    if (found) {
      key = `${found[1]} ${found[2]}`;
      if (printed.has(key)) key = null;
      else printed.set(key, found[3]);
    } else if (key !== null && /^(Tiled|Thr|Copy_|MMA_)/.test(printed.get(key)) && /^ {2}|^(TiledCopy|TiledMMA|Copy_Atom|MMA_Atom)$/.test(line)) {
      printed.set(key, `${printed.get(key)} ${line}`);
    } else key = null;
  }
  let equal = 0;
  let different = 0;
  for (const { line, name, value, kind } of all) {
    const other = printed.get(`${line} ${name}`);
    if (other === undefined || value.startsWith('? ') || !counted.includes(kind)) continue;
    const [a, b] = [comparable(value), comparable(other)];
    if (a === b) equal += 1;
    else {
      different += 1;
      console.log(`${line} ${name}\n  read    ${a}\n  printed ${b}`);
    }
  }
  console.log(`${equal} values equal the printed ones, ${different} do not; the program printed ${printed.size}`);
  return different;
}

const [program, ...rest] = process.argv.slice(2);
if (rest.length === 0) throw new Error('usage: source_values.mjs DECLARATIONS [--write OUT | --printed LOG] FILE...');
if (rest[0] === '--write') {
  const made = withPrints(fs.readFileSync(rest[2], 'utf8'), declarations(program, rest[2]));
  fs.writeFileSync(rest[1], made.text);
  console.log(`${made.prints} prints`);
} else if (rest[0] === '--printed') {
  process.exitCode = compare(declarations(program, rest[2]), fs.readFileSync(rest[1], 'utf8')) > 0 ? 1 : 0;
} else {
  let [values, count, unnamed] = [0, 0, 0];
  for (const file of rest) {
    const all = declarations(program, file).filter((one) => counted.includes(one.kind));
    const open = all.filter((one) => one.value.startsWith('? '));
    for (const one of open) console.log(`${file}:${one.line}: ${one.name} ${one.value}`);
    unnamed += open.filter((one) => one.value.endsWith('[]')).length;
    values += all.length - open.length;
    count += all.length;
    console.log(`${file}: ${all.length - open.length} of ${all.length} declarations have a value`);
  }
  console.log(`${values} of ${count} (${Math.round((100 * values) / count)} %), ${unnamed} of the open ones without the name that is open`);
}
