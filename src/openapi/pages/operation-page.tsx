/** @jsxImportSource docwright/html */
import type { Child, Html } from '../../shared/jsx-runtime.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import type { Callback, Operation } from '../model/api-model.ts';
import { baseAddress } from '../samples/request.ts';
import { adoptDescription, describeHtml, finished } from './adopt-description.ts';
import { asideHtml } from './aside.tsx';
import { authenticationOf, wayLine } from './authentication.tsx';
import {
  badge,
  externalDocs,
  fillInline,
  fragment,
  heading,
  isLongPath,
  note,
  pathText,
  requiredMark,
} from './elements.tsx';
import { historyHtml } from './history-page.tsx';
import { mediaHtml } from './media.tsx';
import { type PageScope, section } from './page-scope.ts';
import { parameterSections } from './parameters.tsx';
import { responseTabs } from './responses.tsx';
import {
  baseOf,
  hasHost,
  ownServers,
  serverChoices,
  serverList,
  serverPicker,
  serversTitle,
} from './servers.tsx';

/** Renders an operation or webhook. Ids go to its text first. */
export function operationHtml(scope: PageScope, operation: Operation): Html {
  const { messages, parts } = scope;
  const { title, longSummary, externalDocs: docs, security } = operation;
  const isWebhook = operation.kind === 'webhook';
  const text = scope.describe(longSummary) + scope.describe(operation.description);
  const description = finished(adoptDescription(scope, text, 1));
  const request = requestHtml(scope, operation);
  const words = isWebhook ? messages.answers : messages.responses;
  const responses = [
    section(scope, { level: 2, id: 'responses', text: words }),
    responseTabs(scope, operation.responses, { prefix: '', level: 3 }),
  ];
  const callbacks = callbackSection(scope, operation.callbacks);
  return (
    <parts.Operation
      title={title}
      route={routeBox(scope, operation)}
      lead={isWebhook ? messages.webhookLead : undefined}
      badges={badgeList(operation)}
      authentication={
        isWebhook && security.length === 0 ? undefined : authenticationHtml(scope, operation)
      }
      deprecation={deprecationHtml(scope, operation)}
      history={historyHtml(scope, operation)}
      description={description}
      docs={externalDocs(scope, docs)}
      aside={asideHtml(scope, operation)}
      request={request}
      responses={responses}
      callbacks={callbacks}
    />
  );
}

function badgeList({ badges }: Operation): Html | undefined {
  if (badges.length === 0) return undefined;
  return (
    <p class="api-badges">
      {badges.map((label, index) => [index > 0 && ' ', <span>{label}</span>])}
    </p>
  );
}

/**
 * `GET https://api.test/v1/tenants/{tenantId}`, parameters linked to their rows; the name for a webhook. Below is the
 * choice of a server.
 */
function routeBox(scope: PageScope, operation: Operation): Html {
  const { messages, parts } = scope;
  const { method, kind, servers } = operation;
  const isWebhook = kind === 'webhook';
  const lacksHost = !isWebhook && !hasHost(servers[0]);
  const host = baseAddress({ servers: [] });
  return (
    <parts.Route
      method={badge(method)}
      address={isWebhook ? operation.path : [baseHtml(operation), pathHtml(operation)]}
      servers={isWebhook ? undefined : serverPicker(scope, operation)}
      isWebhook={isWebhook}
      note={lacksHost ? fillMessage(messages.noHost, { host }) : undefined}
    />
  );
}

function pathHtml({ path, parameters }: Operation): Child {
  const names = new Set(
    parameters.filter(({ in: location }) => location === 'path').map(({ name }) => name),
  );
  return path.split(/(\{[^{}]*\})/).map((piece) => {
    const name = piece.slice(1, -1);
    if (!piece.startsWith('{') || !names.has(name)) return pathText(piece, isLongPath(path));
    return <a href={fragment(`path.${name.replace(/\s+/g, '_')}`)}>{piece}</a>;
  });
}

/** The address of the server; its longest alternative reserves the room for the reader's choice. */
function baseHtml(operation: Operation): Html {
  const base = <span class="api-base">{baseOf(operation)}</span>;
  const [longest, other] = serverChoices(operation.servers)
    .map(({ address }) => address)
    .toSorted((one, two) => two.length - one.length);
  if (longest === undefined || other === undefined) return base;
  return (
    <span class="api-server" data-longest={longest}>
      {base}
    </span>
  );
}

function authenticationHtml(scope: PageScope, { security }: Operation): Html {
  const { messages } = scope;
  const { ways, isOptional } = authenticationOf(scope, security);
  const title = isOptional ? messages.authenticationOptional : messages.authentication;
  const label = <strong>{title}</strong>;
  const [way = { words: [messages.noAuthentication], scopes: [] }, ...others] = ways;
  if (others.length === 0)
    return (
      <p class="api-auth">
        {label} {wayLine(way)}
      </p>
    );
  return (
    <div class="api-auth">
      <p>
        {label} {messages.oneOf}
      </p>
      <ul>
        {ways.map((each) => (
          <li>{wayLine(each)}</li>
        ))}
      </ul>
    </div>
  );
}

function deprecationHtml({ messages }: PageScope, operation: Operation): Html | undefined {
  const { deprecated, deprecatedDescription: reason, kind } = operation;
  if (!deprecated) return undefined;
  const title = kind === 'webhook' ? messages.deprecatedWebhook : messages.deprecatedOperation;
  return (
    <div class="admonition admonition-warning">
      <p class="admonition-title">{title}</p>
      {reason !== '' && <p>{reason}</p>}
    </div>
  );
}

function requestHtml(scope: PageScope, operation: Operation): Child {
  const { messages, builderHref } = scope;
  const { body, kind, slug } = operation;
  const builder = kind === 'operation' ? builderHref(slug) : undefined;
  // For the script that adds a button here.
  const after = builder !== undefined && (
    <span hidden data-try={builder} data-label={messages.tryIt}></span>
  );
  const title = section(scope, { level: 2, id: 'request', text: messages.request, after });
  const parameters = parameterSections(scope, operation.parameters, { prefix: '', level: 3 });
  const required = body?.required && requiredMark(messages);
  const content = body !== undefined && [
    section(scope, { level: 3, id: 'body', text: messages.body, after: required }),
    describeHtml(scope, body.description),
    mediaHtml(scope, body.contents, { id: 'body', name: 'body', direction: 'request' }),
  ];
  const servers = ownServers(scope, operation);
  return [
    title,
    parameters.length === 0 && body === undefined && note(messages.noRequest),
    parameters,
    content,
    servers.length > 0 && [
      section(scope, { level: 3, id: 'servers', text: serversTitle(messages, servers) }),
      serverList(messages, servers),
    ],
  ];
}

/** Renders the requests that the API sends in the course of an operation. */
function callbackSection(scope: PageScope, callbacks: readonly Callback[]): Child {
  if (callbacks.length === 0) return undefined;
  const { messages } = scope;
  return [
    section(scope, { level: 2, id: 'callbacks', text: messages.callbacks }),
    callbacks.map(({ name, expression, operations }) => {
      const id = scope.ids.claim(`callback.${name}`);
      const prefix = `${id}.`;
      const requests = operations.map(({ method, description, parameters, body, responses }) => {
        const route = { method: <code>{method}</code>, address: <code>{expression}</code> };
        const words = describeHtml(scope, description);
        const fields = parameterSections(scope, parameters, { prefix, level: 5 });
        const media = { id: `${prefix}body`, name: 'Body', direction: 'request' } as const;
        return [
          <p>{fillInline(messages.callbackLead, route)}</p>,
          words,
          fields.length > 0 && [<h4>{messages.request}</h4>, fields],
          body !== undefined && [
            <h4>
              {messages.body}
              {body.required && requiredMark(messages)}
            </h4>,
            describeHtml(scope, body.description),
            mediaHtml(scope, body.contents, media),
          ],
          responses.length > 0 && [
            <h4>{messages.answers}</h4>,
            responseTabs(scope, responses, { prefix, level: 5 }),
          ],
        ];
      });
      return [heading(scope, { level: 3, id, text: name }), requests];
    }),
  ];
}
