import type { ReactNode } from 'react';
import './Steps.css';

export interface StepsProps {
  /** An ordered list, or headings of level 3 with the text of their steps. */
  readonly children?: ReactNode;
}

/** Numbered steps of a task. */
export default function Steps({ children }: StepsProps): ReactNode {
  return (
    <div className="steps" data-flow="">
      {children}
    </div>
  );
}
