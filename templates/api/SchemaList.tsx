/** @jsxImportSource docwright/html */
import type { Html } from 'docwright/html';

export interface SchemaListProps {
  readonly title: string;
  readonly lead: string;
  readonly schemas: readonly {
    readonly name: string;
    readonly href: string;
    /** The first sentence of the description; may be empty. */
    readonly summary: string;
  }[];
}

/** The page with all named schemas of a description. */
export function SchemaList({ title, lead, schemas }: SchemaListProps): Html {
  return (
    <div class="api-page">
      <h1>{title}</h1>
      <p>{lead}</p>
      <ul class="api-schemas">
        {schemas.map(({ name, href, summary }) => (
          <li>
            <a href={href}>{name}</a>
            {summary !== '' && ` ${summary}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
