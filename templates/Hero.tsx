import { Link } from 'docwright/theme';
import type { ReactNode } from 'react';

export interface HeroAction {
  readonly label: string;
  /** A path of the site, or an address. */
  readonly link: string;
}

export interface HeroProps {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** The first one is the main action. */
  readonly actions?: readonly HeroAction[] | undefined;
  /** Code blocks beside the text. */
  readonly code?: ReactNode;
  /** An image beside the text. */
  readonly image?: ReactNode;
}

/**
 * The start of a home page, as `hero` in the frontmatter makes it: all props but the title are optional, and the style sheet
 * puts an image or code beside the text if there is room. Also for React pages.
 */
export function Hero({ title, text, actions = [], code, image }: HeroProps): ReactNode {
  return (
    <header className="home-hero">
      <div>
        <h1>{title}</h1>
        {text !== undefined && <p className="home-lead">{text}</p>}
        {actions.length > 0 && (
          <p className="home-actions">
            {actions.map(({ label, link }, index) => (
              <Link
                key={`${index} ${label}`}
                className={index === 0 ? 'button button-primary' : 'button'}
                to={link}
              >
                {label}
              </Link>
            ))}
          </p>
        )}
      </div>
      {image !== undefined && <div className="home-image">{image}</div>}
      {code !== undefined && <div className="home-code">{code}</div>}
    </header>
  );
}
