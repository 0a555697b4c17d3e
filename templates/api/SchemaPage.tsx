/** @jsxImportSource docwright/html */
import type { Child, Html } from 'docwright/html';

export interface SchemaPageProps {
  readonly name: string;
  /** The schema with its properties. */
  readonly schema: Child;
  readonly example: Child;
  /** The operations and schemas that use it. */
  readonly users: Child;
  /** A link to the list of all schemas. */
  readonly list: { readonly href: string; readonly text: string };
}

/** The page of a named schema. */
export function SchemaPage({ name, schema, example, users, list }: SchemaPageProps): Html {
  return (
    <div class="api-page">
      <h1>{name}</h1>
      {schema}
      {example}
      {users}
      <p class="api-slice">
        <a href={list.href}>{list.text}</a>
      </p>
    </div>
  );
}
