import type { NavbarItem } from 'docwright/theme';
import type { ReactNode } from 'react';

/** A component for navbar items of a kind of the site's own. It is called as a function, inside a list item. */
export type NavbarKind = (props: {
  readonly item: Extract<NavbarItem, { readonly type: 'custom' }>;
}) => ReactNode;

/** The components by the `type` in the configuration, which begins with `custom-`. A site replaces this file. */
export const navbarKinds: Readonly<Record<string, NavbarKind>> = {};
