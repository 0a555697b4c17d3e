import { CODES, LINK_CODES } from '../diagnostics/codes.ts';
import {
  BOOLEAN,
  type DefinitionName,
  integer,
  type ObjectSchema,
  oneOf,
  optional,
  type Property,
  required,
  rules,
  type Schema,
  STRING,
  text,
} from './schema.ts';
import { DOCS_SET, NAVBAR, NAVBAR_ITEM, OPENAPI, SIDEBAR_ITEM } from './schema-docs.ts';
import type * as Config from './site-config.ts';

/** An object schema that has exactly the keys of a configuration type. */
function object<Key extends string>(properties: Readonly<Record<Key, Property>>): ObjectSchema {
  return { kind: 'object', properties };
}

const LOCALE = object<keyof Config.LocaleConfig>({
  code: required(text('languageTag'), 'Code of the locale: first segment of its addresses.'),
  label: optional(text('nonEmpty'), 'Name in its own language.'),
  htmlLang: optional(text('languageTag'), 'BCP 47 tag; default: the code.'),
  dir: optional(oneOf('ltr', 'rtl'), 'Direction of writing; default: that of the language.'),
});

const I18N = object<keyof NonNullable<Config.SiteConfig['i18n']>>({
  defaultLocale: optional(text('languageTag'), 'Locale without a prefix; default: the first one.'),
  locales: optional({ kind: 'array', items: LOCALE, nonEmpty: true }, 'All locales of the site.'),
});

const ANNOUNCEMENT_BAR = object<keyof Config.AnnouncementBarConfig>({
  id: optional(text('nonEmpty'), 'What closing is remembered by; default: a hash of the content.'),
  content: required(text('nonEmpty'), 'HTML, sanitised.'),
  backgroundColor: optional(text('color'), 'CSS colour of the bar.'),
  textColor: optional(text('color'), 'CSS colour of the text.'),
  isCloseable: optional(BOOLEAN, 'Readers can close the bar.', false),
});

const FOOTER_ITEM: ObjectSchema = object<keyof Config.FooterItemConfig>({
  label: optional(text('nonEmpty'), 'Text of the link.'),
  to: optional(text('sitePath'), 'Path inside the site, without the base path.'),
  href: optional(text('href'), 'Address outside the site.'),
  html: optional(text('nonEmpty'), 'HTML instead of a link, sanitised.'),
});

const FOOTER_COLUMN: ObjectSchema = {
  ...object<keyof Config.FooterColumnConfig>({
    title: required(text('nonEmpty'), 'Heading of the column.'),
    items: required(
      { kind: 'array', items: { kind: 'ref', name: 'footerItem' } },
      'Entries of the column.',
    ),
  }),
  when: { key: 'items' },
};

const FOOTER = object<keyof Config.FooterConfig>({
  links: optional(
    {
      kind: 'array',
      items: { kind: 'union', options: [FOOTER_COLUMN, { kind: 'ref', name: 'footerItem' }] },
    },
    'Columns with titles, or one row of links.',
  ),
  copyright: optional(text('nonEmpty'), 'Line at the foot of every page; HTML, sanitised.'),
});

const COLOR_MODE = object<keyof Config.ColorModeConfig>({
  default: optional(oneOf('light', 'dark'), 'Mode at first sight.', 'light'),
  disableSwitch: optional(BOOLEAN, 'Only the default mode is offered.', false),
  respectPrefersColorScheme: optional(BOOLEAN, "The system's setting wins over the default.", true),
});

const SIDEBAR = object<keyof Config.SidebarConfig>({
  hideable: optional(BOOLEAN, 'A button hides the sidebar.', false),
  autoCollapse: optional(BOOLEAN, 'An opened category closes the ones beside it.', false),
});

const TOC = object<keyof NonNullable<Config.SiteConfig['toc']>>({
  min: optional(integer(2, 6), 'Highest heading level in the table of contents.', 2),
  max: optional(integer(2, 6), 'Deepest heading level in the table of contents.', 3),
});

const ANALYTICS = object<keyof NonNullable<Config.SearchConfig['analytics']>>({
  src: required(text('webAddress'), 'Address of the script.'),
  endpoint: required(text('webAddress'), 'Address that events are sent to.'),
});

const SEARCH = object<keyof Config.SearchConfig>({
  maxSearchResults: optional(integer(1, 50), 'Most results shown.', 8),
  hotkeys: optional(BOOLEAN, 'Ctrl or Cmd with K, and /, open the search.', true),
  maxIndexKilobytes: optional(
    integer(1, 1_000_000),
    'Size of an index file with gzip, in kB, above which a build fails; default: no limit.',
  ),
  analytics: optional(ANALYTICS, 'Sends searches to another server; off unless configured.'),
});

const MARKDOWN = object<keyof Config.MarkdownConfig>({
  html: optional(
    oneOf('sanitize', 'trusted'),
    'Whether raw HTML is reduced to an allow-list.',
    'sanitize',
  ),
  searchHeadingLevel: optional(
    integer(1, 6),
    'Deepest heading level that starts a search section.',
    4,
  ),
});

const LINKS = object<keyof Config.LinksConfig>({
  rules: rules(LINK_CODES, 'Level of link findings by code.'),
  schemes: optional(
    { kind: 'array', items: text('scheme') },
    'URL schemes that links may have beside http, https, mailto and tel.',
  ),
  trailingSlash: optional(
    oneOf('always', 'never', 'any'),
    'How links to pages have to end; only for links that name an address, not a file.',
    'any',
  ),
});

function origins(description: string): Property {
  return optional({ kind: 'array', items: text('origin') }, description);
}

const ORIGINS = object<keyof NonNullable<Config.SecurityConfig['origins']>>({
  img: origins('Origins that images may come from.'),
  media: origins('Origins that audio and video may come from.'),
  frame: origins('Origins that may be embedded in frames.'),
  script: origins('Origins that scripts may come from.'),
  connect: origins('Origins that scripts may send requests to.'),
});

const SECURITY = object<keyof Config.SecurityConfig>({
  origins: optional(
    ORIGINS,
    "Origins that the content security policy allows beside the site's own.",
  ),
});

const REDIRECT = object<keyof Config.RedirectConfig>({
  from: required(text('redirectSource'), 'Old path inside the site, without the base path.'),
  to: required(text('redirectTarget'), 'New path inside the site, or an address.'),
});

const HEAD_TAG = object<keyof Config.HeadTagConfig>({
  tag: required(oneOf('meta', 'link'), 'Name of the element.'),
  attributes: required({ kind: 'record', values: STRING }, 'Attributes of the element.'),
});

/** The whole configuration. */
export const SITE_SCHEMA: ObjectSchema = object<keyof Config.SiteConfig>({
  title: required(text('nonEmpty'), "The site's name, in titles and the navbar."),
  url: required(
    text('siteUrl'),
    'Origin that the site is published at, such as `https://docs.example.com`.',
  ),
  tagline: optional(STRING, 'One sentence about the site.'),
  version: optional(text('nonEmpty'), 'Version shown in the footer and in machine-readable files.'),
  baseUrl: optional(text('baseUrl'), 'Path below the origin.', '/'),
  trailingSlash: optional(
    BOOLEAN,
    'Addresses end in `/` and files are `x/index.html`; otherwise `x.html`.',
    true,
  ),
  favicon: optional(text('staticPath'), 'Path below `static/`.'),
  i18n: optional(I18N, 'Languages of the site; default: English only.'),
  docs: optional(
    { kind: 'array', items: DOCS_SET },
    'Docs sets; default: one, made of the docs folder.',
  ),
  openapi: optional({ kind: 'array', items: OPENAPI }, 'OpenAPI descriptions that become pages.'),
  navbar: optional(NAVBAR, 'The bar at the top of every page.'),
  announcementBar: optional(ANNOUNCEMENT_BAR, 'A message above the navbar.'),
  footer: optional(FOOTER, 'The foot of every page.'),
  colorMode: optional(COLOR_MODE, 'Dark and light mode.'),
  sidebar: optional(SIDEBAR, 'What docs sidebars do besides listing pages.'),
  toc: optional(TOC, 'Heading levels of the table of contents.'),
  search: optional(SEARCH, 'The search dialog.'),
  markdown: optional(MARKDOWN, 'How Markdown is read.'),
  links: optional(LINKS, 'The link check.'),
  rules: rules(CODES, 'Level of findings by code; `links.rules` wins.'),
  security: optional(SECURITY, 'The content security policy.'),
  redirects: optional({ kind: 'array', items: REDIRECT }, 'Old paths that lead to new ones.'),
  head: optional({ kind: 'array', items: HEAD_TAG }, 'Elements added to the head of every page.'),
  outDir: optional(text('nonEmpty'), 'Output folder relative to the site folder.', 'build'),
});

/** Schemas that are referred to by name. */
export const DEFINITIONS: Readonly<Record<DefinitionName, Schema>> = {
  navbarItem: NAVBAR_ITEM,
  sidebarItem: SIDEBAR_ITEM,
  footerItem: FOOTER_ITEM,
};
