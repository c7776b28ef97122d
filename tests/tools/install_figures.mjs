// Measures each channel from its packed file to the first picture, and the sizes: what `./dev package` has written, without
// a network. Each is the median of turns in an empty folder; the package of Debian is installed in a bare system that
// bare_debian.sh has kept, so that its own dependencies are there.
// Usage: node install_figures.mjs PACKAGES [--root BARE_SYSTEM]... [--turns N] [--python PYTHON]
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string', multiple: true, default: [] }, turns: { type: 'string', default: '5' }, python: { type: 'string', default: '/usr/bin/python3' } },
});
const [folder] = positionals.map((word) => path.resolve(word));
if (!folder) {
  console.error('usage: node install_figures.mjs PACKAGES [--root BARE_SYSTEM]... [--turns N] [--python PYTHON]');
  process.exit(2);
}
const program = '(4,8):(8,1)';
const named = (pattern) => {
  const found = fs.readdirSync(folder).filter((name) => pattern.test(name));
  if (found.length !== 1) throw new Error(`${folder} has ${found.length} files like ${pattern}; expected one (./dev package)`);
  return path.join(folder, found[0]);
};

function run(cwd, words, env = {}) {
  const { status, stdout, stderr, error } = spawnSync(words[0], words.slice(1), { cwd, encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${words.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`);
  return stdout;
}

const bytesBelow = (name) => (fs.lstatSync(name).isDirectory() ? fs.readdirSync(name).reduce((sum, one) => sum + bytesBelow(path.join(name, one)), 0) : fs.lstatSync(name).size);
const inRoot = (root, ...words) => ['chroot', root, '/usr/bin/env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'DEBIAN_FRONTEND=noninteractive', 'LANG=C.UTF-8', ...words];
const release = (root) => /^PRETTY_NAME="(.*)"$/m.exec(fs.readFileSync(path.join(root, 'etc/os-release'), 'utf8'))[1];

/** A channel: its file, what is done once before each turn, what is timed, and where its files are then. */
const channels = [
  ...values.root.map((root) => ({
    name: `.deb on ${release(root)}`,
    file: named(/^stridescope_.*\.deb$/),
    before(file) {
      run('/', inRoot(root, 'dpkg', '--purge', 'stridescope-desktop', 'stridescope'));
      fs.copyFileSync(file, path.join(root, 'tmp/first.deb'));
    },
    install: () => run('/', inRoot(root, 'apt-get', '-qq', 'install', '-y', '--no-install-recommends', '/tmp/first.deb')),
    draw: () => run('/', inRoot(root, 'stridescope', 'render', program, '--format', 'svg')),
    size: () => Number(run('/', inRoot(root, 'dpkg-query', '-Wf', '${Installed-Size}', 'stridescope'))) * 1024,
  })),
  {
    name: 'tarball', file: named(/\.tar\.gz$/), before() {},
    install: (file, cwd) => run(cwd, ['tar', 'xzf', file]),
    draw: (cwd) => run(cwd, [path.join(cwd, fs.readdirSync(cwd)[0], 'bin/stridescope'), 'render', program, '--format', 'svg']),
    size: bytesBelow,
  },
  {
    name: 'wheel', file: named(/\.whl$/), before() {},
    install: (file, cwd) => run(cwd, [values.python, '-m', 'pip', 'install', '--no-index', '--quiet', '--no-compile', '--target', cwd, file], { PIP_DISABLE_PIP_VERSION_CHECK: '1' }),
    draw: (cwd) => run('/', [values.python, '-c', `import stridescope as ss; print(ss.layout('${program}').svg())`], { PYTHONPATH: cwd }),
    size: bytesBelow,
  },
  {
    name: 'npm', file: named(/^stridescope-.*\.tgz$/),
    before: (_, cwd) => fs.writeFileSync(path.join(cwd, 'package.json'), '{"type": "module"}'),
    install: (file, cwd) => run(cwd, ['npm', 'install', '--offline', '--no-audit', '--no-fund', '--silent', file]),
    draw: (cwd) => run(cwd, [process.execPath, '--input-type=module', '-e', `import { svg } from 'stridescope'; console.log(await svg('${program}'));`]),
    size: (cwd) => bytesBelow(path.join(cwd, 'node_modules')),
  },
];

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const timed = (work) => {
  const start = process.hrtime.bigint();
  const result = work();
  return [Number(process.hrtime.bigint() - start) / 1e9, result];
};

console.log(`| channel | file, MB | installed, MB | install, s | first picture, s | sum, s |\n| --- | --- | --- | --- | --- | --- |`);
for (const { name, file, before, install, draw, size } of channels) {
  const times = [];
  let bytes = 0;
  for (let turn = 0; turn < Number(values.turns); turn += 1) {
    const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-install-'));
    before(file, cwd);
    const [installing] = timed(() => install(file, cwd));
    const [drawing, svg] = timed(() => draw(cwd));
    if (!svg.trimStart().startsWith('<svg')) throw new Error(`${name} draws ${svg.slice(0, 80)}`);
    times.push([installing, drawing, installing + drawing]);
    bytes = size(cwd);
    fs.rmSync(cwd, { recursive: true });
  }
  const mega = (count) => (count / 1e6).toFixed(1);
  console.log(`| ${name} | ${mega(fs.statSync(file).size)} | ${mega(bytes)} | ${[0, 1, 2].map((at) => median(times.map((one) => one[at])).toFixed(2)).join(' | ')} |`);
}
console.log(`\nMedian of ${values.turns} turns on ${os.cpus()[0].model.trim()}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}, ${new Date().toISOString().slice(0, 10)}.`);
