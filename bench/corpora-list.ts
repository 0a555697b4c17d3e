import { posix } from 'node:path';

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
  /** Files that the tool's configuration leaves out, or from which a script makes several pages. */
  readonly excluded?: RegExp;
  /** False if addresses have no final slash, in a tool that has one by default. */
  readonly slash?: false;
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

type Difference = Partial<Omit<Corpus, 'tool' | 'repository'>>;

/** `differences` from the usual places. */
function entry(tool: ToolName, repository: string, differences: Difference = {}): Corpus {
  const { folder: own = '.', pages } = differences;
  return {
    name: repository.replace(/^.*\//, '').toLowerCase(),
    repository,
    tool,
    folder: own,
    site: own,
    base: tool === 'docusaurus' ? '/docs' : '',
    ...differences,
    pages: pages ?? posix.join(own, PAGES[tool]),
  };
}

/** Docusaurus in a folder beside that of the pages. */
const besideDocs = { folder: 'website', pages: 'docs', site: '.' };

/** The thirteen sites that were known while dialects were written, those of the second step, and those of later ones. */
export const CORPORA: readonly Corpus[] = [
  entry('vitepress', 'vitejs/vite', { folder: 'docs' }),
  entry('vitepress', 'vuejs/vitepress', { folder: 'docs', pages: 'docs/en' }),
  entry('vitepress', 'vuejs/docs', {
    name: 'vue',
    pages: 'src',
    excluded: /^tutorial\/.*\/description\.md$|\[/,
  }),
  entry('docusaurus', 'reduxjs/redux', { ...besideDocs, base: '' }),
  entry('docusaurus', 'prettier/prettier', besideDocs),
  entry('docusaurus', 'jestjs/jest', { ...besideDocs, base: '/docs/next' }),
  entry('starlight', 'withastro/starlight', { folder: 'docs' }),
  entry('starlight', 'expressive-code/expressive-code', { folder: 'docs' }),
  entry('none', 'reactjs/react.dev', { folder: 'src/content', name: 'react' }),
  entry('mdbook', 'rust-lang/book'),
  entry('none', 'fastify/fastify', { folder: 'docs' }),
  entry('mkdocs', 'squidfunk/mkdocs-material', { name: 'material' }),
  entry('mkdocs', 'fastapi/fastapi', { folder: 'docs/en' }),

  entry('mkdocs', 'encode/httpx'),
  entry('mkdocs', 'copier-org/copier'),
  entry('mkdocs', 'pypa/hatch'),
  entry('mkdocs', 'mkdocs/mkdocs'),
  entry('mkdocs', 'argoproj/argo-rollouts'),
  entry('mkdocs', 'traefik/traefik', { folder: 'docs', pages: 'docs/content' }),
  entry('mdbook', 'rust-lang/mdBook', { folder: 'guide' }),
  entry('starlight', 'webpro-nl/knip', { folder: 'packages/docs', slash: false }),
  entry('starlight', 'tauri-apps/tauri-docs', { name: 'tauri' }),
  entry('starlight', 'biomejs/website', { name: 'biome' }),
  entry('starlight', 'HiDeoo/starlight-openapi', { folder: 'docs' }),
  entry('starlight', 'HiDeoo/starlight-links-validator', { folder: 'docs' }),
  entry('vitepress', 'faker-js/faker', { folder: 'docs' }),
  entry('vitepress', 'knex/documentation', { name: 'knex', pages: 'src' }),
  entry('vitepress', 'vuejs/pinia', { folder: 'packages/docs' }),
  entry('vitepress', 'vuejs/router', { folder: 'packages/docs' }),
  entry('vitepress', 'shikijs/shiki', { folder: 'docs' }),
  entry('vitepress', 'unocss/unocss', { folder: 'docs' }),
  entry('vitepress', 'vitest-dev/vitest', { folder: 'docs' }),
  entry('vitepress', 'coollabsio/coolify-docs', {
    folder: 'docs',
    name: 'coolify',
    excluded: /\[/,
  }),
  entry('docusaurus', 'excalidraw/excalidraw', { folder: 'dev-docs', base: '/docs' }),
  entry('docusaurus', 'mikro-orm/mikro-orm', {
    folder: 'docs',
    base: '/docs/next',
    slash: false,
  }),
  entry('docusaurus', 'pnpm/pnpm.io', { name: 'pnpm', base: '/next' }),
  entry('docusaurus', 'redux-saga/redux-saga', besideDocs),
  entry('docusaurus', 'reduxjs/redux-toolkit', { ...besideDocs, base: '' }),
  entry('docusaurus', 'sequelize/website', { name: 'sequelize', base: '/docs/v7' }),
  entry('docusaurus', 'wix/Detox', { ...besideDocs, base: '/docs/next' }),
  entry('docusaurus', 'ory/docs', { name: 'ory', base: '' }),

  entry('docusaurus', 'testing-library/testing-library-docs', { name: 'testing-library' }),
  entry('docusaurus', 'kysely-org/kysely', { folder: 'site' }),
  entry('docusaurus', 'moonrepo/moon', { folder: 'website', slash: false }),
  entry('docusaurus', 'electron/website', { name: 'electron' }),
  entry('docusaurus', 'wasmCloud/wasmcloud.com', { name: 'wasmcloud' }),
  entry('docusaurus', 'oclif/oclif.github.io', { ...besideDocs, name: 'oclif' }),
  entry('vitepress', 'rolldown/rolldown', { folder: 'docs' }),
  entry('vitepress', 'mermaid-js/mermaid', { folder: 'packages/mermaid/src/docs' }),
  entry('vitepress', 'vueuse/vueuse', { folder: 'packages' }),
  entry('vitepress', 'intlify/vue-i18n', { folder: 'docs' }),
  entry('vitepress', 'slidevjs/slidev', { folder: 'docs' }),
  entry('starlight', 'HiDeoo/starlight-image-zoom', { folder: 'docs' }),
  entry('starlight', 'bombshell-dev/docs', { name: 'bombshell', base: '/docs' }),
  entry('starlight', 'delucis/astro-embed', { folder: 'docs' }),
  entry('starlight', 'lunariajs/lunaria', { folder: 'docs' }),
  entry('mkdocs', 'astral-sh/uv'),
  entry('mkdocs', 'tiangolo/typer'),
  entry('mkdocs', 'testcontainers/testcontainers-node'),
  entry('mdbook', 'PyO3/pyo3', { folder: 'guide' }),
  entry('mdbook', 'rust-lang/rustc-dev-guide'),
  entry('mdbook', 'helix-editor/helix', { folder: 'book' }),
  entry('mdbook', 'dtolnay/cxx', { folder: 'book' }),
  entry('mdbook', 'leptos-rs/book', { name: 'leptos' }),
  entry('none', 'sindresorhus/got', { folder: 'documentation' }),
  entry('none', 'remix-run/react-router', { folder: 'docs' }),
  entry('none', 'sveltejs/kit', { folder: 'documentation/docs' }),
  entry('none', 'open-telemetry/opentelemetry-js', { folder: 'doc' }),
  entry('none', 'nextauthjs/next-auth', { folder: 'docs/pages' }),
  entry('none', 'nodejs/undici', { folder: 'docs/docs' }),
  entry('none', 'docker/compose', { folder: 'docs' }),
  entry('none', 'goreleaser/goreleaser', { folder: 'www/content' }),
  entry('none', 'formatjs/formatjs', { folder: 'docs/src/docs' }),

  entry('docusaurus', 'typescript-eslint/typescript-eslint', {
    folder: 'packages/website',
    pages: 'docs',
    site: '.',
    base: '',
  }),
  entry('docusaurus', 'babel/website', { ...besideDocs, name: 'babel' }),
  entry('docusaurus', 'facebook/lexical', { folder: 'packages/lexical-website' }),
  entry('docusaurus', 'lerna/lerna', { folder: 'website', slash: false }),
  entry('vitepress', 'eslint-stylistic/eslint-stylistic', { folder: 'docs' }),
  entry('vitepress', 'wxt-dev/wxt', { folder: 'docs' }),
  entry('starlight', 'HiDeoo/starlight-blog', { folder: 'docs' }),
  entry('mdbook', 'rust-lang/rust-by-example'),
  entry('mdbook', 'rust-cli/book', { name: 'cli-book' }),
  entry('none', 'svg/svgo', { folder: 'docs' }),
  entry('none', 'pmndrs/zustand', { folder: 'docs' }),

  entry('vitepress', 'vuejs/test-utils', { folder: 'docs' }),
  entry('mkdocs', 'pypa/cibuildwheel'),
  entry('mkdocs', 'astral-sh/ty'),
];
/** Frontmatter keys that decide an address. */
export interface Frontmatter {
  readonly id?: string | undefined;
  readonly slug?: string | undefined;
  readonly draft?: string | undefined;
}

/** The address that the tool gives to one of its files, below the base path of the site; undefined for no page. */
export function addressOf(
  corpus: Corpus,
  path: string,
  frontmatter: Frontmatter,
): string | undefined {
  const address = pageAddress(corpus, path, frontmatter);
  return corpus.slash === false ? address?.replace(/(?<=.)\/$/, '.html') : address;
}

function pageAddress(
  { tool, base, excluded }: Corpus,
  path: string,
  frontmatter: Frontmatter,
): string | undefined {
  const isPart = tool !== 'mdbook' && path.split('/').some((part) => /^_(?!_)/.test(part));
  // The page for missing addresses has none.
  if (
    isPart ||
    /^404\.mdx?$/.test(path) ||
    frontmatter.draft === 'true' ||
    excluded?.test(path) === true
  )
    return undefined;
  switch (tool) {
    case 'docusaurus':
      return docusaurus(path, frontmatter, base);
    case 'vitepress':
    case 'mdbook':
      return path === 'SUMMARY.md' ? undefined : htmlFile(path, tool);
    case 'starlight':
      if (frontmatter.slug !== undefined) return `/${frontmatter.slug}/`;
      return folder(
        bare(path)
          .toLowerCase()
          .replace(/[^\p{L}\p{N}_/ -]/gu, '')
          .replaceAll(' ', '-'),
      );
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
