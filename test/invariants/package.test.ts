import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { installNode } from '../../scripts/node-versions.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const PACKAGES = join(ROOT, 'node_modules');
const ENTRIES = ['.', './components', './theme', './search'];
const TEMPLATES = ['./templates/Navbar', './templates/Navbar.tsx', './templates/components/Card'];

const folder = join(inject('runFolder'), 'package');
/** A site with the packed docwright in its packages. */
const consumer = join(folder, 'consumer');
const installed = join(consumer, 'node_modules/docwright');
let tarball: Buffer;

function run(cwd: string, ...[command = '', ...args]: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return `${stdout}${stderr}${status === 0 ? '' : `exit code ${status}\n`}`;
}

/** Packs as `npm pack` does, from a copy: the script changes package.json for a moment. */
function pack(): Buffer {
  const source = join(folder, 'source');
  const { files }: Manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const path of [...files, 'package.json', 'README.md', 'LICENSE'])
    cpSync(join(ROOT, path), join(source, path), { recursive: true });
  const script = join(ROOT, 'scripts/manifest.mjs');
  expect(run(source, process.execPath, script, 'publish')).toBe('');
  const name = run(source, 'npm', 'pack', '--ignore-scripts', '--silent').trim().split('\n').at(-1);
  const packed = readFileSync(join(source, name ?? ''));
  expect(run(source, process.execPath, script, 'restore')).toBe('');
  expect(readFileSync(join(source, 'package.json'))).toEqual(
    readFileSync(join(ROOT, 'package.json')),
  );
  mkdirSync(installed, { recursive: true });
  expect(run(source, 'tar', 'xzf', name ?? '', '--strip-components=1', '-C', installed)).toBe('');
  return packed;
}

/** The compiler options that the manual recommends. */
function printedOptions(): object {
  const text = readFileSync(join(ROOT, 'manual/requirements.md'), 'utf8');
  const [, printed = ''] = /title="tsconfig\.json"\n(.*?)^```/ms.exec(text) ?? [];
  return JSON.parse(printed).compilerOptions;
}

interface Manifest extends Readonly<Record<string, unknown>> {
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
}

/** The packages that the published sources, which dist/bundles is made from, import, with those that they need. */
function bundledPackages(): ReadonlySet<string> {
  const sources = published().filter((path) => /^(?:src|templates)\/.*\.tsx?$/.test(path));
  const names = sources.flatMap((path) => {
    const code = readFileSync(join(installed, path), 'utf8');
    return Array.from(
      code.matchAll(/^(?:import |(?:import(?! type)|export|\}).* from )'([a-z][\w-]*)/gm),
      ([, name = '']) => name,
    );
  });
  const found = new Set(names.filter((name) => name !== 'docwright'));
  // The set grows while it is read.
  for (const name of found) {
    const { dependencies = {} }: Partial<Manifest> = packageJson(name);
    for (const needed of Object.keys(dependencies)) found.add(needed);
  }
  return found;
}

function packageJson(name: string) {
  return JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'));
}

function published(): readonly string[] {
  return readdirSync(installed, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  );
}

beforeAll(() => {
  cpSync(join(ROOT, 'test/fixtures/consumer'), consumer, { recursive: true });
  tarball = pack();
  const { dependencies, optionalDependencies } = manifest();
  const needed = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
  for (const name of [...needed, '@types/react']) {
    const target = join(consumer, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join(PACKAGES, name), target, 'junction');
  }
});

describe('the tarball', () => {
  it('is at most 1.61 MB and has no maps, tests or declarations of inner modules', () => {
    expect(tarball.length).toBeLessThan(1_610_000);
    const files = published();
    expect(files.filter((path) => /\.map$|(?:^|\/)test\/|tsbuildinfo/.test(path))).toEqual([]);
    const declarations = files.filter((path) => path.endsWith('.d.ts'));
    expect(declarations.filter((path) => !path.startsWith('dist/types/'))).toEqual([]);
    const bytes = declarations.map((path) => statSync(join(installed, path)).size);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(245_000);
  });

  it('has the licenses of packages whose code it contains', () => {
    const notices = readFileSync(join(installed, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    const contained = [...bundledPackages(), 'esbuild'];
    expect(contained).toEqual(expect.arrayContaining(['lunr', 'react', 'react-dom', 'scheduler']));
    for (const name of contained) {
      const files = readdirSync(join(PACKAGES, name));
      const license = files.find((file) => /^licen/i.test(file)) ?? '';
      expect(notices).toContain(`\n${name} ${packageJson(name).version} (`);
      expect(notices).toContain(readFileSync(join(PACKAGES, name, license), 'utf8'));
    }
  });

  it('has no scripts, and needs no package that runs some when it is installed', () => {
    const { dependencies, optionalDependencies, ...others } = manifest();
    for (const key of ['scripts', 'devDependencies', 'allowScripts'])
      expect(Object.keys(others)).not.toContain(key);
    const needed = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) =>
      existsSync(join(PACKAGES, name)),
    );
    expect(needed.length).toBeGreaterThan(20);
    const running = needed.filter((name) => {
      const path = join(PACKAGES, name, 'package.json');
      const { scripts = {} } = JSON.parse(readFileSync(path, 'utf8'));
      return ['preinstall', 'install', 'postinstall'].some((key) => key in scripts);
    });
    expect(running).toEqual([]);
  });

  it('has types for every entry', async () => {
    const entries = [...ENTRIES, ...TEMPLATES];
    const found = createPackageFromTarballData(new Uint8Array(tarball));
    const checked = await checkPackage(found, { entrypoints: entries });
    expect(checked.types).toMatchObject({ kind: 'included' });
    const problems = ('problems' in checked ? checked.problems : []).filter((problem) => {
      // `node10` knows no `exports`; CommonJS can require ES modules in the versions of Node that docwright supports.
      const mode = 'resolutionKind' in problem ? problem.resolutionKind : undefined;
      const option = 'resolutionOption' in problem ? problem.resolutionOption : mode;
      return option !== 'node10' && problem.kind !== 'CJSResolvesToESM';
    });
    expect(problems).toEqual([]);
  });

  it('has a valid package.json', async () => {
    const bytes = Uint8Array.from(tarball).buffer;
    const { messages } = await publint({ pack: { tarball: bytes }, strict: true });
    expect(messages).toEqual([]);
  });
});

describe('a site with the package', () => {
  const old = createRequire(createRequire(import.meta.url).resolve('@arethetypeswrong/core'));
  const compilers = {
    5: old.resolve('typescript/bin/tsc'),
    7: join(PACKAGES, 'typescript/bin/tsc'),
  };

  it.each([
    [7, 'nodenext', 'nodenext'],
    [7, 'node16', 'node16'],
    [7, 'esnext', 'bundler'],
    [5, 'nodenext', 'nodenext'],
  ] as const)(
    'is checked by TypeScript %i (module %s, moduleResolution %s)',
    (version, module, moduleResolution) => {
      const options = {
        ...printedOptions(),
        skipLibCheck: false,
        // Those of the compiler.
        skipDefaultLibCheck: true,
        exactOptionalPropertyTypes: true,
        types: [],
        module,
        moduleResolution,
      };
      const name = `tsconfig-${version}-${moduleResolution}.json`;
      const text = JSON.stringify({ compilerOptions: options, include: ['**/*.ts', '**/*.tsx'] });
      writeFileSync(join(consumer, name), text);
      expect(run(consumer, process.execPath, compilers[version], '-p', name)).toBe('');
    },
    120_000,
  );

  it('is built by it', () => {
    const output = run(consumer, process.execPath, join(installed, 'bin/docs.js'), 'build');
    expect(output).toMatch(/^\d+ pages, /m);
    expect(output).not.toContain('exit code');
    const page = readFileSync(join(consumer, 'build/boats/ferry/index.html'), 'utf8');
    expect(page).toContain('<aside aria-label="Soon">');
  });

  it('says so where the program of esbuild is missing', () => {
    const programs = join(consumer, 'node_modules/@esbuild');
    renameSync(programs, `${programs}-of-another-system`);
    const docs = [process.execPath, join(installed, 'bin/docs.js')];
    const output = run(consumer, ...docs, 'build', '--no-cache');
    renameSync(`${programs}-of-another-system`, programs);
    expect(output).toMatch(
      /^error: the program of esbuild for \w+ on \w+ is not installed\n {2}hint: .*\nexit code 1\n$/,
    );
  });

  // The lowest version of each line in `engines`; `npm run test:nodes` runs the unit tests on the latest.
  it.each(['20.19.0', '22.12.0', '24.0.0'])(
    'creates, builds and checks a site on Node %s, without warnings',
    (version) => {
      const node = installNode(version);
      const site = join(consumer, `node-${version}`);
      const docs = (...args: readonly string[]): string =>
        run(site, node, join(installed, 'bin/docs.js'), ...args);
      mkdirSync(site);
      expect(run(site, node, '--version')).toBe(`v${version}\n`);
      expect(docs('--version')).toBe(`${manifest()['version']}\n`);
      expect(docs('init', '--yes')).toMatch(/^created \d+ files in \.:$/m);
      // A busy machine has slow pages.
      expect(docs('build')).toMatch(
        /^\d+ pages, \d+ links checked, in .*\n\d+ files written .*\n(?:slow pages: .*\n)?note: .*\n$/,
      );
      expect(docs('check-links')).toMatch(/^0 errors, 0 warnings in .*\n$/);
    },
    120_000,
  );
});
