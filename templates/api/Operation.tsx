/** @jsxImportSource docwright/html */
import type { Child, Html } from 'docwright/html';

export interface OperationProps {
  readonly title: string;
  /** Method and address, and the choice of a server. */
  readonly route: Child;
  /** Says that it is a webhook; nothing for an operation. */
  readonly lead: string | undefined;
  /** Its tags of the kind `badge`, such as "Beta". */
  readonly badges?: Child;
  readonly authentication: Child;
  readonly deprecation: Child;
  /** When it was added and changed, if the site shows it. */
  readonly history?: Child;
  readonly description: Child;
  /** A link to external documentation. */
  readonly docs: Child;
  /** Samples and examples. */
  readonly aside: Child;
  readonly request: Child;
  readonly responses: Child;
  readonly callbacks: Child;
}

/**
 * The page of an operation or webhook: text on the left, samples beside it; on narrow screens, samples are between the
 * introduction and the tables.
 */
export function Operation(props: OperationProps): Html {
  const { title, route, lead, badges, authentication, deprecation, history, description, docs } =
    props;
  const { aside, request, responses, callbacks } = props;
  return (
    <div class="api">
      <div class="api-words">
        <h1>{title}</h1>
        {route}
        {lead !== undefined && <p class="api-lead">{lead}</p>}
        {badges}
        {authentication}
        {deprecation}
        {history}
        {description && <div class="api-description">{description}</div>}
        {docs}
      </div>
      {aside && (
        <div class="api-aside">
          <div class="api-sticky">{aside}</div>
        </div>
      )}
      <div class="api-words">{request}</div>
      <div class="api-words">{responses}</div>
      {callbacks && <div class="api-words">{callbacks}</div>}
    </div>
  );
}
