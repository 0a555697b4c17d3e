import type { JsonObject, JsonValue } from '../read/description.ts';
import type { ApiInfo, ExternalDocs } from './api-model.ts';
import {
  asObject,
  emptyObject,
  type ModelContext,
  readText,
  stringOf,
  textOrNone,
} from './model-context.ts';
import { isReservedName } from './page-names.ts';
import { kebab } from './words.ts';

export function readInfo(context: ModelContext, infoSlug: string | undefined): ApiInfo {
  const info =
    asObject(context.root['info']) ?? context.description.derive(emptyObject(), context.root);
  const title = stringOf(info['title']).trim() === '' ? 'API' : stringOf(info['title']);
  const contact = readContact(info['contact']);
  const license = readLicense(info['license']);
  const terms = textOrNone(info['termsOfService']);
  return {
    title,
    version: stringOf(info['version']),
    summary: stringOf(info['summary']),
    description: readText(info, 'description'),
    ...(terms === undefined ? {} : { termsOfService: terms }),
    ...(contact === undefined ? {} : { contact }),
    ...(license === undefined ? {} : { license }),
    ...readExternalDocs(context.root),
    slug: infoSlug ?? slugOf(title),
  };
}

function slugOf(title: string): string {
  const slug = kebab(title);
  if (slug === '') return 'api';
  return isReservedName(slug) ? `${slug}-api` : slug;
}

function readContact(value: JsonValue | undefined): ApiInfo['contact'] {
  const contact = asObject(value);
  if (contact === undefined) return undefined;
  const [name, url, email] = [contact['name'], contact['url'], contact['email']].map(textOrNone);
  return {
    owner: contact,
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(email === undefined ? {} : { email }),
  };
}

function readLicense(value: JsonValue | undefined): ApiInfo['license'] {
  const license = asObject(value);
  if (license === undefined) return undefined;
  const [url, identifier] = [license['url'], license['identifier']].map(textOrNone);
  return {
    owner: license,
    name: stringOf(license['name']),
    ...(url === undefined ? {} : { url }),
    ...(identifier === undefined ? {} : { identifier }),
  };
}

/** Reads the `externalDocs` of an object, to be spread into its model. */
export function readExternalDocs(owner: JsonObject): { readonly externalDocs?: ExternalDocs } {
  const docs = asObject(owner['externalDocs']);
  const url = textOrNone(docs?.['url']);
  if (docs === undefined || url === undefined) return {};
  return { externalDocs: { url, description: stringOf(docs['description']), owner: docs } };
}
