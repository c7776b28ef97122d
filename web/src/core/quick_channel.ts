// The worker's short way back. Chromium lets the messages of a worker wait until the frame that shows a keystroke has
// been drawn, so that an answer which is there after some milliseconds comes a frame late. It does not let those of a
// BroadcastChannel wait, but these are copied, pass another process, and are not allowed everywhere: only small answers
// go this way, and none before the page has said that it hears them.
import type { Endpoint } from 'comlink';
import type { Method } from './binding';
import type { Engine } from './engine';

/** Larger buffers than this, in bytes, are handed over rather than copied: more than the pixels of a picture on the stage. */
const mostCopied = 1 << 21;
/** What the reader waits for while he types, points and scrolls: methods of the engine; of the door's, these. The rest has time. */
const urgent: ReadonlySet<keyof Engine> = new Set<keyof Engine>(['act']);
const urgentQuestions: ReadonlySet<unknown> = new Set<Method>(['raster']);
const heard = 'quick-channel-heard';

/** Of a message of comlink's: which question it is, and what is asked. */
interface Message {
  id?: string;
  path?: string[];
  argumentList?: { value: unknown }[];
}

function isUrgent({ path, argumentList }: Message): boolean {
  const method = path?.[0] as keyof Engine | undefined;
  return method !== undefined && (urgent.has(method) || (method === 'ask' && urgentQuestions.has(argumentList?.[0]?.value)));
}

/** What is used of a worker's global scope: the page's own types do not have it. */
interface Scope {
  readonly name: string;
  addEventListener: EventTarget['addEventListener'];
  removeEventListener: EventTarget['removeEventListener'];
  postMessage(message: unknown, buffers: Transferable[]): void;
}

/** A name that no other page of this site has. */
export function channelName(): string {
  return `stridescope-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
}

/** The worker's end: the name of the channel is the worker's own. */
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
      // Nothing but a few words goes both ways: after a move of the pointer nothing waits, and the long way is shorter.
      // Of two replies to one question the page hears the first.
      if (!quick || !buffers.length) scope.postMessage(message, buffers);
      if (quick) channel.postMessage(message);
    },
  };
}

/** The page's end, of a worker with this name. */
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
