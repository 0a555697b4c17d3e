import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path/posix';

/** One import of a module, type imports included. */
export interface ImportEdge {
  /** Path of the importing module relative to the repository, with `/` separators. */
  readonly from: string;
  /** The specifier as written. */
  readonly specifier: string;
}

/**
 * Layers that each layer may import besides itself; ARCHITECTURE.md draws the same picture.
 * A stage is a folder below `src/build`; no stage is in the list of another one.
 */
const ALLOWED: Readonly<Record<Layer, readonly Layer[]>> = {
  shared: [],
  search: ['shared'],
  diagnostics: ['shared'],
  config: ['shared', 'diagnostics'],
  build: ['shared', 'diagnostics', 'config'],
  stage: ['shared', 'search', 'diagnostics', 'config', 'build'],
  pipeline: ['shared', 'diagnostics', 'config', 'build', 'stage'],
  dev: ['shared', 'diagnostics', 'config', 'build', 'stage', 'pipeline'],
  index: ['search', 'shared', 'diagnostics', 'config', 'build', 'stage', 'pipeline', 'dev'],
  cli: ['shared', 'diagnostics', 'config', 'build', 'stage', 'pipeline', 'dev', 'index'],
  client: ['shared', 'search'],
  theme: ['shared', 'client'],
  templates: [],
};

/** Packages that browser code may import; the other layers are free. */
const PACKAGES: Partial<Readonly<Record<Layer, readonly string[]>>> = {
  shared: [],
  search: [],
  templates: ['react', 'react/jsx-runtime', 'docwright/theme'],
};

type Layer =
  | 'shared'
  /** The part of shared that answers queries. */
  | 'search'
  | 'diagnostics'
  | 'config'
  /** Files directly below `src/build` and its folder `yaml`: what the stages have in common. */
  | 'build'
  | 'stage'
  | 'pipeline'
  | 'dev'
  | 'index'
  | 'cli'
  | 'client'
  | 'theme'
  | 'templates';

/** The files that wire the stages. */
const WIRING: ReadonlySet<string> = new Set([
  'src/build/pipeline.ts',
  'src/build/read-site.ts',
  'src/build/bundle-site.ts',
  'src/build/prepare-site.ts',
  'src/build/make-page.ts',
  'src/build/other-files.ts',
  'src/build/search-files.ts',
  'src/build/check-pages.ts',
  'src/build/load-apis.ts',
  'src/build/api-prose.ts',
  'src/build/api-pages.ts',
  'src/build/build.ts',
  'src/build/check-search.ts',
  'src/build/check-folder.ts',
  'src/build/check-links.ts',
  'src/build/external-links.ts',
  'src/build/link-gate.ts',
]);

const BROWSER_LAYERS: ReadonlySet<Layer> = new Set<Layer>([
  'shared',
  'search',
  'client',
  'theme',
  'templates',
]);

/** Why an import is not allowed, or undefined when it is. */
export function importProblem(edge: ImportEdge): string | undefined {
  const from = layerOf(edge.from);
  if (from === undefined) return undefined;
  return edge.specifier.startsWith('.')
    ? fileProblem(edge, from)
    : packageProblem(edge.specifier, from);
}

function fileProblem({ from, specifier }: ImportEdge, layer: Layer): string | undefined {
  const path = join(dirname(from), specifier);
  const target = layerOf(path);
  if (target === undefined) return 'it lies outside src and templates';
  if (target === 'stage' && layer === 'stage') {
    return stageOf(from) === stageOf(path) ? undefined : 'a stage imports no other stage';
  }
  const allowed = target === layer || ALLOWED[layer].includes(target);
  return allowed ? undefined : `${layer} may not import ${target}`;
}

function packageProblem(specifier: string, layer: Layer): string | undefined {
  if (BROWSER_LAYERS.has(layer) && isNodeModule(specifier)) return `${layer} runs in the browser`;
  const allowed = PACKAGES[layer];
  if (allowed !== undefined && !allowed.includes(specifier)) {
    return `${layer} may import ${allowed.join(', ') || 'no package'}`;
  }
  const own = specifier === 'docwright' || specifier.startsWith('docwright/');
  return own && layer !== 'templates' ? 'src imports itself by path' : undefined;
}

function isNodeModule(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

function layerOf(path: string): Layer | undefined {
  if (path.startsWith('templates/')) return 'templates';
  if (path.startsWith('src/shared/search/')) return 'search';
  if (path === 'src/index.ts') return 'index';
  if (path === 'src/client/theme.ts') return 'theme';
  if (path.startsWith('src/build/')) return buildLayerOf(path);
  const folders = ['shared', 'diagnostics', 'config', 'dev', 'cli', 'client'] as const;
  return folders.find((folder) => path.startsWith(`src/${folder}/`));
}

function buildLayerOf(path: string): Layer {
  if (WIRING.has(path)) return 'pipeline';
  return stageOf(path) === undefined ? 'build' : 'stage';
}

/** Folders below `src/build` that are no stage: every stage may use them. */
const COMMON: ReadonlySet<string> = new Set(['yaml']);

function stageOf(path: string): string | undefined {
  const folder = /^src\/build\/([^/]+)\//.exec(path)?.[1];
  return folder === undefined || COMMON.has(folder) ? undefined : folder;
}
