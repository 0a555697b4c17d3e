import { existsSync } from 'node:fs';
import { join, parse, relative } from 'node:path';
import { locationsOfError, messageOfError, withCauses } from '../config/loading/error-location.ts';
import type { SourceFile } from '../content/source-file.ts';
import { nearestTsconfig } from '../config/loading/tsconfig.ts';
import {
  compareStrings,
  type Diagnostic,
  diagnostic,
  type Location,
} from '../diagnostics/diagnostic.ts';
import { hintForThrown } from '../diagnostics/thrown.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { ApiParts } from '../openapi/pages/parts.ts';
import { type FilePath, toFilePath } from '../shared/paths.ts';
import type { ReactPageMeta } from '../site/graph-types.ts';
import {
  type Bundler,
  bundleDiagnostics,
  bundleWarnings,
  type Evaluated,
  plainBundler,
  siteFile,
  sourceMapOf,
} from './bundler.ts';
import { MODULE_NAME, PACKAGE_ROOT } from './package-root.ts';
import {
  createLayoutRenderer,
  type LayoutHost,
  type PageModule,
  type RenderLayout,
} from './render-layout.ts';
import { hostModules } from './run-islands.ts';
import { overridesOf, ownFolders, stableName, templateFile } from './resolve-plugin.ts';
import type { BundleJob, BundleOutput } from './run-job.ts';
import { HOST_MODULES } from './shared-modules-plugin.ts';
import { namesIn } from '../config/folders.ts';
import { stringAt, valueAt } from '../config/problem.ts';

/** The compiled templates and React pages of a site. */
export interface Renderer {
  /** A bundler that answers from memory returns the same function. */
  readonly render: RenderLayout;
  /** Whether it runs templates of the site, which may not end. */
  readonly isOwn: boolean;
  readonly pageMeta: (file: FilePath) => ReactPageMeta;
  /** The site's own templates of API pages, by name; undefined if it has none. */
  readonly apiParts: Partial<ApiParts> | undefined;
  /** The location in the site's files where an error was thrown; undefined if it was thrown elsewhere. */
  readonly locationOf: (cause: unknown) => Location | undefined;
}

/** React is a separate module, without locations in the site's files. */
const REACT_NAME = `${MODULE_NAME}/react`;

export interface RendererInput {
  /** URL of the assets folder, with its final slash. */
  readonly assetsUrl: string;
  readonly siteDir: string;
  readonly templatesDirs: readonly string[];
  readonly reactPages: readonly SourceFile[];
}

export interface BundledRenderer {
  readonly renderer: Renderer | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Hash of the rendering code: with the same hash, the same input renders the same. Empty without a renderer. */
  readonly hash: string;
  /** React and the modules that components share with the site's templates. */
  readonly host?: Evaluated;
  /** The files of the modules of islands in templates and React pages, by name. */
  readonly islands?: BundleOutput['islands'];
}

/** Compiles templates and React pages into one module and loads it. React stays loaded when they change. */
export async function bundleRenderer(
  input: RendererInput,
  bundler: Bundler = plainBundler(),
): Promise<BundledRenderer> {
  const runs = await Promise.allSettled([
    bundler.run('react', reactJob(input)),
    bundler.run('renderer', rendererJob(input)),
  ]);
  const [react, own] = runs;
  if (react.status === 'fulfilled' && own.status === 'fulfilled') {
    return load({ react: react.value, own: own.value }, input, bundler);
  }
  const failures = runs.filter((run) => run.status === 'rejected');
  return failed(failures.flatMap(({ reason }) => bundleDiagnostics(reason, input.siteDir)));
}

function failed(diagnostics: readonly Diagnostic[]): BundledRenderer {
  return { renderer: undefined, diagnostics, hash: '' };
}

function reactJob(input: RendererInput): BundleJob {
  const entries = [{ name: 'react', text: HOST_SOURCE, loader: 'tsx' } as const];
  const own = { overrides: [], sourceMap: false, react: 'bundled', assetsUrl: '' } as const;
  return { ...serverJob(input), entries, ...own };
}

/** The modules of the host; React is watched. */
const HOST_SOURCE = `
const { watchReact } = require('./src/shared/watch-react.ts');
const { watch, ...watched } = watchReact(require('react'), require('react/jsx-runtime'));
const names = { react: watched.react, 'react/jsx-runtime': watched.jsxRuntime, watch };
module.exports = {${HOST_MODULES.slice(2)
  .map((name) => `${JSON.stringify(name)}: require(${JSON.stringify(name)})`)
  .join(', ')}, ...names};
`;

function rendererJob(input: RendererInput): BundleJob {
  const entries = [{ name: 'renderer', text: entrySource(input), loader: 'tsx' } as const];
  const overrides = (['scripts', 'apiParts'] as const)
    .flatMap((kind) => overridesOf(input.templatesDirs, kind))
    .toSorted();
  const isOwn = overrides.length + input.reactPages.length > 0;
  const assetsUrl = isOwn ? input.assetsUrl : '';
  return { ...serverJob(input), entries, overrides, assetsUrl, sourceMap: true, react: 'host' };
}

export function serverJob({ siteDir, templatesDirs, assetsUrl }: RendererInput) {
  return {
    siteDir,
    templatesDirs,
    tsconfig: nearestTsconfig(siteDir),
    assetsUrl,
    platform: 'server',
    splitting: false,
    external: [],
  } as const;
}

function entrySource({ templatesDirs, reactPages }: RendererInput): string {
  const imports = reactPages.map(
    ({ absolute }, index) => `import * as page${index} from ${JSON.stringify(absolute)};`,
  );
  const parts = overridesOf(templatesDirs, 'apiParts').map((file) => parse(file).name);
  imports.push(
    ...parts.map((name) => {
      const file = templateFile(templatesDirs, join('api', `${name}.tsx`));
      return `import { ${name} as api${name} } from ${JSON.stringify(file)};`;
    }),
  );
  const table = reactPages.map(({ file }, index) => `[${JSON.stringify(file)}, page${index}]`);
  return `
export { PageProvider } from './src/client/theme/page-context.ts';
export { Layout } from ${JSON.stringify(templateFile(templatesDirs, 'Layout.tsx'))};
${imports.join('\n')}
export const pages = new Map([${table.join(', ')}]);
export const apiParts = {${parts.map((name) => `${name}: api${name}`).join(', ')}};
`;
}

/** The exports of the compiled entry; its source is `entrySource`. */
type RendererModule = Pick<LayoutHost, 'Layout' | 'PageProvider' | 'pages'> & {
  readonly apiParts: Partial<ApiParts>;
};

/** A module that is still loaded keeps its renderer. */
const RENDERERS = new WeakMap<Evaluated, RenderLayout>();

function load(
  { react, own }: Readonly<Record<'react' | 'own', BundleOutput>>,
  input: RendererInput,
  bundler: Bundler,
): BundledRenderer {
  const locationOf = (cause: unknown): Location | undefined =>
    siteLocation(cause, sourceMapOf(own), MODULE_NAME);
  const host = bundler.evaluate(react, { filename: REACT_NAME });
  let module: Evaluated;
  try {
    module = bundler.evaluate(own, { filename: MODULE_NAME, host });
  } catch (cause) {
    return failed([loadProblem('a template or React page', cause, locationOf(cause))]);
  }
  // entrySource above determines the exports.
  const exports = module.exports as RendererModule;
  const { pages, apiParts } = exports;
  const [lacking] = Object.entries(apiParts).filter(([, part]) => typeof part !== 'function');
  if (lacking !== undefined) {
    const [name] = lacking;
    const path = templateFile(input.templatesDirs, join('api', `${name}.tsx`));
    const file = toFilePath(relative(input.siteDir, path));
    const message = `${file} has no component with the name "${name}"`;
    const hint = `write \`export function ${name}(props) { … }\``;
    const location = { file, line: 1, column: 1 };
    return failed([diagnostic('template-error', { message, location, hint })]);
  }
  const isOwn = input.templatesDirs.some((folder) => existsSync(folder));
  const pageMeta = (file: FilePath): ReactPageMeta => readMeta(pages.get(file)?.meta);
  const pageIslands = new Map(
    input.reactPages.flatMap(({ file, absolute }) =>
      pageMeta(file).static
        ? []
        : [[file, [stableName(absolute, input.siteDir), absolute]] as const],
    ),
  );
  const render =
    RENDERERS.get(module) ??
    createLayoutRenderer({
      ...hostModules(host.exports),
      ...exports,
      isWatched: isOwn || input.reactPages.length > 0,
      islandOf: (file) => pageIslands.get(file)?.[0],
      locationOf,
    });
  RENDERERS.set(module, render);
  const diagnostics = [
    ...bundleWarnings(own.warnings, input.siteDir),
    ...input.reactPages.flatMap((source) => pageProblems(source, pages.get(source.file))),
  ];
  const ownParts = Object.keys(apiParts).length === 0 ? undefined : apiParts;
  const islands = new Map([...own.islands, ...pageIslands.values()]);
  const renderer = { render, isOwn, locationOf, pageMeta, apiParts: ownParts };
  return { renderer, diagnostics, hash: module.hash, host, islands };
}

/** Reports code of the site that throws while it is loaded. */
export function loadProblem(
  what: string,
  cause: unknown,
  location: Location | undefined,
): Diagnostic {
  const reason = messageOfError(cause);
  const message = `${what} throws while it is loaded: ${reason}`;
  return diagnostic('template-error', { message, location, hint: hintForThrown(reason) });
}

/** The innermost location in the site's own files on the stack of an error or of its causes. */
export function siteLocation(
  error: unknown,
  map: string,
  moduleName: string,
): Location | undefined {
  const [location] = withCauses(error)
    .toReversed()
    .flatMap((cause) => locationsOfError(cause, moduleName, map))
    .flatMap(({ source, line, column }) => {
      const file = siteFile(source);
      return file === undefined ? [] : [{ file, line, column }];
    });
  return location;
}

function pageProblems(source: SourceFile, page: PageModule | undefined): readonly Diagnostic[] {
  if (typeof page?.default === 'function') return [];
  return [
    diagnostic('page-module', {
      message: `the React page ${source.file} has no component as its default export`,
      location: { file: source.file, line: 1, column: 1 },
      hint: 'write `export default function Page() { … }`; a component belongs into templates/components/',
      lost: [source.file],
    }),
  ];
}

function readMeta(meta: unknown): ReactPageMeta {
  const [title = '', description = ''] = ['title', 'description'].map((key) => stringAt(meta, key));
  const [unlisted, isStatic] = ['unlisted', 'static'].map((key) => valueAt(meta, key) === true);
  return { title, description, unlisted: unlisted === true, static: isStatic === true };
}

/** Warns about components in `templates/` that override nothing, likely misspelled; own parts go into subfolders. */
export function checkTemplates(
  siteDir: string,
  templatesDirs: readonly string[],
): readonly Diagnostic[] {
  const folders = ownFolders(templatesDirs);
  if (folders.length === 0) return [];
  const defaults = join(PACKAGE_ROOT, 'templates');
  const names = (folder: string): readonly string[] =>
    ['', 'api'].flatMap((part) => namesIn(join(folder, part)).map((name) => join(part, name)));
  const known = new Set(names(defaults));
  const stems = [...known].map((name) => name.replace(/\.\w+$/, ''));
  return folders
    .flatMap((folder) => names(folder).map((name) => [folder, name] as const))
    .filter(([, name]) => /(?:^|[\\/])[^.][^\\/]*\.[jt]sx?$/.test(name) && !known.has(name))
    .toSorted(([, a], [, b]) => compareStrings(a, b))
    .map(([folder, name]) => {
      const near = nearest(name.replace(/\.\w+$/, ''), stems);
      const file = toFilePath(relative(siteDir, join(folder, name)));
      return diagnostic('unknown-template', {
        message: `there is no template "${name}" to replace`,
        location: { file, line: 1, column: 1 },
        lost: [file],
        hint:
          near === undefined
            ? 'move it to templates/components/: your own parts are there'
            : `did you mean "${near}.tsx"? Your own parts are in templates/components/`,
      });
    });
}
