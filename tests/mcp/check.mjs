// `stridescope mcp` line by line, with a client written from the specification (2026-07-28, and `initialize` of the
// older revisions): what each tool claims, that every counterexample is the smallest one, and that no message ends the
// server. The official client is tested by tests/web/mcp.test.ts. Usage: node check.mjs
// STRIDESCOPE SKILL
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import readline from 'node:readline';

const [program, skill] = process.argv.slice(2);
const server = spawn(program, ['mcp', '--page', 'http://explorer/'], { stdio: ['pipe', 'pipe', 'inherit'] });
const replies = readline.createInterface({ input: server.stdout })[Symbol.asyncIterator]();
let count = 0;

/** The server's answer to a line, which is text or bytes. */
async function send(line) {
  count += 1;
  server.stdin.write(line);
  server.stdin.write('\n');
  const { value, done } = await replies.next();
  assert.ok(!done, `no answer to ${String(line).slice(0, 200)}`);
  return JSON.parse(value);
}
const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
const request = (method, params, id = 1) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
const ask = async (method, params, id) => (await send(request(method, params, id)));
const tool = async (name, given) => {
  const { result, error } = await ask('tools/call', { name, arguments: given });
  assert.ok(result, JSON.stringify(error));
  return result;
};
const claim = async (name, given) => {
  const result = await tool(name, given);
  assert.ok(result.structuredContent, JSON.stringify(result));
  const { status, claim: said, counterexample } = result.structuredContent;
  assert.equal(status === 'false', counterexample !== undefined, JSON.stringify(result));
  assert.match(result.content[0].text, new RegExp(`^${status}: `));
  assert.ok(said);
  return result.structuredContent;
};
/** The program that a link opens. */
const opened = (link) => spawnSync(program, ['link', '--read', link], { encoding: 'utf8' }).stdout.trim();

// --- Revisions -------------------------------------------------------------------------------------------------------

for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
  const { result } = await ask('initialize', { protocolVersion: version, capabilities: {}, clientInfo: { name: 't', version: '1' } });
  assert.equal(result.protocolVersion, version);
  assert.deepEqual(result.capabilities, { tools: {} });
  assert.equal(result.serverInfo.name, 'stridescope');
}
for (const version of ['2026-07-28', '1.0', '']) {
  assert.equal((await ask('initialize', { protocolVersion: version })).result.protocolVersion, '2025-11-25');
}
assert.equal((await ask('initialize', {})).error.code, -32602);
{
  const { result } = await ask('server/discover', { _meta: meta });
  assert.equal(result.supportedVersions[0], '2026-07-28');
  assert.equal(result.resultType, 'complete');
  assert.equal(result._meta['io.modelcontextprotocol/serverInfo'].name, 'stridescope');
  assert.ok(result.ttlMs >= 0 && result.cacheScope === 'public' && result.instructions.includes('unknown'));
  const newer = await ask('tools/list', { _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } });
  assert.equal(newer.error.code, -32022);
  assert.deepEqual(newer.error.data, { supported: result.supportedVersions, requested: '2031-01-01' });
  const bare = await ask('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } });
  assert.equal(bare.error.code, -32602);
  // `initialize` and `ping` are not part of it.
  for (const method of ['initialize', 'ping']) assert.equal((await ask(method, { _meta: meta })).error.code, -32601);
  assert.deepEqual((await ask('ping')).result, {});
}
for (const [params, modern] of [[undefined, false], [{ _meta: meta }, true]]) {
  const { result } = await ask('tools/list', params);
  assert.equal(result.resultType, modern ? 'complete' : undefined);
  assert.deepEqual(result.tools.map(({ name }) => name), ['evaluate', 'verdict', 'equal', 'owner', 'conflicts', 'tma_box', 'lint', 'explain', 'render']);
  for (const one of result.tools) {
    assert.ok(one.description.length > 40 && one.inputSchema.type === 'object', one.name);
    for (const member of Object.values(one.inputSchema.properties)) assert.ok(member.description, one.name);
    for (const name of one.inputSchema.required) assert.ok(name in one.inputSchema.properties, one.name);
  }
}
// A batch, of 2025-03-26; a notification and a response have no answer.
{
  const batch = await send(JSON.stringify([{ jsonrpc: '2.0', id: 'a', method: 'ping' }, { jsonrpc: '2.0', method: 'notifications/initialized' }, 7]));
  assert.deepEqual(batch.map(({ id }) => id), ['a', null]);
  for (const silent of [{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, { jsonrpc: '2.0', id: 5, result: {} }]) {
    server.stdin.write(`${JSON.stringify(silent)}\n\n`);
  }
  assert.equal((await ask('ping', undefined, 'next')).id, 'next');
}

// --- Tools -----------------------------------------------------------------------------------------------------------

{
  const { structuredContent, content } = await tool('evaluate', { program: 'A = (4,8):(8,1)\nA o 4:2' });
  assert.deepEqual(structuredContent.values, [{ name: 'A', source: '(4,8):(8,1)', text: '(4,8):(8,1)' }, { source: 'A o 4:2', text: '(2,2):(16,1)' }]);
  assert.equal(opened(structuredContent.picture), 'A = (4,8):(8,1)\nA o 4:2');
  assert.ok(content[0].text.includes(structuredContent.picture));
  assert.equal((await tool('evaluate', { program: '_4', mode: 'cute' })).structuredContent.values[0].text, '_4');
  const wrong = await tool('evaluate', { program: 'A = (4,8):(8,1)\nR = compositon(A, 4:2)' });
  assert.ok(wrong.isError && !wrong.structuredContent);
  assert.match(wrong.content[0].text, /^error: the program is wrong\n[^]*unknown name 'compositon'[^]*:2:5[^]*did you mean 'composition'/);
}
// verdict: proved, false at the first coordinate, unknown.
{
  const right = await claim('verdict', { program: 'coalesce((4,8):(1,4))' });
  assert.equal(right.status, 'proved');
  const wrong = await claim('verdict', { program: 'A = coalesce((4,8):(1,4))\n(_4,_6,_8):(_2,_3,_5) o _6:_3', mode: 'cute' });
  assert.equal(wrong.status, 'false');
  assert.deepEqual([wrong.counterexample.at, wrong.counterexample.got, wrong.counterexample.expected], [2, '3', '7']);
  // The smallest: the law holds at 0 and 1.
  assert.equal((await claim('verdict', { program: '(4,8):(8,1)' })).status, 'unknown');
  const many = Array.from({ length: 40 }, () => 'coalesce((4,8):(1,4))').join('\n');
  assert.match((await claim('verdict', { program: many })).text, /only the first 32 statements/);
  const row = `make_layout(${Array.from({ length: 14 }, () => 'coalesce(4:0)')})`;
  const calls = `make_layout(${Array.from({ length: 5 }, () => row)})`;
  assert.equal((await claim('verdict', { program: calls })).status, 'unknown');
}
// equal: by structure at any size, by all coordinates, and unknown where the comparison ended.
{
  const big = '(1048576,1048576):(1,1048576)';
  for (const [a, b, status, at] of [
    ['(4,8):(1,4)', '32:1', 'proved'],
    [big, '1099511627776:1', 'proved'],
    ['(4,8):(1,4)', '(4,8):(8,1)', 'false', 1],
    ['(4,8):(1,4)', '(4,4):(1,4)', 'false', 16],
    ['Sw<2,0,2> o 0 o (4,4):(1,4)', '(4,4):(1,4)', 'false', 4],
    ['Sw<2,0,3>', 'Sw<2,0,3>', 'proved'],
    ['Sw<2,0,3>', 'Sw<2,0,2>', 'false', 4],
    ['(4,8)', '(4,8)', 'proved'],
    ['(4,8)', '(4,9)', 'false'],
    ['4', '(4,8):(1,4)', 'unknown'],
    ['Sw<3,0,3> o 0 o (3,1048576):(1,3)', '(3,1048576):(1,3)', 'false', 8],
    ['Sw<1,0,22> o 0 o (3,1048576):(1,3)', '(3,1048576):(1,3)', 'unknown'],
  ]) {
    const found = await claim('equal', { a, b });
    assert.equal(found.status, status, `${a} ${b}: ${found.text}`);
    assert.equal(found.counterexample?.at, at, `${a} ${b}: ${found.text}`);
  }
  const named = await claim('equal', { a: 'A', b: 'B', program: 'A = (4,8):(1,4)\nB = (4,8):(8,1)' });
  assert.match(opened(named.picture), /compare\(A, B\)$/);
  for (const a of ['1\n2', '1;2', '']) assert.ok((await tool('equal', { a, b: '4:1' })).isError, a);
}
// The counterexample is the smallest: random small layouts against every coordinate.
{
  let seed = 7;
  const below = (n) => ((seed = (seed * 1103515245 + 12345) % 2147483648) >> 8) % n;
  const random = () => {
    const extents = [1 + below(4), 1 + below(4), 1 + below(3)];
    return { extents, strides: extents.map(() => below(6)) };
  };
  const offsets = ({ extents: [x, y, z], strides: [a, b, c] }) => Array.from({ length: x * y * z }, (_, i) => (i % x) * a + (Math.floor(i / x) % y) * b + Math.floor(i / x / y) * c);
  for (let i = 0; i < 200; ++i) {
    const [a, b] = [random(), random()];
    if (below(3) === 0) Object.assign(b, a);
    const [x, y] = [offsets(a), offsets(b)];
    const at = x.findIndex((value, k) => k >= y.length || value !== y[k]);
    const first = at >= 0 ? at : y.length > x.length ? x.length : undefined;
    const text = ({ extents, strides }) => `(${extents}):(${strides})`;
    const found = await claim('equal', { a: text(a), b: text(b) });
    assert.equal(found.status, first === undefined ? 'proved' : 'false', `${text(a)} ${text(b)}`);
    assert.equal(found.counterexample?.at, first, `${text(a)} ${text(b)}`);
  }
}
// owner
{
  const layout = '((4,8),2):((16,1),8)';
  const held = await claim('owner', { layout, element: '(1,3)', tile: '(8,8)' });
  assert.equal(held.status, 'proved');
  assert.deepEqual(held.facts, [{ name: 'owner', value: 'thread 5 value 1' }]);
  assert.equal((await claim('owner', { layout, element: '25' })).status, 'proved');
  assert.equal((await claim('owner', { layout, element: '(1,3)', tile: '(8,8)', thread: 5 })).status, 'proved');
  const other = await claim('owner', { layout, element: '(1,3)', tile: '(8,8)', thread: 4 });
  assert.deepEqual([other.status, other.counterexample.thread, other.counterexample.value], ['false', 5, 1]);
  assert.equal((await claim('owner', { layout, tile: '(8,8)' })).status, 'proved');
  const shared = await claim('owner', { layout: '(4,8):(1,2)', tile: '(4,8)' });
  assert.deepEqual([shared.status, shared.counterexample.at], ['false', 2]);
  const missing = await claim('owner', { layout: '(4,8):(2,8)', tile: '(64)' });
  assert.deepEqual([missing.status, missing.counterexample.at], ['false', 1]);
  assert.equal((await claim('owner', { layout: '(4,8):(2,8)', element: '1' })).counterexample.why, 'no thread holds it');
  assert.equal((await claim('owner', { layout: '(4096,4096):(1,4096)', element: '1' })).status, 'unknown');
  const accumulators = await claim('owner', { program: 'mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)', layout: 'layoutC_TV(mma)', element: '(8,1)', tile: '(16,8)' });
  assert.equal(accumulators.facts[0].value, 'thread 0 value 3');
  for (const wrong of [{ layout: '4:1', element: '1' }, { layout, element: '(1,9)', tile: '(8,8)' }, { layout, element: '(1,3)' }, { layout, thread: 3 }, { layout: '7' }]) {
    assert.ok((await tool('owner', wrong)).isError, JSON.stringify(wrong));
  }
}
// conflicts
{
  const free = await claim('conflicts', { layout: '(32,1):(1,1)' });
  assert.equal(free.status, 'proved');
  const column = await claim('conflicts', { layout: '(32,1):(32,1)' });
  assert.deepEqual([column.status, column.counterexample.thread], ['false', 0]);
  assert.match(column.counterexample.why, /warp 0, access 0: threads 0 and 1 need words 0 and 32 of bank 0/);
  assert.ok(column.facts.some(({ name, value }) => name === 'wavefronts' && value === '32'));
  // Only threads 33 and 34 meet: the layout of the second warp.
  const tiles = { layout: '(32,32):(32,1)', threads: '((32,1),32):((1,1),32)' };
  assert.equal((await claim('conflicts', tiles)).status, 'false');
  assert.equal((await claim('conflicts', { ...tiles, layout: 'Sw<5,0,5> o 0 o (32,32):(32,1)' })).status, 'proved');
  assert.ok((await tool('conflicts', { layout: '(32,1):(32,1)', operation: 'nope' })).isError);
  assert.ok((await tool('conflicts', { layout: '(32,1):(32,1)', operation: 'load")\n7' })).isError);
  assert.ok((await tool('conflicts', { layout: '(32,1):(32,1)', side: 'src' })).isError);
}
// lint
{
  const source = 'auto s = make_tensor(make_smem_ptr(reinterpret_cast<half_t*>(p)), Layout<Shape<_512,_512>>{});';
  const found = await claim('lint', { text: `// a tile\n${source}\n` });
  assert.equal(found.status, 'false');
  assert.match(found.counterexample.why, /^line 2: 262144 elements of 16 bits are 524288 bytes/);
  assert.equal(found.facts[0].name, 'capacity');
  assert.equal((await claim('lint', { text: 'auto L = Layout<Shape<_4,_8>>{};' })).status, 'unknown');
  assert.equal((await claim('lint', { text: 'hello' })).status, 'unknown');
}
// tma_box
{
  const shared = 'tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))';
  const box = await claim('tma_box', { global: '(4096,4096):(4096,1)', shared, type: 'half_t' });
  assert.equal(box.status, 'proved');
  assert.deepEqual(box.facts.map(({ name }) => name), ['Operation', 'GmemLayout', 'SmemLayout', 'ElementBits', 'Box',
    'Modes', 'Extents', 'StrideBytes', 'Swizzle', 'Instruction', 'Instructions']);
  assert.ok(box.facts.some(({ name, value }) => name === 'Box' && value === '(64,128)'));
  const odd = await claim('tma_box', { global: '(4096,4096):(4095,1)', shared, type: 'half_t' });
  assert.equal(odd.status, 'false');
  assert.match(odd.counterexample.why, /16/);
  assert.ok(odd.picture);
  const transposed = await claim('tma_box', { global: '(4096,4096):(1,4096)', shared, type: 'half_t' });
  assert.equal(transposed.status, 'false');
  assert.ok((await tool('tma_box', { global: '(4096', shared, type: 'half_t' })).isError);
  assert.ok((await tool('tma_box', { global: '4096:1', shared, type: 'half_t' })).isError);
}
{
  assert.match((await tool('explain', { program: '20:2 o (4,5):(1,4)' })).content[0].text, /the strides multiply/);
  const drawn = await tool('render', { program: '(2,4):(4,1)' });
  assert.match(drawn.content[0].text, /\| 4 \| 5 \| 6 \| 7 \|[^]*picture: http/);
  const [svg, text] = (await tool('render', { program: '(2,4):(4,1)', format: 'svg' })).content;
  assert.equal(svg.resource.mimeType, 'image/svg+xml');
  assert.match(svg.resource.text, /^<svg/);
  assert.match(text.text, /^\(2,4\):\(4,1\)\npicture: http/);
  assert.ok((await tool('render', { program: '(2,4):(4,1)', view: 'kind=nope' })).isError);
  assert.ok((await tool('render', { program: '4' , format: 'svg' })).isError);
}

// The examples of the skill: a call, and how its answer begins.
const examples = [...fs.readFileSync(skill, 'utf8').matchAll(/^```\n(\w+) (\{.*\})\n([^]*?)```$/gm)];
assert.ok(examples.length >= 5, `${examples.length} examples`);
for (const [, name, given, shown] of examples) {
  const { text } = (await tool(name, JSON.parse(given))).content[0];
  assert.ok(shown.trim() && text.startsWith(shown.trim()), `${name} ${given}\n${text}`);
}

// --- Messages that are wrong -----------------------------------------------------------------------------------------

const deep = (n) => '['.repeat(n) + ']'.repeat(n);
for (const [line, code, id = null] of [
  ['nonsense', -32700], ['{', -32700], ['7', -32600], ['null', -32600], ['[]', -32600], ['{}', -32600],
  [Buffer.from([0x22, 0xff, 0xfe, 0x22]), -32700],
  ['{"jsonrpc":"1.0","id":3,"method":"ping"}', -32600, 3],
  ['{"id":3,"method":"ping"}', -32600, 3],
  ['{"jsonrpc":"2.0","id":3}', -32600, 3],
  ['{"jsonrpc":"2.0","id":3,"method":7}', -32600, 3],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":1e300,"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":3,"method":"ping","params":[1]}', -32602, 3],
  ['{"jsonrpc":"2.0","id":3,"method":"nope"}', -32601, 3],
  ['{"jsonrpc":"2.0","id":3,"method":"resources/list"}', -32601, 3],
  ['{"jsonrpc":"2.0","id":3,"method":"tools/call"}', -32602, 3],
  ['{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":7}}', -32602, 3],
  ['{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"equals"}}', -32602, 3],
  [`{"jsonrpc":"2.0","id":3,"method":"ping","params":{"a":${deep(50_000)}}}`, -32600, 3],
  [deep(100_000), -32600],
  [`[${Array.from({ length: 100 }, () => '1')}]`, -32600],
  [`"${'x'.repeat(5 << 20)}"`, -32700],
  [`{"jsonrpc":"2.0","id":3,"method":"${'m'.repeat(1 << 20)}"}`, -32601, 3],
]) {
  const answered = await send(line);
  assert.equal(answered.error?.code, code, `${String(line).slice(0, 100)}: ${JSON.stringify(answered).slice(0, 200)}`);
  assert.deepEqual(answered.id, id, String(line).slice(0, 100));
  assert.ok(answered.error.message.length < 300);
  // The server continues with the next request.
  assert.equal((await claim('equal', { a: '4:1', b: '4:1' })).status, 'proved');
}
for (const given of [undefined, null, {}, 7, [], 'text', { program: 7 }, { program: '4:1', nope: 1 }, { program: '4:1', mode: 'x' }, { program: 'x'.repeat(300_000) }, { program: '' }, { program: '\u0000\ud800' }]) {
  const result = await tool('evaluate', given);
  assert.equal(result.isError, true, JSON.stringify(given)?.slice(0, 100));
  assert.match(result.content[0].text, /^error: /);
}
assert.match((await tool('evaluate', {})).content[0].text, /'program' is missing/);
{
  const big = await tool('render', { program: 'Sw<5,0,5> o 0 o (500,500):(500,1)', format: 'svg' });
  assert.ok(JSON.stringify(big).length < 3 << 20);
}

server.stdin.end();
const status = await new Promise((resolve) => server.on('close', resolve));
assert.equal(status, 0);
// The last line may lack its line break; the server ends when its reader has closed the pipe.
const last = spawnSync(program, ['mcp'], { input: '{"jsonrpc":"2.0","id":1,"method":"ping"}', encoding: 'utf8' });
assert.deepEqual([last.stdout, last.status], ['{"jsonrpc":"2.0","id":1,"result":{}}\n', 0]);
console.log(`${count} messages answered`);
