// The state of the machine's dialog, which outlives the dialog: the PTX, its launch form, and the session.
import { batch, computed, signal } from '@preact/signals';
import type { Breakpoints, FindingRow, LaunchForm, LaunchShape, Look, MachineAction, MachineState, Move, OrdersFound, PtxRead, WaitsShown, WatchedBytes } from '../core/door';
import { MachineClient, MachineError } from './client';

const client = new MachineClient();

export const ptx = signal('');
export const ptxName = signal('');
export const read = signal<PtxRead | undefined>(undefined);
/** Index of the chosen kernel. */
export const kernel = signal(0);
export const form = signal<LaunchForm | undefined>(undefined);
export const state = signal<MachineState | undefined>(undefined);
export const problem = signal('');
/** A question is not answered yet. */
export const busy = signal(false);
/** The form is shown next to a session. */
export const formOpen = signal(false);
export const breakpoints = signal<Breakpoints>({ lines: [], watched: [] });
export const look = signal<Look>({});
/** The faults of the session's run. */
export const findings = signal<readonly FindingRow[]>([]);
export const waits = signal<WaitsShown | undefined>(undefined);
export const orders = signal<OrdersFound | undefined>(undefined);
/** The pane next to the PTX while a kernel is stepped. */
export const view = signal<'state' | 'waits' | 'findings'>('state');
/** A line of the PTX that a finding leads to. */
export const shownLine = signal(0);

export const ptxLines = computed(() => ptx.value.split('\n'));

async function asking(work: () => Promise<void>): Promise<void> {
  busy.value = true;
  try {
    await work();
    problem.value = '';
  } catch (error) {
    if (!(error instanceof MachineError)) throw error;
    problem.value = error.hint ? `${error.message}: ${error.hint}` : error.message;
    // A new worker knows nothing.
    if (error.lost || !client.hasRead) state.value = undefined;
  } finally {
    busy.value = false;
  }
}

/** A kernel whose PTX is not there: its name and its CUDA. */
export const wanted = signal<{ name: string; cuda: string } | undefined>(undefined);

export function askFor(name: string, cuda: string): void {
  closePtx();
  wanted.value = { name, cuda };
}

/** Reads PTX, and shows the form of its first kernel. */
export function openPtx(name: string, text: string, shape?: LaunchShape): Promise<void> {
  batch(() => {
    wanted.value = undefined;
    ptx.value = text;
    ptxName.value = name;
    read.value = undefined;
    form.value = undefined;
    state.value = undefined;
    breakpoints.value = { lines: [], watched: [] };
    look.value = {};
    problem.value = '';
    orders.value = undefined;
  });
  return asking(async () => {
    const answer = await client.ask('read', shape ? { text, shape } : { text });
    if (ptx.peek() !== text) return;
    batch(() => {
      read.value = answer;
      chooseKernel(0);
    });
  });
}

export function closePtx(): void {
  batch(() => {
    ptx.value = '';
    read.value = undefined;
    form.value = undefined;
    state.value = undefined;
    problem.value = '';
  });
}

export function chooseKernel(index: number): void {
  kernel.value = index;
  form.value = read.value?.kernels[index]?.form;
  state.value = undefined;
  orders.value = undefined;
}

export function begin(): Promise<void> {
  return asking(async () => {
    if (!form.value) return;
    if (!read.peek()) return;
    if (!client.hasRead) await client.ask('read', { text: ptx.peek() });
    const begun = await client.ask('begin', form.value);
    batch(() => {
      state.value = begun;
      findings.value = begun.findings;
      waits.value = undefined;
      formOpen.value = false;
      view.value = 'state';
    });
    if (breakpoints.value.lines!.length || breakpoints.value.watched!.length) state.value = await client.ask('act', { breakpoints: breakpoints.value });
  });
}

export function act(action: MachineAction): Promise<void> {
  return asking(async () => {
    state.value = await client.ask('act', action);
  });
}

export function askWaits(iteration: number, iterations: number): Promise<void> {
  return asking(async () => {
    waits.value = await client.ask('waits', { iteration, iterations });
  });
}

/** Asks for all orders of the warps of this launch. */
export function searchOrders(): Promise<void> {
  return asking(async () => {
    if (form.value) orders.value = await client.ask('orders', { ...form.value, order: '' });
  });
}

/** Begins again, with the warps in this order. */
export function playOrder(order: string): Promise<void> {
  if (form.value) form.value = { ...form.value, order };
  return begin();
}

export const move = (wanted: Move): Promise<void> => act({ move: wanted });

export function lookAt(change: Look): Promise<void> {
  look.value = { ...look.value, ...change };
  return act({ look: look.value });
}

function setBreakpoints(next: Breakpoints): void {
  breakpoints.value = next;
  if (state.value) void act({ breakpoints: next });
}

export function toggleLine(line: number): void {
  const { lines = [], watched = [] } = breakpoints.value;
  setBreakpoints({ lines: lines.includes(line) ? lines.filter((one) => one !== line) : [...lines, line], watched });
}

export const isWatched = (space: WatchedBytes['space'], address: number): boolean =>
  breakpoints.value.watched!.some((one) => one.space === space && one.address === address);

export function toggleWatched(space: WatchedBytes['space'], address: number, bytes: number): void {
  const { lines = [], watched = [] } = breakpoints.value;
  const others = watched.filter((one) => one.space !== space || one.address !== address);
  setBreakpoints({ lines, watched: others.length < watched.length ? others : [...watched, { space, address, bytes }] });
}

/** The accesses of the run as a trace in the core's input form. */
export async function traceText(): Promise<string | undefined> {
  let text: string | undefined;
  await asking(async () => {
    text = (await client.ask('trace', {})).base64;
  });
  return text;
}
