// web/serve.mjs: types, compression, caching, and that nothing outside its folder is served.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../web/serve.mjs';

const folder = mkdtempSync(join(tmpdir(), 'stridescope-serve-'));
let server: Server;
let url: string;

beforeAll(async () => {
  mkdirSync(join(folder, 'site/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'site/index.html'), '<p>index</p>');
  writeFileSync(join(folder, 'site/assets/core-abc.wasm'), 'wasm '.repeat(100));
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'site/link.txt'));
  ({ server, url } = await serve(join(folder, 'site')));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** A request whose path is sent as it is: fetch would resolve the dots itself. */
function get(path: string, headers = {}, method = 'GET'): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({
        status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks),
      }));
    }).on('error', reject).end();
  });
}

test('the folder is its index', async () => {
  const { status, headers, body } = await get('/');
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-cache']);
  expect(body.toString()).toBe('<p>index</p>');
});

test('WebAssembly has its type, assets are kept for ever, and brotli is used where it is understood', async () => {
  const plain = await get('/assets/core-abc.wasm');
  expect(plain.headers['content-type']).toBe('application/wasm');
  expect(plain.headers['cache-control']).toContain('immutable');
  const packed = await get('/assets/core-abc.wasm', { 'accept-encoding': 'gzip, br' });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(packed.body.length).toBeLessThan(plain.body.length);
  expect(brotliDecompressSync(packed.body)).toEqual(plain.body);
});

test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/../../secret.txt', '/link.txt',
  '/%00', '/%', '/assets', '/missing', '//etc/passwd'])('%s is not found', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('only reading is allowed', async () => {
  expect((await get('/', {}, 'POST')).status).toBe(405);
});
