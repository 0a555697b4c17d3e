/** The lock of addresses: `urls.lock` lists the paths and anchors that a site must not lose. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnSource } from '../content/read-source.ts';
import { compareStrings, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { getOrInsert } from '../shared/maps.ts';
import { isShellId } from '../shared/page-ids.ts';
import { decodeSafely, type SitePath, toFilePath, toSitePath } from '../shared/paths.ts';
import { isDestination } from '../site/editions.ts';
import type { PageNode, SiteGraph } from '../site/graph-types.ts';

/** Next to the configuration. */
export const LOCK_FILE = toFilePath('urls.lock');

/** The command that accepts the addresses of a site as they are. */
export const ACCEPT = '`docs urls --write`';

/** An address that readers may have linked to: a path without base path, not encoded. */
export interface PublishedUrl {
  readonly path: SitePath;
  /** Without `#`, sorted. */
  readonly anchors: readonly string[];
}

/** A part of a line of the lock. */
interface LockedName<Name extends string> {
  readonly name: Name;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

interface LockedUrl extends LockedName<SitePath> {
  readonly anchors: readonly LockedName<string>[];
}

/** A parsed lock. */
export interface UrlLock {
  readonly urls: readonly LockedUrl[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the lock of a site; undefined if there is none. */
export function readUrlLock(siteDir: string): UrlLock | undefined {
  const absolute = join(siteDir, LOCK_FILE);
  if (lstatSync(absolute, { throwIfNoEntry: false }) === undefined) return undefined;
  const source = readOwnSource({ file: LOCK_FILE, absolute }, siteDir);
  return source.ok ? parseLock(source.text) : { urls: [], diagnostics: [source.diagnostic] };
}

/** A path may be in several lines, as after a merge of two branches. */
function parseLock(text: string): UrlLock {
  const urls: LockedUrl[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, content] of text.split(/\r\n|\r|\n/).entries()) {
    if (content.trim() === '' || content.startsWith('#')) continue;
    const names = [...content.matchAll(/\S+/g)].map(({ 0: written, index: start }) => ({
      name: written,
      line: index + 1,
      column: start + 1,
      endColumn: start + 1 + written.length,
    }));
    const [path, ...anchors] = names;
    const wrong = names.find(
      ({ name }, at) => !name.startsWith(at === 0 ? '/' : '#') || decodeSafely(name) === undefined,
    );
    if (path === undefined || wrong !== undefined) {
      diagnostics.push(invalidLine(wrong ?? { name: content, line: index + 1, column: 1 }));
      continue;
    }
    const decoded = anchors.map((anchor) => ({ ...anchor, name: decode(anchor.name.slice(1)) }));
    urls.push({ ...path, name: toSitePath(decode(path.name)), anchors: decoded });
  }
  return { urls, diagnostics };
}

function invalidLine(at: Pick<LockedName<string>, 'name' | 'line' | 'column'>): Diagnostic {
  const isConflict = /^(?:<{7}|={7}|>{7})/.test(at.name);
  return diagnostic('urls-lock-invalid', {
    message: isConflict
      ? `${LOCK_FILE} has unresolved merge conflict markers`
      : `"${at.name}" is neither a path nor an anchor`,
    location: { file: LOCK_FILE, line: at.line, column: at.column },
    hint: isConflict
      ? 'keep the lines of both sides; their order does not matter'
      : 'write a path that begins with /, then its anchors, each with a #',
  });
}

const HEADER = `# Addresses of this site that others may link to, with their anchors. A build fails if one of them disappears
# without a redirect; \`docs urls --write\` accepts the addresses as they are now.
`;

/** Prints a lock: one line for each path, sorted. */
export function printLock(urls: readonly PublishedUrl[]): string {
  const lines = urls.map(({ path, anchors }) =>
    [encode(path), ...anchors.map((anchor) => `#${encode(anchor)}`)].join(' '),
  );
  return `${HEADER}${lines.join('\n')}\n`;
}

/** Escapes only what separates names, so that addresses of all languages stay readable. */
function encode(name: string): string {
  return name.replace(/[\s%#\p{Cc}]/gu, encodeURIComponent);
}

function decode(written: string): string {
  return decodeSafely(written) ?? written;
}

/** Lists the pages, redirects and static files that readers open, sorted; `idsOf` returns the ids in the content of a page. */
export function publishedUrls(
  graph: SiteGraph,
  idsOf: (node: PageNode) => readonly string[],
): readonly PublishedUrl[] {
  const found = new Map<SitePath, readonly string[]>();
  for (const path of graph.statics.keys()) if (isOpened(path)) found.set(path, []);
  for (const route of graph.redirects.keys()) found.set(toSitePath(route), []);
  for (const node of graph.pages.values()) {
    if (!isDestination(graph, node)) continue;
    const ids = idsOf(node).filter((id) => isLinkable(node, id));
    found.set(toSitePath(node.route), [...new Set(ids)].toSorted(compareStrings));
  }
  return [...found]
    .map(([path, anchors]) => ({ path, anchors }))
    .toSorted((a, b) => compareStrings(a.path, b.path));
}

/** False for files that only pages and hosts load: styles, scripts, images, fonts, dotfiles, `_headers`. */
function isOpened(path: SitePath): boolean {
  if (/^\/(?:\.|_[^/]*$)/.test(path)) return path.startsWith('/.well-known/');
  return !/\.(?:css|m?js|map|png|jpe?g|gif|webp|avif|svg|ico|woff2?|[ot]tf|eot)$/i.test(path);
}

/** False for ids of the layout, footnotes, lines of code, which move, and the panels of samples and examples of an API. */
function isLinkable({ type }: PageNode, id: string): boolean {
  if (id === '' || isShellId(id)) return false;
  return type === 'api'
    ? !/^(?:sample|example|body-example)(?:[-.]|$)/.test(id)
    : !/^fn(?:ref)?\d|-L\d+$/.test(id);
}

/** The paths and anchors of one list that the other lacks. */
export function missingFrom(
  urls: readonly PublishedUrl[],
  others: ReadonlyMap<string, ReadonlySet<string>>,
): readonly PublishedUrl[] {
  return urls.flatMap(({ path, anchors }) => {
    const known = others.get(path);
    const lacking = known === undefined ? anchors : anchors.filter((id) => !known.has(id));
    return known !== undefined && lacking.length === 0 ? [] : [{ path, anchors: lacking }];
  });
}

/** The anchors that a lock lists, by path. */
export function lockedAnchors({ urls }: UrlLock): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>();
  for (const { name, anchors } of urls) {
    const names = getOrInsert(known, name, () => new Set());
    for (const anchor of anchors) names.add(anchor.name);
  }
  return known;
}

/** Reports that a lock lacks addresses of the site: they are not protected yet. */
export function notLocked(
  lock: UrlLock,
  published: readonly PublishedUrl[],
): readonly Diagnostic[] {
  const known = lockedAnchors(lock);
  const added = missingFrom(published, known);
  if (added.length === 0) return [];
  const paths = added.filter(({ path }) => !known.has(path)).length;
  const anchors = added.reduce((sum, url) => sum + url.anchors.length, 0);
  return [
    diagnostic('url-not-locked', {
      message: `${paths} paths and ${anchors} anchors of the site are not in ${LOCK_FILE}`,
      location: { file: LOCK_FILE, line: 1, column: 1 },
      hint: `add them with ${ACCEPT}`,
    }),
  ];
}
