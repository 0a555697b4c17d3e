import {
  type SidebarEntry as Entry,
  fillMessage,
  Link,
  type SidebarCategory,
  type SidebarLink,
  useMessages,
  usePage,
  useSite,
} from 'docwright/theme';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** A list of sidebar entries, at any depth. */
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

interface GroupProps {
  /** Name of the group of categories of which only one can be open. */
  readonly group?: string | undefined;
  /** False if another category of the group must be open. */
  readonly mayOpen?: boolean;
}

/** An entry of the sidebar: a link, or a category with its entries. */
export function SidebarEntry({
  entry,
  ...group
}: GroupProps & { readonly entry: Entry }): ReactNode {
  if (entry.type === 'link') return <LinkEntry entry={entry} />;
  if (entry.firstHref !== undefined) return <ClosedCategory entry={entry} />;
  if (entry.items.length === 0) return <EmptyCategory entry={entry} />;
  if (!entry.collapsible) return <OpenCategory entry={entry} />;
  return entry.href === undefined ? (
    <PlainCategory entry={entry} {...group} />
  ) : (
    <LinkedCategory entry={entry} {...group} />
  );
}

function LinkEntry({ entry }: { readonly entry: SidebarLink }): ReactNode {
  return (
    <li className={entry.className}>
      <CurrentLink href={entry.href}>
        {entry.badge === undefined ? entry.label : <BadgedLabel {...entry} badge={entry.badge} />}
      </CurrentLink>
    </li>
  );
}

function BadgedLabel({
  badge,
  label,
}: {
  readonly badge: string;
  readonly label: string;
}): ReactNode {
  return (
    <>
      <span className={`badge badge-${badge.toLowerCase()}`}>{badge}</span> {label}
    </>
  );
}

interface CategoryProps {
  readonly entry: SidebarCategory;
}

/**
 * A category whose items are left out of this page: links to its page, or to the first one below it. The client opens it
 * in place with the items from there.
 */
function ClosedCategory({ entry }: CategoryProps): ReactNode {
  const label = fillMessage(useMessages().sidebarCategory, { label: entry.label });
  const caret = <span className="icon icon-caret" aria-hidden="true" />;
  return entry.href === undefined ? (
    <li className={classNames('sidebar-category', entry.className)}>
      <a className="sidebar-link" href={entry.firstHref} data-branch>
        {entry.label}
        {caret}
      </a>
    </li>
  ) : (
    <li className={classNames('sidebar-category sidebar-linked', entry.className)}>
      <CurrentLink href={entry.href}>{entry.label}</CurrentLink>
      <a className="sidebar-caret" href={entry.firstHref} aria-label={label} data-branch>
        {caret}
      </a>
    </li>
  );
}

/** A category without items that are shown: a link; without a target the label of a draft, or nothing. */
function EmptyCategory({ entry }: CategoryProps): ReactNode {
  if (entry.href === undefined)
    return entry.draft ? <li className="sidebar-draft">{entry.label}</li> : null;
  return (
    <li className={classNames('sidebar-category', entry.className)}>
      <CurrentLink href={entry.href}>{entry.label}</CurrentLink>
    </li>
  );
}

/** A category that cannot be closed. */
function OpenCategory({ entry }: CategoryProps): ReactNode {
  return (
    <li className={classNames('sidebar-category', entry.className)}>
      {entry.href === undefined ? (
        <span className="sidebar-heading">{entry.label}</span>
      ) : (
        <CurrentLink href={entry.href}>{entry.label}</CurrentLink>
      )}
      <SidebarEntries entries={entry.items} />
    </li>
  );
}

/** A category without its own page: its label opens and closes it. */
function PlainCategory(props: CategoryProps & GroupProps): ReactNode {
  const { entry } = props;
  const active = isActive(entry, usePage().href);
  return (
    <li className={classNames('sidebar-category', entry.className)}>
      <CategoryDetails {...props}>
        <summary className={classNames('sidebar-link', active && 'active')}>
          {entry.label}
          <span className="icon icon-caret" aria-hidden="true" />
        </summary>
      </CategoryDetails>
    </li>
  );
}

/** A category with a page: the label is a link, and the caret beside it opens and closes the category. */
function LinkedCategory(props: CategoryProps & GroupProps): ReactNode {
  const { entry } = props;
  const label = fillMessage(useMessages().sidebarCategory, { label: entry.label });
  return (
    <li className={classNames('sidebar-category sidebar-linked', entry.className)}>
      <CurrentLink href={entry.href} active={isActive(entry, usePage().href)}>
        {entry.label}
      </CurrentLink>
      <CategoryDetails {...props}>
        <summary className="sidebar-caret" aria-label={label}>
          <span className="icon icon-caret" aria-hidden="true" />
        </summary>
      </CategoryDetails>
    </li>
  );
}

/** A disclosure: the summary, and the entries of the category. */
function CategoryDetails({
  entry,
  group,
  mayOpen = true,
  children,
}: CategoryProps & GroupProps & { readonly children: ReactNode }): ReactNode {
  const active = isActive(entry, usePage().href);
  return (
    <details name={group} open={active || (mayOpen && !entry.collapsed)}>
      {children}
      <SidebarEntries entries={entry.items} />
    </details>
  );
}

interface CurrentLinkProps {
  readonly href: string | undefined;
  readonly active?: boolean;
  readonly children: ReactNode;
}

function CurrentLink({ href, active = false, children }: CurrentLinkProps): ReactNode {
  const current = href === usePage().href;
  return (
    <Link
      className={active ? 'active' : undefined}
      href={href}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </Link>
  );
}

/** True if the entry or one below it is the page at `href`. */
function isActive(entry: Entry, href: string): boolean {
  if (entry.href === href) return true;
  return entry.type === 'category' && entry.items.some((item) => isActive(item, href));
}
