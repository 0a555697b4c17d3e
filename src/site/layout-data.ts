import type { HeadTag } from '../config/plugins.ts';
import type { ImageSizes } from '../content/image-size.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { loadedByLink } from '../html/reference-attributes.ts';
import type { Locale } from '../shared/page.ts';
import { isExternal, toRoute } from '../shared/paths.ts';
import { editionOf, isLast } from './editions.ts';
import type { Edition, LinkUse, PageNode, SiteGraph } from './graph-types.ts';
import { type Identity, siteIdentity } from './identity.ts';
import { configHref, type LayoutContext } from './layout-context.ts';
import { clientSite } from './client-site.ts';
import { articleMessagesOf, defaultLocale, type Labels, messagesOf } from './locales.ts';
import { buildNavbar } from './navbar.ts';
import {
  type SharedLayout,
  type Surroundings,
  type SurroundingsOptions,
  surroundingsOf,
} from './page-input.ts';
import { printSidebar, sidebarId } from './sidebar-entries.ts';
import { siteData } from './site-data.ts';

export interface LayoutInput
  extends Pick<LayoutContext, 'graph' | 'locate' | 'sanitize' | 'assetUrl'>,
    Pick<SurroundingsOptions, 'reactPage' | 'lastUpdate'> {
  readonly labels: Labels;
  readonly imageSizes: ImageSizes;
}

/** Data for the layout of all pages, with the links of the configuration. */
export interface LayoutData {
  readonly shared: readonly SharedLayout[];
  readonly surroundings: (node: PageNode) => Surroundings;
  readonly links: readonly LinkUse[];
  readonly identity: Identity;
  /** The elements that the configuration adds to the head of every page. */
  readonly head: readonly HeadTag[];
  readonly diagnostics: readonly Diagnostic[];
}

/** One navbar with its sidebars. */
interface Part extends Pick<LayoutData, 'surroundings'> {
  readonly context: LayoutContext;
  readonly shared: SharedLayout;
}

/** Builds navbar, sidebars, banner and footer for each locale and version. */
export function createLayoutData(input: LayoutInput): LayoutData {
  const { graph } = input;
  const parts = new Map<Locale | Edition, Part>();
  for (const locale of graph.config.locales) {
    const others = graph.editions.filter(
      (edition) => edition.locale === locale && !isLast(edition),
    );
    for (const edition of [undefined, ...others]) {
      parts.set(edition ?? locale, createPart(input, locale, edition));
    }
  }
  const partAt = (key: Locale | Edition): Part => {
    const part = parts.get(key);
    if (part === undefined) throw new Error('no pages of this locale or version');
    return part;
  };
  const main = partAt(defaultLocale(graph.config));
  noteRedirects(main.context);
  // The page whose sections are the entries of the feed.
  const { page } = graph.config.feed ?? {};
  if (page !== undefined) configHref(main.context, page, { path: ['feed', 'page'] });
  const head = printHead(main.context);
  const identity = siteIdentity(main.context, input.imageSizes);
  const others = [...parts.values()].filter((part) => part !== main);
  // Links that can fail in another part alone: broken ones, and anchors of translated pages.
  const mayFail = ({ target }: LinkUse): boolean =>
    target.type === 'broken' || (target.type === 'page' && target.fragment !== undefined);
  return {
    shared: [...parts.values()].map(({ shared }) => shared),
    surroundings: (node) => partAt(partKey(node)).surroundings(node),
    links: [
      ...main.context.links,
      ...others.flatMap(({ context }) => context.links.filter(mayFail)),
    ],
    // The other parts repeat the diagnostics of the same configuration.
    diagnostics: [...main.context.diagnostics, ...input.labels.unused()],
    identity,
    head,
  };
}

/** The version of a page that is not the last one, else its locale. */
function partKey(node: PageNode): Locale | Edition {
  const edition = editionOf(node);
  return edition === undefined || isLast(edition) ? node.locale : edition;
}
/** Names the data that a page shares with others. */
export function sharedName(node: PageNode): string {
  const key = partKey(node);
  return 'set' in key ? editionName(key) : key.code;
}

function editionName({ locale, set, version }: Edition): string {
  return `${locale.code} ${set.id} ${version.name}`;
}

function createPart(input: LayoutInput, locale: Locale, edition: Edition | undefined): Part {
  const { graph } = input;
  const context: LayoutContext = {
    ...input,
    locale,
    edition,
    messages: messagesOf(graph.messages, locale),
    articleMessages: articleMessagesOf(graph.messages, locale),
    translate: input.labels.of(locale),
    style: graph.config,
    links: [],
    diagnostics: [],
  };
  const isOfPart = (other: Edition): boolean =>
    edition === undefined ? other.locale === locale && isLast(other) : other === edition;
  const navbar = buildNavbar(context);
  const own = [...graph.sidebars].flatMap(([other, sidebars]) => (isOfPart(other) ? sidebars : []));
  const sidebars = new Map(own.map((sidebar) => [sidebar, printSidebar(context, sidebar)]));
  const site = siteData(context, navbar);
  const surroundings = surroundingsOf({ ...input, context, site, navbar, sidebars });
  const shared: SharedLayout = {
    name: edition === undefined ? locale.code : editionName(edition),
    locale,
    edition,
    site,
    client: JSON.stringify(clientSite(site)),
    sidebars: new Map(
      [...sidebars].map(([sidebar, { shared: entries }]) => [sidebarId(sidebar), entries]),
    ),
  };
  return { context, shared, surroundings };
}

/** Records redirect targets inside the site for the link check. */
function noteRedirects(context: LayoutContext): void {
  context.graph.config.redirects.forEach(({ from, to }, index) => {
    const path = ['redirects', index, 'to'] as const;
    const page = context.graph.pages.get(toRoute(from));
    // One from a page is reported for that.
    if (page !== undefined && 'source' in page) return;
    if (!to.endsWith('/*')) configHref(context, to, { path, isRedirect: true });
    else if (to.startsWith('/') && !hasAddressBelow(context.graph, to.slice(0, -1)))
      context.diagnostics.push(
        diagnostic('redirect-broken', {
          message: `there is no page below "${to.slice(0, -1)}"`,
          location: context.locate(path),
          hint: 'correct the folder, or redirect to a page',
          missing: [to.slice(0, -1)],
        }),
      );
  });
}

/** The rest of an old path may be any, but some address must exist. */
function hasAddressBelow({ pages, statics, redirects }: SiteGraph, folder: string): boolean {
  const isBelow = (path: string): boolean => `${path}/`.startsWith(folder);
  return [pages, statics, redirects].some((known) => [...known.keys()].some(isBelow));
}

/** The elements of `head`, with the addresses of scripts printed; records what they load for the link check. */
function printHead(context: LayoutContext): readonly HeadTag[] {
  return context.graph.config.head.map((element, index) => {
    const { tag, attributes } = element;
    const { rel = '', href = '', src = '' } = attributes;
    const path = ['head', index, 'attributes', tag === 'script' ? 'src' : 'href'];
    if (tag === 'script') {
      const script = configHref(context, src, { path, kind: 'asset', loads: 'script' });
      return { tag, attributes: { ...attributes, src: script.href } };
    }
    const loads = tag === 'link' && isExternal(href) ? loadedByLink(rel) : undefined;
    if (loads !== undefined) configHref(context, href, { path, kind: 'asset', loads });
    return element;
  });
}
