import type { NavbarItem } from 'docwright/theme';
import type { ReactNode } from 'react';

/** A component for custom navbar items. Called as a function, inside a list item. */
export type NavbarKind = (props: {
  readonly item: Extract<NavbarItem, { readonly type: 'custom' }>;
}) => ReactNode;

/** Components by the `type` in the configuration, which begins with `custom-`. Sites override this file. */
export const navbarKinds: Readonly<Record<string, NavbarKind>> = {};
