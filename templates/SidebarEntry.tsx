import {
  type SidebarEntry as Entry,
  fillMessage,
  Link,
  type SidebarCategory,
  useMessages,
  usePage,
  useSite,
} from 'docwright/theme';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/**
 * A list of sidebar entries, at any depth. When a later page takes the sidebar over, the client compares the lists item by
 * item: each item has its link, its `span` or its `details` as children, and a list of entries is a `ul` in one of them.
 */
export function SidebarEntries({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  const { href } = usePage();
  const { sidebar } = useSite();
  const id = `dw-${useId()}`;
  const group = sidebar?.autoCollapse === true ? id : undefined;
  // The browser keeps one category of a group open: the active one takes precedence over configured ones.
  const mayOpen = group === undefined || !entries.some((entry) => isActive(entry, href));
  return (
    <ul className="sidebar-list">
      {entries.map((entry, index) => (
        <SidebarEntry key={index} entry={entry} group={group} mayOpen={mayOpen} />
      ))}
    </ul>
  );
}

interface EntryProps<Type> {
  readonly entry: Type;
  /** Name of the group of categories of which only one can be open. */
  readonly group?: string | undefined;
  /** False if another category of the group must be open. */
  readonly mayOpen?: boolean;
}

/** An entry of the sidebar: a link with a badge such as the method of an operation, or a category with its entries. */
export function SidebarEntry({ entry, ...group }: EntryProps<Entry>): ReactNode {
  if (entry.type === 'category') return <Category entry={entry} {...group} />;
  const { href, badge, label, note, className } = entry;
  return (
    <li className={className}>
      <CurrentLink href={href}>
        {badge !== undefined && (
          <span className={`badge badge-${badge.toLowerCase()}`}>{badge}</span>
        )}
        {badge === undefined ? label : ` ${label}`}
        <Note text={note} />
      </CurrentLink>
    </li>
  );
}

/**
 * A category. If it has a page, its label is a link, and a caret beside that opens and closes it; else its label does.
 * If its items are left out of this page (`firstHref`), the control is a link to the first page that has them, which the
 * client turns into a button by `data-branch`. The client and the styles know the classes `sidebar-category`, `active` and
 * those of the controls.
 */
function Category({ entry, group, mayOpen = true }: EntryProps<SidebarCategory>): ReactNode {
  const { label, note, href, firstHref, items, collapsible } = entry;
  const messages = useMessages();
  const active = isActive(entry, usePage().href);
  const isClosed = firstHref !== undefined;
  const isDisclosure = !isClosed && collapsible && items.length > 0;
  const hasControl = isClosed || isDisclosure;
  const isLink = href !== undefined;
  if (!isLink && !isClosed && items.length === 0)
    return entry.draft ? <li className="sidebar-draft">{label}</li> : null;
  const list = items.length > 0 && !isClosed && <SidebarEntries entries={items} />;
  const control = isLink ? 'sidebar-caret' : 'sidebar-link';
  const name = isLink ? fillMessage(messages.sidebarCategory, { label }) : undefined;
  const labeled = (
    <>
      {label}
      <Note text={note} />
    </>
  );
  const content = isLink ? undefined : labeled;
  const linked = isLink && hasControl && 'sidebar-linked';
  return (
    <li className={classNames('sidebar-category', linked, entry.className)}>
      {isLink && (
        <CurrentLink href={href} active={isDisclosure && active}>
          {labeled}
        </CurrentLink>
      )}
      {!isLink && !hasControl && <span className="sidebar-heading">{labeled}</span>}
      {isClosed && (
        <a className={control} href={firstHref} aria-label={name} data-branch>
          {content}
        </a>
      )}
      {isDisclosure ? (
        <details name={group} open={active || (mayOpen && !entry.collapsed)}>
          <summary className={classNames(control, !isLink && active && 'active')} aria-label={name}>
            {content}
          </summary>
          {list}
        </details>
      ) : (
        list
      )}
    </li>
  );
}

/** The badge behind a label: `sidebar_badge` of a page, `badge` of a category file, tags of an operation. */
function Note({ text }: { readonly text: string | undefined }): ReactNode {
  return (
    text !== undefined && (
      <>
        {' '}
        <span className="sidebar-note">{text}</span>
      </>
    )
  );
}

interface CurrentLinkProps {
  readonly href: string | undefined;
  readonly active?: boolean;
  readonly children: ReactNode;
}

function CurrentLink({ href, active = false, children }: CurrentLinkProps): ReactNode {
  const current = href === usePage().href ? 'page' : undefined;
  return (
    <Link className={active ? 'active' : undefined} href={href} aria-current={current}>
      {children}
    </Link>
  );
}

/** True if the entry or one below it is the page at `href`. */
function isActive(entry: Entry, href: string): boolean {
  if (entry.href === href) return true;
  return entry.type === 'category' && entry.items.some((item) => isActive(item, href));
}
