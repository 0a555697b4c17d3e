import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import type {
  Loader,
  OnLoadArgs,
  OnLoadResult,
  OnResolveArgs,
  OnResolveResult,
  Plugin,
  PluginBuild,
} from 'esbuild';
import { PACKAGE_ROOT } from './package-root.ts';

const TEMPLATES = join(PACKAGE_ROOT, 'templates');
const THEME = join(PACKAGE_ROOT, 'src/client/theme.ts');

/** The namespace of every module that comes from a file. */
const SOURCE = 'source';

/** Marks a resolution that this plugin asked for itself. */
const INNER = 'inner';

export interface ResolveOptions {
  readonly siteDir: string;
  readonly templatesDir: string;
}

/**
 * Resolves what site code may import: `docwright/theme`, `docwright/templates/<Name>` (the default
 * template, so that an override can wrap it), and React, always the copy that docwright brings.
 * An import of a default template is answered by the site's template of the same name.
 *
 * Modules are named by their place in the site, in docwright or in their package: esbuild mixes
 * names into the hashes of its outputs, which must not depend on where things lie on the machine.
 */
export function resolvePlugin(options: ResolveOptions): Plugin {
  return {
    name: 'docwright-resolve',
    setup(build) {
      build.onResolve({ filter: /.*/ }, (args) => resolveModule(build, args, options));
      build.onLoad({ filter: /.*/, namespace: SOURCE }, loadModule);
    },
  };
}

async function resolveModule(
  build: PluginBuild,
  args: OnResolveArgs,
  options: ResolveOptions,
): Promise<OnResolveResult | undefined> {
  if (args.pluginData === INNER) return undefined;
  const own = docwrightModule(args.path) ?? overridden(args, options);
  const found = await build.resolve(own ?? args.path, {
    kind: args.kind,
    resolveDir: isReact(args.path) ? PACKAGE_ROOT : args.resolveDir,
    pluginData: INNER,
  });
  if (found.errors.length > 0 || found.external || found.namespace !== 'file') return found;
  return {
    path: stableName(found.path, options.siteDir),
    namespace: SOURCE,
    pluginData: found.path,
    sideEffects: found.sideEffects,
    suffix: found.suffix,
  };
}

function isReact(path: string): boolean {
  return /^react(-dom)?(\/|$)/.test(path);
}

/** The file behind a `docwright/…` import. */
function docwrightModule(path: string): string | undefined {
  if (path === 'docwright/theme') return THEME;
  const name = /^docwright\/templates\/([\w./-]+)$/.exec(path)?.[1];
  if (name === undefined || name.includes('..')) return undefined;
  const file = join(TEMPLATES, name);
  return existsSync(file) ? file : `${file}.tsx`;
}

function overridden(
  { path, resolveDir }: OnResolveArgs,
  options: ResolveOptions,
): string | undefined {
  if (!path.startsWith('.') || !resolveDir.startsWith(TEMPLATES)) return undefined;
  const wanted = resolve(resolveDir, path);
  if (!wanted.startsWith(TEMPLATES + sep)) return undefined;
  const own = join(options.templatesDir, relative(TEMPLATES, wanted));
  return own !== wanted && existsSync(own) ? own : undefined;
}

/** `site/content/index.tsx`, `docwright/templates/Layout.tsx`, `package/react/index.js`. */
function stableName(file: string, siteDir: string): string {
  const packages = file.lastIndexOf(`${sep}node_modules${sep}`);
  const slashes = (path: string): string => path.replaceAll('\\', '/');
  if (packages >= 0) return `package/${slashes(file.slice(packages + '/node_modules/'.length))}`;
  if (file.startsWith(PACKAGE_ROOT)) return `docwright/${slashes(file.slice(PACKAGE_ROOT.length))}`;
  return `site/${slashes(relative(siteDir, file))}`;
}

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
  '.txt': 'text',
};

/** Files of other kinds (fonts, images) are published beside the bundle. */
async function loadModule({ pluginData }: OnLoadArgs): Promise<OnLoadResult> {
  const file = String(pluginData);
  const loader = LOADERS[extname(file)] ?? 'file';
  return { contents: await readFile(file), loader, resolveDir: dirname(file), watchFiles: [file] };
}

/** The template that answers to a name: the site's own, else the default. */
export function templateFile(siteTemplates: string, name: string): string {
  const own = join(siteTemplates, name);
  return existsSync(own) ? own : join(TEMPLATES, name);
}
