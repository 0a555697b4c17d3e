import type { JsonObject, JsonValue } from '../read/description.ts';
import { parseUrl } from '../../shared/paths.ts';
import type { ApiModel, OAuthFlow, SecurityAlternative, SecurityScheme } from './api-model.ts';
import {
  asObject,
  declaredIn,
  entriesOf,
  type ModelContext,
  namedEntries,
  objectsOf,
  resolvedText,
  resolveObject,
  stringOf,
  stringsOf,
  textOrNone,
  textsOf,
} from './model-context.ts';

/** Reads a `security` list; undefined if there is none, so that the level above applies. */
export function readSecurity(
  value: JsonValue | undefined,
): readonly SecurityAlternative[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return objectsOf(value).map((alternative) =>
    namedEntries(alternative).map(([scheme, scopes]) => ({ scheme, scopes: stringsOf(scopes) })),
  );
}

export function readSecuritySchemes(context: ModelContext): ReadonlyMap<string, SecurityScheme> {
  const schemes = new Map<string, SecurityScheme>();
  for (const [name, value] of Object.entries(declaredIn(context, 'securitySchemes'))) {
    const resolved = resolveObject(context, value);
    if (resolved === undefined) continue;
    const description = resolvedText(resolved, 'description');
    const { object } = resolved;
    const title = stringOf(object['x-displayName']).trim();
    const deprecated = object['deprecated'] === true;
    schemes.set(name, { name, title, description, deprecated, ...readKind(object) });
  }
  return schemes;
}

type SchemeKind = SecurityScheme extends infer Scheme
  ? Scheme extends SecurityScheme
    ? Omit<Scheme, 'name' | 'title' | 'description' | 'deprecated'>
    : never
  : never;

function readKind(scheme: JsonObject): SchemeKind {
  const type = stringOf(scheme['type']);
  switch (type) {
    case 'apiKey':
      if (stringOf(scheme['name']) === '') return { type: 'other', label: type };
      return {
        type,
        in: scheme['in'] === 'query' || scheme['in'] === 'cookie' ? scheme['in'] : 'header',
        parameter: stringOf(scheme['name']),
      };
    case 'basic':
      return { type: 'http', scheme: 'basic', bearerFormat: '' };
    case 'http':
      if (stringOf(scheme['scheme']) === '') return { type: 'other', label: type };
      return {
        type,
        scheme: stringOf(scheme['scheme']),
        bearerFormat: stringOf(scheme['bearerFormat']),
      };
    case 'oauth2':
      return {
        type,
        flows: readFlows(scheme),
        metadataUrl: textOrNone(scheme['oauth2MetadataUrl']),
      };
    case 'openIdConnect':
      return { type, url: stringOf(scheme['openIdConnectUrl']) };
    case 'mutualTLS':
      return { type };
    default:
      return { type: 'other', label: type };
  }
}

/** The kinds of flows, with their names in Swagger 2.0. */
const FLOWS = [
  ['implicit', 'implicit'],
  ['password', 'password'],
  ['clientCredentials', 'application'],
  ['authorizationCode', 'accessCode'],
  ['deviceAuthorization', undefined],
] as const;

function readFlows(scheme: JsonObject): OAuthFlow[] {
  const flows = asObject(scheme['flows']);
  const swagger = FLOWS.find(([, name]) => name !== undefined && name === scheme['flow']);
  return (swagger === undefined ? FLOWS : [swagger]).flatMap(([kind]) => {
    const flow = swagger === undefined ? asObject(flows?.[kind]) : scheme;
    if (flow === undefined) return [];
    return [
      {
        kind,
        owner: flow,
        ...textsOf(flow, ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl']),
        scopes: entriesOf(flow['scopes']).map(([name, description]) => ({
          name,
          description: stringOf(description),
        })),
      },
    ];
  });
}

/** The addresses at which a client without a secret signs readers in, if a scheme has such a flow. */
export function signInOf(
  scheme: SecurityScheme | undefined,
): { readonly authorize: string; readonly token: string } | undefined {
  if (scheme?.type !== 'oauth2') return undefined;
  const flow = scheme.flows.find(({ kind }) => kind === 'authorizationCode');
  const [authorize, token] = [flow?.authorizationUrl, flow?.tokenUrl].map(safeUrl);
  return authorize && token ? { authorize, token } : undefined;
}

/** An address to which codes and tokens may go: encrypted, or on this machine. */
function safeUrl(text = ''): string | undefined {
  const url = parseUrl(text);
  const isLocal = url !== undefined && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const isSafe = url?.protocol === 'https:' || (isLocal && url.protocol === 'http:');
  return isSafe && url.username + url.password === '' ? url.href : undefined;
}

/** The origins that give tokens to pages. */
export function tokenOrigins({ securitySchemes }: ApiModel): readonly string[] {
  const flows = Array.from(securitySchemes.values(), signInOf);
  return [...new Set(flows.flatMap((flow) => (flow ? [new URL(flow.token).origin] : [])))];
}
