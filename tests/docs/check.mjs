// Checks README.md, CONTRIBUTING.md, their Chinese and web/docs against the program: the output below each `$ stridescope` or `$ ./dev eval`
// command, the values that the captions of pictures show, that each picture and each link exists, and that a Chinese page
// has the parts of the English one.
// Usage: node check.mjs STRIDESCOPE
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [program] = process.argv.slice(2);
const root = fileURLToPath(new URL('../..', import.meta.url));
const docs = path.join(root, 'web/docs');
const pages = ['README.md', 'README.zh.md', 'CONTRIBUTING.md', ...fs.readdirSync(docs).filter((name) => name.endsWith('.md')).map((name) => `web/docs/${name}`)];
const pictures = JSON.parse(fs.readFileSync(path.join(docs, 'pictures.json'), 'utf8'));
let passed = 0;
let failed = 0;
const check = (ok, what) => {
  if (ok) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED ${what}`);
  }
};
// Commands whose output follows, and which need neither a GPU nor a file of the reader's.
const runnable = /^\$ (?:stridescope|\.\/dev) (eval|functions|explain|emit|render|xray)\b(.*)$/;
const evaluate = (words) => spawnSync(program, words, { encoding: 'utf8', cwd: root });
const shell = (command, rest) => spawnSync('sh', ['-c', `"$0" ${command}${rest}`, program], { encoding: 'utf8', cwd: root });

for (const name of pages) {
  const text = fs.readFileSync(path.join(root, name), 'utf8');
  for (const [, block] of text.matchAll(/```\w*\n([\s\S]*?)```/g)) {
    const parts = block.trimEnd().split(/^(?=\$ )/m);
    for (const part of parts) {
      const [line, ...expected] = part.trimEnd().split('\n');
      const command = line.match(runnable);
      if (!command || expected.length === 0) continue;
      const { stdout } = shell(command[1], command[2]);
      check(stdout.trimEnd() === expected.join('\n'), `${name}: ${line}\nexpected:\n${expected.join('\n')}\nprinted:\n${stdout}`);
    }
  }
  // In code, brackets and parentheses are not a link.
  const prose = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  for (const [, link] of prose.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g))
    check(fs.existsSync(path.join(root, path.dirname(name), link)), `${name}: the file ${link} does not exist`);
}

// A Chinese page has the parts of the English one, and the same code.
const outline = (text) => ({
  heads: text.match(/^#+ /gm)?.length,
  code: [...text.matchAll(/^```.*\n[\s\S]*?^```/gm)].map(([block]) => block.replace(/(?:^| +)(?:#|\/\/|\/\*) .*$/gm, '')),
  rows: text.match(/^\|/gm)?.length,
  items: text.match(/^\* /gm)?.length,
  pictures: [...text.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)].map(([, name]) => name),
});
for (const name of pages.filter((page) => page.endsWith('.zh.md'))) {
  const english = name === 'web/docs/contributing.zh.md' ? 'CONTRIBUTING.md' : name.replace('.zh.md', '.md');
  const [zh, en] = [name, english].map((page) => JSON.stringify(outline(fs.readFileSync(path.join(root, page), 'utf8'))));
  check(zh === en, `${name} has other parts than the English page:\n${zh}\n${en}`);
}

// The numbers of golden lines, wherever they are given.
const golden = path.join(root, 'tests/golden');
const linesOf = (name) => fs.readFileSync(path.join(golden, name), 'utf8').trimEnd().split('\n').length;
const files = fs.readdirSync(golden).filter((name) => name.endsWith('.jsonl') && name !== 'peers.jsonl');
const counted = { golden: files.reduce((sum, name) => sum + linesOf(name), 0), peers: linesOf('peers.jsonl') };
const said = (number) => number.toLocaleString('en-US');
for (const [name, text] of [
  ['README.md', `${said(counted.golden)} golden lines`], ['README.zh.md', said(counted.golden)],
  ['web/docs/performance.md', `${said(counted.golden)}, all equal`], ['web/docs/performance.md', `${said(counted.peers)}, all equal`],
  ['web/docs/performance.zh.md', `${said(counted.golden)}，`], ['web/docs/performance.zh.md', `${said(counted.peers)}，`],
]) check(fs.readFileSync(path.join(root, name), 'utf8').includes(text), `${name} does not have "${text}"`);

// Each rule's section has an example, its finding, and the number of findings in public kernels, as the table of the
// repositories counts them.
for (const [name, found] of [['lint.md', /^Found in public kernels: (\d+|none)/m], ['lint.zh.md', /^在公开核函数中的发现：(\d+|无)/m]]) {
  const text = fs.readFileSync(path.join(docs, name), 'utf8');
  const counts = new Map();
  for (const [, row] of text.matchAll(/^\| [^|`]+ \| [0-9a-f]{8} \| ([^|]*) \|/gm))
    for (const [, count, rule] of row.matchAll(/(\d+) `([\w-]+)`/g)) counts.set(rule, (counts.get(rule) ?? 0) + Number(count));
  check(counts.size > 0, `${name} has no table of findings`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-docs-'));
  for (const [, rule] of fs.readFileSync(path.join(root, 'core/lint/rules.def'), 'utf8').matchAll(/^RULE\(\w+, "([\w-]+)"/gm)) {
    const section = text.split(`\n### ${rule}\n`)[1]?.split('\n## ')[0].split('\n### ')[0] ?? '';
    const [, count] = section.match(found) ?? [];
    // Its example has the finding that is next to it.
    const [, language, code, what] = section.match(/```(\w+)\n([\s\S]*?)```\n\n(?:The finding: |发现：)`(.*)`\n/) ?? [];
    const example = path.join(folder, `${rule}.${{ cpp: 'cu', mlir: 'ttgir', ptx: 'ptx' }[language]}`);
    fs.writeFileSync(example, code ?? '');
    const { stdout } = evaluate(['--lang', name === 'lint.md' ? 'en' : 'zh', 'lint', '--format', 'json', example]);
    const findings = code && JSON.parse(stdout).findings;
    check(findings?.every((one) => one.rule === rule) && findings.some((one) => one.what === what), `${name}: the example of ${rule} has ${JSON.stringify(findings)}, expected ${what}`);
    check(count !== undefined && (Number(count) || 0) === (counts.get(rule) ?? 0), `${name}: ${rule} has ${count} findings in its section, ${counts.get(rule) ?? 0} in the table`);
  }
  fs.rmSync(folder, { recursive: true });
}

for (const [name, picture] of Object.entries(pictures)) {
  check(['png', 'webp'].some((type) => fs.existsSync(path.join(docs, 'pictures', `${name}.${type}`))), `the picture ${name} does not exist`);
  check(fs.readFileSync(path.join(root, 'README.md'), 'utf8').includes(`[${picture.caption}]`), `README.md does not have the caption "${picture.caption}"`);
  for (const [value, text] of Object.entries(picture.values ?? {})) {
    const lines = picture.program.trimEnd().split('\n');
    const at = lines.findIndex((line) => line.startsWith(`${value} =`));
    // Without a name: the value of the whole program.
    const { stdout } = evaluate(['eval', (value === '' ? lines : lines.slice(0, at + 1)).join('\n')]);
    check(stdout.startsWith(text), `${name}: ${value || 'the value'} is ${stdout.trim()}, its picture shows ${text}`);
  }
}
console.log(`${passed} right, ${failed} wrong`);
process.exit(failed > 0 || passed < 10 ? 1 : 0);
