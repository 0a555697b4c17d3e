/** The required and allowed keys of a kind of navbar item, in addition to `type`, `position` and `className`. */
export interface NavbarKind {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** A link: further attributes go to its `<a>`. */
  readonly isLink: boolean;
  /** Allowed inside a dropdown. */
  readonly nests: boolean;
}

function link(required: readonly string[], others: readonly string[]): NavbarKind {
  const optional = ['label', 'html', 'activeBasePath', 'activeBaseRegex', ...others];
  return { required, optional, isLink: true, nests: true };
}

function single(optional: readonly string[], nests: boolean): NavbarKind {
  return { required: [], optional, isLink: false, nests };
}

/** The kinds of navbar items by `type`. */
export const NAVBAR_KINDS: ReadonlyMap<string, NavbarKind> = new Map<string, NavbarKind>([
  ['default', link([], ['to', 'href'])],
  ['doc', link(['docId'], ['docsPluginId'])],
  ['docSidebar', link(['sidebarId'], ['docsPluginId'])],
  ['docsVersion', link([], ['docsPluginId'])],
  ['html', single(['value', 'html'], true)],
  ['search', single([], false)],
  ['localeDropdown', single(['label'], false)],
  ['docsVersionDropdown', single(['label', 'docsPluginId'], false)],
  ['dropdown', { ...single([], false), required: ['label', 'items'] }],
]);

/** Types of items that a site's own templates render; their keys are not checked. */
export function isCustomKind(type: string): boolean {
  return /^custom-[\w-]+$/.test(type);
}

const ATTRIBUTES: readonly string[] =
  'dir download hreflang lang referrerpolicy rel target title translate'.split(' ');

/** Tells whether a link may have an attribute: none that runs, styles or loads, and no `id` (items appear twice). */
export function isLinkAttribute(name: string): boolean {
  return ATTRIBUTES.includes(name) || /^(?:data|aria)-[a-z][a-z0-9_.-]*$/.test(name);
}

/** Lists the allowed attributes in words. */
export const LINK_ATTRIBUTES_HINT = `allowed: ${ATTRIBUTES.join(', ')}, data-* and aria-*`;
