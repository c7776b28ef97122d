// The core's sentences in another language. A table has whole texts, and texts with holes: # is a number, {a} anything,
// such as a layout, {f} a name in a program; what stands in another hole is translated in its turn.

interface Pattern {
  matches: RegExp;
  /** Of each capture its hole: "#", or the name of one that takes anything. */
  holes: readonly string[];
  text: string;
}

/** Sentences within sentences. */
const deepest = 4;
/** More than this is not kept. */
const mostKept = 5000;

export class Translator {
  private readonly patterns: Pattern[];
  private readonly kept = new Map<string, string>();

  constructor(private readonly terms: Readonly<Record<string, string>>) {
    // The more a pattern says itself, the earlier it is tried.
    const own = (key: string): number => key.replace(/\{\w+\}|#/g, '').length;
    this.patterns = Object.entries(terms).filter(([key]) => key.includes('{')).sort(([a], [b]) => own(b) - own(a)).map(([key, text]) => {
      const holes: string[] = [];
      const source = key.split(/(\{\w+\}|#)/).map((part) => {
        if (part !== '#' && !/^\{\w+\}$/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        holes.push(part === '#' ? part : part.slice(1, -1));
        return part === '#' ? '(-?\\d+)' : '(.+?)';
      }).join('');
      return { matches: new RegExp(`^${source}$`, 's'), holes, text };
    });
  }

  translate(text: string): string {
    let translated = this.kept.get(text);
    if (translated === undefined) {
      translated = this.find(text, 0) ?? text;
      if (this.kept.size > mostKept) this.kept.clear();
      this.kept.set(text, translated);
    }
    return translated;
  }

  private find(text: string, depth: number): string | undefined {
    if (depth > deepest || !/[a-z]/i.test(text)) return undefined;
    return this.terms[text] ?? this.byNumbers(text) ?? this.byPattern(text, depth) ?? this.byParts(text, '; ', '；', depth) ?? this.byParts(text, ', ', '，', depth);
  }

  /** "mode 2": the same for every number. */
  private byNumbers(text: string): string | undefined {
    const numbers: string[] = [];
    const key = text.replace(/\d+/g, (number) => {
      numbers.push(number);
      return '#';
    });
    const found = numbers.length ? this.terms[key] : undefined;
    return found?.replace(/#/g, () => numbers.shift() ?? '');
  }

  private byPattern(text: string, depth: number): string | undefined {
    for (const { matches, holes, text: translated } of this.patterns) {
      const match = matches.exec(text);
      if (!match) continue;
      const numbers = holes.flatMap((hole, at) => (hole === '#' ? [match[at + 1]!] : []));
      const named = new Map(holes.map((hole, at) => [hole, match[at + 1]!]));
      return translated.replace(/\{(\w+)\}|#/g, (whole, name?: string) => {
        if (name === undefined) return numbers.shift() ?? whole;
        // A name in a program has no translation, though the same word in a sentence may have one.
        if (name === 'f') return named.get(name) ?? whole;
        const part = named.get(name) ?? whole;
        return this.find(part, depth + 1) ?? part;
      });
    }
    return undefined;
  }

  /** Only where every part that has words is known. */
  private byParts(text: string, separator: string, joined: string, depth: number): string | undefined {
    if (!text.includes(separator)) return undefined;
    const parts = text.split(separator).map((part) => (/[a-z]{2}/i.test(part) ? this.find(part, depth + 1) : part));
    return parts.every((part) => part !== undefined) ? parts.join(joined) : undefined;
  }
}
