import { Link, type NavbarLink as Item, useHtml, usePage } from 'docwright/theme';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A link of the navbar. `aria-current` is `page` on the exact page, `true` inside its section (rule 11). */
export function NavbarLink({ item }: { readonly item: Item }): ReactNode {
  const current = usePage().activeItems[item.key];
  return (
    <Link
      {...item.attributes}
      className={classNames('navbar-link', item.className)}
      href={item.href}
      aria-current={current}
    >
      {item.html === undefined ? item.label : <Label html={item.html} />}
    </Link>
  );
}

function Label({ html }: { readonly html: string }): ReactNode {
  return <span dangerouslySetInnerHTML={useHtml(html)} />;
}
