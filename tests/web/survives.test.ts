// Survival of the page: a core that traps or does not end, a full storage, a file that is not a program. Traps are
// planted in the worker by the test: the import by which the core asks about each statement (core/base/statement_gate.h)
// executes `unreachable` inside a module of its own, or waits forever.
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { card, composed, fragment, paste, printed, type, useSite } from './browser';

const site = useSite();

/** Statements with these names trap, trap where a picture is drawn, or do not end. */
const planted = `{
  const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 116, 0, 0, 10, 5, 1, 3, 0, 0, 11]);
  const { t: trap } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (module, imports) => {
    const seen = new Map();
    let memory;
    // The loader's imports have short names: the question about a statement is known by its text.
    const watched = (ask) => (...words) => {
      const answer = ask(...words);
      const [from, length] = words;
      if (words.length !== 2 || !answer || length < 1 || length > 1000 || from + length > memory.buffer.byteLength) return answer;
      const text = new TextDecoder().decode(new Uint8Array(memory.buffer, from, length));
      seen.set(text, (seen.get(text) ?? 0) + 1);
      if (text.includes('trap_value') || (text.startsWith('trap_picture') && seen.get(text) > 1)) trap();
      if (text.startsWith('endless')) {
        Atomics.wait(new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer), 0, 0);
      }
      return answer;
    };
    for (const [name, own] of Object.entries(imports)) {
      if (['second', 'foreign', 'kernels', 'traces'].includes(name)) continue;
      imports[name] = Object.fromEntries(Object.entries(own).map(([key, one]) => [key, typeof one === 'function' ? watched(one) : one]));
    }
    const instance = await instantiate(module, imports);
    memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
    return instance;
  };
}
`;

async function plant(page: Page, before = planted): Promise<void> {
  await page.route('**/assets/worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: before + await response.text() });
  });
}

function drop(page: Page, name: string, text: string | number[], repeat = 1): Promise<void> {
  return page.evaluate(([name, text, repeat]) => {
    const carried = new DataTransfer();
    const content = typeof text === 'string' ? text.repeat(repeat as number) : new Uint8Array(text as number[]);
    carried.items.add(new File([content], name as string));
    dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
  }, [name, text, repeat] as const);
}

test.each([['trap_value', 'unreachable'], ['trap_picture', 'unreachable'], ['endless', 'no answer within 4 s']])('a line that stops the core is named and skipped, the other cards come back: %s', async (name, reason) => {
  const { page } = await site.open(composed(), {}, plant);
  await page.waitForSelector(card('R'));
  const program = `A = (4,8):(8,1)\n${name} = (2,3):(3,1)\nC = coalesce(A)\n`;
  await type(page, program);
  await page.waitForSelector('.skipped', { timeout: 20_000 });
  expect(await page.textContent('.skipped')).toContain(`Line 2 stopped the core (${reason})`);
  await page.waitForSelector(`${card('C')}:not(.stale) .printed`);
  expect(await printed(page, 'A')).toBe('(4,8):(8,1)');
  expect(await printed(page, 'C')).toBe('(4,8):(8,1)');
  expect(await page.locator(card(name)).count()).toBe(0);
  expect(await page.locator('.problem:not(.skipped)').count()).toBe(0);
  expect(await page.textContent('.cm-content')).toContain(`${name} = (2,3):(3,1)`);
  // It stays skipped while other lines are edited.
  await page.click('.cm-content');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('D = 4:1\n');
  await page.waitForSelector(card('D'));
  expect(await page.locator('.skipped').count()).toBe(1);
  await type(page, program.replace(name, 'other'));
  await page.waitForSelector(card('other'));
  expect(await page.locator('.skipped').count()).toBe(0);
});

test('a trap before the first statement names the phase and where the program begins', async () => {
  // The trap comes before the core's question about the first statement is answered.
  const early = planted.replace('const answer = ask(...words);', `
      const asked = words.length === 2 && words[1] > 0 && words[1] < 1000 && words[0] + words[1] <= memory.buffer.byteLength
        ? new TextDecoder().decode(new Uint8Array(memory.buffer, words[0], words[1])) : '';
      if (asked.startsWith('early')) trap();
      const answer = ask(...words);`);
  const { page } = await site.open(composed(), {}, (blank) => plant(blank, early));
  await page.waitForSelector(card('R'));
  await type(page, '# notes\n\nearly = (4,8):(8,1)\nB = 4:1\n');
  await page.waitForSelector('.problem', { timeout: 20_000 });
  expect(await page.textContent('.problem')).toBe('The core failed (unreachable) while it read the program, before the first statement. '
    + 'The program begins at line 3: early = (4,8):(8,1)');
  await type(page, 'B = 4:1\n');
  await page.waitForSelector(card('B'));
  expect(await page.locator('.problem').count()).toBe(0);
});

test('several lines that trap are all skipped, and one is tried again', async () => {
  const { page } = await site.open(fragment('A = 4:1\ntrap_value1 = 2:1\ntrap_value2 = 3:1\nB = 8:1\n'), {}, plant);
  await expect.poll(() => page.locator('.skipped').count()).toBe(2);
  await page.waitForSelector(card('B'));
  await page.click('.skipped:nth-of-type(1) button');
  await expect.poll(() => page.locator('.skipped').allTextContents()).toEqual([
    expect.stringContaining('Line 2'), expect.stringContaining('Line 3'),
  ]);
  await page.waitForSelector(card('B'));
});

test('after a program was stopped, one that is typed at once is evaluated', async () => {
  // Every worker hangs in each message about that program, whatever the core would do.
  const { page } = await site.open(composed(), {}, (blank) => plant(blank, `addEventListener('message', ({ data }) => {
    const never = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
    if (JSON.stringify(data).includes('hang')) Atomics.wait(never, 0, 0);
  });`));
  await page.waitForSelector(card('R'));
  for (let turn = 0; turn < 3; ++turn) {
    await type(page, `A = (4,4):(4,1) # hang ${turn}`);
    await page.waitForSelector('.problem', { timeout: 10_000 });
    expect(await page.textContent('.problem')).toContain('Stopped');
    await type(page, `Z${turn} = (2,3):(3,1)`);
    await page.waitForSelector(`${card(`Z${turn}`)}`, { timeout: 2500 });
    await page.waitForTimeout(300);
    expect(await page.locator('.problem').count()).toBe(0);
  }
  // No earlier question stops it later.
  await page.waitForTimeout(4500);
  expect(await page.locator('.problem').count()).toBe(0);
  expect(await page.locator(`${card('Z2')}.stale`).count()).toBe(0);
});

test.each([['full', 'QuotaExceededError'], ['forbidden', 'SecurityError']])('a storage that is %s is reported, and a copy can be saved', async (_, error) => {
  const { page } = await site.open(composed(), {}, async (before) => {
    await before.addInitScript((name) => {
      Storage.prototype.setItem = () => { throw new DOMException('', name); };
    }, error);
  });
  await page.waitForSelector(card('R'));
  await type(page, 'mine = (4,8):(8,1)\n');
  await page.waitForSelector('.unkept');
  expect(await page.textContent('.unkept')).toContain('does not keep your work');
  const { y, height } = (await page.locator('.unkept').boundingBox())!;
  expect(y).toBeLessThan(100);
  expect(height).toBeGreaterThan(20);
  const saving = page.waitForEvent('download');
  await page.click('.unkept .primary');
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('program.stride');
  const { readFile } = await import('node:fs/promises');
  expect(await readFile(await saved.path(), 'utf8')).toBe('mine = (4,8):(8,1)\n');
});

test('a program that is too long for a link is not copied as one: size and limit are reported, and it can be saved', async () => {
  const { page } = await site.open();
  await page.waitForSelector(card('R'));
  // Longer texts that are pasted at once count as files.
  await type(page, `A = 4:1 # ${'x'.repeat(700_000)}\n`);
  await page.click('.share summary, .share button');
  await page.click('text=Copy a link');
  await page.waitForSelector('.unkept');
  expect(await page.textContent('.unkept')).toMatch(/A link of 700\d{3} bytes is too long: the limit is 600000/);
  const saving = page.waitForEvent('download');
  await page.click('.unkept .primary');
  expect((await saving).suggestedFilename()).toBe('program.stride');
  await page.waitForFunction(() => !document.querySelector('.unkept'));
});

test('a storage that has room again is not reported any more', async () => {
  const { page } = await site.open(composed(), {}, async (before) => {
    await before.addInitScript(() => {
      const set = Storage.prototype.setItem as (this: Storage, key: string, value: string) => void;
      Object.assign(window, { full: true });
      Storage.prototype.setItem = function (this: Storage, key: string, value: string) {
        if ((window as unknown as { full: boolean }).full) throw new DOMException('', 'QuotaExceededError');
        set.call(this, key, value);
      };
    });
  });
  await page.waitForSelector(card('R'));
  await type(page, 'mine = (4,8):(8,1)\n');
  await page.waitForSelector('.unkept');
  await page.evaluate(() => Object.assign(window, { full: false }));
  await type(page, 'mine = (4,9):(9,1)\n');
  await page.waitForFunction(() => !document.querySelector('.unkept'));
});

test('files that are not programs are refused by name, and the program stays', async () => {
  const { page } = await site.open();
  await page.waitForSelector(card('R'));
  await type(page, 'mine = (4,8):(8,1)\n');
  await page.waitForSelector(card('mine'));
  const refused: [string, string | number[], number, string][] = [
    ['empty.mlir', '', 1, 'empty.mlir is empty.'],
    ['blank.txt', ' \n\t\n', 1, "the file 'blank.txt' is empty"],
    ['a.png', [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 255, 254], 1, "the file 'a.png' is not text"],
    ['package.json', '{"name": "x", "list": ["a", "b"], "n": 1}\n', 1, "the file 'package.json' has no line with a value"],
    ['log.txt', 'some words of a log file 1234\n', 700_000, "the file 'log.txt' has 21000000 bytes; a program has at most 262144"],
  ];
  for (const [name, text, repeat, words] of refused) {
    await drop(page, name, text, repeat);
    await page.waitForFunction((expected) => document.querySelector('.problem')?.textContent?.includes(expected), words);
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await page.textContent('.cm-content')).toContain('mine = (4,8):(8,1)');
    expect(await page.locator(`${card('mine')}:not(.stale)`).count()).toBe(1);
  }
  await type(page, 'other = (4,8):(8,1)\n');
  await page.waitForSelector(card('other'));
  expect(await page.locator('.problem').count()).toBe(0);
});

const tile = `#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module {
  tt.func @f(%a: tensor<64x64xf32, #blocked>) {
    %0 = arith.addf %a, %a : tensor<64x64xf32, #blocked>
    tt.return
  }
}
// -----
`;

test('a module that takes longer than a program may is read', async () => {
  const { page } = await site.open();
  await page.waitForSelector(card('R'));
  await drop(page, 'large.mlir', tile, Math.floor(40e6 / tile.length));
  await page.waitForSelector('.file-row', { timeout: 100_000 });
  expect(await page.locator('.problem').count()).toBe(0);
}, 120_000);

test('a file that stops the core is named, the program comes back, and the next file is read', async () => {
  const { page } = await site.open(composed(), {}, plant);
  await page.waitForSelector(card('R'));
  await drop(page, 'kernel.py', 'trap_value = cute.make_layout((4, 8))\n');
  await page.waitForSelector('.problem');
  expect(await page.textContent('.problem')).toBe('kernel.py stopped the core (unreachable). The program is unchanged.');
  await page.waitForSelector(`${card('R')}:not(.stale)`);
  await drop(page, 'kernel.mlir', tile);
  await page.waitForSelector('.file-row');
  expect(await page.locator('.problem').count()).toBe(0);
});

test('a program that is typed while a long file is read is evaluated, and the file is reported', async () => {
  const { page } = await site.open(composed(), {}, (blank) => plant(blank, `addEventListener('message', ({ data }) => {
    const never = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
    if (JSON.stringify(data).includes('take_file')) Atomics.wait(never, 0, 0);
  });`));
  await page.waitForSelector(card('R'));
  await drop(page, 'endless.mlir', tile);
  await paste(page, 'Z = (2,3):(3,1)');
  await page.waitForSelector(card('Z'), { timeout: 10_000 });
  expect(await page.textContent('.problem')).toContain('endless.mlir was not read to its end because the program was edited');
  expect(await page.locator(`${card('Z')}.stale`).count()).toBe(0);
});
