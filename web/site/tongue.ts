// A language of the site: its words, and the core that speaks it.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnswerOf, Method, RequestOf } from '../src/core/binding.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const read = (name: string): string => readFileSync(`${root}/${name}`, 'utf8');

const english = JSON.parse(read('core/data/strings.en.json')) as Record<string, string>;

interface Catalog { name: string; sentences: Record<string, string>; page: Record<string, string>; site: Record<string, string> }

/** The core of the npm package, with the methods of the door. */
export interface Core {
  call<M extends Method>(method: M, request: RequestOf<M>): AnswerOf<M>;
  ask<M extends Method>(method: M, request: RequestOf<M>): AnswerOf<M>;
}

export class Tongue {
  /** Words of the site that have no text in this language. */
  readonly missing = new Set<string>();

  private constructor(readonly code: string, readonly name: string, private readonly catalog: Catalog | undefined, readonly core: Core) {}

  /** English, and each language of core/data/languages. */
  static all(core: Core): Tongue[] {
    const others = readdirSync(`${root}/core/data/languages`).map((file) => {
      const catalog = JSON.parse(read(`core/data/languages/${file}`)) as Catalog;
      return new Tongue(file.replace('.json', ''), catalog.name, catalog, core);
    });
    return [new Tongue('en', 'English', undefined, core), ...others];
  }

  /** The core answers in this language from now on. */
  begin(): this {
    this.core.call('speak', { sentences: this.sentences });
    return this;
  }

  /** The core's sentences; empty for English. */
  get sentences(): Readonly<Record<string, string>> {
    return this.catalog?.sentences ?? {};
  }

  /** The language tag of a document, with the region, which selects the look of characters. */
  get tag(): string {
    const { language, region } = new Intl.Locale(this.code).maximize();
    return this.code === 'en' ? 'en' : `${language}-${region}`;
  }

  /** The folder of its pages. */
  get folder(): string {
    return this.code === 'en' ? '' : `${this.code}/`;
  }

  /** A sentence of the site, with values in its braces. */
  say(text: string, values: Readonly<Record<string, string | number>> = {}): string {
    const own = this.catalog && (this.catalog.site[text] ?? this.catalog.sentences[text]);
    if (this.catalog && own === undefined) this.missing.add(text);
    return filled(own ?? text, values);
  }

  /** A word of the page, by its key. */
  page(key: string, values: Readonly<Record<string, string | number>> = {}): string {
    const text = this.catalog?.page[key] ?? english[key];
    if (text === undefined) throw new Error(`strings.en.json does not have ${key}`);
    return filled(text, values);
  }
}

const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
