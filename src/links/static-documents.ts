import { readSource } from '../content/read-source.ts';
import { createSourceText, locate, type SourceText } from '../content/source-text.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { showsPages } from '../html/reference-attributes.ts';
import { scanHtml, scanStyleSheet } from '../html/scan-html.ts';
import type { ScannedHtml, ScannedLink } from '../html/scanned-page.ts';
import { type FilePath, isDangerousHref, toRoute, toSitePath } from '../shared/paths.ts';
import type { LinkTarget, LinkUse, SiteGraph } from '../site/graph-types.ts';
import { MAX_REDIRECTS, resolveLink, staticFileAt, suffixOf } from '../site/resolve-link.ts';
import { climbsOut, joinPath, parseHref } from './folder/parse-href.ts';
import { documentBase } from './folder/verdicts.ts';
import { describeReference } from './messages.ts';

/** A file that the site publishes unchanged. */
export interface PublishedFile {
  readonly file: FilePath;
  readonly absolute: string;
  /** Its published path, relative to the output folder. */
  readonly path: string;
}

/** An HTML file or style sheet that is published unchanged. */
interface StaticDocument extends ScannedHtml {
  readonly published: PublishedFile;
  readonly source: SourceText;
}

/** HTML files and style sheets published unchanged: their anchors, and their own links. */
export interface StaticDocuments {
  /** The ids of the page at a path; undefined if it is not a page. */
  readonly idsOf: (target: LinkTarget) => ReadonlySet<string> | undefined;
  /** The address that the page redirects to by `meta refresh`. */
  readonly leadsTo: (target: LinkTarget) => string | undefined;
  readonly uses: () => Generator<LinkUse>;
  readonly diagnostics: () => readonly Diagnostic[];
}

/** Reads each document when it is first requested. */
export function createStaticDocuments(
  graph: SiteGraph,
  published: readonly PublishedFile[],
): StaticDocuments {
  const files = new Map(
    published.filter(({ path }) => isStaticDocument(path)).map((file) => [file.file, file]),
  );
  const known = new Map<FilePath, StaticDocument | undefined>();
  const read = (file: FilePath | undefined): StaticDocument | undefined => {
    const found = file === undefined ? undefined : files.get(file);
    if (found === undefined || known.has(found.file)) return found && known.get(found.file);
    const document = readDocument(found);
    known.set(found.file, document);
    return document;
  };
  const documentOf = (target: LinkTarget): StaticDocument | undefined =>
    read(fileOf(graph, target));
  const refreshOf = (document: StaticDocument): LinkTarget | undefined =>
    refreshTarget(graph, document);
  const context: Context = { graph, documentOf, refreshOf };
  const all = (): readonly StaticDocument[] =>
    [...files.keys()].flatMap((file) => read(file) ?? []);
  return {
    idsOf: (target) => documentOf(target)?.ids,
    leadsTo: (target) => {
      const document = documentOf(target);
      return document && finalAddress(context, document);
    },
    *uses() {
      for (const document of all()) yield* documentUses(context, document);
    },
    diagnostics: () => all().flatMap(duplicateIds),
  };
}

/** True for HTML files and style sheets. */
export function isStaticDocument(path: string): boolean {
  return /\.(?:html?|css)$/i.test(path);
}

/** Skips unreadable files; they are reported when they are copied. */
function readDocument(published: PublishedFile): StaticDocument | undefined {
  const read = readSource(published);
  if (!read.ok) return undefined;
  const source = createSourceText(published.file, read.text);
  const scan = /\.css$/i.test(published.path) ? scanStyleSheet : scanHtml;
  const scanned = scan(source.text);
  for (const name of scanned.anchorNames) scanned.ids.add(name);
  return { published, source, ...scanned };
}

interface Context {
  readonly graph: SiteGraph;
  readonly documentOf: (target: LinkTarget) => StaticDocument | undefined;
  readonly refreshOf: (document: StaticDocument) => LinkTarget | undefined;
}

function fileOf(graph: SiteGraph, target: LinkTarget): FilePath | undefined {
  if (target.type === 'asset') return target.source.file;
  return target.type === 'static' ? staticFileAt(graph, target.path)?.file : undefined;
}

function* documentUses(context: Context, document: StaticDocument): Generator<LinkUse> {
  const { published, source, links, refresh } = document;
  const { file, path } = published;
  const onward = context.refreshOf(document);
  const problem = onward && refreshProblem(context, document, onward);
  for (const [index, link] of links.entries()) {
    // These files are published unchanged, with their scripts.
    if (isDangerousHref(link.href)) continue;
    const isRedirect = index === refresh?.link && onward !== undefined;
    const target = isRedirect ? (problem ?? onward) : targetOf(context.graph, document, link);
    // The refresh, canonical address and link of such a page are the same.
    if (!isRedirect && onward !== undefined && isSameTarget(target, onward)) continue;
    const location = locate(source, link);
    yield { href: link.href, target, location, route: toRoute(path), file, isRedirect };
  }
}

function isSameTarget(a: LinkTarget, b: LinkTarget): boolean {
  const plain = (target: LinkTarget): string => JSON.stringify({ ...target, absolute: '' });
  return plain(a) === plain(b);
}

/** Resolves a reference of a static document as browsers do. */
function targetOf(graph: SiteGraph, document: StaticDocument, link: ScannedLink): LinkTarget {
  const { published, base: written } = document;
  const { baseUrl, url: origin } = graph.config;
  const resolve = (href: string): LinkTarget => {
    const { kind, tag } = link;
    const isEmbedded = kind === 'asset' && !showsPages(tag);
    const from = { route: toRoute(published.path), isPrinted: true };
    const target = resolveLink(graph, { href, kind, isEmbedded, from });
    // Canonical addresses and the like must be absolute.
    if (target.type !== 'page' || target.absolute === undefined || !link.isFull) return target;
    const { type, route, query, fragment } = target;
    return { type, route, query, fragment };
  };
  const parsed = parseHref(link.href);
  if (parsed.type !== 'relative') return resolve(link.href);
  const base = documentBase({ baseUrl, origin }, published.path, written);
  if (base === undefined) return { type: 'external', url: new URL(link.href, written).href };
  if (parsed.path === '' && written === undefined) {
    return { type: 'static', path: toSitePath(published.path), suffix: suffixOf(parsed) };
  }
  const { path, climbed } = joinPath(base, parsed.path === '' ? base : parsed.path);
  if (climbed || climbsOut(baseUrl, parsed.path, { base, path })) {
    return { type: 'broken', problem: { code: 'outside-root' } };
  }
  return resolve(path + suffixOf(parsed));
}

/** Returns the redirect target of a page; a page that reloads itself after a while has none. */
function refreshTarget(graph: SiteGraph, document: StaticDocument): LinkTarget | undefined {
  const { refresh, links, published } = document;
  const link = refresh === undefined ? undefined : links[refresh.link];
  if (refresh === undefined || link === undefined) return undefined;
  const target = targetOf(graph, document, link);
  const isSelf = fileOf(graph, target) === published.file;
  return isSelf && refresh.seconds > 0 ? undefined : target;
}

/** Reports a loop at each of its pages. */
function refreshProblem(
  { documentOf, refreshOf }: Context,
  start: StaticDocument,
  onward: LinkTarget,
): LinkTarget | undefined {
  const seen = new Set<StaticDocument>();
  let target: LinkTarget | undefined = onward;
  while (target !== undefined) {
    const document: StaticDocument | undefined = documentOf(target);
    if (document === start || seen.size >= MAX_REDIRECTS) {
      const problem = { code: 'redirect-loop', wanted: toSitePath(start.published.path) } as const;
      return { type: 'broken', problem };
    }
    if (document === undefined || seen.has(document)) return undefined;
    seen.add(document);
    target = refreshOf(document);
  }
  return undefined;
}

/** Follows redirects to their end; undefined if they lead nowhere. */
function finalAddress(context: Context, start: StaticDocument): string | undefined {
  const { documentOf, refreshOf } = context;
  const seen = new Set<StaticDocument>([start]);
  let target = refreshOf(start);
  for (;;) {
    const document = target && documentOf(target);
    const next = document && refreshOf(document);
    if (document === undefined || next === undefined) break;
    if (seen.has(document) || seen.size > MAX_REDIRECTS) return undefined;
    seen.add(document);
    target = next;
  }
  switch (target?.type) {
    case 'external':
      return target.url;
    case 'page':
      return target.route + suffixOf(target);
    case 'static':
      return target.path + target.suffix;
    case 'asset':
    case 'broken':
    case undefined:
      return undefined;
  }
}

function duplicateIds({ source, duplicateIds: found }: StaticDocument): readonly Diagnostic[] {
  return found.map(({ id, ...span }) =>
    diagnostic('duplicate-id', {
      message: describeReference({ code: 'duplicate-id', href: id }),
      location: locate(source, span),
      link: { href: id, suggestions: [] },
    }),
  );
}
