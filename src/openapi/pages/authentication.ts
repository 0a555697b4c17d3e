import { escapeHtml } from '../../shared/escape-html.ts';
import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type {
  ApiModel,
  OAuthFlow,
  SecurityAlternative,
  SecurityScheme,
} from '../model/api-model.ts';
import { inWords } from '../model/words.ts';
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

/** One of the ways to authenticate a request. */
export interface AuthenticationWay {
  /** **API key** in the `X-Key` header, and **Client certificate** (mutual TLS) */
  readonly words: readonly Inline[];
  /** Scopes: any of `read`, `write`; empty if there are none. */
  readonly scopes: readonly Inline[];
}

export interface Authentication {
  /** Alternatives; empty if no credentials are needed. */
  readonly ways: readonly AuthenticationWay[];
  readonly isOptional: boolean;
}

/** Describes security requirements in words, with links to the schemes on the overview page. */
export function authenticationOf(
  scope: ApiContext,
  security: readonly SecurityAlternative[],
): Authentication {
  // Alternatives that differ only in one scope are one.
  const groups = new Map<object | string, SecurityAlternative[]>();
  const needed = security.filter((alternative) => alternative.length > 0);
  for (const alternative of needed.slice(0, MOST_WAYS)) {
    const [part, ...others] = alternative;
    const key = part?.scopes.length === 1 && others.length === 0 ? part.scheme : alternative;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [alternative]);
    else group.push(alternative);
  }
  const ways = [...groups.values()].map((group) => wayOf(scope, group));
  const last = ways.at(-1);
  const count = needed.length - MOST_WAYS;
  if (last !== undefined && count > 0) {
    const words = fillInline(scope.messages.cutMore, { names: last.words, count: [String(count)] });
    ways.splice(-1, 1, { ...last, words });
  }
  return {
    ways,
    isOptional: needed.length > 0 && needed.length < security.length,
  };
}

/** Maximum number of alternatives on a page: an API's own are on the page of each operation. */
const MOST_WAYS = 50;

function wayOf(scope: ApiContext, group: readonly SecurityAlternative[]): AuthenticationWay {
  const { messages, model } = scope;
  const [first = []] = group;
  const words = first.map(({ scheme }) => schemeLink(scope, scheme));
  const limited = first.filter(({ scopes }) => scopes.length > 0);
  const lists = limited.map(({ scheme: name, scopes }) => {
    const scheme = model.securitySchemes.get(name);
    const title = scheme === undefined ? name : schemeTitle(scope, scheme);
    return limited.length === 1
      ? codeList(scopes)
      : fillInline(messages.scopesOf, { scopes: codeList(scopes), scheme: title });
  });
  const all = codeList(group.flatMap((alternative) => alternative.flatMap((part) => part.scopes)));
  const scopes =
    group.length === 1 ? joinInline(lists, '; ') : fillInline(messages.anyScope, { scopes: all });
  return {
    words: joinInline(words, `, ${messages.and} `),
    scopes: scopes.length === 0 ? [] : [`${scopesLabel(scope, limited[0]?.scheme)}: `, ...scopes],
  };
}

/** OpenAPI 3.1 allows lists for all schemes: they hold roles if the description of the scheme speaks of roles alone. */
function scopesLabel({ messages, model }: ApiContext, name = ''): string {
  const text = model.securitySchemes.get(name)?.description.text ?? '';
  return /\broles?\b/i.test(text) && !/\bscopes?\b/i.test(text) ? messages.roles : messages.scopes;
}

function codeList(list: readonly string[]): readonly Inline[] {
  return joinInline(
    list.map((item) => ({ code: item })),
    ', ',
  );
}

/** Joins the words and the scopes of a way on one line. */
export function wayLine({ words, scopes }: AuthenticationWay): readonly Inline[] {
  return scopes.length === 0 ? words : [...words, '. ', ...scopes];
}

function schemeLink(scope: ApiContext, name: string): readonly Inline[] {
  const { model, messages, pageHref } = scope;
  const scheme = model.securitySchemes.get(name);
  if (scheme === undefined) return [{ code: name }, ` (${messages.undeclared})`];
  const href = `${pageHref(model.info.slug)}${fragment(authenticationId(name))}`;
  return schemeWords(scope, scheme, href);
}

/** Describes a scheme and the location of its credentials: **Session token** in the `X-Session` header. */
function schemeWords(scope: ApiContext, scheme: SecurityScheme, href?: string): readonly Inline[] {
  const { messages } = scope;
  const title = schemeTitle(scope, scheme);
  const isSaid = (text: string): boolean => squeeze(title).includes(squeeze(text));
  const details = detailsOf(messages, scheme).filter((text) => !isSaid(text));
  const words: readonly Inline[] = [
    { name: title, href },
    ...(details.length === 0 ? [] : [` (${details.join(', ')})`]),
  ];
  if (scheme.type === 'apiKey')
    return fillInline(messages[LOCATIONS[scheme.in]], {
      scheme: words,
      name: { code: scheme.parameter },
    });
  if (scheme.type !== 'http') return words;
  return fillInline(messages.inHeader, { scheme: words, name: { code: 'Authorization' } });
}

const LOCATIONS = { header: 'inHeader', query: 'inQuery', cookie: 'inCookie' } as const;

/** Lists facts of a scheme beside its title. The kind of an `apiKey` says nothing: it may be a session. */
function detailsOf(messages: ApiMessages, scheme: SecurityScheme): readonly string[] {
  const kind = kindOf(messages, scheme);
  switch (scheme.type) {
    case 'apiKey':
      return [];
    case 'http':
      return [kind, scheme.bearerFormat];
    case 'mutualTLS':
      return [kind, messages.mutualTls];
    case 'oauth2':
    case 'openIdConnect':
    case 'other':
      return [kind];
  }
}

/** Returns the title of a scheme; see `schemeTitles`. */
export function schemeTitle({ schemeTitles: titles }: ApiContext, scheme: SecurityScheme): string {
  return titles.get(scheme) ?? scheme.name;
}

/** Lists the titles of schemes: `x-displayName`, else the key in words, or the kind if they say no more. */
export function schemeTitles(
  messages: ApiMessages,
  { securitySchemes }: ApiModel,
): ReadonlyMap<SecurityScheme, string> {
  const titles = new Map(
    Array.from(securitySchemes.values(), (scheme) => [scheme, titleOf(messages, scheme)] as const),
  );
  const seen = new Set<string>();
  const repeated = new Set(
    [...titles.values()].filter((title) => seen.size === seen.add(title).size),
  );
  return new Map(
    Array.from(titles, ([scheme, title]) => [
      scheme,
      repeated.has(title) ? `${title} (${scheme.name})` : title,
    ]),
  );
}

function titleOf(messages: ApiMessages, scheme: SecurityScheme): string {
  if (scheme.title !== '') return scheme.title;
  const kind = kindOf(messages, scheme);
  // Other keys are written for readers.
  if (!/^[\w.-]+$/.test(scheme.name)) return scheme.name;
  const words = inWords(scheme.name).replace(/(?:^|\s+)(?:auth\w*|scheme|security)$/i, '');
  const isKind = [kind, scheme.type].some((name) => squeeze(name).includes(squeeze(words)));
  return isKind ? kind || scheme.name : words;
}

/** Returns the lower-case letters and digits of a text. */
function squeeze(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function kindOf(messages: ApiMessages, scheme: SecurityScheme): string {
  switch (scheme.type) {
    case 'apiKey':
      return messages.apiKey;
    case 'http':
      return httpKind(messages, scheme.scheme);
    case 'oauth2':
      return messages.oauth2;
    case 'openIdConnect':
      return messages.openIdConnect;
    case 'mutualTLS':
      return messages.clientCertificate;
    case 'other':
      return scheme.label;
  }
}

function httpKind(messages: ApiMessages, scheme: string): string {
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return messages.bearerToken;
    case 'basic':
      return messages.basicAuthentication;
    default:
      return fillMessage(messages.credentials, { scheme });
  }
}

/** Names of the messages that are titles of OAuth flows. */
const FLOW_TITLES = {
  implicit: 'flowImplicit',
  password: 'flowPassword',
  clientCredentials: 'flowClientCredentials',
  authorizationCode: 'flowAuthorizationCode',
  deviceAuthorization: 'flowDeviceAuthorization',
} as const satisfies Readonly<Record<OAuthFlow['kind'], keyof ApiMessages>>;

/** Describes a scheme below its heading; empty if it has nothing but its title. */
export function schemeLead(scope: ApiContext, scheme: SecurityScheme): readonly Inline[] {
  const words = schemeWords(scope, scheme);
  return words.length === 1 ? [] : [...words, '.'];
}

/** Describes a scheme: its type, location, OAuth flows and scopes; without the heading. */
export function schemeHtml(scope: PageScope, scheme: SecurityScheme): string {
  const { messages } = scope;
  const { owner } = scheme.description;
  const lead = inlineHtml(schemeLead(scope, scheme));
  const first = lead === '' ? '' : `<p>${lead}</p>`;
  const words = describeHtml(scope, scheme.description);
  const old = scheme.deprecated
    ? `<p class="prop-deprecated">${escapeHtml(messages.deprecatedScheme)}</p>`
    : '';
  return `${first}${old}${words}${addresses(scope, schemeUrls(messages, scheme), owner)}${flowsHtml(scope, scheme)}`;
}

interface LabelledUrl {
  readonly label: string;
  readonly url: string;
}

function schemeUrls(messages: ApiMessages, scheme: SecurityScheme): readonly LabelledUrl[] {
  if (scheme.type === 'openIdConnect') return labeled([[messages.discoveryUrl, scheme.url]]);
  if (scheme.type === 'oauth2') return labeled([[messages.metadataUrl, scheme.metadataUrl]]);
  return [];
}

function flowUrls(messages: ApiMessages, flow: OAuthFlow): readonly LabelledUrl[] {
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
