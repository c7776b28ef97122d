// Writes seeds for the fuzz targets, a folder each: the shortest and the longest golden expression of each function and
// kind of refusal, fragments of foreign text, types of modules, links, lines of the runner's protocol, pieces of
// recorded measurements. Next to them, FOLDER.dict: fuzz/tokens.dict, the functions of builtins.def and the names of
// atoms in the golden data. Usage: node make_corpus.mjs FOLDER
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';

const LONGEST = 300; // bytes: the fuzzer grows inputs as needed
const KEPT = 2; // entries of each list of a file of measurements
const MEMBERS = 12; // of an object there

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2];
if (!folder) {
  console.error('usage: node make_corpus.mjs FOLDER');
  process.exit(2);
}
const read = (...name) => fs.readFileSync(path.join(here, ...name), 'utf8');
const lines = (...name) => read(...name).split('\n').filter(Boolean);

const seeds = {};
const add = (target, text) => (seeds[target] ??= new Set()).add(text);

// Programs.
const groups = new Map();
for (const file of fs.readdirSync(path.join(here, '../golden')).filter((name) => /^(cute_.*|tract)\.jsonl$/.test(name)).sort()) {
  for (const line of lines('../golden', file)) {
    const { expr, fn, mode = '', kind = '' } = JSON.parse(line);
    if (expr.length > LONGEST) continue;
    const key = `${fn} ${mode} ${kind}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(expr);
  }
}
const judged = /^(coalesce|filter|composition|complement|(right|left)_inverse|nullspace|upcast|downcast|\w+_(divide|product)|max_common_\w+|tile_to_shape)$/;
for (const [key, expressions] of groups) {
  expressions.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  for (const expr of [expressions.at(0), expressions.at(-1)]) {
    add('evaluate', expr);
    if (judged.test(key.split(' ')[0])) add('verdict', expr);
  }
}
const builtins = read('../../core/functions/builtins.def');
const functions = [...builtins.matchAll(/^STRIDESCOPE_(?:(TRACT_)?BUILTIN|ALIAS)\((\w+),/gm)].map(([, tract, name]) => (tract ? `tract.${name}` : name));

// Foreign text.
for (const fragment of `${read('../paste/corpus.txt')}\n${read('../paste/wrong.txt')}`.split(/^===.*\n/m)) {
  const text = fragment.split('\n').filter((line) => !/^(=>|~>|!>)/.test(line)).join('\n').trim();
  if (text && text.length <= 2 * LONGEST) add('paste', text);
}

// Source pages of Nsight Compute: the columns and a line of each kind of access.
const [kernel, columns, ...counted] = lines('../ncu/transpose.csv');
for (const access of ['"Global","Load"', '"Shared","Store"', '"Shared","Load"']) {
  add('ncu', [kernel, columns, counted.find((line) => line.includes(access))].join('\n'));
}

// Modules: some of the types of public dumps, each the result of an operation.
for (const line of lines('../xray/cute_types.mlir').filter((text, i) => text.startsWith('!') && i % 90 === 0)) {
  add('xray', `%0 = "t.t"() : () -> ${line}`);
}
for (const line of lines('../xray/triton_types.mlir').filter((text, i) => text.startsWith('#') && i % 30 === 0)) {
  add('xray', `#e = ${line.slice(line.indexOf('=') + 2)}\n%0 = ttg.convert_layout %1 : tensor<64x64xf16, #e> -> tensor<64x64xf16, #e>`);
}

// Links: as they are, and the text that they pack.
for (const line of lines('../links/vectors.jsonl')) {
  const { link, program, mode, views } = JSON.parse(line);
  if (!link || link.length > LONGEST) continue;
  add('links', link);
  if (program !== undefined) add('links', `${mode}\n${(views ?? []).map((view) => `${[view].flat().join(' ')}\n`).join('')}\n${program}`);
}

// Records, with little of each list, all of one kernel; and results as a runner sends them.
const program = 'K = copy_kernel((64,64):(64,1), (64,64):(1,64), (_32,_8):(_8,_1), tile=(16,16), dtype="float")';
function cut(value, key = '') {
  if (key === 'program') {
    if (value.length <= 2 * LONGEST) add('codegen', value);
    return program;
  }
  if (Array.isArray(value)) return value.slice(0, KEPT).map((one) => cut(one));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).slice(0, MEMBERS).map(([name, one]) => [name, cut(one, name)]));
}
for (const name of ['measured_h100', 'products_h100']) {
  const file = JSON.parse(read('../../core/data', `${name}.json`));
  for (const [key, value] of Object.entries(file)) {
    add('records', JSON.stringify({ device: cut(file.device), date: file.date, [key]: cut(value) }));
  }
}
const result = {
  status: 'ok',
  device: { kind: 'gpu', name: 'NVIDIA H100 80GB HBM3' },
  date: '2026-11-22T11:19:48Z',
  verify: { by: 'gpu', checked: 4096, wrong: 0 },
  resources: { registers: 18, local_bytes: 0, shared_bytes: 1024, occupancy: 0.5 },
  timing: { median_ms: 0.1, gb_per_s: 2000.5, spread: 0.01, runs: 50 },
  predicted: { bytes: 32768, counters: { 'sm__inst_executed.sum': 64 } },
  measured: { counters: { 'sm__inst_executed.sum': 64 } },
  trace: {
    timer_ns: 32,
    tiles: { of: 2, grid: [2, 1], order: [0, 1], columns: ['tile', 'sm', 'start_ns', 'end_ns', 'bytes'], rows: [[0, 0, 0, 64, 256], [1, 5, 32, 96, 256]] },
    accesses: { tile: 0, sides: ['load src'], columns: ['side', 'warp', 'access', 'start', 'cycles'], rows: [[0, 0, 0, 10, 400]] },
  },
};
add('records', JSON.stringify(result));
// The parts of a result, each short enough to be changed often.
const { status, device, ...parts } = result;
const results = Object.entries(parts).map(([key, value]) => ({ status, device, [key]: value }));
results.push({ status, predicted: parts.predicted, measured: parts.measured });
for (const key of ['tiles', 'accesses']) results.push({ status, trace: { timer_ns: 32, [key]: parts.trace[key] } });
for (const one of results) add('records', JSON.stringify(one));
const refused = { status: 'error', code: 'no_gpu', message: 'there is no GPU', hint: 'take another', missing: [{ what: 'libcuda.so.1', why: 'not found' }] };
for (const answer of [result, refused, ...results]) add('protocol', JSON.stringify({ version: 1, id: 7, result: answer }));
for (const line of [
  { version: 1, id: 7, run: { program: '4:1', ints: 'cute', kernel: 'K', device: 'reference', counters: true, metrics: ['l2'], trace: true, seconds: 0.05, text: true, cubin: false } },
  { version: 1, id: [7, 'a'], run: { program: '4:1', ints: 'teaching' } },
  { version: 1, id: 7, cancel: true },
  { version: 1, id: null, ping: true },
  { version: 1, id: 7, event: 'compile', text: 'compiling' },
]) add('protocol', JSON.stringify(line));

// Messages to the server for agents: the examples of its skill, and a request of each other kind.
const skill = read('../../web/docs/stridescope/SKILL.md');
const called = [...skill.matchAll(/^```\n(\w+) (\{.*\})$/gm)].map(([, name, given]) => ({ name, arguments: JSON.parse(given) }));
for (const name of ['evaluate', 'explain', 'render']) called.push({ name, arguments: { program: 'A = (4,8):(8,1)\nA o 4:2' } });
called.push({ name: 'render', arguments: { program: '4:1', format: 'svg', view: 'kind=grid', mode: 'cute' } });
called.push({ name: 'owner', arguments: { layout: '((4,8),2):((16,1),8)', tile: '(8,8)', element: '3', thread: 1 } });
const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
for (const params of called) add('mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
for (const method of ['ping', 'tools/list', 'server/discover', 'notifications/initialized']) add('mcp', JSON.stringify({ jsonrpc: '2.0', id: 'a', method, params: { _meta } }));
add('mcp', JSON.stringify([{ jsonrpc: '2.0', id: 2, method: 'initialize', params: { protocolVersion: '2025-06-18' } }, { jsonrpc: '2.0', method: 'ping' }]));

// The server for editors: each of its methods on the documents that the target opens, and changes before them.
const place = { line: 1, character: 6 };
const span = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
const edit = { range: { start: { line: 1, character: 4 }, end: { line: 1, character: 14 } }, text: 'composition' };
for (const uri of ['a', 'b']) {
  const textDocument = { uri, version: 2 };
  const asked = [
    ...['textDocument/hover', 'textDocument/completion', 'textDocument/signatureHelp', 'stridescope/picture'].map((method) => ({ id: 2, method, params: { textDocument, position: place } })),
    ...['textDocument/inlayHint', 'textDocument/codeAction'].map((method) => ({ id: 3, method, params: { textDocument, range: span } })),
  ].map((one) => ({ jsonrpc: '2.0', ...one }));
  const change = { jsonrpc: '2.0', method: 'textDocument/didChange', params: { textDocument, contentChanges: [edit, { ...edit, text: ' // stride: kM = 128\n' }] } };
  for (const one of asked) add('lsp', JSON.stringify(one));
  for (const one of asked) add('lsp', JSON.stringify([change, one, { jsonrpc: '2.0', method: 'textDocument/didClose', params: { textDocument } }, one]));
}

// PTX: the first form of each line of the list, with registers in place of its operands.
for (const line of read('../machine/forms.txt').split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
  const [opcode, results, sources] = line.replace(/\{([^,}]*)[^}]*\}/g, '$1').split(';');
  const one = (type, at) => (/^imm:/.test(type) ? type.slice(4) : /pred/.test(type) ? `%p${at}` : /64/.test(type) || (type === 'T' && /64$/.test(opcode)) ? `%d${at}` : /16$/.test(type === 'T' ? opcode : type) ? `%h${at}` : `%r${at}`);
  const vector = (text, at) => (/\*/.test(text) ? `{${Array.from({ length: Number.parseInt(text) }, (_, k) => one(text.split('*')[1], at + k)).join(',')}}` : one(text, at));
  const operands = [results.trim().split('|').map((type, at) => vector(type, at)).join('|'), ...sources.split(',').map((type, at) => vector(type.trim(), at + 4))];
  add('machine', `.version 8.0\n.target sm_90\n.address_size 64\n.entry k(.param .u64 o){.reg .b32 %r<12>;.reg .b64 %d<12>;.reg .b16 %h<12>;.reg .pred %p<9>;\n${opcode} ${operands.join(',')};ret;}\n`);
}

// Whole kernels: those with planted faults, without the comments but for the launch.
const planted = fs.readdirSync(path.join(here, '../machine/faults')).filter((one) => one.endsWith('.ptx')).sort();
for (const name of planted) {
  const text = read('../machine/faults', name).split('\n').filter((line) => !line.startsWith('//') || line.startsWith('// launch ')).map((line) => line.replace(/ *\/\/ mark .*/, '')).join('\n');
  add('machine', text);
  add('debugger', `// order 1*40 0*7 +0 1*9\n${text}`);
}

// Kernels of the gallery, cut small: some instructions that have an opcode first, and those that compute their operands,
// without branches. Registers are numbered anew.
const CUT = 2000; // bytes
function* cut_kernel(text) {
  const [, head, signature, body] = text.match(/^([^]*?)(\.visible \.entry [^]*?)\n\{\n([^]*?)\n\}\n/);
  const lines = body.split('\n').map((line) => line.trim().replace(/ p,/, ' %p1,'));
  const declared = lines.filter((line) => /^\.shared/.test(line));
  const types = Object.fromEntries([...body.matchAll(/\.reg \.(\w+)\s+(%[a-z]+)</g)].map(([, type, prefix]) => [prefix, type]));
  const steps = lines.filter((line) => /^(@!?%p\d+ +)?[a-z]/.test(line) && /;$/.test(line) && line.length < 500 && !/\b(bra|brx|ret|call)\b/.test(line));
  const registers = (line) => line.match(/%[a-z]+\d+/g) ?? [];
  const seen = new Set();
  const firsts = steps.flatMap((line, at) => {
    const opcode = line.replace(/^@\S+\s+/, '').split(/\s/)[0];
    return seen.has(opcode) ? [] : [(seen.add(opcode), at)];
  });
  // The last write of each register that one of `wanted` reads.
  const sliced = (wanted) => {
    const kept = new Set(wanted);
    for (let at = Math.max(...wanted); at >= 0; --at) {
      if (!kept.has(at)) continue;
      for (const register of registers(steps[at])) {
        let before = at - 1;
        const writes = new RegExp(`^(@\\S+\\s+)?[a-z]\\S*\\s+(\\{[^}]*)?${register}\\b`);
        while (before >= 0 && !writes.test(steps[before])) --before;
        if (before >= 0) kept.add(before);
      }
    }
    return [...kept].sort((a, b) => a - b);
  };
  const made = (kept) => {
    const numbers = {};
    const renamed = kept.map((at) => steps[at].replace(/%([a-z]+)\d+/g, (register, prefix) => {
      const all = (numbers[`%${prefix}`] ??= new Map());
      if (!all.has(register)) all.set(register, all.size);
      return `%${prefix}${all.get(register)}`;
    }));
    const own = Object.entries(numbers).map(([prefix, all]) => `.reg .${types[prefix]} ${prefix}<${all.size + 1}>;`);
    return `// launch grid=1 block=128 shared=8192\n${head}${signature.replace(/\s+/g, ' ')}\n{\n${[...own, ...declared, ...renamed].join('\n').replace(/\t/g, ' ').replace(/ {2,}/g, ' ')}\nret;\n}\n`;
  };
  let wanted = [];
  for (const at of firsts) {
    if (wanted.length > 0 && made(sliced([...wanted, at])).length > CUT) {
      yield made(sliced(wanted));
      wanted = [];
    }
    wanted.push(at);
  }
  yield made(sliced(wanted));
}
const gallery = path.join(here, '../../core/data/ptx');
for (const name of fs.readdirSync(gallery).filter((one) => one.endsWith('.ptx')).sort()) {
  for (const text of cut_kernel(fs.readFileSync(path.join(gallery, name), 'utf8'))) {
    if (text.length > CUT + 600) continue;
    add('machine', text);
    add('debugger', text);
  }
}

// Kernels: the examples of the documentation.
for (const [, call] of builtins.matchAll(/"((?:copy|mma|probe)_kernel\((?:[^"\\]|\\.)*)"\)$/gm)) add('codegen', call.replaceAll('\\"', '"'));

// Traces: what is packed in those that are kept.
const traces = path.join(here, '../traces');
for (const name of fs.readdirSync(traces).filter((one) => one.endsWith('.trace')).sort()) {
  const file = fs.readFileSync(path.join(traces, name));
  add('trace', zlib.inflateRawSync(file.subarray(file.indexOf(10) + 1)));
}

for (const [target, texts] of Object.entries(seeds)) {
  fs.rmSync(path.join(folder, target), { recursive: true, force: true });
  fs.mkdirSync(path.join(folder, target), { recursive: true });
  for (const text of texts) {
    const name = crypto.createHash('sha1').update(text).digest('hex').slice(0, 16);
    fs.writeFileSync(path.join(folder, target, name), text);
  }
  console.log(`${texts.size} seeds of ${target}`);
}
const atoms = lines('../golden/atoms.jsonl').map((line) => JSON.parse(line).name ?? JSON.parse(line).atom ?? '').filter(Boolean);
const quoted = (word) => `"${word.replace(/[\\"]/g, '\\$&')}"\n`;
fs.writeFileSync(`${folder}.dict`, read('../fuzz/tokens.dict') + [...functions.map((name) => `${name}(`), ...new Set(atoms)].map(quoted).join(''));
