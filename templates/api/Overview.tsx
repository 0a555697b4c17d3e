/** @jsxImportSource docwright/html */
import type { Child, Html } from 'docwright/html';

export interface OverviewProps {
  readonly title: string;
  /** The version, and a link to the description. */
  readonly facts: readonly Child[];
  readonly summary: string;
  readonly description: Child;
  /** A link to external documentation. */
  readonly docs: Child;
  /** Servers, security schemes, operations, webhooks, schemas and contact, each with its heading. */
  readonly children?: Child;
}

/** The first page of a description. */
export function Overview(props: OverviewProps): Html {
  const { title, facts, summary, description, docs, children } = props;
  return (
    <div class="api-page">
      <h1>{title}</h1>
      {facts.length > 0 && (
        <p class="api-facts">{facts.map((fact, index) => [index > 0 && ' · ', fact])}</p>
      )}
      {summary !== '' && <p class="api-lead">{summary}</p>}
      {description}
      {docs}
      {children}
    </div>
  );
}
