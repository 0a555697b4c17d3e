import {
  fillText,
  Link,
  type SidebarEntry as Entry,
  type SidebarCategory,
  type SidebarLink,
  usePage,
  useTexts,
} from 'docwright/theme';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A list of sidebar entries, at any depth. */
export function SidebarEntries({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  return (
    <ul className="sidebar-list">
      {entries.map((entry, index) => (
        <SidebarEntry key={`${index} ${entry.label}`} entry={entry} />
      ))}
    </ul>
  );
}

/** One entry of the sidebar: a link, or a category with what is below it. */
export function SidebarEntry({ entry }: { readonly entry: Entry }): ReactNode {
  if (entry.type === 'link') return <LinkEntry entry={entry} />;
  if (entry.trimmed || entry.items.length === 0) return <TrimmedCategory entry={entry} />;
  if (!entry.collapsible) return <OpenCategory entry={entry} />;
  return entry.href === undefined ? (
    <PlainCategory entry={entry} />
  ) : (
    <LinkedCategory entry={entry} />
  );
}

function LinkEntry({ entry }: { readonly entry: SidebarLink }): ReactNode {
  return (
    <li className={classNames('sidebar-item', entry.className)}>
      <CurrentLink href={entry.href}>
        {entry.badge !== undefined && <Badge text={entry.badge} />}{' '}
        <span className="sidebar-label">{entry.label}</span>
      </CurrentLink>
    </li>
  );
}

function Badge({ text }: { readonly text: string }): ReactNode {
  return <span className={`badge badge-${text.toLowerCase()}`}>{text}</span>;
}

interface CategoryProps {
  readonly entry: SidebarCategory;
}

/** A category whose items are not in this page: a plain link, or nothing where it leads nowhere. */
function TrimmedCategory({ entry }: CategoryProps): ReactNode {
  if (entry.href === undefined) return null;
  return (
    <li className={classNames('sidebar-item sidebar-category', entry.className)}>
      <CurrentLink href={entry.href}>{entry.label}</CurrentLink>
    </li>
  );
}

/** A category that cannot be closed. */
function OpenCategory({ entry }: CategoryProps): ReactNode {
  return (
    <li className={classNames('sidebar-item sidebar-category', entry.className)}>
      {entry.href === undefined ? (
        <span className="sidebar-heading">{entry.label}</span>
      ) : (
        <CurrentLink href={entry.href}>{entry.label}</CurrentLink>
      )}
      <SidebarEntries entries={entry.items} />
    </li>
  );
}

/** A category without a page of its own: its label opens and closes it. */
function PlainCategory({ entry }: CategoryProps): ReactNode {
  const { href } = usePage();
  return (
    <li className={classNames('sidebar-item sidebar-category', entry.className)}>
      <details open={isOpen(entry, href)}>
        <summary className={classNames('sidebar-link', isActive(entry, href) && 'active')}>
          {entry.label}
          <span className="icon icon-caret" aria-hidden="true" />
        </summary>
        <SidebarEntries entries={entry.items} />
      </details>
    </li>
  );
}

/** A category with a page: the label is a link, a caret beside it opens and closes (rule 19). */
function LinkedCategory({ entry }: CategoryProps): ReactNode {
  const { href } = usePage();
  const texts = useTexts();
  return (
    <li className={classNames('sidebar-item sidebar-category sidebar-linked', entry.className)}>
      <CurrentLink href={entry.href} active={isActive(entry, href)}>
        {entry.label}
      </CurrentLink>
      <details open={isOpen(entry, href)}>
        <summary
          className="sidebar-caret"
          aria-label={fillText(texts.sidebarCategory, { label: entry.label })}
        >
          <span className="icon icon-caret" aria-hidden="true" />
        </summary>
        <SidebarEntries entries={entry.items} />
      </details>
    </li>
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
      className={classNames('sidebar-link', active && 'active')}
      href={href}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </Link>
  );
}

/** True where the entry or one below it is the page at `href`. */
function isActive(entry: Entry, href: string): boolean {
  if (entry.href === href) return true;
  return entry.type === 'category' && entry.items.some((item) => isActive(item, href));
}

function isOpen(entry: SidebarCategory, href: string): boolean {
  return !entry.collapsed || isActive(entry, href);
}
