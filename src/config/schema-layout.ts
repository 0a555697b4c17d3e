/** The configuration of the parts around every page: navbar, announcement bar and footer. */
import * as v from 'valibot';
import { either, noArray, object, oneOf, text } from './schema-check.ts';

const TEXT = text('nonEmpty');
const STRING = v.string();
const BOOLEAN = v.boolean();

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
  /** Marks the item as active where this expression matches the path with its base path. */
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

const NAVBAR_ITEM = {
  ...noArray(
    v.looseObject({
      ...NAVBAR_ITEM_KEYS,
      /** Entries of a dropdown. */
      items: v.optional(v.array(noArray(v.looseObject(NAVBAR_ITEM_KEYS)))),
    }),
  ),
  example: NAVBAR_ITEM_EXAMPLE,
};

export const NAVBAR = object(
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

export const ANNOUNCEMENT_BAR = object({
  /** Key under which the browser remembers that the bar was closed. Default: a hash of the content. */
  id: v.optional(TEXT),
  /** HTML, sanitized. */
  content: TEXT,
  /** CSS color of the bar. */
  backgroundColor: v.optional(text('color')),
  /** CSS color of the text. */
  textColor: v.optional(text('color')),
  /** Readers can close the bar. */
  isCloseable: v.optional(BOOLEAN),
});

const FOOTER_ITEM = object({
  /** Text of the link. */
  label: v.optional(TEXT),
  /** Path inside the site, without the base path. */
  to: v.optional(text('sitePath')),
  /** Address outside the site. */
  href: v.optional(text('href')),
  /** HTML instead of a link, sanitized. */
  html: v.optional(TEXT),
});

const FOOTER_COLUMN = object({
  /** Heading of the column. */
  title: TEXT,
  /** Entries of the column. */
  items: v.array(FOOTER_ITEM),
});

export const FOOTER = object(
  {
    /** Columns with titles, or one row of links. */
    links: v.optional(v.array(either('items', [FOOTER_COLUMN, FOOTER_ITEM]))),
    /** Line at the foot of every page; HTML, sanitized. */
    copyright: v.optional(TEXT),
  },
  { copyright: '© Example', links: [{ label: 'Guide', to: '/docs/guide' }] },
);

export type NavbarItemConfig = v.InferInput<typeof NAVBAR_ITEM>;
export type FooterColumnConfig = v.InferInput<typeof FOOTER_COLUMN>;
export type FooterItemConfig = v.InferInput<typeof FOOTER_ITEM>;
