// The heads beside a picture that scrolls: those of every cell, or of every so many that they do not touch.

/** Room for the heads at the left; the style sheet has the same. */
export const rulerWidth = 46;

const leastDown = 18;
const letter = 8;
const gap = 12;

export class Ruler {
  private readonly element: HTMLElement;
  private readonly heads = new Map<number, string>();
  private ticks: { place: number; middle: number }[] = [];

  constructor(host: HTMLElement, private readonly way: 'across' | 'down') {
    this.element = host.appendChild(document.createElement('div'));
    this.element.className = `ruler ${way}`;
    this.element.setAttribute('aria-hidden', 'true');
  }

  /** For cells of this size, of which `count` are there and those from `scrolled` on are seen. */
  draw(size: number, scrolled: number, seen: number, count: number): void {
    const least = this.way === 'down' ? leastDown : String(count).length * letter + gap;
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

  /** The places whose heads are not known yet. */
  missing(): number[] {
    return this.ticks.map(({ place }) => place).filter((place) => !this.heads.has(place));
  }

  /** The picture is another one. */
  forget(): void {
    this.heads.clear();
  }

  learn(places: readonly number[], heads: readonly string[]): void {
    places.forEach((place, index) => this.heads.set(place, heads[index] ?? ''));
    this.write();
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
