import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { join as joinPath } from 'node:path/posix';
import { installPeers, PEERS_FOLDER } from './peers-install.ts';
import type { Command } from './usage.ts';

/** A file of a site: path below the site folder, and text. */
export type SiteFile = readonly [path: string, text: string];

/** A generator in the benchmark. */
export interface Generator {
  readonly name: string;
  /** What it is, for readers of the results. */
  readonly title: string;
  /** The largest site that is built unless all are asked for. */
  readonly mostPages: number;
  /** Folder of `bench/peers` with its configuration and templates. */
  readonly peer?: string;
  readonly outDir: string;
  /** Turns a file of docwright's site into its own. */
  readonly convert: (path: string, text: string) => SiteFile;
  /** Prepares what it needs on this machine, and returns its version; throws where it cannot run. */
  readonly prepare: () => string;
  readonly command: (site: string) => Command;
}

const PACKAGES = join(PEERS_FOLDER, 'node_modules');
/** Astro refuses Node 20. */
const NEWER_NODE = join(PACKAGES, 'node', 'bin', 'node');

/** All generators, in the order of the tables; `before` is another docwright to compare with. */
export function generators(bin: string, before?: string): readonly Generator[] {
  return [
    docwright('docwright', bin),
    docwright('docwright-jobs-1', bin, ['--jobs', '1']),
    docwright('docwright-jobs-2', bin, ['--jobs', '2']),
    ...(before === undefined ? [] : [docwright('docwright-before', before)]),
    hugo('hugo', 'the whole tree in the sidebar of every page', 4000),
    hugo('hugo-section', 'all sections and the pages of the current one in the sidebar', 10_000),
    eleventy(),
    vitepress(),
    starlight(),
  ];
}

function docwright(name: string, bin: string, options: readonly string[] = []): Generator {
  const docs = resolve(bin);
  return {
    name,
    title: ['`docs build', ...options].join(' ') + '`',
    mostPages: 10_000,
    outDir: 'build',
    convert: (path, text) => [path, text],
    prepare: () => {
      const help = run(process.execPath, [docs, 'build', '--help']);
      const [missing] = options.filter(
        (option) => option.startsWith('--') && !help.includes(option),
      );
      if (missing !== undefined) throw new Error(`it has no ${missing}`);
      return run(process.execPath, [docs, '--version']);
    },
    command: (cwd) => ({ file: process.execPath, args: [docs, 'build', ...options], cwd }),
  };
}

function hugo(name: string, sidebar: string, mostPages: number): Generator {
  return {
    name,
    title: `Hugo, ${sidebar}`,
    mostPages,
    peer: 'hugo',
    outDir: 'public',
    convert: hugoFile,
    prepare: () => /v[\d.]+/.exec(run('hugo', ['version']))?.[0] ?? '?',
    command: (cwd) => ({
      file: 'hugo',
      args: ['--quiet'],
      cwd,
      env: { HUGO_PARAMS_SIDEBAR: name === 'hugo' ? 'whole' : 'section' },
    }),
  };
}

/** Pages of folders are `_index.md`, and links name them so. */
function hugoFile(path: string, text: string): SiteFile {
  if (path.endsWith('/_category_.yml')) {
    const title = text.replace('label:', 'title:').replace('position:', 'weight:');
    return [path.replace('_category_.yml', '_index.md'), `---\n${title}---\n`];
  }
  return [
    path.replace('content/index', 'content/_index'),
    text.replace('\nsidebar_position:', '\nweight:').replaceAll('/index.md', '/_index.md'),
  ];
}

function eleventy(): Generator {
  return {
    name: 'eleventy',
    title: 'Eleventy, the whole tree in the sidebar of every page',
    mostPages: 1000,
    peer: 'eleventy',
    outDir: '_site',
    // Its `tags` are collections, one for each word.
    convert: (path, text) => [path, text.replace('\ntags:', '\nkeywords:')],
    prepare: () => peerVersion('@11ty/eleventy'),
    command: (site) => nodePeer(site, ['@11ty/eleventy/cmd.cjs', '--quiet']),
  };
}

function vitepress(): Generator {
  return {
    name: 'vitepress',
    title: 'VitePress, local search',
    mostPages: 100,
    peer: 'vitepress',
    outDir: '.vitepress/dist',
    convert: (path, text) => [path, text],
    prepare: () => peerVersion('vitepress'),
    command: (site) => nodePeer(site, ['vitepress/bin/vitepress.js', 'build']),
  };
}

function starlight(): Generator {
  return {
    name: 'starlight',
    title: 'Astro Starlight, Pagefind',
    mostPages: 1000,
    peer: 'starlight',
    outDir: 'dist',
    convert: (path, text) => [
      path.replace(/^content\//, 'src/content/docs/'),
      withAddresses(path, text).replace(/^sidebar_position: (\d+)$/m, 'sidebar:\n  order: $1'),
    ],
    prepare: () => {
      const own = peerVersion('@astrojs/starlight');
      return `${own} with Astro ${peerVersion('astro')} and Node ${run(NEWER_NODE, ['--version'])}`;
    },
    command: (site) => ({
      ...nodePeer(site, ['astro/bin/astro.mjs', 'build']),
      file: NEWER_NODE,
      env: { ASTRO_TELEMETRY_DISABLED: '1' },
    }),
  };
}

/** Replaces links to files by addresses: Starlight leaves links as they are. */
function withAddresses(path: string, text: string): string {
  return text.replaceAll(/\]\((\.[^)#]*)\.md/g, (_, target: string) => {
    const file = joinPath('/', dirname(path), target).replace(/^\/content/, '');
    return `](${file.replace(/\/index$/, '')}/`;
  });
}

function nodePeer(cwd: string, [script = '', ...args]: readonly string[]): Command {
  return { file: process.execPath, args: [join(PACKAGES, script), ...args], cwd };
}

function peerVersion(name: string): string {
  installPeers();
  const file = join(PACKAGES, name, 'package.json');
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return version;
}

function run(file: string, args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8' });
  if (error !== undefined) throw new Error(`${file} does not start: ${error.message}`);
  if (status !== 0) throw new Error(`${file} fails: ${stderr}`);
  return stdout.trim();
}
