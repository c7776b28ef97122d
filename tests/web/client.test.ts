// The client of the worker, with workers of the test's own: which call fails when a worker is replaced, and what becomes of
// the others.
import { expose, type Endpoint } from 'comlink';
import { expect, test } from 'vitest';
import { AbandonedError, CoreClient, TimeLimitError, type Ask } from '../../web/src/core/client';
import { TrapError } from '../../web/src/core/gate';
import type { Spawned } from '../../web/src/core/start';

const limit = 200;

/** A client whose workers answer with the number of their start; 'trap' traps, 'wait' never ends and blocks what follows. */
function client(): { client: CoreClient; ask: (what: string) => Promise<string>; call: (what: string) => Ask<string>; replaced: () => number } {
  let workers = 0;
  let replaced = 0;
  const spawn = (): Spawned => {
    const { port1, port2 } = new MessageChannel();
    const number = ++workers;
    let line: Promise<unknown> = Promise.resolve();
    const engine = {
      load: () => Promise.resolve(),
      complete: () => Promise.resolve(),
      say(what: string): Promise<string> {
        const answer = line.then(async () => {
          if (what === 'wait') await new Promise(() => {});
          if (what === 'trap') throw new TrapError('unreachable', 'B = 1');
          return `${what} of ${number}`;
        });
        line = answer.catch(() => {});
        return answer;
      },
    };
    expose(engine, port2 as unknown as Endpoint);
    const ended = { terminate: () => { port1.close(); port2.close(); }, addEventListener: () => {} };
    return { worker: ended as unknown as Worker, replies: port1 as unknown as Spawned['replies'], failed: new Promise<never>(() => {}) };
  };
  const parts = { first: Promise.resolve({} as WebAssembly.Module), fetchSecond: () => Promise.resolve({} as WebAssembly.Module), addresses: { second: '', foreign: '', kernels: '', traces: '' } };
  const made = new CoreClient(parts, spawn, limit, {}, () => { ++replaced; });
  const call = (what: string): Ask<string> => (engine) => (engine as unknown as { say(what: string): Promise<string> }).say(what);
  return { client: made, call, ask: (what) => made.call(call(what)), replaced: () => replaced };
}

test('of calls behind one that traps none is lost', async () => {
  const { ask, replaced } = client();
  const all = ['a', 'trap', 'b', 'c'].map(ask);
  await expect(all[0]).resolves.toBe('a of 1');
  const error: unknown = await all[1]!.catch((one: unknown) => one);
  expect(TrapError.read(error)).toEqual({ reason: 'unreachable', statement: 'B = 1' });
  expect(await Promise.all(all.slice(2))).toEqual(['b of 2', 'c of 2']);
  expect(replaced()).toBe(1);
});

test('the time of a call begins when those before it have ended', async () => {
  const { ask, replaced } = client();
  const all = ['wait', 'b', 'wait', 'd'].map(ask);
  await expect(all[0]).rejects.toBeInstanceOf(TimeLimitError);
  await expect(all[1]).resolves.toBe('b of 2');
  await expect(all[2]).rejects.toBeInstanceOf(TimeLimitError);
  await expect(all[3]).resolves.toBe('d of 3');
  expect(replaced()).toBe(2);
});

test('a new worker is first asked what gives it the program', async () => {
  const { ask, call, client: made } = client();
  const order: string[] = [];
  const noted = (what: string, answer: Promise<string>) => answer.then(() => order.push(what));
  const failed = ask('trap').catch(() => {});
  const all = [noted('b', ask('b')), noted('program', made.call(call('program'), { first: true })), noted('c', ask('c'))];
  await Promise.all([failed, ...all]);
  expect(order).toEqual(['program', 'b', 'c']);
});

test('a call that is abandoned makes room at once', async () => {
  const { ask, call, client: made } = client();
  const wait = call('wait');
  const abandoned = made.call(wait, { limit: 60_000 });
  const next = ask('b');
  made.abandon(wait as Ask<never>);
  await expect(abandoned).rejects.toBeInstanceOf(AbandonedError);
  await expect(next).resolves.toBe('b of 2');
});
