/** @jsxImportSource docwright/html */
import type { Child } from 'docwright/html';

export interface RouteProps {
  /** The method in its color. */
  readonly method: Child;
  /** Server and path, with links to the parameters; the name of a webhook. */
  readonly address: Child;
  /** The choice among several servers. */
  readonly servers: Child;
  readonly isWebhook: boolean;
  /** Said where the description names no host. */
  readonly note: string | undefined;
}

/** `GET https://api.test/v1/tenants/{tenantId}`. Scripts add the buttons that copy to `api-tools`. */
export function Route({ method, address, servers, isWebhook, note }: RouteProps): Child {
  return (
    <>
      <div class="api-route">
        <p>
          {method} <code>{address}</code>
        </p>
        {!isWebhook && <div class="api-tools">{servers}</div>}
      </div>
      {note !== undefined && <p class="prop-note">{note}</p>}
    </>
  );
}
