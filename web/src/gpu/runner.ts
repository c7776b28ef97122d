// The page's end of `stridescope-runner serve`: one WebSocket to a runner on this machine. Its protocol has one line of
// JSON per message (gpu_runner/protocol.h, gpu_runner/serve.h): the page sends only the program and the name of a
// kernel.
import { signal } from '@preact/signals';
import type { Mode } from '../session/link';

export interface Device {
  kind?: string;
  name: string;
  arch?: string;
  driver?: string;
  cuda?: string;
}

export interface RunWish {
  program: string;
  mode: Mode;
  /** A name, or empty for the last kernel of the program. */
  kernel: string;
  counters: boolean;
  trace: boolean;
  /** The result includes its texts: CUDA, PTX and SASS. */
  texts: boolean;
}

/** A request to trace a program on the runner's machine. */
export interface TraceWish {
  command: string;
  folder: string;
  kernel: string;
  launch: number;
  blocks: string;
}

/** A trace in the folder that the runner offers. */
export interface OfferedTrace {
  name: string;
  bytes: number;
  /** In UTC. */
  modified: string;
}

export type Trouble = 'loopback' | 'unreachable' | 'lost' | 'badToken' | 'badOrigin' | 'crowded';

export type Attachment =
  | { state: 'detached'; address: string; trouble?: Trouble }
  | { state: 'attaching'; address: string }
  | { state: 'attached'; address: string; device: Device | undefined; missing: readonly string[] };

const closings: Readonly<Record<number, Trouble>> = { 4401: 'badToken', 4403: 'badOrigin', 4429: 'crowded' };
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost']);

/** The address of a runner's socket; undefined if the page must not connect to it. */
export function socketAddress(address: string, token: string, page: { host: string }): string | undefined {
  let url;
  try {
    url = new URL(/^\w+:\/\//.test(address) ? address : `http://${address}`);
  } catch {
    return undefined;
  }
  if (!loopback.has(url.hostname) && url.host !== page.host) return undefined;
  if (!['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol)) return undefined;
  const scheme = url.protocol === 'https:' || url.protocol === 'wss:' ? 'wss' : 'ws';
  return `${scheme}://${url.host}/run?token=${encodeURIComponent(token)}`;
}

/** Unchecked fields from outside; fields of another type count as missing. */
type Unchecked = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Unchecked => (typeof value === 'object' && value !== null ? value as Unchecked : {});

/** The device in the answer to a ping. */
function deviceOf(value: unknown): Device | undefined {
  const fields = fieldsOf(value);
  const text = (key: string): string | undefined => (typeof fields[key] === 'string' ? fields[key].slice(0, 200) : undefined);
  const name = text('name');
  if (name === undefined) return undefined;
  const [kind, arch, driver, cuda] = ['kind', 'arch', 'driver', 'cuda'].map(text);
  return { name, ...(kind && { kind }), ...(arch && { arch }), ...(driver && { driver }), ...(cuda && { cuda }) };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string').slice(0, 64) : [];
}

function traceOf(value: unknown): OfferedTrace | undefined {
  const { name, bytes, modified } = fieldsOf(value);
  return typeof name === 'string' && typeof bytes === 'number' && typeof modified === 'string' ? { name, bytes, modified } : undefined;
}

interface Waiting {
  progress: (text: string) => void;
  /** Undefined if the runner was lost before it answered. */
  done: (result: Unchecked | undefined) => void;
}

/** Maximum characters of a progress message. */
const mostProgress = 4096;

export class Runner {
  readonly attachment = signal<Attachment>({ state: 'detached', address: '' });
  private socket: WebSocket | undefined;
  private token = '';
  /** True if the runner served this page. */
  private own = false;
  private next = 1;
  private readonly waiting = new Map<number, Waiting>();

  constructor(private readonly connect: (url: string) => WebSocket = (url) => new WebSocket(url)) {}

  /** Resolves when the runner has described itself, or the reason why it is unavailable is known. */
  async attach(address: string, token: string, page: { host: string } = location): Promise<void> {
    this.detach();
    const url = socketAddress(address, token, page);
    if (!url) {
      this.attachment.value = { state: 'detached', address, trouble: 'loopback' };
      return;
    }
    this.attachment.value = { state: 'attaching', address };
    const socket = this.connect(url);
    this.socket = socket;
    this.token = token;
    this.own = new URL(url).host === page.host;
    let opened = false;
    socket.addEventListener('message', ({ data }) => this.take(String(data)));
    const closed = new Promise<void>((resolve) => {
      socket.addEventListener('close', ({ code }) => {
        if (socket === this.socket) this.close(closings[code] ?? (opened ? 'lost' : 'unreachable'));
        resolve();
      });
    });
    const ready = new Promise<void>((resolve) => {
      socket.addEventListener('open', () => {
        opened = true;
        void this.ask({ ping: true }).then((answer) => {
          const { gpu, missing } = fieldsOf(answer);
          if (answer && socket === this.socket) this.attachment.value = { state: 'attached', address, device: deviceOf(gpu), missing: textsOf(missing) };
          resolve();
        });
      });
    });
    await Promise.race([ready, closed]);
  }

  detach(): void {
    const { socket } = this;
    this.socket = undefined;
    socket?.close();
    this.close(undefined);
  }

  /**
   * Resolves to exactly one unchanged result as JSON, or undefined if the runner was lost; `progress` is called before.
   * The result is unchecked: Session.runReport checks it.
   */
  run({ program, mode, kernel, counters, trace, texts }: RunWish, progress: (text: string) => void): { result: Promise<string | undefined>; cancel: () => void } {
    const id = this.next;
    const result = this.ask({ run: { program, ints: mode, kernel, device: 'auto', counters, trace, text: texts, sass: texts } }, progress).then((told) => told && JSON.stringify(told));
    return { result, cancel: () => this.say({ version: 1, id, cancel: true }) };
  }

  /** True if the runner may execute the user's programs; undefined if it did not serve this page, which then cannot read a trace. */
  async runsPrograms(): Promise<boolean | undefined> {
    return this.own ? (await this.told('/runner.json')).programs === true : undefined;
  }

  /** Resolves to the name of the trace, or the reason that it is missing; empty after cancelling. `said` receives the program's output. */
  traceProgram(wish: TraceWish & { language: string }, said: (line: string) => void): { result: Promise<{ name?: string; why: readonly string[] }>; cancel: () => void } {
    const id = this.next;
    const result = this.ask({ trace: wish }, said).then((told) => {
      const { trace, message, hint } = told ?? {};
      return typeof trace === 'string' ? { name: trace, why: [] } : { why: textsOf([message, hint]) };
    });
    return { result, cancel: () => this.say({ version: 1, id, cancel: true }) };
  }

  /** Empty if the runner offers none, or did not serve this page: only its own page can read them. */
  async traces(): Promise<readonly OfferedTrace[]> {
    if (!this.own || (await this.told('/runner.json')).traces !== true) return [];
    const { traces: listed } = await this.told('/traces.json');
    return Array.isArray(listed) ? listed.map(traceOf).filter((trace) => trace !== undefined) : [];
  }

  async trace(name: string): Promise<File | undefined> {
    const answer = await this.get(`/traces/${encodeURIComponent(name)}`);
    return answer && new File([await answer.blob()], name);
  }

  private async told(path: string): Promise<Unchecked> {
    const answer = await this.get(path);
    return fieldsOf(await answer?.json().catch(() => undefined));
  }

  private async get(path: string): Promise<Response | undefined> {
    const answer = await fetch(`${path}?token=${encodeURIComponent(this.token)}`).catch(() => undefined);
    return answer?.ok ? answer : undefined;
  }

  private ask(request: object, progress: (text: string) => void = () => {}): Promise<Unchecked | undefined> {
    const id = this.next++;
    return new Promise((done) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        done(undefined);
        return;
      }
      this.waiting.set(id, { progress, done });
      this.say({ version: 1, id, ...request });
    });
  }

  private say(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private take(line: string): void {
    let answer: Unchecked;
    try {
      answer = fieldsOf(JSON.parse(line));
    } catch {
      return;
    }
    const { id, text, result } = answer;
    const waiting = typeof id === 'number' ? this.waiting.get(id) : undefined;
    if (!waiting) return;
    if (result !== undefined) {
      this.waiting.delete(id as number);
      waiting.done(fieldsOf(result));
    } else if (typeof text === 'string' && text.length <= mostProgress) {
      waiting.progress(text);
    }
  }

  private close(trouble: Trouble | undefined): void {
    this.socket = undefined;
    this.attachment.value = { state: 'detached', address: this.attachment.value.address, ...(trouble && { trouble }) };
    const left = [...this.waiting.values()];
    this.waiting.clear();
    for (const { done } of left) done(undefined);
  }
}

/** The only runner of the page. */
export const runner = new Runner();
