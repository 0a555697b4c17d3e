import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path/posix';

/** An import of a module, including type imports. */
export interface ImportEdge {
  /** Path of the importing module relative to the repository, with `/` separators. */
  readonly from: string;
  /** The specifier as written. */
  readonly specifier: string;
}

const BASE = ['shared', 'query', 'diagnostics'] as const;
const FILES = [
  ...BASE,
  'yaml',
  'cache',
  'dialects',
  'config',
  'content',
  'html',
  'publish',
] as const;
const SITE = [...FILES, 'markdown', 'openapi', 'site'] as const;
const PIPELINE = [
  ...SITE,
  'collections',
  'plugins',
  'api-history',
  'links',
  'samples',
  'search',
  'translations',
  'render',
  'bundle',
  'pipeline',
] as const;
const INDEX = [...PIPELINE, 'server', 'dev', 'mcp', 'agents', 'diff', 'init', 'index'] as const;

/** Layers that each layer may import besides itself, as drawn in ARCHITECTURE.md. */
const ALLOWED: Readonly<Record<Layer, readonly Layer[]>> = {
  shared: [],
  query: ['shared'],
  diagnostics: ['shared'],
  yaml: BASE,
  dialects: [...BASE, 'yaml'],
  config: [...BASE, 'cache', 'dialects'],
  cache: BASE,
  content: [...BASE, 'yaml', 'cache', 'dialects', 'config'],
  html: BASE,
  publish: [...BASE, 'cache', 'config', 'html'],
  markdown: FILES,
  openapi: [...FILES, 'parts'],
  site: SITE,
  collections: SITE,
  plugins: [...SITE, 'collections'],
  links: SITE,
  samples: [...FILES, 'markdown', 'openapi'],
  'api-history': [...FILES, 'openapi'],
  search: SITE,
  translations: FILES,
  render: SITE,
  bundle: SITE,
  pipeline: PIPELINE,
  server: [...BASE, 'config', 'publish'],
  dev: [...PIPELINE, 'server'],
  mcp: [...BASE, 'config', 'html', 'server'],
  diff: PIPELINE,
  agents: [...FILES, 'server', 'mcp'],
  init: PIPELINE,
  index: INDEX,
  cli: INDEX,
  client: ['shared', 'query'],
  theme: ['shared', 'client'],
  templates: [],
  parts: ['shared'],
};

/** Packages that browser code may import; other layers are not restricted. */
const PACKAGES: Partial<Readonly<Record<Layer, readonly string[]>>> = {
  shared: [],
  query: ['lunr'],
  parts: ['docwright/html', 'docwright/html/jsx-runtime'],
  templates: ['react', 'react/jsx-runtime', 'docwright/components', 'docwright/theme'],
};

/** Folders of `src`, each a layer. */
const FOLDERS = [
  'shared',
  'diagnostics',
  'cache',
  'dialects',
  'config',
  'content',
  'html',
  'publish',
  'markdown',
  'openapi',
  'api-history',
  'site',
  'collections',
  'plugins',
  'links',
  'samples',
  'search',
  'translations',
  'render',
  'bundle',
  'pipeline',
  'server',
  'dev',
  'mcp',
  'diff',
  'agents',
  'init',
  'cli',
  'client',
] as const;

type Layer =
  | (typeof FOLDERS)[number]
  /** The query part of search, used by build and browser. */
  | 'query'
  /** Reads YAML with offsets, a part of `content/` that configuration and dialects may know. */
  | 'yaml'
  | 'index'
  | 'theme'
  | 'templates'
  /** The parts of API pages: templates of HTML. */
  | 'parts';

const BROWSER_LAYERS: ReadonlySet<Layer> = new Set<Layer>([
  'shared',
  'query',
  'client',
  'theme',
  'templates',
]);

/** Why an import is not allowed; undefined if it is. */
export function importProblem(edge: ImportEdge): string | undefined {
  const from = layerOf(edge.from);
  if (from === undefined) return undefined;
  return edge.specifier.startsWith('.')
    ? fileProblem(edge, from)
    : packageProblem(edge.specifier, from);
}

function fileProblem({ from, specifier }: ImportEdge, layer: Layer): string | undefined {
  const target = layerOf(join(dirname(from), specifier));
  if (target === undefined) return 'it lies outside src and templates';
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
  return own && layer !== 'templates' && layer !== 'parts'
    ? 'src imports itself by path'
    : undefined;
}

function isNodeModule(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

function layerOf(path: string): Layer | undefined {
  if (path.startsWith('templates/api/')) return 'parts';
  if (path.startsWith('templates/')) return 'templates';
  if (path.startsWith('src/search/query/')) return 'query';
  if (path.startsWith('src/content/yaml/')) return 'yaml';
  // All of a dialect but the object itself is part of the parser.
  if (/^src\/dialects\/(?:syntax|([\w-]+)\/(?!\1\.ts$))/.test(path)) return 'markdown';
  if (path === 'src/index.ts') return 'index';
  if (path === 'src/client/theme.ts' || path === 'src/client/components.ts') return 'theme';
  return FOLDERS.find((folder) => path.startsWith(`src/${folder}/`));
}
