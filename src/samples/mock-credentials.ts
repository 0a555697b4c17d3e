/** The credentials that a mock of an API has issued, and what each one opens. */
import { isObject } from '../openapi/model/model-context.ts';
import type { SecurityScheme } from '../openapi/model/api-model.ts';
import type { JsonObject, JsonValue } from '../openapi/read/description.ts';
import { credentialFor } from './credentials.ts';
import type { Match } from './find-operation.ts';
import { isPlaceholder, type SampleRequest } from './sample.ts';

/** For whom something was created: names of tenants, as `ownerKey` writes them, with their ids. */
export type Owner = Readonly<Record<string, string>>;

interface Credential {
  /** Undefined if nothing limits it. */
  readonly scopes: ReadonlySet<string> | undefined;
  readonly owner: Owner;
}

const CREDENTIAL = /token|secret|key|jwt|session|password|credential/i;
const TENANT = /tenant|org|workspace|account|project|team/i;
const UNLIMITED: Credential = { scopes: undefined, owner: {} };

/** `X-Tenant-Id` and `tenantId` name the same. */
function ownerKey(name: string): string {
  return name.toLowerCase().replace(/^x-|[^a-z]|id$/g, '');
}

/** The tenants that a request names in its path, and in headers that say so. */
function ownerOf({ values, operation }: Match, { headers }: SampleRequest): Owner {
  const sent = headers.filter(
    ({ name }) =>
      TENANT.test(name) &&
      operation.parameters.some((one) => one.name.toLowerCase() === name.toLowerCase()),
  );
  const named = [...values, ...sent.map(({ name, text }) => [name, text] as const)];
  const owners = named.map(([name, value]) => [ownerKey(name), value] as const);
  // Parameters such as `{id}` and `{name}` are of many things.
  return Object.fromEntries(owners.filter(([key]) => !/^(?:name|slug|key|uu)?$/.test(key)));
}

/** Keeps credentials; `given` are those that exist before the first request. */
export function createCredentials(given: readonly string[]) {
  const known = new Map(given.map((text) => [text, UNLIMITED] as const));
  return {
    has: (value: JsonValue): boolean => typeof value === 'string' && known.has(value),
    /** Notes the credentials in an answer, with the scopes that it or its request names. */
    issue: (made: JsonObject, sent: JsonObject, owner: Owner): void => {
      const written = made['scopes'] ?? made['scope'] ?? sent['scopes'] ?? sent['scope'];
      const list = typeof written === 'string' ? written.split(/[\s,]+/) : written;
      const scopes = Array.isArray(list) ? new Set(list.map(String)) : undefined;
      for (const text of textsOf(made)) known.set(text, { scopes, owner });
    },
    /** Who sends a request, or why it is refused: no credential that is known (401), or one that may not (403). */
    check: (
      request: SampleRequest,
      match: Match,
    ): { readonly owner: Owner } | { readonly status: 401 | 403; readonly message: string } => {
      const { api, operation } = match;
      const named = ownerOf(match, request);
      let refusal: { readonly status: 401 | 403; readonly message: string } | undefined;
      for (const alternative of operation.security) {
        let owner = named;
        let why: typeof refusal;
        for (const { scheme: name, scopes } of alternative) {
          const scheme = api.model.securitySchemes.get(name);
          const texts = scheme === undefined ? [] : sentFor(scheme, request);
          const text = texts.find((one) => known.has(one) || isPlaceholder(one));
          if (text === undefined && (scheme === undefined || scheme.type === 'mutualTLS')) continue;
          if (text === undefined) {
            const message = `the credential for "${name}" is unknown: no response before has it, nor a variable of samples.env`;
            why = { status: 401, message };
            break;
          }
          const credential = known.get(text) ?? UNLIMITED;
          const missing = scopes.filter((scope) => credential.scopes?.has(scope) === false);
          if (missing.length > 0)
            why = { status: 403, message: `the credential lacks the scope ${missing.join(', ')}` };
          const other = Object.keys(named).find(
            (key) => (credential.owner[key] ?? named[key]) !== named[key],
          );
          if (other !== undefined)
            why = { status: 403, message: `the credential is for another ${other}` };
          owner = { ...credential.owner, ...owner };
        }
        if (why === undefined) return { owner };
        // That a known credential may not says more than that another one is missing.
        if (refusal === undefined || why.status > refusal.status) refusal = why;
      }
      return refusal ?? { owner: named };
    },
  };
}

/** The texts of an answer that may be credentials. */
function textsOf(value: JsonObject): readonly string[] {
  return Object.entries(value).flatMap(([key, part]: [string, JsonValue]) =>
    isObject(part) ? textsOf(part) : typeof part === 'string' && CREDENTIAL.test(key) ? [part] : [],
  );
}

/** The texts that a request sends for a scheme: of a user and password, each one is enough. */
function sentFor(scheme: SecurityScheme, request: SampleRequest): readonly string[] {
  const sent = credentialFor(scheme, request) ?? '';
  if (scheme.type === 'apiKey') return [sent];
  const given = sent.trim().replace(/^\S+\s*/, '');
  if (scheme.type !== 'http' || scheme.scheme.toLowerCase() !== 'basic') return [given];
  const pair = Buffer.from(given, 'base64').toString();
  return [pair, ...pair.split(/:(.*)/s)];
}
