// Checks that emitted code has the meaning of the value: hundreds of values become one program, which is compiled (C++)
// or run (Python) with a stand-in of the library, prints every value again, and must print the output of `eval`.
//   e.g. node tests/codegen/check.mjs cpp g++ build/native/bin/stridescope
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerTo, versionOf } from '../tools/tool_answers.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const [language, tool, ...command] = process.argv.slice(2);
if (!['cpp', 'dsl', 'pycute', 'python'].includes(language) || command.length === 0) {
  console.error('usage: node check.mjs cpp|dsl|pycute|python COMPILER_OR_PYTHON COMMAND...');
  process.exit(2);
}
if (spawnSync(tool, ['--version']).status !== 0) {
  console.log(`skipped: no ${tool} here (./dev test installs it)`);
  process.exit(77);
}

const GOLDEN_VALUES = 450;
const RANDOM_VALUES = 150;

// Every form of the language, in addition to the samples.
const FORMS = [
  '4', '_4', '-3', '_-3', '11', '_11', '_40', '4294967296', '_4294967296', '-4294967296', '()', '(4)', '(_4,(2,_3))',
  '(1,_)', '_', '(_2,(_,3))', '_1@0', '3@1', '_2@1@0', '(_1@0,_1@1)', '4:1', '_4:_1', '(4):(1)', '(_4):(_1)',
  '(_2,_4):(_1,_2)', '(_2,4):(_1,_2)', '(2,4):(1,2)', '(_11,_100):(_1,_11)', '(_2,4294967296):(4294967296,_-1)',
  '(_2,(3,_4)):(_1@0,(_2@1@0,5@1))', '4:_1@0', '(4,8):(0,-1)', '(_4,_8):(_0,_-1)', 'Sw<3,4,3>', 'Sw<2,0,-3>', 'Sw<0,4,3>',
  'Sw<3,4,3> o _0 o (_8,_64):(_64,_1)', 'Sw<3,4,3> o 5 o (8,_64):(_64,_1)', 'Sw<0,4,3> o 5 o (8,_64):(_64,_1)',
  'Sw<3,0,3> o M_8|(32&32)=40 o (4,8):(8,1)', '(_8,_4):(_4,_1) o 3 o (2,4):(1,2)',
  'Sw<3,0,3> o _0 o Sw<2,0,-3> o 3 o (4,8):(8,1)', 'counting_iter(5)', 'counting_iter(4294967296)',
  'counting_iter(5) o (2,3):(3,1)', 'counting_iter(0) o Sw<2,0,2> o _0 o (_4,_4):(_4,_1)', 'make_inttuple_iter((_0,1))',
  'make_identity_tensor((_2,3))', 'make_identity_tensor((2,(_3,4)))', 'make_inttuple_iter((1,(_2,3)))', '<_3:_4, 8, _>',
  '<_3:_4, <_2:_1, 4>, (2,4):(1,_8)>', '<4, 8>', 'LayoutLeft', 'LayoutRight', 'equal(_2,_2)', 'equal(2,3)',
];

// Only for CuTe C++: values that the other languages cannot express, or that need a device.
const POINTERS = [
  'ptr[8b](0x10) o (_4):(_1)', 'gmem_ptr[16b](0x7f0000001000) o (8,_4):(_1,8)', 'smem_ptr[32b](0x400) o (_8,_64):(_64,_1)',
  'rmem_ptr[16b](0x20) o (_2,_2):(_1,_2)', 'Sw<3,4,3>_smem_ptr[16b](0x400) o (_8,_64):(_64,_1)',
  'Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)', 'GMMA::Layout_K_SW128_Atom<half_t>', 'GMMA::Layout_MN_INTER_Atom<float>',
  'tile_to_shape(UMMA::Layout_MN_SW64_Atom<bfloat16_t>, (_128,_64,_3))',
];

function run(program, args, input) {
  const result = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${[program, ...args].join(' ').slice(0, 200)}: exit ${result.status}\n${result.stderr.slice(0, 4000)}`);
  return result.stdout;
}
const stridescope = (args, input) => run(command[0], [...command.slice(1), ...args], input);

// A small generator with a fixed seed: the same layouts on every machine.
let state = 12345n;
const random = (n) => {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(n));
};
const integer = (low, high) => (random(2) ? '_' : '') + (low + random(high - low + 1));
const nest = (depth) => (depth > 0 && random(3) > 0 ? Array.from({ length: 1 + random(3) }, () => nest(depth - 1)) : null);
const write = (profile, leaf) => (profile ? `(${profile.map((mode) => write(mode, leaf)).join(',')})` : leaf());
function randomLayout() {
  const profile = nest(3);
  const strideLeaf = random(6) === 0 ? () => `${integer(1, 3)}@${random(3)}` : () => integer(-3, 40);
  return `${write(profile, () => integer(1, 5))}:${write(profile, strideLeaf)}`;
}

const golden = ['cute_docs', 'cute_unit', 'cute_random']
  .flatMap((file) => fs.readFileSync(path.join(here, '..', 'golden', `${file}.jsonl`), 'utf8').split('\n').filter(Boolean))
  .map((line) => JSON.parse(line))
  .filter(({ expr }) => !expr.includes('print'));
const step = Math.floor(golden.length / GOLDEN_VALUES);
const expressions = [
  ...FORMS,
  ...(language === 'cpp' ? POINTERS : []),
  ...golden.filter((_, i) => i % step === 0).map(({ expr }) => expr),
  ...Array.from({ length: RANDOM_VALUES }, randomLayout),
];
const program = expressions.map((expression, i) => `v${i} = ${expression}\n`).join('');

const expected = new Map(
  stridescope(['eval', '--all', '-'], program).split('\n').filter(Boolean).map((line) => {
    const at = line.indexOf(' = ');
    return [line.slice(0, at), line.slice(at + 3)];
  }),
);
const code = stridescope(['emit', '--all', '--format', language, '-'], program);
const refused = new Map([...code.matchAll(/^(?:\/\/|#) (v\d+): (.*)$/gm)].map(([, name, reason]) => [name, reason]));
const names = [...expected.keys()].filter((name) => !refused.has(name));

// A Python form drops the underscore of a static integer and the kind of an iterator, and keeps the value of mixed
// bits.
const plain = (text) =>
  text
    .replaceAll(/M_\d+\|\(\d+&\d+\)=/g, '')
    .replaceAll(/counting_iter\((-?\d+)\)/g, '$1')
    .replaceAll('ArithTuple', '')
    .replaceAll(/_(-?\d)/g, '$1');

// --- Atoms and tilings in CuTe C++. Each instruction is declared with the template parameters of the golden data,
// which come from CUTLASS; the printed text is read back, and must give the same atom or tiling ---
const readLines = (file) => fs.readFileSync(path.join(here, '..', 'golden', file), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
const tilings = language === 'cpp' ? [...new Set(readLines('tiled.jsonl').map(({ expr }) => expr))] : [];
const inTilings = tilings.flatMap((expr) => expr.match(/\b(?:SM\d+_|Universal|AutoVectorizing|DefaultCopy)[\w:]*(?:<[^<>]*>)?/g) ?? []);
// Bulk copies: tiled ones are made from a tensor, plain ones have traits for their bits.
const bulk = ['SM90_BULK_COPY_G2S<8192 bits>', 'Copy_Atom<SM90_BULK_COPY_S2G<1024 bits>,half_t>'];
const tmas = ['SM90_TMA_LOAD', 'SM90_TMA_STORE'].flatMap((operation) => [
  `make_tma_atom(${operation}, (4096,4096):(4096,1), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,128)), "half_t")`,
  `make_tma_atom(${operation}, (512,_256,3):(_1,512,131072), (_64,_32,_1):(_1,_64,_0), 32)`,
  `make_tma_atom(${operation}, (512,512):(1,512), Sw<2,3,3> o _0 o (_32,_8):(_1,_32), "bfloat16_t")`,
]);
const declared = ['SM90_BULK_COPY_G2S', 'SM90_BULK_COPY_S2G', 'SM90_TMA_LOAD', 'SM90_TMA_STORE'];
const operations = language === 'cpp' ? [...new Set([...readLines('atoms.jsonl').map(({ atom }) => atom), ...inTilings])].filter((name) => !name.endsWith(' bits>')) : [];
const answers = (list) => stridescope(['eval', '--jsonl'], list.map((expr, id) => `${JSON.stringify({ id, expr })}\n`).join(''))
  .split('\n').filter(Boolean).map((line) => JSON.parse(line).result ?? `error: ${JSON.parse(line).error}`);

function parameterKind(argument) {
  if (/^-?\d+$/.test(argument)) return 'int';
  const scoped = /^((?:GMMA|UMMA)::\w+)::\w+$/.exec(argument);
  return scoped ? scoped[1] : 'class'; // the name of an enumeration
}
function splitArguments(text) {
  const out = [''];
  let depth = 0;
  for (const c of text) {
    depth += c === '<' ? 1 : c === '>' ? -1 : 0;
    if (c === ',' && depth === 0) out.push('');
    else out[out.length - 1] += c;
  }
  return out.map((part) => part.trim());
}
function declarations() {
  const heads = new Map(); // name -> kinds of its template parameters; null: not a template
  const types = new Set(['half_t', 'bfloat16_t', 'tfloat32_t', 'float_e4m3_t', 'uint128_t']);
  const enumerators = new Map();
  for (const name of [...operations, ...declared]) {
    const [, head, args] = /^([\w:]+)(?:<(.*)>)?$/.exec(name);
    const list = args === undefined ? null : splitArguments(args).filter(Boolean);
    if (!heads.has(head) || heads.get(head)?.length < list?.length) heads.set(head, list && list.map(parameterKind));
    for (const argument of list ?? []) {
      const kind = parameterKind(argument);
      if (kind === 'class' && !/[<:]|^(float|double|int|uint\d+_t|int\d+_t)$/.test(argument)) types.add(argument);
      if (kind.includes('::')) enumerators.set(kind, (enumerators.get(kind) ?? new Set()).add(argument.slice(kind.length + 2)));
    }
  }
  const scoped = (name, declare) => {
    const parts = name.split('::');
    const last = parts.pop();
    return `${parts.map((part) => `namespace ${part} { `).join('')}${declare(last)}${' }'.repeat(parts.length)}\n`;
  };
  let out = '#pragma once\n#include "cute_stub.h"\nnamespace cute {\n';
  for (const type of types) out += `struct ${type} {};\n`;
  for (const [kind, values] of enumerators) out += scoped(kind, (name) => `enum class ${name} { ${[...values].join(', ')} };`);
  // As in CUTLASS, parameters that negate or select have a default; types can be omitted.
  const parameter = (kind) => (kind.endsWith('ScaleIn') ? `cute::${kind} = cute::${kind}::One` : kind.endsWith('SparseSel') ? `cute::${kind} = cute::${kind}::Zero` : kind.includes('::') ? `cute::${kind}` : kind);
  for (const [head, kinds] of heads) {
    const parameters = kinds === null ? '' : kinds.every((kind) => kind === 'class') ? 'template <class...> ' : `template <${kinds.map(parameter).join(', ')}> `;
    out += scoped(head, (name) => `${parameters}struct ${name} : Operation {};`);
  }
  return `${out}}  // namespace cute\n`;
}

const objects = [
  ...operations,
  ...tilings,
  ...tilings.filter((_, i) => i % 9 === 0).map((expr) => `get_slice(${expr}, 3)`),
  ...(language === 'cpp' ? [...bulk, ...tmas, 'Copy_Atom<SM75_U32x4_LDSM_N,half_t>', 'Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,bfloat16_t>'] : []),
];
let wrongObjects = 0;
let writtenObjects = 0;
function checkObjects(compile) {
  const expectedTexts = answers(objects);
  const emitted = stridescope(['emit', '--all', '--format', 'cpp', '-'], objects.map((expr, i) => `w${i} = ${expr}\n`).join(''));
  const statements = emitted.split('\n').filter((line) => line.startsWith('auto '));
  const ids = statements.map((line) => Number(/^auto w(\d+) =/.exec(line)[1]));
  const printed = compile(statements).split('\n').slice(0, -1);
  const again = answers(printed);
  ids.forEach((id, i) => {
    // The first line of a bare operation is its name: the compiler spells uint8_t as unsigned char.
    const layouts = (text) => (/^\w+<[^>]*>\n/.test(text) ? text.slice(text.indexOf('\n')) : text);
    if (layouts(again[i]) === layouts(expectedTexts[id])) return;
    wrongObjects += 1;
    if (wrongObjects <= 10) console.error(`  ${objects[id]}\n      became ${printed[i]}\n      which is ${again[i]?.slice(0, 300)}`);
  });
  for (const [, name, reason] of emitted.matchAll(/^\/\/ (w\d+): (.*)$/gm)) {
    if (/not a layout of whole adjacent atoms/.test(reason)) continue;
    wrongObjects += 1;
    console.error(`  ${objects[name.slice(1)]} is refused: ${reason}`);
  }
  writtenObjects = ids.length;
  if (writtenObjects < 0.95 * objects.length) wrongObjects += 1;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-codegen-'));
let printed;
try {
  if (language === 'cpp') {
    const operationsFile = declarations();
    fs.writeFileSync(path.join(folder, 'operations.h'), operationsFile);
    const options = ['-std=c++20', '-O0', '-Wall', '-Wextra', '-Werror'];
    const standIns = fs.readdirSync(here, { recursive: true }).filter((name) => name.endsWith('.h')).sort()
      .flatMap((name) => [name, fs.readFileSync(path.join(here, name), 'utf8')]);
    const version = versionOf(tool);
    // In functions of a hundred statements: a single function takes the compiler much longer.
    const compile = (statements) => {
      const parts = [];
      for (let i = 0; i < statements.length; i += 100) {
        const lines = statements.slice(i, i + 100);
        const prints = lines.map((line) => `  std::puts(text(${/^auto (\w+) =/.exec(line)[1]}).c_str());`);
        parts.push(`void part${parts.length}() {\n${[...lines.map((line) => `  ${line}`), ...prints].join('\n')}\n}\n`);
      }
      const file = path.join(folder, 'emitted.cpp');
      const calls = parts.map((_, i) => `  part${i}();`).join('\n');
      const source = `#include <cstdio>\n#include "operations.h"\nusing namespace cute;\n${parts.join('')}int main() {\n${calls}\n}\n`;
      return answerTo([version, ...options, ...standIns, operationsFile, source], () => {
        fs.writeFileSync(file, source);
        run(tool, [...options, '-I', here, '-I', folder, file, '-o', path.join(folder, 'emitted')]);
        return run(path.join(folder, 'emitted'), []);
      });
    };
    printed = compile(code.split('\n').filter((line) => line.startsWith('auto ')));
    checkObjects(compile);
  } else {
    const file = path.join(folder, 'emitted.py');
    const standIn = path.join(here, 'stand_in.py');
    printed = answerTo([versionOf(tool), fs.readFileSync(standIn, 'utf8'), language, code, ...names], () => {
      fs.writeFileSync(file, code);
      return run(tool, [standIn, language, file, ...names]);
    });
  }
} finally {
  fs.rmSync(folder, { recursive: true });
}

const lines = printed.split('\n').slice(0, -1);
let wrong = lines.length === names.length ? 0 : 1;
if (wrong) console.error(`${names.length} values, ${lines.length} printed`);
names.forEach((name, i) => {
  const text = language === 'cpp' ? expected.get(name) : plain(expected.get(name));
  if (lines[i] === text) return;
  wrong += 1;
  if (wrong <= 10) console.error(`  ${name} = ${expressions[name.slice(1)]}\n      is     ${text}\n      became ${lines[i]}`);
});
// Only values that a language cannot express may be refused, and none in CuTe C++.
const REFUSALS = {
  cpp: [],
  dsl: [/LayoutLeft or LayoutRight/, /more than one function/],
  pycute: [/LayoutLeft or LayoutRight/, /a tensor/, /an iterator/, /scaled basis/],
  python: [/LayoutLeft or LayoutRight/],
};
for (const [name, reason] of refused) {
  if (REFUSALS[language].some((pattern) => pattern.test(reason))) continue;
  wrong += 1;
  console.error(`  ${name} = ${expressions[name.slice(1)]} is refused: ${reason}`);
}
const more = language === 'cpp' ? `; ${writtenObjects} atoms and tilings compiled and read back, ${wrongObjects} wrong` : '';
console.log(`${language}: ${names.length} values, ${wrong} wrong, ${refused.size} without a form${more}`);
process.exit(wrong + wrongObjects > 0 || names.length < GOLDEN_VALUES ? 1 : 0);
