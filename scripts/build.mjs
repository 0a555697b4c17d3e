import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { publishDeclarations } from './declarations.mjs';
import { CODE_HASH, hashOfCode, isBuilt } from './code-hash.mjs';
import { HTML_ALIAS } from './html-alias.mjs';

// Makes dist/: the declarations of what the package exports in dist/types, docwright's code in dist/lib, esbuild's
// in dist/esbuild, and the hash of docwright's code, last: with the same hash, dist is complete and stays.
// A command loads the chunks that it needs, and packages are parts of them: to find and read their files takes 80 ms of
// the processor's time in each command. What sites import too stays one instance (React), what is rarely needed stays apart.
const APART = [
  'commander',
  'react',
  'react-dom',
  'chokidar',
  'undici',
  'prismjs',
  'sirv',
  'smol-toml',
];
const ENTRIES = {
  main: 'src/cli/main.ts',
  index: 'src/index.ts',
  components: 'src/client/components.ts',
  html: 'src/shared/jsx-runtime.ts',
  theme: 'src/client/theme.ts',
  search: 'src/search/query/index.ts',
  mcp: 'src/mcp/http.ts',
};

const codeHash = hashOfCode();
if (isBuilt()) process.exit();

rmSync('dist', { recursive: true, force: true });
declarations();
copyEsbuild();
/** @satisfies {import('esbuild').BuildOptions} */
const options = {
  bundle: true,
  external: APART,
  minifyWhitespace: true,
  minifySyntax: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  jsx: 'automatic',
  tsconfigRaw: '{}',
  alias: HTML_ALIAS,
  plugins: [esbuildPlugin()],
};
const { metafile } = await build({
  ...options,
  entryPoints: ENTRIES,
  outdir: 'dist/lib',
  chunkNames: '[name]-[hash]',
  splitting: true,
  metafile: true,
});
writeNotices([...Object.keys(metafile.inputs), ...(await packageBundles())]);
await agentHandler();
writeFileSync(CODE_HASH, codeHash);

/**
 * Compiles templates and client, so that most sites need not; the code finds its package from a folder in dist.
 * @returns {Promise<readonly string[]>} the files whose code is in them
 */
async function packageBundles() {
  const outfile = 'dist/bundles/package-bundles.mjs';
  mkdirSync('dist/bundles');
  await build({ ...options, entryPoints: ['scripts/package-bundles.ts'], outfile });
  const { inputs } = await import(pathToFileURL(resolve(outfile)).href);
  rmSync(outfile);
  return inputs;
}

/**
 * Writes the licenses of the packages whose code is in dist.
 * @param {readonly string[]} inputs files whose code is there
 */
function writeNotices(inputs) {
  const folders = new Set(['node_modules/esbuild']);
  for (const file of inputs) {
    const [folder] = /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  const notices = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const files = readdirSync(folder).filter((file) =>
      /^(?:licen[cs]e|notice|copying)/i.test(file),
    );
    if (files.length === 0) throw new Error(`${name} has no license file`);
    const texts = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8'));
    return [`${name} ${version} (${license})\n`, ...texts].join('\n');
  });
  const text = ['docwright contains code of these packages.\n', ...new Set(notices.toSorted())];
  writeFileSync('dist/THIRD-PARTY-NOTICES.txt', text.join(`\n${'-'.repeat(80)}\n\n`));
}

/** Compiles what answers agents into one script without imports, for the workers of hosts. */
async function agentHandler() {
  await build({
    entryPoints: [ENTRIES.mcp],
    outfile: 'dist/bundles/agent-handler.js',
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'docwright',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
  });
}

/** Checks the projects, and writes the declarations that the package's exports need. */
function declarations() {
  const from = 'node_modules/.cache/docwright/types';
  const compiler = 'node_modules/typescript/bin/tsc';
  rmSync(from, { recursive: true, force: true });
  for (const project of ['tsconfig/build.json', 'tsconfig/build-client.json']) {
    const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });
    if (status !== 0) process.exit(1);
  }
  const templates = readdirSync(`${from}/templates`, { recursive: true, encoding: 'utf8' });
  const sources = [
    ENTRIES.index,
    ENTRIES.components,
    ENTRIES.html,
    ENTRIES.theme,
    ENTRIES.search,
    ENTRIES.mcp,
  ];
  publishDeclarations({
    from,
    to: 'dist/types',
    entries: [
      ...sources.map((file) => file.replace(/\.ts$/, '.d.ts')),
      ...templates.filter((file) => file.endsWith('.d.ts')).map((file) => join('templates', file)),
    ],
  });
}

/** Copies esbuild's API: the package needs its programs, but not the script that its own package runs when installed. */
function copyEsbuild() {
  const from = 'node_modules/esbuild';
  const to = 'dist/esbuild';
  mkdirSync(`${to}/lib`, { recursive: true });
  copyFileSync(`${from}/LICENSE.md`, `${to}/LICENSE.md`);
  // Where the program is missing, the API looks beside itself, then says so.
  const code = readFileSync(`${from}/lib/main.js`, 'utf8');
  const own = code.replaceAll('require.resolve("esbuild")', '__filename');
  writeFileSync(`${to}/lib/main.js`, own);
  const { version, license } = JSON.parse(readFileSync(`${from}/package.json`, 'utf8'));
  const manifest = { name: 'esbuild', version, license, type: 'commonjs' };
  writeFileSync(`${to}/package.json`, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/**
 * Makes docwright's code import the copy of esbuild.
 * @returns {import('esbuild').Plugin}
 */
function esbuildPlugin() {
  return {
    name: 'copied-esbuild',
    setup({ onResolve }) {
      const path = '../esbuild/lib/main.js';
      onResolve({ filter: /^esbuild$/ }, () => ({ path, external: true }));
    },
  };
}
