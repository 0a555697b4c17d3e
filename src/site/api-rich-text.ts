/** Rich text (Markdown) of API descriptions as HTML, with links resolved and checked like those of docs. */
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { PLACEHOLDER } from '../markdown/placeholders.ts';
import type { ParsedRichText, RichTextParser } from '../markdown/rich-text.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { Text } from '../openapi/model/api-model.ts';
import { isObject } from '../openapi/model/model-context.ts';
import type { ApiContext, ApiUse } from '../openapi/pages/api-page.ts';
import { authenticationId } from '../openapi/pages/authentication.tsx';
import { fragment } from '../openapi/pages/elements.tsx';
import type { TextPart } from '../openapi/read/description.ts';
import { valueAt } from '../openapi/read/pointer.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { itemAt } from '../shared/item-at.ts';
import { getOrInsert } from '../shared/maps.ts';
import { decodeSafely, isExternal, parseUrl, type Route, urlScheme } from '../shared/paths.ts';
import { slugify } from '../shared/slug.ts';
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

export interface RichTextPrinter extends Pick<ApiContext, 'describe' | 'resolveHref' | 'collect'> {}

/** Options for the info page's text: no headings are above it, and its own can be linked to. */
export const INFO_OPTIONS = { topLevel: 2, anchors: true };

/** Options for all other texts. */
export const TEXT_OPTIONS = { topLevel: 3, anchors: false };

interface RichTextInput {
  readonly api: LoadedApi;
  readonly graph: SiteGraph;
  readonly cache: RichTextCache;
  /** Where relative addresses start. */
  readonly route: Route;
}

/** Creates the printer for one description: the same text is the same HTML on all pages. */
export function createRichTextPrinter(input: RichTextInput): RichTextPrinter {
  const { description } = input.api;
  const addressOf = createAddresses(input);
  const parse = createTextParser(input);
  const known = new Map<object, Map<string, ApiUse>>();
  let collected = new Set<ApiUse>();
  const use = (owner: object, key: string, href?: string): void => {
    const ofOwner = getOrInsert(known, owner, () => new Map());
    const entry = getOrInsert(ofOwner, href === undefined ? key : `${key} ${href}`, (): ApiUse => {
      const { file, pointer } = description.pointer(owner);
      return href === undefined ? [file, pointer, key] : [file, pointer, key, href];
    });
    collected.add(entry);
  };
  return {
    describe: (text) => {
      if (text.text === '') return '';
      const { links, diagnostics, chunks } = parse(text);
      if (links.length + diagnostics.length > 0) use(text.owner, text.key);
      const addresses = links.map((link) => addressOf(link)?.address);
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
      // The key in `owner` whose value is an address.
      const entry = Object.entries(owner).find(
        ([, value]) => typeof value === 'string' && (value === href || `mailto:${value}` === href),
      );
      const key = entry?.[0];
      if (ENDPOINTS.has(key ?? '') && !isExternal(href)) return undefined;
      use(owner, key ?? '', href);
      return addressOf(linkOf(href, key))?.address;
    },
    collect: (make, earlier) => {
      const outer = collected;
      collected = new Set(earlier);
      const value = make();
      const uses = collected.size === 0 ? NO_USES : collected;
      for (const entry of uses) outer.add(entry);
      collected = outer;
      return { value, uses };
    },
  };
}

/** Of most parts of large descriptions. */
const NO_USES: ReadonlySet<ApiUse> = new Set();

/** Returns the links and problems of texts and addresses, each at its place. */
export function findingsOfUses(input: RichTextInput, uses: Iterable<ApiUse>): RichTextFindings {
  const { api, route } = input;
  const { description } = api;
  const findings: RichTextFindings = { links: [], diagnostics: [] };
  const addressOf = createAddresses(input);
  const parse = createTextParser(input);
  const roots = new Map(description.files().map(({ file, root }) => [String(file), root]));
  const note = (link: ApiLink, location: Location): void => {
    const { href, loads, setting } = link;
    const target = addressOf(link)?.target;
    if (target === undefined) findings.diagnostics.push(brokenLink(link, location));
    else
      findings.links.push({
        href,
        loads,
        target,
        location,
        route,
        ...(setting === undefined ? {} : { setting }),
      });
  };
  for (const [file, pointer, key, href] of uses) {
    const owner = valueAt(roots.get(file), pointer);
    if (!isObject(owner)) continue;
    if (href !== undefined) {
      const ownKey = key === '' ? undefined : key;
      note(linkOf(href, ownKey), description.locate(owner, ownKey));
      continue;
    }
    const text = owner[key];
    if (typeof text !== 'string') continue;
    const { links, diagnostics } = parse({ text, owner, key });
    const parts = [...links, ...diagnostics].map(({ location }) => partAt(text, location));
    const locations = description.locateText(owner, key, parts);
    for (const [index, found] of diagnostics.entries())
      findings.diagnostics.push({
        ...asWarning(found),
        location: itemAt(locations, links.length + index),
      });
    for (const [index, link] of links.entries()) note(link, itemAt(locations, index));
  }
  return findings;
}

/** Token servers and terms of use may be on the host of the docs. */
function linkOf(href: string, key: string | undefined): ApiLink {
  const setting = key === undefined ? { setting: 'openapi[].errors' } : {};
  return { href, kind: 'page', isEndpoint: true, ...setting };
}

function createTextParser({ api, cache }: RichTextInput): (text: Text) => ParsedRichText {
  const { description } = api.model.info;
  return ({ text, owner, key }) => {
    const isInfo = owner === description.owner && key === 'description';
    return cache.parse(text, isInfo ? INFO_OPTIONS : TEXT_OPTIONS);
  };
}

/** Resolves links, and prints their addresses. */
function createAddresses({ api, graph, cache, route }: RichTextInput) {
  const info = (): ParsedRichText => cache.parse(api.model.info.description.text, INFO_OPTIONS);
  const context = { graph, findAnchor: createAnchors(api, info), base: api.source.linkBase };
  const print = { style: graph.config, assetUrl: noAsset };
  return (link: ApiLink) => {
    const resolved = resolveApiLink(context, link, route);
    if (resolved === undefined) return undefined;
    const { href, target } = resolved;
    return { target, address: printTarget(target, href, print) };
  };
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
  // Redoc's page has all anchors.
  const written = link.href.replace(/^\.?\/(?=#\/?(?:section|tag|operation|paths|schema)\/)/, '');
  const href = findAnchor(written) ?? written;
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

// Maps anchors of other API reference generators to addresses of this site.

/** The address for an anchor of Redoc, Swagger UI, Scalar or a vendor's portal; undefined for other anchors. */
type FindAnchor = (href: string) => string | undefined;

type Kind = 'operation' | 'tag' | 'schema' | 'section';

// The possible kinds of an anchor, best first; `operation` by operationId, or by path and method.
const FORMS: readonly (readonly [form: RegExp, kinds: readonly Kind[]])[] = [
  // Redoc: #operation/getPet, #tag/Pets/operation/getPet, #tag/Pets/paths/~1pets/get; Scalar: #tag/pets/GET/pets
  [/^#\/?(?:tag\/[^/]+\/)?(?:operations?|paths\/[^/]+)\/([^/]+)$/, ['operation']],
  [/^#\/?(?:tag\/[^/]+\/)?paths\/([^/]+\/[a-z]+)$/, ['operation']],
  [/^#tag\/[^/]+\/([A-Z]+\/.+)$/, ['operation']],
  [/^#\/?tag\/([^/]+)$/, ['tag', 'section']],
  [/^#section\/(?:.*\/)?([^/]+)$/, ['section', 'tag']],
  [/^#\/?(?:components\/schemas|definitions|schemas?|models?)\/([^/]+)$/, ['schema']],
  // Swagger UI: #/Pets/getPet, #operations-Pets-getPet
  [/^#(?:\/|operations-)[^/-]+[/-]([^/]+)$/, ['operation']],
  [/^#\/([^/]+)$/, ['tag']],
  // Atlassian: #api-group-Issues, #api-rest-api-3-issue-issueIdOrKey-get
  [/(?:^|[/#])api-group-([^/#]+)\/?(?:#.*)?$/, ['tag']],
  [/^#api-(.+)$/, ['operation']],
  // Square: entity:Order, api-endpoint:Orders-CreateOrder, #type-order
  [/^(?:entity:|#type-)([\w.-]+)$/, ['schema']],
  [/^api-endpoint:[^-]*-(.+)$/, ['operation']],
  [/^#(.+)$/, ['section', 'operation', 'tag', 'schema']],
];

/** Finds the anchors of one description; `info` is the text of its info page. */
function createAnchors(api: LoadedApi, info: () => ParsedRichText): FindAnchor {
  let known: ReadonlyMap<string, string> | undefined;
  return (href) => {
    if (!/^#|api-group-|^(?:entity|api-endpoint):/.test(href)) return undefined;
    known ??= listAnchors(api, info());
    for (const [form, kinds] of FORMS) {
      const name = form.exec(href)?.[1];
      if (name === undefined) continue;
      const text = (decodeSafely(name) ?? name).replaceAll('~1', '/').replaceAll('~0', '~');
      for (const kind of kinds) {
        const found = known.get(`${kind} ${text}`) ?? known.get(`${kind} ${folded(text)}`);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
}

/** Addresses by kind and name, as written and folded; for duplicate names, the first one. */
function listAnchors(
  { model, source }: LoadedApi,
  info: ParsedRichText,
): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>();
  const add = (kind: Kind, name: string, address: string): void => {
    for (const key of [`${kind} ${name}`, `${kind} ${folded(name)}`]) {
      if (name !== '' && !anchors.has(key)) anchors.set(key, address);
    }
  };
  const page = (slug: string): string => `${source.routeBase}/${slug}`;
  const start = page(model.info.slug);
  for (const id of info.ids) add('section', id, start + fragment(id));
  for (const { text, id } of info.headings) add('section', text, start + fragment(id));
  for (const { name } of model.securitySchemes.values())
    add('section', name, start + fragment(authenticationId(name)));
  if (model.securitySchemes.size > 0) add('section', 'authentication', `${start}#authentication`);
  for (const operation of [...model.operations, ...model.webhooks]) {
    const { method, path, operationId, slug } = operation;
    add('operation', operationId, page(slug));
    add('operation', `${method}/${path.replace(/^\//, '')}`, page(slug));
    add('operation', `${path}/${method}`, page(slug));
  }
  for (const { name, label } of model.tags) {
    for (const text of [name, label ?? ''])
      add('tag', text, start + fragment(`tag-${slugify(name)}`));
  }
  for (const { name, slug } of model.schemas) add('schema', name, page(`schemas/${slug}`));
  return anchors;
}

/** Removes differences that generators ignore in anchors: case, punctuation and spaces. */
function folded(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}
