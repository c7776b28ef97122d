// The heads beside a picture that scrolls: those of every cell, or of every so many that they do not touch. A head of
// two lines is an index with the coordinate of a nested mode under it.

/** Room for the heads at the left, when they are short; the style sheet has the same, and the room above. */
export const rulerWidth = 46;
const rulerHeight = 18;
const widest = 150;

const letter = 7;
const line = 13;
const gap = 12;

export class Ruler {
  private readonly element: HTMLElement;
  private readonly heads = new Map<number, string>();
  private ticks: { place: number; middle: number }[] = [];
  /** Of the heads that are known: characters of the longest line, and lines. */
  private longest = 0;
  private lines = 1;

  constructor(host: HTMLElement, private readonly way: 'across' | 'down') {
    this.element = host.appendChild(document.createElement('div'));
    this.element.className = `ruler ${way}`;
    this.element.setAttribute('aria-hidden', 'true');
  }

  /** The room that the heads take beside the picture. */
  get thickness(): number {
    return this.way === 'down'
      ? Math.min(widest, Math.max(rulerWidth, this.longest * letter + 8)) : rulerHeight + (this.lines - 1) * line;
  }

  /** For cells of this size, of which `count` are there and those from `scrolled` on are seen. */
  draw(size: number, scrolled: number, seen: number, count: number): void {
    const least = this.way === 'down' ? 5 + this.lines * line : Math.max(this.longest, String(count).length) * letter + gap;
    let every = 1;
    while (every * size < least) every *= 2;
    this.ticks = [];
    for (let place = Math.ceil(scrolled / size / every - 1) * every; place < count && place * size < scrolled + seen; place += every) {
      // Of one head for many cells, its place is the first one's edge.
      const middle = (every === 1 ? place + 0.5 : place + Math.min(0.5, 6 / size)) * size - scrolled;
      if (place >= 0 && middle >= 0 && middle <= seen) this.ticks.push({ place, middle });
    }
    this.write();
  }

  /** The places that have a head. */
  places(): number[] {
    return this.ticks.map(({ place }) => place);
  }

  /** Those of them whose heads are not known yet. */
  missing(): number[] {
    return this.places().filter((place) => !this.heads.has(place));
  }

  /** The picture is another one. Its heads keep the room of the ones before: most likely they need it too. */
  forget(): void {
    this.heads.clear();
  }

  /** True when the heads need more room than before. */
  learn(places: readonly number[], heads: readonly string[]): boolean {
    const { thickness, longest } = this;
    places.forEach((place, index) => {
      const head = heads[index] ?? '';
      const lines = head.split('\n');
      this.heads.set(place, head);
      this.lines = Math.max(this.lines, lines.length);
      this.longest = Math.max(this.longest, ...lines.map(({ length }) => length));
    });
    return this.thickness !== thickness || this.longest !== longest;
  }

  private write(): void {
    this.element.replaceChildren(...this.ticks.map(({ place, middle }) => {
      const head = document.createElement('span');
      head.textContent = this.heads.get(place) ?? '';
      head.style[this.way === 'across' ? 'left' : 'top'] = `${middle}px`;
      return head;
    }));
  }
}
