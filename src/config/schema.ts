import * as v from 'valibot';
import { CODES, LINK_CODES } from '../diagnostics/codes.ts';
import { DIALECTS } from '../dialects/dialects.ts';
import { HOSTS } from './hosts.ts';
import { PLUGIN, POLICY_NAMES } from './plugins.ts';
import {
  either,
  integer,
  noArray,
  object,
  oneOf,
  record,
  scalarOr,
  switchOr,
  text,
} from './schema-check.ts';
import { DOCS_SET, OPENAPI, rules, SAMPLES } from './schema-docs.ts';
import {
  ANNOUNCEMENT_BAR,
  FEEDBACK,
  FOOTER,
  SEARCH_REPORT,
  SIDEBAR,
  THEME,
} from './schema-layout.ts';
import {
  BLOG,
  COLLECTION,
  FEED,
  HEAD_TAG,
  IMAGE,
  LAST_UPDATE,
  SITEMAP,
  SOCIAL_IMAGE,
  THEME_COLOR,
} from './schema-publish.ts';

const TEXT = text('nonEmpty');
const STRING = v.string();
const BOOLEAN = v.boolean();

/** Maximum number of locales: each page names all of them. */
const MAX_LOCALES = 100;

const LOCALE = object({
  /** Code of the locale: first segment of its addresses. */
  code: text('languageTag'),
  /** Name in the language itself. */
  label: v.optional(TEXT),
  /** BCP 47 tag. Default: the code. */
  htmlLang: v.optional(text('languageTag')),
  /** Folder of its translations relative to the site folder. Default: the one of its code in `i18n/`. */
  path: v.optional(text('insidePath')),
  /** Writing direction. Default: that of the language. */
  dir: v.optional(oneOf('ltr', 'rtl')),
});

const COLOR_MODE = object({
  /** Mode on the first visit. Default: `light`. */
  default: v.optional(oneOf('light', 'dark'), 'light'),
  /** Offers only the default mode. Default: `false`. */
  disableSwitch: v.optional(BOOLEAN, false),
  /** Prefers the system's setting over the default. Default: `true`. */
  respectPrefersColorScheme: v.optional(BOOLEAN, true),
});

const SIZE_EXPECTED = 'a number of at least 1';
const SIZE = v.pipe(v.number(), v.finite(SIZE_EXPECTED), v.minValue(1, SIZE_EXPECTED));

const LOGO = object({
  /** Path below `static/`, or an address. */
  src: text('href'),
  /** In place of `src` in dark mode. */
  srcDark: v.optional(text('href')),
  /** Alternative text; empty for a logo next to the title. */
  alt: v.optional(STRING),
  /** Target of the logo's link. Default: the start page. */
  href: v.optional(text('href')),
  /** Width in CSS pixels. */
  width: v.optional(SIZE),
  /** Height in CSS pixels. */
  height: v.optional(SIZE),
});

/** Keys of all kinds of navbar items; `checkNavbar` checks how they fit together. */
export const NAVBAR_ITEM_KEYS = {
  /**
   * Kind of the item: `default`, `dropdown`, `doc`, `docSidebar`, `docsVersion`, `docsVersionDropdown`,
   * `localeDropdown`, `search`, `html` or `custom-…`. Default: `dropdown` with `items`, else `default`.
   */
  type: v.optional(STRING),
  /** Text of the item. */
  label: v.optional(TEXT),
  /** Path inside the site, without the base path. */
  to: v.optional(text('sitePath')),
  /** Address outside the site. */
  href: v.optional(text('href')),
  /** HTML instead of the label, sanitized. */
  html: v.optional(TEXT),
  /** HTML of an `html` item, sanitized. */
  value: v.optional(TEXT),
  /** Group that the item is in. Default: `left`. */
  position: v.optional(oneOf('left', 'right')),
  /** Marks the item as active on all pages below this path. */
  activeBasePath: v.optional(text('sitePath')),
  /** Marks the item as active where this expression matches the path in the default locale, with its base path. */
  activeBaseRegex: v.optional(text('regex')),
  /** Class names added to the item. */
  className: v.optional(STRING),
  /** Doc that a `doc` item leads to. */
  docId: v.optional(TEXT),
  /** Sidebar whose first link a `docSidebar` item leads to. */
  sidebarId: v.optional(TEXT),
  /** Docs set of a docs item. Default: the first one. */
  docsPluginId: v.optional(TEXT),
};

const NAVBAR_ITEM_EXAMPLE = { label: 'Guide', to: '/docs/guide' };

const NAVBAR_ENTRY = noArray(v.looseObject(NAVBAR_ITEM_KEYS));

const NAVBAR_ITEM = {
  ...noArray(
    v.looseObject({
      ...NAVBAR_ITEM_KEYS,
      /** Entries of a dropdown. */
      items: v.optional(v.array(NAVBAR_ENTRY)),
    }),
  ),
  example: NAVBAR_ITEM_EXAMPLE,
};

const NAVBAR = object(
  {
    /** Text next to the logo. Default: the site's title. */
    title: v.optional(STRING),
    /** Image at the start of the navbar. */
    logo: v.optional(LOGO),
    /** Items in order. */
    items: v.optional(v.array(NAVBAR_ITEM), []),
    /** Colors of the navbar. Default: those of the page. */
    style: v.optional(oneOf('dark', 'primary')),
    /** Hides the navbar on scrolling down. Default: `false`. */
    hideOnScroll: v.optional(BOOLEAN, false),
  },
  { items: [{ label: 'Guide', to: '/docs/guide' }] },
);

const SYNONYMS = {
  ...either('from', [
    object({
      /** Word or phrase that readers type. */
      from: TEXT,
      /** Words or phrases that are also searched. */
      to: v.pipe(v.array(TEXT), v.nonEmpty('at least one word or phrase')),
    }),
    v.pipe(v.array(TEXT), v.minLength(2, 'at least two words or phrases')),
  ]),
  example: ['k8s', 'kubernetes'],
};

const SEARCH = object(
  {
    /** Maximum number of results. Default: `8`. */
    maxSearchResults: v.optional(integer(1, 50), 8),
    /** Opens the search with Ctrl or Cmd and K, and with /. Default: `true`. */
    hotkeys: v.optional(BOOLEAN, true),
    /**
     * Words that are also searched: a list of equivalent words or phrases (`['testnet', 'test chain']`), or one way
     * (`{ from: 'k8s', to: ['kubernetes'] }`).
     */
    synonyms: v.optional(v.array(SYNONYMS), []),
    /** In English, other everyday words for the same are searched, too: `remove` finds `delete`. Default: `true`. */
    commonSynonyms: v.optional(BOOLEAN, true),
    /** Size with gzip, in kB of 1000 bytes, up to about which an index is one file; larger ones are split. Default: `64`. */
    wholeLimit: v.optional(integer(0, 1_000_000), 64),
    /** Size of an index with gzip, in kB of 1000 bytes, above which a build fails. Default: no limit. */
    maxIndexKilobytes: v.optional(integer(1, 1_000_000)),
    /** Sends searches to another server; off unless configured. */
    analytics: v.optional(
      object({
        /** Address of the script. */
        src: text('webAddress'),
        /** Address that events are sent to. */
        endpoint: text('webAddress'),
      }),
    ),
  },
  { synonyms: [['k8s', 'kubernetes']] },
);

const COMPONENTS = object({
  /** As `true` and `false` in place of this object. */
  md: v.optional(BOOLEAN),
  /** Components by other names: the name of a component, or a module relative to the site folder. */
  map: v.optional(record(STRING, TEXT), {}),
});

const MARKDOWN = object(
  {
    /**
     * Tools whose syntax, frontmatter and addresses are accepted in addition: `docusaurus`, `vitepress`, `starlight`,
     * `mkdocs`, `mdbook`. Default: the one whose configuration file is in the site folder or above the content.
     */
    dialects: v.optional(v.array(oneOf(...DIALECTS.map(({ id }) => id)))),
    /**
     * Folder of the tool: `versioned_docs`, `src/pages` and `@site/` of Docusaurus are in it. Default: the one with its
     * configuration file, else the site folder.
     */
    toolDir: v.optional(text('insidePath')),
    /** Languages of code blocks by further names, such as `{ abap: 'sql' }`. */
    languages: v.optional(record(STRING, STRING), {}),
    /** `sanitize` reduces raw HTML to an allow-list, `trusted` passes it through. Default: `sanitize`. */
    html: v.optional(
      {
        ...oneOf('sanitize', 'trusted'),
        hint: "write html: 'trusted' to pass raw HTML through, or 'sanitize' to reduce it",
      },
      'sanitize',
    ),
    /** Images that are wider than the text lead to their file, which is shown over the page. Default: `false`. */
    zoom: v.optional(BOOLEAN, false),
    /** Deepest heading level that starts a search section. Default: `4`. */
    searchHeadingLevel: v.optional(integer(1, 6), 4),
    /** False refuses `.mdx` files, which are code that runs when the site is built. Default: `true`. */
    mdx: v.optional(BOOLEAN, true),
    /**
     * True reads `.md` files like `.mdx`: with imports, components and expressions. Default: true with the dialect
     * `docusaurus`, else false.
     */
    components: v.optional(switchOr(COMPONENTS)),
  },
  { html: 'sanitize' },
);

const LINKS = object(
  {
    /** Level of link findings by code. */
    rules: rules(LINK_CODES),
    /** Allowed URL schemes of links in addition to http, https, mailto and tel, such as `['vscode', 'sms']`. */
    schemes: v.optional(v.array(text('scheme')), []),
    /** Required ending of links to pages; only for links that name an address, not a file. Default: `any`. */
    trailingSlash: v.optional(oneOf('always', 'never', 'any'), 'any'),
  },
  { rules: { 'page-not-found': 'warning' } },
);

const ORIGINS = v.optional(v.array(text('origin')), []);

const SECURITY_ORIGINS = object({
  /** Origins that images may come from. */
  img: ORIGINS,
  /** Origins that audio and video may come from. */
  media: ORIGINS,
  /** Origins that may be embedded in frames. */
  frame: ORIGINS,
  /** Origins that scripts may come from. */
  script: ORIGINS,
  /** Origins that scripts may send requests to. */
  connect: ORIGINS,
});

const REDIRECT = object({
  /** Old path inside the site, without the base path; `/old/*` for all below a folder, with `hosting` only. */
  from: text('redirectSource'),
  /** New path inside the site, or an address. A final `/*` stands for the rest of the old path. */
  to: text('redirectTarget'),
});

const ASSISTANT = object({
  /** Name in the menu: "Open in …". */
  label: TEXT,
  /** Address with `{url}`, the page's address, or `{markdownUrl}`, that of its Markdown version. */
  url: text('webAddress'),
});

export const AGENTS = object({
  /** Writes `llms.txt`, a list of all pages. Default: `true`. */
  llms: v.optional(BOOLEAN, true),
  /** Writes `llms-full.txt`, the text of all pages. Default: `true`. */
  full: v.optional(BOOLEAN, true),
  /** Answers agents at `/mcp` in the worker or function that a build writes for Cloudflare or Netlify. Default: `true`. */
  mcp: v.optional(BOOLEAN, true),
  /** Instructions for agents in `llms.txt`, as Markdown. */
  instructions: v.optional(TEXT),
  /** Assistants that the menu of a page can open it in. Default: none. */
  assistants: v.optional(v.array(ASSISTANT), []),
});

/** The whole configuration. */
export const SITE_SCHEMA = object({
  /** The site's name, in titles and the navbar. */
  title: TEXT,
  /** Origin that the site is published at, such as `https://docs.example.com`. */
  url: text('siteUrl'),
  /** One sentence about the site. */
  tagline: v.optional(STRING, ''),
  /** Version shown in the footer and in machine-readable files. */
  version: v.optional(TEXT),
  /** Path below the origin. Default: `/`. */
  baseUrl: v.optional(text('baseUrl'), '/'),
  /** Addresses end in `/` and files are `x/index.html`; otherwise `x.html`. Default: `true`, or as the dialect does. */
  trailingSlash: v.optional(BOOLEAN),
  /** Icon in tabs: path below `static/`. Default: `favicon.svg`, `favicon.ico` or `favicon.png`, if there is one. */
  favicon: v.optional(text('staticPath')),
  /** Icon on home screens: path below `static/`. Default: `apple-touch-icon.png`, if there is one. */
  touchIcon: v.optional(text('staticPath')),
  /** Color of the browser around the page: one, or one for each color mode. */
  themeColor: v.optional(scalarOr(text('color'), THEME_COLOR)),
  /** Image of link previews, for pages without their own. Default: `og.png` or `og.jpg` in `static/`, if there is one. */
  image: v.optional(scalarOr(text('href'), IMAGE)),
  /** Images of link previews that a build makes for pages without their own. */
  socialImage: v.optional(SOCIAL_IMAGE),
  /** Languages of the site. Default: English only. */
  i18n: v.optional(
    object(
      {
        /** Locale without a prefix. Default: the first one. */
        defaultLocale: v.optional(text('languageTag')),
        /** All locales of the site. */
        locales: v.optional(
          v.pipe(
            v.array(LOCALE),
            v.nonEmpty('at least one locale'),
            v.maxLength(MAX_LOCALES, `at most ${MAX_LOCALES} locales`),
          ),
        ),
      },
      { locales: [{ code: 'en' }, { code: 'de' }] },
    ),
    {},
  ),
  /** Docs sets. Default: one, made of the docs folder. */
  docs: v.optional(v.array(DOCS_SET)),
  /** OpenAPI descriptions that become pages. */
  openapi: v.optional(v.array(OPENAPI), []),
  /** The bar at the top of every page. */
  navbar: v.optional(NAVBAR, {}),
  /** A message above the navbar. */
  announcementBar: v.optional(ANNOUNCEMENT_BAR),
  /** "Was this page helpful?" below each doc; off unless configured. */
  feedback: v.optional(FEEDBACK),
  /** Sends searches to the site's own server; off unless configured. */
  searchReport: v.optional(SEARCH_REPORT),
  /** The foot of every page. */
  footer: v.optional(FOOTER),
  /** Dark and light mode. */
  colorMode: v.optional(COLOR_MODE, {}),
  /** Behavior of docs sidebars. */
  sidebar: v.optional(SIDEBAR, {}),
  /** Heading levels of the table of contents. */
  toc: v.optional(
    object(
      {
        /** Highest heading level. Default: 2. */
        min: v.optional(integer(2, 6)),
        /** Deepest heading level. Default: 3 (6 with the dialect `mkdocs`), or `min` if that is deeper. */
        max: v.optional(integer(2, 6)),
      },
      { max: 3 },
    ),
    {},
  ),
  /** The search dialog. */
  search: v.optional(SEARCH, {}),
  /** Files for agents: `false` writes no Markdown versions of pages, no `llms.txt` and no menu of pages. Default: `true`. */
  agents: v.optional(switchOr(AGENTS), true),
  /** Frontmatter settings. */
  frontmatter: v.optional(
    object({
      /** Unknown keys that are ignored without a warning. */
      ignore: v.optional(v.array(TEXT), []),
    }),
    {},
  ),
  /** Markdown settings. */
  markdown: v.optional(MARKDOWN, {}),
  /** The link check. */
  links: v.optional(LINKS, {}),
  /** The check of samples in docs. */
  samples: v.optional(SAMPLES, {}),
  /** Level of findings by code; `links.rules` wins. */
  rules: rules(CODES),
  /**
   * Where the site is served: writes that host's rules for headers and caches. Hosts that send no headers (`github-pages`)
   * get the content security policy in every page; so do sites without this key. `none`: neither rules nor policy.
   */
  hosting: v.optional({
    ...oneOf(...HOSTS),
    hint: 'for another host leave hosting out: each page then has the security policy itself',
  }),
  /** The content security policy. */
  security: v.optional(
    object(
      {
        /** Origins that the policy allows in addition to the site's own. */
        origins: v.optional(SECURITY_ORIGINS, {}),
        /** Trusted Types policies that scripts may create. */
        trustedTypes: POLICY_NAMES,
      },
      { origins: { img: ['https://images.example.com'] } },
    ),
    {},
  ),
  /** Old paths that lead to new ones. */
  redirects: v.optional(v.array(REDIRECT), []),
  /** Shows below each doc when it last changed, from git: `true` for the date only. Default: `false`. */
  lastUpdate: v.optional(switchOr(LAST_UPDATE), false),
  /** The list of all pages for search engines; false writes none. Default: `true`. */
  sitemap: v.optional(switchOr(SITEMAP), true),
  /** A feed of the pages that changed last, `changes.xml` (Atom), from git. Default: `false`. */
  feed: v.optional(switchOr(FEED), false),
  /** Collections of data by name, for plug-ins and templates: Markdown, YAML, JSON and CSV files of a folder. */
  collections: v.optional(record(TEXT, COLLECTION), {}),
  /** Posts with authors, tags, pages that list them, and a feed. Default: none. */
  blog: v.optional(BLOG),
  /** Route of a page that lists the `tags` of docs, with a page for each tag below it: `/tags`. Default: none. */
  tags: v.optional(text('route')),
  /** Folders or packages with templates, styles, UI messages and plug-ins: one or a list, of which later ones win. */
  theme: v.optional(THEME, []),
  /** Elements added to the head of every page. */
  head: v.optional(v.array(HEAD_TAG), []),
  /** Extensions, made by `definePlugin`. */
  plugins: v.optional(v.array(PLUGIN), []),
  /** Folder of the pages relative to the site folder. Default: `content` if it exists, else that of the dialect, else the site folder. */
  contentDir: v.optional(text('insidePath')),
  /** Folder of the static files relative to the site folder. Default: `static`, or that of the dialect. */
  staticDir: v.optional(text('insidePath')),
  /**
   * Folders and files that pages may include, relative to the site folder. Default: the nearest folder above with `.git`,
   * else the site folder. Files below them that Git ignores, dot files, `node_modules` and the configuration are refused.
   */
  includeRoots: v.optional(v.array(TEXT)),
  /** Values that pages insert as `{{ name }}`. Default: braces are text. */
  variables: v.optional(record(TEXT, v.union([STRING, v.number(), BOOLEAN]))),
  /** Output folder relative to the site folder. Default: `build`. */
  outDir: v.optional(TEXT),
});

/** The export of `site.config.ts`. All keys except `title` and `url` are optional. */
export interface SiteConfig extends v.InferInput<typeof SITE_SCHEMA> {}

/** The keys of a configuration that have no problems. */
export const ACCEPTED_SCHEMA = v.partial(v.strictObject(SITE_SCHEMA.entries));
export type AcceptedConfig = v.InferInput<typeof ACCEPTED_SCHEMA>;
/** A configuration without problems, with the defaults that do not depend on other keys. */
export type CheckedConfig = v.InferOutput<typeof SITE_SCHEMA>;
/** An entry of a dropdown. */
export type NavbarEntryConfig = v.InferInput<typeof NAVBAR_ENTRY>;
export type NavbarItemConfig = v.InferInput<typeof NAVBAR_ITEM>;
