import { Link, type PageInput, type SidebarEntry, useMessages } from 'docwright/theme';
import type { ReactNode } from 'react';
import { Hero } from './Hero.tsx';

/**
 * The generated home page of a site without its own: the title, the tagline, and a card for each of the sidebar's first
 * entries with links to the pages and categories of a category. Needs `main` as in `DocPage`.
 */
export function GeneratedHome({ site, sidebar }: PageInput): ReactNode {
  const messages = useMessages();
  return (
    <main id="dw-main" tabIndex={-1} className="main main-home">
      <Hero title={site.title} text={site.tagline === '' ? undefined : site.tagline} />
      {sidebar.length > 0 && (
        <section className="home-section" aria-label={messages.homeContents}>
          <ul className="card-grid">
            {sidebar.map((entry, index) => (
              <HomeCard key={`${index} ${entry.label}`} entry={entry} />
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}

/** The page of an entry: of a category without one, the first inside. */
function pageOf(entry: SidebarEntry): string | undefined {
  if (entry.href !== undefined || entry.type !== 'category') return entry.href;
  return entry.items.map(pageOf).find((href) => href !== undefined);
}

function HomeCard({ entry }: { readonly entry: SidebarEntry }): ReactNode {
  const links =
    entry.type === 'category'
      ? entry.items.flatMap((item) => {
          const href = pageOf(item);
          return href === undefined ? [] : [{ href, label: item.label }];
        })
      : [];
  return (
    <li className="card">
      <h2>
        {entry.href === undefined ? entry.label : <Link href={entry.href}>{entry.label}</Link>}
      </h2>
      {links.length > 0 && (
        <ul>
          {links.map((item, index) => (
            <li key={`${index} ${item.label}`}>
              <Link href={item.href}>{item.label}</Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
