import {
  type SidebarEntry as Entry,
  fillMessage,
  Link,
  type SidebarCategory,
  type UiMessages,
  useMessages,
  usePage,
  useSite,
} from 'docwright/theme';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** Data that the entries of a list share. */
interface List {
  /** The page that is shown. */
  readonly href: string;
  readonly messages: UiMessages;
  /** Name of the group of categories of which only one can be open. */
  readonly group: string | undefined;
  /** False if another category of the group must be open. */
  readonly mayOpen: boolean;
}

/**
 * A list of sidebar entries, at any depth. When a later page takes the sidebar over, the client compares the lists item by
 * item: each item has its link, its `span` or its `details` as children, and a list of entries is a `ul` in one of them.
 */
export function SidebarEntries({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  const { href } = usePage();
  const { sidebar } = useSite();
  const messages = useMessages();
  const id = `dw-${useId()}`;
  const group = sidebar?.autoCollapse === true ? id : undefined;
  // The browser keeps one category of a group open: the active one takes precedence over configured ones.
  const mayOpen = group === undefined || !entries.some((entry) => isActive(entry, href));
  const list = { href, messages, group, mayOpen };
  // Entries are no components: every page has all of them.
  return (
    <ul className="sidebar-list">
      {entries.map((entry, index) =>
        entry.type === 'category' ? category(entry, list, index) : page(entry, list, index),
      )}
    </ul>
  );
}

/** A link with a badge such as the method of an operation. */
function page(
  { href, badge, label, note, className }: Exclude<Entry, SidebarCategory>,
  list: List,
  key: number,
): ReactNode {
  return (
    <li key={key} className={className}>
      <Link href={href} aria-current={href === list.href ? 'page' : undefined}>
        {badge !== undefined && <span className={`badge-${badge.toLowerCase()}`}>{badge}</span>}
        {badge === undefined ? label : ` ${label}`}
        {noteBehind(note)}
      </Link>
    </li>
  );
}

/**
 * A category. If it has a page, its label is a link, and a caret beside that opens and closes it; else its label does.
 * If its items are left out of this page (`firstHref`), the control is a link to the first page that has them, which the
 * client turns into a button: the last child of a category is one if it is a link. The client and the styles know this, the
 * classes `sidebar-category`, `active` and those of the controls. Pages have many closed categories, so these are short.
 */
function category(entry: SidebarCategory, list: List, key: number): ReactNode {
  const { label, note, href, firstHref, items, collapsible } = entry;
  const isClosed = firstHref !== undefined;
  const isDisclosure = !isClosed && collapsible && items.length > 0;
  const active = isDisclosure && isActive(entry, list.href);
  const hasControl = isClosed || isDisclosure;
  const isLink = href !== undefined;
  if (!isLink && !isClosed && items.length === 0)
    return (
      entry.draft && (
        <li key={key} className="sidebar-draft">
          {label}
        </li>
      )
    );
  if (isLink && !isClosed && items.length === 0)
    return page({ ...entry, href, type: 'link' }, list, key);
  const inner = items.length > 0 && !isClosed && <SidebarEntries entries={items} />;
  const control = isLink ? 'sidebar-caret' : 'sidebar-link';
  const name = isLink ? fillMessage(list.messages.sidebarCategory, { label }) : undefined;
  const labeled = (
    <>
      {label}
      {noteBehind(note)}
    </>
  );
  const content = !isLink && labeled;
  const linked = isLink && hasControl && 'sidebar-linked';
  return (
    <li key={key} className={classNames('sidebar-category', linked, entry.className)}>
      {isLink && (
        <Link
          className={active ? 'active' : undefined}
          href={href}
          aria-current={href === list.href ? 'page' : undefined}
        >
          {labeled}
        </Link>
      )}
      {!isLink && !hasControl && <span className="sidebar-heading">{labeled}</span>}
      {isClosed && (
        <a className={isLink ? control : undefined} href={firstHref} aria-label={name}>
          {content}
        </a>
      )}
      {isDisclosure ? (
        <details name={list.group} open={active || (list.mayOpen && !entry.collapsed)}>
          <summary className={classNames(control, !isLink && active && 'active')} aria-label={name}>
            {content}
          </summary>
          {inner}
        </details>
      ) : (
        inner
      )}
    </li>
  );
}

/** The badge behind a label: `sidebar_badge` of a page, `badge` of a category file, tags of an operation. */
function noteBehind(text: string | undefined): ReactNode {
  return (
    text !== undefined && (
      <>
        {' '}
        <span className="sidebar-note">{text}</span>
      </>
    )
  );
}

/** True if the entry or one below it is the page at `href`. */
function isActive(entry: Entry, href: string): boolean {
  if (entry.href === href) return true;
  return entry.type === 'category' && entry.items.some((item) => isActive(item, href));
}
