// The workflows of GitHub, as far as they run here: their form, and the scripts of their steps.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step { name?: string; uses?: string; run?: string; if?: string; env?: Record<string, string>; with?: Record<string, string> }
interface Job { 'runs-on': string; container?: string; defaults?: { run: { shell: string } }; 'timeout-minutes': number; permissions?: Record<string, string>; steps: Step[] }
interface Workflow { name: string; on: Record<string, unknown>; permissions: Record<string, string>; jobs: Record<string, Job> }

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = path.join(root, '.github/workflows');
const workflows = new Map(readdirSync(folder).map((file) => [file.replace('.yml', ''), parse(readFileSync(path.join(folder, file), 'utf8')) as Workflow]));
const steps = [...workflows].flatMap(([file, { jobs }]) => Object.values(jobs).flatMap((job) => job.steps.map((step) => ({ file, step }))));
const scripts = steps.flatMap(({ file, step }) => (step.run ? [{ file, run: step.run }] : []));
const step = (file: string, name: string): Step => steps.find((one) => one.file === file && one.step.name === name)!.step;

/** Runs a script as a runner does. */
const bash = (script: string, env: Record<string, string> = {}, ...words: string[]) =>
  spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', ...words, '-c', script], { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } });

/** The first words of the commands of a script, with the one after `./dev`. */
function commands(script: string): string[] {
  const bare = script.replace(/'[^']*'|"[^"]*"/g, 'x').replace(/\$\(([^()]*)\)/g, 'x; $1;').replace(/\w+=x/g, ':');
  return bare.split(/\n|&&|\|\||[;|{}]/).map((part) => part.trim()).filter(Boolean).map((part) => /^\.\/dev \w+|^\S+/.exec(part)![0]);
}

describe('workflows', () => {
  test('there are those of the tests, the pages and the releases', () => {
    expect([...workflows.keys()].sort()).toEqual(['ci', 'pages', 'release']);
    expect(workflows.get('ci')!.on).toHaveProperty('pull_request');
    expect(workflows.get('release')!.on).toHaveProperty('push.tags');
    for (const [file, { name, permissions, jobs }] of workflows) {
      expect([name, permissions]).toEqual([file, { contents: 'read' }]);
      for (const { 'runs-on': on, 'timeout-minutes': minutes, container, defaults } of Object.values(jobs)) {
        expect([on, minutes > 0]).toEqual(['ubuntu-24.04', true]);
        // Without it a container runs scripts by sh, and not as the tests below do.
        if (container) expect(defaults).toEqual({ run: { shell: 'bash' } });
      }
    }
  });

  test('actions are the official ones, of a major version', () => {
    const used = steps.flatMap(({ step: { uses } }) => uses ?? []);
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !/^actions\/(?:checkout|upload-artifact|upload-pages-artifact|deploy-pages)@v\d+$/.test(name))).toEqual([]);
  });

  test('scripts have the right form, and their commands exist', () => {
    const usage = spawnSync('./dev', ['help'], { cwd: root, encoding: 'utf8' }).stdout;
    const known = new Set([...usage.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => `./dev ${name}`));
    expect(commands('a && "b c" || ./dev site\nv=$(sed x | tr y)')).toEqual(['a', 'x', './dev site', ':', 'sed', 'tr']);
    expect(scripts.length).toBeGreaterThan(5);
    for (const { file, run } of scripts) {
      // A name of a pull request would run in a script: variables pass it.
      expect([file, run.includes('${{')]).toEqual([file, false]);
      expect([file, bash(run, {}, '-n').stderr]).toEqual([file, '']);
      for (const name of commands(run)) {
        const there = name.startsWith('./dev') ? known.has(name) : bash(`type -- "${name}"`).status === 0 || name === 'apt-get';
        expect([file, name, there]).toEqual([file, name, true]);
      }
    }
  });

  test('a package that a step installs exists', () => {
    const names = scripts.flatMap(({ run }) => [.../apt-get install (.*)/.exec(run)?.[1]?.split(' ') ?? []]).filter((word) => /^[a-z]/.test(word));
    expect(new Set(names)).toEqual(new Set(['ca-certificates', 'git']));
    if (existsSync('/usr/bin/apt-cache')) for (const name of new Set(names)) expect(spawnSync('apt-cache', ['show', name]).status).toBe(0);
  });

  test('the tests run where git trusts the folder', () => {
    const home = mkdtempSync(path.join(tmpdir(), 'stridescope-home-'));
    const [first, ...rest] = step('ci', 'Test').run!.trim().split('\n');
    const told = bash(`${first}\ngit config --global --list`, { HOME: home, XDG_CONFIG_HOME: home, GIT_CONFIG_GLOBAL: path.join(home, 'config'), GITHUB_WORKSPACE: root });
    rmSync(home, { recursive: true });
    expect(told.stdout).toBe(`safe.directory=${root}\n`);
    expect(rest).toEqual(['./dev test']);
  });

  test('a release has the version of its tag', () => {
    const { run } = step('release', 'Check the version');
    const [, version] = /^project\(\w+ VERSION ([\d.]+)/m.exec(readFileSync(path.join(root, 'CMakeLists.txt'), 'utf8'))!;
    expect(bash(run!, { GITHUB_REF_NAME: `v${version}` })).toMatchObject({ status: 0, stdout: '' });
    expect(bash(run!, { GITHUB_REF_NAME: 'v9.9' })).toMatchObject({ status: 1, stdout: `the tag is v9.9; expected v${version}\n` });
    const kept = steps.find(({ file, step: { uses } }) => file === 'release' && uses?.startsWith('actions/upload-artifact'))!.step.with!['path']!;
    expect(kept.trim().split('\n').map((file) => path.extname(file)).sort()).toEqual(['.deb', '.gz', '.tgz', '.vsix', '.whl']);
  });

  test('the action annotates lines, and its summary has a picture of each finding', () => {
    const place = mkdtempSync(path.join(tmpdir(), 'stridescope-action-'));
    const source = (swizzle: string): string => `#include <cute/tensor.hpp>\nauto s = make_tensor(make_smem_ptr(reinterpret_cast<half_t*>(smem)), composition(Swizzle<3, ${swizzle}, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));\n`;
    writeFileSync(path.join(place, 'wrong.cu'), source('4'));
    writeFileSync(path.join(place, 'right.cu'), source('3'));
    const { inputs, runs } = parse(readFileSync(path.join(root, 'action.yml'), 'utf8')) as { inputs: Record<string, { default: string }>; runs: { using: string; steps: { shell: string; env: Record<string, string>; run: string }[] } };
    const [{ shell, env, run }] = runs.steps as [typeof runs.steps[0]];
    expect([runs.using, shell, runs.steps.length, env['PATHS']]).toEqual(['composite', 'bash', 1, '${{ inputs.paths }}']);
    const summary = path.join(place, 'summary.md');
    const act = (given: Record<string, string>) => bash(run, {
      GITHUB_STEP_SUMMARY: summary, PROGRAM: path.join(root, 'build/native/bin/stridescope'), BASELINE: inputs['baseline']!.default, ...given,
    });
    const found = act({ PATHS: `${place}/wrong.cu ${place}/right.cu` });
    expect(found.status).toBe(1);
    expect(found.stdout.trim().split('\n')).toHaveLength(1);
    expect(found.stdout).toMatch(/^::(?:error|warning) file=.*wrong\.cu,line=2,.*Sw<3,3,3>/);
    expect(readFileSync(summary, 'utf8')).toMatch(/wrong\.cu[\s\S]*```[\s\S]*0[\s\S]*```/);
    expect(act({ PATHS: `${place}/right.cu` })).toMatchObject({ status: 0, stdout: '' });
    // A hook of pre-commit is called with the names of files.
    const [{ entry, files }] = parse(readFileSync(path.join(root, '.pre-commit-hooks.yaml'), 'utf8')) as [{ entry: string; files: string }];
    expect(new RegExp(files).test('wrong.cu')).toBe(true);
    const hook = bash(`${entry} wrong.cu right.cu`.replace('wrong', `${place}/wrong`).replace('right', `${place}/right`), { PATH: `${path.join(root, 'build/native/bin')}:${process.env['PATH']}` });
    rmSync(place, { recursive: true });
    expect([hook.status, hook.stdout.includes('[swizzle-unit]')]).toEqual([1, true]);
  });

  test('the pages are the site that ./dev builds', () => {
    expect(step('pages', 'Build the site')).toMatchObject({ run: './dev site', env: { STRIDESCOPE_SITE: '${{ vars.STRIDESCOPE_SITE }}' } });
    expect(readFileSync(path.join(root, 'web/vite.site.config.ts'), 'utf8')).toContain('process.env[\'STRIDESCOPE_SITE\'] ?? \'\'');
    const published = steps.find(({ step: { uses } }) => uses?.startsWith('actions/upload-pages-artifact'))!.step.with!['path']!;
    expect(published).toBe('build/site');
    for (const name of ['index.html', 'explorer/index.html', '.nojekyll']) expect(existsSync(path.join(root, published, name))).toBe(true);
    expect(workflows.get('pages')!.jobs['deploy']!.permissions).toEqual({ pages: 'write', 'id-token': 'write' });
  });
});
