/** The configuration of the announcement bar, the footer, sidebars, and what readers send. */
import * as v from 'valibot';
import { either, object, text, scalarOr } from './schema-check.ts';

const TEXT = text('nonEmpty');
const BOOLEAN = v.boolean();

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

export type FooterItemConfig = v.InferInput<typeof FOOTER_ITEM>;

export const SIDEBAR = object({
  /** Shows a button that hides the sidebar. Default: `false`. */
  hideable: v.optional(BOOLEAN, false),
  /** Closes other categories of the same level when one is opened. Default: `false`. */
  autoCollapse: v.optional(BOOLEAN, false),
});

export const FEEDBACK = object(
  {
    /**
     * Address that receives the form (`page`, `helpful`: `yes` or `no`), which answers with a page or a redirect; or one
     * with `{title}` and `{url}`, such as a new issue, that the page links to.
     */
    to: text('href'),
  },
  { to: '/feedback' },
);

export const SEARCH_REPORT = object({
  /** Address that receives a line of JSON for each search: query and number of results, or query and rank of the choice. */
  to: text('href'),
  /** Share of page loads that send them, from 0 to 1. Default: `1`. */
  sample: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 1),
});

export const THEME = {
  ...scalarOr(text('nonEmpty'), v.array(text('nonEmpty'))),
  hint: "write the name of a package or the path of a folder: theme: './my-theme'",
};
