// Tests of the output for a value: pictures, verdicts, analyses, derivations, code, links and lists.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

import { here, jsonLines, refused, stridescope, succeeds } from './command.mjs';

const renderGolden = jsonLines(fs.readFileSync(path.join(here, 'golden', 'render.jsonl'), 'utf8'));

export const tests = {
  'trace show --json is JSON, of every trace'() {
    const traces = fs.readdirSync(path.join(here, 'traces')).filter((name) => name.endsWith('.trace'));
    assert.ok(traces.length >= 5);
    for (const name of traces) {
      const { status, stdout } = stridescope(['trace', 'show', '--json', path.join(here, 'traces', name)]);
      assert.equal(status, 0, name);
      const { device, launches } = JSON.parse(stdout);
      assert.equal(device, 'NVIDIA H200', name);
      assert.ok(launches.length > 0, name);
      for (const launch of launches) {
        assert.ok(launch.accesses.length > 0, name);
        assert.deepEqual(Object.keys(launch.advice), ['wastes', 'tiles']);
        assert.ok(launch.order !== undefined);
      }
    }
  },
};

// Checks whose answers are the same on every machine: commands that start slowly skip them.
export const once = {
  'gallery lists the programs, shows one, and draws it'() {
    const list = stridescope(['gallery']);
    assert.equal(list.status, 0);
    assert.match(list.stdout, /^S1\/composition1 .*\n/m);
    const entries = JSON.parse(stridescope(['gallery', '--json']).stdout);
    assert.equal(entries.length, list.stdout.trim().split('\n').length);
    const program = stridescope(['gallery', 'productraked2d', '--program']).stdout;
    succeeds(['eval', '-'], '((3,_2),(4,_5)):((10,_5),(30,_1))\n', program);
    assert.match(stridescope(['gallery', 'productraked2d']).stdout, /^S1\/productraked2d: Raked product\n/);
    const svg = stridescope(['gallery', 'complement1', '--svg']);
    assert.match(svg.stdout, /^<svg [^]*repetition 1[^]*<\/svg>\n$/);
    assert.match(refused(['gallery', 'nope']), /unknown program 'nope'/);
    refused(['gallery', 'complement1', '--svg', '--value', 'nope']);
  },
  'render draws MMA atoms, tilings and copies as CuTe does: the same cells, labels and colour classes'() {
    const colors = ['175,175,255', '175,255,175', '255,255,175', '255,175,175', '210,210,255', '210,255,210', '255,255,210', '255,210,210'];
    const golden = renderGolden.filter((line) => /^print_(latex_(mma|copy)|svg_mma)$/.test(line.kind));
    assert.ok(golden.length >= 18);
    for (const { kind, expr, text } of golden) {
      const call = stridescope(['render', '--format', 'json', '--view', 'kind=threads', expr]);
      assert.equal(call.status, 0, `${expr}\n${call.stderr}`);
      const scene = JSON.parse(call.stdout);
      // CuTe draws at its own places; in the order of rows and columns they are ours.
      const drawn = [];
      if (kind === 'print_svg_mma') {
        const cell = /<rect x="(\d+)" y="(\d+)"[^>]*fill="rgb\(([\d,]+)\)"[^>]*>\s*<text[^>]*>T(\d+)<\/text>\s*<text[^>]*>V(\d+)</g;
        for (const [, x, y, rgb, t, v] of text.matchAll(cell)) drawn.push([+y, +x, rgb, t, v]);
      } else {
        const node = /fill=\{rgb,255:red,(\d+);green,(\d+);blue,(\d+)\}\] at \((-?\d+),(-?\d+)\) \{\\shortstack\{T(\d+) \\\\ V(\d+)\}/g;
        for (const [, r, g, b, y, x, t, v] of text.matchAll(node)) drawn.push([+y, +x, `${r},${g},${b}`, t, v]);
      }
      // CuTe draws the copy's destination below or next to its source; a cell is drawn once.
      drawn.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
      const ours = [];
      scene.ids.forEach((id, i) => {
        if (id >= 0) ours.push([scene.labels[i], scene.colors[i]]);
      });
      const key = ([label, color]) => `${label} ${color}`;
      // The first of the threads and values that a cell names is the one that CuTe draws.
      const first = ours.map(([label, color]) => [label.replace(/^(T\d+)[^\n]*\n(V\d+).*$/s, '$1 $2'), color]).map(key);
      assert.deepEqual(first, drawn.map(([, , rgb, t, v]) => key([`T${t} V${v}`, colors.indexOf(rgb)])), `${kind} ${expr}`);
    }
  },
  'functions lists them, and tells about one'() {
    const all = stridescope(['functions']);
    assert.equal(all.status, 0);
    for (const name of ['composition', 'complement', 'logical_divide', 'print2D']) {
      assert.match(all.stdout, new RegExp(`\\b${name}\\b`));
    }
    const one = stridescope(['functions', 'complement']);
    assert.equal(one.status, 0);
    assert.match(one.stdout, /complement/);
    assert.ok(one.stdout.length < all.stdout.length);
    assert.notEqual(stridescope(['functions', 'nope']).status, 0);
  },
  'what is wrong with a command line is told in the language that it asks for, wherever it does'() {
    assert.match(stridescope(['--lang', 'zh', 'evel', '4:1']).stderr, /^错误：没有命令 'evel'\n = 是不是想写 'eval'？/);
    assert.match(stridescope(['eval', '--lang', 'zh']).stderr, /^错误：eval 需要一个程序/);
    assert.match(stridescope(['--lang', 'zh', 'eval', 'A = foo']).stderr, /未知的名称 'foo'/);
    assert.match(stridescope(['--lang', 'xx', 'eval', '4:1']).stderr, /^error: --lang cannot be 'xx'\n = it must be one of en, zh/);
    assert.match(stridescope(['xray']).stderr, /^error: xray needs FILE/);
  },
  'link writes what --read reads, with the pictures that are chosen'() {
    const program = 'R = L ⊘ <4,2>\n# 注释 🙂\n';
    for (const mode of ['cute', 'teaching']) {
      const { stdout } = stridescope(['link', '--ints', mode, '--page', 'http://127.0.0.1:8080/#old', '--view', 'R=kind=strip', program]);
      assert.match(stdout, /^http:\/\/127\.0\.0\.1:8080\/#z=[\w-]+\n$/);
      succeeds(['link', '--read', stdout.trim()], program);
      succeeds(['link', '--read', '-'], program, stdout);
      const packed = Buffer.from(stdout.trim().split('#z=')[1], 'base64url');
      assert.equal(zlib.inflateRawSync(packed).toString(), `${mode}\nR kind=strip\n\n${program}`);
    }
    refused(['link', '--read', '#z=AAAA']);
    refused(['link', '--view', 'R', program]);
    refused(['link', '--view', 'S=kind=strip', 'R = 4:1']);
    refused(['link', '--view', 'R=kind=foo', 'R = 4:1']);
    assert.match(stridescope(['call', '--lang', 'zh', 'evaluate', '{"program":"A = foo"}']).stdout, /未知的名称/);
  },
  'render --format ascii is what CuTe prints'() {
    for (const kind of ['print_layout', 'print_tensor']) {
      // A few: golden_render asks them all.
      for (const { expr, text } of renderGolden.filter((line) => line.kind === kind).slice(0, 5)) {
        succeeds(['render', '--format', 'ascii', expr], text);
      }
    }
  },
  'render --format svg, latex and json'() {
    const svg = stridescope(['render', '--format', 'svg', '(2,4):(1,2)']);
    assert.equal(svg.status, 0);
    assert.match(svg.stdout, /^<svg [^>]*viewBox=/);
    assert.equal(svg.stdout.match(/data-cell="\d+"/g)?.length, 8);
    const latex = stridescope(['render', '--format', 'latex', 'A = (2,4):(1,2)']);
    assert.match(latex.stdout, /^% A = \(2,4\):\(1,2\)\n\\documentclass/);
    assert.equal(latex.stdout.match(/^\\node\[cell,fill=class\d+\] at/gm)?.length, 8);
    const json = stridescope(['render', '--format', 'json', '(2,4):(1,2)']);
    assert.equal(json.status, 0);
    const scene = JSON.parse(json.stdout);
    assert.equal(scene.rows * scene.cols, 8);
    assert.match(refused(['render', '--format', 'json', '(2048,1024):(1,2048)']), /a picture of 2097152 cells; the limit is 1048576/);
    assert.match(refused(['render', '--format', 'svg', '(0,8):(8,1)']), /^error: an extent is 0: no element/);
    assert.match(refused(['render', '--format', 'svg', 'Sw<2,0,2>']), /this can: Sw<2,0,2> o 0 o 16:1/);
  },
  'emit writes a value, or with --all the program'() {
    succeeds(['emit', '(_2,4):(_1,_2)'], 'make_layout(make_shape(Int<2>{}, 4), make_stride(Int<1>{}, Int<2>{}))\n');
    succeeds(['emit', '--ints=teaching', '(2,4):(1,2)'], 'Layout<Shape<_2,_4>,Stride<_1,_2>>{}\n');
    succeeds(['emit', '--format', 'pycute', '-'], 'Layout((2, 4), (1, 2))\n', 'A = (2,4):(1,2)\nA');
    succeeds(['emit', '--format', 'cute', '--all', 'A = 4:1; B = size(A)'], 'A = 4:1\nB = 4\n');
    succeeds(['emit', '--format', 'pycute', '--all', 'A = 4:1; B = size(A)'],
      '# from pycute import *\nA = Layout(4, 1)  # 4:1\nB = 4  # size(A)\n');
    assert.match(stridescope(['emit', '--format', 'svg', '4:1']).stdout, /^<svg /);
    assert.match(refused(['emit', '--format', 'pycute', '4:_1@0']), /scaled basis/);
    assert.match(refused(['emit', '--format', 'svg', '--all', '4:1']), /only one value can be drawn/);
    refused(['emit', 'siez(4:1)']);
    assert.equal(stridescope(['emit', '--format', 'fortran', '4:1']).status, 2);
  },
  'analyze says what a value means for memory'() {
    const json = (...args) => JSON.parse(stridescope(['analyze', '--json', ...args]).stdout);
    const half = json('--dtype', 'half', '(_32,_8):(_64,_1)');
    assert.equal(half.global.accessBytes, 16);
    assert.equal(half.global.sectors, 32);
    assert.equal(half.shared.wavefronts, 32);
    assert.equal(half.shared.conflictWays, 8);
    assert.deepEqual(half.shared.wavefrontsOfWarps, [32]);
    assert.ok(half.sections.some((s) => s.id === 'vectorization'));
    assert.equal(json('--dtype', '32', '(_32,_8):(_64,_1)').shared.requests, 2);
    assert.equal(json('(_32,_8):(_64,_1)').global, undefined);
    assert.equal(json('bank_conflicts<16>((32,8):(64,1), "ldmatrix")').shared.wavefronts, 32);
    const mma = 'make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1):(_1,_2,_0))';
    assert.match(stridescope(['analyze', mma]).stdout, /C +4: registers of each thread: 4 values of float/);
    refused(['analyze', '--dtype', 'quarter', '4:1']);
    refused(['analyze', '--dtype', '12', '4:1']);
  },
  'analyze says what a value is as a function'() {
    const text = stridescope(['analyze', 'A = (4,3):(1,8)']).stdout;
    assert.match(text, /^A = \(4,3\):\(1,8\)\n/);
    assert.match(text, /^ {2}range +\{0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19\}: /m);
    assert.match(text, /^ {2}injective +yes: /m);
    const json = JSON.parse(stridescope(['analyze', '--json', '(4,2):(1,8)']).stdout);
    assert.deepEqual(json.function.image.intervals, [[0, 4], [8, 12]]);
    assert.deepEqual(json.f2.rows, ['100', '010', '000', '001']);
    assert.equal(json.sections.find((s) => s.id === 'function').rows.find((r) => r.name === 'surjective').value, 'no');
    const all = JSON.parse(stridescope(['analyze', '--all', '--json', 'A = 4:1; n = size(A); B = 4:2']).stdout);
    assert.equal(all.length, 3);
    assert.match(refused(['analyze', 'equal(1,2)']), /nothing to analyze/);
    refused(['analyze', '']);
    for (const program of ['(1048576,1048576):(3,4)', '(1024,1024):(7,40001)', 'Sw<3,4,3> o 1 o (_2097152,_4):(_1,_7)', '1099511627776:2']) {
      const answer = stridescope(['analyze', program]);
      assert.equal(answer.status, 0, answer.stderr);
      assert.ok(answer.stdout.length < 20_000);
    }
  },
  'explain derives step by step, as text and as JSON'() {
    const division = stridescope(['explain', '--ints', 'teaching', 'logical_divide(24:2, 4:2)']);
    assert.equal(division.status, 0);
    const equations = [
      'complement(4:2, 24) = (2,3):(1,8)',
      'make_layout(4:2, (2,3):(1,8)) = (4,(2,3)):(2,(1,8))',
      '24:2 o (4,(2,3)):(2,(1,8)) = (4,(2,3)):(4,(2,16))',
    ];
    const places = equations.map((equation) => division.stdout.indexOf(`. ${equation}\n`));
    assert.ok(places[0] > 0 && places[0] < places[1] && places[1] < places[2], division.stdout);
    const tree = JSON.parse(stridescope(['explain', '--json', '(20,2):(16,4) o (4,5):(1,4)']).stdout);
    assert.equal(tree.value, '((4,1),(5,1)):((16,4),(64,4))');
    assert.deepEqual(tree.steps.map((step) => step.expression.split(' = ')[0]).slice(0, 2), ['(20,2):(16,4) o 4:1', '(20,2):(16,4) o 5:4']);
    refused(['explain', 'nope(1)']);
    refused(['explain', '']);
    const many = Array.from({ length: 2000 }, (_, i) => (i % 7) + 2).join(',');
    const long = stridescope(['explain', '-'], `coalesce(make_layout((${many}),LayoutRight))`);
    assert.ok(long.stdout.length < 100_000);
    const programs = [
      `make_layout((${Array(20).fill('((1,2),3)').join(',')}))`,
      `L = 4:1\n${Array(200).fill('L').join(' o ')}`,
      `${'coalesce('.repeat(50)}(4,8):(1,4)${')'.repeat(50)}`,
    ];
    for (const program of programs) {
      const answer = stridescope(['explain', '-'], program);
      assert.equal(answer.status, 0, answer.stderr.slice(0, 500));
      assert.ok(answer.stdout.length < 100_000);
    }
  },
  'verdict says what breaks a law, with exit 3'() {
    const bad = stridescope(['verdict', 'composition((6,2):(1,7),(3,2):(2,3))']);
    assert.equal(bad.status, 3, bad.stderr);
    assert.match(bad.stdout, /= \(\(3,1\),\(2,1\)\):\(\(2,7\),\(3,7\)\)\n/);
    assert.match(bad.stdout, /^ {2}violated at 5: got 7, should be 8$/m);
    const good = stridescope(['verdict', '--ints=teaching', '(4,8):(1,4) o <2,4>']);
    assert.equal(good.status, 0, good.stderr);
    assert.match(good.stdout, /^ {2}satisfied \(all 8 coordinates\)$/m);
    assert.equal(stridescope(['verdict', '(4,6,8):(2,3,5) o 6:3; 4:1']).status, 0, 'only the last statement');
    assert.equal(stridescope(['verdict', '--all', '(4,6,8):(2,3,5) o 6:3; 4:1']).status, 3);
    succeeds(['verdict', '4:1'], 'not checked: the program has no operation with a law\n');
    refused(['verdict', 'coalesce(']);
    refused(['verdict', '']);
  },
  'verdict --json covers every operation of the statement'() {
    const { status, stdout } = stridescope(['verdict', '--json', 'coalesce(composition((8,8):(1,8),(4,4):(3,12)))']);
    assert.equal(status, 3);
    const [composition, coalesce] = JSON.parse(stdout);
    assert.equal(composition.function, 'composition');
    assert.deepEqual(composition.span, [9, 46]);
    assert.equal(composition.status, 'violated');
    assert.equal(composition.text, 'violated at 3: got 8, should be 9 (the size is 12, should be 16)');
    assert.equal(composition.cause.name, 'shape_divisibility');
    assert.equal(composition.forms.static, '(_4,_4):(_3,_12)');
    assert.equal(composition.forms.sameFunction, false);
    assert.equal(coalesce.status, 'satisfied');
    const [first] = JSON.parse(stridescope(['verdict', '--json', '(4,6,8):(2,3,5) o 6:3']).stdout);
    assert.deepEqual(first.counterexample, { at: 2, natural: '2', got: '3', shouldBe: '7' });
  },
};
