/** Fingerprints of what pages of a description are made of: a page whose fingerprint is the same is the same. */
import { hash } from 'node:crypto';
import type { LoadedApi } from './load-descriptions.ts';
import type { Operation } from './model/api-model.ts';
import { isObject } from './model/model-context.ts';
import type { ApiPage } from './pages/api-page.ts';
import { eachReference } from './read/each-reference.ts';
import { schemasOfOperation } from './schema/used-schemas.ts';
import type { Description, JsonObject } from './read/description.ts';

/** An object of a description, without what its references lead to. */
interface Part {
  readonly print: string;
  readonly targets: readonly JsonObject[];
}

/**
 * Returns a function that prints what a page shows of a description: an operation or a schema with all that it refers
 * to, and what all pages may show. The overview and the list of schemas show parts of everything. Not covered: addresses
 * of other pages.
 */
export function createPagePrints({
  source,
  description,
  model,
  usersOf,
  past,
}: Pick<LoadedApi, 'source' | 'description' | 'model' | 'usersOf' | 'past'>): (
  page: ApiPage,
) => string {
  const partOf = createParts(description);
  const { operations, webhooks, schemas, tags } = model;
  const all = [...operations, ...webhooks];
  const root = description.root.root;
  const isOneFile = description.files().length === 1;
  const shared = printOf([
    isObject(root) ? Object.entries(root).filter(([key]) => !LARGE.has(key)) : [],
    printModel([...model.securitySchemes.values()]),
    printModel([model.info, model.servers]),
    past?.print ?? '',
    all.map(({ slug, method, path, operationId }) => [slug, method, path, operationId]),
    // Which one has a name may depend on other files.
    schemas.map(({ slug, name, schema }) => [
      slug,
      name,
      isOneFile || !isObject(schema) ? '' : description.pointer(schema),
    ]),
    tags.map(({ name, label }) => [name, label]),
  ]);
  // In the bundle of an operation, the names of components that come from other files depend on all of them.
  const hasBundles = !isOneFile && source.downloads === 'operations';
  let whole: string | undefined;
  const everything = (): string =>
    (whole ??= printOf([shared, description.files().map(({ file, root: of }) => [file, of])]));
  const closed = (start: readonly JsonObject[]): readonly string[] => {
    const seen = new Set(start);
    return Array.from(seen, (object) => {
      const { print, targets } = partOf(object);
      for (const target of targets) seen.add(target);
      return print;
    });
  };
  const users = ({ slug, title, method, path }: Operation): unknown => [slug, title, method, path];
  return (page) => {
    const isPart = page.type === 'operation' || page.type === 'schema';
    if (!isPart || hasBundles) return everything();
    if (page.type === 'operation') {
      const { operation } = page;
      const { parameters, servers = null, summary, description: words } = operation.shared;
      const texts = [summary?.['summary'] ?? null, words?.['description'] ?? null];
      const item = { parameters: [...parameters], servers, texts };
      const parts = [operation.source, item, ...schemasOfOperation(operation).filter(isObject)];
      return printOf([shared, printModel(operation), closed(parts)]);
    }
    const { schema } = page.schema;
    const used = usersOf(page.schema);
    return printOf([
      shared,
      page.schema.name,
      used.operations.map(users),
      used.schemas.map(({ slug, name }) => [slug, name]),
      isObject(schema) ? closed([schema]) : schema,
    ]);
  };
}

/** Keys of a description's root whose parts are printed for the pages that have them. */
const LARGE = new Set(
  'paths webhooks x-webhooks components definitions parameters responses'.split(' '),
);

/** Reads each object once. */
function createParts(description: Description): (object: JsonObject) => Part {
  const parts = new Map<JsonObject, Part>();
  return (object) => {
    const existing = parts.get(object);
    if (existing !== undefined) return existing;
    const targets = new Set<JsonObject>();
    const missing: string[] = [];
    eachReference(object, (ref, owner) => {
      const found = description.follow(ref, owner);
      if (!found.ok) missing.push(found.problem.message);
      else if (isObject(found.value)) targets.add(found.value);
      else missing.push(JSON.stringify(found.value));
    });
    const part = { print: printOf([object, missing]), targets: [...targets] };
    parts.set(object, part);
    return part;
  };
}

/** Keys of a model whose values are objects of the description, or have some. */
const OWNERS = new Set(['owner', 'source', 'shared']);

/** Prints a part of the model without the objects of the description. */
function printModel(value: unknown): string {
  return printOf(value, (key, child) =>
    OWNERS.has(key) && typeof child === 'object' ? undefined : child,
  );
}

function printOf(value: unknown, replacer?: (key: string, child: unknown) => unknown): string {
  return hash('sha256', JSON.stringify(value, replacer), 'base64url').slice(0, 20);
}
