// `stridescope lsp` message by message: what it answers about programs and sources, and that no message ends it.
// Usage: node check.mjs STRIDESCOPE
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client, edited, framed } from './client.mjs';

const [program] = process.argv.slice(2);
const ran = (...args) => spawnSync(program, args, { encoding: 'utf8' }).stdout;

// --- A program -------------------------------------------------------------------------------------------------------

{
  const client = new Client(program);
  const { capabilities, serverInfo } = await client.initialize({ page: 'http://explorer/' });
  assert.equal(serverInfo.name, 'stridescope');
  assert.deepEqual(Object.keys(capabilities).sort(), ['codeActionProvider', 'completionProvider', 'hoverProvider', 'inlayHintProvider', 'positionEncoding', 'signatureHelpProvider', 'textDocumentSync']);
  const uri = 'file:///tmp/a.stride';
  const text = [
    'A = (6,2):(8,2)',
    'B = (4,3):(3,1)  # 32 threads',
    'R = A o B',
    'matrix = make_tensor(make_smem_ptr<half_t>(), (32,32):(32,1))',
    'column = bank_conflicts<32>((32,32):(32,1), (32,1):(1,32))',
    'logical_divide(R, ',
  ].join('\n');
  const found = await client.open(uri, text);
  // The values that the command line prints.
  const value = (lines) => ran('eval', '--ints', 'teaching', lines).trim();
  const r = value(text.split('\n').slice(0, 3).join('\n'));
  assert.equal(r, '((2,2),3):((24,2),8)');
  const hover = await client.at('hover', uri, 2, 0);
  assert.deepEqual(hover.range, { start: { line: 2, character: 0 }, end: { line: 2, character: 1 } });
  assert.ok(hover.contents.value.includes(`R = ${r}`), hover.contents.value);
  const [, link] = hover.contents.value.match(/\]\((http:\/\/explorer\/#z=[\w-]+)\)/);
  assert.equal(ran('link', '--read', link).trim(), text.split('\n').slice(0, 3).join('\n'));
  // The picture of a line, for a panel: the program up to there.
  const picture = (line, character = 99) => client.result('stridescope/picture', { textDocument: { uri }, position: { line, character } });
  assert.deepEqual({ name: 'A', program: 'A = (6,2):(8,2)' }, { name: (await picture(0)).name, program: ran('link', '--read', (await picture(0)).fragment).trim() });
  assert.equal((await picture(2, 8)).name, 'B');
  assert.equal((await picture(5)).name, 'column'); // no value there: the last one above
  const tensor = (await client.at('hover', uri, 3, 2)).contents.value;
  assert.match(tensor, /in memory/);
  assert.match(tensor, /wavefronts/);
  assert.match((await client.at('hover', uri, 4, 2)).contents.value, /32-way, 32 wavefronts/);
  assert.match((await client.at('hover', uri, 4, 12)).contents.value, /bank_conflicts</);
  const hints = await client.within('inlayHint', uri);
  assert.deepEqual(hints.map(({ position, label }) => [position.line, label.slice(0, 20)]).slice(0, 1), [[2, `= ${r}`.slice(0, 20)]]);
  assert.ok(hints.some(({ position, label }) => position.line === 4 && label === '= 32-way, 32 wavefronts'), JSON.stringify(hints));
  // Only the hints of the range.
  assert.deepEqual(await client.within('inlayHint', uri, { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } }), []);
  const words = await client.at('completion', uri, 5, 7);
  assert.deepEqual(words.map(({ label }) => label), ['logical_divide', 'logical_product']);
  assert.deepEqual(words[0].textEdit.range, { start: { line: 5, character: 0 }, end: { line: 5, character: 7 } });
  const named = await client.at('completion', uri, 2, 4);
  // The last value first, then the functions.
  assert.deepEqual(named.slice(0, 5).map(({ label }) => label), ['column', 'matrix', 'R', 'B', 'A']);
  const help = await client.at('signatureHelp', uri, 5, 18);
  const [signature] = help.signatures;
  assert.match(signature.label, /^logical_divide\(/);
  const [from, to] = signature.parameters[0].label;
  assert.match(signature.label.slice(from, to), /^\w+$/);
  assert.ok(found.length > 0 && found.every(({ source, range }) => source === 'stridescope' && range.start.line === 5), JSON.stringify(found));
  // A document that is not open, and one in which nothing has a value.
  assert.equal((await client.ask('textDocument/hover', { textDocument: { uri: 'file:///none' }, position: { line: 0, character: 0 } })).error.code, -32602);
  assert.deepEqual(await client.open('file:///tmp/empty.stride', ''), []);
  assert.equal(await client.at('hover', 'file:///tmp/empty.stride', 0, 0), null);
  assert.deepEqual(await client.within('inlayHint', 'file:///tmp/empty.stride'), []);
  assert.equal(await client.end(), 0);
}

// Applies every fix: the error that it belongs to disappears.
{
  const client = new Client(program);
  await client.initialize({}, { workspace: { workspaceEdit: { documentChanges: true } } });
  let number = 0;
  for (const [line, kind] of [
    ['R = compositon((4,8):(8,1), 4:2)', 'replacement'],
    ['Layout<Shape<_4,int>,Stride<_1,_4>>', 'hole'],
    ['make_layout((4,8)', 'any'],
  ]) {
    const uri = `file:///tmp/fix${++number}.stride`;
    const text = `# 𝄞 é\nA = 4:1\n${line}\n`;
    const found = await client.open(uri, text);
    assert.ok(found.length > 0, line);
    const fixes = await client.within('codeAction', uri);
    if (kind !== 'any') assert.ok(fixes.length > 0, line);
    for (const [index, { title, kind: of, edit, diagnostics }] of fixes.entries()) {
      assert.equal(of, 'quickfix');
      assert.ok(title);
      const [{ textDocument, edits }] = edit.documentChanges;
      assert.deepEqual(textDocument, { uri, version: 1 });
      const other = `file:///tmp/fixed${number}_${index}.stride`;
      const left = await client.open(other, edited(text, edits));
      assert.ok(!left.some(({ message }) => message === diagnostics[0].message), `${line}: ${title}: ${JSON.stringify(left)}`);
    }
  }
  assert.equal(await client.end(), 0);
}

// Changes by range give what the whole text gives, also with characters of two UTF-16 units and all ends of lines.
{
  const client = new Client(program);
  await client.initialize();
  const uri = 'file:///tmp/edit.stride';
  await client.open(uri, '# 𝄞\r\nA = (4,8):(8,1)\r\nA o 4:2');
  client.change(uri, 2, [
    { range: { start: { line: 1, character: 5 }, end: { line: 1, character: 6 } }, text: '8' },
    { range: { start: { line: 0, character: 4 }, end: { line: 1, character: 0 } }, text: '\n# é\n' },
    { range: { start: { line: 99, character: 0 }, end: { line: 99, character: 0 } }, text: '\nB = coalesce(A)' },
  ]);
  const label = async () => (await client.within('inlayHint', uri)).map(({ position, label: shown }) => `${position.line}:${position.character} ${shown}`);
  const edits = await label();
  client.change(uri, 3, [{ text: '# 𝄞\n# é\nA = (8,8):(8,1)\r\nA o 4:2\nB = coalesce(A)' }]);
  assert.deepEqual(edits, await label());
  assert.equal(edits.length, 2);
  assert.match(edits[0], /^3:7 /);
  // A keystroke at a time.
  client.change(uri, 4, [{ text: '' }]);
  [...'A = (4,8):(8,1); A o 4:2'].forEach((letter, i) => client.change(uri, 5 + i, [{ range: { start: { line: 0, character: i }, end: { line: 0, character: i } }, text: letter }]));
  assert.deepEqual(await label(), ['0:24 = (2,2):(16,1)']);
  assert.equal(await client.end(), 0);
}

// Plain text for a client without Markdown; integers in the mode that is asked for; the language of the editor.
{
  const client = new Client(program);
  await client.initialize({ ints: 'cute' }, { textDocument: { hover: { contentFormat: ['plaintext'] } } }, { locale: 'zh-CN' });
  const found = await client.open('file:///a.stride', 'A = (_4,8):(8,_1)\nB = nope(A)');
  const { contents } = await client.at('hover', 'file:///a.stride', 0, 0);
  assert.equal(contents.kind, 'plaintext');
  assert.ok(contents.value.startsWith('A = (_4,8):(8,_1)\n') && !contents.value.includes('http'), contents.value);
  assert.match(found[0].message, /\p{Script=Han}/u);
  assert.deepEqual(await client.within('codeAction', 'file:///a.stride'), []); // no literals
  assert.equal(await client.end(), 0);
}

// Files that a source includes: below the folder of the editor, none outside. A fix that was computed is an edit.
{
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-lsp-'));
  fs.mkdirSync(path.join(folder, 'open me'));
  const tile = (rows) => `#pragma once\nusing Tile = Layout<Shape<_${rows},_64>, Stride<_64,_1>>;\n`;
  fs.writeFileSync(path.join(folder, 'outside.h'), tile(16));
  fs.writeFileSync(path.join(folder, 'open me', 'inside.h'), tile(8));
  const root = pathToFileURL(path.join(folder, 'open me')).href;
  const source = (name) => `#include <cute/tensor.hpp>\n#include "${name}"\nusing Half = decltype(composition(Swizzle<3, 4, 3>{}, Tile{}));\n__global__ void f() {\n  auto s = make_tensor(make_smem_ptr(reinterpret_cast<half_t*>(smem)), Half{});\n}\n`;
  const client = new Client(program);
  await client.initialize({}, undefined, { workspaceFolders: [{ uri: root, name: 'open' }] });
  const inside = `${root}/a.cu`;
  await client.open(inside, source('inside.h'), 'cuda-cpp');
  assert.match((await client.at('hover', inside, 2, 7)).contents.value, /Sw<3,4,3> o _0 o \(_8,_64\):\(_64,_1\)/);
  const actions = await client.within('codeAction', inside, { start: { line: 2, character: 0 }, end: { line: 2, character: 60 } });
  const fix = actions.find(({ title }) => title === 'write Sw<3,3,3>');
  assert.ok(fix?.isPreferred, JSON.stringify(actions));
  assert.match(edited(source('inside.h'), fix.edit.changes[inside]), /Swizzle<3, 3, 3>\{\}, Tile/);
  const outside = `${root}/b.cu`;
  await client.open(outside, source('../outside.h'), 'cuda-cpp');
  assert.match((await client.at('hover', outside, 2, 7)).contents.value, /Tile/);
  assert.deepEqual(await client.within('inlayHint', outside), []);
  assert.equal(await client.end(), 0);
  fs.rmSync(folder, { recursive: true });
}

// --- Sources ---------------------------------------------------------------------------------------------------------

{
  const client = new Client(program);
  await client.initialize({ page: 'http://explorer/' });
  const python = [
    'import cutlass.cute as cute',
    'layout = cute.make_layout((4, 8), stride=(8, 1))',
    'tiled = cute.logical_divide(layout, (2, 4))',
    'blocked: gl.constexpr = gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0])',
    'n = 4',
    '',
  ].join('\n');
  await client.open('file:///a.py', python, 'python');
  const hints = await client.within('inlayHint', 'file:///a.py');
  assert.deepEqual(hints.map(({ position, label }) => `${position.line}:${position.character}${label}`), [
    '1:6: (4,8):(8,1)',
    `2:5: ${ran('eval', '--ints', 'teaching', 'logical_divide((4,8):(8,1), (2,4))').trim()}`,
    '3:7: ((8,4,1,4),(8,1,1,1)):((128,1,0,4),(16,1,0,0))',
  ]);
  // The use of a name; its picture has the value alone.
  assert.match((await client.at('hover', 'file:///a.py', 2, 30)).contents.value, /layout = \(4,8\):\(8,1\)/);
  const { fragment } = await client.result('stridescope/picture', { textDocument: { uri: 'file:///a.py' }, position: { line: 1, character: 0 } });
  assert.equal(ran('link', '--read', fragment).trim(), '(4,8):(8,1)'); // `layout` is a function of the language
  // An integer has no picture: the answer has the last value above it.
  assert.equal((await client.result('stridescope/picture', { textDocument: { uri: 'file:///a.py' }, position: { line: 4, character: 0 } })).name, 'blocked');
  // A parameter is open until a comment binds it.
  const cpp = 'template <int kM>\nstruct Traits {\n  using Smem = decltype(tile_to_shape(Layout<Shape<_8, _64>, Stride<_64, _1>>{}, Shape<Int<kM>, _64>{}));\n};\n';
  await client.open('file:///a.cuh', cpp, 'cuda-cpp');
  assert.deepEqual(await client.within('inlayHint', 'file:///a.cuh'), []);
  assert.equal(await client.result('stridescope/picture', { textDocument: { uri: 'file:///a.cuh' }, position: { line: 2, character: 9 } }), null);
  assert.match((await client.at('hover', 'file:///a.cuh', 2, 9)).contents.value, /kM/);
  const fixes = await client.within('codeAction', 'file:///a.cuh', { start: { line: 2, character: 10 }, end: { line: 2, character: 10 } });
  assert.deepEqual(fixes.map(({ title }) => title), ['write // stride: kM = 128']);
  const [{ range, newText }] = fixes[0].edit.changes['file:///a.cuh'];
  assert.equal(newText, '  // stride: kM = 128\n');
  client.change('file:///a.cuh', 2, [{ range, text: newText }]);
  const [bound] = await client.within('inlayHint', 'file:///a.cuh');
  assert.deepEqual([bound.position, bound.label], [{ line: 3, character: 12 }, ': ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))']);
  // A hover takes at most 50 ms (p95) in a source as long as FlashAttention-3's main loop; latency.mjs measures others.
  const long = `#include <cute/tensor.hpp>\nvoid kernel() {\n${Array.from({ length: 1500 }, (_, i) => `  auto layout_${i} = make_layout(make_shape(Int<8>{}, Int<${i + 1}>{}), GenRowMajor{});`).join('\n')}\n}\n`;
  assert.ok(long.length > 100_000);
  await client.open('file:///long.cu', long, 'cuda-cpp');
  const times = [];
  for (let i = 0; i < 200; ++i) {
    const start = performance.now();
    assert.match((await client.at('hover', 'file:///long.cu', 2 + 7 * i, 8)).contents.value, new RegExp(`layout_${7 * i} = \\(_8,_${7 * i + 1}\\)`));
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  assert.ok(times[190] <= 50, `a hover takes ${times[190]} ms`);
  // A source whose functions are read 1,500 times: the last line has the same value as in the lint.
  const calls = `#include <cute/tensor.hpp>\nauto rows(int n) { return make_layout(make_shape(n, Int<8>{})); }\nvoid kernel() {\n${Array.from({ length: 1500 }, (_, i) => `  auto layout_${i} = rows(${i + 1});`).join('\n')}\n}\n`;
  await client.open('file:///calls.cu', calls, 'cuda-cpp');
  assert.match((await client.at('hover', 'file:///calls.cu', 2 + 1500, 8)).contents.value, /layout_1499 = \(1500,_8\)/);
  const picture = await client.result('stridescope/picture', { textDocument: { uri: 'file:///a.cuh' }, position: { line: 3, character: 0 } });
  assert.equal(ran('link', '--read', picture.fragment).trim(), 'Smem = ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))');
  assert.equal(await client.end(), 0);
}

// --- Hostile input ---------------------------------------------------------------------------------------------------

{
  const client = new Client(program);
  // Requests before `initialize`, and a second one.
  assert.equal((await client.ask('textDocument/hover', {})).error.code, -32002);
  client.notify('textDocument/didOpen', { textDocument: { uri: 'file:///early', languageId: 'stride', version: 1, text: '4:1' } });
  await client.initialize();
  assert.equal((await client.ask('initialize', { capabilities: {} })).error.code, -32600);
  assert.equal((await client.ask('textDocument/hover', { textDocument: { uri: 'file:///early' }, position: { line: 0, character: 0 } })).error.code, -32602);

  const refused = async (bytes, code, expected) => {
    const answer = client.next((message) => message.error && message.id === null);
    client.write(bytes);
    const { error } = await answer;
    assert.equal(error.code, code, error.message);
    assert.match(error.message, expected);
    // The next message has its answer.
    assert.equal((await client.ask('nothing', {})).error.code, -32601);
  };
  await refused(framed('{"jsonrpc":"2.0","id":1,'), -32700, /not JSON/);
  await refused(Buffer.concat([Buffer.from('Content-Length: 4\r\n\r\n'), Buffer.from([0x22, 0xff, 0xfe, 0x22])]), -32700, /UTF-8/);
  await refused(framed('[1]'), -32600, /not an object/);
  await refused(framed('{"id":{},"jsonrpc":"2.0","method":"x"}'), -32600, /'id'/);
  await refused(framed('['.repeat(100) + ']'.repeat(100)), -32600, /nests deeper/);
  await refused('Content-Length: many\r\n\r\n', -32700, /Content-Length/);
  await refused('Content-Length: 99999999999999999999\r\n\r\n', -32700, /Content-Length/);
  await refused('garbage\r\n\r\n', -32700, /NAME: VALUE/);
  await refused(`${'x'.repeat(5000)}`, -32700, /header is longer/);
  await refused(`Content-Length: ${9 << 20}\r\n\r\n${' '.repeat(9 << 20)}`, -32700, /expected at most/);
  // A length that is too short, then one that is too long: the third message has its answer.
  client.write('Content-Length: 5\r\n\r\n{"jsonrpc":"2.0","id":900,"method":"shutdown"}');
  client.write('Content-Length: 60\r\n\r\n{"jsonrpc":"2.0","id":901,"method":"nothing"}');
  client.write(framed('{"jsonrpc":"2.0","id":902,"method":"nothing"}'));
  assert.equal((await client.ask('nothing', {})).error.code, -32601);

  // Wrong parameters of every request.
  const uri = 'file:///h.stride';
  await client.open(uri, 'A = 4:1');
  const wrong = [undefined, {}, { textDocument: 7 }, { textDocument: { uri } }, { textDocument: { uri }, position: { line: 0 } }, { textDocument: { uri }, position: { line: 1.5, character: 0 } },
    { textDocument: { uri }, position: { line: -1, character: 0 } }, { textDocument: { uri }, position: { line: 1e300, character: 0 } },
    { textDocument: { uri }, range: { start: { line: 0, character: 9 }, end: { line: 0, character: 1 } } }];
  for (const method of ['hover', 'completion', 'signatureHelp', 'inlayHint', 'codeAction']) {
    for (const params of wrong) assert.equal((await client.ask(`textDocument/${method}`, params)).error?.code, -32602, `${method} ${JSON.stringify(params)}`);
  }
  // Wrong notifications: a line in the log, and the rest of the session.
  const logged = async (method, params) => {
    const line = client.next((message) => message.method === 'window/logMessage');
    client.notify(method, params);
    return (await line).params.message;
  };
  assert.match(await logged('textDocument/didOpen', { textDocument: { uri } }), /'textDocument.text' is missing/);
  assert.match(await logged('textDocument/didOpen', { textDocument: { uri: 'file:///big', languageId: 'cpp', version: 1, text: 'x'.repeat(2 << 20) } }), /expected at most/);
  assert.match(await logged('textDocument/didChange', { textDocument: { uri: 'file:///none' }, contentChanges: [] }), /is not open/);
  assert.match(await logged('textDocument/didClose', {}), /is not open/);
  assert.match(await logged('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ range: { start: { line: 0, character: 3 }, end: { line: 0, character: 1 } }, text: '' }] }), /before it starts/);
  assert.equal(await client.at('hover', uri, 0, 0), null);
  client.change(uri, 3, [{ text: 'A = 8:1' }]);
  assert.match((await client.at('hover', uri, 0, 0)).contents.value, /A = 8:1/);

  // Canceled before its turn; cancellations of nothing.
  for (const id of ['x', 12345, null, {}]) client.notify('$/cancelRequest', { id });
  const one = { jsonrpc: '2.0', id: 'late', method: 'textDocument/hover', params: { textDocument: { uri }, position: { line: 0, character: 0 } } };
  const late = client.next(({ id }) => id === 'late');
  client.write(Buffer.concat([framed(one), framed({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'late' } })]));
  assert.equal((await late).error.code, -32800);

  // Many requests at once are answered once each.
  const many = await Promise.all(Array.from({ length: 200 }, () => client.at('hover', uri, 0, 0)));
  assert.ok(many.every((hover) => hover.contents.value.includes('8:1')));
  // More documents than versions are kept.
  for (let i = 0; i < 30; ++i) await client.open(`file:///many${i}.stride`, `A = ${i + 1}:2\ncoalesce(A)`);
  assert.equal((await client.within('inlayHint', 'file:///many0.stride')).length, 1);
  // A line of 30,000 statements, and more cancellations than requests.
  const start = performance.now();
  await client.open('file:///line.stride', 'A = 2:1; A o 2:1;'.repeat(15_000));
  await client.within('inlayHint', 'file:///line.stride');
  client.write(Buffer.concat(Array.from({ length: 20_000 }, (_, id) => framed({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 1e6 + id } }))));
  await client.at('hover', uri, 0, 0);
  assert.ok(performance.now() - start < 30_000, 'long lines and many cancellations end');
  // Programs that cost the whole budget.
  const costly = `A = (4096,4096):(4096,1)\n${Array.from({ length: 200 }, (_, i) => `B${i} = right_inverse(Sw<3,4,3> o 0 o A)`).join('\n')}`;
  await client.open('file:///costly.stride', costly);
  assert.equal(await client.end(), 0);
}
// An end without a shutdown, an end of the input, and requests after the shutdown.
{
  const rude = new Client(program);
  await rude.initialize();
  rude.notify('exit');
  assert.equal(await rude.ended, 1);
  const gone = new Client(program);
  await gone.initialize();
  gone.process.stdin.end();
  assert.equal(await gone.ended, 1);
  const late = new Client(program, ['--stdio']);
  await late.initialize();
  assert.equal(await late.result('shutdown'), null);
  assert.equal((await late.ask('textDocument/hover', {})).error.code, -32600);
  late.notify('exit');
  assert.equal(await late.ended, 0);
}
console.log('the language server answers as expected');
