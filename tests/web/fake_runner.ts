// Serves as a runner for tests of the page: a WebSocket server that speaks the protocol, with answers that a test sets.
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** One WebSocket server that says of each request what `answer` makes of it. Small frames only. */
export function fakeRunner(answer: (message: Record<string, unknown>, say: (json: object) => void, close: (code: number) => void) => void): Promise<{ server: Server; port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => response.writeHead(404).end());
  server.on('upgrade', (request, stream) => {
    const socket = stream as Socket;
    sockets.add(socket);
    const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`);
    const frame = (opcode: number, body: Buffer): void => {
      const head = body.length < 126 ? Buffer.from([0x80 | opcode, body.length]) : Buffer.from([0x80 | opcode, 126, body.length >> 8, body.length & 255]);
      socket.write(Buffer.concat([head, body]));
    };
    const close = (code: number): void => {
      frame(8, Buffer.from([code >> 8, code & 255]));
      socket.end();
    };
    if (!request.url?.endsWith('token=right')) {
      close(4401);
      return;
    }
    let held = Buffer.alloc(0);
    socket.on('data', (data) => {
      held = Buffer.concat([held, data]);
      for (;;) {
        if (held.length < 6) return;
        const long = (held[1]! & 127) === 126;
        const length = long ? held.readUInt16BE(2) : held[1]! & 127;
        const start = long ? 8 : 6;
        if (held.length < start + length) return;
        const mask = held.subarray(start - 4, start);
        const body = Buffer.from(held.subarray(start, start + length).map((byte, at) => byte ^ mask[at % 4]!));
        if ((held[0]! & 15) === 1) answer(JSON.parse(body.toString()) as Record<string, unknown>, (json) => frame(1, Buffer.from(JSON.stringify(json))), close);
        held = held.subarray(start + length);
      }
    });
    socket.on('error', () => {});
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ server, port: (server.address() as AddressInfo).port, sockets }));
  });
}
