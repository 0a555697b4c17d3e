import { join, relative } from 'node:path/posix';
import { siteRelative } from '../config/folders.ts';
import { patternFolder } from '../config/redirect-patterns.ts';
import type { SourceFile } from '../content/source-file.ts';
import { itemAt } from '../shared/item-at.ts';
import {
  ASSETS_FOLDER,
  decodeSafely,
  dirname,
  type FilePath,
  folderRoute,
  isDangerousHref,
  isExternal,
  isSafeHref,
  lacksHost,
  parseUrl,
  pathToRoute,
  type Route,
  resolveDotSegments,
  stripIgnored,
  type SitePath,
  toFilePath,
  toRoute,
  toSitePath,
} from '../shared/paths.ts';
import { pathBelow } from './editions.ts';
import type { LinkProblem, LinkTarget, PageNode, SiteGraph } from './graph-types.ts';
import { localeBase, localeOfRoute } from './locales.ts';
import {
  aboveSite,
  addressOfFile,
  fileNotFound,
  folderOf,
  joinFilePath,
  isMarkdownVersion,
  notFound,
  pageFiles,
  pagesOfLocale,
} from './missing-target.ts';

/** A reference with the page that contains it. */
export interface LinkUse {
  readonly href: string;
  readonly kind: 'page' | 'asset';
  /** True for images, media and scripts: a page is not a valid target. */
  readonly isEmbedded?: boolean;
  /** True for an address that programs request: on the site's own host, it need not be a page of the site. */
  readonly isEndpoint?: boolean;
  readonly from: {
    readonly route: Route;
    /** The Markdown file that relative paths are resolved against; undefined in HTML and in the configuration. */
    readonly file?: FilePath;
    /** True for an address in finished HTML, resolved as a browser does: base path and locale are included. */
    readonly isPrinted?: boolean;
  };
}

/** An href without scheme and host. */
export interface HrefParts {
  readonly path: string;
  /** Includes the `?`; empty if there is none. */
  readonly query: string;
  /** Without `#`; undefined if there is none. */
  readonly fragment: string | undefined;
}

/** Splits an href without scheme into path, `?query` and fragment (URL standard, basic parser). */
export function splitHref(href: string): HrefParts {
  const hash = href.indexOf('#');
  const beforeHash = hash < 0 ? href : href.slice(0, hash);
  const mark = beforeHash.indexOf('?');
  return {
    path: mark < 0 ? beforeHash : beforeHash.slice(0, mark),
    query: mark < 0 ? '' : beforeHash.slice(mark),
    fragment: hash < 0 ? undefined : href.slice(hash + 1),
  };
}

/** Finds the target of an href. Pure; anchors are checked later, when every page is rendered. */
export function resolveLink(graph: SiteGraph, use: LinkUse): LinkTarget {
  const target = findTarget(graph, use);
  if (use.isEmbedded !== true || (target.type !== 'page' && target.type !== 'static'))
    return target;
  const wanted = target.type === 'page' ? target.route : target.path;
  const isFile =
    target.type === 'static' && !/\.html?$/i.test(staticFileAt(graph, target.path)?.path ?? '');
  return isFile ? target : broken({ code: 'asset-not-found', wanted, isPage: true });
}

function findTarget(graph: SiteGraph, use: LinkUse): LinkTarget {
  const { linkPrefix = '', linkFolders } = graph.config.dialect;
  const href = stripIgnored(use.href).replace(linkPrefix, '');
  if (!isSafeHref(href, use.kind, graph.config.links.schemes))
    return broken({ code: isDangerousHref(href) ? 'unsafe-scheme' : 'unknown-scheme' });
  if (lacksHost(href)) return broken({ code: 'malformed-url' });
  if (isExternal(href)) {
    const own = ownHost(graph, href, use);
    if (own !== undefined) return own;
    const isParsable = parseUrl(href, 'https://host.invalid/') !== undefined;
    return isParsable ? { type: 'external', url: href } : broken({ code: 'malformed-url' });
  }
  if (href === '') return broken({ code: 'empty-href' });
  const parts = splitHref(href);
  if (parts.path === '') {
    const { query, fragment } = parts;
    return { type: 'page', route: use.from.route, query, fragment };
  }
  const path = decodeSafely(parts.path);
  if (path === undefined) return broken({ code: 'malformed-escape' });
  const [alias, folder] = [...linkFolders].find(([start]) => path.startsWith(start)) ?? [];
  if (alias !== undefined)
    return resolveAlias(graph, `${folder}${path.slice(alias.length)}`, { use, parts });
  return path.startsWith('/')
    ? resolveAbsolute(graph, path, { use, parts })
    : resolveRelative(graph, path, { use, parts });
}

/** Resolves a path below the folder of the configuration of the site's tool. */
function resolveAlias(graph: SiteGraph, below: string, lookup: Lookup): LinkTarget {
  const { siteDir, toolDir } = graph.config;
  const folder = `/${siteRelative(siteDir, toolDir)}`.replace(/^\/$/, '');
  const wanted = toFilePath(resolveDotSegments(`${folder}/${below}`).path.slice(1));
  const { route } = lookup.use.from;
  return (
    findFile(graph, wanted, lookup) ??
    broken({ ...fileNotFound(graph, wanted, lookup.use), at: addressOfFile(graph, wanted, route) })
  );
}

function broken(problem: LinkProblem): LinkTarget {
  return { type: 'broken', problem };
}

/** Resolves a full URL of the site itself; undefined for URLs outside of its base path. */
function ownHost(graph: SiteGraph, href: string, use: LinkUse): LinkTarget | undefined {
  const { config } = graph;
  const url = use.isEndpoint === true ? undefined : parseUrl(href, config.url);
  if (url === undefined) return undefined;
  const { origin, pathname, search, hash } = url;
  if (origin !== config.url || !`${pathname}/`.startsWith(config.baseUrl)) return undefined;
  const target = resolveLink(graph, {
    ...use,
    href: pathname + search + hash,
    from: { route: use.from.route, isPrinted: true },
  });
  return target.type === 'page' ? { ...target, absolute: href } : target;
}

interface Lookup {
  readonly use: LinkUse;
  readonly parts: HrefParts;
}

function resolveAbsolute(graph: SiteGraph, path: string, lookup: Lookup): LinkTarget {
  const { path: wanted, escaped } = resolveDotSegments(path);
  if (escaped) return broken({ code: 'outside-root' });
  if (lookup.use.from.isPrinted === true) return resolvePrinted(graph, wanted, lookup);
  // On a French page, `/docs/x` is the French page, as `./x.md` is.
  const { config } = graph;
  const base = localeBase(config, localeOfRoute(config, lookup.use.from.route));
  const inLocale = (to: SitePath): SitePath => (base === '/' ? to : toSitePath(`${base}${to}`));
  for (const candidate of [wanted, withoutBase(graph, wanted)]) {
    const found =
      findPath(graph, inLocale(candidate), lookup) ?? findPath(graph, candidate, lookup);
    if (found !== undefined) return found;
  }
  const folder = folderOf(graph, withoutBase(graph, wanted));
  const page =
    folder === undefined ? undefined : findPath(graph, inLocale(toSitePath(folder)), lookup);
  if (page?.type === 'page') return { ...page, form: 'html' };
  // Resolves a path of a source file or, in some dialects, of a translation that is missing to its original.
  const { linksToOriginals } = graph.config.dialect;
  const original = linksToOriginals
    ? /^\/[a-z]{2}(?:-[a-z]+)?(\/.*)$/i.exec(wanted)?.[1]
    : undefined;
  return (
    sourceBelowContent(graph, wanted, lookup) ??
    fromRepository(graph, wanted, lookup) ??
    (original === undefined ? undefined : findPath(graph, toSitePath(original), lookup)) ??
    markdownTarget(graph, wanted, lookup) ??
    broken(notFound(graph, wanted, lookup.use))
  );
}

/** Resolves `/docs/x.md` from the folder of the repository, as its host does. */
function fromRepository(
  graph: SiteGraph,
  wanted: SitePath,
  lookup: Lookup,
): LinkTarget | undefined {
  if (!/\.\w+$/.test(wanted)) return undefined;
  const file = toFilePath(relative(`/${graph.repository.siteFolder}`, wanted));
  const target = findFile(graph, file, lookup);
  return target?.type === 'page'
    ? { ...target, form: 'source' }
    : (target ?? onHost(graph, file, lookup));
}

/** A file of the repository outside of the content: images are copied, others are where its host shows them. */
function onHost(graph: SiteGraph, file: FilePath, { use, parts }: Lookup): LinkTarget | undefined {
  const { siteDir, contentDir } = graph.config;
  const content = siteRelative(siteDir, contentDir);
  const isInside = !file.startsWith('../') && (content === '' || file.startsWith(`${content}/`));
  // Code beside pages is no part of a site, but a page without an address is a mistake.
  if (isInside && !/\.(?!mdx?$)\w+$/.test(file)) return undefined;
  const { address, source } = graph.repository.find(file) ?? {};
  const suffix = suffixOf(parts);
  if (use.isEmbedded === true) return source && { type: 'asset', source, suffix };
  return address === undefined ? undefined : { type: 'external', url: address + suffix };
}

/** The Markdown version of a page, which no source at its path means. */
function markdownTarget(
  graph: SiteGraph,
  wanted: SitePath,
  { parts }: Lookup,
): LinkTarget | undefined {
  const path = withoutBase(graph, wanted);
  return isMarkdownVersion(graph, path)
    ? { type: 'static', path, suffix: suffixOf(parts) }
    : undefined;
}

/**
 * Resolves `/guide/x.md` below the content folder or a docs set, `/guide/x.html` to the page of that name, and
 * `/img/x.png` below the content folder, where other tools publish it.
 */
function sourceBelowContent(
  graph: SiteGraph,
  wanted: SitePath,
  lookup: Lookup,
): LinkTarget | undefined {
  const { config } = graph;
  const ending = /\.(?:mdx?|html)$/.exec(wanted)?.[0];
  if (ending === '.html') {
    const target = findPath(graph, toSitePath(wanted.slice(0, -ending.length)), lookup);
    return target?.type === 'page' ? { ...target, form: 'html' } : undefined;
  }
  const content = siteRelative(config.siteDir, config.contentDir);
  const sets = ending === undefined ? [] : [...config.docs.map(({ path }) => path), ''];
  const folders = new Set([content, ...sets]);
  for (const folder of folders) {
    const target = findFile(graph, toFilePath(`${folder}${wanted}`.replace(/^\/+/, '')), lookup);
    if (target?.type === 'asset') return target;
    if (target?.type === 'page' && ending !== undefined) return { ...target, form: 'source' };
  }
  return undefined;
}

/** Resolves a path as a browser does: nothing outside of the base path is found. */
function resolvePrinted(graph: SiteGraph, wanted: SitePath, lookup: Lookup): LinkTarget {
  const { baseUrl } = graph.config;
  const isInside = `${wanted}/`.startsWith(baseUrl);
  if (isInside) {
    const path = withoutBase(graph, wanted);
    return (
      findPath(graph, path, lookup) ??
      markdownTarget(graph, wanted, lookup) ??
      broken(notFound(graph, path, lookup.use))
    );
  }
  const existing = findPath(graph, wanted, lookup);
  if (existing === undefined) return broken(notFound(graph, wanted, lookup.use));
  return broken({ code: 'missing-base-path', wanted, existing: baseUrl + wanted.slice(1) });
}

/** Removes the base path if the author has written it. */
function withoutBase(graph: SiteGraph, path: SitePath): SitePath {
  const { baseUrl } = graph.config;
  return `${path}/`.startsWith(baseUrl) ? toSitePath(path.slice(baseUrl.length)) : path;
}

/** A file that a component imports, which the bundler has found; its name has a hash. */
const BUNDLED = new RegExp(`^/${ASSETS_FOLDER}[^/]+-[A-Z0-9]{8}\\.\\w+$`);

function findPath(graph: SiteGraph, path: SitePath, { parts }: Lookup): LinkTarget | undefined {
  const suffix = suffixOf(parts);
  if (graph.statics.has(path)) return { type: 'static', path, suffix };
  const route = routeAt(graph, path);
  if (route !== undefined)
    return { type: 'page', route, query: parts.query, fragment: parts.fragment };
  const redirected = findRedirect(graph, toRoute(path), parts);
  if (redirected !== undefined) return redirected;
  const isFile =
    staticFileAt(graph, path) !== undefined || graph.emitted.has(path) || BUNDLED.test(path);
  return isFile ? { type: 'static', path, suffix } : undefined;
}

/** The static file at a path: hosts serve `x/index.html` and `x.html` for `/x/` and `/x`. */
export function staticFileAt(
  { statics }: Pick<SiteGraph, 'statics'>,
  path: SitePath,
): SourceFile | undefined {
  const bare = path.replace(/\/$/, '');
  const files = [path, toSitePath(`${bare}/index.html`), toSitePath(`${bare}.html`)];
  return files.map((file) => statics.get(file)).find((file) => file !== undefined);
}

/** Maximum number of redirects to one page; browsers stop there too. */
export const MAX_REDIRECTS = 20;

/** Follows a chain of redirects to its end. The link keeps its own fragment. */
function findRedirect(
  graph: SiteGraph,
  via: Route,
  { query, fragment, passed = [] }: HrefParts & { readonly passed?: readonly Route[] },
): LinkTarget | undefined {
  const { redirects, redirectPatterns, statics } = graph;
  const pattern = redirectPatterns.find((one) => via.startsWith(patternFolder(one)));
  const rest = pattern && via.slice(patternFolder(pattern).length);
  const to = redirects.get(via) ?? pattern?.to.replace(/\*$/, () => rest ?? '');
  if (to === undefined) return undefined;
  if (passed.includes(via)) return broken({ code: 'redirect-loop', wanted: via });
  if (passed.length >= MAX_REDIRECTS)
    return broken({ code: 'redirect-loop', wanted: itemAt(passed, 0), isLong: true });
  const next = splitHref(to);
  const parts: HrefParts = {
    path: next.path,
    query: next.query === '' ? query : next.query,
    fragment: next.fragment ?? fragment,
  };
  const isNamed = to.startsWith('/') && !statics.has(toSitePath(next.path));
  const onward =
    isNamed && routeAt(graph, toSitePath(next.path)) === undefined
      ? findRedirect(graph, toRoute(next.path), { ...parts, passed: [...passed, via] })
      : undefined;
  const href = parts.path + suffixOf(parts);
  const target =
    onward ?? resolveLink(graph, { href, kind: 'page', from: { route: toRoute('/') } });
  return target.type === 'broken' || target.type === 'asset' ? target : { ...target, via };
}

export function suffixOf({ query, fragment }: Omit<HrefParts, 'path'>): string {
  return query + (fragment === undefined ? '' : `#${fragment}`);
}

/** The route of the page that is published at exactly this path. */
function routeAt(graph: SiteGraph, path: SitePath): Route | undefined {
  const { config } = graph;
  const found = [folderRoute(path, config), toRoute(path), folderRoute(`${path}/`, config)].find(
    (candidate) => candidate !== undefined && graph.pages.has(candidate),
  );
  if (found !== undefined) return found;
  const route = pathToRoute(path);
  if (!graph.pages.has(route)) return undefined;
  const indexForm = /(?:^|\/)index\.html$/.test(path);
  const fileForm = path.endsWith('.html') && !indexForm;
  if (indexForm && !graph.config.trailingSlash && route !== '/') return undefined;
  return fileForm && graph.config.trailingSlash ? undefined : route;
}

function resolveRelative(graph: SiteGraph, path: string, lookup: Lookup): LinkTarget {
  const { file, route } = lookup.use.from;
  if (file === undefined) {
    const folder = graph.config.trailingSlash ? route : dirname(route);
    const { path: wanted, escaped } = resolveDotSegments(`${folder}/${path}`);
    if (escaped) return broken({ code: 'outside-root' });
    return findPath(graph, wanted, lookup) ?? broken(notFound(graph, wanted, lookup.use));
  }
  const own = joinFilePath(file, path);
  const address = { kind: lookup.use.kind, path, suffix: suffixOf(lookup.parts) };
  const above = aboveSite(graph, { own, route }, address);
  const outside = (): LinkTarget | undefined =>
    onHost(graph, toFilePath(join(dirname(`./${file}`), path)), lookup);
  if (own === undefined) return outside() ?? above ?? broken({ code: 'outside-root' });
  const node = pagesOfLocale(graph, route).get(file);
  const mirrored = node === undefined ? [] : mirroredFiles(node, path);
  for (const wanted of [own, ...mirrored]) {
    const found = findFile(graph, wanted, lookup);
    if (found !== undefined) return found;
  }
  const other = otherForm(graph, { own, path }, lookup);
  if (other !== undefined) return other;
  const folder = folderOf(graph, path);
  const page = folder === undefined ? undefined : resolveRelative(graph, folder, lookup);
  if (page?.type === 'page') return { ...page, form: 'html' };
  return (
    outside() ??
    above ??
    broken({ ...fileNotFound(graph, own, lookup.use), at: addressOfFile(graph, own, route) })
  );
}

/** Resolves a page's built file, a file with a final slash, and a path relative to the page's address in its other form. */
function otherForm(
  graph: SiteGraph,
  { own, path }: { readonly own: FilePath; readonly path: string },
  lookup: Lookup,
): LinkTarget | undefined {
  const { route } = lookup.use.from;
  const ending = /\.html$|(?<=\.mdx?)\/$/.exec(own)?.[0];
  if (ending !== undefined) {
    const target = findFile(graph, toFilePath(own.slice(0, -ending.length)), lookup);
    if (target?.type === 'page') return { ...target, form: ending === '/' ? 'source' : 'html' };
  }
  const { siteDir, staticDir, dialect } = graph.config;
  const statics = `${siteRelative(siteDir, staticDir)}/`;
  if (own.startsWith(statics)) {
    const target = findPath(graph, toSitePath(`/${own.slice(statics.length)}`), lookup);
    if (target !== undefined) return target;
  }
  // Other tools leave such links to browsers.
  const bases = dialect.isForeign ? [route, dirname(route)] : [];
  for (const base of bases) {
    const { path: wanted, escaped } = resolveDotSegments(`${base}/${path.replace(/\.html$/, '')}`);
    const target = escaped ? undefined : findPath(graph, wanted, lookup);
    if (target?.type === 'page' || target?.type === 'static') return target;
  }
  return dialect.linksFromDocs && /^\w[^:]*\.mdx?$/.test(path)
    ? sourceBelowContent(graph, toSitePath(`/${path}`), lookup)
    : undefined;
}

/**
 * Resolves a relative path against the original file too: a translation may link to an untranslated page, a frozen
 * version to a file outside of its docs set. Files that the version itself lacks stay missing.
 */
function mirroredFiles(node: PageNode, path: string): readonly FilePath[] {
  if (!('source' in node)) return [];
  const { originalFile } = node.source;
  const original = joinFilePath(originalFile, path);
  const edition = node.type === 'doc' ? node.edition : undefined;
  if (edition === undefined || edition.version.path === edition.set.path) {
    return original === undefined ? [] : [original];
  }
  const { set, version } = edition;
  const outside = joinFilePath(`${set.path}/${pathBelow(originalFile, version.path)}`, path);
  const isOutside = outside !== undefined && !outside.startsWith(`${set.path}/`);
  return [original, isOutside ? outside : undefined].filter((file) => file !== undefined);
}

/** Resolves to a Markdown file (with or without extension), a folder with an index, or a file beside the content. */
function findFile(
  graph: SiteGraph,
  wanted: FilePath,
  { use, parts }: Lookup,
): LinkTarget | undefined {
  const asset = graph.assetByFile.get(wanted);
  if (asset !== undefined) return { type: 'asset', source: asset, suffix: suffixOf(parts) };
  const pages = pagesOfLocale(graph, use.from.route);
  // Other tools, or their plug-ins, take `x.md` for `x.mdx`.
  const mayBeMdx = graph.config.dialect.isForeign && wanted.endsWith('.md');
  for (const candidate of [...pageFiles(wanted), ...(mayBeMdx ? [toFilePath(`${wanted}x`)] : [])]) {
    const found = pages.get(candidate)?.route ?? graph.refused.get(candidate);
    if (found !== undefined)
      return { type: 'page', route: found, query: parts.query, fragment: parts.fragment };
  }
  return undefined;
}
