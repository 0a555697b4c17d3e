import { modules, PUBLISHES_BROKEN_PARTS, withoutEffect } from '../common.ts';
import type { Dialect, NamedSet } from '../dialect.ts';

/** `01-intro`, `02. Setup` and `3_x`, but not a version or a date such as `7.0-notes` and `2021-11-foo`. */
const NUMBER_PREFIX = /^\d+\s*[-_.]+\s*(?=[^-_.\s])/;
const NO_PREFIX = /^(?:\d+[-_.]){2,}|^\d+[-_.]\d+/;

/** Docusaurus: number prefixes, `README` and a file named like its folder as the folder's page. */
export const docusaurus: Dialect<'docusaurus'> = {
  id: 'docusaurus',
  name: 'Docusaurus',
  layout: {
    configs: modules('docusaurus.config'),
    content: ['docs'],
    static: 'static',
    settings: {
      title: /^[ \t]*title: *(['"])(.+?)\1/m,
      baseUrl: /\bbaseUrl: *(['"])(.+?)\1/,
      plainMd: /\bmarkdown: *\{[^{}]*?\bformat: *(['"])(detect|md)\1/,
    },
    docsSets,
    routeBase: '/docs',
    pages: 'src/pages',
    blog: 'blog',
    versions: { folder: 'versioned_docs', prefix: 'version-', list: 'versions.json' },
    trailingSlash: true,
    rules: PUBLISHES_BROKEN_PARTS,
  },
  keys: new Map(
    withoutEffect(
      'hide_title sidebar_class_name sidebar_custom_props sidebar_key displayed_sidebar ' +
        'parse_number_prefixes custom_edit_url format mdx title_meta original_id author author_title ' +
        'author_url author_image_url authors date hide_reading_time wrapperClassName',
    ),
  ),
  docPath: (path, { id }) => {
    const segments = path.split('/').map((segment) => ordered(segment).name);
    const name = segments.pop() ?? '';
    const isIndex =
      /^(?:index|readme)$/i.test(name) || name.toLowerCase() === segments.at(-1)?.toLowerCase();
    return [...segments, isIndex ? 'index' : (id ?? name)].join('/');
  },
  ordered,
  slugsBelowDocs: true,
  localeFolders: /^docusaurus-plugin-content-\w+\/(?:current\/|version-[^/]+\/)?/,
  linkPrefix: /^(?:pathname:\/\/|@site\/static)(?=\/)/,
  linkFolders: new Map([
    ['@site/', ''],
    ['@theme/', 'src/theme/'],
  ]),
  linksFromDocs: true,
  // As lodash's `kebabCase`: `i-18-n`, `java-script`.
  tagSlug: (label) =>
    (
      label
        .normalize('NFD')
        .replace(/(?<=\p{sc=Latin})\p{M}+|['’]/gu, '')
        .normalize('NFC')
        .match(/\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lo}+|\p{N}+/gu) ?? []
    )
      .join('-')
      .toLowerCase(),
  mdIsMdx: true,
  components: new Map([
    ['Admonition', 'Callout'],
    ['CodeBlock', 'Code'],
    ['TabItem', 'Tab'],
    ['ThemedImage', 'Image'],
  ]),
  standIns: {
    file: 'stand-ins/docusaurus.tsx',
    names: new Set(
      (
        'Layout Head Heading Link Translate BrowserOnly Interpolate TOCInline CodeBlock Tabs TabItem Admonition ThemedImage ' +
        'IdealImage clsx useBaseUrl useDocusaurusContext useIsBrowser ExecutionEnvironment router theme-common internal'
      ).split(' '),
    ),
  },
  modules: /^@(?:theme|theme-original|docusaurus)|^clsx$/,
};

/** Removes the number that orders files and folders. */
function ordered(segment: string): {
  readonly name: string;
  readonly position: number | undefined;
} {
  const prefix = NO_PREFIX.test(segment) ? undefined : NUMBER_PREFIX.exec(segment)?.[0];
  return prefix === undefined
    ? { name: segment, position: undefined }
    : { name: segment.slice(prefix.length), position: Number.parseInt(prefix, 10) };
}

const LINE_COMMENTS = /^[ \t]*\/\/.*$/gm;
const INNER_OBJECT = /\{([^{}]*)\}/g;
const BEFORE_DOCS = /(?:\bdocs['"]?:|content-docs['"`]\)?,)\s*$/;
/** Settings of the theme have the key `docs`, too. */
const OF_THEME = /^\s*(?:sidebar|versionPersistence)\b/;

/** Reads the options of docs plugins: those of the preset, in `plugins`, and in variables, with an id. */
function docsSets(config: string): readonly NamedSet[] {
  const found: NamedSet[] = [];
  const read = (_: string, options: string, offset: number, text: string): string => {
    const [id, path, route = 'docs'] = ['id', 'path', 'routeBasePath'].map((key) =>
      textOf(options, key),
    );
    const isDocs = BEFORE_DOCS.test(text.slice(Math.max(0, offset - 80), offset));
    const isOther = id !== undefined && /\bsidebarPath\b/.test(options);
    const isComputed = path === undefined && /(?<!\w)path\b/.test(options);
    if ((isOther || (isDocs && !OF_THEME.test(options))) && !isComputed)
      found.push({
        id,
        path: path ?? 'docs',
        routeBase: `/${route}`.replace('//', '/'),
        lastVersion: textOf(options, 'lastVersion'),
      });
    return '';
  };
  for (let [text, before] = [config.replace(LINE_COMMENTS, ''), '']; text !== before; ) {
    before = text;
    text = text.replace(INNER_OBJECT, read);
  }
  const isMain = ({ id }: NamedSet): boolean => id === undefined;
  const hasMain = found.some(isMain) || /\bdocs['"]?: *false/.test(config);
  const main = { id: undefined, path: 'docs', routeBase: '/docs' };
  return [...(hasMain ? found.filter(isMain) : [main]), ...found.filter(({ id }) => id)];
}

/** The literal text of a key in the text of an object. */
function textOf(options: string, key: string): string | undefined {
  return new RegExp(`(?<![\\w.])['"]?${key}['"]?\\s*:\\s*(['"\`])(.*?)\\1`).exec(options)?.[2];
}
