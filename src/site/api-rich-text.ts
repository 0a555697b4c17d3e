/** Rich text (Markdown) of API descriptions as HTML, with links resolved and checked like those of docs. */
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { PLACEHOLDER } from '../markdown/placeholders.ts';
import type { ParsedRichText, RichTextParser } from '../markdown/rich-text.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { Text } from '../openapi/model/api-model.ts';
import type { TextPart } from '../openapi/read/description.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { itemAt } from '../shared/item-at.ts';
import { getOrInsert } from '../shared/maps.ts';
import { isExternal, parseUrl, type Route, toRoute, urlScheme } from '../shared/paths.ts';
import { createAnchors, type FindAnchor } from './api-anchors.ts';
import type { LinkTarget, LinkUse, SiteGraph } from './graph-types.ts';
import { noAsset, printTarget } from './print-target.ts';
import { type LinkUse as LinkReference, resolveLink } from './resolve-link.ts';

/** Parses each text once. */
export interface RichTextCache {
  readonly parse: (text: string, options: { topLevel: number; anchors: boolean }) => ParsedRichText;
}

/** Caches by content: descriptions repeat the same sentences thousands of times. */
export function createRichTextCache(parser: RichTextParser): RichTextCache {
  const known = new Map<string, ParsedRichText>();
  return {
    parse: (text, options) =>
      getOrInsert(known, `${options.topLevel}${options.anchors ? 'a' : ''}:${text}`, () =>
        parser.parse(text, { file: '', ...options }),
      ),
  };
}

/** Links and diagnostics of one description's rich text. */
export interface RichTextFindings {
  readonly links: LinkUse[];
  readonly diagnostics: Diagnostic[];
}

export interface RichTextPrinter {
  /** The page that is printed: relative addresses start there. */
  route: Route;
  readonly describe: (text: Text) => string;
  readonly resolveHref: (href: string, owner: object) => string | undefined;
}

/** Options for the info page's text: no headings are above it, and its own can be linked to. */
export const INFO_OPTIONS = { topLevel: 2, anchors: true };

/** Options for all other texts. */
export const TEXT_OPTIONS = { topLevel: 3, anchors: false };

interface PrinterInput {
  readonly api: LoadedApi;
  readonly graph: SiteGraph;
  readonly cache: RichTextCache;
  readonly findings: RichTextFindings;
}

/** Creates the printer for one description. Each location is reported once, however many pages show it. */
export function createRichTextPrinter(input: PrinterInput): RichTextPrinter {
  const { api, graph, cache, findings } = input;
  const { description, model, source } = api;
  const noted = new Map<object, Set<string>>();
  const isNew = (owner: object, key: string): boolean => {
    const keys = getOrInsert(noted, owner, () => new Set());
    return keys.size < keys.add(key).size;
  };
  const findAnchor = createAnchors(api, () =>
    cache.parse(model.info.description.text, INFO_OPTIONS),
  );
  const context = { graph, findAnchor, base: source.linkBase };
  const address = (link: ApiLink, location: Location | undefined): string | undefined => {
    const { route } = printer;
    const resolved = resolveApiLink(context, link, route);
    if (resolved === undefined) {
      if (location !== undefined) findings.diagnostics.push(brokenLink(link, location));
      return undefined;
    }
    const { href, target } = resolved;
    if (location !== undefined)
      findings.links.push({
        href: link.href,
        loads: link.loads,
        target,
        location,
        route,
        ...(link.setting === undefined ? {} : { setting: link.setting }),
      });
    return printTarget(target, href, { style: graph.config, assetUrl: noAsset });
  };
  const printer: RichTextPrinter = {
    route: toRoute('/'),
    describe: ({ text, owner, key }) => {
      if (text === '') return '';
      const isInfo = owner === model.info.description.owner && key === 'description';
      const richText = cache.parse(text, isInfo ? INFO_OPTIONS : TEXT_OPTIONS);
      const { links, diagnostics, chunks } = richText;
      const isFirst = links.length + diagnostics.length > 0 && isNew(owner, key);
      const parts = [...links, ...diagnostics].map(({ location }) => partAt(text, location));
      const locations = isFirst ? description.locateText(owner, key, parts) : [];
      diagnostics.forEach((found, index) => {
        const location = locations[links.length + index];
        if (location !== undefined) findings.diagnostics.push({ ...asWarning(found), location });
      });
      const addresses = links.map((link, index) => address(link, locations[index]));
      const html = addresses.reduce<string>(
        (before, href, index) =>
          before +
          (href === undefined ? PLACEHOLDER : escapeHtml(href)) +
          itemAt(chunks, index + 1),
        itemAt(chunks, 0),
      );
      return addresses.includes(undefined) ? withoutBrokenLinks(html) : html;
    },
    resolveHref: (href, owner) => {
      const key = keyOf(href, owner);
      if (ENDPOINTS.has(key ?? '') && !isExternal(href)) return undefined;
      const location = isNew(owner, `href:${href}`) ? description.locate(owner, key) : undefined;
      // Token servers and terms of use may be on the host of the docs.
      const setting = key === undefined ? { setting: 'openapi[].errors' } : {};
      return address({ href, kind: 'page', isEndpoint: true, ...setting }, location);
    },
  };
  return printer;
}

/** An error of Markdown as a warning: the site may not own the description. */
function asWarning(found: Diagnostic): Diagnostic {
  const isError = found.severity === 'error' && found.code !== 'reserved-id';
  return isError ? { ...found, code: 'openapi-text', severity: 'warning' } : found;
}

interface ApiLink
  extends Pick<LinkReference, 'href' | 'kind' | 'isEndpoint'>,
    Pick<LinkUse, 'loads' | 'setting'> {}

interface ApiLinkContext {
  readonly graph: SiteGraph;
  readonly findAnchor: FindAnchor;
  readonly base: string | undefined;
}

/**
 * Resolves a link of a description to an address of the site, else of the documentation that the description was
 * written for; undefined if there is none.
 */
function resolveApiLink(
  { graph, findAnchor, base }: ApiLinkContext,
  link: ApiLink,
  route: Route,
): { readonly href: string; readonly target: LinkTarget } | undefined {
  const href = findAnchor(link.href) ?? link.href;
  const target = resolveLink(graph, { ...link, href, from: { route } });
  const isKnown = target.type !== 'broken' && target.type !== 'asset' && !href.startsWith('#');
  if (isKnown) return { href, target };
  const isRelative = href !== '' && urlScheme(href) === undefined && !href.startsWith('//');
  const url = base === undefined || !isRelative ? undefined : parseUrl(href, base)?.href;
  return url === undefined ? undefined : { href: url, target: { type: 'external', url } };
}

function brokenLink({ href, kind, setting }: ApiLink, location: Location): Diagnostic {
  const message =
    href === '' ? 'the link has no destination' : `the ${NOUNS[kind]} "${href}" leads to nothing`;
  const own = setting && `correct ${setting} of the configuration`;
  const hint = isExternal(href)
    ? undefined
    : 'give the address of the original documentation as openapi[].links.base';
  return diagnostic('openapi-link', { message, location, hint: own ?? hint });
}

const NOUNS = { page: 'link', asset: 'image' };

// Relative URLs with these keys are resolved against the API's own URL, for programs.
const ENDPOINTS = new Set([
  'tokenUrl',
  'authorizationUrl',
  'refreshUrl',
  'deviceAuthorizationUrl',
  'openIdConnectUrl',
  'oauth2MetadataUrl',
]);

/** Replaces links without an address by their text, and images by their alternative text. */
function withoutBrokenLinks(html: string): string {
  return html
    .replaceAll(/<img[^<>]*\ssrc="\0"[^<>]*>/g, (tag) => / alt="([^"]*)"/.exec(tag)?.[1] ?? '')
    .replaceAll(/<a[^<>]*\shref="\0"[^<>]*>(.*?)<\/a>/gs, '$1')
    .replaceAll(/\s[\w-]+="\0"/g, '');
}

/** Converts a location in lines and columns of a text to offsets. */
function partAt(text: string, location: Location | undefined): TextPart {
  const { line = 1, column = 1, endLine = line, endColumn = column } = location ?? {};
  return { start: offsetAt(text, line, column), end: offsetAt(text, endLine, endColumn) };
}

function offsetAt(text: string, line: number, column: number): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}

/** The key in `owner` whose value is an address. */
function keyOf(href: string, owner: object): string | undefined {
  const entry = Object.entries(owner).find(
    ([, value]) => typeof value === 'string' && (value === href || `mailto:${value}` === href),
  );
  return entry?.[0];
}
