// The page's state: the state of the core's application (core/app/app.h), and the page's own: the typed text, the
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
import { explanation, lateness, reasonOf } from './reason';
import { Stops } from './stops';
import { sentences, t } from '../words/words';

const timeLimit = 4000;
/** Enough for a file of the maximum size on a slow machine. */
const fileTimeLimit = 120_000;
/** An edit waits this long for a file; then the file is abandoned. */
const fileGrace = 2000;
/** Maximum length of a line that a message quotes. */
const longestQuote = 60;
/** Storage key for the hint about linked cells, and the duration of the hint. */
const hinted = 'stridescope-hinted';
const hintedFor = 7000;
/** Milliseconds for the pictures next to the stage when a program is opened; the others are drawn after the first one is visible. */
const openBudget = 10;

/** Methods about a value of the report. */
type CardMethod = { [M in Method]: RequestOf<M> extends { binding: number } ? M : never }[Method];

/** The report on a program, apart from its cards. */
export type Said = Pick<Report, 'bindings' | 'diagnostics' | 'left_out' | 'skipped' | 'omitted'>;

/** A program to open; without a mode, the mode is unchanged. */
export type Opened = Pick<Link, 'program'> & Partial<Link>;

export class Session {
  readonly program = signal('');
  readonly mode = signal<Mode>('teaching');
  readonly cards = signal<Card[]>([]);
  /** The last report and its program. */
  readonly report = signal<{ report: Said; program: string } | undefined>(undefined);
  /** The call at the caret, while the user types it. */
  readonly typed = signal<TypedCall | undefined>(undefined);
  /** The errors of the program, without those of the unfinished call. */
  readonly problems = computed(() => {
    const held = this.typed.value?.held ?? [];
    return this.report.value?.report.diagnostics.filter((_, index) => !held.includes(index)) ?? [];
  });
  readonly milliseconds = signal<number | undefined>(undefined);
  readonly busy = signal(false);
  /** Shows the hint about linked cells, once in this browser. */
  readonly hint = signal(false);
  /** The first visit, without a program of its own. */
  readonly welcome = signal(false);
  /** A problem outside the program itself: a stopped worker, an unreadable link. */
  readonly problem = signal('');
  /** Lines that stopped the core and are skipped. */
  readonly stops = new Stops(this.program);
  /** A message about the last action, such as copying; disappears after a moment. */
  readonly notice = signal('');
  /** The device of the attached runner; empty: none. */
  readonly device = signal('');
  readonly version = signal('');
  /** The question that each kind of picture answers. */
  readonly questions = signal<ReadonlyMap<string, string>>(new Map());
  /** The forms for copying a value. */
  readonly textForms = signal<readonly TextForm[]>([]);
  readonly functions = signal<ReadonlyMap<string, BuiltinFunction>>(new Map());
  /** The position of the caret in the program, and the position to which the page moves it. */
  readonly caret = signal(0);
  readonly reveal = signal<{ span: [number, number] } | undefined>(undefined);
  /** The open file of another program next to this one; another file is another object. */
  readonly openFile = signal<{ name: string } | undefined>(undefined);
  /** The keys of the enlarged cards side by side; empty: the stage is closed. */
  readonly stage = signal<readonly string[]>([]);
  /** Cells mentioned in a text, by the name of the value: highlighted while no cell is inspected. */
  readonly marks = signal<ReadonlyMap<string, ReadonlySet<number>>>(new Map());
  /** Cells of wrong elements of the last run of a kernel, by the key of its card. */
  readonly wrong = signal<{ key: string; cells: ReadonlySet<number> } | undefined>(undefined);
  /** The key of the card for going to a cell; empty: the card on the stage. */
  readonly seeking = signal('');
  /** The key of the card whose derivation plays; empty: none. */
  readonly playing = signal('');
  /** The element type of the analyses, and the possible types; empty: not given. */
  readonly elementType = signal('');
  readonly elementTypes = signal<readonly string[]>(['']);

  /** The sections of a kernel that the user has opened or closed, so that a card that disappears for a moment returns unchanged. */
  readonly opened = new Map<string, boolean>();

  readonly inspector: Inspector;
  private readonly client = new CoreClient(parts, spawn, timeLimit, sentences.peek(), () => this.loseCore());
  private entries: Promise<readonly GalleryEntry[]> | undefined;
  private readonly thumbnails = new Map<string, Promise<string | undefined>>();
  /** Number of the displayed report; -1: its core was lost. */
  private serial = 0;
  /** The user's choices on the cards, for a link. */
  private readonly views = signal<readonly CardView[]>([]);
  /** Unreported visible parts of painted pictures, by card: their pixels arrive with the next answer. */
  private seen: Record<string, SizedViewport> = {};
  /** Actions that make another report, in order. */
  private readonly waiting: Action[] = [];
  private running = false;
  /** The file being read: an edit does not wait for it forever. */
  private reading: Ask<never> | undefined;
  /** False after a part of the core failed to load: it would be requested again and again. */
  private comesBack = true;
  /** The caret has moved during the evaluation of an edit. */
  private moved = false;
  private answering = false;
  /** The last requested part of a picture; before the first one arrives nothing else is fetched. */
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

  /** Opens another program. */
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

  /** The caret has moved in the same program; during an evaluation it is sent with the next action. */
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

  /** The contents of a link to the current page. */
  link(): Link {
    return { program: this.program.value, mode: this.mode.value, choices: Object.fromEntries(this.views.value.map(({ name, view }) => [name, view])) };
  }

  showMore(): void {
    this.tell({ do: 'show_more' });
  }

  /** Changes the view of the card by words; properties that they do not name are unchanged. */
  async choose(card: Card, view: string): Promise<void> {
    await this.act({ do: 'choose', key: card.key, view });
  }

  /** Goes to the next slices of its picture (1), the previous ones (-1), or the first (0). */
  async step(card: Card, by: number): Promise<void> {
    await this.act({ do: 'step', key: card.key, by });
  }

  pin(card: Card, on: boolean): void {
    void this.act({ do: 'pin', key: card.key, on });
  }

  /** Moves the card before another one, by key, or after it. */
  async arrange(key: string, beside: string, behind: boolean): Promise<void> {
    await this.act({ do: 'arrange', key, text: beside, on: behind });
  }

  /** Moves the card by this number of positions in its group. */
  async moveCard(key: string, by: number): Promise<void> {
    await this.act({ do: 'arrange', key, by });
  }

  /** Expands or collapses the card in its place. */
  expand(card: Card, on: boolean): void {
    void this.act({ do: 'expand', key: card.key, on });
  }

  /** Opens or closes a section of the card. */
  async unfold(card: Card, section: CardSection['kind'], on: boolean): Promise<void> {
    await this.act({ do: 'unfold', key: card.key, section, on });
  }

  async setElementType(type: string): Promise<void> {
    await this.act({ do: 'element', text: type });
  }

  /** The card is in sight: draws its picture if it is pending. */
  async draw(card: Card): Promise<void> {
    await this.act({ do: 'draw', key: card.key });
  }

  /** This part of a painted picture is visible. */
  see(card: Card, seen: SizedViewport): void {
    this.seen[card.key] = seen;
  }

  /** A part of a painted picture; undefined if its value is outdated. */
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

  /** Calls a method of the door: its answer, or the reason that it is missing; undefined if the core was lost. */
  async ask<M extends Method>(method: M, request: RequestOf<M>): Promise<Reasoned<AnswerOf<M>> | undefined> {
    return (await this.client.ask(method, request).catch((error: unknown) => this.explain(error))) ?? undefined;
  }

  /** The same for a card's value; also undefined if the value is outdated. */
  async askOf<M extends CardMethod>(card: Card, method: M, more: Omit<RequestOf<M>, 'binding'>): Promise<Reasoned<AnswerOf<M>> | undefined> {
    return card.stale ? undefined : this.askShown(method, { binding: card.binding.id, ...more } as RequestOf<M>);
  }

  /** The same for the displayed program; undefined if it is outdated. */
  async askShown<M extends Method>(method: M, request: RequestOf<M>): Promise<Reasoned<AnswerOf<M>> | undefined> {
    return (await this.client.ask(method, request, this.serial).catch((error: unknown) => this.explain(error))) ?? undefined;
  }

  /** The report on a runner's result (unchanged JSON) for the card's kernel; without a result, on the model's predictions. */
  async runReport(card: Card, result = ''): Promise<RunReport | undefined> {
    return (await this.ask('run_report', { binding: card.stale ? -1 : card.binding.id, result }))?.answer;
  }

  /** Moves an arrow of a morphism's diagram to another entry, or to the base point, -1, by an edit of the program. */
  async moveArrow(card: Card, cell: number, target: number): Promise<void> {
    await this.act({ do: 'move_arrow', key: card.key, cell, target });
  }

  /** Sets a field of the form of the card's kernel, by an edit of the program. */
  async setField(card: Card, view: string, text: string): Promise<void> {
    await this.act({ do: 'set_field', key: card.key, view, text });
  }

  /** A value in a format, with the picture of the card. */
  async emit(card: Card, format: string): Promise<Reasoned<string> | undefined> {
    const made = await this.askOf(card, 'emit', { format, view: card.picture?.view ?? '' });
    return made?.answer ? { answer: made.answer.text } : made as Reasoned<string> | undefined;
  }

  /** Replaces a span of the evaluated program; does nothing if the program has changed. */
  replace([from, to]: readonly [number, number], text: string): void {
    const program = this.program.value;
    if (this.report.value?.program === program) this.edit(program.slice(0, from) + text + program.slice(to));
  }

  /** Pins the cell that the text names, and scrolls to it; returns the reason of a failure, or an empty text. */
  async seek(card: Card, text: string): Promise<string> {
    this.seeking.value = card.key;
    const changes = await this.act({ do: 'seek', key: card.key, text });
    return changes?.refused ?? '';
  }

  /** Adds lines at the end of the program, and shows them; their value gets a new name similar to `wish`. */
  async append(text: string, wish = '', view = ''): Promise<void> {
    await this.act({ do: 'append', text, wish, view });
  }

  /** Adds a pasted text; `fills` gives its missing integers. */
  async paste(text: string, fills: string): Promise<void> {
    await this.act({ do: 'paste', text, wish: fills });
  }

  /** Selects the card as the first of two to compare; as the second, adds the comparing line to the program. */
  async compare(card: Card): Promise<void> {
    await this.act({ do: 'compare', key: card.key });
  }

  private showLines({ span: [from], text }: ProgramEdit): void {
    const lines = text.trim();
    const begin = from + text.indexOf(lines);
    this.reveal.value = { span: [begin, begin + lines.length] };
  }

  /** Opens a file as the program, or next to it: returns true if next to it. `listed`: next to it whatever its origin. */
  async takeFile(name: string, text: string, listed: boolean): Promise<boolean> {
    const changes = await this.act({ do: 'take_file', wish: name, text, on: listed });
    if (changes?.refused) this.problem.value = changes.refused;
    if (!changes?.fileChanged) return false;
    this.openFile.value = { name };
    return true;
  }

  /** Evaluates a skipped line again. */
  retry(statement: string): void {
    this.stops.forget(statement);
    this.tell(this.whole());
  }

  private letFileGo(): void {
    const { reading } = this;
    if (reading) setTimeout(() => this.client.abandon(reading), fileGrace);
  }

  /** Sets the visible rows of the open file. */
  async listFile({ list, kind, words, row, byExcess }: FileChoice): Promise<void> {
    await this.act({ do: 'list_file', key: list, view: kind, text: words, cell: row, on: byExcess });
  }

  /** Opens a row of the open file as a card, or for -1 all visible ones in a program of their own: returns true if there is a new card. */
  async bring(row: number): Promise<boolean> {
    if (row < 0) this.open({ program: '' });
    const changes = await this.act({ do: 'bring', cell: row });
    return changes?.edit !== undefined;
  }

  async format(): Promise<void> {
    await this.act({ do: 'format' });
  }

  async sketch(program: string, view = ''): Promise<Sketch | undefined> {
    return (await this.ask('sketch', { program, mode: this.mode.value, view }))?.answer;
  }

  /** Requested once. */
  gallery(): Promise<readonly GalleryEntry[]> {
    this.entries ??= this.client.ask('gallery', {}).then((given) => given?.answer?.entries ?? []);
    return this.entries.catch((error: unknown) => {
      this.entries = undefined;
      this.explain(error);
      return [];
    });
  }

  /** As SVG; undefined if the entry has no picture. */
  galleryPicture(id: string): Promise<string | undefined> {
    const kept = this.thumbnails.get(id) ?? this.client.ask('gallery_picture', { id }).then((given) => given?.answer?.svg, () => undefined);
    this.thumbnails.set(id, kept);
    return kept;
  }

  async complete(program: string, position: number): Promise<Completions | undefined> {
    return (await this.client.ask('complete', { program, position }))?.answer;
  }

  /** Opens the current program of the page. */
  private whole(): Action {
    return { do: 'open', program: this.program.value, mode: this.mode.value, views: [...this.views.value], budget: openBudget };
  }

  /** Sends an action that makes another report: one at a time, and of waiting edits only the last one. */
  private tell(action: Action): void {
    this.inspector.hurry();
    this.stops.endSearch(this.client);
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
      this.stops.begin(ask as Ask<never>);
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
      this.fail(error, program, true);
    } finally {
      this.stops.end();
    }
  }

  /** Any other action. Its changes of the program are applied when it ends. */
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
      // A card that has disappeared meanwhile cannot open a section.
      if (refused && action.do !== 'unfold' && !isFile) notify(this, refused);
      if (!edit) return answer.changes;
      // The program has changed during the evaluation: the action is repeated for the new one.
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

  /** With the program and the skipped lines at the time of the request. */
  private doing(action: Action, engine: Parameters<Ask<Answer>>[0]): Promise<Answer> {
    return engine.act(action, this.whole(), this.stops.guard()) as unknown as Promise<Answer>;
  }

  /** Requests the pending open sections, one at a time, so that an edit waits for at most one of them. */
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

  /** Applies the changes of an action. */
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

  /** Loads static information from the core, which no caller waits for. */
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

  /** The information in the current language. */
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

  /** An action failed on `program`, which it `reads` if it makes another report. The line that stopped the core is skipped from now on, or searched for. */
  private fail(error: unknown, program: string, reads = false): void {
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
    // The user has changed the program meanwhile: the new one is evaluated.
    if (program !== this.program.peek()) return;
    this.problem.value = trap?.statement === '' && reads ? unread(program, trap.reason) : explanation(error);
    if (error instanceof TimeLimitError && !this.stops.searching) {
      // A blocked worker cannot report the line: it reports each line in a second attempt.
      this.stops.searching = true;
      this.problem.value = t('problem.searching', { message: lateness(error) });
    } else {
      this.stops.stop(program);
    }
  }

  /** The file is the cause, not the program, which returns. */
  private blameFile(error: unknown, name: string): void {
    this.problem.value = error instanceof AbandonedError ? t('file.abandoned', { name })
      : error instanceof TimeLimitError ? t('file.late', { name, seconds: error.milliseconds / 1000 })
        : error instanceof LoadError ? explanation(error) : t('file.stopped', { name, message: reasonOf(error) });
  }

  /** A question about the program failed; the program returns. */
  private explain(error: unknown): undefined {
    if (error instanceof LoadError) this.problem.value = explanation(error);
    else if (!(error instanceof AbandonedError)) this.problem.value = t('problem.answer', { message: reasonOf(error) });
    return undefined;
  }

  /** Everything on the screen belongs to a lost worker. The next worker evaluates the program. */
  private loseCore(): void {
    this.serial = -1;
    this.inspector.forget();
    this.openFile.value = undefined;
    this.cards.value = this.cards.value.map((card) => ({ ...card, stale: true }));
    // The failed call decides first, in a microtask.
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

/** Message for a trap before the first statement: only the begin of the program is known. */
function unread(program: string, message: string): string {
  const lines = program.split('\n');
  const first = Math.max(0, lines.findIndex((line) => !/^\s*(#|\/\/|$)/.test(line)));
  return t('problem.unread', { message, line: first + 1, text: lines[first]!.trim().slice(0, longestQuote) });
}
