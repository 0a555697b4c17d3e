import { apiTexts } from '../../../shared/texts.ts';
import type { SecurityAlternative, SecurityScheme } from '../model/types.ts';
import type { ApiContext } from './types.ts';
import { fillInline, fragment, type Inline, joinInline } from './elements.ts';

/** Id of a scheme's section on the info page. */
export function authenticationId(name: string): string {
  return `authentication-${name}`.replace(/\s+/g, '_');
}

/** What a request needs, one line for each alternative. Empty: nothing at all. */
export function authenticationLines(
  context: ApiContext,
  security: readonly SecurityAlternative[],
): readonly (readonly Inline[])[] {
  if (security.every((alternative) => alternative.length === 0)) return [];
  return security.map((alternative) =>
    alternative.length === 0
      ? [apiTexts.noAuthentication]
      : joinInline(
          alternative.map(({ scheme, scopes }) => [
            ...schemeLink(context, scheme),
            ...scopeWords(scopes),
          ]),
          `, ${apiTexts.and} `,
        ),
  );
}

function scopeWords(scopes: readonly string[]): readonly Inline[] {
  if (scopes.length === 0) return [];
  const list = joinInline(
    scopes.map((scope) => ({ code: scope })),
    ', ',
  );
  const words = scopes.length === 1 ? apiTexts.withScope : apiTexts.withScopes;
  return [' ', ...fillInline(words, { scopes: list })];
}

function schemeLink(context: ApiContext, name: string): readonly Inline[] {
  const scheme = context.model.securitySchemes.get(name);
  if (scheme === undefined) return [{ code: name }];
  const page = context.pageHref(context.model.info.slug);
  return schemeWords(scheme, `${page}${fragment(authenticationId(name))}`);
}

/** What a scheme is and where it goes: `API key apiKey in header X-Key`. */
export function schemeWords(scheme: SecurityScheme, href?: string): readonly Inline[] {
  const name: Inline = { code: scheme.name, href };
  const header: Inline = { code: 'Authorization' };
  switch (scheme.type) {
    case 'apiKey': {
      const parameter: Inline = { code: scheme.parameter };
      return fillInline(apiTexts.apiKeyIn, { name, place: apiTexts[scheme.in], parameter });
    }
    case 'http':
      return httpWords(scheme, { name, header });
    case 'oauth2':
      return fillInline(apiTexts.oauth2, { name });
    case 'openIdConnect':
      return fillInline(apiTexts.openIdConnect, { name });
    case 'mutualTLS':
      return fillInline(apiTexts.mutualTls, { name });
    case 'other':
      return [`${scheme.label} `, name];
  }
}

function httpWords(
  { scheme, bearerFormat }: { readonly scheme: string; readonly bearerFormat: string },
  values: { readonly name: Inline; readonly header: Inline },
): readonly Inline[] {
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return bearerFormat === ''
        ? fillInline(apiTexts.httpBearer, values)
        : fillInline(apiTexts.httpBearerOf, { ...values, format: bearerFormat });
    case 'basic':
      return fillInline(apiTexts.httpBasic, values);
    default:
      return fillInline(apiTexts.httpOther, { ...values, scheme });
  }
}
