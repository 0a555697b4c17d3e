import {
  type NavbarLink as Item,
  Link,
  useHtml,
  usePage,
  useVersionEntries,
  type NavbarVersionLink as VersionItem,
} from 'docwright/theme';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A link of the navbar. `aria-current` is `page` on the exact page, `true` inside its section. */
export function NavbarLink({ item }: { readonly item: Item }): ReactNode {
  return <ItemLink item={item} href={item.href} label={item.label} />;
}

/** A link to the main doc of the page's version, else of the preferred one, else of the last one. */
export function NavbarVersionLink({ item }: { readonly item: VersionItem }): ReactNode {
  const { shown, preference } = useVersionEntries(item.setId);
  return (
    <ItemLink
      item={item}
      href={shown.mainHref}
      label={item.label ?? shown.label}
      attributes={preference(item)}
    />
  );
}

interface ItemLinkProps {
  readonly item: Item | VersionItem;
  readonly href: string;
  readonly label: string | undefined;
  readonly attributes?: object;
}

function ItemLink({ item, href, label, attributes }: ItemLinkProps): ReactNode {
  const page = usePage();
  const html = useHtml(item.html ?? '');
  const current = page.activeItems[item.key] ?? (href === page.href ? 'page' : undefined);
  return (
    <Link
      {...item.attributes}
      {...attributes}
      className={classNames('navbar-link', item.className)}
      href={href}
      aria-current={current}
    >
      {item.html === undefined ? label : <span dangerouslySetInnerHTML={html} />}
    </Link>
  );
}
