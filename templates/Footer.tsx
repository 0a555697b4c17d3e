import { type FooterItem, fillMessage, Link, useHtml, useMessages, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';

/**
 * The footer of every page: columns of links (a row if they have no title), the copyright line and the site's version.
 * Nothing without `footer` in the configuration. No script uses it; its styles are those of the class `footer`.
 */
export function Footer(): ReactNode {
  const { footer, version } = useSite();
  const messages = useMessages();
  const copyright = useHtml(footer?.copyright ?? '');
  if (footer === undefined) return null;
  return (
    <footer className="footer">
      {footer.columns.length > 0 && (
        <div className="footer-columns">
          {footer.columns.map((column, index) => (
            <div
              key={`${index} ${column.title ?? ''}`}
              className={column.title === undefined ? 'footer-row' : 'footer-column'}
            >
              {column.title !== undefined && <h2 className="footer-title">{column.title}</h2>}
              <ul className="footer-list">
                {column.items.map((item, position) => (
                  <Item key={position} item={item} />
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
      <div className="footer-base">
        {footer.copyright !== undefined && <div dangerouslySetInnerHTML={copyright} />}
        {version !== undefined && <p>{fillMessage(messages.version, { version })}</p>}
      </div>
    </footer>
  );
}

/** A link, or sanitized HTML of the configuration. */
function Item({ item }: { readonly item: FooterItem }): ReactNode {
  const html = useHtml(item.type === 'html' ? item.html : '');
  if (item.type === 'html') return <li dangerouslySetInnerHTML={html} />;
  return (
    <li>
      <Link href={item.href}>{item.label}</Link>
    </li>
  );
}
