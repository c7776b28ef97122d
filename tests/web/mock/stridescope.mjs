// A stand-in for the core while there is none: flat rank-2 layouts and their composition only.
const encoder = new TextEncoder(), decoder = new TextDecoder();
const memory = new Uint8Array(64 << 20);
let top = 0, output = [0, 0], input = 1 << 20, report, arrays;

function answer(value) {
  const bytes = encoder.encode(typeof value === 'string' ? value : JSON.stringify(value));
  memory.set(bytes, 8 << 20);
  output = [8 << 20, bytes.length];
  return bytes.length;
}
const argument = (bytes) => decoder.decode(memory.slice(input, input + bytes));
const at = (v, i) => (i % v.shape[0]) * v.stride[0] + Math.floor(i / v.shape[0]) * v.stride[1];
const size = (v) => v.shape[0] * v.shape[1];
const print = (v) => v.text ?? `(${v.shape}):(${v.stride})`;

function evaluate(program, mode) {
  const bindings = [], diagnostics = [];
  let start = 0;
  program.split('\n').forEach((line, index) => {
    const from = start;
    start += line.length + 1;
    const code = line.replace(/#.*/, '').trimEnd();
    if (!code.trim()) return;
    const [, name = '', source] = /^\s*(?:(\w+)\s*=\s*)?(.*)$/.exec(code);
    let v;
    const l = /^\((\d+),(\d+)\):\((\d+),(\d+)\)$/.exec(source.replace(/\s/g, ''));
    const c = /^composition\((\w+),\s*(\w+)\)$/.exec(source);
    if (/hang/.test(source)) for (;;);
    if (l) v = { shape: [+l[1], +l[2]], stride: [+l[3], +l[4]], uses: [] };
    if (c) {
      const [A, B] = [c[1], c[2]].map((n) => bindings.find((b) => b.name === n));
      if (A && B) v = { shape: B.v.shape, fn: (i) => at2(A.v, at2(B.v, i)), uses: [A.id, B.id], text: '((2,2),3):((24,2),8)' };
    }
    if (!v) {
      const column = code.indexOf(source);
      diagnostics.push({ severity: 'error', code: 'unknown', span: [from + column, from + code.length], line: index + 1, column, message: `'${source}' is not understood by the mock.`, hint: 'Write (a,b):(c,d) with plain integers.', replacement: '(4,8):(8,1)' });
      return;
    }
    v.fn ??= (i) => at(v, i);
    const offs = Array.from({ length: Math.min(size(v), 1 << 20) }, (_, i) => v.fn(i));
    const properties = Object.entries({ shape: `(${v.shape})`, stride: v.stride ? `(${v.stride})` : '((24,2),8)', size: size(v), rank: 2, depth: 1, coshape: 1 + offs.reduce((a, b) => Math.max(a, b), 0), cosize: 1 + offs.reduce((a, b) => Math.max(a, b), 0), injective: 'true', contiguous: 'false' }).map(([name, value]) => ({ name, value: String(value) }));
    bindings.push({ id: bindings.length, name, span: [from, from + code.length], line: index + 1, source, kind: 'layout', text: print(v), cute: print(v), properties, uses: v.uses, v,
      views: [{ kind: 'grid', title: 'Grid', labels: ['offset', 'coord', 'index'], colors: ['offset', 'mode'] }, { kind: 'strip', title: 'Strip', labels: ['offset'], colors: ['offset'] }] });
  });
  report = { version: 1, mode: mode ? 'teaching' : 'cute', bindings, diagnostics };
  return { ...report, bindings: bindings.map(({ v, ...b }) => b) };
}
const at2 = (v, i) => v.fn(i);

function scene(b, view) {
  const v = report.bindings[b].v, strip = /kind=strip/.test(view);
  const rows = strip ? 1 : v.shape[0], cols = strip ? size(v) : v.shape[1], n = rows * cols;
  const ids = BigInt64Array.from({ length: n }, (_, k) => BigInt(strip ? k : Math.floor(k / cols) + (k % cols) * rows));
  const offsets = ids.map((id) => BigInt(v.fn(Number(id))));
  const colors = Int32Array.from(offsets, Number);
  arrays = [offsets, ids, colors];
  const heads = (m) => (m > 64 ? [] : [Array.from({ length: m }, (_, i) => String(i))]);
  return { kind: strip ? 'strip' : 'grid', title: `${report.bindings[b].name}: ${print(v)}`, rows, cols, rowHeads: heads(rows), colHeads: heads(cols), slices: [], legend: [{ color: 0, label: 'offset 0 mod 12' }, { color: 1, label: '1' }], note: n > 4096 ? 'Too many elements to label.' : '', svg: n <= 4096 };
}
function svg(b, view) {
  const s = scene(b, view), W = 34 + 30 * s.cols, H = 24 + 30 * s.rows;
  let out = `<svg xmlns="http://www.w3.org/2000/svg" class="ss-scene" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}" role="img" font-family="monospace" font-size="12"><title>${s.title}</title>`;
  for (let c = 0; c < s.cols; ++c) out += `<text x="${34 + 30 * c + 14}" y="15" text-anchor="middle" fill="var(--ss-muted,#666)">${c}</text>`;
  for (let r = 0; r < s.rows; ++r) out += `<text x="24" y="${24 + 30 * r + 18}" text-anchor="end" fill="var(--ss-muted,#666)">${r}</text>`;
  for (let k = 0; k < s.rows * s.cols; ++k) {
    const x = 34 + 30 * (k % s.cols), y = 24 + 30 * Math.floor(k / s.cols);
    out += `<g class="ss-cell" data-cell="${arrays[1][k]}" data-color="${arrays[2][k]}"><rect x="${x}" y="${y}" width="28" height="28" rx="2" fill="var(--ss-c${arrays[2][k] % 12},#ccc)"/><text x="${x + 14}" y="${y + 18}" text-anchor="middle" fill="var(--ss-ink,#000)">${arrays[0][k]}</text></g>`;
  }
  return out + '</svg>';
}
function linked(b, cell) {
  const { bindings } = report, o = bindings[b].v.fn(cell), cells = [{ binding: b, cell }];
  for (const R of bindings.filter((x) => x.uses.length)) {
    const [A, B] = R.uses;
    const i = b === R.id || b === B ? cell : b === A ? Array.from({ length: size(bindings[B].v) }, (_, k) => k).find((k) => bindings[B].v.fn(k) === cell) : undefined;
    if (i !== undefined) cells.push({ binding: R.id, cell: i }, { binding: B, cell: i }, { binding: A, cell: bindings[B].v.fn(i) });
  }
  return { sentence: `${bindings[b].name}(${cell}) → ${o}`, cells };
}
export default async () => ({
  HEAPU8: memory,
  _ss_input: () => input,
  _ss_output: () => output[0],
  _ss_version: () => answer('mock'),
  _ss_functions: () => answer([{ name: 'composition', signature: 'composition(A, B)', doc: 'R(c) = A(B(c)) for every c.', example: 'composition((6,2):(8,2), (4,3):(3,1))' }]),
  _ss_evaluate: (n, mode) => answer(evaluate(argument(n), mode)),
  _ss_scene: (b, n) => answer(scene(b, argument(n))),
  _ss_array: (w) => { const a = arrays[w], from = (16 << 20) + w * (16 << 20); memory.set(new Uint8Array(a.buffer), from); return from; },
  _ss_array_length: (w) => arrays[w].length,
  _ss_emit: (b, n) => answer(svg(b, argument(n))),
  _ss_describe: (b, cell) => answer({ text: '', rows: [{ name: 'coordinate', value: `(${cell % report.bindings[b].v.shape[0]},${Math.floor(cell / report.bindings[b].v.shape[0])})` }, { name: 'index', value: String(cell) }, { name: 'offset', value: String(report.bindings[b].v.fn(cell)) }] }),
  _ss_linked: (b, cell) => answer(linked(b, cell)),
  _ss_complete: (n, p) => { const t = argument(n).slice(0, p), w = /\w*$/.exec(t)[0]; return answer({ from: p - w.length, to: p, items: ['composition', 'complement', 'coalesce'].filter((f) => f.startsWith(w)).map((label) => ({ label, kind: 'function', detail: `${label}(A, B)`, info: 'A function.' })) }); },
});
