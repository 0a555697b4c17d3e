import type { ApiTexts } from '../../shared/texts.ts';
import type { SecurityAlternative, SecurityScheme } from '../model/api-model.ts';
import type { ApiContext } from './api-page.ts';
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
  const { texts } = context;
  if (security.every((alternative) => alternative.length === 0)) return [];
  return security.map((alternative) =>
    alternative.length === 0
      ? [texts.noAuthentication]
      : joinInline(
          alternative.map(({ scheme, scopes }) => [
            ...schemeLink(context, scheme),
            ...scopeWords(texts, scopes),
          ]),
          `, ${texts.and} `,
        ),
  );
}

function scopeWords(texts: ApiTexts, scopes: readonly string[]): readonly Inline[] {
  if (scopes.length === 0) return [];
  const list = joinInline(
    scopes.map((scope) => ({ code: scope })),
    ', ',
  );
  const words = scopes.length === 1 ? texts.withScope : texts.withScopes;
  return [' ', ...fillInline(words, { scopes: list })];
}

function schemeLink(context: ApiContext, name: string): readonly Inline[] {
  const scheme = context.model.securitySchemes.get(name);
  if (scheme === undefined) return [{ code: name }];
  const page = context.pageHref(context.model.info.slug);
  return schemeWords(context.texts, scheme, `${page}${fragment(authenticationId(name))}`);
}

/** What a scheme is and where it goes: `API key apiKey in header X-Key`. */
export function schemeWords(
  texts: ApiTexts,
  scheme: SecurityScheme,
  href?: string,
): readonly Inline[] {
  const name: Inline = { code: scheme.name, href };
  const header: Inline = { code: 'Authorization' };
  switch (scheme.type) {
    case 'apiKey': {
      const parameter: Inline = { code: scheme.parameter };
      return fillInline(texts.apiKeyIn, { name, place: texts[scheme.in], parameter });
    }
    case 'http':
      return httpWords(texts, scheme, { name, header });
    case 'oauth2':
      return fillInline(texts.oauth2, { name });
    case 'openIdConnect':
      return fillInline(texts.openIdConnect, { name });
    case 'mutualTLS':
      return fillInline(texts.mutualTls, { name });
    case 'other':
      return [`${scheme.label} `, name];
  }
}

function httpWords(
  texts: ApiTexts,
  { scheme, bearerFormat }: { readonly scheme: string; readonly bearerFormat: string },
  values: { readonly name: Inline; readonly header: Inline },
): readonly Inline[] {
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return bearerFormat === ''
        ? fillInline(texts.httpBearer, values)
        : fillInline(texts.httpBearerOf, { ...values, format: bearerFormat });
    case 'basic':
      return fillInline(texts.httpBasic, values);
    default:
      return fillInline(texts.httpOther, { ...values, scheme });
  }
}
