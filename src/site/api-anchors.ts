/** Maps anchors of other API reference generators to addresses of this site. */
import type { ParsedRichText } from '../markdown/rich-text.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import { authenticationId } from '../openapi/pages/authentication.tsx';
import { fragment } from '../openapi/pages/elements.tsx';
import { decodeSafely } from '../shared/paths.ts';
import { slugify } from '../shared/slug.ts';

/** The address for an anchor of Redoc, Swagger UI, Scalar or a vendor's portal; undefined for other anchors. */
export type FindAnchor = (href: string) => string | undefined;

type Kind = 'operation' | 'tag' | 'schema' | 'section';

// The possible kinds of an anchor, best first; `operation` by operationId, or by path and method.
const FORMS: readonly (readonly [form: RegExp, kinds: readonly Kind[]])[] = [
  // Redoc: #operation/getPet, #tag/Pets/operation/getPet, #tag/Pets/paths/~1pets/get; Scalar: #tag/pets/GET/pets
  [/^#\/?(?:tag\/[^/]+\/)?(?:operations?|paths\/[^/]+)\/([^/]+)$/, ['operation']],
  [/^#\/?(?:tag\/[^/]+\/)?paths\/([^/]+\/[a-z]+)$/, ['operation']],
  [/^#tag\/[^/]+\/([A-Z]+\/.+)$/, ['operation']],
  [/^#\/?tag\/([^/]+)$/, ['tag', 'section']],
  [/^#section\/(?:.*\/)?([^/]+)$/, ['section', 'tag']],
  [/^#\/?(?:components\/schemas|definitions|schemas?|models?)\/([^/]+)$/, ['schema']],
  // Swagger UI: #/Pets/getPet, #operations-Pets-getPet
  [/^#(?:\/|operations-)[^/-]+[/-]([^/]+)$/, ['operation']],
  [/^#\/([^/]+)$/, ['tag']],
  // Atlassian: #api-group-Issues, #api-rest-api-3-issue-issueIdOrKey-get
  [/(?:^|[/#])api-group-([^/#]+)\/?(?:#.*)?$/, ['tag']],
  [/^#api-(.+)$/, ['operation']],
  // Square: entity:Order, api-endpoint:Orders-CreateOrder, #type-order
  [/^(?:entity:|#type-)([\w.-]+)$/, ['schema']],
  [/^api-endpoint:[^-]*-(.+)$/, ['operation']],
  [/^#(.+)$/, ['section', 'operation', 'tag', 'schema']],
];

/** Finds the anchors of one description; `info` is the text of its info page. */
export function createAnchors(api: LoadedApi, info: () => ParsedRichText): FindAnchor {
  let known: ReadonlyMap<string, string> | undefined;
  return (href) => {
    if (!/^#|api-group-|^(?:entity|api-endpoint):/.test(href)) return undefined;
    known ??= listAnchors(api, info());
    for (const [form, kinds] of FORMS) {
      const name = form.exec(href)?.[1];
      if (name === undefined) continue;
      const text = (decodeSafely(name) ?? name).replaceAll('~1', '/').replaceAll('~0', '~');
      for (const kind of kinds) {
        const found = known.get(`${kind} ${text}`) ?? known.get(`${kind} ${folded(text)}`);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
}

/** Addresses by kind and name, as written and folded; for duplicate names, the first one. */
function listAnchors(
  { model, source }: LoadedApi,
  info: ParsedRichText,
): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>();
  const add = (kind: Kind, name: string, address: string): void => {
    for (const key of [`${kind} ${name}`, `${kind} ${folded(name)}`]) {
      if (name !== '' && !anchors.has(key)) anchors.set(key, address);
    }
  };
  const page = (slug: string): string => `${source.routeBase}/${slug}`;
  const start = page(model.info.slug);
  for (const id of info.ids) add('section', id, start + fragment(id));
  for (const { text, id } of info.headings) add('section', text, start + fragment(id));
  for (const { name } of model.securitySchemes.values())
    add('section', name, start + fragment(authenticationId(name)));
  if (model.securitySchemes.size > 0) add('section', 'authentication', `${start}#authentication`);
  for (const operation of [...model.operations, ...model.webhooks]) {
    const { method, path, operationId, slug } = operation;
    add('operation', operationId, page(slug));
    add('operation', `${method}/${path.replace(/^\//, '')}`, page(slug));
    add('operation', `${path}/${method}`, page(slug));
  }
  for (const { name, label } of model.tags) {
    for (const text of [name, label ?? ''])
      add('tag', text, start + fragment(`tag-${slugify(name)}`));
  }
  for (const { name, slug } of model.schemas) add('schema', name, page(`schemas/${slug}`));
  return anchors;
}

/** Removes differences that generators ignore in anchors: case, punctuation and spaces. */
function folded(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}
