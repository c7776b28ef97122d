// Lists the contents of the page's module: bytes of code by source file, by folder and by template of the standard
// library, bytes of data by object, and the cost of each group in brotli, measured by compressing the module without
// it.
// Usage: node module_contributors.mjs FOLDER_OF_THE_WHOLE [COUNT]
// FOLDER_OF_THE_WHOLE is build/wasm/wasm/whole: the module with the names of its functions, and the linker's map.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';

const [folder, count = '20'] = process.argv.slice(2);
const module = fs.readFileSync(path.join(folder, 'stridescope.wasm'));
const map = fs.readFileSync(path.join(folder, 'stridescope.map'), 'utf8');
const most = Number(count);

// --- The binary format -----------------------------------------------------------------------------------------------

function number(place) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = module[place++];
    value += (byte & 127) * 2 ** shift;
    if (!(byte & 128)) return [value, place];
  }
}

function text(place) {
  const [length, from] = number(place);
  return [module.toString('utf8', from, from + length), from + length];
}

function sections() {
  const out = [];
  for (let place = 8; place < module.length;) {
    const [length, from] = number(place + 1);
    const name = module[place] === 0 ? text(from)[0] : '';
    out.push({ id: module[place], name, start: place, from, to: from + length });
    place = from + length;
  }
  return out;
}

/** The number of functions that are imported: they come first in the index space. */
function imports(section) {
  let [left, place] = number(section.from);
  let functions = 0;
  for (; left > 0; --left) {
    for (let i = 0; i < 2; ++i) place = text(place)[1];
    const kind = module[place++];
    if (kind === 0) {
      ++functions;
      place = number(place)[1];
    } else {
      if (kind === 1) ++place;
      if (kind === 3) place += 2;
      else {
        const flags = module[place++];
        for (let i = 0; i <= (flags & 1); ++i) place = number(place)[1];
      }
    }
  }
  return functions;
}

function bodies(section, first) {
  let [left, place] = number(section.from);
  const out = [];
  for (let index = first; left > 0; --left, ++index) {
    const [length, from] = number(place);
    out.push({ index, start: place, from, to: from + length });
    place = from + length;
  }
  return out;
}

function namesOf(section) {
  const out = new Map();
  for (let place = text(section.from)[1]; place < section.to;) {
    const kind = module[place];
    const [length, from] = number(place + 1);
    if (kind === 1) {
      let [left, at] = number(from);
      for (; left > 0; --left) {
        const [index, after] = number(at);
        const [name, next] = text(after);
        out.set(index, name);
        at = next;
      }
    }
    place = from + length;
  }
  return out;
}

const all = sections();
const section = (id, name = '') => all.find((one) => one.id === id && one.name === name);
const functions = bodies(section(10), imports(section(2)));
const names = namesOf(section(0, 'name'));

// --- Groups ----------------------------------------------------------------------------------------------------------

/** Folders of sources as names of unity groups have them: core_foreign_paste → core/foreign/paste; the longest first. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['core', 'wasm'].flatMap((top) => [top, ...fs.readdirSync(path.join(root, top), { recursive: true, withFileTypes: true })
  .filter((one) => one.isDirectory()).map((one) => path.relative(root, path.join(one.parentPath ?? one.path, one.name)))])
  .map((name) => [`${name.replace(/\W/g, '_')}_`, name]).sort(([a], [b]) => b.length - a.length);

/** core/foreign/paste/paste* for the group of the files with that prefix; other objects by their file. */
function sourceOf(object) {
  const group = /^unity_(\w+)_cxx\.cxx$/.exec(object)?.[1];
  const [prefix, name] = folders.find(([id]) => group?.startsWith(id)) ?? [];
  return name ? `${name}/${group.slice(prefix.length)}*` : object;
}

/** The source file of each symbol and each address of the data, by the linker's map. */
const fileOf = new Map();
const objects = [];
for (const line of map.split('\n')) {
  const [, address, size, file, part] = /^ *([\da-f]+|-) +[\da-f]+ +([\da-f]+) +\S*?([^/\s(]+\.(?:cpp|cxx|c|S))?\.o\S*:\((\S+)\)/.exec(line) ?? [];
  if (!part) continue;
  const [, kind, symbol] = /^\.?(text|rodata|data|bss)?\.?(.*)$/.exec(part);
  const name = file ? sourceOf(file) : 'libraries of the system';
  if (kind === 'rodata' || kind === 'data') objects.push({ at: parseInt(address, 16), size: parseInt(size, 16), file: name, symbol });
  else fileOf.set(symbol, name);
}
/** The module's names may be mangled or not; the map's are. */
const demangled = (list) => execFileSync('c++filt', { input: list.join('\n'), encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n');
const symbols = [...fileOf.keys()];
demangled(symbols).forEach((name, at) => fileOf.set(name, fileOf.get(symbols[at])));
const readable = demangled(functions.map(({ index }) => names.get(index) ?? ''));

/** std::vector<...>::push_back(...) → std::vector::push_back */
function template(name) {
  let out = '';
  let depth = 0;
  for (const c of name.replace(/operator(<=>|<<|>>|<=|>=|<|>|->)/g, 'operator').replace(/\(anonymous namespace\)/g, '{unnamed}')) {
    if (c === '(' && depth === 0 && out) break;
    if (c === '<') ++depth;
    else if (c === '>') --depth;
    else if (depth === 0) out += c;
  }
  return out.trim().split(' ').at(-1).replace('std::__2::', 'std::');
}

const groups = new Map();
const put = (by, name, one) => {
  const key = `${by}\t${name}`;
  if (!groups.has(key)) groups.set(key, { by, name, bytes: 0, parts: [] });
  const group = groups.get(key);
  group.bytes += one.to - one.from;
  group.parts.push(one);
};
functions.forEach((one, at) => {
  const file = fileOf.get(readable[at]) ?? 'unknown';
  const name = template(readable[at] ?? '');
  const library = name.startsWith('std::') || name.startsWith('tl::');
  put('code of file', file, one);
  put('code of folder', path.dirname(file), one);
  if (library) put('code of template', name, one);
  if (library || /^(stridescope::)?(cat|say|append_all|visit|members)$/.test(name)) put('code of kind', library ? 'standard library' : name, one);
  put('code of function', readable[at].slice(0, 110), one);
});
put('section', 'imports', section(2));
put('section', 'exports', section(7));
put('section', 'elements of the table', section(9));
put('section', 'code', section(10));
put('section', 'data', section(11));

// --- Weighing --------------------------------------------------------------------------------------------------------

const stripped = (keep) => {
  const out = [module.subarray(0, 8)];
  for (const one of all) if (one.id !== 0) out.push(keep(one));
  return Buffer.concat(out);
};
const packed = (bytes) => zlib.brotliCompressSync(bytes, {
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 },
}).length;
const total = packed(stripped(({ start, to }) => module.subarray(start, to)));

/** The bytes in brotli that the module is smaller by without these ranges. */
function weight(parts) {
  const sorted = [...parts].sort((a, b) => a.from - b.from);
  return total - packed(stripped(({ start, to }) => {
    const out = [];
    let done = start;
    for (const one of sorted) {
      if (one.from < start || one.to > to) continue;
      out.push(module.subarray(done, one.from));
      done = one.to;
    }
    out.push(module.subarray(done, to));
    return Buffer.concat(out);
  }));
}

const kilo = (bytes) => (bytes / 1000).toFixed(1).padStart(8);
console.log(`module without names: ${kilo(module.length - (section(0, 'name').to - section(0, 'name').start))} kB, ${kilo(total)} kB in brotli at level 9; ${functions.length} functions`);
for (const by of ['section', 'code of folder', 'code of kind', 'code of file', 'code of template', 'code of function']) {
  console.log(`\n${by}: kB, kB in brotli`);
  const largest = [...groups.values()].filter((group) => group.by === by).sort((a, b) => b.bytes - a.bytes).slice(0, most);
  for (const { name, bytes, parts } of largest) console.log(`${kilo(bytes)} ${kilo(weight(parts))}  ${name}${parts.length > 1 ? ` (${parts.length})` : ''}`);
}
console.log('\ndata of file: kB');
const data = new Map();
for (const { file, size } of objects) data.set(file, (data.get(file) ?? 0) + size);
for (const [file, size] of [...data].sort((a, b) => b[1] - a[1]).slice(0, most)) console.log(`${kilo(size)}  ${file}`);
