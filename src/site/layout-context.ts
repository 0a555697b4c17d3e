import type { TextRange } from '../config/config-location.ts';
import type { SourceFile } from '../content/source-file.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { sanitizeHtml } from '../markdown/html/sanitize-html.ts';
import type { Locale } from '../shared/page.ts';
import { reservedId } from '../shared/page-ids.ts';
import type { AddressStyle, Url } from '../shared/paths.ts';
import type { ArticleMessages, UiMessages } from '../shared/ui-messages.ts';
import type { Edition, LinkUse, LocateConfig, PageNode, SiteGraph } from './graph-types.ts';
import { localeBase, type Translate } from './locales.ts';
import { printTarget } from './print-target.ts';
import { resolveLink } from './resolve-link.ts';

export type ConfigPath = readonly (string | number)[];

/** Lookups for the builders of navbar, footer and banner, and the lists that collect links and diagnostics. */
export interface LayoutContext {
  readonly graph: SiteGraph;
  readonly locale: Locale;
  /** The other version whose pages this is for; undefined for the last version of every docs set. */
  readonly edition: Edition | undefined;
  readonly messages: UiMessages;
  readonly articleMessages: ArticleMessages;
  /** Translates labels of the configuration. */
  readonly translate: Translate;
  readonly style: AddressStyle;
  readonly locate: LocateConfig;
  readonly sanitize: typeof sanitizeHtml;
  readonly assetUrl: (source: SourceFile) => Url;
  /** The word of a plug-in before a page's label in sidebars. */
  readonly badgeOf: (node: PageNode) => string | undefined;
  /** Links of the configuration, for the link check. */
  readonly links: LinkUse[];
  readonly diagnostics: Diagnostic[];
}

/** The element that a template wraps around the HTML, if that restricts its content: no link in a link, no item in an item. */
export type HtmlHolder = 'a' | 'li';

/** A reference in the configuration: the whole value at a path, or a part of its text. */
interface ConfigReference {
  readonly path: ConfigPath;
  readonly kind?: 'page' | 'asset';
  readonly part?: TextRange;
  /** The reference as written, if it differs from what is resolved. */
  readonly written?: string;
  readonly isRedirect?: boolean;
  readonly loads?: LinkUse['loads'];
}

/** Resolves and prints a reference of the configuration, and records it for the link check. */
export function configHref(
  context: LayoutContext,
  href: string,
  { path, kind = 'page', isRedirect = false, loads, written = href, ...rest }: ConfigReference,
): { href: string; external: boolean } {
  const route = localeBase(context.graph.config, context.locale);
  const isEmbedded = kind === 'asset';
  const target = resolveLink(context.graph, { href, kind, isEmbedded, from: { route } });
  // Without the quotes.
  const { part = { start: 0, end: written.length } } = rest;
  const location = context.locate(path, part);
  context.links.push({ href: written, target, loads, location, isRedirect });
  return { href: printTarget(target, written, context), external: target.type === 'external' };
}

/** Sanitizes HTML of the configuration; its links are printed and checked like any other. */
export function configHtml(
  context: LayoutContext,
  html: string,
  { path, inside }: { path: ConfigPath; inside?: HtmlHolder | undefined },
): string {
  const result = context.sanitize(
    html,
    (href, kind, { loads, ...part }) => configHref(context, href, { path, kind, loads, part }).href,
    { inside, messages: context.articleMessages },
  );
  for (const { what, range } of result.dropped) {
    const message = `${what} was left out of the HTML`;
    const location = context.locate(path, range);
    context.diagnostics.push(diagnostic('html-dropped', { message, location }));
  }
  for (const { id, range } of result.reserved) {
    const location = context.locate(path, range);
    context.diagnostics.push(diagnostic('reserved-id', { ...reservedId(id), location }));
  }
  for (const { message, range } of result.unbalanced) {
    const location = context.locate(path, range);
    context.diagnostics.push(diagnostic('html-unclosed', { message, location }));
  }
  return result.html;
}
