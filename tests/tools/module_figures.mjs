// Measures the time of a whole module in the page: from the drop until its first rows appear, and the time in which the
// page could not answer. Usage: node module_figures.mjs ADDRESS [FILE] [--shots FOLDER] ADDRESS is that of a served
// page (`node web/serve.mjs build/web PORT`). Without a FILE it makes a module of CuTe DSL of 5 MB, with types that are
// all different ones of a kernel's.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromiumFlags, chromiumPath } from './chromium.mjs';

const { chromium } = createRequire(path.resolve('web/package.json'))('playwright-core');
const [address, ...rest] = process.argv.slice(2);
const shots = rest.includes('--shots') ? rest[rest.indexOf('--shots') + 1] : undefined;
const [file] = rest.filter((word, at) => word !== '--shots' && rest[at - 1] !== '--shots');
const text = file ? fs.readFileSync(file, 'utf8') : made(5_000_000);

const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address);
  await page.locator('.card').first().waitFor();
  await page.locator('.cm-content').waitFor();
  const took = [];
  for (let turn = 0; turn < 3; ++turn) {
    took.push(await page.evaluate(async ({ text, name }) => {
      const carried = new DataTransfer();
      carried.items.add(new File([text], name));
      const frames = [];
      let last = performance.now();
      let running = true;
      const frame = (now) => {
        frames.push(now - last);
        last = now;
        if (running) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      const begun = performance.now();
      dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
      while (!document.querySelector('.file-row')) await new Promise((next) => setTimeout(next, 4));
      const until = performance.now() - begun;
      running = false;
      const drawn = document.querySelectorAll('.file-row').length;
      return { until, longest: Math.max(...frames), drawn, title: document.querySelector('.file-head p').textContent };
    }, { text, name: file ? path.basename(file) : 'made.mlir' }));
    if (turn < 2) {
      await page.keyboard.press('Escape');
      await page.locator('.file-row').first().waitFor({ state: 'detached' });
    }
  }
  console.log(took[0].title);
  for (const { until, longest, drawn } of took) {
    console.log(`${(text.length / 1e6).toFixed(1)} MB: ${until.toFixed(0)} ms to its rows, ${drawn} of them drawn; the longest time without a frame was ${longest.toFixed(0)} ms`);
  }
  for (const [theme, width] of shots ? [['light', 1440], ['dark', 1440], ['light', 390], ['dark', 390]] : []) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.evaluate((value) => { document.documentElement.dataset.theme = value; }, theme);
    await page.locator('.file-row').nth(2).click();
    await page.locator('.file-looked').waitFor();
    await page.screenshot({ path: path.join(shots, `module-${theme}-${width}.png`) });
  }
} finally {
  await browser.close();
}

function made(size) {
  const parts = ['module attributes {gpu.container_module} {\n'];
  let length = 0;
  for (let n = 0; length < size; ++n) {
    const smem = `!cute.memref<f16, smem, align<1024>, "S<3,3,3> o 0 o ((64,${2 + n % 200}),8):((1,512),64)">`;
    const copy = '!cute.tiled_copy<!cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>, layout_copy_tv = <"(128,8):(8,1)">, tiler_mn = <"[128:1;8:1]">>';
    parts.push(`  func.func @kernel${n}(%arg0: !cute.memref<f16, gmem, align<16>, "(128,?):(1,?{i64 div=8})">, %arg1: ${smem}) {
    %0 = cute.static : ${copy}
    %coord = cute.make_coord(%arg2) : (i32) -> !cute.coord<"?">
    %1 = cute.tiled.copy.partition_D(%0, %arg1, %coord) : (${copy}, ${smem}, !cute.coord<"?">) -> !cute.memref<f16, smem, align<16>, "((8,1),1,1):((1,0),0,0)">
    return
  }
`);
    length += parts.at(-1).length;
  }
  return `${parts.join('')}}\n`;
}
