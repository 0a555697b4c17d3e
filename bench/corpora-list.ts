/** Real documentation to build: where its files are in a checkout, and the configuration that it needs. */
export interface Corpus {
  readonly name: string;
  /** Repository on GitHub; its checkout is expected at `<folder>/<name>`. */
  readonly repository: string;
  /** Package on npm that contains the documentation. */
  readonly npm?: string;
  /** Site folder in the checkout. */
  readonly site: string;
  /** Keys of the configuration after `title` and `url`; at most eight lines. */
  readonly config: readonly string[];
  /** Content folder in the site folder, and the address that the tool gives to one of its files; undefined for no page. */
  readonly content: string;
  readonly address: (path: string, frontmatter: Frontmatter) => string | undefined;
}

/** Frontmatter keys that decide an address. */
export interface Frontmatter {
  readonly id?: string | undefined;
  readonly slug?: string | undefined;
}

const bare = (path: string): string => path.replace(/\.mdx?$/, '');

/** `x.md` is `/x.html`, `index.md` the folder (VitePress; mdBook with `README.md`). */
const htmlFile = (path: string): string | undefined =>
  path === 'SUMMARY.md'
    ? undefined
    : `/${bare(path).replace(/(^|\/)index$/, '$1')}`.replace(/[^/]$/, '$&.html');

/** `x.md` is `/x/`, `index.md` the folder (MkDocs, Starlight). */
const folder = (path: string): string =>
  `/${bare(path).replace(/(^|\/)(?:index|README)$/, '$1')}`.replace(/[^/]$/, '$&/');

/** Docusaurus: `id` and `slug` of the frontmatter, number prefixes, folder pages. */
const docusaurus =
  (base: string) =>
  (path: string, { id, slug }: Frontmatter): string => {
    const parts = bare(path)
      .split('/')
      .map((part) => part.replace(/^\d+\s*[-_.]+\s*(?=[^-_.\s\d])/, ''));
    const name = parts.pop() ?? '';
    const isIndex = /^(?:index|readme)$/i.test(name) || name === parts.at(-1);
    const own = [...parts, ...(isIndex ? [] : [id ?? name])].join('/');
    const below =
      slug === undefined ? own : slug.startsWith('/') ? slug : [...parts, slug].join('/');
    return `${base}/${below}/`.replace(/\/{2,}/g, '/');
  };

const starlight = (path: string, { slug }: Frontmatter): string =>
  slug === undefined ? folder(path.toLowerCase().replace(/[^\w/. -]/g, '')) : `/${slug}/`;

/** `.md` files in folders of parts are not pages. */
const pages =
  (address: Corpus['address']): Corpus['address'] =>
  (path, frontmatter) =>
    path.split('/').some((part) => /^_(?!_)/.test(part)) ? undefined : address(path, frontmatter);

export const CORPORA: readonly Corpus[] = [
  {
    name: 'vite',
    repository: 'vitejs/vite',
    site: 'docs',
    config: [],
    content: '',
    address: pages(htmlFile),
  },
  {
    name: 'vitepress',
    repository: 'vuejs/vitepress',
    site: 'docs',
    config: ["contentDir: 'en',", "staticDir: 'public',"],
    content: 'en',
    address: pages(htmlFile),
  },
  {
    name: 'vue',
    repository: 'vuejs/docs',
    site: '.',
    config: ["contentDir: 'src',"],
    content: 'src',
    address: pages(htmlFile),
  },
  {
    name: 'redux',
    repository: 'reduxjs/redux',
    site: '.',
    config: [
      "contentDir: 'docs',",
      "staticDir: 'website/static',",
      "docs: [{ routeBase: '/' }],",
      "markdown: { dialects: ['docusaurus'] },",
    ],
    content: 'docs',
    address: pages(docusaurus('')),
  },
  {
    name: 'prettier',
    repository: 'prettier/prettier',
    site: '.',
    config: [
      "contentDir: 'docs',",
      "staticDir: 'website/static',",
      "docs: [{ routeBase: '/docs' }],",
      "markdown: { dialects: ['docusaurus'] },",
    ],
    content: 'docs',
    address: pages(docusaurus('/docs')),
  },
  {
    name: 'jest',
    repository: 'jestjs/jest',
    site: '.',
    config: [
      "contentDir: 'docs',",
      "staticDir: 'website/static',",
      "docs: [{ routeBase: '/docs' }],",
      "markdown: { dialects: ['docusaurus'] },",
    ],
    content: 'docs',
    address: pages(docusaurus('/docs')),
  },
  {
    name: 'starlight',
    repository: 'withastro/starlight',
    site: 'docs',
    config: [],
    content: 'src/content/docs',
    address: starlight,
  },
  {
    name: 'expressive-code',
    repository: 'expressive-code/expressive-code',
    site: 'docs',
    config: ["docs: [{ routeBase: '/' }],"],
    content: 'src/content/docs',
    address: starlight,
  },
  {
    name: 'react',
    repository: 'reactjs/react.dev',
    site: '.',
    config: [
      "contentDir: 'src/content',",
      "staticDir: 'public',",
      "docs: [{ routeBase: '/' }],",
      "markdown: { dialects: ['docusaurus'] },",
    ],
    content: 'src/content',
    address: folder,
  },
  {
    name: 'rustbook',
    repository: 'rust-lang/book',
    site: '.',
    config: [],
    content: 'src',
    address: htmlFile,
  },
  {
    name: 'fastify',
    repository: 'fastify/fastify',
    npm: 'fastify',
    site: 'docs',
    config: [],
    content: '',
    address: folder,
  },
  {
    name: 'material',
    repository: 'squidfunk/mkdocs-material',
    site: '.',
    config: [],
    content: 'docs',
    address: folder,
  },
  {
    name: 'fastapi',
    repository: 'fastapi/fastapi',
    site: 'docs/en',
    config: [],
    content: 'docs',
    address: folder,
  },
];
