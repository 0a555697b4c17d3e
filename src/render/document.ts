import type { BlogPost } from '../content/source-file.ts';
import { createHash } from 'node:crypto';
import type { HeadTag } from '../config/plugins.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { EARLY_SCRIPT } from '../publish/early-script.ts';
import { controlMessages } from '../shared/control-messages.ts';
import { embedJson, escapeHtml, escapeJson } from '../shared/escape-html.ts';
import { documentTitle, type PageInput } from '../shared/page.ts';
import type { HeadAsset, PagePolicy, RootData } from '../shared/page-data.ts';
import { PAGE_DATA_ID, ROOT_ID } from '../shared/page-ids.ts';
import type { Url } from '../shared/paths.ts';
import type { PreviewImage } from '../site/identity.ts';
import type { FeedLink, SchemaType } from '../site/page-head.ts';
import { isCodeTag, isStyleSheet } from '../site/plugin-head.ts';
import { jsonLd } from './json-ld.ts';

/** The part of the document head that all pages share. */
export interface DocumentSettings {
  /** Origin without a final slash; undefined for a site without an address. */
  readonly origin: string | undefined;
  readonly favicon: string | undefined;
  /** For link previews of pages without their own. */
  readonly image: PreviewImage | undefined;
  readonly head: ResolvedConfig['head'];
  readonly styles: HeadAsset;
  /** Further rules of the theme: of API pages; of home pages, React pages and the 404 page. */
  readonly styleParts: Readonly<Record<'api' | 'home', HeadAsset>>;
  readonly script: HeadAsset;
  /** Of API pages, and of pages that link to other versions or locales. */
  readonly scriptParts: Readonly<Record<'apiTools' | 'versions', HeadAsset>>;
}

/** The part of the document head that one page adds. */
export interface DocumentPage {
  readonly noindex: boolean;
  /** Undefined for pages that structured data does not describe. */
  readonly schemaType: SchemaType | undefined;
  readonly post?: BlogPost | undefined;
  readonly keywords: readonly string[];
  readonly image: PreviewImage | undefined;
  /** URL without the origin, like the alternates. */
  readonly canonical: Url;
  readonly alternates: readonly { readonly hreflang: string; readonly href: Url }[];
  readonly feeds: readonly FeedLink[];
  /** See `RootData`. */
  readonly site: string;
  /** Of this page, in addition to those of all pages. */
  readonly styles: readonly HeadAsset[];
  readonly scripts: readonly HeadAsset[];
  /** Tags of plug-ins. */
  readonly head: readonly HeadTag[];
  readonly policies: readonly PagePolicy[];
  /** Whether islands read the page's data. */
  readonly hasData: boolean;
  /** The security policy, for hosts that do not send it. */
  readonly securityPolicy: string | undefined;
  /** Text for agents, which readers do not see; may be empty. */
  readonly agents: string;
}

interface DocumentInput {
  readonly input: PageInput;
  readonly settings: DocumentSettings;
  readonly page: DocumentPage;
  /** The rendered layout. */
  readonly body: string;
}

/** Puts a rendered layout into a complete HTML document, whose only inline script is the same on every page. */
export function renderDocument({ input, settings, page, body }: DocumentInput): string {
  const { colorMode, locale } = input.site;
  // A fixed color mode is set in the HTML, so that no script has to run.
  const isFixed = colorMode.disableSwitch || !colorMode.respectPrefersColorScheme;
  const theme = isFixed ? ` data-theme="${colorMode.default}"` : '';
  const code = page.head.filter(isCodeTag);
  const root: RootData = {
    site: page.site,
    route: input.page.kind === 'notFound' ? undefined : input.page.route,
    tag: input.page.searchTag,
    apart:
      code.length === 0
        ? undefined
        : createHash('sha256').update(code.map(customTag).join('')).digest('hex').slice(0, 12),
    policies: page.policies.length === 0 ? undefined : JSON.stringify(page.policies),
  };
  return `<!doctype html>
<html lang="${escapeHtml(locale.htmlLang)}" dir="${locale.dir}"${theme}>
<head>
${headTags({ input, settings, page, body }).join('\n')}
</head>
<body>
<div id="${ROOT_ID}"${Object.entries(root).map(dataAttribute).join('')}>${forAgents(page.agents)}${body}</div>
${page.hasData ? pageData(input) : ''}</body>
</html>
`;
}

/**
 * Text for agents, which assistive technology, browsers' search and search engines pass over. It is before the layout:
 * in the main part it would be the first paragraph for scripts and styles of a site.
 */
function forAgents(text: string): string {
  if (text === '') return '';
  return `<p class="for-agents" aria-hidden="true" data-nosnippet>${escapeHtml(text)}</p>`;
}

/** The data that islands read with `usePage` and `useSite`. */
function pageData({ site, page }: PageInput): string {
  return `<script type="application/json" id="${PAGE_DATA_ID}">${embedJson({ site, page })}</script>\n`;
}

function dataAttribute([name, value]: readonly [string, string | undefined]): string {
  return value === undefined ? '' : ` data-${name}='${escapeJson(value)}'`;
}

function headTags({ input, settings, page, body }: DocumentInput): readonly string[] {
  const { site, page: data } = input;
  const scheme = site.colorMode.disableSwitch ? site.colorMode.default : 'dark light';
  const tags = [...settings.head, ...page.head];
  // The script's settings are `data-` attributes, so that its text is the same on every page.
  const { announcementBar, colorMode, sidebar, search } = site;
  const bar =
    announcementBar?.isCloseable === true
      ? ` data-announcement="${escapeHtml(announcementBar.id)}"`
      : '';
  const system = colorMode.respectPrefersColorScheme ? ' data-system' : '';
  const theme = colorMode.disableSwitch ? '' : ` data-theme="${colorMode.default}"${system}`;
  const hideable = sidebar?.hideable === true ? ' data-sidebar' : '';
  const keys = search.hotkeys ? ' data-hotkeys' : '';
  return [
    '<meta charset="utf-8">',
    // Applies to the elements after it: to all that load or run something.
    policyTag(page.securityPolicy),
    // Before the style sheets, for which a script after them waits.
    `<script${bar}${theme}${hideable}${keys}>${EARLY_SCRIPT}</script>`,
    // Rules of the site's own style sheet override those of plug-ins.
    ...tags.filter(isStyleSheet).map(customTag),
    ...[settings.styles, ...page.styles].map(
      ({ href, integrity }) =>
        `<link rel="stylesheet" href="${escapeHtml(href)}" integrity="${integrity}">`,
    ),
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(documentTitle(data.title, site.title, data.titleTemplate))}</title>`,
    meta('description', data.description),
    `<meta name="color-scheme" content="${scheme}">`,
    meta('generator', 'docwright'),
    meta('keywords', page.keywords.join(', ')),
    page.noindex ? meta('robots', 'noindex') : '',
    ...(data.kind === 'notFound' ? [] : addressTags(settings, page)),
    data.markdown === undefined
      ? ''
      : `<link rel="alternate" type="text/markdown" href="${escapeHtml(data.markdown)}">`,
    ...openGraph(input, settings, page),
    settings.favicon === undefined
      ? ''
      : `<link rel="icon" href="${escapeHtml(settings.favicon)}">`,
    ...tags.filter((tag) => !isStyleSheet(tag)).map(customTag),
    moduleScript(settings.script, scriptSettings(input)),
    ...(VERSION_LINKS.test(body) ? [moduleScript(settings.scriptParts.versions)] : []),
    ...page.scripts.map((script) => moduleScript(script)),
    jsonLd({
      input,
      origin: settings.origin,
      type: page.schemaType,
      canonical: page.canonical,
      post: page.post,
      image: absoluteUrl(page.image?.href, settings.origin),
    }),
  ].filter((tag) => tag !== '');
}

/** Links to versions or locales. */
const VERSION_LINKS = / data-(?:versions?|keep-address)[\s=>]/;

/** The security policy as an element; empty if there is none. */
export function policyTag(policy: string | undefined): string {
  if (policy === undefined) return '';
  return `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`;
}

function meta(name: string, content: string, attribute: 'name' | 'property' = 'name'): string {
  return content === '' ? '' : `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;
}

/** The canonical address, and an alternate for each locale and `x-default`. */
function addressTags({ origin }: DocumentSettings, page: DocumentPage): readonly string[] {
  if (origin === undefined) return [];
  const link = (attributes: Readonly<Record<string, string>>): string =>
    customTag({ tag: 'link', attributes });
  return [
    link({ rel: 'canonical', href: origin + page.canonical }),
    ...page.alternates.map(({ hreflang, href }) =>
      link({ rel: 'alternate', hreflang, href: origin + href }),
    ),
    ...page.feeds.map(({ type, title, href }) => link({ rel: 'alternate', type, title, href })),
  ];
}

/** Open Graph protocol: basic metadata, and the card format that messengers read. */
function openGraph(
  { site, page: data }: PageInput,
  { origin, image: ofSite }: DocumentSettings,
  page: DocumentPage,
): readonly string[] {
  const image = page.image ?? ofSite;
  const src = absoluteUrl(image?.href, origin);
  const property = (name: string, content: string): string => meta(name, content, 'property');
  return [
    property('og:title', documentTitle(data.title, site.title, data.titleTemplate)),
    property('og:description', data.description),
    property('og:type', data.kind === 'doc' ? 'article' : 'website'),
    data.kind === 'notFound' || origin === undefined ? '' : property('og:url', origin + data.href),
    data.kind === 'doc' ? property('article:modified_time', data.lastUpdate?.date ?? '') : '',
    property('og:site_name', site.title),
    property('og:locale', site.locale.htmlLang.replaceAll('-', '_')),
    ...(src === '' ? [] : imageTags(src, image)),
    meta('twitter:card', src === '' ? 'summary' : 'summary_large_image'),
  ];
}

function imageTags(src: string, image: PreviewImage | undefined): readonly string[] {
  const { width = '', height = '', alt = '' } = image ?? {};
  return [
    meta('og:image', src, 'property'),
    meta('og:image:width', String(width), 'property'),
    meta('og:image:height', String(height), 'property'),
    meta('og:image:alt', alt, 'property'),
  ];
}

/** An address with the origin; empty if there is none. */
function absoluteUrl(address: string | undefined, origin: string | undefined): string {
  if (address?.startsWith('/') !== true) return address ?? '';
  return origin === undefined ? '' : origin + address;
}

function customTag({ tag, attributes }: HeadTag): string {
  const printed = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`,
  );
  return `<${tag}${printed.join('')}>${tag === 'script' ? '</script>' : ''}`;
}

function moduleScript({ href, integrity }: HeadAsset, attributes = ''): string {
  return `<script type="module" src="${escapeHtml(href)}" integrity="${integrity}"${attributes}></script>`;
}

/** A script that runs where it is, before what comes after it. */
export function classicScript({ href, integrity }: HeadAsset): string {
  return `<script src="${escapeHtml(href)}" integrity="${integrity}"></script>`;
}

/** Messages of controls that are not in English: the client has the others. On the 404 page, the end of addresses. */
function scriptSettings({ site, page }: PageInput): string {
  const own = Object.entries(site.messages ?? {}).filter(([name]) =>
    Object.hasOwn(controlMessages, name),
  );
  const json = escapeHtml(JSON.stringify(Object.fromEntries(own)));
  const messages = own.length === 0 ? '' : ` data-messages="${json}"`;
  const missing =
    page.kind === 'notFound' ? ` data-missing="${site.trailingSlash ? '/' : ''}"` : '';
  return messages + missing;
}
