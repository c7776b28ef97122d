// Latency of `stridescope lsp` on source files: the time until the values of a version are there, and of each hover on a
// name after that. Prints one line a file; fails if the 95th percentile of hovers is above 50 ms.
// Usage: node latency.mjs STRIDESCOPE FILE...
import fs from 'node:fs';
import path from 'node:path';
import { Client } from './client.mjs';

const [program, ...files] = process.argv.slice(2);
const client = new Client(program);
await client.initialize({ page: 'http://here/' });
const at = (share, times) => times[Math.min(times.length - 1, Math.floor(share * times.length))]?.toFixed(1);
for (const file of files) {
  const text = fs.readFileSync(file, 'utf8');
  const uri = `file://${path.resolve(file)}`;
  let start = performance.now();
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId: file.endsWith('.py') ? 'python' : 'cpp', version: 1, text } });
  const hints = await client.within('inlayHint', uri);
  const first = performance.now() - start;
  const places = text.split('\n').flatMap((line, number) => [...line.matchAll(/\b[A-Za-z_]\w*/g)].map(({ index }) => [number, index]));
  const chosen = places.filter((_, i) => i % Math.ceil(places.length / 500) === 0);
  const times = [];
  let shown = 0;
  for (const [line, character] of chosen) {
    start = performance.now();
    if (await client.at('hover', uri, line, character)) shown += 1;
    times.push(performance.now() - start);
  }
  // Hovers on declarations that have a value, too.
  for (const { position } of hints) {
    start = performance.now();
    if (await client.at('hover', uri, position.line, position.character - 1)) shown += 1;
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  console.log(`${path.basename(file)}: ${text.length} bytes, ${hints.length} hints after ${first.toFixed(0)} ms; ${times.length} hovers, ${shown} shown, p50 ${at(0.5, times)} ms, p95 ${at(0.95, times)} ms, most ${at(1, times)} ms`);
  if (Number(at(0.95, times)) > 50) process.exitCode = 1;
}
await client.end();
