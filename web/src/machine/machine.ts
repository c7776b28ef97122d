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
/** Its line of the PTX; 0: none. */
export const wrongLine = signal(0);
const asked = signal(0);
/** A question is not answered yet. */
export const busy = computed(() => asked.value > 0);
/** The form is shown next to a session. */
export const formOpen = signal(false);
export const breakpoints = signal<Breakpoints>({ lines: [], watched: [] });
export const look = signal<Look>({});
/** The faults of the session's run. */
export const findings = signal<readonly FindingRow[]>([]);
export const waits = signal<WaitsShown | undefined>(undefined);
/** The launch of the form, without an order of its warps. */
const launch = computed(() => JSON.stringify({ ...form.value, order: '' }));
const searched = signal<{ launch: string; answer: OrdersFound } | undefined>(undefined);
/** The answer for all orders of this launch. */
export const orders = computed(() => (searched.value?.launch === launch.value ? searched.value.answer : undefined));
/** The pane next to the PTX while a kernel is stepped. */
export const view = signal<'state' | 'waits' | 'findings'>('state');
/** A line of the PTX that a finding leads to. */
export const shownLine = signal(0);

export const ptxLines = computed(() => ptx.value.split('\n'));

/** Asks, and takes the answer if its PTX is still open. */
async function asking<T>(ask: () => Promise<T>, take: (answer: T) => void): Promise<void> {
  const text = ptx.peek();
  asked.value += 1;
  try {
    const answer = await ask();
    if (ptx.peek() !== text) return;
    batch(() => {
      take(answer);
      problem.value = '';
      wrongLine.value = 0;
    });
  } catch (error) {
    if (!(error instanceof MachineError)) throw error;
    if (ptx.peek() !== text) return;
    problem.value = error.hint ? `${error.message}: ${error.hint}` : error.message;
    wrongLine.value = error.line;
    // A new worker knows nothing.
    if (error.lost || !client.hasRead) state.value = undefined;
  } finally {
    asked.value -= 1;
  }
}

/** Facts about the launch of a kernel that are known besides its PTX. */
export const shape = signal<LaunchShape | undefined>(undefined);
/** The PTX is a field that the user edits. */
export const editing = signal(false);
/** The launch that edited PTX takes over. */
let edited: LaunchForm | undefined;

/** A kernel without PTX: its name and its CUDA. */
export const wanted = signal<{ name: string; cuda: string } | undefined>(undefined);

export function askFor(name: string, cuda: string): void {
  closePtx();
  wanted.value = { name, cuda };
}

/** Reads PTX, and shows the form of its first kernel. */
export function openPtx(name: string, text: string, known?: LaunchShape): Promise<void> {
  edited = undefined;
  return take(name, text, known);
}

/** Reads edited PTX; its kernel keeps the launch. */
export function openEdited(text: string): Promise<void> {
  edited = form.peek() ?? edited;
  return take(ptxName.peek(), text, shape.peek());
}

/** Replaces the PTX; nothing is known of it. */
function reset(name: string, text: string, known?: LaunchShape): void {
  batch(() => {
    wanted.value = undefined;
    editing.value = false;
    shape.value = known;
    ptx.value = text;
    ptxName.value = name;
    read.value = undefined;
    form.value = undefined;
    state.value = undefined;
    breakpoints.value = { lines: [], watched: [] };
    look.value = {};
    problem.value = '';
    wrongLine.value = 0;
    searched.value = undefined;
  });
}

export const closePtx = (): void => reset('', '');

function take(name: string, text: string, known: LaunchShape | undefined): Promise<void> {
  reset(name, text, known);
  return asking(() => client.ask('read', known ? { text, shape: known } : { text }), (answer) => {
    read.value = answer;
    const names = (of: LaunchForm): string => [of.kernel, ...of.parameters.map((one) => one.name)].join();
    const same = answer.kernels.findIndex((one) => edited && names(one.form) === names(edited));
    chooseKernel(Math.max(same, 0));
    if (edited && same >= 0) form.value = { ...form.value!, ...edited, order: '' };
  });
}

export function chooseKernel(index: number): void {
  kernel.value = index;
  form.value = read.value?.kernels[index]?.form;
  state.value = undefined;
}

export async function begin(): Promise<void> {
  const begun = form.value;
  if (!begun || !read.peek()) return;
  await asking(async () => {
    if (!client.hasRead) await client.ask('read', { text: ptx.peek() });
    return client.ask('begin', begun);
  }, (answer) => {
    if (form.peek()?.kernel !== begun.kernel) return;
    state.value = answer;
    findings.value = answer.findings;
    waits.value = undefined;
    formOpen.value = false;
    view.value = 'state';
  });
  if (state.peek() && (breakpoints.value.lines!.length || breakpoints.value.watched!.length)) await act({ breakpoints: breakpoints.value });
}

export function act(action: MachineAction): Promise<void> {
  return asking(() => client.ask('act', action), (answer) => { state.value = answer; });
}

export function askWaits(iteration: number, iterations: number): Promise<void> {
  return asking(() => client.ask('waits', { iteration, iterations }), (answer) => { waits.value = answer; });
}

/** Asks for all orders of the warps of this launch. */
export async function searchOrders(): Promise<void> {
  if (!form.value) return;
  const of = launch.value;
  await asking(() => client.ask('orders', JSON.parse(of) as LaunchForm), (answer) => { searched.value = { launch: of, answer }; });
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
  await asking(() => client.ask('trace', {}), ({ base64 }) => { text = base64; });
  return text;
}
