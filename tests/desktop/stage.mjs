// Checks positions in the window: the card on the stage is visible with all its parts, and its picture is as large as
// possible; numbers alone use the whole space; small pictures keep readable heads. Usage: node stage.mjs PROGRAM
import { spawnSync } from 'node:child_process';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPng } from '../tools/png.mjs';
import { finish, test } from './windows.mjs';

const [program] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-stage-'));

/** The rectangles of all that has a name, after each `print rects rects` of the script. */
function drawn(size, text, lines, words = ['--fresh']) {
  const script = path.join(folder, 'script');
  fs.writeFileSync(script, lines.join('\n'));
  const done = spawnSync(program, ['--headless', ...words, '--size', size, '--program', text, '--script', script], { encoding: 'utf8', maxBuffer: 1 << 26 });
  assert.equal(done.status, 0, `${done.stdout}${done.stderr}`);
  return done.stdout.split('\n').filter((line) => line.startsWith('rects ')).map((line) => JSON.parse(line.slice(6)));
}
const shown = ['frames 12', 'print rects rects'];

const compared = 'P = ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))\nQ = ((_4,_8),(_2,_2)):((_32,_1),(_8,_16))\nC = compare(P, Q)';
const transpose = 'read = ((_32,_8),_4):((_32,_1),_8)\nwrite = ((_32,_8),_4):((_1,_32),_256)\ntile = Sw<5,0,5> o 0 o (32,32):(32,1)\nK = copy_kernel((1024,1024):(1024,1), (1024,1024):(1,1024), (read, write), tile, tile=(32,32))';
const paste = 'auto sB_layout = tile_to_shape(Layout<Shape<_8,Shape<_8,_4>>,Stride<_32,Stride<_1,_8>>>{}, make_shape(Int<128>{}, Int<32>{}));\nTensor sB = make_tensor(make_smem_ptr(smemB), sB_layout);\nclear(tCrC);\n';

for (const size of ['1280x720', '1440x900', '1600x1000', '2560x1440']) {
  await test(`the whole card on the stage is in view at ${size}`, () => {
    for (const [key, text] of [['C', compared], ['sB', paste], ['K', transpose]]) {
      const [rects] = drawn(size, text, shown);
      const [, , , bottom] = rects[`card:${key}`];
      assert.ok(bottom <= rects.cards[3], `${key} ends at ${bottom}, the cards at ${rects.cards[3]}`);
      assert.ok(rects.cards[3] - bottom < (rects.cards[3] - rects.cards[1]) / 2, `${key} has not half of the height`);
    }
  });
}

await test('the whole card on the stage is in view in Chinese, its legend in two columns', () => {
  const [rects] = drawn('1280x720', transpose, shown, ['--fresh', '--language', 'zh']);
  assert.ok(rects['card:K'][3] <= rects.cards[3], `K ends at ${rects['card:K'][3]}, the cards at ${rects.cards[3]}`);
});

await test('a pill of a small card is wrapped, not cut', () => {
  const [rects] = drawn('1280x720', 'sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64))\nB = composition(sA, 8:1)', shown, ['--home', fs.mkdtempSync(path.join(folder, 'home-'))]);
  const [left, top, right, bottom] = rects['verdict:sA/0/forms'];
  assert.ok(bottom - top > 40 && right <= rects['card:sA'][2], `${[left, top, right, bottom]} in ${rects['card:sA']}`);
});

await test('advice of a trace is wrapped, and a narrow window keeps the buttons above it', () => {
  const trace = fileURLToPath(new URL('../traces/triton.trace', import.meta.url));
  for (const [size, across] of [['1000x720', 1000], ['390x844', 390]]) {
    const [access, advice] = drawn(size, 'A = (4,8):(8,1)', ['frames 8', `drop ${trace}`, 'frames 12', 'print rects rects', 'click file/list:advice', 'frames 8', 'print rects rects']);
    assert.ok(access['file/cards'][2] <= across, `${size}: the button ends at ${access['file/cards'][2]}`);
    const high = (rects) => rects['file/row:0'][3] - rects['file/row:0'][1];
    assert.ok(high(advice) > high(access) + 10, `${size}: ${high(advice)} after ${high(access)}`);
  }
});

await test('a button shows all facts of a kernel', () => {
  const gemm = 'A = (1024,512):(512,1)\nsA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64))\nbox = make_tma_atom(A, sA, "half_t")\nmma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (_2,_1,_1))\nK = gemm_kernel(A, A, (1024,1024):(1024,1), (box, box), (sA, sA), mma, stages=4, dtype="half_t")';
  const [folded, open] = drawn('1440x900', gemm, [...shown, 'click lines:K', ...shown]);
  const high = (rects) => rects['printed:K'][3] - rects['printed:K'][1];
  assert.ok(high(open) > high(folded) + 100, `${high(open)} after ${high(folded)} px`);
});

await test('cells of a comparison have letters in all cells, or in none', () => {
  const picture = path.join(folder, 'picture');
  const script = path.join(folder, 'script');
  fs.writeFileSync(script, ['frames 8', `colours C ${picture}`, 'frames 2'].join('\n'));
  const done = spawnSync(program, ['--headless', '--fresh', '--size', '1280x720', '--theme', 'light', '--program', compared, '--script', script], { encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
  const { colorAt } = readPng(fs.readFileSync(`${picture}.png`));
  const lettered = JSON.parse(fs.readFileSync(`${picture}.json`, 'utf8')).map(([, left, top, right, bottom]) => {
    const colors = new Set();
    for (let y = Math.round(top) + 4; y < bottom - 5; y += 1) for (let x = Math.round(left) + 4; x < right - 5; x += 1) colors.add(colorAt(x, y));
    return colors.size > 1;
  });
  assert.equal(new Set(lettered).size, 1, `${lettered.filter(Boolean).length} of ${lettered.length}`);
});

await test('the devices of a plot are named side by side or one above the other', () => {
  const [rects] = drawn('1440x900', transpose, ['frames 8', 'runs 24', 'key ctrl+1', ...shown]);
  const [one, other] = [0, 1].map((i) => rects[`plot/device:${i}`]);
  assert.ok(one[3] <= other[1] || one[2] <= other[0], `${one} and ${other}`);
});

await test('the open runs take a third of a low window at most', () => {
  const [{ cards }] = drawn('1280x720', transpose, shown);
  assert.ok(cards[3] >= 470, `the cards end at ${cards[3]}`); // at 440 if the dock has its usual height
});

await test('where things stand does not change from frame to frame', () => {
  const gemm = 'A = (1024,512):(512,1)\nsA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64))\nbox = make_tma_atom(A, sA, "half_t")\nmma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (_2,_1,_1))';
  const banks = 'tile = (_64,_64):(_64,_1)\nmma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1):(_1,_2,_0))\nfetch = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, mma)\nload = bank_conflicts(fetch, tile)';
  for (const size of ['860x720', '1000x640', '1280x800', '1440x900', '2560x1440']) {
    for (const text of [compared, paste, gemm, banks, 'atom = SM80_16x8x16_F32F16F16F32_TN']) {
      const frames = drawn(size, text, ['frames 16', ...Array(6).fill('print rects rects')]);
      for (const rects of frames) assert.deepEqual(rects, frames[0], `${size}: ${text}`);
    }
  }
});

await test('operands without a legend say what their colours are', () => {
  const [rects] = drawn('1440x900', paste, shown);
  assert.ok(rects['colours:sB_layout'], Object.keys(rects).join(' '));
});

await test('a legend takes no width where the height is to be had', () => {
  const [rects] = drawn('2560x1440', transpose, shown);
  const [left, , right] = rects['card:K'];
  const [from, , to] = rects['picture:K'];
  assert.ok(to - from > 0.85 * (right - left), `the picture has ${to - from} of ${right - left}`);
});

await test('a few numbers alone have all the room, and nothing scrolls', () => {
  for (const size of ['1440x900', '2560x1440']) {
    for (const text of ['a = ceil_div(1000, 128)', 'a = ceil_div(1000, 128)\nb = size((4,8):(8,1))', 'a = 1\nb = 2\nc = 3']) {
      const [rects] = drawn(size, text, shown);
      const cards = Object.entries(rects).filter(([name]) => name.startsWith('card:')).map(([, rect]) => rect);
      const bottom = Math.max(...cards.map(([, , , y]) => y));
      assert.ok(bottom <= rects.cards[3] && bottom > rects.cards[3] - 40, `${size}: they end at ${bottom} of ${rects.cards[3]}`);
    }
  }
});

/** The text left of the first cell in each row of a card's picture: the places that are written on, from the row's middle. */
function rowHeads(size, text, key, language, lines = [], near = 26) {
  const picture = path.join(folder, 'picture');
  const script = path.join(folder, 'script');
  fs.writeFileSync(script, ['frames 8', ...lines, `colours ${key} ${picture}`, 'frames 2'].join('\n'));
  const done = spawnSync(program, ['--headless', '--fresh', '--size', size, '--theme', 'light', '--language', language, '--program', text, '--script', script], { encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
  const places = JSON.parse(fs.readFileSync(`${picture}.json`, 'utf8'));
  const { colorAt } = readPng(fs.readFileSync(`${picture}.png`));
  const left = Math.min(...places.map(([, x]) => x));
  return places.filter(([, x]) => x === left).map(([, , top, , bottom]) => {
    const written = [];
    for (let y = -6; y <= 6; y += 1) {
      for (let x = -near; x < -1; x += 1) if (colorAt(Math.round(left + x), Math.round((top + bottom) / 2 + y)) !== '#ffffff') written.push(`${x},${y}`);
    }
    return written.join(' ');
  });
}

await test('a small picture keeps heads that can be read', () => {
  const heads = rowHeads('1280x720', 'atom = SM80_16x8x16_F32F16F16F32_TN', 'atom', 'en');
  assert.ok(heads.filter(Boolean).length >= 8, `${heads.filter(Boolean).length} of ${heads.length} rows have one`);
});

await test('a pinned cell of a large picture keeps its text', () => {
  const picture = path.join(folder, 'picture');
  const script = path.join(folder, 'script');
  fs.writeFileSync(script, ['frames 8', 'key ctrl+l', 'frames 4', 'text C(17,42)', 'frames 4', 'key enter', 'frames 8', `colours m ${picture}`, 'frames 2'].join('\n'));
  const done = spawnSync(program, ['--headless', '--fresh', '--size', '1440x900', '--theme', 'light', '--program', 'm = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <64,64,16>)', '--script', script], { encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
  const { colorAt } = readPng(fs.readFileSync(`${picture}.png`));
  const channels = (x, y) => [1, 3, 5].map((at) => Number.parseInt(colorAt(x, y).slice(at, at + 2), 16));
  const found = [];
  for (let y = 200; y < 800; y += 1) {
    for (let x = 400; x < 1300; x += 1) {
      const [red, green, blue] = channels(x, y);
      if (red > 180 && green < 40 && blue < 120) found.push([x, y]);
    }
  }
  const [xs, ys] = [0, 1].map((at) => found.map((one) => one[at]));
  let dark = 0;
  for (let y = Math.min(...ys) + 4; y < Math.max(...ys) - 4; y += 1) for (let x = Math.min(...xs) + 4; x < Math.max(...xs) - 4; x += 1) dark += Math.max(...channels(x, y)) < 110;
  assert.ok(found.length > 60 && dark > 20, `${found.length} pixels of the frame, ${dark} of letters`);
});

await test('a small card of 32 x 32 has numbers of rows', () => {
  const heads = rowHeads('1280x720', transpose, 'read', 'en', [], 10);
  assert.ok(heads.filter(Boolean).length >= 8, `${heads.filter(Boolean).length} of ${heads.length} rows have one`);
});

await test('the rows of a strip have numbers', () => {
  const heads = rowHeads('1280x720', 'T = (128,4):(4,1)', 'T', 'en');
  assert.ok(new Set(heads).size >= 32, `${new Set(heads).size} different places left of ${heads.length} rows`);
});

await test('next to the open runs a tile of 128 rows has two pixels a row', () => {
  const copies = 'A = (1024,512):(512,1)\nsA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64))\nbox = make_tma_atom(A, sA, "half_t")';
  const mma = 'mma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (_2,_1,_1))';
  const kernel = 'K = gemm_kernel(A, A, (1024,1024):(1024,1), (box, box), (sA, sA), mma, stages=4, dtype="half_t")';
  const [rects] = drawn('1440x900', `${copies}\n${mma}\n${kernel}`, ['key ctrl+end', ...shown]);
  assert.ok(rects.runner && rects['picture:K'][3] - rects['picture:K'][1] > 256, JSON.stringify(rects['picture:K']));
});

await test('heads in Chinese are letters', () => {
  const [logical, physical] = rowHeads('1280x720', 'A = (2,2):(1,6)\nR = complement(A, 24)', 'R', 'zh', ['command R: 坐标到偏移', 'frames 8']);
  assert.ok(logical && physical && logical !== physical, 'they are the sign of letters that there are not');
});
fs.rmSync(folder, { recursive: true });
finish();
