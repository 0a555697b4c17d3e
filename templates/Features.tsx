import { Link } from 'docwright/theme';
import type { ReactNode } from 'react';

export interface Feature {
  /** An emoji, an image, or an element such as `<Icon name="key" />`. */
  readonly icon?: ReactNode;
  readonly title: string;
  readonly text?: ReactNode;
  /** A path of the site, or an address: the whole card is the link. */
  readonly link?: string | undefined;
}

/** Cards of a home page, as `features` in the frontmatter makes them, in as many columns as there is room for. */
export function Features({ items }: { readonly items: readonly Feature[] }): ReactNode {
  return (
    <ul className="card-grid">
      {items.map(({ icon, title, text, link }, index) => (
        <li className="card" key={`${index} ${title}`}>
          {icon !== undefined && (
            <p className="card-icon" aria-hidden="true">
              {icon}
            </p>
          )}
          <h2>{link === undefined ? title : <Link to={link}>{title}</Link>}</h2>
          {text !== undefined && <p>{text}</p>}
        </li>
      ))}
    </ul>
  );
}
