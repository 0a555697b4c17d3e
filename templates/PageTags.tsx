import { Link, useMessages, usePage } from 'docwright/theme';
import { Fragment, type ReactNode } from 'react';

/** Below the article, the tags of the page with links to the lists of pages that have them (`tags` of the configuration). */
export function PageTags(): ReactNode {
  const { tags = [] } = usePage();
  const messages = useMessages();
  return (
    tags.length > 0 && (
      <div className="page-foot">
        <p className="page-tags">
          {messages.tags}:
          {tags.map(({ label, href }, index) => (
            <Fragment key={href}>
              {index === 0 ? ' ' : ' · '}
              <Link href={href}>{label}</Link>
            </Fragment>
          ))}
        </p>
      </div>
    )
  );
}
