// What the page shows. The program is the only thing that is edited; the rest follows from it.
import { batch, signal } from '@preact/signals';
import { CoreClient, LoadError, TimeLimitError } from '../core/client';
import type { AnswerOf, Method, RequestOf } from '../core/binding';
import type { BuiltinFunction, Completions, Excerpt, GalleryEntry, PictureWindow, Report, RunReport, Sketch } from '../core/door';
import type { Reasoned, SizedWindow } from '../core/engine';
import { fetchRest, first, spawn } from '../core/start';
import { viewString, type Choices, type Mode, type ViewChoice } from '../core/view';
import type { Link } from './link';
import { afterPaint } from './after_paint';
import { nextCards, type Card } from './cards';
import { Inspector } from './inspector';
import { notify } from './notice';
import { t } from '../words/words';

const timeLimit = 4000;

/** More cards, or more errors, than this at once nobody reads. */
const cardStep = 200;

/** Of a value of the report. */
type CardMethod = { [M in Method]: RequestOf<M> extends { binding: number } ? M : never }[Method];

/** A program to open; the mode stays where none is named. */
export type Opened = Pick<Link, 'program'> & Partial<Link>;

export class Session {
  readonly program = signal('');
  readonly mode = signal<Mode>('teaching');
  readonly cards = signal<Card[]>([]);
  /** The last report and the program that it is about. */
  readonly report = signal<{ report: Report; program: string } | undefined>(undefined);
  /** What the reader chose on the cards. */
  readonly choices = signal<Choices>({});
  readonly milliseconds = signal<number | undefined>(undefined);
  readonly busy = signal(false);
  /** The first answer needs more of the core than there is so far. */
  readonly fetching = signal(false);
  /** What went wrong outside the program itself: a stopped worker, an unreadable link. */
  readonly problem = signal('');
  /** A word on what was just done, such as copying; gone after a moment. */
  readonly notice = signal('');
  /** The device of the runner that is attached; empty: none is. */
  readonly device = signal('');
  readonly version = signal('');
  readonly functions = signal<ReadonlyMap<string, BuiltinFunction>>(new Map());
  /** Where in the program the caret is, and where the page asks it to go. */
  readonly caret = signal(0);
  readonly reveal = signal<{ span: [number, number] } | undefined>(undefined);
  /** The cards that stand enlarged side by side, by key; none: the stage is closed. */
  readonly stage = signal<readonly string[]>([]);
  /** What an element is taken to be in the analyses; empty: not said. */
  readonly elementType = signal('');

  /** The sections that are open, so that a card which was gone for a moment comes back as it was. */
  readonly opened = new Set<string>();

  /** What is seen of the painted pictures, by card: its labels come with the next answer. */
  readonly seen: Record<string, SizedWindow> = {};

  readonly inspector: Inspector;
  private readonly client = new CoreClient(first, fetchRest, spawn, timeLimit);
  private limit = cardStep;
  private entries: Promise<readonly GalleryEntry[]> | undefined;
  private readonly thumbnails = new Map<string, Promise<string | undefined>>();
  /** The last question of the cards. */
  private asked: Promise<unknown> = Promise.resolve();
  private serial = 0;
  private running = false;
  private waiting = false;
  /** By another program since the last evaluation began: what the one before had is no last value of this one. */
  private replaced = false;

  constructor() {
    this.inspector = new Inspector((card, cell) =>
      this.client.call((engine) => engine.inspect(this.serial, card.binding.id, cell, card.picture?.view ?? ''))
        .catch((error: unknown) => void this.explain(error)));
  }

  /** Another program. */
  open({ program, mode = this.mode.value, choices = {} }: Opened, problem = ''): void {
    this.limit = cardStep;
    this.replaced = true;
    this.set({ program, mode, choices }, problem);
  }

  edit(program: string): void {
    if (program !== this.program.value) this.set({ program, mode: this.mode.value, choices: this.choices.value });
  }

  setMode(mode: Mode): void {
    this.set({ program: this.program.value, mode, choices: this.choices.value });
  }

  /** What a link to the page as it is says: of the choices those for cards that there are. */
  link(): Link {
    const keys = new Set(this.cards.value.map(({ key }) => key));
    const choices = Object.entries(this.choices.value).filter(([key]) => !keys.size || keys.has(key));
    return { program: this.program.value, mode: this.mode.value, choices: Object.fromEntries(choices) };
  }

  showMore(): void {
    this.limit += cardStep;
    void this.evaluate();
  }

  private set({ program, mode, choices }: Link, problem = ''): void {
    batch(() => {
      this.program.value = program;
      this.mode.value = mode;
      this.choices.value = choices;
      this.problem.value = problem;
    });
    void this.evaluate();
  }

  /** Changes what the card shows; what `choice` does not name stays. */
  choose(card: Card, choice: ViewChoice): Promise<void> {
    const { [card.key]: before, ...others } = this.choices.value;
    this.choices.value = { ...others, [card.key]: { ...before, ...choice } };
    return this.draw(card);
  }

  /** Asks for the picture of one card alone. A stale one has no binding to draw; its choice is kept for later. */
  async draw(card: Card): Promise<void> {
    if (card.stale) return;
    const { serial } = this;
    const view = viewString(this.choices.value[card.key] ?? {}, card.binding.views);
    try {
      const picture = await this.client.call((engine) => engine.picture(serial, card.binding.id, view));
      if (!picture || serial !== this.serial) return;
      this.cards.value = this.cards.value.map((other) =>
        other.key === card.key ? { ...other, picture, pending: false } : other);
    } catch (error) {
      this.explain(error);
    }
  }

  /** What is written in a part of a picture that is too large to have all its labels. */
  async excerpt(card: Card, view: string, window: PictureWindow): Promise<Excerpt | undefined> {
    if (card.stale) return undefined;
    return this.client.call((engine) => engine.excerpt(this.serial, card.binding.id, view, window)).catch(() => undefined);
  }

  /** A method of the door, or why there is no answer; undefined where the core is gone. */
  async ask<M extends Method>(method: M, request: RequestOf<M>): Promise<Reasoned<AnswerOf<M>> | undefined> {
    return (await this.client.ask(method, request).catch((error: unknown) => void this.explain(error))) ?? undefined;
  }

  /** The same of a card's value; undefined also where that is an older one. */
  async askOf<M extends CardMethod>(card: Card, method: M, more: Omit<RequestOf<M>, 'binding'>): Promise<Reasoned<AnswerOf<M>> | undefined> {
    if (card.stale) return undefined;
    const request = { binding: card.binding.id, ...more } as RequestOf<M>;
    return (await this.client.ask(method, request, this.serial).catch((error: unknown) => void this.explain(error))) ?? undefined;
  }

  /** One question at a time, so that what is typed meanwhile waits for one of them at most. */
  async askInTurn<M extends CardMethod>(card: Card, method: M, more: Omit<RequestOf<M>, 'binding'>): Promise<Reasoned<AnswerOf<M>> | undefined> {
    const { serial } = this;
    const answer = this.asked.then(() => (serial === this.serial ? this.askOf(card, method, more) : undefined));
    this.asked = answer;
    return answer;
  }

  /** What a runner's result, JSON as it came, says of the card's kernel; without one what the model says before it has run. */
  async runReport(card: Card, result = ''): Promise<RunReport | undefined> {
    return (await this.ask('run_report', { binding: card.stale ? -1 : card.binding.id, result }))?.answer;
  }

  /** An arrow of a morphism's diagram goes to another entry, or to the base point, -1: the program says so. */
  async moveArrow(card: Card, cell: number, target: number): Promise<void> {
    const moved = await this.askOf(card, 'move_arrow', { cell, target });
    if (moved?.answer) this.replace(moved.answer.span, moved.answer.text);
    else if (moved?.refused) notify(this, moved.refused);
  }

  /** A value in a format, its picture as the card shows it. */
  async emit(card: Card, format: string): Promise<Reasoned<string> | undefined> {
    const made = await this.askOf(card, 'emit', { format, view: card.picture?.view ?? '' });
    return made?.answer ? { answer: made.answer.text } : made as Reasoned<string> | undefined;
  }

  /** Puts text in the place of a span of the evaluated program; nothing when the program is another by now. */
  replace([from, to]: readonly [number, number], text: string): void {
    const program = this.program.value;
    if (this.report.value?.program === program) this.edit(program.slice(0, from) + text + program.slice(to));
  }

  /** Adds lines to the program's end, and shows them. */
  append(text: string): void {
    const before = this.program.value.trimEnd();
    const from = before ? before.length + 1 : 0;
    this.edit(`${before}${before && '\n'}${text}\n`);
    this.reveal.value = { span: [from, from + text.length] };
  }

  /** A name for a new value that the program does not have. */
  freshName(wish: string): string {
    const taken = new Set(this.program.value.match(/\w+/g));
    if (!taken.has(wish)) return wish;
    let number = 2;
    while (taken.has(`${wish}${number}`)) ++number;
    return `${wish}${number}`;
  }

  async format(): Promise<void> {
    const program = this.program.value;
    const formatted = (await this.ask('format', { program }))?.answer?.program ?? program;
    if (program === this.program.value) this.edit(formatted);
  }

  async sketch(program: string, view = ''): Promise<Sketch | undefined> {
    return (await this.ask('sketch', { program, mode: this.mode.value, view }))?.answer;
  }

  pin(card: Card, pin: boolean): void {
    const { [card.key]: before, ...others } = this.choices.value;
    this.choices.value = { ...others, [card.key]: { ...before, pin } };
  }

  /** Asked for once. */
  gallery(): Promise<readonly GalleryEntry[]> {
    this.entries ??= this.client.ask('gallery', {}).then((given) => given?.answer?.entries ?? []);
    return this.entries.catch((error: unknown) => {
      this.entries = undefined;
      this.problem.value = explanation(error);
      return [];
    });
  }

  /** As SVG; undefined where the entry has no picture. */
  galleryPicture(id: string): Promise<string | undefined> {
    const kept = this.thumbnails.get(id) ?? this.client.ask('gallery_picture', { id }).then((given) => given?.answer?.svg, () => undefined);
    this.thumbnails.set(id, kept);
    return kept;
  }

  async complete(program: string, position: number): Promise<Completions | undefined> {
    return (await this.client.ask('complete', { program, position }))?.answer;
  }

  /** One evaluation at a time; of those asked for meanwhile only the last one runs. */
  private async evaluate(): Promise<void> {
    if (this.running) {
      this.waiting = true;
      return;
    }
    this.running = true;
    this.busy.value = true;
    do {
      this.waiting = false;
      await this.evaluateOnce(this.program.value, this.mode.value);
    } while (this.waiting);
    this.running = false;
    this.busy.value = false;
  }

  private async evaluateOnce(program: string, mode: Mode): Promise<void> {
    const { replaced } = this;
    this.replaced = false;
    try {
      const answer = await this.client.evaluate((engine) => engine.evaluate(program, mode, this.choices.value, this.limit, this.seenNow()), () => {
        this.fetching.value = true;
      });
      batch(() => {
        this.serial = answer.serial;
        this.cards.value = nextCards(replaced ? [] : this.cards.value, answer, program);
        this.report.value = { report: answer.report, program };
        this.milliseconds.value = answer.milliseconds;
      });
      this.inspector.follow(this.cards.value);
      // What else the page wants of the core says so itself when it cannot be had.
      if (!this.version.value) void afterPaint().then(() => this.learn()).catch(() => {});
    } catch (error) {
      if (replaced) this.cards.value = [];
      this.explain(error);
    }
  }

  /** Of the cards that there are. */
  private seenNow(): Record<string, SizedWindow> {
    const keys = new Set(this.cards.value.map(({ key }) => key));
    for (const key of Object.keys(this.seen)) if (!keys.has(key)) delete this.seen[key];
    return this.seen;
  }

  /** What the core is and can do; nobody waits for it. */
  private async learn(): Promise<void> {
    const version = await this.client.ask('version', {});
    const known = await this.client.ask('functions', {});
    batch(() => {
      this.version.value = version?.answer?.version ?? '';
      this.functions.value = new Map(known?.answer?.functions.map((builtin) => [builtin.name, builtin]));
    });
  }

  private explain(error: unknown): void {
    this.problem.value = explanation(error);
    // Whatever is on the screen belongs to a worker that is gone.
    this.serial = -1;
    this.inspector.letGo();
    this.cards.value = this.cards.value.map((card) => ({ ...card, stale: true }));
  }
}

function explanation(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof LoadError) return t('problem.load', { message });
  if (error instanceof TimeLimitError) {
    return t('problem.stopped', { message: t('problem.late', { seconds: error.milliseconds / 1000 }) });
  }
  return t('problem.failed', { message });
}
