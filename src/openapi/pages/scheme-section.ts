import { escapeHtml } from '../../shared/escape-html.ts';
import type { ApiTexts } from '../../shared/texts.ts';
import type { OAuthFlow, SecurityScheme } from '../model/api-model.ts';
import { adoptDescription } from './adopt-description.ts';
import { schemeWords } from './authentication.ts';
import { code, inlineHtml } from './elements.ts';
import { outsideLink } from './external-docs.ts';
import type { PageScope } from './page-scope.ts';

/** The names of the titles of OAuth flows. */
export const FLOW_TITLES = {
  implicit: 'flowImplicit',
  password: 'flowPassword',
  clientCredentials: 'flowClientCredentials',
  authorizationCode: 'flowAuthorizationCode',
  deviceAuthorization: 'flowDeviceAuthorization',
} as const satisfies Readonly<Record<OAuthFlow['kind'], keyof ApiTexts>>;

/** What a scheme is, where it goes, and of OAuth its flows and scopes; without the heading. */
export function schemeHtml(scope: PageScope, scheme: SecurityScheme): string {
  const { texts } = scope.context;
  const { owner } = scheme.description;
  const words = adoptDescription(scope, scope.context.describe(scheme.description)).html;
  const old = scheme.deprecated
    ? `<p class="prop-deprecated">${escapeHtml(texts.deprecatedScheme)}</p>`
    : '';
  return `<p>${inlineHtml(schemeWords(texts, scheme))}.</p>${old}${words}${addresses(scope, schemeUrls(texts, scheme), owner)}${flowsHtml(scope, scheme)}`;
}

/** An address of a scheme with its label. */
export interface LabelledUrl {
  readonly label: string;
  readonly url: string;
}

/** The scheme's own addresses. */
export function schemeUrls(texts: ApiTexts, scheme: SecurityScheme): readonly LabelledUrl[] {
  if (scheme.type === 'openIdConnect') return labelled([[texts.discoveryUrl, scheme.url]]);
  if (scheme.type === 'oauth2') return labelled([[texts.metadataUrl, scheme.metadataUrl]]);
  return [];
}

/** The addresses of a flow. */
export function flowUrls(texts: ApiTexts, flow: OAuthFlow): readonly LabelledUrl[] {
  return labelled([
    [texts.authorizationUrl, flow.authorizationUrl],
    [texts.deviceAuthorizationUrl, flow.deviceAuthorizationUrl],
    [texts.tokenUrl, flow.tokenUrl],
    [texts.refreshUrl, flow.refreshUrl],
  ]);
}

function labelled(
  urls: readonly (readonly [string, string | undefined])[],
): readonly LabelledUrl[] {
  return urls.flatMap(([label, url]) => (url === undefined || url === '' ? [] : [{ label, url }]));
}

function addresses(scope: PageScope, urls: readonly LabelledUrl[], owner: object): string {
  if (urls.length === 0) return '';
  const items = urls.map(
    ({ label, url }) =>
      `<li>${escapeHtml(label)}: ${outsideLink(scope.context, { url, owner }, url)}</li>`,
  );
  return `<ul class="api-list">${items.join('')}</ul>`;
}

function flowsHtml(scope: PageScope, scheme: SecurityScheme): string {
  if (scheme.type !== 'oauth2') return '';
  const { texts } = scope.context;
  return scheme.flows
    .map((flow) => {
      const scopes = flow.scopes.map(
        ({ name, description }) =>
          `<li>${code(name)}${description === '' ? '' : ` ${escapeHtml(description)}`}</li>`,
      );
      const list =
        scopes.length === 0
          ? ''
          : `<p class="api-media">${escapeHtml(texts.scopes)}:</p><ul class="api-list">${scopes.join('')}</ul>`;
      return `<h4>${escapeHtml(texts[FLOW_TITLES[flow.kind]])}</h4>${addresses(scope, flowUrls(texts, flow), scheme.description.owner)}${list}`;
    })
    .join('');
}
