// Divides the page's module in two: what the first picture needs, and a rest that the page loads after it.
// Usage: node split.mjs FOLDER_OF_THE_WHOLE OUT_FOLDER WASM_SPLIT
//
// wasm-split (Binaryen) moves the functions: those that did not run while the first program of the gallery, which
// the page opens with, was evaluated and drawn go to the rest. A call of one of them in the first module goes to a placeholder, an import, until
// the rest is there and has put itself in the table. The texts that no first picture shows, ss_late_text, follow as data
// of the rest: wasm-split leaves all data where it was.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [from, to, tool] = process.argv.slice(2);
const whole = path.join(from, 'stridescope.wasm');
const loader = path.join(from, 'stridescope.mjs');
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-split-'));
try {
  const at = (name) => path.join(temporary, name);
  const split = (...words) => execFileSync(tool, ['--all-features', ...words], { stdio: 'inherit' });

  split('--instrument', whole, '-o', at('instrumented.wasm'));
  const [first] = await gallery(whole);
  fs.writeFileSync(at('profile'), await profile(at('instrumented.wasm'), first.program));
  split('--split', whole, `--profile=${at('profile')}`, '--export-prefix=%', '--import-namespace=primary',
    '--placeholder-namespace=placeholder', '-o1', at('first.wasm'), '-o2', at('rest.wasm'));

  const texts = await lateTexts(whole);
  const { kept, moved } = cutData(fs.readFileSync(at('first.wasm')), texts);
  fs.mkdirSync(to, { recursive: true });
  fs.writeFileSync(path.join(to, 'stridescope.wasm'), kept);
  fs.writeFileSync(path.join(to, 'stridescope.rest.wasm'), Buffer.concat([fs.readFileSync(at('rest.wasm')), moved]));
  fs.copyFileSync(loader, path.join(to, 'stridescope.mjs'));
} finally {
  fs.rmSync(temporary, { recursive: true });
}

// --- Running it ------------------------------------------------------------------------------------------------------

async function start(file) {
  // The loader is for a browser's worker.
  globalThis.self ??= globalThis;
  globalThis.importScripts ??= () => {};
  globalThis.location ??= pathToFileURL(loader);
  const { default: create } = await import(pathToFileURL(path.resolve(loader)).href);
  let exports;
  const module = await create({
    instantiateWasm(imports, received) {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(file)), imports);
      exports = instance.exports;
      received(instance);
      return exports;
    },
  });
  return { module, exports };
}

function conversation(module) {
  return {
    write(words) {
      const bytes = new TextEncoder().encode(words);
      const to = module._ss_input(bytes.length);
      module.HEAPU8.set(bytes, to);
      return bytes.length;
    },
    read(length) {
      const from = module._ss_output();
      return new TextDecoder().decode(module.HEAPU8.subarray(from, from + length));
    },
  };
}

async function gallery(file) {
  const { module } = await start(file);
  return JSON.parse(conversation(module).read(module._ss_gallery()));
}

// Does what the page does until its first picture (web/src/core/engine.ts).
async function profile(file, program) {
  const { module, exports } = await start(file);
  const { write, read } = conversation(module);
  const report = JSON.parse(read(module._ss_evaluate(write(program), 1, 200)));
  if (report.diagnostics.length) throw new Error(`errors in the first program: ${JSON.stringify(report.diagnostics)}`);
  for (const { id, views } of report.bindings) {
    if (!views.length) continue;
    JSON.parse(read(module._ss_scene(id, write(''))));
    module._ss_array(1);
    module._ss_array_length(1);
    const svg = read(module._ss_emit(id, write('svg\n')));
    if (!svg.startsWith('<svg')) throw new Error(`no picture of the first program: ${svg}`);
  }
  const size = exports.__write_profile(0, 0);
  const place = module._ss_input(size);
  exports.__write_profile(place, size);
  return Buffer.from(module.HEAPU8.slice(place, place + size));
}

async function lateTexts(file) {
  const { module } = await start(file);
  const out = [];
  for (let i = 0; module._ss_late_text(i) !== 0; ++i) {
    const from = module._ss_late_text(i);
    out.push({ from, to: from + module._ss_late_text_length(i) });
  }
  return out.sort((a, b) => a.from - b.from);
}

// --- The binary ------------------------------------------------------------------------------------------------------

function unsigned(value) {
  const out = [];
  do {
    out.push((value & 127) | (value > 127 ? 128 : 0));
    value >>>= 7;
  } while (value);
  return Buffer.from(out);
}

function signed(value) {
  const out = [];
  for (;;) {
    const low = value & 127;
    value >>= 7;
    const last = (value === 0 && !(low & 64)) || (value === -1 && (low & 64));
    out.push(last ? low : low | 128);
    if (last) return Buffer.from(out);
  }
}

function section(id, body) {
  return Buffer.concat([Buffer.from([id]), unsigned(body.length), body]);
}

// Active segments of memory 0: {at, bytes}.
function dataSection(segments) {
  const parts = segments.map(({ at, bytes }) =>
    Buffer.concat([Buffer.from([0, 0x41]), signed(at), Buffer.from([0x0b]), unsigned(bytes.length), bytes]));
  return section(11, Buffer.concat([unsigned(parts.length), ...parts]));
}

// Takes the ranges out of the module's data: the module without them, and a data section that holds them.
function cutData(module, ranges) {
  let place = 8;
  const number = (isSigned) => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[place++];
      value |= (byte & 127) << shift;
      if (byte & 128) continue;
      return isSigned && shift < 25 && (byte & 64) ? value | (-1 << (shift + 7)) : isSigned ? value : value >>> 0;
    }
  };
  const expect = (byte, what) => {
    if (module[place++] !== byte) throw new Error(`the module's data has a form that split.mjs does not know: ${what}`);
  };
  const out = [module.subarray(0, 8)];
  const kept = [];
  const moved = [];
  let count;
  while (place < module.length) {
    const start = place;
    const id = module[place++];
    const length = number();
    const end = place + length;
    if (id === 12) {
      count = out.push(undefined) - 1;
    } else if (id === 11) {
      for (let left = number(); left > 0; --left) {
        expect(0, 'not an active segment');
        expect(0x41, 'its place is no constant');
        const at = number(true);
        expect(0x0b, 'its place is no constant');
        const size = number();
        const bytes = module.subarray(place, place + size);
        place += size;
        let done = 0;
        for (const range of ranges) {
          // The linker leaves out long runs of zeros: a range may have pieces in several segments.
          const from = Math.max(range.from - at, done);
          const to = Math.min(range.to - at, size);
          if (from >= to) continue;
          if (from > done) kept.push({ at: at + done, bytes: bytes.subarray(done, from) });
          moved.push({ at: at + from, bytes: bytes.subarray(from, to) });
          done = to;
        }
        if (done < size) kept.push({ at: at + done, bytes: bytes.subarray(done) });
      }
      out.push(dataSection(kept));
    } else {
      out.push(module.subarray(start, end));
    }
    place = end;
  }
  if (moved.length < ranges.length) throw new Error('a late text is not among the data');
  if (count !== undefined) out[count] = section(12, unsigned(kept.length));
  return { kept: Buffer.concat(out), moved: dataSection(moved) };
}
