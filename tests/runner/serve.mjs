// `stridescope-runner serve` from outside, on the reference device: files, the socket, token, origin, limits, queue,
// cancelling, and that it outlives what its kernels do. The WebSocket client is written out, so that it can send what a
// browser would not.
// Usage: node serve.mjs RUNNER
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [runner] = process.argv.slice(2);
const transpose = 'copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-serve-'));
const site = path.join(folder, 'site');
fs.mkdirSync(path.join(site, 'assets'), { recursive: true });
fs.writeFileSync(path.join(site, 'index.html'), '<!doctype html><title>explorer</title>');
fs.writeFileSync(path.join(site, 'assets', 'a b.js'), 'export const x = 1;\n');
fs.writeFileSync(path.join(folder, 'secret.txt'), 'secret');
fs.symlinkSync(path.join(folder, 'secret.txt'), path.join(site, 'link.txt'));

const traces = path.join(folder, 'traces');
fs.mkdirSync(path.join(traces, 'more'), { recursive: true });
fs.writeFileSync(path.join(traces, 'old one.trace'), Buffer.from([0, 255, 10]));
fs.utimesSync(path.join(traces, 'old one.trace'), 1_000_000_000, 1_000_000_000);
fs.writeFileSync(path.join(traces, 'new.trace'), 'new');
fs.writeFileSync(path.join(traces, 'notes.txt'), 'notes');
fs.writeFileSync(path.join(traces, 'more', 'deep.trace'), 'deep');
fs.symlinkSync(path.join(folder, 'secret.txt'), path.join(traces, 'link.trace'));
// It would be listed and then refused: beyond the limit of an answer, a name that no request can spell.
fs.writeFileSync(path.join(traces, 'large.trace'), '');
fs.truncateSync(path.join(traces, 'large.trace'), (64 << 20) + 1);
fs.writeFileSync(Buffer.concat([Buffer.from(`${traces}/`), Buffer.from([0xff]), Buffer.from('.trace')]), 'x');

const fakeTracer = fileURLToPath(new URL('./fake_tracer.sh', import.meta.url));
const isAlive = (pid) => {
  try {
    return !/^.*\) Z/s.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

let child;
let port;
let token;

async function start(...options) {
  child = spawn(runner, ['serve', '--port', '0', '--site', site, '--watchdog', '0.5', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${told}`)));
    child.stdout.on('data', (data) => {
      told += data;
      if (/^open .*\n/m.test(told)) resolve();
    });
  });
  port = Number(/^address +http:\/\/127\.0\.0\.1:(\d+)\/$/m.exec(told)[1]);
  token = /^token +([0-9a-f]{32})$/m.exec(told)[1];
  assert.ok(told.includes(`open     http://127.0.0.1:${port}/?token=${token}\n`), told);
}

function get(target, { method = 'GET', headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path: target, method, headers, agent: false }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() }));
    });
    request.on('error', reject);
    request.end();
  });
}

/** A WebSocket; `next()` gives the next JSON message, or {closed: code, reason}. */
function open({ target = `/run?token=${token}`, headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const key = crypto.randomBytes(16).toString('base64');
    const request = http.request({
      host: '127.0.0.1', port, path: target, agent: false,
      headers: { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13, 'Sec-WebSocket-Key': key, ...headers },
    });
    request.on('error', reject);
    request.on('response', (response) => reject(new Error(`HTTP ${response.statusCode}`)));
    request.on('upgrade', (response, socket, first) => {
      const accept = crypto.createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      assert.equal(response.headers['sec-websocket-accept'], accept);
      const got = [];
      const waiting = [];
      const put = (message) => (waiting.length > 0 ? waiting.shift()(message) : got.push(message));
      let pending = first;
      const parse = () => {
        for (;;) {
          if (pending.length < 2) return;
          let size = pending[1] & 127;
          let at = 2;
          if (size === 126) [size, at] = [pending.readUInt16BE(2), 4];
          else if (size === 127) [size, at] = [Number(pending.readBigUInt64BE(2)), 10];
          if (pending.length < at + size) return;
          const body = pending.subarray(at, at + size);
          const opcode = pending[0] & 15;
          if (opcode === 8) put({ closed: body.readUInt16BE(0), reason: body.subarray(2).toString() });
          else if (opcode === 1) put(JSON.parse(body.toString()));
          pending = pending.subarray(at + size);
        }
      };
      socket.on('data', (data) => {
        pending = Buffer.concat([pending, data]);
        parse();
      });
      socket.on('error', () => {});
      socket.on('close', () => put({ closed: 0 }));
      parse();
      const frame = (opcode, body) => {
        const head = body.length < 126 ? Buffer.from([0x80 | opcode, 0x80 | body.length])
          : body.length < 65536 ? Buffer.from([0x80 | opcode, 0xfe, body.length >> 8, body.length & 255])
            : Buffer.concat([Buffer.from([0x80 | opcode, 0xff]), (() => { const b = Buffer.alloc(8); b.writeBigUInt64BE(BigInt(body.length)); return b; })()]);
        const mask = crypto.randomBytes(4);
        const masked = Buffer.from(body);
        for (let i = 0; i < masked.length; i += 1) masked[i] ^= mask[i & 3];
        socket.write(Buffer.concat([head, mask, masked]));
      };
      resolve({
        text: (text) => frame(1, Buffer.from(text)),
        binary: (bytes) => frame(2, bytes),
        send: (message) => frame(1, Buffer.from(JSON.stringify({ version: 1, ...message }))),
        next: () => (got.length > 0 ? Promise.resolve(got.shift()) : new Promise((done) => waiting.push(done))),
        async result(id) {
          for (;;) {
            const message = await this.next();
            assert.equal(message.closed, undefined, `closed: ${JSON.stringify(message)}`);
            if (JSON.stringify(message.id) === JSON.stringify(id) && message.result) return message.result;
          }
        },
        end: () => socket.destroy(),
      });
    });
    request.end();
  });
}

const descriptors = (pid) => fs.readdirSync(`/proc/${pid}/fd`).length;

/** The child processes of a process, without zombies. */
function childrenOf(pid) {
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map((name) => {
    try {
      const [state, parent] = fs.readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
      return { pid: Number(name), state, parent: Number(parent) };
    } catch {
      return {};
    }
  }).filter((one) => one.parent === pid && one.state !== 'Z');
}

const run = (program = transpose, more = {}) => ({ program, device: 'reference', ...more });
// Faults of stridescope-runner-faults (tests/runner/faults.cpp).
const faulty = (fault) => run(`${transpose}\n# fault: ${fault}`);

async function works(socket, id = 'works') {
  socket.send({ id, run: run() });
  const result = await socket.result(id);
  assert.equal(result.status, 'ok');
  assert.equal(result.verify.checked, 4096);
}

const tests = {
  async 'the explorer is served, and nothing beside it'() {
    const page = await get('/');
    assert.equal(page.status, 200);
    assert.match(page.headers['content-type'], /text\/html/);
    assert.equal(page.headers['referrer-policy'], 'no-referrer');
    assert.equal((await get('/?token=1')).body, page.body);
    const script = await get('/assets/a%20b.js');
    assert.equal(script.body, 'export const x = 1;\n');
    assert.match(script.headers['cache-control'], /immutable/);
    assert.match(script.headers['content-type'], /javascript/);
    for (const target of ['/../secret.txt', '/%2e%2e/secret.txt', '/assets/../../secret.txt', '/link.txt', '/no', '/%zz', '/%00', '/assets']) {
      assert.equal((await get(target)).status, 404, target);
    }
    assert.equal((await get('/', { method: 'POST' })).status, 405);
    const head = await get('/', { method: 'HEAD' });
    assert.equal(head.headers['content-length'], String(page.body.length));
    assert.deepEqual(JSON.parse((await get('/runner.json')).body).socket, '/run');
    assert.equal((await get('/', { headers: { Host: `evil.example:${port}` } })).status, 403);
    assert.equal((await get('/', { headers: { Host: `localhost:${port}` } })).status, 200);
    assert.equal((await get('/', { headers: { 'X-Long': 'x'.repeat(12_000) } })).status, 200);
    assert.equal((await get('/', { headers: { 'X-A': 'x'.repeat(9_000), 'X-B': 'x'.repeat(9_000) } })).status, 431);
  },
  async 'traces of a folder are listed and handed out, to who has the token'() {
    assert.equal(JSON.parse((await get('/runner.json')).body).traces, true);
    const list = await get(`/traces.json?token=${token}`);
    assert.equal(list.status, 200);
    const listed = JSON.parse(list.body).traces;
    assert.deepEqual(listed.map(({ name }) => name), ['new.trace', 'old one.trace']);
    assert.equal(JSON.parse(list.body).left_out, 2);
    const old = listed.find(({ name }) => name === 'old one.trace');
    assert.equal(old.bytes, 3);
    assert.equal(old.modified, '2001-09-09T01:46:40Z');
    const bytes = await get(`/traces/old%20one.trace?token=${token}`);
    assert.equal(bytes.status, 200);
    assert.equal(bytes.headers['content-length'], '3');
    assert.equal(bytes.headers['content-type'], 'application/octet-stream');
    for (const target of ['notes.txt', 'link.trace', 'more/deep.trace', 'more%2fdeep.trace', '../secret.txt', '..%2fsite%2findex.html', 'no.trace', '', '%zz.trace'])
      assert.equal((await get(`/traces/${target}?token=${token}`)).status, 404, target);
    for (const target of ['/traces.json', '/traces/new.trace', '/traces/new.trace?token=1', '/traces.json?token='])
      assert.equal((await get(target)).status, 403, target);
  },
  async 'a run has events and one result, with its own id'() {
    const socket = await open({ headers: { Origin: `http://127.0.0.1:${port}` } });
    const id = { any: ['value', 1] };
    socket.send({ id, run: run() });
    const events = [];
    let message = await socket.next();
    for (; message.event; message = await socket.next()) events.push(message.event);
    assert.deepEqual(message.id, id);
    assert.equal(message.version, 1);
    assert.equal(message.result.status, 'ok');
    assert.ok(events.includes('evaluate') && events.includes('verify'), events.join());
    socket.send({ id: 2, ping: true });
    assert.equal((await socket.result(2)).reference, true);
    socket.send({ id: 3, run: run('1 +') });
    assert.equal((await socket.result(3)).status, 'error');
    socket.send({ id: 4, quit: true });
    assert.equal((await socket.result(4)).code, 'protocol');
    socket.text('nonsense');
    assert.equal((await socket.result(null)).code, 'protocol');
    socket.text(`{"version":1,"id":${'['.repeat(100_000)}${']'.repeat(100_000)},"run":{"program":"1"}}`);
    assert.match((await socket.result(null)).message, /nests/);
    await works(socket);
    socket.end();
  },
  async 'a connection that nobody uses any more is closed, whatever children were started meanwhile'() {
    const idle = net.connect(port, '127.0.0.1');
    const ended = new Promise((resolve) => { idle.once('end', resolve); });
    await new Promise((resolve) => {
      idle.on('data', resolve);
      idle.write(`GET /runner.json HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    });
    const socket = await open();
    socket.send({ id: 1, run: faulty('die') });
    assert.equal((await socket.result(1)).code, 'runner_died');
    await works(socket);
    // The next request must begin within 5 seconds.
    let timer;
    const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('it is still open')), 12_000); });
    await Promise.race([ended, late]).finally(() => clearTimeout(timer));
    idle.destroy();
    socket.end();
  },
  async 'without the token, or from another origin, nothing is done'() {
    for (const [target, headers, code] of [
      ['/run', {}, 4401],
      ['/run?token=', {}, 4401],
      [`/run?token=${'0'.repeat(32)}`, {}, 4401],
      [`/run?token=${token}0`, {}, 4401],
      [`/run?token=${token}`, { Origin: 'https://evil.example' }, 4403],
      [`/run?token=${token}`, { Origin: `http://127.0.0.1:${port + 1}` }, 4403],
      [`/run?token=${token}`, { Origin: 'null' }, 4403],
      [`/run?token=${token}`, { Origin: `http://127.0.0.1:${port}.evil.example` }, 4403],
    ]) {
      const socket = await open({ target, headers });
      socket.send({ id: 1, run: run() });
      const { closed, reason } = await socket.next();
      assert.equal(closed, code, `${target} ${JSON.stringify(headers)}`);
      assert.ok(reason.length > 10);
      socket.end();
    }
    await assert.rejects(open({ headers: { Host: 'evil.example' } }), /403/);
    await assert.rejects(open({ target: `/other?token=${token}` }), /404/);
    const allowed = await open({ headers: { Origin: 'https://pages.example' } });
    await works(allowed);
    allowed.end();
  },
  async 'messages have a limit'() {
    let socket = await open();
    socket.text('x'.repeat(5 << 20));
    assert.equal((await socket.next()).closed, 1009);
    socket = await open();
    socket.binary(Buffer.from('{}'));
    assert.equal((await socket.next()).closed, 1003);
    socket = await open();
    socket.send({ id: 1, run: run(`${transpose} #${'-'.repeat(200_000)}`) });
    assert.equal((await socket.result(1)).status, 'ok');
    socket.end();
  },
  async 'requests wait for each other, can be cancelled, and the queue has an end'() {
    const a = await open();
    const b = await open();
    a.send({ id: 1, run: faulty('hang') });
    await new Promise((done) => setTimeout(done, 300));
    b.send({ id: 1, run: run() });
    const queued = await b.next();
    assert.equal(queued.event, 'queue');
    assert.match(queued.text, /^1 before/);
    b.send({ id: 2, run: run() });
    b.send({ id: 2, cancel: true });
    assert.equal((await b.result(2)).status, 'cancelled');
    for (let id = 10; id < 30; id += 1) b.send({ id, run: run() });
    assert.equal((await b.result(29)).code, 'busy');
    a.send({ id: 1, cancel: true });
    assert.equal((await a.result(1)).status, 'cancelled');
    assert.equal((await b.result(1)).status, 'ok');
    assert.equal((await b.result(24)).status, 'ok');
    // A closed connection cancels its requests.
    a.send({ id: 5, run: faulty('hang') });
    await new Promise((done) => setTimeout(done, 200));
    a.end();
    const begin = Date.now();
    await works(b);
    assert.ok(Date.now() - begin < 10_000);
    b.end();
  },
  async 'it outlives what its kernels do'() {
    const socket = await open();
    for (const [fault, code] of [['die', 'runner_died'], ['fault', 'runner_died'], ['memory', 'memory'], ['die', 'runner_died']]) {
      socket.send({ id: fault, run: faulty(fault) });
      assert.equal((await socket.result(fault)).code, code, fault);
      await works(socket);
    }
    socket.end();
  },
  async 'nobody without the token keeps out who has it'() {
    const silent = [];
    for (let i = 0; i < 300; i += 1) {
      const socket = net.connect(port, '127.0.0.1');
      socket.on('error', () => {});
      silent.push(socket);
    }
    // Half a request, complete ones that stay, and refused WebSockets that do not close.
    for (let i = 0; i < 100; i += 1) {
      const socket = net.connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(i % 2 ? 'GET / HTTP/1.1\r\nHost: 127.0' : 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
      silent.push(socket);
    }
    const refused = await Promise.all(Array.from({ length: 40 }, () => open({ target: '/run?token=wrong' })));
    const begin = Date.now();
    const mine = await Promise.all(Array.from({ length: 20 }, () => open()));
    assert.ok(Date.now() - begin < 5_000, `${Date.now() - begin} ms`);
    await works(mine[0]);
    await works(mine[19]);
    // All of these connections end soon, too.
    assert.equal((await get('/')).status, 200);
    await new Promise((done) => setTimeout(done, 6_000));
    assert.ok(descriptors(child.pid) < 60, `${descriptors(child.pid)} descriptors`);
    for (const socket of [...silent, ...refused, ...mine]) (socket.destroy ?? socket.end).call(socket);
  },
  async 'a field of a wrong type is refused by its name, and costs nothing'() {
    const socket = await open();
    for (const [key, value] of [['program', 7], ['device', 'toaster'], ['metrics', 'l2'], ['seconds', -1], ['counters', 'yes']]) {
      socket.send({ id: key, run: run(transpose, { [key]: value }) });
      const result = await socket.result(key);
      assert.equal(result.code, 'protocol', key);
      assert.ok(result.message.includes(`run.${key}`), result.message);
    }
    socket.text('{"version":1,"id":1,"run":{"program":"1","program":"2"}}');
    assert.match((await socket.result(1)).message, /twice/);
    await works(socket);
    socket.end();
  },
  async 'no program runs where nobody allowed it'() {
    const socket = await open();
    const mark = path.join(folder, 'ran');
    socket.send({ id: 1, trace: { command: `touch ${mark}`, folder } });
    const refused = await socket.result(1);
    assert.equal(refused.code, 'programs_refused');
    assert.match(refused.hint, /--allow-programs/);
    assert.ok(!fs.existsSync(mark));
    assert.equal(JSON.parse((await get('/runner.json')).body).programs, undefined);
    await works(socket);
    socket.end();
  },
  async 'a folder or a port that cannot be had is said'() {
    const fails = (options) => new Promise((resolve) => {
      const other = spawn(runner, ['serve', ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
      let told = '';
      other.stderr.on('data', (data) => { told += data; });
      other.on('exit', (status) => resolve(`${status} ${told}`));
    });
    assert.match(await fails(['--site', folder, '--port', '0']), /^2 error: .* not a folder with an index\.html/);
    assert.match(await fails(['--traces', path.join(folder, 'none'), '--port', '0']), /^2 error: .* not a readable folder/);
    assert.match(await fails(['--site', site, '--port', String(port)]), /^1 error: cannot listen .*in use/);
    assert.match(await fails(['--port', 'x']), /^2 error: --port/);
    assert.match(await fails(['--nonsense']), /^2 error: unknown/);
  },
  async 'without a reader of the address and the token it does not serve'() {
    for (const [words, redirection] of [[['serve', '--port', '0', '--site', site], '>/dev/full'], [['serve', '--port', '0', '--site', site], '>&-'],
      [['--version'], '>/dev/full'], [['--help'], '>/dev/full'], [['--check'], '>/dev/full'], [['--atoms'], '>/dev/full']]) {
      const { status, stderr } = spawnSync('sh', ['-c', `exec "$0" "$@" ${redirection}`, runner, ...words], { encoding: 'utf8', timeout: 20_000 });
      assert.equal(status, 1, `${words.join(' ')} ${redirection}`);
      assert.match(stderr, /^error: the output could not be written/, words.join(' '));
    }
  },
  async 'where descriptors are short it ends with a sentence or serves on'() {
    const limited = (most) => spawn('sh', ['-c', `ulimit -n ${most}; exec "$0" serve --port 0 --site "$1"`, runner, site], { stdio: ['ignore', 'pipe', 'pipe'] });
    // Too few to begin with.
    for (let most = 4; most <= 9; most += 1) {
      const short = limited(most);
      let told = '';
      short.stderr.on('data', (data) => { told += data; });
      const ended = await new Promise((resolve) => {
        short.on('exit', (code, signal) => resolve({ code, signal }));
        short.stdout.on('data', (data) => { if (/^open /m.test(String(data))) short.kill('SIGTERM'); });
      });
      assert.equal(ended.signal, null, `ulimit -n ${most}: ${told}`);
      assert.ok(ended.code === 0 || /^error: /.test(told), `ulimit -n ${most}: ${ended.code} ${told}`);
    }
    // Enough clients at first, and then more than the limit.
    const short = limited(14);
    const [mainPort, mainToken] = [port, token];
    try {
      let told = '';
      for await (const data of short.stdout) if (/^open .*\n/m.test(told += data)) break;
      port = Number(/127\.0\.0\.1:(\d+)/.exec(told)[1]);
      token = /^token +(\w+)$/m.exec(told)[1];
      const silent = Array.from({ length: 60 }, () => net.connect(port, '127.0.0.1').on('error', () => {}));
      await new Promise((done) => setTimeout(done, 500));
      const ticks = () => fs.readFileSync(`/proc/${short.pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ').slice(11, 13).reduce((sum, n) => sum + Number(n), 0);
      const before = ticks();
      await new Promise((done) => setTimeout(done, 1000));
      const spent = ticks() - before;
      assert.ok(spent < 50, `${spent} ticks of 100 while it waits for a descriptor`);
      for (const socket of silent) socket.destroy();
      assert.equal((await get('/')).status, 200);
      // A child needs more than there are: that costs its request alone.
      const socket = await open();
      socket.send({ id: 1, run: run() });
      assert.ok((await socket.result(1)).status);
      socket.end();
      assert.equal((await get('/')).status, 200);
      assert.equal(short.exitCode ?? short.signalCode, null);
    } finally {
      [port, token] = [mainPort, mainToken];
      short.kill('SIGKILL');
    }
  },
};

let failed = 0;
try {
  await start('--traces', traces, '--allow-origin', 'https://pages.example');
  for (const [name, test] of Object.entries(tests)) {
    let timer;
    try {
      const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('no end after 60 s')), 60_000); });
      await Promise.race([test(), late]);
      console.log(`ok      ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}\n  ${error.stack.slice(0, 2000)}`);
    } finally {
      clearTimeout(timer);
    }
  }
  assert.equal(child.exitCode, null, 'it still serves');
  let ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
  // With programs allowed, the requested program is traced, in the queue of all requests, for a client with the token.
  await start('--allow-programs', '--tracer', fakeTracer, '--traces', traces);
  try {
    assert.equal(JSON.parse((await get('/runner.json')).body).programs, true);
    const before = fs.readdirSync(traces);
    const one = await open();
    one.send({ id: 1, trace: { command: "copy 'transpose.trace'", folder, kernel: 'a.*', launch: 2, blocks: 'all', language: 'zh' } });
    const said = [];
    let result;
    while (!result) {
      const message = await one.next();
      if (message.event) said.push(`${message.event} ${message.text}`);
      result = message.result;
    }
    assert.deepEqual(result, { status: 'ok', trace: 'copy-1.trace' });
    assert.deepEqual(said, ['said --kernel a.*', 'said --launch 2', 'said --blocks all', `said in ${fs.realpathSync(folder)}, zh: copy transpose.trace`]);
    assert.ok(JSON.parse((await get(`/traces.json?token=${token}`)).body).traces.some(({ name }) => name === 'copy-1.trace'));
    one.send({ id: 2, trace: { command: 'copy transpose.trace', folder } });
    assert.equal((await one.result(2)).trace, 'copy-2.trace');
    one.send({ id: 3, trace: { command: 'fails' } });
    assert.equal((await one.result(3)).code, 'not_traced');
    one.send({ id: 4, trace: { command: 'x', folder: path.join(folder, 'none') } });
    assert.match((await one.result(4)).message, /not a folder/);
    one.send({ id: 5, trace: { command: '../../etc/passwd;' } });
    assert.equal((await one.result(5)).code, 'not_traced');
    for (const [key, value] of [['command', 7], ['launch', 'x'], ['launch', -1]]) {
      one.send({ id: key, trace: { command: 'x', [key]: value } });
      const refused = await one.result(key);
      assert.equal(refused.code, 'protocol', key);
      assert.ok(refused.message.includes(`trace.${key}`), refused.message);
    }
    // If it is canceled, or its client leaves, it ends together with all processes that it started.
    for (const leave of [(socket) => socket.send({ id: 6, cancel: true }), (socket) => socket.end()]) {
      const socket = await open();
      socket.send({ id: 6, trace: { command: 'waits' } });
      let pid;
      while (!pid) pid = Number(/^child (\d+)$/.exec((await socket.next()).text ?? '')?.[1] ?? 0);
      leave(socket);
      for (let i = 0; i < 200 && isAlive(pid); i += 1) await new Promise((done) => setTimeout(done, 25));
      assert.ok(!isAlive(pid), 'it lives on');
      await works(one);
    }
    // A page of another origin, or a client without the token, gets no answer to any request.
    assert.equal((await (await open({ headers: { Origin: 'https://elsewhere.example' } })).next()).closed, 4403);
    assert.equal((await (await open({ target: '/run?token=wrong' })).next()).closed, 4401);
    one.end();
    for (const name of fs.readdirSync(traces)) if (!before.includes(name)) fs.rmSync(path.join(traces, name));
    console.log('ok      programs are traced where they are allowed');
  } finally {
    child.kill('SIGKILL');
  }
  // With --page-only it serves only the files.
  child = spawn(runner, ['serve', '--page-only', '--port', '0', '--site', site], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let said = '';
    for await (const data of child.stdout) if (/^open .*\n/m.test(said += data)) break;
    port = Number(/^open     http:\/\/127\.0\.0\.1:(\d+)\/$/m.exec(said)[1]);
    assert.doesNotMatch(said, /token/);
    assert.deepEqual(await get('/').then(({ status, body }) => [status, body.includes('explorer')]), [200, true]);
    assert.equal((await get('/assets/a%20b.js')).status, 200);
    for (const none of ['/runner.json', '/traces.json', '/traces/new.trace', '/link.txt', '/../secret.txt']) assert.equal((await get(none)).status, 404, none);
    assert.equal((await get('/', { headers: { Host: 'evil.example' } })).status, 403);
    for (const target of ['/run', '/run?token=', '/other']) await assert.rejects(open({ target }), /404/);
    assert.equal(childrenOf(child.pid).length, 0, 'it started a runner');
    console.log('ok      the page alone');
  } finally {
    child.kill('SIGKILL');
  }
  // A copy without a page next to it reports that; requests to run programs are refused.
  const alone = path.join(folder, 'stridescope-runner');
  fs.copyFileSync(runner, alone);
  const none = spawnSync(alone, ['serve', '--page-only', '--port', '0'], { encoding: 'utf8', timeout: 20_000 });
  assert.deepEqual([none.status, /^site     none: .*\n$/.test(none.stdout)], [1, true], none.stdout);
  for (const more of [['--allow-programs'], ['--traces', traces], ['--allow-origin', 'https://pages.example']]) {
    const refused = spawnSync(runner, ['serve', '--page-only', '--port', '0', '--site', site, ...more], { encoding: 'utf8', timeout: 20_000 });
    assert.deepEqual([refused.status, /--page-only/.test(refused.stderr)], [2, true], more[0]);
  }
  // If it is killed, no child remains, whatever the child does.
  await start();
  const socket = await open();
  await works(socket);
  socket.send({ id: 1, run: faulty('hang') });
  await new Promise((done) => setTimeout(done, 300));
  const left = childrenOf(child.pid);
  assert.ok(left.length > 0);
  ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await ended;
  const alive = () => left.filter(({ pid }) => isAlive(pid));
  for (let i = 0; i < 100 && alive().length > 0; i += 1) await new Promise((done) => setTimeout(done, 50));
  assert.equal(alive().length, 0, 'the child of a server that was killed lives on');
} catch (error) {
  failed += 1;
  console.log(`FAILED  ${error.stack}`);
} finally {
  child?.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true });
}
console.log(`${Object.keys(tests).length - failed} right, ${failed} wrong`);
process.exit(failed > 0 ? 1 : 0);
