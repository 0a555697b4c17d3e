/** @jsxImportSource docwright/html */
import type { Child } from 'docwright/html';

export interface SchemaProps {
  /** Media types of a body, the type and marks such as "deprecated"; nothing for a plain object. */
  readonly line: Child;
  /** Description, limits and allowed values. */
  readonly about: Child;
  /** The list of properties, and alternatives. */
  readonly children?: Child;
}

/** A body, or the schema of a page. */
export function Schema({ line, about, children }: SchemaProps): Child {
  return (
    <>
      {line && <p class="api-media">{line}</p>}
      {about && <div class="api-root">{about}</div>}
      {children}
    </>
  );
}
