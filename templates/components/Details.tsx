import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';

export interface DetailsProps {
  /** A text or a `<summary>` element; a `<summary>` element between the tags does the same. */
  readonly summary?: ReactNode;
  /** `summary` in `:::Details[…]`. */
  readonly title?: ReactNode;
  /** Shows the content at first. */
  readonly open?: boolean | undefined;
  readonly children?: ReactNode;
}

/** Content that is hidden until a reader opens it, as `:::details` in Markdown. */
export default function Details({
  title,
  summary = title,
  open,
  children,
}: DetailsProps): ReactNode {
  const all = Children.toArray(children);
  const own = isSummary(summary) ? summary : all.find(isSummary);
  return (
    <details open={open}>
      {own ?? <summary>{summary ?? 'Details'}</summary>}
      {all.filter((child) => child !== own)}
    </details>
  );
}

function isSummary(node: ReactNode): node is ReactElement {
  return isValidElement(node) && node.type === 'summary';
}
