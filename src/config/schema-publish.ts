/** The configuration of what a build publishes for search engines, feed readers and other services. */
import * as v from 'valibot';
import { integer, object, oneOf, record, text } from './schema-check.ts';

const TEXT = text('nonEmpty');
const STRING = v.string();
const BOOLEAN = v.boolean();

export const LAST_UPDATE = object({
  /** Shows when the page last changed. Default: `true`. */
  time: v.optional(BOOLEAN, true),
  /** Shows the names of its authors, those of most commits first. Default: `false`. */
  contributors: v.optional(BOOLEAN, false),
});

const PATTERNS = v.optional(v.array(text('glob')), []);

export const SITEMAP = object({
  /** Globs of paths without the base path whose pages are left out, such as `['/docs/internal/**']`. */
  exclude: PATTERNS,
  /** Adds when each page last changed, from git. Default: true with `lastUpdate`. */
  lastmod: v.optional(BOOLEAN),
});

export const FEED = object({
  /** Title of the feed. Default: the site's title. */
  title: v.optional(TEXT),
  /** Maximum number of entries. Default: `20`. */
  limit: v.optional(integer(1, 1000), 20),
  /** Globs of paths without the base path whose pages are in it. Default: the pages of default versions. */
  include: PATTERNS,
  /** Path of a page whose sections (headings of level 2) are the entries, such as a changelog. Without it, pages are. */
  page: v.optional(text('sitePath')),
});

export const BLOG = object({
  /** Folder of its posts, relative to the site folder. Default: `blog`. */
  path: v.optional(text('insidePath'), 'blog'),
  /** Route of its pages. Default: `/blog`. */
  routeBase: v.optional(text('route'), '/blog'),
  /** Title of its first page and of its feeds. Default: `Blog`. */
  title: v.optional(TEXT, 'Blog'),
  /** Formats of its feeds: `atom` (`atom.xml`), `rss` (`rss.xml`) and `json` (`feed.json`). Default: `['atom']`. */
  feeds: v.optional(v.array(oneOf('atom', 'rss', 'json')), ['atom']),
  /** Number of posts on a page of the list. Default: `10`. */
  perPage: v.optional(integer(1, 1000), 10),
  /** Posts of later dates are not built. Default: the date of the last commit; all posts outside of git. */
  until: v.optional(text('date')),
});

export const COLLECTION = object(
  {
    /** Folder of its files, relative to the site folder. */
    dir: text('insidePath'),
    /** Checks the data of each entry: a JSON Schema, or a schema of valibot, zod and others (Standard Schema). */
    schema: v.optional(v.looseObject({})),
    /** Key of the data by which entries are sorted; `-date` for the last first. Default: their files. */
    sort: v.optional(TEXT),
  },
  { dir: 'data/terms', sort: 'name' },
);

export const SOCIAL_IMAGE = object({
  /** SVG file with `{{ title }}`, `{{ description }}`, `{{ section }}` and `{{ site }}`, relative to the site folder. */
  template: text('insidePath'),
  /** Font files relative to the site folder. Default: the fonts of the system, which differ. */
  fonts: v.optional(v.array(text('insidePath')), []),
});

export const THEME_COLOR = object({
  /** CSS color in light mode. */
  light: text('color'),
  /** CSS color in dark mode. */
  dark: text('color'),
});

export const IMAGE = object({
  /** Path below `static/`, or an address. */
  src: text('href'),
  /** Alternative text. */
  alt: v.optional(STRING),
});

export const HEAD_TAG = object(
  {
    /** Name of the element. A script has `src`: there is no inline code. */
    tag: oneOf('meta', 'link', 'script'),
    /** Attributes of the element: texts, or `true` for one without a value, such as `defer`. */
    attributes: record(STRING, v.union([STRING, BOOLEAN])),
  },
  { tag: 'meta', attributes: { name: 'author', content: 'Acme' } },
);
