import { readSource } from '../content/read-source.ts';
import { createSourceText, locate, type SourceText } from '../content/source-text.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { showsPages } from '../html/reference-attributes.ts';
import { scanHtml, scanStyleSheet } from '../html/scan-html.ts';
import type { ScannedHtml, ScannedLink } from '../html/scanned-page.ts';
import { type FilePath, isDangerousHref, toRoute, toSitePath } from '../shared/paths.ts';
import type { LinkTarget, LinkUse, SiteGraph } from '../site/graph-types.ts';
import { resolveLink, staticFileAt, suffixOf } from '../site/resolve-link.ts';
import { climbsOut, documentBase, joinPath, parseHref } from './folder/parse-href.ts';
import { followChain } from './follow-chain.ts';
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
  const documentOf = (target: LinkTarget | undefined): StaticDocument | undefined =>
    read(target && fileOf(graph, target));
  const follow: Follow = (start) => {
    const { targets, isLoop } = followChain(
      start,
      (from) => refreshTarget(graph, from),
      documentOf,
    );
    return { end: targets.at(-1), isLoop };
  };
  const all = (): readonly StaticDocument[] =>
    [...files.keys()].flatMap((file) => read(file) ?? []);
  return {
    idsOf: (target) => documentOf(target)?.ids,
    leadsTo: (target) => {
      const document = documentOf(target);
      const end = document && refreshTarget(graph, document) && follow(document).end;
      if (end?.type === 'external') return end.url;
      if (end?.type === 'page') return end.route + suffixOf(end);
      return end?.type === 'static' ? end.path + end.suffix : undefined;
    },
    *uses() {
      for (const document of all()) yield* documentUses(graph, document, follow);
    },
    diagnostics: () => all().flatMap(duplicateIds),
  };
}

/** Follows the redirects of a document to their end; `isLoop` if they lead back to it, or never end. */
type Follow = (start: StaticDocument) => {
  readonly end: LinkTarget | undefined;
  readonly isLoop: boolean;
};

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

function fileOf(graph: SiteGraph, target: LinkTarget): FilePath | undefined {
  if (target.type === 'asset') return target.source.file;
  return target.type === 'static' ? staticFileAt(graph, target.path)?.file : undefined;
}

function* documentUses(
  graph: SiteGraph,
  document: StaticDocument,
  follow: Follow,
): Generator<LinkUse> {
  const { published, source, links, refresh } = document;
  const { file, path } = published;
  const onward = refreshTarget(graph, document);
  const problem = { code: 'redirect-loop', wanted: toSitePath(path) } as const;
  const redirect: LinkTarget | undefined =
    onward && follow(document).isLoop ? { type: 'broken', problem } : onward;
  // Full addresses are the same.
  const plain = (target: LinkTarget): string => JSON.stringify({ ...target, absolute: '' });
  for (const [index, link] of links.entries()) {
    // These files are published unchanged, with their scripts.
    if (isDangerousHref(link.href)) continue;
    const isRedirect = index === refresh?.link && onward !== undefined;
    const target = isRedirect ? (redirect ?? onward) : targetOf(graph, document, link);
    // The refresh, canonical address and link of such a page are the same.
    if (!isRedirect && onward !== undefined && plain(target) === plain(onward)) continue;
    const location = locate(source, link);
    yield { href: link.href, target, location, route: toRoute(path), file, isRedirect };
  }
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
  const { path, escaped } = joinPath(base, parsed.path);
  if (escaped || climbsOut(baseUrl, parsed.path, { base, path })) {
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

function duplicateIds({ source, duplicateIds: found }: StaticDocument): readonly Diagnostic[] {
  return found.map(({ id, ...span }) =>
    diagnostic('duplicate-id', {
      message: describeReference({ code: 'duplicate-id', href: id }),
      location: locate(source, span),
      link: { href: id, suggestions: [] },
    }),
  );
}
