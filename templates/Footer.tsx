import {
  type FooterColumn,
  type FooterItem,
  fillMessage,
  Link,
  useHtml,
  useMessages,
  useSite,
} from 'docwright/theme';
import type { ReactNode } from 'react';

/** The footer of every page: columns of links, the copyright line and the site's version. */
export function Footer(): ReactNode {
  const { footer, version } = useSite();
  const messages = useMessages();
  if (footer === undefined) return null;
  return (
    <footer className="footer">
      {footer.columns.length > 0 && (
        <div className="footer-columns">
          {footer.columns.map((column, index) => (
            <Column key={`${index} ${column.title ?? ''}`} column={column} />
          ))}
        </div>
      )}
      <div className="footer-base">
        {footer.copyright !== undefined && <Copyright html={footer.copyright} />}
        {version !== undefined && <p>{fillMessage(messages.version, { version })}</p>}
      </div>
    </footer>
  );
}

function Column({ column }: { readonly column: FooterColumn }): ReactNode {
  return (
    <div className={column.title === undefined ? 'footer-row' : 'footer-column'}>
      {column.title !== undefined && <h2 className="footer-title">{column.title}</h2>}
      <ul className="footer-list">
        {column.items.map((item, index) => (
          <Item key={index} item={item} />
        ))}
      </ul>
    </div>
  );
}

function Item({ item }: { readonly item: FooterItem }): ReactNode {
  if (item.type === 'html') return <HtmlItem html={item.html} />;
  return (
    <li>
      <Link href={item.href}>{item.label}</Link>
    </li>
  );
}

function Copyright({ html }: { readonly html: string }): ReactNode {
  return <div dangerouslySetInnerHTML={useHtml(html)} />;
}

function HtmlItem({ html }: { readonly html: string }): ReactNode {
  return <li dangerouslySetInnerHTML={useHtml(html)} />;
}
