import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import type {
  Loader,
  OnLoadArgs,
  OnLoadResult,
  OnResolveArgs,
  OnResolveResult,
  Plugin,
  PluginBuild,
} from 'esbuild';
import type { FactRecorder } from '../cache/fact-recorder.ts';
import { isFile } from '../cache/stats.ts';
import { standInFile } from '../markdown/mdx/find-components.ts';
import { ISLAND, isIsland, wrapperOf } from './island-modules.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { getOrInsert } from '../shared/maps.ts';
import { contains } from '../config/folders.ts';

const TEMPLATES = join(PACKAGE_ROOT, 'templates');
const THEME = join(PACKAGE_ROOT, 'src/client/theme.ts');
const COMPONENTS = join(PACKAGE_ROOT, 'src/client/components.ts');
const HTML = join(PACKAGE_ROOT, 'src/shared/jsx-runtime.ts');

/** Aliases for imports in docwright's own modules that esbuild could not resolve. */
export const ALIAS = {
  'docwright/theme': THEME,
  'docwright/components': COMPONENTS,
  'docwright/html': HTML,
  'docwright/html/jsx-runtime': HTML,
} as const;

/** esbuild loads docwright's own modules itself, named by their path in docwright's folder. */
const OWN = [TEMPLATES + sep, join(PACKAGE_ROOT, 'src', sep)];

/** The namespace of modules of sites and packages. */
const SOURCE = 'source';

/** The namespace of pages with components. */
const PAGES = 'docwright-page';

/** The namespace of modules that are not found. */
export const MISSING = 'docwright-missing';

/** Every export is a component that shows its children, as are its properties. */
const MISSING_MODULE = `
const of = (name) => name === '__esModule' ? true : /^[a-z]/.test(name) && name !== 'default' ? undefined : component;
const children = ({ children }) => typeof children === 'function' ? null : children;
const component = new Proxy(children, { get: (target, name) => target[name] ?? (/^[A-Z]/.test(String(name)) ? component : undefined) });
module.exports = Object.create(new Proxy({}, { get: (_, name) => typeof name === 'string' ? of(name) : undefined }));
`;

/** The namespace of files that are published beside the bundle. */
const ASSET = 'docwright-asset';

/**
 * The address of a file as text, which also has what other bundlers give it: `default`, `src`, and, for an SVG image, a
 * component.
 */
function assetModule(file: string): string {
  const url = `require(${JSON.stringify(`${ASSET}:${file}`)})`;
  if (!file.endsWith('.svg'))
    return `const url = ${url};
module.exports = Object.assign(new String(url), { src: url, default: url });`;
  return `const url = ${url};
const { createElement } = require('react');
const render = ({ title, alt = title ?? '', ...props }) => createElement('img', { ...props, alt, src: url });
const svg = { $$typeof: Symbol.for('react.forward_ref'), render, src: url, toString: () => url };
module.exports = Object.assign(svg, { default: svg, ReactComponent: svg });`;
}

/** The namespace of modules of other tools. */
const STAND_IN = 'docwright-stand-in';

/** As a module of another tool: what its stand-in lacks shows its children, and hooks return nothing. */
function standInModule(specifier: string, file: string): string {
  const name = JSON.stringify(specifier.replace(/^.*\//, ''));
  return `
const own = require(${JSON.stringify(`docwright/templates/${file}`)});
const of = (name) => own[name] ?? (/^[A-Z]/.test(name) ? ({ children }) => children : () => ({}));
const get = (_, name) => name === '__esModule' ? true : typeof name === 'string' ? of(name === 'default' ? ${name} : name) : undefined;
module.exports = Object.create(new Proxy({}, { get }));`;
}

/** Thrown in place of a module that does not compile. */
export const BROKEN = Symbol.for('docwright:broken');

const BROKEN_MODULE = `throw Symbol.for(${JSON.stringify(BROKEN.description)});`;

/** Marks a resolution that this plugin requested. */
const INNER = 'inner';

interface ResolveOptions {
  readonly siteDir: string;
  readonly templatesDirs: readonly string[];
  /** Default templates that the site overrides, from `overridesOf`. */
  readonly overrides: readonly string[];
  /** Namespace of the entries, which are not files. */
  readonly entries: string;
  /** Records the files and folders that the result depends on. */
  readonly recorder: FactRecorder;
  /** Whether imports that are not found become modules of components that show their children. */
  readonly isTolerant?: boolean;
  /** Whether modules that begin with 'use client' are replaced by modules of islands. */
  readonly hasIslands?: boolean;
  readonly tsconfig: string | undefined;
  /** Names of modules that do not compile. */
  readonly broken?: readonly string[];
}

/**
 * Resolves the imports that site code may use: `docwright/theme`, `docwright/templates/<Name>` (the default
 * template, so that an override can wrap it), and React, always docwright's copy.
 * An import of a default template resolves to the site's template of the same name.
 *
 * Modules are named by their path in the site, in docwright or in their package: esbuild mixes
 * names into the hashes of its outputs, which must not depend on absolute paths.
 * esbuild resolves imports between docwright's own modules itself, which keeps this process free.
 */
export function resolvePlugin(options: ResolveOptions): Plugin {
  return {
    name: 'docwright-resolve',
    setup(build) {
      const known = new Map<string, ReturnType<typeof resolveModule>>();
      build.onStart(() => known.clear());
      const answer = (args: OnResolveArgs) => {
        if (args.pluginData === INNER) return undefined;
        const from = REACT.test(args.path) ? PACKAGE_ROOT : args.resolveDir;
        const importer = args.path.startsWith('docwright/templates/') ? args.importer : '';
        const key = JSON.stringify([
          args.kind,
          from,
          args.path,
          args.namespace === ISLAND,
          importer,
        ]);
        const resolved = (): ReturnType<typeof resolveModule> =>
          resolveModule(build, { ...args, resolveDir: from }, options);
        return getOrInsert(known, key, resolved);
      };
      build.onResolve({ filter: REACT, namespace: 'file' }, answer);
      if (options.overrides.length > 0) {
        build.onResolve({ filter: endingWith(options.overrides), namespace: 'file' }, answer);
      }
      for (const namespace of [ISLAND, ASSET])
        build.onResolve({ filter: new RegExp(`^${namespace}:`) }, ({ path }) => {
          const file = path.slice(namespace.length + 1);
          return { path: stableName(file, options.siteDir), namespace, pluginData: file };
        });
      for (const namespace of [SOURCE, ISLAND, STAND_IN, options.entries, PAGES]) {
        build.onResolve({ filter: /.*/, namespace }, answer);
      }
      build.onLoad({ filter: /.*/, namespace: STAND_IN }, ({ path, pluginData }) => ({
        contents: standInModule(path, String(pluginData)),
        loader: 'js',
        resolveDir: PACKAGE_ROOT,
      }));
      build.onLoad({ filter: /.*/, namespace: MISSING }, () => ({
        contents: MISSING_MODULE,
        loader: 'js',
      }));
      for (const namespace of [SOURCE, ISLAND, ASSET])
        build.onLoad({ filter: /.*/, namespace }, (args) => loadModule(args, options));
    },
  };
}

const REACT = /^react(?:-dom)?(?:\/|$)/;

/** Matches imports of files with these names. */
function endingWith(files: readonly string[]): RegExp {
  const names = files.map((file) => basename(file).replaceAll(/[^\w-]/g, '\\$&'));
  return new RegExp(`(?:^|/)(?:${names.join('|')})$`);
}

/** Lists the default templates that a site or its themes override, by path below `templates/`, sorted. */
export function overridesOf(
  templatesDirs: readonly string[],
  kind: 'scripts' | 'styles' | 'apiParts',
): readonly string[] {
  const folders = ownFolders(templatesDirs);
  if (folders.length === 0) return [];
  const defaults = readdirSync(TEMPLATES, { recursive: true, withFileTypes: true });
  return defaults
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(TEMPLATES, join(parentPath, name)))
    .filter((file) => kindOf(file) === kind && folders.some((folder) => isFile(join(folder, file))))
    .toSorted();
}

/** The folders of templates that exist, without that of docwright's own site. */
export function ownFolders(templatesDirs: readonly string[]): readonly string[] {
  return templatesDirs.filter((folder) => folder !== TEMPLATES && existsSync(folder));
}

function kindOf(file: string): 'scripts' | 'styles' | 'apiParts' {
  if (file.endsWith('.css')) return 'styles';
  return file.startsWith(API_PARTS) ? 'apiParts' : 'scripts';
}

/** The folder of the templates of API pages, whose JSX is HTML. */
const API_PARTS = `api${sep}`;

function resolveModule(
  build: PluginBuild,
  args: OnResolveArgs,
  options: ResolveOptions,
): OnResolveResult | Promise<OnResolveResult> {
  const own = docwrightModule(args, options);
  if (own?.startsWith(TEMPLATES) === false && !isAlias(args.path))
    return resolveElsewhere(build, { ...args, path: own }, options);
  if (own !== undefined) return { path: own };
  const standIn = standInFile(args.path);
  if (standIn !== undefined) return { path: args.path, namespace: STAND_IN, pluginData: standIn };
  const server = args.namespace === options.entries ? reactServer(args) : undefined;
  const path = server ?? overridden(args, options) ?? args.path;
  return resolveElsewhere(build, { ...args, path }, options);
}

/** Of React's server, takes only the file with `renderToString`: pages are not streamed. */
function reactServer({ path }: OnResolveArgs): string | undefined {
  if (path !== 'react-dom/server') return undefined;
  const { resolve: find } = createRequire(join(PACKAGE_ROOT, 'package.json'));
  const file = 'cjs/react-dom-server-legacy.node.production.js';
  return join(dirname(find('react-dom/package.json')), file);
}

async function resolveElsewhere(
  build: PluginBuild,
  { path, kind, resolveDir, namespace }: OnResolveArgs,
  options: ResolveOptions,
): Promise<OnResolveResult> {
  options.recorder.imported({ path, kind, resolveDir });
  const found = await build.resolve(path, { kind, resolveDir, pluginData: INNER });
  // In browsers, a module of Node is never there; packages may do without.
  const isOfNode = isBuiltin(path) && !resolveDir.split(sep).includes('node_modules');
  if (found.errors.length > 0 && options.isTolerant === true && kind === 'url-token') {
    // An address of the site, or of a file that is not there.
    const warnings = path.startsWith('/') ? [] : [{ text: `"${path}" is not found` }];
    return { path, external: true, warnings };
  }
  if (found.errors.length > 0 && options.isTolerant === true && !isOfNode) {
    // The file may come to be where `paths` lead.
    if (options.tsconfig !== undefined && !path.startsWith('.')) options.recorder.unknown(path);
    return { path, namespace: MISSING };
  }
  if (found.errors.length > 0 || found.external || found.namespace !== 'file') return found;
  const { sideEffects, suffix } = found;
  // The query asks a plug-in of another bundler to make a module of the code.
  if (options.isTolerant === true && suffix.startsWith('?') && loaderOf(found.path) !== 'file')
    return { path, namespace: MISSING };
  if (OWN.some((folder) => found.path.startsWith(folder))) {
    return { path: found.path, sideEffects, suffix };
  }
  options.recorder.looked(found.path);
  return {
    path: stableName(found.path, options.siteDir),
    // Modules of an island are not replaced again; addresses in styles are those of files.
    namespace: kind === 'url-token' ? ASSET : namespace === ISLAND ? ISLAND : SOURCE,
    pluginData: found.path,
    sideEffects,
    suffix,
  };
}

const isAlias = (path: string): boolean => Object.hasOwn(ALIAS, path);

/**
 * For a template, that of the site or its themes. The template itself, and files that are no templates, get the one that
 * the importer would replace: that of the next theme, else the default.
 */
function docwrightModule(
  { path, resolveDir, importer }: Pick<OnResolveArgs, 'path' | 'resolveDir' | 'importer'>,
  { templatesDirs, overrides, recorder }: ResolveOptions,
): string | undefined {
  const alias = new Map<string, string>(Object.entries(ALIAS)).get(path);
  if (alias !== undefined) return alias;
  const name = /^docwright\/templates\/([\w./-]+)$/.exec(path)?.[1];
  if (name === undefined || name.includes('..')) return undefined;
  const file = existsSync(join(TEMPLATES, name)) ? name : `${name}.tsx`;
  const at = templatesDirs.findIndex((folder) => contains(folder, resolveDir));
  const folder = templatesDirs[at];
  const own = folder && relative(folder, join(resolveDir, basename(importer)));
  const isOther = own !== undefined && own !== file && overrides.includes(own);
  return templateIn(
    isOther ? templatesDirs : templatesDirs.slice(Math.max(at, 0) + 1),
    file,
    recorder,
  );
}

/** The template with a name, which another one may take the place of later. */
function templateIn(
  folders: readonly string[],
  name: string,
  recorder: ResolveOptions['recorder'],
): string {
  for (const folder of folders) recorder.looked(join(folder, name));
  return templateFile(folders, name);
}

function overridden(
  { path, resolveDir }: OnResolveArgs,
  { overrides, templatesDirs, recorder }: ResolveOptions,
): string | undefined {
  if (!path.startsWith('.') || !resolveDir.startsWith(TEMPLATES)) return undefined;
  const wanted = relative(TEMPLATES, resolve(resolveDir, path));
  return overrides.includes(wanted) ? templateIn(templatesDirs, wanted, recorder) : undefined;
}

/** `site/content/index.tsx`, `docwright/content/index.tsx`, `package/react/index.js`. */
export function stableName(file: string, siteDir: string): string {
  const packages = file.lastIndexOf(`${sep}node_modules${sep}`);
  const slashes = (path: string): string => path.replaceAll('\\', '/');
  if (packages >= 0) return `package/${slashes(file.slice(packages + '/node_modules/'.length))}`;
  if (file.startsWith(PACKAGE_ROOT)) return `docwright/${slashes(file.slice(PACKAGE_ROOT.length))}`;
  return `site/${slashes(relative(siteDir, file))}`;
}

/** At the end, where it moves no line; the last one counts. */
const HTML_PRAGMA = Buffer.from('\n/** @jsxImportSource docwright/html */\n');

const RENAMED =
  'the class names of this CSS module differ in the browser; use a plain style sheet for islands';

const NOT_COMPILED = 'this style sheet is left out: it is not CSS; compile it, or write CSS';

const LOADERS: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.tsx': 'tsx',
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.jsx': 'jsx',
  '.json': 'json',
  '.css': 'css',
  // Reported: its classes are missing.
  '.scss': 'empty',
  '.sass': 'empty',
  '.less': 'empty',
  '.txt': 'text',
};

/** Files of other types (fonts, images) are published beside the bundle. */
function loadModule(
  { path, namespace, pluginData }: OnLoadArgs,
  { recorder, hasIslands, isTolerant, broken, templatesDirs }: ResolveOptions,
): OnLoadResult {
  const file = String(pluginData);
  const source = readFileSync(file);
  recorder.loaded(file, source);
  const isPart = templatesDirs.some((folder) => file.startsWith(join(folder, API_PARTS)));
  const contents = isPart ? Buffer.concat([source, HTML_PRAGMA]) : source;
  if (broken?.includes(path) === true) return { contents: BROKEN_MODULE, loader: 'js' };
  const loader = loaderOf(file);
  const resolveDir = dirname(file);
  if (hasIslands === true && namespace === SOURCE && isIsland(contents, loader))
    return { contents: wrapperOf(path, file), loader: 'js', resolveDir };
  if (isTolerant === true && loader === 'file' && namespace === SOURCE)
    return { contents: assetModule(file), loader: 'js', resolveDir };
  const isRenamed = hasIslands === true && namespace === ISLAND && loader === 'local-css';
  const problem = loader === 'empty' ? NOT_COMPILED : isRenamed ? RENAMED : undefined;
  const from = isRenamed ? `${ISLAND}:${path}` : `${namespace}:${path}`;
  const warnings =
    problem === undefined ? [] : [{ text: problem, location: { file: from, line: 1 } }];
  return { contents, loader, resolveDir, warnings };
}

/** The site's own `.js` files may have JSX, as in other tools. */
function loaderOf(file: string): Loader {
  if (file.endsWith('.module.css')) return 'local-css';
  const isPackage = file.includes(`${sep}node_modules${sep}`);
  const loader = LOADERS[extname(file)] ?? 'file';
  return loader === 'js' && !isPackage ? 'jsx' : loader;
}

/** The template with a name: the first in folders, else the default. */
export function templateFile(templatesDirs: readonly string[], name: string): string {
  const own = templatesDirs.map((folder) => join(folder, name)).find(isFile);
  return own ?? join(TEMPLATES, name);
}

/** The style sheets after the default ones, in order; a theme's may be beside its templates. */
export function siteStyles(templatesDirs: readonly string[]): readonly string[] {
  const [own, ...themes] = templatesDirs.map((folder) => join(folder, 'styles.css'));
  const all = themes.flatMap((file) => [file, join(dirname(file), '../styles.css')]);
  return [...(own === undefined ? [] : [own]), ...all].filter(isFile).toReversed();
}
