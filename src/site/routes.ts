import type { SourceFile } from '../content/source-file.ts';
import {
  compareStrings,
  type Diagnostic,
  diagnostic,
  type Location,
  startOf,
} from '../diagnostics/diagnostic.ts';
import type { SiteDialect } from '../dialects/site-dialect.ts';
import type { DocHead } from '../markdown/parsed-doc.ts';
import { firstChapter } from '../markdown/summary.ts';
import type { ApiOutline } from '../openapi/outline.ts';
import { getOrInsert } from '../shared/maps.ts';
import type { Locale } from '../shared/page.ts';
import {
  dirname,
  type FilePath,
  isInBuildFolder,
  type Route,
  resolveDotSegments,
  toFilePath,
  toRoute,
} from '../shared/paths.ts';
import { blogLists } from './blog-lists.ts';
import { editionOfApi, editionOfFile, pageAt, pathBelow } from './editions.ts';
import type { ApiNode, DocNode, Edition, GraphInput, PageNode } from './graph-types.ts';
import { apiMessagesOf, inLocale, localeBase } from './locales.ts';
import { tagLists } from './tags.ts';

interface CollectedPages {
  readonly pages: ReadonlyMap<Route, PageNode>;
  readonly pageByFile: ReadonlyMap<string, ReadonlyMap<FilePath, PageNode>>;
  /** Pages that show a chapter once more, with the page of the chapter. */
  readonly starts: ReadonlyMap<Route, Start>;
  readonly refused: ReadonlyMap<FilePath, Route>;
  readonly drafts: ReadonlyMap<FilePath, Route>;
  readonly diagnostics: readonly Diagnostic[];
}

interface Start {
  readonly start: DocNode;
  readonly chapter: DocNode;
}

interface LocaleInput {
  readonly input: GraphInput;
  readonly locale: Locale;
  readonly editions: readonly Edition[];
  readonly drafts: Map<FilePath, Route>;
}

/** Assigns routes to all sources, reports duplicates, and adds generated pages. */
export function collectPages(input: GraphInput, editions: readonly Edition[]): CollectedPages {
  const drafts = new Map<FilePath, Route>();
  const diagnostics = [
    ...[...input.docs.values()].flatMap((doc) => slugProblems(doc, input.config.dialect)),
    ...input.sources.docs.flatMap((source) => translatedSlug(input, source)),
    ...input.sources.statics.flatMap(staticProblems),
  ];
  const found = input.config.locales.flatMap((locale) => {
    const own = editions.filter((edition) => edition.locale === locale);
    return localePages({ input, locale, editions: own, drafts });
  });
  const pages = new Map<Route, PageNode>();
  const refused = new Map<FilePath, Route>();
  for (const node of found) {
    const problem = claimRoute(node, pages, input.config.dialect);
    if (problem === undefined) continue;
    diagnostics.push(problem);
    if ('source' in node)
      refused.set(node.source.file, node.route).set(node.source.originalFile, node.route);
  }
  // Files that cannot be read are reported where they are read.
  const isRead = input.sources.docs.every(({ file }) => input.docs.has(file));
  if (found.length === 0 && isRead) diagnostics.push(nothingToBuild(input, drafts.size));
  // The first chapters of tables of contents, once more at the address of their docs set, with the chapter. They are not
  // listed: search finds the chapter.
  const { summaries } = input;
  const first = new Set([...summaries.values()].map(firstChapter));
  const starts = new Map(
    [...pages.values()].flatMap((chapter) => {
      if (chapter.type !== 'doc' || chapter.edition === undefined) return [];
      const route = chapter.edition.routeBase;
      if (!first.has(chapter.source.originalFile) || pages.has(route)) return [];
      const frontmatter = { ...chapter.doc.frontmatter, unlisted: true };
      return [
        [route, { start: { ...chapter, route, doc: { ...chapter.doc, frontmatter } }, chapter }],
      ];
    }),
  );
  for (const { start } of starts.values()) pages.set(start.route, start);
  for (const locale of input.config.locales) addGenerated(input, locale, pages);
  const sorted = new Map([...pages].sort(([a], [b]) => compareStrings(a, b)));
  const byLocale = new Map<string, Map<FilePath, PageNode>>();
  for (const node of sorted.values()) {
    if (!('source' in node)) continue;
    const files = getOrInsert(byLocale, node.locale.code, () => new Map());
    files.set(node.source.file, node).set(node.source.originalFile, node);
  }
  return { pages: sorted, pageByFile: byLocale, starts, refused, drafts, diagnostics };
}

/** The pages of one locale that have a source. */
function localePages(context: LocaleInput): readonly PageNode[] {
  const { input, locale, editions, drafts } = context;
  const { sources } = input;
  const found: PageNode[] = [];
  const isDraft = ({ file }: SourceFile): boolean =>
    input.docs.get(file)?.frontmatter.draft === true;
  for (const source of translatedSources(sources.docs, locale, isDraft)) {
    const doc = input.docs.get(source.file);
    if (doc === undefined) continue;
    const node = docNode(context, source, doc);
    if (doc.frontmatter.draft !== true) found.push(node);
    else if (!drafts.has(source.file)) drafts.set(source.file, node.route);
  }
  for (const source of translatedSources(sources.reactPages, locale)) {
    const edition = editionOfFile(editions, source.originalFile);
    // The route of a React page: below its edition's route base, else below the locale's.
    const ownsAddress = edition !== undefined && edition.version.path !== edition.set.path;
    const path = ownsAddress ? pathBelow(source.originalFile, edition.version.path) : source.path;
    const below = path.replace(/\.tsx$/, '').replace(/(?:^|\/)index$/, '');
    const route: Route = ownsAddress
      ? toRoute(`${edition.routeBase}/${below}`)
      : inLocale(input.config, locale, below);
    found.push({ type: 'react', route, locale, source });
  }
  return [...found, ...input.apis.flatMap((api) => apiNodes(context, api))];
}

function apiNodes({ input, locale, editions }: LocaleInput, api: ApiOutline): readonly ApiNode[] {
  const edition = editionOfApi(editions, api, inLocale(input.config, locale, api.routeBase));
  const { schemas, changes } = apiMessagesOf(input.messages, locale);
  return api.pages.map((page) => ({
    type: 'api',
    route: inLocale(input.config, locale, `${api.routeBase}/${page.slug}`),
    locale,
    api,
    // The description has no titles for the lists of schemas and changes.
    page:
      page.kind === 'schemas'
        ? { ...page, title: schemas }
        : page.kind === 'changes'
          ? { ...page, title: changes }
          : page,
    edition,
  }));
}

function docNode(context: LocaleInput, source: SourceFile, doc: DocHead): DocNode {
  const edition = editionOfFile(context.editions, source.originalFile);
  const below =
    edition === undefined ? source.path : pathBelow(source.originalFile, edition.version.path);
  const { config, docs } = context.input;
  const { dialect } = config;
  // A translation has the address of its original, below its locale.
  const { frontmatter } = docs.get(source.originalFile) ?? doc;
  const path = docPath(dialect, { file: source.originalFile, below, docs }, frontmatter);
  const base = localeBase(config, context.locale);
  const root = edition?.routeBase ?? base;
  const route = toRoute(`${root}/${path.replace(/(?:^|\/)index$/, '')}`);
  const isFolderFile =
    dialect.folderFiles === true && !config.trailingSlash && /(?:^|\/)index$/.test(path);
  const isBelowDocs = dialect.slugsBelowDocs === true;
  const folder = isBelowDocs ? `${root}/${dirname(`/${path}`)}` : dirname(route);
  return {
    type: 'doc',
    route:
      frontmatter.slug === undefined || refusedPart(frontmatter.slug, dialect) !== undefined
        ? toRoute(isFolderFile && route !== '/' ? `${route}/index` : route)
        : slugRoute(frontmatter.slug, { folder, base: isBelowDocs ? root : base }),
    locale: context.locale,
    doc,
    source,
    id: path,
    edition,
  };
}

/**
 * A doc's path below its docs set by the rules of the dialect; a frontmatter `id` replaces the
 * file's name, and `README.md` is the page of a folder without `index.md`. Without a dialect, so is `_index.md`.
 */
function docPath(
  dialect: SiteDialect,
  { file, below, docs }: { file: FilePath; below: string; docs: GraphInput['docs'] },
  frontmatter: DocHead['frontmatter'],
): string {
  const written = below.replace(/\.(?:mdx?|[jt]sx?)$/, '');
  const isReadme = /(?:^|\/)README$/i.test(written) && dialect.readmeIsPage !== true;
  const isIndex = isReadme && !docs.has(toFilePath(`${dirname(`/${file}`)}/index.md`.slice(1)));
  const folderFile = isIndex ? /README$/i : dialect.isForeign ? /$^/ : /(?<=^|\/)_index$/;
  const path = written.replace(folderFile, 'index');
  if (dialect.docPath !== undefined) return dialect.docPath(path, frontmatter);
  const { id } = frontmatter;
  return id === undefined ? path : `${dirname(`/${path}`)}/${id}`.replace(/^\/+/, '');
}

/** A slug with a leading slash is the whole route below the base; any other is in the folder. */
function slugRoute(
  slug: string,
  { folder, base }: { readonly folder: string; readonly base: Route },
): Route {
  const wanted = `${slug.startsWith('/') ? base : folder}/${slug}`;
  return toRoute(resolveDotSegments(wanted.replace(/\/{2,}/g, '/')).path);
}

/** A slug must be a path inside the site: no spaces, scheme, query, fragment, backslash or, outside of the dialect, dot segments. */
function refusedPart(slug: string, { slugsBelowDocs }: SiteDialect): string | undefined {
  const path = slugsBelowDocs === true ? slug.replace(/(?:^|\/)\.\.(?=\/|$)/g, '') : slug;
  return /[?#\\\s]|\/\/|^[a-z][a-z0-9+.-]*:|(?:^|\/)\.\.(?=\/|$)/i.exec(path)?.[0];
}

function slugProblems(
  { file, frontmatter, frontmatterLocations }: DocHead,
  dialect: SiteDialect,
): readonly Diagnostic[] {
  const { slug } = frontmatter;
  if (slug === undefined) return [];
  const refused = refusedPart(slug, dialect);
  if (refused === undefined) return [];
  const words = /\s/.test(refused)
    ? `write hyphens for spaces: slug: ${slug.trim().replaceAll(/\s+/g, '-')}`
    : `leave out "${refused}"`;
  const hint = refused.endsWith('..') ? 'write the whole path with a leading /' : words;
  const message = `the slug "${slug}" is not a path`;
  const location = frontmatterLocations.get('slug') ?? startOf(file);
  return [diagnostic('invalid-slug', { message, location, hint })];
}

/** A translation has the address of its original: its slug is ignored, with a warning. */
function translatedSlug(
  { docs }: GraphInput,
  { file, originalFile }: SourceFile,
): readonly Diagnostic[] {
  const original = originalFile === file ? undefined : docs.get(originalFile)?.frontmatter;
  const own = docs.get(file);
  const { slug } = own?.frontmatter ?? {};
  if (original === undefined || slug === undefined || slug === original.slug) return [];
  const message = `the slug "${slug}" has no effect: a translation has the address of its original`;
  const location = own?.frontmatterLocations.get('slug') ?? startOf(file);
  const hint = `give ${originalFile} the slug, or leave it out here`;
  return [diagnostic('translated-slug', { message, location, hint })];
}

/** Registers a page under its route, or reports the conflict; other tools build one of two pages. */
function claimRoute(
  node: PageNode,
  pages: Map<Route, PageNode>,
  { isForeign }: SiteDialect,
): Diagnostic | undefined {
  const { route } = node;
  const location = routeLocation(node);
  const other = pages.get(route);
  const isNamed = node.type === 'doc' && slugLocation(node) === undefined;
  if (isNamed && route === '/404') {
    const message = `${node.source.file} is left out: the template NotFound makes the page of missing addresses`;
    const hint = 'override the template in templates/NotFound.tsx, or remove the file';
    return diagnostic('ignored-source', { message, location, hint });
  }
  if (route === '/404' || isInBuildFolder(route)) {
    const message = `the route "${route}" is reserved for the build`;
    const hint =
      route === '/404'
        ? 'give the page another slug; templates/NotFound.tsx replaces the page of missing addresses'
        : 'give the page another name or another slug';
    return diagnostic('reserved-route', { message, location, hint });
  }
  if (other === undefined) {
    pages.set(route, node);
    return undefined;
  }
  if (isForeign && isNamed) {
    const message = `${node.source.file} is left out: ${describe(other)} has the same address`;
    const hint = 'give one of the two another name or a slug';
    return diagnostic('ignored-source', { message, location, hint });
  }
  // Of the two, the one with a slug is most likely the mistake.
  const isOther = slugLocation(node) === undefined && slugLocation(other) !== undefined;
  return diagnostic('duplicate-route', {
    message: `the route "${route}" is already taken by ${describe(isOther ? node : other)}`,
    location: isOther ? slugLocation(other) : location,
    hint: 'give one of the two another name or another slug',
  });
}

/** Browsers run files in the scripts folder, so static files are not allowed there. */
function staticProblems({ file, path }: SourceFile): readonly Diagnostic[] {
  if (!isInBuildFolder(path)) return [];
  const message = `"${path}" is in an output folder that is reserved for the build`;
  const hint = 'give the folder of the static file another name';
  return [diagnostic('reserved-route', { message, location: startOf(file), hint })];
}

function nothingToBuild(input: GraphInput, drafts: number): Diagnostic {
  const { contentDir, siteDir } = input.config;
  const why =
    drafts === 0
      ? 'there is no Markdown file in its content folder'
      : 'every Markdown file is a draft';
  const message = `the site has no page: ${why}`;
  const hint =
    contentDir === siteDir ? 'add an index.md beside the configuration' : 'add content/index.md';
  return diagnostic('nothing-to-build', { message, location: input.locate([]), hint });
}

/** The location that determines a page's route: its slug, else the start of its file. */
export function routeLocation(node: PageNode): Location | undefined {
  if (node.type === 'generated') return undefined;
  if (node.type === 'api') return node.page.location;
  return slugLocation(node) ?? startOf(node.source.file);
}

function slugLocation(node: PageNode): Location | undefined {
  return node.type === 'doc' ? node.doc.frontmatterLocations.get('slug') : undefined;
}

function describe(node: PageNode): string {
  if (node.type === 'generated') return 'a generated page';
  return node.type === 'api' ? node.api.file : node.source.file;
}

/** Adds the site index, the 404 page, the pages of tags, the lists of posts and, if the locale lacks one, a home page. */
function addGenerated(input: GraphInput, locale: Locale, pages: Map<Route, PageNode>): void {
  for (const [list, tags] of tagLists(input.config, locale, pages.values()))
    for (const route of [list, ...[...tags.values()].map((tag) => tag.route)])
      if (!pages.has(route))
        pages.set(route, { type: 'generated', route, locale, generated: 'tags' });
  for (const route of blogLists(input.config, locale, pages.values()))
    if (!pages.has(route))
      pages.set(route, { type: 'generated', route, locale, generated: 'posts' });
  for (const [path, kind] of [
    ['/', 'home'],
    ['/site-index', 'siteIndex'],
    ['/404', 'notFound'],
  ] as const) {
    const route = inLocale(input.config, locale, path);
    if (!pageAt({ pages, config: input.config }, route))
      pages.set(route, { type: 'generated', route, locale, generated: kind });
  }
}

/**
 * The sources of one locale: the translation of each file of the default locale, or the file itself, and files that
 * only this locale has. Draft translations are ignored.
 */
function translatedSources(
  sources: readonly SourceFile[],
  { code }: Locale,
  isDraft: (source: SourceFile) => boolean = () => false,
): readonly SourceFile[] {
  const originals = sources.filter(({ locale }) => locale === undefined);
  const translations = new Map<FilePath, SourceFile>();
  for (const source of sources) {
    if (source.locale === code && !isDraft(source)) translations.set(source.originalFile, source);
  }
  const files = new Set(originals.map(({ originalFile }) => originalFile));
  const added = [...translations.values()].filter(({ originalFile }) => !files.has(originalFile));
  return [...originals.map((source) => translations.get(source.originalFile) ?? source), ...added];
}
