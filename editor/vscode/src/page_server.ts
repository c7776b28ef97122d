// Serves the files of the page on 127.0.0.1, on a port that is free: a worker and a module of WebAssembly load only from
// an address of their own.
import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export class PageServer {
  private constructor(private readonly server: Server, readonly address: string) {}

  static start(folder: string): Promise<PageServer> {
    const server = createServer((request, answer) => {
      const end = (status: number) => answer.writeHead(status).end();
      if (request.method !== 'GET' && request.method !== 'HEAD') return end(405);
      let name: string;
      try {
        name = decodeURIComponent(new URL(request.url ?? '/', 'http://page').pathname);
      } catch {
        return end(400);
      }
      const file = path.join(folder, name.endsWith('/') ? `${name}index.html` : name);
      const type = types[path.extname(file)];
      if (!file.startsWith(folder + path.sep) || !type || file.includes('\0')) return end(404);
      readFile(file).then(
        (bytes) => answer.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length }).end(request.method === 'HEAD' ? undefined : bytes),
        () => end(404),
      );
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => resolve(new PageServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)));
    });
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
