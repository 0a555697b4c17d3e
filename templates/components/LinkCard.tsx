import type { ReactNode } from 'react';
import Icon from './Icon.tsx';
import './Card.css';

export interface LinkCardProps {
  readonly title?: ReactNode;
  readonly href?: string | undefined;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
}

/** A link with a description that is clickable as a whole. */
export default function LinkCard({ title, href, description, children }: LinkCardProps): ReactNode {
  return (
    <div className="card link-card">
      <p className="card-title">
        <a href={href}>{title}</a>
        <Icon name="right-arrow" />
      </p>
      {description !== undefined && <p>{description}</p>}
      {children}
    </div>
  );
}
