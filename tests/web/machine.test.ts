// The PTX machine in the page: PTX is pasted, runs, and is stepped forwards and backwards.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { drop, slowCore, useSite } from './browser';

const site = useSite();
const transpose = readFileSync(fileURLToPath(new URL('../machine/transpose.ptx', import.meta.url)), 'utf8');
const pipeline = readFileSync(fileURLToPath(new URL('../machine/faults/pipeline.ptx', import.meta.url)), 'utf8');

const instant = (page: Page): Promise<number> => page.inputValue('.timeline input').then(Number);

test('PTX without a kernel says that it has none', async () => {
  const { page } = await site.open();
  await page.waitForSelector('.card');
  await drop(page, 'function.ptx', '.version 8.0\n.target sm_90\n.address_size 64\n.func f()\n{\nret;\n}\n');
  await page.waitForSelector('text=the PTX has no kernel: expected a function that begins with .entry');
});

test('pasted PTX is named, and its button is the way on', async () => {
  const { page } = await site.open();
  await page.click('.open-paste');
  await page.fill('.paste textarea', transpose);
  await page.waitForSelector('.paste .note:has-text("This is PTX")');
  expect(await page.locator('.paste .note').count()).toBe(1);
  await page.click('.paste .primary:enabled');
  await page.waitForSelector('.launch');
});

test('PTX that filters have thinned out says what is supposed; a wrong line is in sight', async () => {
  const filler = '\tmov.u32 %r1, %tid.x;\n'.repeat(200);
  const { page } = await site.open();
  await page.waitForSelector('.card');
  await drop(page, 'filtered.txt', `.visible .entry scale(float*, int)(\n\t.param .u64 scale(float*, int)_param_0\n)\n{\n\tld.param.u64 %rd1, [scale(float*, int)_param_0];\n${filler}\tret;\n}\n`);
  await page.waitForSelector('.launch .supposed:has-text("PTX ISA 9.0 and sm_90a are assumed")');
  expect(await page.locator('.launch .supposed li').count()).toBe(4);
  await drop(page, 'wrong.ptx', `.version 8.0\n.target sm_80\n.visible .entry k()\n{\n.reg .b32 %r<2>;\n${filler}\tadd.u32 %r1, %r1, missing;\n\tret;\n}\n`);
  await page.waitForSelector('.ptx-line.wrong:has-text("add.u32")');
});

test('a CUDA source without layouts says how it becomes PTX', async () => {
  const { page } = await site.open();
  await page.waitForSelector('.card');
  await drop(page, 'scale.cu', '__global__ void scale(float* p, float a) { p[threadIdx.x] *= a; }\n');
  await page.waitForSelector('.file .from-cuda pre:has-text("nvcc -ptx -arch=sm_90a scale.cu")');
});

test('a kernel is stepped to its barrier and back, by keys and by a breakpoint; its accesses open as a trace', async () => {
  const { page, complaints } = await site.open();
  await page.waitForSelector('.card');
  await drop(page, 'transpose.ptx', transpose);
  await page.waitForSelector('.launch');
  expect(await page.locator('.launch tbody tr').count()).toBe(3);
  expect(await page.inputValue('.launch .argument input >> nth=0')).toBe('1024');
  await page.waitForSelector('.launch .primary:focus');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.warp-row');
  expect(await page.locator('.warp-row').count()).toBe(8);
  expect(await page.locator('.cells .c0').count()).toBe(0);

  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('.timeline input')!.value === '8');
  await page.keyboard.press('Shift+ArrowRight');
  await page.waitForSelector('.ptx-line.next:has-text("bar.sync")');
  // Each of the 1,024 cells has a writer now.
  await page.waitForFunction(() => document.querySelectorAll('.machine-shared .cell:not(.plain)').length === 1024);
  const atBarrier = await instant(page);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((before) => Number(document.querySelector<HTMLInputElement>('.timeline input')!.value) < before, atBarrier);

  await page.click('.ptx-line:has-text("ld.shared.f32") .stop');
  await page.keyboard.press('r');
  await page.waitForSelector('.ptx-line.next:has-text("ld.shared.f32")');
  await page.keyboard.press('End');
  await page.waitForSelector('.machine-told:has-text("the block has ended")');
  expect(await page.locator('.machine-buffer .cell.changed').count()).toBeGreaterThan(400);

  await page.click('.machine-tools button:has-text("accesses")');
  await page.waitForSelector('.file-row:has-text("store")');
  expect(await page.locator('.file .dialog-bar h2').textContent()).toBe('transpose, PTX machine');
  expect(complaints).toEqual([]);
});

test('a kernel of the gallery has its PTX; another one has the commands that make it', async () => {
  const { page } = await site.open();
  await page.waitForSelector('.card');
  const step = '.card:has-text("kernel") .ask-details:has-text("Step through it")';
  await drop(page, 'copy.stride', 'src = 4194304:1\ndst = 4194304:1\nK = copy_kernel(4194304:1, 4194304:1, (_256,_4):(_4,_1))\n');
  await page.click(step);
  await page.waitForSelector('.launch');
  expect(await page.inputValue('.extents input >> nth=0')).toBe('4096');
  expect(await page.inputValue('.extents input >> nth=3')).toBe('256');
  await page.click('.dialog-bar .close');
  await drop(page, 'other.stride', 'K = copy_kernel(2048:1, 2048:1, (_128,_4):(_4,_1))\n');
  await page.waitForSelector('.card:has-text("2048")');
  await page.click(step);
  await page.waitForSelector('.machine-wanted pre:has-text("stridescope machine --ptx")');
});

test('the checks of a run lead to their instants, and all orders are answered', async () => {
  const { page, complaints } = await site.open();
  await page.waitForSelector('.card');
  await drop(page, 'racy.ptx', transpose.replace('bar.sync', '// bar.sync'));
  await page.click('.launch .primary');
  await page.waitForSelector('.machine-tools [data-found]');
  await page.click('.machine-tools button:has-text("Findings")');
  const finding = page.locator('.finding[data-severity="error"]').first();
  expect(await finding.locator('header b').textContent()).toContain('shared memory');
  await page.click('.machine-findings button:has-text("Try all orders")');
  await page.waitForSelector('.order-answer[data-verdict="bad"]');
  await finding.locator('header button').click();
  await page.waitForSelector('.ptx-line.next:has-text("ld.shared.f32")');
  expect(await instant(page)).toBeGreaterThan(0);

  await drop(page, 'transpose.ptx', transpose);
  await page.click('.launch .primary');
  await page.waitForSelector('.warp-row');
  expect(await page.locator('.machine-tools [data-found]').count()).toBe(0);
  await page.click('.machine-tools button:has-text("Findings")');
  await page.click('.machine-findings button:has-text("Try all orders")');
  await page.waitForSelector('.order-answer[data-verdict="proved"]');
  expect(complaints).toEqual([]);
});

test('an answer is about the launch that was asked: that of the run, and that of the form', async () => {
  const { page } = await site.open(undefined, undefined, (blank) => slowCore(blank, 200));
  await page.waitForSelector('.card');
  await drop(page, 'transpose.ptx', transpose);
  await page.click('.launch .primary');
  await page.waitForSelector('.warp-row');
  const tool = (name: string): Promise<void> => page.click(`.machine-tools button:has-text("${name}")`);
  const searched = page.locator('.machine-findings section > header button:has-text("Try all orders")');
  await tool('Findings');
  // The answer for all orders is above the findings.
  expect(await page.locator('.machine-findings section').first().locator('h3').textContent()).toBe('All orders');
  await searched.click();
  await tool('Launch');
  await page.uncheck('.launch-more input');
  await page.fill('.launch .argument input >> nth=0', '2048');
  await tool('Findings');
  await searched.waitFor();
  expect(await page.locator('.order-answer').count()).toBe(0);
  // The run was checked again, with the earlier launch.
  expect(await page.locator('.machine-findings .note').last().textContent()).toContain('have found nothing');
  await tool('Launch');
  await page.fill('.launch .argument input >> nth=0', '1024');
  await page.check('.launch-more input');
  await tool('Findings');
  await page.waitForSelector('.order-answer[data-verdict="proved"]');
});

test('who waits for whom is drawn; a span is explained, and leads to its instant', async () => {
  const { page, complaints } = await site.open();
  await page.waitForSelector('.card');
  await drop(page, 'pipeline.ptx', pipeline);
  await page.fill('.extents input >> nth=3', '96');
  await page.fill('.launch .argument input >> nth=0', '512');
  await page.fill('.launch .argument input >> nth=1', '64');
  await page.click('.launch .primary');
  await page.waitForSelector('.warp-row');
  await page.click('.machine-tools button:has-text("Who waits")');
  await page.waitForSelector('.waits-scroll [data-span]');
  const titles = await page.locator('.waits-scroll svg > text.e').allTextContents();
  expect(titles).toContain('warps 1 to 2');
  expect(titles).toContain('full mbarrier 1792');
  await page.hover('.waits-scroll [data-span]:has-text("256 bytes at 1280, round 1") >> nth=0');
  await page.waitForSelector('.waits-told:has-text("allowed by: phase 0 of empty mbarrier")');
  await page.waitForSelector('.waits-scroll [data-at]:has-text("256 bytes at 1280, round 1")');
  // The keyboard goes on from there.
  await page.focus('.waits-scroll');
  await page.keyboard.press('ArrowLeft');
  expect(await page.locator('.waits-scroll [data-at]').count()).toBe(1);
  await page.click('.waits-scroll [data-span]:has-text("256 bytes at 1280, round 1") >> nth=0');
  await page.waitForSelector('.ptx-line.next:has-text("cp.async.bulk")');
  expect(complaints).toEqual([]);
});

test('PTX is edited where it is read, and its kernel keeps the launch; memory has the tiles of the launch', async () => {
  const { page, complaints } = await site.open(undefined, { viewport: { width: 390, height: 844 } });
  await page.waitForSelector('.card');
  await drop(page, 'transpose.ptx', transpose);
  await page.fill('.launch .argument input >> nth=1', '(32,32):(1,32)');
  await page.fill('.launch .tiles textarea', '_ZZ9transposeE4tile=f32:(32,32):(33,1)');
  await page.click('.machine-tools button:has-text("Edit")');
  await page.waitForSelector('.machine-code textarea:focus');
  await page.fill('.machine-code textarea', transpose.replace('bar.sync', '// bar.sync'));
  await page.click('.machine-code .primary');
  await page.waitForSelector('.ptx');
  expect(await page.inputValue('.launch .argument input >> nth=1')).toBe('(32,32):(1,32)');
  await page.click('.launch .primary');
  await page.waitForSelector('.machine-tools [data-found]');
  expect(await page.locator('.machine-shared option').first().textContent()).toBe('_ZZ9transposeE4tile: 32 x 32');
  // A step leaves the panes where they are, whichever register it changes.
  for (let i = 0; i < 3; ++i) await page.click('.steps .labelled');
  expect(await page.locator('.machine-state').evaluate((pane) => pane.scrollTop)).toBe(0);
  // The pane has the columns whose values fit, and a slider for the others.
  await page.keyboard.press('End');
  await page.waitForSelector('.machine-buffer .changed');
  expect(await page.locator('.machine-buffer .value').count()).toBeGreaterThan(0);
  await page.focus('.machine-buffer .cells-rows input');
  await page.keyboard.press('End');
  await page.waitForSelector('.machine-buffer .cells-rows:has-text("to 31 of 32")');
  expect(complaints).toEqual([]);
});

test('a session whose worker fails begins again', async () => {
  const { page } = await site.open();
  await page.waitForSelector('.card');
  await drop(page, 'transpose.ptx', transpose);
  await page.click('.launch .primary');
  await page.waitForSelector('.warp-row');
  await page.workers().at(-1)!.evaluate(() => {
    self.postMessage = () => {};
    addEventListener('message', () => setTimeout(() => { throw new Error('the worker fails'); }));
  });
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('.machine-told.problem:has-text("the worker fails")');
  await page.click('.launch .primary');
  await page.waitForSelector('.warp-row');
});
