// The built page in a real Chromium, served as a user would serve it.
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type CDPSession, type Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { chromiumFlags, chromiumPath } from '../tools/chromium.mjs';
import type { Choices } from '../../web/src/session/link';
import { encodeLink } from '../../web/src/session/link';
import { serve } from '../../web/serve.mjs';

const site = process.env['STRIDESCOPE_WEB_OUT'] ?? fileURLToPath(new URL('../../build/web', import.meta.url));

export interface Opened {
  page: Page;
  /** The page's complaints: uncaught errors, and errors on the console, the policy's among them. */
  complaints: string[];
}

/** The options of a page; all else belongs to a visitor. */
const ofPage: ReadonlySet<string> = new Set(['viewport', 'colorScheme']);
/** Blocks the service worker, which would store the files of the site again for each visitor of two seconds. */
const usual = { viewport: { width: 1440, height: 900 }, colorScheme: 'light', serviceWorkers: 'block' } as const;

export interface Site {
  url: string;
  /** A visit, of `composed` unless another path is given; '' is a first visit. `before` runs on the blank page, before it goes to the site. */
  open(path?: string, options?: BrowserContextOptions, before?: (page: Page) => Promise<void>): Promise<Opened>;
  /**
   * Another program on the page where the tests before have shown theirs: a fifth of the work of a visit. For a test that
   * is about no visit, and leaves behind nothing that outlives its program: no type of the elements, no attached runner.
   */
  show(fragment: string, options?: Pick<BrowserContextOptions, 'viewport' | 'colorScheme'>): Promise<Opened>;
}

/** Parts that the files of a worker share: a browser, and pages that are warm. It ends with the worker. */
interface Warm {
  browser: Browser;
  url: string;
  /** The visitor of most tests: to start one for each would take longer than the test. He forgets all after each. */
  visitor: BrowserContext;
  storage: CDPSession;
  /** A page that a test of this visitor has left: it opens the site in two thirds of a new one's time. */
  blank?: Page;
  /** The page of those who only show a program; its visitor is another, who forgets nothing. */
  going?: Opened;
}

/**
 * For `before`: each question reaches the core this many milliseconds late, as on a machine that has much to do. With
 * STRIDESCOPE_SLOW_CORE=MS all visits of all tests are so.
 */
export async function slowCore(page: Page | BrowserContext, milliseconds: number): Promise<void> {
  await page.addInitScript((late) => {
    const post = Worker.prototype.postMessage as (this: Worker, ...message: unknown[]) => void;
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
      setTimeout(() => post.apply(this, message), late);
    };
  }, milliseconds);
}

const always = Number(process.env['STRIDESCOPE_SLOW_CORE'] ?? 0);

async function visitorOf(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ ...usual, ...options });
  if (always) await slowCore(context, always);
  return context;
}

let warm: Warm | undefined;
let programs = 0;

async function start(): Promise<Warm> {
  const { server, url } = await serve(site);
  server.unref();
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
  const visitor = await visitorOf(browser);
  return { browser, url, visitor, storage: await visitor.newCDPSession(await visitor.newPage()) };
}

async function forget(): Promise<void> {
  const page = warm!.going?.page;
  delete warm!.going;
  await page?.context().close();
}

/** Call at the top of a test file. A page that reported an error fails its test. */
export function useSite(): Site {
  const opened: (Opened & { again: boolean })[] = [];
  const handle: Site = {
    url: '',
    async open(path = composed(), options = {}, before) {
      const { browser, visitor, blank } = warm!;
      const shared = Object.keys(options).every((name) => ofPage.has(name));
      const context = shared ? visitor : await visitorOf(browser, options);
      const again = shared && before === undefined;
      const page = (again && blank) || await context.newPage();
      if (page === blank) delete warm!.blank;
      if (shared) {
        await page.setViewportSize(options.viewport ?? usual.viewport);
        await page.emulateMedia({ media: null, colorScheme: options.colorScheme ?? usual.colorScheme });
      }
      const complaints = listen(page);
      await before?.(page);
      await page.goto(handle.url + path);
      await page.waitForSelector('.cm-content');
      opened.push({ page, complaints, again });
      return { page, complaints };
    },
    async show(hash, { viewport = usual.viewport, colorScheme = usual.colorScheme } = {}) {
      const between = `between${++programs}`;
      if (warm!.going && !await left(warm!.going.page, between)) await forget();
      const { page } = warm!.going ??= await newPage();
      const { width, height } = page.viewportSize()!;
      if (width !== viewport!.width || height !== viewport!.height) await page.setViewportSize(viewport!);
      await page.emulateMedia({ media: null, colorScheme });
      if (page.url() === 'about:blank') {
        await page.goto(handle.url + hash);
      } else {
        await page.evaluate((next) => {
          // The page may have written the address of the program before once more: the same one would change nothing.
          if (location.hash === next) history.replaceState(null, '', '#');
          location.hash = next;
        }, hash);
        await page.waitForFunction((name) => !document.querySelector(`[data-card="${name}"]`), between);
        // A page that is open hears of another scheme by an event, which may come after all this.
        await page.waitForFunction((scheme) => document.documentElement.dataset['theme'] === scheme, colorScheme);
      }
      await page.waitForSelector('.cm-content');
      return warm!.going;
    },
  };
  async function newPage(): Promise<Opened> {
    const page = await (await visitorOf(warm!.browser)).newPage();
    return { page, complaints: listen(page) };
  }
  beforeAll(async () => {
    if (!warm?.browser.isConnected()) warm = await start();
    handle.url = warm.url;
  });
  afterEach(async ({ task }) => {
    const { visitor, storage, going } = warm!;
    const complaints = going?.complaints.splice(0) ?? [];
    if (complaints.length || task.result?.state === 'fail') await forget();
    await warm!.going?.page.context().clearPermissions();
    const pages = opened.splice(0);
    await Promise.all(pages.map(async ({ page, again }) => {
      if (page.context() !== visitor) return page.context().close();
      if (!again || warm!.blank || page.isClosed()) return page.close();
      warm!.blank = page;
      page.removeAllListeners('pageerror');
      page.removeAllListeners('console');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goto('about:blank');
    }));
    await visitor.clearPermissions();
    await storage.send('Storage.clearDataForOrigin', { origin: new URL(handle.url).origin, storageTypes: 'all' });
    expect([...complaints, ...pages.flatMap((one) => one.complaints)]).toEqual([]);
  });
  return handle;
}

/** The page's complaints from now on. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return complaints;
}

/** True if the page is as at its start, but for a program of one value. */
async function left(page: Page, name: string): Promise<boolean> {
  await page.mouse.move(0, 0);
  await page.evaluate(async (hash) => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
    for (const section of document.querySelectorAll('details')) section.open = false;
    // The page learns of this a task later.
    await new Promise((told) => { setTimeout(told); });
    scrollTo(0, 0);
    location.hash = hash;
  }, fragment(`${name} = 1`));
  await page.waitForSelector(card(name));
  return page.evaluate(() => document.querySelectorAll('.card').length === 1 && !document.querySelector('.problem, dialog')
    && !document.querySelector('#sentence')!.textContent && document.documentElement.lang === 'en'
    && document.documentElement.dataset['theme'] === (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
}

/** The fragment that opens a program. */
export function fragment(program: string, mode: 't' | 'c' = 't', choices: Choices = {}): string {
  return encodeLink({ program, mode: mode === 'c' ? 'cute' : 'teaching', choices })!;
}

/** Three values with pictures. */
export const composed = (): string => fragment('# B walks over the elements of A\nA = (6,2):(8,2)\nB = (4,3):(3,1)\nR = composition(A, B)\n');

/** Replaces the program, as if it were typed. */
export async function type(page: Page, program: string): Promise<void> {
  await page.click('.cm-content');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(program);
}

/** Replaces the program, as if it were pasted: for texts that are too long to type. */
export async function paste(page: Page, program: string): Promise<void> {
  await page.click('.cm-content');
  await page.keyboard.press('ControlOrMeta+a');
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.querySelector('.cm-content')!
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, program);
}

export const card = (name: string): string => `[data-card="${name}"]`;
export const cell = (name: string, id: number): string => `${card(name)} [data-cell="${id}"]`;

/** Brings a card to the stage: the caret goes to its statement. */
export async function stage(page: Page, name: string): Promise<void> {
  await page.click(`${card(name)} h2 button`);
  await page.waitForSelector(`.on-stage ${card(name)}`);
}

/** Its place, once it is drawn and does not move: a pointer that goes to an earlier place goes to nothing. */
export async function place(page: Page, selector: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const element = page.locator(selector).first();
  for (let before = await element.boundingBox();;) {
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    const now = await element.boundingBox();
    if (now && before && now.x === before.x && now.y === before.y && now.width === before.width && now.height === before.height) return now;
    before = now;
  }
}

export async function printed(page: Page, name: string): Promise<string> {
  return (await page.textContent(`${card(name)} .printed`)) ?? '';
}

/** The ids of the outlined cells of a card. */
export async function lit(page: Page, name: string): Promise<number[]> {
  return page.$$eval(`${card(name)} [data-cell].ss-lit`, (elements) =>
    elements.map((element) => Number(element.getAttribute('data-cell'))));
}

/** Drops a file on the page. */
export function drop(page: Page, name: string, text: string): Promise<void> {
  return page.evaluate(([name, text]) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text!], name!));
    dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
  }, [name, text]);
}
