// A client of the Language Server Protocol, written from its specification: what the tests of `stridescope lsp` drive.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';

/** A message with its header. */
export const framed = (message) => {
  const body = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
};

export class Client {
  #buffer = Buffer.alloc(0);
  #waiting = [];
  #id = 0;
  received = [];

  constructor(program, args = []) {
    this.process = spawn(program, ['lsp', ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.ended = new Promise((resolve) => this.process.on('exit', resolve));
    this.process.stdin.on('error', () => {}); // the server may have ended
    this.process.stdout.on('data', (bytes) => this.#take(bytes));
  }

  #take(bytes) {
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    for (;;) {
      const head = this.#buffer.indexOf('\r\n\r\n');
      if (head < 0) return;
      const [, length] = this.#buffer.subarray(0, head).toString().match(/^Content-Length: (\d+)$/) ?? assert.fail('a header');
      const end = head + 4 + Number(length);
      if (this.#buffer.length < end) return;
      const message = JSON.parse(this.#buffer.subarray(head + 4, end).toString());
      this.#buffer = this.#buffer.subarray(end);
      this.received.push(message);
      this.#waiting = this.#waiting.filter(({ wanted, resolve }) => !wanted(message) || resolve(message));
    }
  }

  /** The next message that the test wants. */
  next(wanted, seconds = 60) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer after ${seconds} s`)), seconds * 1000);
      this.#waiting.push({ wanted, resolve: (message) => { clearTimeout(timer); resolve(message); } });
    });
  }

  write(bytes) { this.process.stdin.write(bytes); }
  notify(method, params) { this.write(framed({ jsonrpc: '2.0', method, params })); }
  /** Sends a request, and gives its whole answer. */
  ask(method, params, id = ++this.#id) {
    const answer = this.next((message) => message.id === id && !message.method);
    this.write(framed({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }));
    return answer;
  }
  async result(method, params) {
    const { result, error } = await this.ask(method, params);
    assert.equal(error, undefined, `${method}: ${JSON.stringify(error)}`);
    return result;
  }

  async initialize(options = {}, capabilities = {}, more = {}) {
    const result = await this.result('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: {
        textDocument: { hover: { contentFormat: ['markdown', 'plaintext'] }, codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } } },
        ...capabilities,
      },
      initializationOptions: options,
      ...more,
    });
    this.notify('initialized', {});
    return result;
  }
  /** Opens a document, and gives its first diagnostics. */
  async open(uri, text, languageId = 'stride') {
    const published = this.published(uri, 1);
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
    return published;
  }
  async published(uri, version) {
    const { params } = await this.next(({ method, params }) => method === 'textDocument/publishDiagnostics' && params.uri === uri && (version === undefined || params.version === version));
    return params.diagnostics;
  }
  change(uri, version, contentChanges) { this.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges }); }
  at(method, uri, line, character) { return this.result(`textDocument/${method}`, { textDocument: { uri }, position: { line, character } }); }
  within(method, uri, range = { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } }) {
    return this.result(`textDocument/${method}`, { textDocument: { uri }, range, ...(method === 'codeAction' ? { context: { diagnostics: [] } } : {}) });
  }
  async end() {
    assert.equal(await this.result('shutdown'), null);
    this.notify('exit');
    return this.ended;
  }
}

/** The text after edits of the protocol, which do not overlap. */
export function edited(text, edits) {
  const starts = [0];
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1);
  const at = ({ line, character }) => starts[line] + character;
  return [...edits].sort((a, b) => at(b.range.start) - at(a.range.start))
    .reduce((now, { range, newText }) => now.slice(0, at(range.start)) + newText + now.slice(at(range.end)), text);
}
