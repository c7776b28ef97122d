// The page's end of the machine's worker: one question at a time, with a time limit. A worker that does not answer, or
// whose module traps, is replaced; then the session is lost.
import type { MachineMethods } from '../core/door';
import { sentences, t } from '../words/words';
import type { MachineQuestion, MachineReply } from './worker';

type Method = keyof MachineMethods;

const timeLimit = 20_000;

/** The module's refusal, or the loss of its worker. */
export class MachineError extends Error {
  constructor(message: string, readonly hint: string, readonly lost: boolean, readonly line = 0) {
    super(message);
  }
}

export class MachineClient {
  /** The worker knows the PTX; a new one does not. */
  hasRead = false;
  private worker: Worker | undefined;
  private asked = 0;
  private spoken: unknown;
  private last: Promise<unknown> = Promise.resolve();

  /** Questions are answered in their order. */
  ask<M extends Method>(method: M, request: MachineMethods[M]['request']): Promise<MachineMethods[M]['answer']> {
    const answer = this.last.then(async () => {
      // The language of the page, if it has changed or the worker is new.
      if (this.spoken !== sentences.value) {
        this.spoken = sentences.value;
        await this.send('speak', { sentences: sentences.value });
      }
      return this.send(method, request);
    });
    this.last = answer.catch(() => {});
    return answer;
  }

  private send<M extends Method>(method: M, request: MachineMethods[M]['request']): Promise<MachineMethods[M]['answer']> {
    this.worker ??= new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const { worker } = this;
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      const lose = (message: string): void => {
        worker.terminate();
        this.worker = undefined;
        this.spoken = undefined;
        this.hasRead = false;
        reject(new MachineError(message, '', true));
      };
      const timer = setTimeout(() => lose(t('machine.late', { seconds: timeLimit / 1000 })), timeLimit);
      worker.onerror = (event) => {
        event.preventDefault();
        clearTimeout(timer);
        lose(event.message || t('machine.unloaded'));
      };
      worker.onmessage = ({ data }: MessageEvent<MachineReply>) => {
        if (data.id !== id) return;
        clearTimeout(timer);
        if (data.answer === undefined) {
          lose(t('machine.stopped', { message: data.trapped ?? '' }));
          return;
        }
        const answer = JSON.parse(data.answer) as MachineMethods[M]['answer'] | { error: { message: string; hint: string; line: number } };
        if ('error' in answer) reject(new MachineError(answer.error.message, answer.error.hint, false, answer.error.line));
        else {
          if (method === 'read') this.hasRead = true;
          resolve(answer);
        }
      };
      worker.postMessage({ id, method, request: JSON.stringify(request) } satisfies MachineQuestion);
    });
  }
}
