import type { NamedSchema, RawSchema } from '../model/api-model.ts';
import {
  allowsSiblings,
  declaredIn,
  emptyObject,
  isInternal,
  isObject,
  type ModelContext,
  remotePart,
  stringOf,
} from '../model/model-context.ts';
import { isReservedName } from '../model/page-names.ts';
import type { Description, JsonObject, Resolution } from '../read/description.ts';
import { isPureReference } from './keywords.ts';

interface SchemaTarget {
  readonly schema: RawSchema;
  readonly name: string;
  /** True if the target is remote or missing; `schema` then holds at most its address. */
  readonly isMissing?: boolean;
}

export interface SchemaNames {
  /** Follows a reference to the end of its chain. */
  target(ref: string, owner: JsonObject): SchemaTarget | undefined;
  named(target: object): NamedSchema | undefined;
  /** All schemas known so far: those of the root, then the others in order of discovery. */
  list(): readonly NamedSchema[];
}

interface Registry {
  readonly context: ModelContext;
  readonly known: Map<object, NamedSchema>;
  /** In lower case. */
  readonly slugs: Set<string>;
}

/** Names the schemas that the root declares; the others are named when a reference leads to them. */
export function createSchemaNames(context: ModelContext): SchemaNames {
  const registry: Registry = { context, known: new Map(), slugs: new Set() };
  const follow = createChainFollower(context.description, allowsSiblings(context));
  const declared = Object.entries(declaredIn(context, 'schemas')).flatMap(
    ([name, value]): Declared[] => {
      if (!isObject(value)) return [];
      const ref = value['$ref'];
      if (typeof ref !== 'string' || !isPureReference(value, allowsSiblings(context))) {
        return [{ name, schema: value, alias: false }];
      }
      const end = remotePart(context, ref, value) === undefined ? follow(ref, value)?.value : value;
      return isObject(end) ? [{ name, schema: end, alias: end !== value }] : [];
    },
  );
  const own = new Set(declared.filter(({ alias }) => !alias).map(({ schema }) => schema));
  for (const { name, schema, alias } of declared) {
    // An alias of a named schema gets no page; an alias of one in another file names it.
    if (alias && own.has(schema)) continue;
    if (!isInternal(schema)) register(registry, name, schema);
  }
  // Equal references have the same resolution.
  const targets = new Map<Resolution, SchemaTarget | undefined>();
  return {
    target: (ref, owner) => {
      const first = context.description.follow(ref, owner);
      if (targets.has(first)) return targets.get(first);
      let target = findTarget(registry, follow(ref, owner));
      if (target === undefined && !first.ok) {
        const schema =
          remotePart(context, ref, owner) ?? context.description.derive(emptyObject(), owner);
        const [, name = ''] = /([^/#]*?)(?:\.\w+)?[/#]*$/.exec(ref) ?? [];
        target = { schema, name: name || ref, isMissing: true };
      }
      targets.set(first, target);
      return target;
    },
    named: (target) => registry.known.get(target),
    list: () => [...registry.known.values()],
  };
}

function findTarget(
  { context, known, slugs }: Registry,
  end: Found | undefined,
): SchemaTarget | undefined {
  if (end === undefined) return undefined;
  const { value, file, pointer, name } = end;
  if (typeof value === 'boolean') return { schema: value, name };
  if (!isObject(value)) return undefined;
  // `/components/schemas/X`, `/definitions/X`, `/$defs/X`, and in a file of schemas `/X` and the file itself.
  const isNamed =
    /\/(?:components\/schemas|definitions|\$defs)\/[^/]+$/.test(pointer) ||
    (file !== context.description.root.file && /^(?:\/[^/]+)?$/.test(pointer));
  if (isNamed && !isInternal(value)) register({ context, known, slugs }, name, value);
  return { schema: value, name: known.get(value)?.name ?? name };
}

interface Declared {
  readonly name: string;
  readonly schema: JsonObject;
  readonly alias: boolean;
}

export type Found = Extract<Resolution, { readonly ok: true }>;

export type FollowChain = (ref: string, owner: JsonObject) => Found | undefined;

/**
 * Creates a function that follows references to the end of their chain, where a value is more than a reference;
 * undefined for rings. With `siblings`, keys beside a reference are more.
 */
export function createChainFollower(description: Description, siblings: boolean): FollowChain {
  const ends = new Map<JsonObject, Found | undefined>();
  return (ref, owner) => {
    let next = { ref, owner };
    let end: Found | undefined;
    const passed: JsonObject[] = [];
    for (;;) {
      const found = description.follow(next.ref, next.owner);
      if (!found.ok) break;
      end = found;
      const { value } = found;
      if (!isObject(value) || !isPureReference(value, siblings)) break;
      if (ends.has(value)) {
        end = ends.get(value);
        break;
      }
      // Until the end is known, the chain is a ring if it comes here again.
      ends.set(value, undefined);
      passed.push(value);
      next = { ref: stringOf(value['$ref']), owner: value };
    }
    for (const value of passed) ends.set(value, end);
    return end;
  };
}

function register({ known, slugs }: Registry, name: string, schema: JsonObject): void {
  if (known.has(schema)) return;
  const folded = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const safe = folded.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  const short = safe.slice(0, 100) || 'schema';
  const base = isReservedName(short.toLowerCase()) ? `${short}-schema` : short;
  let slug = base;
  for (let count = 2; slugs.has(slug.toLowerCase()); count++) slug = `${base}-${count}`;
  slugs.add(slug.toLowerCase());
  known.set(schema, { name, slug, schema });
}

/**
 * Resolves a value of a discriminator's mapping: the name of a schema, or else a reference. `ref` is the reference
 * that it represents.
 */
export function mappingTarget(
  names: SchemaNames,
  value: string,
  owner: JsonObject,
): (SchemaTarget & { readonly ref: string }) | undefined {
  const bare = /^[A-Za-z0-9._-]+$/.test(value);
  const candidates = bare
    ? [`#/components/schemas/${value}`, `#/definitions/${value}`, `#/${value}`, value]
    : [value];
  for (const ref of candidates) {
    const target = names.target(ref, owner);
    if (target !== undefined && target.isMissing !== true) return { ...target, ref };
  }
  return undefined;
}
