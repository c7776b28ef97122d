// The page's state: the state of the core's application (core/app/app.h), plus the page's own: the typed text, the
// caret, the enlarged card.
import { batch, computed, effect, signal } from '@preact/signals';
import { AbandonedError, CoreClient, LoadError, TimeLimitError, type Ask } from '../core/client';
import type { AnswerOf, Method, RequestOf } from '../core/binding';
import type { Action, BuiltinFunction, CardSection, CardView, Changes, Completions, FileChoice, GalleryEntry, ProgramEdit, Raster, Report, RunReport, Sketch, TextForm, TypedCall, Viewport } from '../core/door';
import type { Answer, Reasoned, SizedViewport } from '../core/engine';
import { TrapError } from '../core/gate';
import { parts, spawn } from '../core/start';
import { afterPaint } from '../base/after_paint';
import { recall, remember } from '../base/storage';
import type { Link, Mode } from './link';
import { changedCards, type Card } from './cards';
import { Inspector } from './inspector';
import { notify } from './notice';
import { Stops } from './stops';
import { sentences, t } from '../words/words';

const timeLimit = 4000;
/** A file of the largest size is read within it, on a slow machine. */
const fileTimeLimit = 120_000;
/** An edit waits this long for a file; then the file is let go. */
const fileGrace = 2000;
/** That the reader knows of linked cells, in what the browser keeps; and for how long it is said. */
const hinted = 'stridescope-hinted';
const hintedFor = 7000;
/** Milliseconds for the pictures beside the stage when a program is opened; what is left over is drawn after the first one is seen. */
const openBudget = 10;

/** Of a value of the report. */
type CardMethod = { [M in Method]: RequestOf<M> extends { binding: number } ? M : never }[Method];

/** What there is of a program besides its cards. */
export type Said = Pick<Report, 'bindings' | 'diagnostics' | 'left_out' | 'skipped' | 'omitted'>;

/** A program to open; the mode stays where none is named. */
export type Opened = Pick<Link, 'program'> & Partial<Link>;

export class Session {
  readonly program = signal('');
  readonly mode = signal<Mode>('teaching');
  readonly cards = signal<Card[]>([]);
  /** The last report and the program that it is about. */
  readonly report = signal<{ report: Said; program: string } | undefined>(undefined);
  /** The call that the caret is in, while it is typed. */
  readonly typed = signal<TypedCall | undefined>(undefined);
  /** What is wrong with the program, but for what the call that is typed lacks so far. */
  readonly problems = computed(() => {
    const held = this.typed.value?.held ?? [];
    return this.report.value?.report.diagnostics.filter((_, index) => !held.includes(index)) ?? [];
  });
  readonly milliseconds = signal<number | undefined>(undefined);
  readonly busy = signal(false);
  /** That cells are linked is said, once in this browser. */
  readonly hint = signal(false);
  /** The program for somebody who is here for the first time, with none of his own; else empty. */
  readonly welcome = signal('');
  /** What went wrong outside the program itself: a stopped worker, an unreadable link. */
  readonly problem = signal('');
  /** Lines that stopped the core and are skipped. */
  readonly stops = new Stops(this.program);
  /** A word on what was just done, such as copying; gone after a moment. */
  readonly notice = signal('');
  /** The device of the runner that is attached; empty: none is. */
  readonly device = signal('');
  readonly version = signal('');
  /** What each kind of picture answers. */
  readonly questions = signal<ReadonlyMap<string, string>>(new Map());
  /** The forms in which a value is copied. */
  readonly textForms = signal<readonly TextForm[]>([]);
  readonly functions = signal<ReadonlyMap<string, BuiltinFunction>>(new Map());
  /** Where in the program the caret is, and where the page asks it to go. */
  readonly caret = signal(0);
  readonly reveal = signal<{ span: [number, number] } | undefined>(undefined);
  /** The file of others that is open beside the program; another one is another object. */
  readonly openFile = signal<{ name: string } | undefined>(undefined);
  /** The cards that stand enlarged side by side, by key; none: the stage is closed. */
  readonly stage = signal<readonly string[]>([]);
  /** Cells that a text speaks of, by the value's name: they are lit while nothing is looked at. */
  readonly marks = signal<ReadonlyMap<string, ReadonlySet<number>>>(new Map());
  /** The card in whose picture a cell is gone to, by key; empty: the one on the stage. */
  readonly seeking = signal('');
  /** The card whose derivation plays, by key; none: empty. */
  readonly playing = signal('');
  /** What an element is taken to be in the analyses, and what it may be; empty: not said. */
  readonly elementType = signal('');
  readonly elementTypes = signal<readonly string[]>(['']);

  /** What the reader has opened or closed of a kernel, so that a card which was gone for a moment comes back as it was. */
  readonly opened = new Map<string, boolean>();

  readonly inspector: Inspector;
  private readonly client = new CoreClient(parts, spawn, timeLimit, sentences.peek(), () => this.loseCore());
  private entries: Promise<readonly GalleryEntry[]> | undefined;
  private readonly thumbnails = new Map<string, Promise<string | undefined>>();
  /** Of the report on the page; -1: the core that made it is gone. */
  private serial = 0;
  /** What the reader chose on the cards, for a link. */
  private readonly views = signal<readonly CardView[]>([]);
  /** What is seen of the painted pictures, by card, and has not been told yet: their pixels come with the next answer. */
  private seen: Record<string, SizedViewport> = {};
  /** What makes another report, in the order in which it is to be told. */
  private readonly waiting: Action[] = [];
  private running = false;
  /** The file that is read: an edit does not wait for it forever. */
  private reading: Ask<never> | undefined;
  /** Evaluates the program once more to find the line that does not end; an edit ends it. */
  private search: Ask<never> | undefined;
  /** Not after a part of the core that could not be loaded: it would be asked for again and again. */
  private comesBack = true;
  /** The caret has moved while the core thought of an edit. */
  private moved = false;
  private answering = false;
  /** The last part of a picture that was asked for; until the first of all has come nothing else is fetched. */
  private painting: Promise<unknown> = Promise.resolve();

  constructor() {
    this.inspector = new Inspector(async (look) => void (await this.act(look)));
    let spoken = sentences.peek();
    effect(() => {
      const next = sentences.value;
      if (next === spoken) return;
      spoken = next;
      // They are in the previous language.
      this.entries = undefined;
      this.thumbnails.clear();
      void this.client.speak(next).then(() => Promise.all([this.act({ do: 'tell' }), this.learnWords()]), () => {});
    });
  }

  /** Another program. */
  open({ program, mode = this.mode.value, choices = {} }: Opened, problem = ''): void {
    batch(() => {
      this.program.value = program;
      this.mode.value = mode;
      this.problem.value = problem;
      this.playing.value = '';
    });
    this.views.value = Object.entries(choices).map(([name, view]) => ({ name, view }));
    this.seen = {};
    this.waiting.length = 0;
    this.tell(this.whole());
  }

  edit(program: string, caret?: number): void {
    if (program === this.program.value) return;
    batch(() => {
      this.program.value = program;
      this.problem.value = '';
      if (caret !== undefined) this.caret.value = caret;
    });
    this.letFileGo();
    this.tell({ do: 'edit', program, mode: this.mode.value, ...(caret !== undefined && { caret }) });
  }

  /** The caret is somewhere else in the same program; while the core thinks of an older one, it goes along with the next. */
  moveCaret(caret: number): void {
    this.caret.value = caret;
    const last = this.waiting.at(-1);
    if (last?.do === 'edit') last.caret = caret;
    else if (this.running) this.moved = true;
    else void this.act({ do: 'move', caret });
  }

  setMode(mode: Mode): void {
    this.mode.value = mode;
    this.tell({ do: 'edit', program: this.program.value, mode });
  }

  /** What a link to the page as it is says. */
  link(): Link {
    return { program: this.program.value, mode: this.mode.value, choices: Object.fromEntries(this.views.value.map(({ name, view }) => [name, view])) };
  }

  showMore(): void {
    this.tell({ do: 'show_more' });
  }

  /** Changes what the card shows: words of a view; what they do not name stays. */
  async choose(card: Card, view: string): Promise<void> {
    await this.act({ do: 'choose', key: card.key, view });
  }

  /** The next slices of its picture (1), those before (-1), or the first (0). */
  async step(card: Card, by: number): Promise<void> {
    await this.act({ do: 'step', key: card.key, by });
  }

  pin(card: Card, on: boolean): void {
    void this.act({ do: 'pin', key: card.key, on });
  }

  /** The card stands before another one, by key, or behind it. */
  async arrange(key: string, beside: string, behind: boolean): Promise<void> {
    await this.act({ do: 'arrange', key, text: beside, on: behind });
  }

  /** It goes by so many places among the cards of its group. */
  async moveCard(key: string, by: number): Promise<void> {
    await this.act({ do: 'arrange', key, by });
  }

  /** It shows all that belongs to it where it stands, or no longer. */
  expand(card: Card, on: boolean): void {
    void this.act({ do: 'expand', key: card.key, on });
  }

  /** A section of the card is open, or no longer. */
  async unfold(card: Card, section: CardSection['kind'], on: boolean): Promise<void> {
    await this.act({ do: 'unfold', key: card.key, section, on });
  }

  async setElementType(type: string): Promise<void> {
    await this.act({ do: 'element', text: type });
  }

  /** The card is in sight: its picture, where it is still to come. */
  async draw(card: Card): Promise<void> {
    await this.act({ do: 'draw', key: card.key });
  }

  /** This part of a painted picture is seen. */
  see(card: Card, seen: SizedViewport): void {
    this.seen[card.key] = seen;
  }

  /** A part of a painted picture; undefined where its value is an older one. */
  async raster(card: Card, view: string, viewport: Viewport): Promise<Raster | undefined> {
    if (card.stale) return undefined;
    const request = { binding: card.binding.id, view: `${view} whole=1`, viewport };
    const painting = this.client.ask('raster', request, this.serial);
    this.painting = painting.catch(() => {});
    try {
      return (await painting)?.answer;
    } catch (error) {
      return this.explain(error);
    }
  }

  /** A method of the door, or why there is no answer; undefined where the core is gone. */
  async ask<M extends Method>(method: M, request: RequestOf<M>): Promise<Reasoned<AnswerOf<M>> | undefined> {
    return (await this.client.ask(method, request).catch((error: unknown) => this.explain(error))) ?? undefined;
  }

  /** The same of a card's value; undefined also where that is an older one. */
  async askOf<M extends CardMethod>(card: Card, method: M, more: Omit<RequestOf<M>, 'binding'>): Promise<Reasoned<AnswerOf<M>> | undefined> {
    return card.stale ? undefined : this.askShown(method, { binding: card.binding.id, ...more } as RequestOf<M>);
  }

  /** The same of the program that is shown; undefined where that is an older one. */
  async askShown<M extends Method>(method: M, request: RequestOf<M>): Promise<Reasoned<AnswerOf<M>> | undefined> {
    return (await this.client.ask(method, request, this.serial).catch((error: unknown) => this.explain(error))) ?? undefined;
  }

  /** What a runner's result, JSON as it came, says of the card's kernel; without one what the model says before it has run. */
  async runReport(card: Card, result = ''): Promise<RunReport | undefined> {
    return (await this.ask('run_report', { binding: card.stale ? -1 : card.binding.id, result }))?.answer;
  }

  /** An arrow of a morphism's diagram goes to another entry, or to the base point, -1: the program says so. */
  async moveArrow(card: Card, cell: number, target: number): Promise<void> {
    await this.act({ do: 'move_arrow', key: card.key, cell, target });
  }

  /** A field of the form of the card's kernel says something else: the program does. */
  async setField(card: Card, view: string, text: string): Promise<void> {
    await this.act({ do: 'set_field', key: card.key, view, text });
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

  /** The cell that the text names is kept, and brought into sight: why there is none, or nothing. */
  async seek(card: Card, text: string): Promise<string> {
    this.seeking.value = card.key;
    const changes = await this.act({ do: 'seek', key: card.key, text });
    return changes?.refused ?? '';
  }

  /** Adds lines to the program's end, and shows them; their value gets a fresh name like `wish`. */
  async append(text: string, wish = '', view = ''): Promise<void> {
    await this.act({ do: 'append', text, wish, view });
  }

  /** Adds what was written elsewhere; `fills` gives the integers that it does not tell. */
  async paste(text: string, fills: string): Promise<void> {
    await this.act({ do: 'paste', text, wish: fills });
  }

  /** The card is the first of two to be compared, or the second: then the program gets the line that compares them. */
  async compare(card: Card): Promise<void> {
    await this.act({ do: 'compare', key: card.key });
  }

  private showLines({ span: [from], text }: ProgramEdit): void {
    const lines = text.trim();
    const begin = from + text.indexOf(lines);
    this.reveal.value = { span: [begin, begin + lines.length] };
  }

  /** A file is the program, or open beside it: is it beside it now? `listed`: whoever wrote it. */
  async takeFile(name: string, text: string, listed: boolean): Promise<boolean> {
    const changes = await this.act({ do: 'take_file', wish: name, text, on: listed });
    if (changes?.refused) this.problem.value = changes.refused;
    if (!changes?.fileChanged) return false;
    this.openFile.value = { name };
    return true;
  }

  /** A line that was skipped is evaluated again. */
  retry(statement: string): void {
    this.stops.forget(statement);
    this.tell(this.whole());
  }

  private letFileGo(): void {
    const { reading } = this;
    if (reading) setTimeout(() => this.client.abandon(reading), fileGrace);
  }

  private endSearch(): void {
    this.stops.searching = false;
    if (this.search) this.client.abandon(this.search);
    this.search = undefined;
  }

  /** Which rows of the open file are seen. */
  async listFile({ list, kind, words, row }: FileChoice): Promise<void> {
    await this.act({ do: 'list_file', key: list, view: kind, text: words, cell: row });
  }

  /** A row of the open file becomes a card, or, for -1, all that are seen: is there another one? */
  async bring(row: number): Promise<boolean> {
    const changes = await this.act({ do: 'bring', cell: row });
    return changes?.edit !== undefined;
  }

  async format(): Promise<void> {
    await this.act({ do: 'format' });
  }

  async sketch(program: string, view = ''): Promise<Sketch | undefined> {
    return (await this.ask('sketch', { program, mode: this.mode.value, view }))?.answer;
  }

  /** Asked for once. */
  gallery(): Promise<readonly GalleryEntry[]> {
    this.entries ??= this.client.ask('gallery', {}).then((given) => given?.answer?.entries ?? []);
    return this.entries.catch((error: unknown) => {
      this.entries = undefined;
      this.explain(error);
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

  /** Opens the program as the page has it. */
  private whole(): Action {
    return { do: 'open', program: this.program.value, mode: this.mode.value, views: [...this.views.value], budget: openBudget };
  }

  /** What makes another report: one at a time, and of edits that wait only the last one. */
  private tell(action: Action): void {
    this.inspector.hurry();
    this.endSearch();
    const last = this.waiting.at(-1);
    if (last && action.do === 'edit' && (last.do === 'edit' || last.do === 'open')) this.waiting[this.waiting.length - 1] = { ...last, ...action, do: last.do };
    else this.waiting.push(action);
    if (!this.running) void this.evaluate();
  }

  private async evaluate(): Promise<void> {
    this.running = true;
    this.busy.value = true;
    for (let action = this.waiting.shift(); action; action = this.waiting.shift()) await this.evaluateOnce(action);
    this.running = false;
    this.busy.value = false;
    if (this.moved) void this.act({ do: 'move', caret: this.caret.value });
    this.moved = false;
  }

  private async evaluateOnce(action: Action): Promise<void> {
    const another = action.do === 'open';
    const program = action.program ?? this.program.value;
    const ask: Ask<Answer> = (engine) => {
      this.search = this.stops.searching ? ask as Ask<never> : undefined;
      return this.doing(action, engine);
    };
    try {
      this.tellSeen();
      const answer = await this.client.call(ask, { first: true });
      if (this.stops.searching) this.problem.value = t('problem.second', { seconds: timeLimit / 1000 });
      this.stops.searching = false;
      this.take(answer, program, another);
      // Other requests to the core report their own failures.
      if (!this.version.value) void afterPaint().then(() => this.painting).then(() => this.learn()).catch(() => {});
    } catch (error) {
      if (another) this.cards.value = [];
      this.fail(error, program);
    } finally {
      this.search = undefined;
    }
  }

  /** Any other action. What it changes in the program is changed when this ends. */
  private async act(action: Action, tries = 3): Promise<Changes | undefined> {
    let before = this.program.value;
    if (this.stops.isStopped(before)) return undefined;
    const isFile = action.do === 'take_file';
    const ask: Ask<Answer> = (engine) => {
      before = this.program.peek();
      return this.doing(action, engine);
    };
    if (isFile) this.reading = ask as Ask<never>;
    try {
      const answer = await this.client.call(ask, { limit: isFile ? fileTimeLimit : timeLimit });
      this.take(answer, this.report.value?.program ?? before);
      const { edit, refused } = answer.changes;
      // A card that has gone meanwhile has nothing to open.
      if (refused && action.do !== 'unfold' && !isFile) notify(this, refused);
      if (!edit) return answer.changes;
      // While the core thought of a program that is not typed in any more, it is asked again of the one that is.
      if (this.report.value?.program !== this.program.value) {
        return tries ? await this.act(action, tries - 1) : undefined;
      }
      this.replace(edit.span, edit.text);
      if (edit.adds_lines) this.showLines(edit);
      return answer.changes;
    } catch (error) {
      if (isFile) this.blameFile(error, action.wish ?? '');
      else this.fail(error, before);
      return undefined;
    } finally {
      if (isFile) this.reading = undefined;
    }
  }

  /** With the program and the skipped lines as they are when the worker is asked. */
  private doing(action: Action, engine: Parameters<Ask<Answer>>[0]): Promise<Answer> {
    return engine.act(action, this.whole(), this.stops.guard()) as unknown as Promise<Answer>;
  }

  /** The open sections that wait, one at a time, so that what is typed meanwhile waits for one of them at most. */
  private async answerSections(): Promise<void> {
    if (this.answering) return;
    this.answering = true;
    const waits = ({ stale, sections }: Card): boolean => !stale && sections.some(({ pending }) => pending);
    while (this.cards.value.some(waits)) {
      await afterPaint();
      if (!(await this.act({ do: 'answer' }))?.cards.length) break;
    }
    this.answering = false;
  }

  /** What an action has changed. */
  private take({ changes, pictures }: Answer, program: string, another = false): void {
    const { report, looked, lookedChanged, typed, typedChanged, serial, views } = changes;
    batch(() => {
      this.serial = serial;
      if (changes.cards.length || report) this.cards.value = changedCards(another ? [] : this.cards.value, changes, pictures);
      if (views) this.views.value = views;
      if (report) {
        const bindings = this.cards.value.filter(({ stale }) => !stale).map(({ binding }) => binding);
        const { diagnostics, left_out, skipped, omitted } = report;
        this.report.value = { report: { bindings, diagnostics, left_out, skipped, omitted }, program };
        this.milliseconds.value = report.microseconds / 1000;
      }
      if (changes.element !== undefined) this.elementType.value = changes.element;
      if (typedChanged) this.typed.value = typed;
      if (lookedChanged) this.inspector.told(looked);
    });
    if (looked && looked.linked.length > 1 && recall(hinted) === undefined) this.hintLinks();
    if (changes.cards.length) void this.answerSections();
  }

  private hintLinks(): void {
    remember(hinted, '1');
    this.hint.value = true;
    setTimeout(() => { this.hint.value = false; }, hintedFor);
  }

  private tellSeen(): void {
    for (const [key, { sheet: [rows, cols], viewport }] of Object.entries(this.seen)) void this.act({ do: 'see', key, rows, cols, viewport });
    this.seen = {};
  }

  /** What the core is and can do; nobody waits for it. */
  private async learn(): Promise<void> {
    await this.client.complete();
    const version = await this.client.ask('version', {});
    const elements = await this.client.ask('elements', {});
    await this.learnWords();
    batch(() => {
      this.version.value = version?.answer?.version ?? '';
      this.elementTypes.value = elements?.answer?.types ?? [''];
    });
  }

  /** What it says in the language in force. */
  private async learnWords(): Promise<void> {
    const known = await this.client.ask('functions', {});
    const told = await this.client.ask('pictures', {});
    const copied = await this.client.ask('text_forms', {});
    batch(() => {
      this.functions.value = new Map(known?.answer?.functions.map((builtin) => [builtin.name, builtin]));
      this.questions.value = new Map(told?.answer?.pictures.map(({ kind, question }) => [kind, question]));
      this.textForms.value = copied?.answer?.forms ?? [];
    });
  }

  /** An action failed on `program`. The line that stopped the core is skipped from now on, or searched for. */
  private fail(error: unknown, program: string): void {
    if (error instanceof AbandonedError) return;
    this.moved = false;
    const trap = TrapError.read(error);
    const statement = trap?.statement ?? (error instanceof TimeLimitError ? error.statement : '');
    if (statement && this.stops.skip(statement, reasonOf(error))) {
      this.problem.value = '';
      return;
    }
    if (error instanceof LoadError) {
      this.problem.value = explanation(error);
      this.comesBack = false;
      return;
    }
    // The user has changed the program meanwhile: its successor is evaluated.
    if (program !== this.program.peek()) return;
    this.problem.value = explanation(error);
    if (error instanceof TimeLimitError && !this.stops.searching) {
      // A worker that does not answer cannot give the line: it reports each line in a second attempt.
      this.stops.searching = true;
      this.problem.value = t('problem.searching', { message: lateness(error) });
    } else {
      this.stops.stop(program);
    }
  }

  /** The file is the cause, not the program, which comes back. */
  private blameFile(error: unknown, name: string): void {
    this.problem.value = error instanceof AbandonedError ? t('file.abandoned', { name })
      : error instanceof TimeLimitError ? t('file.late', { name, seconds: error.milliseconds / 1000 })
        : error instanceof LoadError ? explanation(error) : t('file.stopped', { name, message: reasonOf(error) });
  }

  /** A question about the program failed; the program comes back. */
  private explain(error: unknown): undefined {
    if (error instanceof LoadError) this.problem.value = explanation(error);
    else if (!(error instanceof AbandonedError)) this.problem.value = t('problem.answer', { message: reasonOf(error) });
    return undefined;
  }

  /** Whatever is on the screen belongs to a worker that is gone. The program is evaluated by the next one. */
  private loseCore(): void {
    this.serial = -1;
    this.inspector.forget();
    this.openFile.value = undefined;
    this.cards.value = this.cards.value.map((card) => ({ ...card, stale: true }));
    // The call that failed decides first, in a microtask.
    setTimeout(() => {
      const program = this.program.peek();
      const { comesBack } = this;
      this.comesBack = true;
      if (!comesBack || this.running || this.serial >= 0 || this.stops.isStopped(program)) return;
      if (!this.stops.mayComeBack(program)) {
        this.stops.stop(program);
        return;
      }
      this.waiting.push(this.whole());
      void this.evaluate();
    });
  }
}

function explanation(error: unknown): string {
  const message = reasonOf(error);
  return t(error instanceof LoadError ? 'problem.load' : error instanceof TimeLimitError ? 'problem.stopped' : 'problem.failed', { message });
}

function reasonOf(error: unknown): string {
  if (error instanceof TimeLimitError) return lateness(error);
  return TrapError.read(error)?.reason ?? (error instanceof Error ? error.message : String(error));
}

function lateness({ milliseconds }: TimeLimitError): string {
  return t('problem.late', { seconds: milliseconds / 1000 });
}
