/** Rich text (Markdown) of API descriptions as HTML, with links resolved and checked like those of docs. */
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import type { ParsedProse, ProseParser } from '../markdown/rich-text.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { Text } from '../openapi/model/api-model.ts';
import type { TextPart } from '../openapi/read/description.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { itemAt } from '../shared/item-at.ts';
import { decodeSafely, type Route, toRoute } from '../shared/paths.ts';
import type { LinkUse, SiteGraph } from './graph-types.ts';
import { type LinkUse as LinkReference, printTarget, resolveLink } from './resolve-link.ts';

/** Parses each text once. */
export interface RichTextCache {
  readonly parse: (text: string, options: { topLevel: number; anchors: boolean }) => ParsedProse;
}

/** Caches by content: descriptions repeat the same sentences thousands of times. */
export function createRichTextCache(parser: ProseParser): RichTextCache {
  const known = new Map<string, ParsedProse>();
  return {
    parse: (text, { topLevel, anchors }) => {
      const key = `${topLevel}${anchors ? 'a' : ''}:${text}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const richText = parser.parse(text, { file: '', topLevel, anchors });
      known.set(key, richText);
      return richText;
    },
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

/** Level of the highest heading in a description; the info page has no headings above its text. */
const TOP_LEVEL = 3;
const INFO_TOP_LEVEL = 2;

/** Options for the info page's text, whose headings can be linked to. */
export const INFO_OPTIONS = { topLevel: INFO_TOP_LEVEL, anchors: true };

interface PrinterInput {
  readonly api: LoadedApi;
  readonly graph: SiteGraph;
  readonly cache: RichTextCache;
  readonly findings: RichTextFindings;
}

/** Creates the printer for one description. Each location is reported once, however many pages show it. */
export function createRichTextPrinter({
  api,
  graph,
  cache,
  findings,
}: PrinterInput): RichTextPrinter {
  const noted = new Map<object, Set<string>>();
  const isNew = (owner: object, key: string): boolean => {
    const keys = noted.get(owner) ?? new Set<string>();
    noted.set(owner, keys);
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  };
  const address = (
    link: Pick<LinkReference, 'href' | 'kind' | 'isEndpoint'>,
    location: Location | undefined,
  ): string | undefined => {
    const { route } = printer;
    const href = knownAnchor(api, link.href) ?? link.href;
    const target = resolveLink(graph, { ...link, href, from: { route } });
    if (location !== undefined) {
      findings.links.push({ href: link.href, target, location, route });
    }
    return target.type === 'asset'
      ? undefined
      : printTarget(target, href, { style: graph.config, assetUrl: noAsset });
  };
  const printer: RichTextPrinter = {
    route: toRoute('/'),
    describe: ({ text, owner, key }) => {
      if (text === '') return '';
      const isInfo = owner === api.model.info.description.owner && key === 'description';
      const richText = cache.parse(
        text,
        isInfo ? INFO_OPTIONS : { topLevel: TOP_LEVEL, anchors: false },
      );
      const { links, diagnostics, chunks } = richText;
      const isFirst = links.length + diagnostics.length > 0 && isNew(owner, key);
      const parts = [...links, ...diagnostics].map(({ location }) => partAt(text, location));
      const locations = isFirst ? api.description.locateText(owner, key, parts) : [];
      diagnostics.forEach((doubt, index) => {
        const location = locations[links.length + index];
        if (location !== undefined) findings.diagnostics.push({ ...doubt, location });
      });
      let html = itemAt(chunks, 0);
      links.forEach((link, index) => {
        html += escapeHtml(address(link, locations[index]) ?? '') + itemAt(chunks, index + 1);
      });
      return html;
    },
    resolveHref: (href, owner) => {
      const location = isNew(owner, `href:${href}`) ? hrefLocation(api, href, owner) : undefined;
      // Token servers and terms of use may be on the host of the docs.
      const printed = address({ href, kind: 'page', isEndpoint: true }, location);
      return printed === '' ? undefined : printed;
    },
  };
  return printer;
}

// A description cannot name a file beside the content.
function noAsset(): never {
  throw new Error('a link of a description never leads to a file beside the content');
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

/** The location of the value in `owner` that is this address; else of the owner. */
function hrefLocation({ description }: LoadedApi, href: string, owner: object): Location {
  const key = Object.entries(owner).find(([, value]) => value === href)?.[0];
  return description.locate(owner, key);
}

/** Resolves anchors of single-page references, by operationId or by tag, method and path, to the operation's page. */
function knownAnchor({ model, source }: LoadedApi, href: string): string | undefined {
  const byId = /^#(?:\/?operations?|\/?paths\/[^/]+)\/([^/]+)$/.exec(href)?.[1];
  const [, method, path] = /^#tag\/[^/]+\/([A-Z]+)(\/.*)$/.exec(href) ?? [];
  if (byId === undefined && path === undefined) return undefined;
  const wanted = path === undefined ? undefined : decodeSafely(path);
  const operation = model.operations.find((candidate) =>
    byId === undefined
      ? candidate.method === method && candidate.path === wanted
      : candidate.operationId === byId,
  );
  return operation === undefined ? undefined : `${source.routeBase}/${operation.slug}`;
}
