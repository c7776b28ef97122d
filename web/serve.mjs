// Serves a folder of static files on 127.0.0.1: `node serve.mjs DIR [PORT]`. Port 0 takes a free one.
// The address is printed on a line of its own once the server listens.
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};
const compressible = new Set(['.html', '.js', '.mjs', '.css', '.json', '.svg', '.wasm', '.txt']);
const compress = promisify(brotliCompress);
/** Of all servers of this process, by file, time and size. */
const compressed = new Map();

/** The file that a request's path names inside `root`, or undefined. Links out of it are refused too. */
async function locate(root, path) {
  let name;
  try {
    name = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  if (name.includes('\0')) return undefined;
  try {
    let file = await realpath(join(root, name));
    let info = await stat(file);
    if (info.isDirectory()) {
      file = await realpath(join(file, 'index.html'));
      info = await stat(file);
    }
    return info.isFile() && file.startsWith(root + sep) ? { file, info } : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves to the listening server and its address. */
export async function serve(directory, port = 0) {
  const root = await realpath(resolve(directory));

  async function answer(request, response) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const found = await locate(root, new URL(request.url, 'http://localhost').pathname);
    if (!found) {
      response.writeHead(404, { 'content-type': types['.txt'] }).end('not found\n');
      return;
    }
    const { file, info } = found;
    const extension = extname(file);
    const headers = {
      'content-type': types[extension] ?? 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      // The build puts a hash of the content into these names.
      'cache-control': file.startsWith(join(root, 'assets') + sep) ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    const brotli = compressible.has(extension) && /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    if (compressible.has(extension)) headers.vary = 'accept-encoding';
    if (!brotli) {
      response.writeHead(200, { ...headers, 'content-length': info.size });
      if (request.method === 'HEAD') response.end();
      else createReadStream(file).on('error', () => response.destroy()).pipe(response);
      return;
    }
    const key = `${file}:${info.mtimeMs}:${info.size}`;
    if (!compressed.has(key)) {
      const quality = { [constants.BROTLI_PARAM_QUALITY]: 6 };
      compressed.set(key, readFile(file).then((bytes) => compress(bytes, { params: quality })));
    }
    const body = await compressed.get(key);
    response.writeHead(200, { ...headers, 'content-encoding': 'br', 'content-length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  return { server, url: `http://127.0.0.1:${server.address().port}/` };
}

if (process.argv[1] && import.meta.url === pathToFileURL(await realpath(process.argv[1])).href) {
  const [directory, port = '8080'] = process.argv.slice(2);
  if (!directory || !/^\d+$/.test(port)) {
    console.error('usage: node serve.mjs DIR [PORT]');
    process.exit(2);
  }
  try {
    console.log((await serve(directory, Number(port))).url);
  } catch (error) {
    console.error(`cannot serve ${directory} on port ${port}: ${error.message}`);
    process.exit(1);
  }
}
