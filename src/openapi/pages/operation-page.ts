import { escapeHtml } from '../../shared/escape-html.ts';
import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type { Callback, Operation } from '../model/api-model.ts';
import { baseAddress } from '../samples/request.ts';
import { adoptDescription, describeHtml } from './adopt-description.ts';
import { asideHtml } from './aside.ts';
import { authenticationOf, wayLine } from './authentication.ts';
import {
  badge,
  externalDocs,
  fillInline,
  fragment,
  heading,
  inlineHtml,
  isLongPath,
  link,
  note,
  pathText,
  requiredMark,
} from './elements.ts';
import { mediaHtml } from './media.ts';
import type { PageScope } from './page-scope.ts';
import { parameterSections } from './parameters.ts';
import { responseTabs } from './responses.ts';
import {
  baseOf,
  hasHost,
  ownServers,
  serverChoices,
  serverList,
  serverPicker,
  serversTitle,
} from './servers.ts';

/**
 * Renders an operation or webhook: text on the left, samples beside it; on narrow screens, samples are between the
 * introduction and the tables.
 */
export function operationHtml(scope: PageScope, operation: Operation): string {
  const intro = introHtml(scope, operation);
  const request = requestHtml(scope, operation);
  const isWebhook = operation.kind === 'webhook';
  const { messages } = scope;
  const title = isWebhook ? messages.answers : messages.responses;
  const responses =
    heading(messages, { level: 2, id: scope.ids.claim('responses'), text: title }) +
    responseTabs(scope, operation.responses, { prefix: '', level: 3 });
  const callbacks = callbackSection(scope, operation.callbacks);
  return (
    `<div class="api">${textColumn(intro)}${asideHtml(scope, operation)}` +
    `${textColumn(request)}${textColumn(responses)}${textColumn(callbacks)}</div>`
  );
}

function textColumn(html: string): string {
  return html === '' ? '' : `<div class="api-words">${html}</div>`;
}

function introHtml(scope: PageScope, operation: Operation): string {
  const { messages } = scope;
  const { description, longSummary, externalDocs: docs, title, kind } = operation;
  const text = scope.describe(longSummary) + scope.describe(description);
  const words = adoptDescription(scope, text, 1);
  return (
    `<h1>${escapeHtml(title)}</h1>${routeBox(scope, operation)}` +
    (kind === 'webhook' ? `<p class="api-lead">${escapeHtml(messages.webhookLead)}</p>` : '') +
    (kind === 'webhook' && operation.security.length === 0
      ? ''
      : authenticationHtml(scope, operation)) +
    deprecationHtml(messages, operation) +
    (words === '' ? '' : `<div class="api-description">${words}</div>`) +
    externalDocs(scope, docs)
  );
}

/**
 * `GET https://api.test/v1/tenants/{tenantId}`, parameters linked to their rows; the name for a webhook. Below is the
 * choice of a server; scripts add the buttons that copy.
 */
function routeBox(scope: PageScope, operation: Operation): string {
  const { messages } = scope;
  const { method, kind, servers } = operation;
  const isWebhook = kind === 'webhook';
  const address = (isWebhook ? '' : baseHtml(operation)) + pathHtml(operation);
  const tools = isWebhook ? '' : `<div class="api-tools">${serverPicker(scope, operation)}</div>`;
  const lacksHost = !isWebhook && !hasHost(servers[0]);
  return (
    `<div class="api-route"><p>${badge(method)} <code>${address}</code></p>${tools}</div>` +
    (lacksHost ? note(fillMessage(messages.noHost, { host: baseAddress({ servers: [] }) })) : '')
  );
}

function pathHtml({ path, parameters, kind }: Operation): string {
  if (kind === 'webhook') return escapeHtml(path);
  const names = new Set(
    parameters.filter(({ in: location }) => location === 'path').map(({ name }) => name),
  );
  return path
    .split(/(\{[^{}]*\})/)
    .map((piece) => {
      const name = piece.slice(1, -1);
      const isParameter = piece.startsWith('{') && names.has(name);
      return isParameter
        ? link(fragment(`path.${name.replace(/\s+/g, '_')}`), escapeHtml(piece))
        : pathText(piece, isLongPath(path));
    })
    .join('');
}

/** The address of the server; its longest alternative reserves the room for the reader's choice. */
function baseHtml(operation: Operation): string {
  const base = `<span class="api-base">${escapeHtml(baseOf(operation))}</span>`;
  const [longest, other] = serverChoices(operation.servers)
    .map(({ address }) => address)
    .toSorted((one, two) => two.length - one.length);
  if (longest === undefined || other === undefined) return base;
  return `<span class="api-server" data-longest="${escapeHtml(longest)}">${base}</span>`;
}

function authenticationHtml(scope: PageScope, { security }: Operation): string {
  const { messages } = scope;
  const { ways, isOptional } = authenticationOf(scope, security);
  const title = isOptional ? messages.authenticationOptional : messages.authentication;
  const label = `<strong>${escapeHtml(title)}</strong>`;
  const [first, ...others] = ways.map((way) => inlineHtml(wayLine(way)));
  if (first === undefined)
    return `<p class="api-auth">${label} ${escapeHtml(messages.noAuthentication)}</p>`;
  if (others.length === 0) return `<p class="api-auth">${label} ${first}</p>`;
  const items = [first, ...others].map((line) => `<li>${line}</li>`).join('');
  return `<div class="api-auth"><p>${label} ${escapeHtml(messages.oneOf)}</p><ul>${items}</ul></div>`;
}

function deprecationHtml(
  messages: ApiMessages,
  { deprecated, deprecatedDescription, kind }: Operation,
): string {
  if (!deprecated) return '';
  const title = kind === 'webhook' ? messages.deprecatedWebhook : messages.deprecatedOperation;
  const words = deprecatedDescription === '' ? '' : `<p>${escapeHtml(deprecatedDescription)}</p>`;
  return `<div class="admonition admonition-warning"><p class="admonition-title">${escapeHtml(title)}</p>${words}</div>`;
}

function requestHtml(scope: PageScope, operation: Operation): string {
  const { messages } = scope;
  const title = heading(messages, {
    level: 2,
    id: scope.ids.claim('request'),
    text: messages.request,
  });
  const parameters = parameterSections(scope, operation.parameters, { prefix: '', level: 3 });
  const body = bodyHtml(scope, operation);
  const servers = ownServers(scope, operation);
  const serverHtml =
    servers.length === 0
      ? ''
      : heading(messages, {
          level: 3,
          id: scope.ids.claim('servers'),
          text: serversTitle(messages, servers),
        }) + serverList(messages, servers);
  const nothing = parameters + body === '' ? note(messages.noRequest) : '';
  return title + nothing + parameters + body + serverHtml;
}

function bodyHtml(scope: PageScope, { body }: Operation): string {
  if (body === undefined) return '';
  const { messages } = scope;
  const after = body.required ? requiredMark(messages) : '';
  const id = scope.ids.claim('body');
  const words = describeHtml(scope, body.description);
  const media = mediaHtml(scope, body.contents, { id: 'body', name: 'body', direction: 'request' });
  return heading(messages, { level: 3, id, text: messages.body, after }) + words + media;
}

/** Renders the requests that the API sends in the course of an operation. */
function callbackSection(scope: PageScope, callbacks: readonly Callback[]): string {
  if (callbacks.length === 0) return '';
  const { messages } = scope;
  const id = scope.ids.claim('callbacks');
  const title = heading(messages, { level: 2, id, text: messages.callbacks });
  return title + callbacks.map((callback) => callbackHtml(scope, callback)).join('');
}

function callbackHtml(scope: PageScope, { name, expression, operations }: Callback): string {
  const { messages } = scope;
  const id = scope.ids.claim(`callback.${name}`);
  const bodies = operations.map((operation) => {
    const lead = fillInline(messages.callbackLead, {
      method: { code: operation.method },
      address: { code: expression },
    });
    return `<p>${inlineHtml(lead)}</p>${callbackOperation(scope, operation, `${id}.`)}`;
  });
  return heading(messages, { level: 3, id, text: name }) + bodies.join('');
}

function callbackOperation(scope: PageScope, operation: Operation, prefix: string): string {
  const { messages } = scope;
  const { body, parameters, responses, description } = operation;
  const title = (text: string, after = ''): string => `<h4>${escapeHtml(text)}${after}</h4>`;
  const words = describeHtml(scope, description);
  const fields = parameterSections(scope, parameters, { prefix, level: 5 });
  const content =
    body === undefined
      ? ''
      : title(messages.body, body.required ? requiredMark(messages) : '') +
        describeHtml(scope, body.description) +
        mediaHtml(scope, body.contents, {
          id: `${prefix}body`,
          name: 'Body',
          direction: 'request',
        });
  const answers =
    responses.length === 0
      ? ''
      : title(messages.answers) + responseTabs(scope, responses, { prefix, level: 5 });
  return words + (fields === '' ? '' : title(messages.request) + fields) + content + answers;
}
