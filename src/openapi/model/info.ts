import type { JsonObject } from '../read/description.ts';
import type { ApiInfo, ExternalDocs } from './api-model.ts';
import {
  asObject,
  emptyObject,
  type ModelContext,
  readText,
  stringOf,
  textOrNone,
  textsOf,
} from './model-context.ts';
import { isReservedName } from './page-names.ts';
import { kebab } from './words.ts';

export function readInfo(context: ModelContext, infoSlug: string | undefined): ApiInfo {
  const info =
    asObject(context.root['info']) ?? context.description.derive(emptyObject(), context.root);
  const title = stringOf(info['title']).trim() === '' ? 'API' : stringOf(info['title']);
  const slug = kebab(title) || 'api';
  const contact = asObject(info['contact']);
  const license = asObject(info['license']);
  return {
    title,
    version: stringOf(info['version']),
    summary: stringOf(info['summary']),
    description: readText(info, 'description'),
    termsOfService: textOrNone(info['termsOfService']),
    contact: contact && { owner: contact, ...textsOf(contact, ['name', 'url', 'email']) },
    license: license && {
      owner: license,
      name: stringOf(license['name']),
      ...textsOf(license, ['url', 'identifier']),
    },
    ...readExternalDocs(context.root),
    slug: infoSlug ?? (isReservedName(slug) ? `${slug}-api` : slug),
  };
}

/** Reads the `externalDocs` of an object, to be spread into its model. */
export function readExternalDocs(owner: JsonObject): { readonly externalDocs?: ExternalDocs } {
  const docs = asObject(owner['externalDocs']);
  const url = textOrNone(docs?.['url']);
  if (docs === undefined || url === undefined) return {};
  return { externalDocs: { url, description: stringOf(docs['description']), owner: docs } };
}
