import type { ApiModel, SecurityAlternative, SecurityScheme } from '../model/types.ts';
import { encodeAll } from './percent.ts';

/** Credentials as named placeholders: no sample holds one that works. */
export interface Credentials {
  readonly headers: readonly (readonly [string, string])[];
  /** `api_key=YOUR_API_KEY` */
  readonly query: readonly string[];
  readonly cookies: readonly string[];
}

/** The placeholders of the schemes that are needed together. */
export function credentialsOf(
  alternative: SecurityAlternative,
  schemes: ApiModel['securitySchemes'],
): Credentials {
  const headers: (readonly [string, string])[] = [];
  const query: string[] = [];
  const cookies: string[] = [];
  for (const { scheme: name } of alternative) {
    const scheme = schemes.get(name);
    if (scheme === undefined) continue;
    if (scheme.type === 'apiKey') {
      const secret = placeholderOf(name);
      if (scheme.in === 'header') headers.push([scheme.parameter, secret]);
      else if (scheme.in === 'query') query.push(`${encodeAll(scheme.parameter)}=${secret}`);
      else cookies.push(`${scheme.parameter}=${secret}`);
    } else {
      const value = authorization(scheme);
      if (value !== undefined) headers.push(['Authorization', value]);
    }
  }
  return { headers, query, cookies };
}

function authorization(scheme: Exclude<SecurityScheme, { type: 'apiKey' }>): string | undefined {
  switch (scheme.type) {
    case 'http':
      if (/^bearer$/i.test(scheme.scheme)) return 'Bearer YOUR_TOKEN';
      if (/^basic$/i.test(scheme.scheme)) return 'Basic YOUR_BASE64_CREDENTIALS';
      return `${scheme.scheme} YOUR_CREDENTIALS`;
    case 'oauth2':
    case 'openIdConnect':
      return 'Bearer YOUR_ACCESS_TOKEN';
    case 'mutualTLS':
    case 'other':
      return undefined;
  }
}

/** `session` becomes `YOUR_SESSION`, `ApiKeyAuth` becomes `YOUR_API_KEY`. */
function placeholderOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  const short = words.replace(/_?(?:AUTH|AUTHENTICATION|AUTHORIZATION|SCHEME|SECURITY)$/, '');
  return `YOUR_${short === '' ? 'API_KEY' : short}`;
}
