import type { ReactNode } from 'react';
import Icon from './Icon.tsx';
import './Card.css';

export interface CardProps {
  readonly title?: ReactNode;
  /** Name of an icon, a text such as an emoji, or an element. */
  readonly icon?: ReactNode;
  /** Makes the card a link. */
  readonly href?: string | undefined;
  readonly children?: ReactNode;
}

/** A box with a title. */
export default function Card({ title, icon, href, children }: CardProps): ReactNode {
  return (
    <div className="card">
      {(icon !== undefined || title !== undefined) && (
        <p className="card-title">
          {typeof icon === 'string' ? <Icon name={icon} /> : icon}
          {href === undefined ? <span>{title}</span> : <a href={href}>{title}</a>}
        </p>
      )}
      {children !== undefined && <div data-flow="">{children}</div>}
    </div>
  );
}
