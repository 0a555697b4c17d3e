/** Tools that wrote the documentation; `none`: Markdown that no tool of ours has built. */
export type ToolName = 'docusaurus' | 'vitepress' | 'starlight' | 'mkdocs' | 'mdbook' | 'none';

/** Real documentation to build: where its files are in a repository. Paths are relative to that. */
export interface Corpus {
  readonly name: string;
  /** On GitHub. */
  readonly repository: string;
  readonly tool: ToolName;
  /** Folder of the tool's configuration. */
  readonly folder: string;
  /** Folder of the pages. */
  readonly pages: string;
  /** Folder that is given to `docs init`: it contains configuration and pages. */
  readonly site: string;
  /** Where the addresses of Docusaurus begin. */
  readonly base: string;
  /** Folders of pages that the tool's configuration leaves out. */
  readonly excluded?: RegExp;
}

/** Usual folder of the pages in that of the configuration. */
const PAGES: Readonly<Record<ToolName, string>> = {
  docusaurus: 'docs',
  vitepress: '.',
  starlight: 'src/content/docs',
  mkdocs: 'docs',
  mdbook: 'src',
  none: '.',
};

type Difference = Partial<Pick<Corpus, 'name' | 'pages' | 'site' | 'base' | 'excluded'>>;

function corpus(
  tool: ToolName,
  repository: string,
  folder = '.',
  { pages, ...others }: Difference = {},
): Corpus {
  return {
    name: repository.replace(/^.*\//, '').toLowerCase(),
    repository,
    tool,
    folder,
    site: folder,
    base: tool === 'docusaurus' ? '/docs' : '',
    pages: pages ?? (folder === '.' ? PAGES[tool] : `${folder}/${PAGES[tool]}`.replace('/.', '')),
    ...others,
  };
}

/** Docusaurus in a folder beside that of the pages. */
const besideDocs = { pages: 'docs', site: '.' };

/** The thirteen sites that were known while dialects were written, then those that were not. */
export const CORPORA: readonly Corpus[] = [
  corpus('vitepress', 'vitejs/vite', 'docs'),
  corpus('vitepress', 'vuejs/vitepress', 'docs', { pages: 'docs/en' }),
  corpus('vitepress', 'vuejs/docs', '.', {
    name: 'vue',
    pages: 'src',
    excluded: /^tutorial\/.*\/description\.md$/,
  }),
  corpus('docusaurus', 'reduxjs/redux', 'website', { ...besideDocs, base: '' }),
  corpus('docusaurus', 'prettier/prettier', 'website', besideDocs),
  corpus('docusaurus', 'jestjs/jest', 'website', besideDocs),
  corpus('starlight', 'withastro/starlight', 'docs'),
  corpus('starlight', 'expressive-code/expressive-code', 'docs'),
  corpus('none', 'reactjs/react.dev', 'src/content', { name: 'react' }),
  corpus('mdbook', 'rust-lang/book'),
  corpus('none', 'fastify/fastify', 'docs'),
  corpus('mkdocs', 'squidfunk/mkdocs-material', '.', { name: 'material' }),
  corpus('mkdocs', 'fastapi/fastapi', 'docs/en'),

  corpus('mkdocs', 'encode/httpx'),
  corpus('mkdocs', 'copier-org/copier'),
  corpus('mkdocs', 'pypa/hatch'),
  corpus('mkdocs', 'mkdocs/mkdocs'),
  corpus('mkdocs', 'argoproj/argo-rollouts'),
  corpus('mkdocs', 'traefik/traefik', 'docs', { pages: 'docs/content' }),
  corpus('mdbook', 'rust-lang/mdBook', 'guide'),
  corpus('starlight', 'webpro-nl/knip', 'packages/docs'),
  corpus('starlight', 'tauri-apps/tauri-docs', '.', { name: 'tauri' }),
  corpus('starlight', 'biomejs/website', '.', { name: 'biome' }),
  corpus('starlight', 'HiDeoo/starlight-openapi', 'docs'),
  corpus('starlight', 'HiDeoo/starlight-links-validator', 'docs'),
  corpus('vitepress', 'faker-js/faker', 'docs'),
  corpus('vitepress', 'knex/documentation', '.', { name: 'knex', pages: 'src' }),
  corpus('vitepress', 'vuejs/pinia', 'packages/docs'),
  corpus('vitepress', 'vuejs/router', 'packages/docs'),
  corpus('vitepress', 'shikijs/shiki', 'docs'),
  corpus('vitepress', 'unocss/unocss', 'docs'),
  corpus('vitepress', 'vitest-dev/vitest', 'docs'),
  corpus('vitepress', 'coollabsio/coolify-docs', 'docs', { name: 'coolify' }),
  corpus('docusaurus', 'excalidraw/excalidraw', 'dev-docs', { base: '/docs' }),
  corpus('docusaurus', 'mikro-orm/mikro-orm', 'docs'),
  corpus('docusaurus', 'pnpm/pnpm.io', '.', { name: 'pnpm', base: '' }),
  corpus('docusaurus', 'redux-saga/redux-saga', 'website', besideDocs),
  corpus('docusaurus', 'reduxjs/redux-toolkit', 'website', { ...besideDocs, base: '' }),
  corpus('docusaurus', 'sequelize/website', '.', { name: 'sequelize' }),
  corpus('docusaurus', 'wix/Detox', 'website', besideDocs),
  corpus('docusaurus', 'ory/docs', '.', { name: 'ory', base: '' }),
];

/** Frontmatter keys that decide an address. */
export interface Frontmatter {
  readonly id?: string | undefined;
  readonly slug?: string | undefined;
  readonly draft?: string | undefined;
}

/** The address that the tool gives to one of its files, below the base path of the site; undefined for no page. */
export function addressOf(
  { tool, base, excluded }: Corpus,
  path: string,
  frontmatter: Frontmatter,
): string | undefined {
  const isPart = tool !== 'mdbook' && path.split('/').some((part) => /^_(?!_)/.test(part));
  if (isPart || frontmatter.draft === 'true' || excluded?.test(path) === true) return undefined;
  switch (tool) {
    case 'docusaurus':
      return docusaurus(path, frontmatter, base);
    case 'vitepress':
    case 'mdbook':
      return path === 'SUMMARY.md' ? undefined : htmlFile(path, tool);
    case 'starlight':
      if (frontmatter.slug === undefined)
        return folder(path.toLowerCase().replace(/[^\p{L}\p{N}_/. -]/gu, ''));
      return `/${frontmatter.slug}/`;
    default:
      return folder(path);
  }
}

const bare = (path: string): string => path.replace(/\.mdx?$/, '');

/** `x.md` is `/x.html`, `index.md` the folder. mdBook: `README.md` too. */
function htmlFile(path: string, tool: ToolName): string {
  const index = tool === 'mdbook' ? /(^|\/)(?:index|README)$/i : /(^|\/)index$/;
  return `/${bare(path).replace(index, '$1')}`.replace(/[^/]$/, '$&.html');
}

/** `x.md` is `/x/`, `index.md` the folder. */
function folder(path: string): string {
  return `/${bare(path).replace(/(^|\/)(?:index|README)$/, '$1')}`.replace(/[^/]$/, '$&/');
}

/** `id` and `slug` of the frontmatter, number prefixes, folder pages. */
function docusaurus(path: string, { id, slug }: Frontmatter, base: string): string {
  const parts = bare(path)
    .split('/')
    .map((part) => part.replace(/^\d+\s*[-_.]+\s*(?=[^-_.\s\d])/, ''));
  const name = parts.pop() ?? '';
  const isIndex = /^(?:index|readme)$/i.test(name) || name === parts.at(-1);
  const own = [...parts, ...(isIndex ? [] : [id ?? name])].join('/');
  const below = slug === undefined ? own : slug.startsWith('/') ? slug : [...parts, slug].join('/');
  return new URL(`http://x${base}/${below}/`.replace(/(?<!:)\/{2,}/g, '/')).pathname;
}
