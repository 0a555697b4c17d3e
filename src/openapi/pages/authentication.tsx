/** @jsxImportSource docwright/html */
import { groupBy } from '../../shared/maps.ts';
import { itemAt } from '../../shared/item-at.ts';
import type { Child } from '../../shared/jsx-runtime.ts';
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
import { codeList, fillInline, fragment, joinInline, listOf, outsideLink } from './elements.tsx';
import type { PageScope } from './page-scope.ts';

export function authenticationId(name: string): string {
  return `authentication-${name}`.replace(/\s+/g, '_');
}

/** One of the ways to authenticate a request. */
interface AuthenticationWay {
  /** **API key** in the `X-Key` header, and **Client certificate** (mutual TLS) */
  readonly words: readonly Child[];
  /** Scopes: any of `read`, `write`; empty if there are none. */
  readonly scopes: readonly Child[];
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
  const needed = security.filter((alternative) => alternative.length > 0);
  const groups = groupBy(needed.slice(0, MOST_WAYS), (alternative): object | string => {
    const [part, ...others] = alternative;
    return part?.scopes.length === 1 && others.length === 0 ? part.scheme : alternative;
  });
  const ways = [...groups.values()].map((group) => wayOf(scope, group));
  const last = ways.at(-1);
  const count = needed.length - MOST_WAYS;
  if (last !== undefined && count > 0) {
    const words = fillInline(scope.messages.cutMore, { names: last.words, count: [String(count)] });
    ways.splice(-1, 1, { ...last, words });
  }
  return { ways, isOptional: needed.length > 0 && needed.length < security.length };
}

/** Maximum number of alternatives on a page: an API's own are on the page of each operation. */
const MOST_WAYS = 50;

function wayOf(scope: ApiContext, group: readonly SecurityAlternative[]): AuthenticationWay {
  const { messages, model, pageHref } = scope;
  const [first = []] = group;
  const words = first.map(({ scheme: name }) => {
    const scheme = model.securitySchemes.get(name);
    if (scheme === undefined) return [<code>{name}</code>, ` (${messages.undeclared})`];
    const href = `${pageHref(model.info.slug)}${fragment(authenticationId(name))}`;
    return schemeWords(scope, scheme, href);
  });
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
  // OpenAPI 3.1 allows lists for all schemes: they hold roles if the description of the scheme speaks of roles alone.
  const about = model.securitySchemes.get(limited[0]?.scheme ?? '')?.description.text ?? '';
  const isRoles = /\broles?\b/i.test(about) && !/\bscopes?\b/i.test(about);
  const label = isRoles ? messages.roles : messages.scopes;
  return {
    words: joinInline(words, `, ${messages.and} `),
    scopes: scopes.length === 0 ? [] : [`${label}: `, ...scopes],
  };
}

/** Joins the words and the scopes of a way on one line. */
export function wayLine({ words, scopes }: AuthenticationWay): readonly Child[] {
  return scopes.length === 0 ? words : [...words, '. ', ...scopes];
}

/** Describes a scheme and the location of its credentials: **Session token** in the `X-Session` header. */
function schemeWords(scope: ApiContext, scheme: SecurityScheme, href?: string): readonly Child[] {
  const { messages } = scope;
  const title = schemeTitle(scope, scheme);
  const isSaid = (text: string): boolean => squeeze(title).includes(squeeze(text));
  const kind = kindOf(messages, scheme);
  // The kind of an `apiKey` says nothing: it may be a session.
  const facts =
    scheme.type === 'apiKey'
      ? []
      : [
          kind,
          scheme.type === 'http' && scheme.bearerFormat,
          scheme.type === 'mutualTLS' && messages.mutualTls,
        ];
  const details = facts.filter((text) => text !== false && !isSaid(text));
  const words: readonly Child[] = [
    href === undefined ? (
      <b>{title}</b>
    ) : (
      <a href={href}>
        <b>{title}</b>
      </a>
    ),
    ...(details.length === 0 ? [] : [` (${details.join(', ')})`]),
  ];
  if (scheme.type === 'apiKey')
    return fillInline(messages[LOCATIONS[scheme.in]], {
      scheme: words,
      name: <code>{scheme.parameter}</code>,
    });
  if (scheme.type !== 'http') return words;
  return fillInline(messages.inHeader, { scheme: words, name: <code>Authorization</code> });
}

const LOCATIONS = { header: 'inHeader', query: 'inQuery', cookie: 'inCookie' } as const;

/** Returns the title of a scheme; see `schemeTitles`. */
export function schemeTitle({ schemeTitles: titles }: ApiContext, scheme: SecurityScheme): string {
  return titles.get(scheme) ?? scheme.name;
}

/** Lists the titles of schemes: `x-displayName`, else the key in words, or the kind if they say no more. */
export function schemeTitles(
  messages: ApiMessages,
  { securitySchemes }: ApiModel,
): ReadonlyMap<SecurityScheme, string> {
  const all = Array.from(securitySchemes.values(), (scheme) => titleOf(messages, scheme));
  const repeated = new Set(all.filter((title, index) => all.indexOf(title) < index));
  return new Map(
    Array.from(securitySchemes.values(), (scheme, index) => {
      const title = itemAt(all, index);
      return [scheme, repeated.has(title) ? `${title} (${scheme.name})` : title];
    }),
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
    case 'http': {
      const name = scheme.scheme.toLowerCase();
      if (name === 'bearer') return messages.bearerToken;
      if (name === 'basic') return messages.basicAuthentication;
      return fillMessage(messages.credentials, { scheme: scheme.scheme });
    }
    case 'mutualTLS':
      return messages.clientCertificate;
    case 'other':
      return scheme.label;
    default:
      return messages[scheme.type];
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
export function schemeLead(scope: ApiContext, scheme: SecurityScheme): readonly Child[] {
  const words = schemeWords(scope, scheme);
  return words.length === 1 ? [] : [...words, '.'];
}

/** Describes a scheme: its type, location, OAuth flows and scopes; without the heading. */
export function schemeHtml(scope: PageScope, scheme: SecurityScheme): Child {
  const { messages } = scope;
  const { owner } = scheme.description;
  const lead = schemeLead(scope, scheme);
  return [
    lead.length > 0 && <p>{lead}</p>,
    scheme.deprecated && <p class="prop-deprecated">{messages.deprecatedScheme}</p>,
    describeHtml(scope, scheme.description),
    scheme.type === 'openIdConnect' &&
      addresses(scope, [[messages.discoveryUrl, scheme.url]], owner),
    scheme.type === 'oauth2' && [
      addresses(scope, [[messages.metadataUrl, scheme.metadataUrl]], owner),
      scheme.flows.map((flow) => flowHtml(scope, flow)),
    ],
  ];
}

function addresses(
  scope: PageScope,
  urls: readonly (readonly [label: string, url: string | undefined])[],
  owner: object,
): Child {
  return listOf(
    urls.flatMap(([label, url]) =>
      url ? [[`${label}: `, outsideLink(scope, { url, owner }, url)]] : [],
    ),
  );
}

function flowHtml(scope: PageScope, flow: OAuthFlow): Child {
  const { messages } = scope;
  const urls = [
    [messages.authorizationUrl, flow.authorizationUrl],
    [messages.deviceAuthorizationUrl, flow.deviceAuthorizationUrl],
    [messages.tokenUrl, flow.tokenUrl],
    [messages.refreshUrl, flow.refreshUrl],
  ] as const;
  const scopes = flow.scopes.map(({ name, description }) => [
    <code>{name}</code>,
    description !== '' && ` ${description}`,
  ]);
  return [
    <h4>{messages[FLOW_TITLES[flow.kind]]}</h4>,
    addresses(scope, urls, flow.owner),
    scopes.length > 0 && [<p class="api-media">{messages.scopes}:</p>, listOf(scopes)],
  ];
}
