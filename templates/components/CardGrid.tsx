import type { ReactNode } from 'react';
import './Card.css';

export interface CardGridProps {
  /** `<Card>` and `<LinkCard>` elements. */
  readonly children?: ReactNode;
}

/** Cards in columns, as many as there is room for. */
export default function CardGrid({ children }: CardGridProps): ReactNode {
  return <div className="card-grid">{children}</div>;
}
