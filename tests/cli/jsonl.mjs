// Many questions in one process: lines of JSON.
import assert from 'node:assert/strict';

import { answers, jsonLines, stridescope } from './command.mjs';

export const tests = {
  '--jsonl answers every line in order, whatever the line'() {
    const bad = [
      '', 'nonsense', '{', '[]', '"text"', 'null', '7', '{}', '{"id":3}', '{"id":4,"expr":5}', '{"id":1,"expr":"4:1"',
      '['.repeat(20_000),
    ];
    const ask = (id) => JSON.stringify({ id, expr: 'size((2,4):(1,2))', unknown: { a: 1 } });
    const got = answers(bad.flatMap((line, i) => [line, ask(`good ${i}`)]));
    const good = got.filter(({ id }) => typeof id === 'string');
    assert.deepEqual(good, bad.map((_, i) => ({ id: `good ${i}`, result: '8' })));
    for (const answer of got.filter(({ id }) => typeof id !== 'string')) {
      assert.match(answer.error, /^[^\n]+$/);
      assert.ok(!('result' in answer));
    }
    const malformed = answers(['nonsense']);
    assert.equal(malformed.length, 1);
    assert.equal(malformed[0].id, null);
  },
  '--jsonl refuses a line that nests too deeply, and answers the others'() {
    const deep = (n) => '['.repeat(n) + ']'.repeat(n);
    const objects = (n) => '{"a":'.repeat(n) + '1' + '}'.repeat(n);
    const good = '{"id":"good","expr":"4"}';
    const bad = [
      `{"id":${deep(50_000)},"expr":"4"}`,
      `{"id":1,"expr":"4","ignored":${deep(50_000)}}`,
      `{"ignored":${objects(50_000)},"id":2,"expr":"4"}`,
      deep(50_000),
      objects(50_000),
      `{"id":3,"expr":${deep(50_000)}}`,
    ];
    const got = answers(bad.flatMap((line) => [line, good]));
    assert.equal(got.length, 2 * bad.length);
    for (let i = 0; i < got.length; i += 2) {
      assert.match(got[i].error, /nests deeper than 64 levels/);
      assert.deepEqual(got[i + 1], { id: 'good', result: '4' });
    }
    assert.deepEqual(
      got.filter((_, i) => i % 2 === 0).map(({ id }) => id ?? null).slice(1, 3),
      [1, 2],
    );
    assert.deepEqual(answers([`{"id":${deep(60)},"expr":"4"}`]), [{ id: JSON.parse(deep(60)), result: '4' }]);
  },
  '--jsonl keeps ids as they are, and says whether a boolean is static'() {
    const [number, text, bool, error] = answers([
      '{"id":12345678901,"expr":"4"}',
      '{"id":"ü\\n\\"","expr":"_4"}',
      '{"id":"b","expr":"congruent((_1,_2),(_3,_4))"}',
      '{"id":"e","expr":"1\\n2 +\\nnope"}',
    ]);
    assert.deepEqual(number, { id: 12345678901, result: '4' });
    assert.deepEqual(text, { id: 'ü\n"', result: '_4' });
    assert.deepEqual(bool, { id: 'b', result: 'true', static: true });
    assert.equal(error.id, 'e');
    assert.match(error.error, /^[^\n]+$/);
  },
  '--jsonl survives bytes that are not UTF-8'() {
    const bytes = Buffer.from('{"id":"x","expr":"\xff\xfe"}\n{"id":"y","expr":"4"}\n', 'latin1');
    const { status, stdout } = stridescope(['eval', '--jsonl'], bytes);
    assert.equal(status, 0);
    const [broken, next, ...more] = jsonLines(stdout);
    assert.ok('error' in broken);
    assert.deepEqual(next, { id: 'y', result: '4' });
    assert.equal(more.length, 0);
  },
  'eval --jsonl --all answers with every value'() {
    const { stdout } = stridescope(['eval', '--jsonl', '--all'], JSON.stringify({ id: 1, expr: 'A = 4:2; size(A); B = A' }) + '\n');
    assert.deepEqual(JSON.parse(stdout), {
      id: 1, result: '4:2', values: [{ name: 'A', text: '4:2' }, { text: '4' }, { name: 'B', text: '4:2' }],
    });
  },
  'eval --jsonl answers with verdicts on request'() {
    const expr = 'composition((6,2):(1,7),(3,2):(2,3))';
    const [plain, asked, other] = answers([
      JSON.stringify({ id: 1, expr }),
      JSON.stringify({ id: 2, expr, verdict: true }),
      JSON.stringify({ id: 3, expr: 'size(4:1)', verdict: true }),
    ]);
    assert.ok(!('verdict' in plain));
    assert.equal(asked.verdict[0].text, 'violated at 5: got 7, should be 8');
    assert.deepEqual(other.verdict, []);
    const all = stridescope(['eval', '--jsonl', '--verdict'], JSON.stringify({ id: 1, expr }) + '\n');
    assert.equal(JSON.parse(all.stdout).verdict.length, 1);
  },
};
