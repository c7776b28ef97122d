// The core's module has parts: the first draws the page's first picture and every program of the gallery, the second comes
// after it, and the part of a subject when a call needs it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { card, cell, composed, fragment, printed, type, useSite } from './browser';
import { galleryEntries } from './gallery_entries';

const site = useSite();
const second = /stridescope\.second-.*\.wasm$/;
const foreign = /stridescope\.foreign-.*\.wasm$/;

/** Holds the second part back until `release` is called; `asked` counts the requests for it. */
function holdBack(): { before: (page: Page) => Promise<void>; release: () => void; asked: () => number } {
  let release!: () => void;
  let requests = 0;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    async before(page) {
      await page.route(second, async (route) => {
        ++requests;
        await released;
        await route.continue();
      });
    },
    release,
    asked: () => requests,
  };
}

test('the first part draws the first program; questions that come before the second part wait for it', async () => {
  const { before, release, asked } = holdBack();
  const { page } = await site.open('', {}, before);
  await page.waitForSelector(cell('column', 0));
  expect(await printed(page, 'matrix')).toBe('(32,32):(32,1)');
  await page.hover(cell('column', 0));
  await page.waitForTimeout(300);
  expect(asked()).toBe(1);
  expect(await page.locator(`${card('matrix')} .ss-lit`).count()).toBe(0);
  release();
  await page.waitForSelector(`${card('column')} .ss-lit`);
});

test('so it is in Chinese, with every word in Chinese from the first on, however late they come', async () => {
  const { before, release, asked } = holdBack();
  const { page } = await site.open('', { locale: 'zh-CN' }, async (blank) => {
    await before(blank);
    await blank.route(/\/zh-.*\.js$/, async (route) => {
      await new Promise((resolve) => { setTimeout(resolve, 700); });
      await route.continue();
    });
    await blank.addInitScript(() => {
      const said = new Set<string>();
      Object.assign(window, { said });
      new MutationObserver(() => {
        for (const one of document.querySelectorAll('#page :is(button, summary, dt, .legend p, .legend li, .views *, .welcome p, text, .note)')) {
          if (!one.childElementCount && one.textContent) said.add(one.textContent.trim());
        }
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
  });
  await page.waitForSelector(cell('column', 0));
  await page.waitForTimeout(300);
  expect(asked()).toBe(1);
  release();
  await page.waitForFunction(() => document.querySelector('.bottom')?.textContent?.includes('0.1.0'));
  const words = await page.evaluate(() => [...(window as unknown as { said: Set<string> }).said]);
  expect(words.filter((one) => /\p{Script=Han}/u.test(one)).length).toBeGreaterThan(10);
  // Names of functions, of values and of keys are what they are, and so are CuTe's terms that GPU engineers do not translate.
  const terms: readonly string[] = ['Atom', 'coshape', 'cosize', 'mode', 'bank', 'matrix', 'column'];
  expect(words.filter((one) => /[a-z]{3}/i.test(one) && !/\p{Script=Han}/u.test(one) && !terms.includes(one))).toEqual(['CuTe', 'Ctrl K']);
});

test.each(['tour/complement', 'ladder/gemm_12', 'kernels/gemm_sm90'])('the link of %s is drawn by the first part, painted pictures too', async (id) => {
  const { before, release, asked } = holdBack();
  const { program, choices } = galleryEntries().find((entry) => entry.id === id)!;
  const { page } = await site.open(fragment(program, 't', choices), {}, before);
  await page.waitForSelector('.on-stage .picture :is(svg, canvas)');
  await page.waitForTimeout(200);
  expect(asked()).toBe(1);
  release();
});

test('a program that needs the second part waits for it, without a time limit', async () => {
  const { before, release, asked } = holdBack();
  const { page } = await site.open(fragment('S = Swizzle<2,0,3> o (8,8):(8,1)\nI = linear_bases((4,8):(8,1))\n'), {}, before);
  await page.waitForTimeout(4500);
  expect(await page.locator(card('S')).count()).toBe(0);
  release();
  await page.waitForSelector(cell('S', 3));
  expect(await printed(page, 'I')).toBe('((8,16),(1,2,4))');
  expect(asked()).toBe(1);
});

test('an error of the first evaluation shows the signature, a text of the second part', async () => {
  const { page } = await site.open(fragment('R = composition((4,8):(1,4))\n'));
  await page.waitForSelector('text=composition(A, B)');
});

test('without the second part the first picture stays, a later edit reports what is missing, and typing tries again', async () => {
  let broken = true;
  const { page, complaints } = await site.open(composed(), {}, async (blank) => {
    await blank.route(second, (route) => (broken ? route.abort() : route.continue()));
  });
  await page.waitForSelector(cell('R', 3));
  await type(page, 'I = right_inverse((4,2):(2,1))\n');
  await page.waitForSelector('text=could not be loaded');
  broken = false;
  await type(page, 'J = right_inverse((4,2):(2,1))\n');
  await page.waitForSelector(cell('J', 1));
  expect(await printed(page, 'J')).toBe('(2,4):(4,1)');
  // The browser's own word on the requests that failed.
  complaints.splice(0, complaints.length, ...complaints.filter((complaint) => !complaint.includes('ERR_FAILED')));
});

test('a subject is loaded when a program needs it, and a failed download is reported and tried again', async () => {
  let broken = true;
  const asked: string[] = [];
  const { page, complaints } = await site.open(composed(), {}, async (blank) => {
    blank.on('request', (request) => {
      const part = /stridescope\.(\w+)-.*\.wasm$/.exec(request.url())?.[1];
      if (part) asked.push(part);
    });
    await blank.route(foreign, (route) => (broken ? route.abort() : route.continue()));
  });
  await page.waitForSelector(cell('R', 3));
  // A word that is not a name yet, as while one types.
  await type(page, 'A = (4,2):(2,1)\nB = compo');
  await page.waitForSelector(cell('A', 1));
  await expect.poll(() => asked).toEqual(['second']);
  const layout = '"#ttg.blocked<{sizePerThread = [1,8], threadsPerWarp = [4,8], warpsPerCTA = [4,1], order = [1,0]}>"';
  await type(page, `T = triton(${layout}, (64,64))\n`);
  await page.waitForSelector('text=could not be loaded');
  broken = false;
  await type(page, `U = triton(${layout}, (64,64))\n`);
  await page.waitForSelector(card('U'));
  expect(new Set(asked)).toEqual(new Set(['second', 'foreign']));
  complaints.splice(0, complaints.length, ...complaints.filter((complaint) => !complaint.includes('ERR_FAILED')));
});
