import { escapeHtml } from '../../shared/escape-html.ts';
import type { ApiMessages } from '../../shared/ui-messages.ts';
import type { OAuthFlow, SecurityAlternative, SecurityScheme } from '../model/api-model.ts';
import { describeHtml } from './adopt-description.ts';
import type { ApiContext } from './api-page.ts';
import {
  code,
  fillInline,
  fragment,
  type Inline,
  inlineHtml,
  joinInline,
  listHtml,
  outsideLink,
} from './elements.ts';
import type { PageScope } from './page-scope.ts';

export function authenticationId(name: string): string {
  return `authentication-${name}`.replace(/\s+/g, '_');
}

/** Lists the security requirements of a request, one line per alternative; empty if there are none. */
export function authenticationLines(
  scope: ApiContext,
  security: readonly SecurityAlternative[],
): readonly (readonly Inline[])[] {
  if (security.every((alternative) => alternative.length === 0)) return [];
  return security.map((alternative) =>
    alternative.length === 0
      ? [scope.messages.noAuthentication]
      : joinInline(
          alternative.map(({ scheme, scopes }) => [
            ...schemeLink(scope, scheme),
            ...scopeWords(scope.messages, scopes),
          ]),
          `, ${scope.messages.and} `,
        ),
  );
}

function scopeWords(messages: ApiMessages, scopes: readonly string[]): readonly Inline[] {
  if (scopes.length === 0) return [];
  const list = joinInline(
    scopes.map((scope) => ({ code: scope })),
    ', ',
  );
  const words = scopes.length === 1 ? messages.withScope : messages.withScopes;
  return [' ', ...fillInline(words, { scopes: list })];
}

function schemeLink({ model, messages, pageHref }: ApiContext, name: string): readonly Inline[] {
  const scheme = model.securitySchemes.get(name);
  if (scheme === undefined) return [{ code: name }, ` (${messages.undeclared})`];
  const href = `${pageHref(model.info.slug)}${fragment(authenticationId(name))}`;
  return schemeWords(messages, scheme, href);
}

/** Describes a scheme and its location: `API key apiKey in header X-Key`. */
export function schemeWords(
  messages: ApiMessages,
  scheme: SecurityScheme,
  href?: string,
): readonly Inline[] {
  const name: Inline = { code: scheme.name, href };
  const header: Inline = { code: 'Authorization' };
  switch (scheme.type) {
    case 'apiKey': {
      const parameter: Inline = { code: scheme.parameter };
      return fillInline(messages.apiKeyIn, { name, location: messages[scheme.in], parameter });
    }
    case 'http':
      return httpWords(messages, scheme, { name, header });
    case 'oauth2':
      return fillInline(messages.oauth2, { name });
    case 'openIdConnect':
      return fillInline(messages.openIdConnect, { name });
    case 'mutualTLS':
      return fillInline(messages.mutualTls, { name });
    case 'other':
      return scheme.label === '' ? [name] : [`${scheme.label} `, name];
  }
}

function httpWords(
  messages: ApiMessages,
  { scheme, bearerFormat }: { readonly scheme: string; readonly bearerFormat: string },
  values: { readonly name: Inline; readonly header: Inline },
): readonly Inline[] {
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return bearerFormat === ''
        ? fillInline(messages.httpBearer, values)
        : fillInline(messages.httpBearerOf, { ...values, format: bearerFormat });
    case 'basic':
      return fillInline(messages.httpBasic, values);
    default:
      return fillInline(messages.httpOther, { ...values, scheme });
  }
}

/** Names of the messages that are titles of OAuth flows. */
export const FLOW_TITLES = {
  implicit: 'flowImplicit',
  password: 'flowPassword',
  clientCredentials: 'flowClientCredentials',
  authorizationCode: 'flowAuthorizationCode',
  deviceAuthorization: 'flowDeviceAuthorization',
} as const satisfies Readonly<Record<OAuthFlow['kind'], keyof ApiMessages>>;

/** Describes a scheme: its type, location, OAuth flows and scopes; without the heading. */
export function schemeHtml(scope: PageScope, scheme: SecurityScheme): string {
  const { messages } = scope;
  const { owner } = scheme.description;
  const words = describeHtml(scope, scheme.description);
  const old = scheme.deprecated
    ? `<p class="prop-deprecated">${escapeHtml(messages.deprecatedScheme)}</p>`
    : '';
  return `<p>${inlineHtml(schemeWords(messages, scheme))}.</p>${old}${words}${addresses(scope, schemeUrls(messages, scheme), owner)}${flowsHtml(scope, scheme)}`;
}

export interface LabelledUrl {
  readonly label: string;
  readonly url: string;
}

export function schemeUrls(messages: ApiMessages, scheme: SecurityScheme): readonly LabelledUrl[] {
  if (scheme.type === 'openIdConnect') return labeled([[messages.discoveryUrl, scheme.url]]);
  if (scheme.type === 'oauth2') return labeled([[messages.metadataUrl, scheme.metadataUrl]]);
  return [];
}

export function flowUrls(messages: ApiMessages, flow: OAuthFlow): readonly LabelledUrl[] {
  return labeled([
    [messages.authorizationUrl, flow.authorizationUrl],
    [messages.deviceAuthorizationUrl, flow.deviceAuthorizationUrl],
    [messages.tokenUrl, flow.tokenUrl],
    [messages.refreshUrl, flow.refreshUrl],
  ]);
}

function labeled(urls: readonly (readonly [string, string | undefined])[]): readonly LabelledUrl[] {
  return urls.flatMap(([label, url]) => (url === undefined || url === '' ? [] : [{ label, url }]));
}

function addresses(scope: PageScope, urls: readonly LabelledUrl[], owner: object): string {
  const link = (url: string): string => outsideLink(scope, { url, owner }, url);
  return listHtml(urls.map(({ label, url }) => `${escapeHtml(label)}: ${link(url)}`));
}

function flowsHtml(scope: PageScope, scheme: SecurityScheme): string {
  if (scheme.type !== 'oauth2') return '';
  const { messages } = scope;
  return scheme.flows
    .map((flow) => {
      const scopes = flow.scopes.map(
        ({ name, description }) =>
          code(name) + (description === '' ? '' : ` ${escapeHtml(description)}`),
      );
      const list =
        scopes.length === 0
          ? ''
          : `<p class="api-media">${escapeHtml(messages.scopes)}:</p>${listHtml(scopes)}`;
      return `<h4>${escapeHtml(messages[FLOW_TITLES[flow.kind]])}</h4>${addresses(scope, flowUrls(messages, flow), flow.owner)}${list}`;
    })
    .join('');
}
