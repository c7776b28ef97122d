// A file of others in the page: it is dropped, its rows are listed, and become cards of the program.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { card, drop, useSite } from './browser';

const site = useSite();

const module = `!copy = !cute.tiled_copy<!cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>, layout_copy_tv = <"(128,8):(8,1)">, tiler_mn = <"[128:1;8:1]">>
!smem = !cute.memref<f16, smem, align<1024>, "S<3,3,3> o 0 o ((64,2),8):((1,512),64)">
module {
  func.func @kernel(%arg1: !smem) {
    %0 = cute.static : !copy
    cute.copy(%0, %arg1, %1) : (!copy, !smem, !cute.memref<f16, gmem, align<8>, "(8,1):(1,0)">)
    return
  }
}
`;

test('a module that is dropped is listed; a row becomes a card, and the list can be opened again', async () => {
  const { page } = await site.open();
  await page.waitForSelector('.card');
  await drop(page, 'kernel.mlir', module);
  await page.waitForSelector('.file-row');
  expect(await page.locator('.file-row b').allTextContents()).toEqual(['copy', 'smem', 'tensor_6']);
  await page.click('.file-row:has-text("smem")');
  await page.click('.file-looked .link:has-text("cute.copy")');
  await page.waitForSelector('.file-row[aria-selected="true"]:has-text("cute.copy")');
  await page.click('.file-looked .link:has-text("smem")');
  await page.waitForSelector('.file-row[aria-selected="true"]:has-text("smem")');
  await page.click('.file-looked .primary');
  await page.waitForSelector(card('smem'));
  expect(await page.locator('.dialog').count()).toBe(0);
  await page.click('.open-file');
  await page.fill('.file-sift input', 'copy');
  await page.waitForFunction(() => document.querySelectorAll('.file-row').length === 1);
});

test('a program that is dropped is the program', async () => {
  const { page } = await site.open();
  await page.waitForSelector('.card');
  await drop(page, 'mine.stride', 'mine = (4,8):(8,1)\n');
  await page.waitForSelector(card('mine'));
  expect(await page.locator('.card').count()).toBe(1);
});

test('390 px: the figures of a trace\'s row are whole, however long the name of its kernel is', async () => {
  const { page } = await site.open(undefined, { viewport: { width: 390, height: 844 } });
  await page.waitForSelector('.card');
  const bytes = [...readFileSync(fileURLToPath(new URL('../traces/triton.trace', import.meta.url)))];
  await page.evaluate((all) => {
    const carried = new DataTransfer();
    carried.items.add(new File([new Uint8Array(all)], 'triton.trace'));
    dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
  }, bytes);
  await page.waitForSelector('.file-row small');
  expect(await page.$$eval('.file-row small', (all) => all.map((one) => Math.max(one.scrollWidth - one.clientWidth, one.getBoundingClientRect().right - one.parentElement!.getBoundingClientRect().right)).filter((cut) => cut > 1))).toEqual([]);
  // Each launch can be read to its end, and covers no other.
  expect(await page.$$eval('.file-sift .segmented button', (all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length)).toBe(0);
  expect(await page.$$eval('.file-sift .segmented button', (all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length)).toBe(0);
});

const withFindings = `#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
module {
  tt.func public @half(%from: !tt.ptr<f16>, %tile: tensor<128x64xf16, #rows>) {
    %at = tt.splat %from : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>, #rows>
    %got = tt.load %at : tensor<128x64x!tt.ptr<f16>, #rows>
    %kept = ttg.local_alloc %tile : (tensor<128x64xf16, #rows>) -> !ttg.memdesc<128x64xf16, #plain, #ttg.shared_memory>
    tt.return
  }
}
`;

test.each([[390, 844], [1280, 720]])('%i x %i: rows with a finding have the width and the color of text, and say how bad it is', async (width, height) => {
  const { page } = await site.open(undefined, { viewport: { width, height }, locale: 'zh-CN' });
  await page.waitForSelector('.card');
  await drop(page, 'kernel.mlir', withFindings);
  await page.click('.file-lists button:nth-child(3)');
  await page.waitForSelector('.file-row[data-grade="note"]');
  const rows = await page.$$eval('.file-row', (all) => all.map((row) => ({
    kind: row.querySelector<HTMLElement>('.name i')!.innerText,
    color: getComputedStyle(row.querySelector('.said')!).color === getComputedStyle(document.body).color,
    unused: row.parentElement!.clientWidth - row.clientWidth,
  })));
  expect(rows.map(({ kind }) => kind)).toEqual(['警告', '提示']);
  for (const { color, unused } of rows) expect([color, unused < 8]).toEqual([true, true]);
});
