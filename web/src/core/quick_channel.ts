// The worker's fast channel back. Chromium delays messages of a worker until the frame that shows a keystroke is drawn,
// so an answer within a few milliseconds appears a frame late. Messages of a BroadcastChannel are not delayed, but they
// are copied, pass another process, and are not allowed everywhere: only small answers use it, and none before the page
// has confirmed that it listens.
import type { Endpoint } from 'comlink';
import type { Method } from './binding';
import type { Engine } from './engine';

/** Buffers beyond this size in bytes are transferred instead of copied: more than the pixels of a picture on the stage. */
const mostCopied = 1 << 21;
/** Methods of the engine, and of the door, whose answers are urgent: the user waits for them while typing, pointing and scrolling. */
const urgent: ReadonlySet<keyof Engine> = new Set<keyof Engine>(['act']);
const urgentQuestions: ReadonlySet<unknown> = new Set<Method>(['raster']);
const heard = 'quick-channel-heard';

/** Part of a message of comlink: the number of the question, and its method. */
interface Message {
  id?: string;
  path?: string[];
  argumentList?: { value: unknown }[];
}

function isUrgent({ path, argumentList }: Message): boolean {
  const method = path?.[0] as keyof Engine | undefined;
  return method !== undefined && (urgent.has(method) || (method === 'ask' && urgentQuestions.has(argumentList?.[0]?.value)));
}

/** The used parts of a worker's global scope, which the page's types lack. */
interface Scope {
  readonly name: string;
  addEventListener: EventTarget['addEventListener'];
  removeEventListener: EventTarget['removeEventListener'];
  postMessage(message: unknown, buffers: Transferable[]): void;
}

/** A name that is unique among the pages of this site. */
export function channelName(): string {
  return `stridescope-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
}

/** The worker's end: the channel has the name of the worker. */
export function quickReplies(scope: Scope): Endpoint {
  const channel = scope.name && typeof BroadcastChannel !== 'undefined' ? new BroadcastChannel(scope.name) : undefined;
  let open = false;
  const waited = new Set<string>();
  scope.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<Message | typeof heard>;
    if (data === heard) open = true;
    else if (open && data.id && isUrgent(data)) waited.add(data.id);
  });
  channel?.postMessage(heard);
  return {
    addEventListener: scope.addEventListener.bind(scope),
    removeEventListener: scope.removeEventListener.bind(scope),
    postMessage(message: Message, buffers: Transferable[] = []) {
      const copied = buffers.reduce<number>((bytes, buffer) => bytes + (buffer instanceof ArrayBuffer ? buffer.byteLength : Infinity), 0);
      const quick = waited.delete(message.id ?? '') && channel && copied <= mostCopied;
      // Small messages are sent both ways: after a move of the pointer the page does not wait for the quick channel,
      // and the ordinary way is shorter. The page uses the reply that comes first.
      if (!quick || !buffers.length) scope.postMessage(message, buffers);
      if (quick) channel.postMessage(message);
    },
  };
}

/** The page's end, for a worker with this name. */
export function listenQuickly(worker: Worker, name: string): Endpoint & { close(): void } {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  channel?.addEventListener('message', () => worker.postMessage(heard), { once: true });
  return {
    addEventListener(type: string, listener: EventListenerOrEventListenerObject) {
      worker.addEventListener(type, listener);
      channel?.addEventListener(type, listener);
    },
    removeEventListener(type: string, listener: EventListenerOrEventListenerObject) {
      worker.removeEventListener(type, listener);
      channel?.removeEventListener(type, listener);
    },
    postMessage: worker.postMessage.bind(worker),
    close: () => channel?.close(),
  };
}
