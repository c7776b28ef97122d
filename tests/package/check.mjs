// Checks the packages of Debian that CPack writes: which file is in which, what they depend on, that they are installed
// together, that a C program is compiled with pkg-config against them, and that the programs run. In a temporary root;
// the machine stays as it is. Usage: node check.mjs CPACK BUILD_FOLDER
// FILE..., the files that are packed: `./dev test` runs it again where one has changed
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';

const [cpack, build] = process.argv.slice(2);
const bare = fs.mkdtempSync(path.join(os.tmpdir(), 'stridescope-package-'));
const run = (program, words, more = {}) => execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28, ...more });
const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

try {
  // The page may not be built yet. A fast compression is enough here, and which packages have the libraries of the programs
  // takes five times as long as all the rest.
  const options = ['CPACK_PROJECT_CONFIG_FILE=', 'CPACK_DEBIAN_COMPRESSION_TYPE=zstd', 'CPACK_DEBIAN_PACKAGE_SHLIBDEPS=OFF'];
  run(cpack, ['--config', path.join(build, 'CPackConfig.cmake'), '-G', 'DEB', '-B', bare, ...options.flatMap((one) => ['-D', one])]);
  const packages = new Map();
  for (const file of fs.readdirSync(bare).filter((name) => name.endsWith('.deb'))) {
    const deb = path.join(bare, file);
    const field = (name) => run('dpkg-deb', ['-f', deb, name]).trim();
    const listed = run('dpkg-deb', ['-c', deb]).trim().split('\n').map((line) => line.split(/\s+/).slice(5).join(' ').split(' -> ')[0]);
    packages.set(field('Package'), { deb, depends: field('Depends'), files: listed.filter((name) => !name.endsWith('/')).map((name) => name.slice(1)) });
  }
  const desktop = packages.has('stridescope-desktop');
  const built = fs.existsSync(path.join(build, 'bin/stridescope-desktop'));
  assert.deepEqual([...packages.keys()].sort(), ['libstridescope-dev', 'libstridescope0', 'stridescope', ...(desktop ? ['stridescope-desktop'] : [])]);
  assert.ok(desktop || !built);

  // Contents: each file is in one package.
  const owner = new Map();
  for (const [name, { files }] of packages) {
    for (const file of files) {
      assert.ok(!owner.has(file), `${file} is in ${owner.get(file)} and ${name}`);
      owner.set(file, name);
    }
  }
  const wanted = {
    libstridescope0: [/^\/usr\/lib\/libstridescope\.so\.0$/, /^\/usr\/lib\/libstridescope\.so\.0\.\d+\.\d+$/],
    'libstridescope-dev': [
      /^\/usr\/lib\/libstridescope\.so$/, /^\/usr\/lib\/libstridescope_core\.a$/, /^\/usr\/lib\/pkgconfig\/stridescope\.pc$/,
      /^\/usr\/lib\/cmake\/stridescope\/stridescope-config\.cmake$/, /^\/usr\/include\/stridescope\/stridescope\.h$/, /^\/usr\/include\/stridescope\/core\/door\/door\.def$/,
    ],
    stridescope: [
      /^\/usr\/bin\/stridescope$/, /^\/usr\/bin\/stridescope-runner$/, /^\/usr\/share\/man\/man1\/stridescope\.1\.gz$/,
      /^\/usr\/share\/man\/man1\/stridescope-mcp\.1\.gz$/, /^\/usr\/share\/stridescope\/skill\/stridescope\/SKILL\.md$/, /^\/usr\/share\/doc\/stridescope\/LICENSE$/,
    ],
    'stridescope-desktop': [
      /^\/usr\/bin\/stridescope-desktop$/, /^\/usr\/share\/applications\/stridescope\.desktop$/, /^\/usr\/share\/mime\/packages\/stridescope\.xml$/,
      /^\/usr\/share\/icons\/hicolor\/scalable\/apps\/stridescope\.svg$/,
    ],
  };
  for (const [name, { files, depends }] of packages) {
    for (const file of wanted[name]) assert.ok(files.some((one) => file.test(one)), `${name} lacks ${file}`);
    const stray = files.filter((one) => name !== 'libstridescope-dev' && /\.(h|a|pc|def)$/.test(one));
    assert.deepEqual(stray, [], name);
    if (name === 'libstridescope-dev') assert.match(depends, /libstridescope0 \(= \d+\.\d+\.\d+\)/);
    if (name === 'stridescope-desktop') assert.match(depends, /stridescope \(= \d+\.\d+\.\d+\)/);
  }
  assert.deepEqual(packages.get('libstridescope0').files.length, 2);

  // Together in one root: by dpkg where we are root, as files where not. The root is empty, so that no script can run in it.
  const root = path.join(bare, 'root');
  const all = [...packages.values()].map(({ deb }) => deb);
  const dpkg = process.getuid() === 0;
  fs.mkdirSync(path.join(root, 'var/lib/dpkg/info'), { recursive: true });
  fs.writeFileSync(path.join(root, 'var/lib/dpkg/status'), '');
  if (dpkg) {
    run('dpkg', [`--root=${root}`, '--force-depends', '--force-unsafe-io', '--no-triggers', '--unpack', ...all]);
    assert.match(run('dpkg', [`--root=${root}`, '-l', 'stridescope']), /^iU/m);
  } else {
    for (const deb of all) run('dpkg-deb', ['-x', deb, root]);
  }
  const usr = path.join(root, 'usr');
  const program = path.join(usr, 'bin/stridescope');
  assert.equal(run(program, ['eval', 'composition((6,2):(8,2), (4,3):(3,1))']), '((2,2),(3,1)):((24,2),(8,2))\n');

  // The manual: a page of each command.
  const man = path.join(usr, 'share/man/man1');
  const commands = run(program, ['--help']).split('\nCOMMANDS\n')[1].split('\n\n')[0].trim().split('\n').map((line) => line.trim().split(' ')[0]);
  for (const name of commands) {
    const text = zlib.gunzipSync(fs.readFileSync(path.join(man, `stridescope-${name}.1.gz`))).toString();
    assert.match(text, new RegExp(`^\\.TH STRIDESCOPE-${name.toUpperCase()} 1 [^]*\\n\\.SH NAME\\n\\.nf\\nstridescope\\\\-${name} \\\\- [^]*\\n\\.SH SYNOPSIS\\n`), name);
  }
  assert.ok(commands.length > 10 && !fs.existsSync(path.join(man, 'stridescope-nope.1.gz')));

  // C against the packages.
  const source = path.join(bare, 'use.c');
  fs.writeFileSync(source, `#include <stdio.h>
#include <stridescope/stridescope.h>
int main(void) {
  stridescope_session* session = stridescope_open();
  stridescope_call_evaluate(session, "{\\"program\\": \\"A = (4,8):(8,1)\\"}");
  puts(stridescope_call_describe(session, "{\\"binding\\": 0, \\"cell\\": 5}"));
  stridescope_close(session);
}
`);
  // pkgconf finds the prefix from the place of the file.
  if (has('pkg-config')) {
    const flags = run('pkg-config', ['--cflags', '--libs', 'stridescope'], { env: { ...process.env, PKG_CONFIG_PATH: path.join(usr, 'lib/pkgconfig') } }).trim().split(/\s+/);
    run('cc', ['-Wall', '-Werror', source, '-o', path.join(bare, 'use'), ...flags]);
    assert.match(run(path.join(bare, 'use'), [], { env: { LD_LIBRARY_PATH: path.join(usr, 'lib') } }), /A\(1,1\) = 9/);
  }

  // The menu entry and the file type.
  if (desktop) {
    const entry = fs.readFileSync(path.join(usr, 'share/applications/stridescope.desktop'), 'utf8');
    const type = fs.readFileSync(path.join(usr, 'share/mime/packages/stridescope.xml'), 'utf8').match(/<mime-type type="([^"]+)">/)[1];
    assert.ok(entry.includes(`MimeType=${type};`) && /^Exec=stridescope-desktop %f$/m.test(entry), entry);
    if (has('desktop-file-validate')) run('desktop-file-validate', [path.join(usr, 'share/applications/stridescope.desktop')]);
    if (has('update-mime-database')) {
      run('update-mime-database', [path.join(usr, 'share/mime')]);
      assert.match(fs.readFileSync(path.join(usr, 'share/mime/globs2'), 'utf8'), new RegExp(`:${type}:\\*\\.stride\n`));
    }
  }
  console.log(`${packages.size} packages, ${owner.size} files, ${dpkg ? 'unpacked by dpkg' : 'unpacked by dpkg-deb'}`);
} finally {
  fs.rmSync(bare, { recursive: true });
}
