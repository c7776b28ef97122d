// Checks the size and the page of each library: a folder of the layering table has a line budget (tests/budget.json), and
// a folder of core has a README.md that fits on a page, names its public headers and repeats its row of the table.
// A folder that grows needs a deletion or a commit that raises its budget and gives the reason.
// Usage: node check_budget.mjs [ROOT] [--write | --self-test]
//   --write      sets each budget to the lines of today, and writes the folder tables of web/docs/architecture*.md
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALLOWED } from './check_layering.mjs';

const SOURCE = /\.(h|hpp|inc|def|cpp|cc|c|cu|cuh|ts|tsx|css|mjs|py)$/;
const PAGE = 60; // lines of a README
const STEP = 50; // budgets are multiples of it
const MARK = /<!-- folders -->[\s\S]*<!-- \/folders -->/;

const folders = Object.keys(ALLOWED);

/** The folder of the table that a file belongs to: the longest one that contains it. */
const folderOf = (file) =>
  folders.filter((folder) => file.startsWith(folder + '/')).sort((a, b) => b.length - a.length)[0];

function* files(root, folder) {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* files(root, name);
    else if (SOURCE.test(entry.name) && !entry.name.endsWith('.d.ts')) yield name;
  }
}

/** Lines of source by folder of the table. */
export function lines(root) {
  const count = new Map(folders.map((folder) => [folder, 0]));
  const tops = ['core', 'wasm', 'desktop', 'gpu_runner', 'python', 'web/src', 'web/package', 'web/site'].filter((top) => fs.existsSync(path.join(root, top)));
  for (const top of tops) {
    for (const file of files(root, top)) {
      const folder = folderOf(file);
      if (folder) count.set(folder, count.get(folder) + fs.readFileSync(path.join(root, file), 'utf8').split('\n').length - 1);
    }
  }
  return count;
}

const included = (folder) => (ALLOWED[folder].length ? ALLOWED[folder].map((name) => `\`${name}\``).join(', ') : 'nothing');

/** Faults of the README of a library. */
function readmeFaults(root, folder) {
  const file = path.join(root, folder, 'README.md');
  if (!fs.existsSync(file)) return [`${folder} has no README.md`];
  const text = fs.readFileSync(file, 'utf8');
  const faults = [];
  if (text.split('\n').length - 1 > PAGE) faults.push(`${folder}/README.md has more than ${PAGE} lines`);
  if (!text.startsWith(`# ${folder}\n`)) faults.push(`${folder}/README.md does not begin with "# ${folder}"`);
  for (const head of ['## Public headers', '## May include', '## Example', '## Stability']) {
    if (!text.includes(`\n${head}\n`)) faults.push(`${folder}/README.md lacks "${head}"`);
  }
  const own = text.split('\n## May include\n')[1]?.split('\n## ')[0].replace(/\s+/g, ' ').trim();
  if (own !== included(folder)) faults.push(`${folder}/README.md: "May include" must be: ${included(folder)}`);
  const headers = text.split('\n## Public headers\n')[1]?.split('\n## ')[0] ?? '';
  for (const [, name] of headers.matchAll(/`([\w/]+\.(?:h|def))`/g)) {
    if (!fs.existsSync(path.join(root, folder, name))) faults.push(`${folder}/README.md names ${name}, which does not exist`);
  }
  return faults;
}

/** The first sentence of a folder's README. */
function subjectOf(root, folder) {
  const file = path.join(root, folder, 'README.md');
  const [, subject = ''] = (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '').match(/^# .*\n\n([\s\S]*?[.])(?:\s|$)/) ?? [];
  return subject.replace(/\s+/g, ' ');
}

/** The pages with a table of folders, and whether its subjects are written by hand, in another language. */
const TABLES = [['web/docs/architecture.md', false], ['web/docs/architecture.zh.md', true]];

/** The page with its table of folders as it must be: subject and row of the layering table. */
function withTable(root, count, page, byHand) {
  const table = page.match(MARK)?.[0] ?? '';
  const head = table.split('\n').slice(1, 3).join('\n');
  const own = new Map([...table.matchAll(/^\| `([^`]+)` \| (.*?) \|/gm)].map(([, folder, subject]) => [folder, subject]));
  const rows = folders.filter((folder) => count.get(folder) > 0).map((folder) => {
    const subject = subjectOf(root, folder);
    return `| \`${folder}\` | ${byHand && subject ? own.get(folder) ?? subject : subject} | ${ALLOWED[folder].map((name) => name.replace(/^(core|web\/src)\//, '')).join(', ') || '–'} |`;
  });
  return page.replace(MARK, () => `<!-- folders -->\n${head}\n${rows.join('\n')}\n<!-- /folders -->`);
}

/** Faults of the table of a page. */
function tableFaults(root, count, name, byHand) {
  const page = fs.existsSync(path.join(root, name)) ? fs.readFileSync(path.join(root, name), 'utf8') : '';
  if (withTable(root, count, page, byHand) !== page) return [`the folder table of ${name} is stale: node tests/check_budget.mjs --write`];
  const english = byHand ? folders.filter((folder) => subjectOf(root, folder) && page.includes(`| \`${folder}\` | ${subjectOf(root, folder)} |`)) : [];
  return english.map((folder) => `${name}: the subject of ${folder} is in English`);
}

export function check(root) {
  const faults = [];
  const count = lines(root);
  const budget = JSON.parse(fs.readFileSync(path.join(root, 'tests/budget.json'), 'utf8'));
  for (const folder of folders) {
    const now = count.get(folder);
    if (!now) continue;
    const limit = budget[folder];
    if (limit === undefined) faults.push(`tests/budget.json has no row for ${folder}: ${now} lines`);
    else if (now > limit) faults.push(`${folder} has ${now} lines, its budget is ${limit}: delete, or raise the budget and give the reason in the commit`);
    else if (now < limit - 2 * STEP - limit * 0.02) faults.push(`${folder} has ${now} lines: lower its budget of ${limit} (--write)`);
    if (folder.startsWith('core/')) faults.push(...readmeFaults(root, folder));
  }
  for (const folder of Object.keys(budget)) if (!count.get(folder)) faults.push(`tests/budget.json has ${folder}, which is empty`);
  for (const [name, byHand] of TABLES) faults.push(...tableFaults(root, count, name, byHand));
  return { faults, sum: [...count.values()].reduce((a, b) => a + b, 0) };
}

function write(root) {
  const count = lines(root);
  const rows = folders.filter((folder) => count.get(folder)).map((folder) => [folder, Math.ceil(count.get(folder) / STEP) * STEP]);
  fs.writeFileSync(path.join(root, 'tests/budget.json'), `{\n${rows.map(([name, limit]) => `  "${name}": ${limit}`).join(',\n')}\n}\n`);
  for (const [name, byHand] of TABLES) {
    const file = path.join(root, name);
    if (fs.existsSync(file)) fs.writeFileSync(file, withTable(root, count, fs.readFileSync(file, 'utf8'), byHand));
  }
}

function selfTest() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-budget-'));
  const put = (file, text) => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  };
  const readme = '# core/base\n\nA subject.\n\n## Public headers\n\n`a.h`: a.\n\n## May include\n\nnothing\n\n## Example\n\nx\n\n## Stability\n\nstable\n';
  const failures = [];
  const expect = (what, part) => {
    const { faults } = check(root);
    if (part === undefined ? faults.length : !faults.some((fault) => fault.includes(part))) failures.push(`${what}: ${JSON.stringify(faults)}`);
  };
  try {
    put('core/base/a.h', 'x\n'.repeat(100));
    put('core/base/README.md', readme);
    put('tests/budget.json', '{"core/base": 100}');
    expect('a folder within its budget');
    put('core/base/b.h', 'x\n');
    expect('a folder over its budget', 'its budget is 100');
    put('tests/budget.json', '{"core/base": 400}');
    expect('a loose budget', 'lower its budget');
    put('tests/budget.json', '{}');
    expect('no budget', 'has no row');
    put('tests/budget.json', '{"core/base": 150}');
    put('core/base/README.md', readme.replace('nothing', '`core/value`'));
    expect('another row than the table', '"May include" must be: nothing');
    put('core/base/README.md', readme.replace('`a.h`', '`c.h`'));
    expect('a header that does not exist', 'names c.h');
    put('core/base/README.md', readme + 'x\n'.repeat(60));
    expect('a long page', 'more than 60 lines');
    fs.rmSync(path.join(root, 'core/base/README.md'));
    expect('no page', 'has no README.md');
    write(root);
    put('core/base/README.md', readme);
    expect('budgets of today');
    put('web/docs/architecture.zh.md', '<!-- folders -->\n| a | b | c |\n| --- | --- | --- |\n<!-- /folders -->\n');
    expect('a table without a row', 'architecture.zh.md is stale');
    write(root);
    expect('a subject that is not translated', 'the subject of core/base is in English');
    put('web/docs/architecture.zh.md', fs.readFileSync(path.join(root, 'web/docs/architecture.zh.md'), 'utf8').replace('A subject.', '主题。'));
    write(root);
    expect('a table with subjects of its own');
  } finally {
    fs.rmSync(root, { recursive: true });
  }
  return failures;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2);
  const root = words.find((word) => !word.startsWith('--')) ?? path.dirname(path.dirname(fileURLToPath(import.meta.url)));
  if (words.includes('--self-test')) {
    const failures = selfTest();
    for (const failure of failures) console.error(failure);
    console.log(`12 cases, ${failures.length} failures`);
    process.exit(failures.length ? 1 : 0);
  }
  if (words.includes('--write')) write(root);
  const { faults, sum } = check(root);
  for (const fault of faults) console.error(fault);
  console.log(`${sum} lines of product, ${faults.length} faults`);
  process.exit(faults.length || !sum ? 1 : 0);
}
