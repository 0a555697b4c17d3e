import {
  BOOLEAN,
  type ObjectSchema,
  oneOf,
  optional,
  type Property,
  required,
  type Schema,
  STRING,
  text,
} from './schema.ts';
import type { NavbarConfig } from './site-config.ts';

const SIZE: Schema = { kind: 'number', min: 1 };

const LOGO: ObjectSchema = {
  kind: 'object',
  properties: {
    src: required(text('href'), 'Path below `static/`, or an address.'),
    alt: optional(STRING, 'Alternative text; empty for a logo beside the title.'),
    href: optional(text('href'), 'Where the logo leads; default: the start page.'),
    width: optional(SIZE, 'Width in CSS pixels.'),
    height: optional(SIZE, 'Height in CSS pixels.'),
  } satisfies Record<keyof NonNullable<NavbarConfig['logo']>, Property>,
};

/** One item of the navbar or of a dropdown; which keys fit together is checked by `checkNavbar`. */
export const NAVBAR_ITEM: ObjectSchema = {
  kind: 'object',
  open: true,
  properties: {
    type: optional(
      STRING,
      'Kind of the item: default, dropdown, doc, docSidebar, docsVersion, docsVersionDropdown, localeDropdown, search, html or custom-….',
      'default',
    ),
    label: optional(text('nonEmpty'), 'Text of the item.'),
    to: optional(text('sitePath'), 'Path inside the site, without the base path.'),
    href: optional(text('href'), 'Address outside the site.'),
    html: optional(text('nonEmpty'), 'HTML instead of the label, sanitised.'),
    value: optional(text('nonEmpty'), 'What an `html` item shows, sanitised.'),
    position: optional(oneOf('left', 'right'), 'Group that the item stands in.', 'left'),
    activeBasePath: optional(text('sitePath'), 'The item is active on all pages below this path.'),
    activeBaseRegex: optional(
      text('regex'),
      'The item is active where this expression matches the path with its base path.',
    ),
    className: optional(STRING, 'Class names added to the item.'),
    docId: optional(text('nonEmpty'), 'Doc that a `doc` item leads to.'),
    sidebarId: optional(text('nonEmpty'), 'Sidebar whose first link a `docSidebar` item leads to.'),
    docsPluginId: optional(text('nonEmpty'), 'Docs set of a docs item; default: the first one.'),
    items: optional(
      { kind: 'array', items: { kind: 'ref', name: 'navbarItem' } },
      'Entries of a dropdown.',
    ),
  },
};

export const NAVBAR: ObjectSchema = {
  kind: 'object',
  properties: {
    title: optional(STRING, "Text beside the logo; default: the site's title."),
    logo: optional(LOGO, 'Image at the start of the navbar.'),
    items: optional(
      { kind: 'array', items: { kind: 'ref', name: 'navbarItem' } },
      'Items in their order.',
    ),
    style: optional(oneOf('dark', 'primary'), 'Colours of the navbar; default: those of the page.'),
    hideOnScroll: optional(BOOLEAN, 'Scrolling down hides the navbar.', false),
  } satisfies Record<keyof NavbarConfig, Property>,
};
