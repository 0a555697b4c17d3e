/** @jsxImportSource docwright/html */
import type { Child, Html } from 'docwright/html';

export interface OperationListProps {
  readonly operations: readonly ListedOperation[];
}

export interface ListedOperation {
  /** The method in its color. */
  readonly method: Child;
  readonly title: string;
  readonly href: string;
  readonly path: Child;
  /** The word for it, if the operation is deprecated. */
  readonly deprecated: string | undefined;
}

/** The operations of a tag, all webhooks, or the operations that use a schema. */
export function OperationList({ operations }: OperationListProps): Html {
  return (
    <ul class="api-operations">
      {operations.map(({ method, title, href, path, deprecated }) => (
        <li>
          {method} <a href={href}>{title}</a> <code>{path}</code>
          {deprecated !== undefined && [' ', <span class="prop-flag">{deprecated}</span>]}
        </li>
      ))}
    </ul>
  );
}
