// <stride-scope>: the pictures of a program, in any page. What is in the element, its text or a picture, is shown until
// the element is first visible; then the core draws the values, and describes the cell under the pointer.
import { chosen, load, type Mode, type Session } from './core';

/** Rules of all elements. A page's policy on styles concerns no sheet that a script makes. */
const rules = `
:host { ${COLORS} --ss-muted: var(--muted); --ss-line: var(--line); display: block; overflow-x: auto; padding: 8px;
  background: var(--panel); color: var(--text); font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
:host([hidden]) { display: none; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
:host([theme="auto"]) { color-scheme: light dark; }
figure { margin: 0 0 8px; }
figcaption { display: inline-block; text-align: start; white-space: pre-wrap; }
svg { max-width: 100%; height: auto; }
.lit rect { stroke: var(--lit); stroke-width: 2.5px; }
output { display: block; min-height: 1.4em; color: var(--muted); white-space: pre-wrap; }
[role="alert"] { margin: 0; color: var(--bad); }
slot { white-space: pre-wrap; }`;

/** In milliseconds: a program has the thread of the page for so long. Each statement has the core's budget in any case. */
const timeLimit = 1000;
/** Values that are drawn: each takes the page some milliseconds. */
const mostFigures = 64;

/** Styles of the pictures that were drawn. */
const pictureRules = new Set<string>();
let sheet: CSSStyleSheet | undefined;

/** Node has no elements: there the class is never used. */
const Base = (globalThis.HTMLElement ?? Object) as typeof HTMLElement;

const seen = 'IntersectionObserver' in globalThis ? new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen!.unobserve(target);
    (target as StrideScope).draw();
  }
}) : undefined;

export class StrideScope extends Base {
  static readonly observedAttributes = ['program', 'value', 'view', 'mode'];
  private readonly root = this.attachShadow({ mode: 'open' });
  private readonly changes = new MutationObserver(() => this.change());
  private drawn = false;

  constructor() {
    super();
    this.root.append(document.createElement('slot'));
    if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(rules);
    this.root.adoptedStyleSheets = [sheet];
    this.root.addEventListener('pointerover', ({ target }) => this.point(target as Element));
    this.root.addEventListener('pointerleave', () => this.point(undefined));
  }

  connectedCallback(): void {
    if (!this.drawn) seen!.observe(this);
    this.changes.observe(this, { childList: true, characterData: true, subtree: true });
  }

  disconnectedCallback(): void {
    seen!.unobserve(this);
    this.changes.disconnect();
  }

  attributeChangedCallback(): void {
    this.change();
  }

  private change(): void {
    if (this.drawn) this.draw();
  }

  private get program(): string {
    return this.getAttribute('program') ?? this.textContent;
  }

  private report(core: Session): ReturnType<Session['report']> {
    return core.report(this.program, (this.getAttribute('mode') ?? undefined) as Mode | undefined, timeLimit);
  }

  /** Draws the values of the program that have a picture, or the one that the attribute `value` names. */
  draw(): void {
    this.drawn = true;
    load().then((core) => {
      const { bindings, diagnostics } = this.report(core);
      const value = this.getAttribute('value');
      const one = value === null ? undefined : chosen(bindings, value);
      const pictured = value === null ? bindings.filter(({ views }) => views.length) : one ? [one] : [];
      const parts = (pictured.length || value !== null ? pictured.slice(0, mostFigures) : bindings.slice(-1)).map(({ id, name, text, views }) => {
        const figure = make('figure', make('figcaption', `${name && `${name} = `}${views.length ? text.split('\n')[0]! : text}`));
        figure.dataset['value'] = String(id);
        if (views.length) figure.append(picture(core, id, this.getAttribute('view') ?? '', pictured.length === 1));
        return figure;
      });
      const wrong = diagnostics.map(({ message, hint }) => alert(hint ? `${message}: ${hint}` : message));
      if (value !== null && !one) wrong.push(alert(`the program has no value ${value}`));
      if (pictured.length > mostFigures) wrong.push(alert(`shown: the first ${mostFigures} of ${pictured.length} values`));
      this.show(...parts, ...wrong, make('output', ''));
    }).catch((error: Error) => this.show(alert(error.message)));
  }

  private show(...parts: Element[]): void {
    this.root.replaceChildren(...parts);
    this.dispatchEvent(new Event('drawn'));
  }

  /** Describes a cell, and marks the cells of all values that it comes from and those that come from it. */
  private async point(target: Element | undefined): Promise<void> {
    const at = target?.closest<HTMLElement>('[data-cell]');
    const binding = Number(at?.closest<HTMLElement>('figure')?.dataset['value']);
    const cell = Number(at?.dataset['cell']);
    const core = at && await load();
    for (const lit of this.root.querySelectorAll('.lit')) lit.classList.remove('lit');
    let text = '';
    try {
      if (core) {
        this.report(core);
        const { sentence, cells } = core.ask('linked', { binding, cell });
        text = sentence || core.ask('describe', { binding, cell }).text;
        for (const one of cells) {
          for (const found of this.root.querySelectorAll(`[data-value="${one.binding}"] [data-cell="${one.cell}"]`)) found.classList.add('lit');
        }
      }
    } catch {
      // Cells of some pictures are not coordinates of the value: they stay as they are.
    }
    const output = this.root.querySelector('output');
    if (output) output.textContent = text;
  }
}

function make(tag: string, ...contents: (string | Node)[]): HTMLElement {
  const made = document.createElement(tag);
  made.append(...contents);
  return made;
}

function alert(message: string): HTMLElement {
  const made = make('p', message);
  made.setAttribute('role', 'alert');
  return made;
}

/** The picture of a value. Of several values each takes the words of the view that it offers; a single one must offer all. */
function picture(core: Session, binding: number, view: string, strict: boolean): Element {
  try {
    const made = make('div');
    const { text } = core.ask('emit', { binding, format: 'svg', view, strict });
    // The core escapes the texts in a picture. Its style is for one that stands alone.
    made.innerHTML = text.replace(/<style>([^<]*)<\/style>/, (_, own: string) => {
      if (!pictureRules.has(own)) sheet!.replaceSync([rules, ...pictureRules.add(own)].join('\n'));
      return '';
    });
    // A title would pop up over the cells; the name is kept for screen readers.
    const title = made.querySelector('title');
    title?.parentElement?.setAttribute('aria-label', title.textContent);
    title?.remove();
    return made;
  } catch (error) {
    return alert((error as Error).message);
  }
}
