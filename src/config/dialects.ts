import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DiagnosticCode, Level } from '../diagnostics/codes.ts';

/** Tools whose Markdown, frontmatter, folders and addresses docwright reads. */
export const DIALECTS = ['docusaurus', 'vitepress', 'starlight', 'mkdocs', 'mdbook'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** Where a tool keeps its files, and the addresses that it gives to pages. */
interface Layout {
  /** The tool's name as people write it. */
  readonly name: string;
  /** Configuration files that identify the tool, relative to its folder. */
  readonly configs: readonly string[];
  /** Text in a configuration file that other tools use too. */
  readonly mark?: string;
  /** Content folders relative to the site folder; the first that exists is the default. */
  readonly content: readonly string[];
  /** Folder of static files, relative to the content folder if `staticInContent` is true, else to the site folder. */
  readonly static: string;
  readonly staticInContent?: true;
  /** Folder of images outside the content, relative to the site folder. */
  readonly assets?: string;
  /** Route of the docs. Default: that of their folder below the content folder. */
  readonly routeBase?: string;
  /** False: pages are `x.html`. */
  readonly trailingSlash: boolean;
  /** Levels of findings where the tool publishes a site in spite of them. */
  readonly rules?: Readonly<Partial<Record<DiagnosticCode, Level>>>;
}

const EXTENSIONS = ['ts', 'mts', 'js', 'mjs', 'cjs'];

type Rules = NonNullable<Layout['rules']>;

/** Docusaurus and VitePress fail on a link to a missing page, but not on these. */
const PUBLISHES_BROKEN_PARTS: Rules = {
  'anchor-not-found': 'warning',
  'include-not-found': 'warning',
  'include-region': 'warning',
  'unknown-scheme': 'warning',
  // Plug-ins have other tabs.
  'tab-options': 'warning',
  'tab-outside-tabs': 'warning',
  'duplicate-tab': 'warning',
  'duplicate-heading-id': 'warning',
  'unknown-tab': 'warning',
};

/** Starlight, MkDocs and mdBook publish links that lead to nothing: plug-ins and other books add targets. */
const PUBLISHES_BROKEN_LINKS: Rules = {
  ...PUBLISHES_BROKEN_PARTS,
  'page-not-found': 'warning',
  'asset-not-found': 'warning',
};

export const LAYOUTS: Readonly<Record<Dialect, Layout>> = {
  docusaurus: {
    name: 'Docusaurus',
    configs: EXTENSIONS.map((extension) => `docusaurus.config.${extension}`),
    content: ['docs'],
    static: 'static',
    routeBase: '/docs',
    trailingSlash: true,
    rules: PUBLISHES_BROKEN_PARTS,
  },
  vitepress: {
    name: 'VitePress',
    configs: [
      ...EXTENSIONS.map((extension) => `.vitepress/config.${extension}`),
      ...EXTENSIONS.map((extension) => `.vitepress/config/index.${extension}`),
    ],
    content: [],
    static: 'public',
    staticInContent: true,
    trailingSlash: false,
    // Included files may be made by scripts that run before a build.
    rules: {
      ...PUBLISHES_BROKEN_PARTS,
      'include-not-found': 'warning',
      'include-region': 'warning',
    },
  },
  starlight: {
    name: 'Starlight',
    configs: EXTENSIONS.map((extension) => `astro.config.${extension}`),
    mark: 'starlight',
    content: ['src/content/docs'],
    static: 'public',
    assets: 'src/assets',
    trailingSlash: true,
    rules: PUBLISHES_BROKEN_LINKS,
  },
  mkdocs: {
    name: 'MkDocs',
    configs: ['mkdocs.yml', 'mkdocs.yaml'],
    content: ['docs'],
    static: 'static',
    trailingSlash: true,
    rules: PUBLISHES_BROKEN_LINKS,
  },
  mdbook: {
    name: 'mdBook',
    configs: ['book.toml'],
    content: ['src'],
    static: 'static',
    trailingSlash: false,
    rules: PUBLISHES_BROKEN_LINKS,
  },
};

/** A dialect, and the configuration file that shows it; absolute. */
export interface FoundDialect {
  readonly dialect: Dialect;
  readonly file: string;
}

/** Number of folders above the site folder in which a tool's configuration is looked for. */
const LEVELS_ABOVE = 2;

/**
 * Finds the tool whose configuration file is in one of the folders or above them, in the same repository; undefined if
 * there is none or more than one. `folders` are absolute.
 */
export function findDialect(folders: readonly string[]): FoundDialect | undefined {
  const searched = new Set(folders.flatMap(withParents));
  const found = DIALECTS.flatMap((dialect) => {
    const files = [...searched].flatMap((folder) => configFileIn(folder, dialect));
    return files[0] === undefined ? [] : [{ dialect, file: files[0] }];
  });
  return found.length === 1 ? found[0] : undefined;
}

function withParents(folder: string): readonly string[] {
  const folders = [folder];
  for (let level = 0; level < LEVELS_ABOVE; level += 1) {
    const last = folders.at(-1) ?? folder;
    if (existsSync(join(last, '.git')) || dirname(last) === last) break;
    folders.push(dirname(last));
  }
  return folders;
}

/** The configuration file of a tool in a folder, as a list of at most one. */
function configFileIn(folder: string, dialect: Dialect): readonly string[] {
  const { configs, mark } = LAYOUTS[dialect];
  const file = configs.map((name) => join(folder, name)).find(existsSync);
  if (file === undefined) return [];
  return mark === undefined || readFileSync(file, 'utf8').includes(mark) ? [file] : [];
}
