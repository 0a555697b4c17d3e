import type { NamedSchema, RawSchema } from '../model/api-model.ts';
import {
  allowsSiblings,
  asObject,
  emptyObject,
  isInternal,
  isObject,
  type ModelContext,
  namedEntries,
  remotePart,
} from '../model/model-context.ts';
import { isReservedName } from '../model/page-names.ts';
import type { JsonObject, JsonValue, Resolution } from '../read/description.ts';
import { isPureReference } from './keywords.ts';

export interface SchemaTarget {
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
  readonly known: Map<object, NamedSchema>;
  /** In lower case. */
  readonly slugs: Set<string>;
}

/** Names the schemas that the root declares; the others are named when a reference leads to them. */
export function createSchemaNames(context: ModelContext): SchemaNames {
  const registry: Registry = { known: new Map(), slugs: new Set() };
  const follow = createChainFollower(context);
  const declared = declaredSchemas(context, follow);
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
      const target =
        findTarget(context, registry, follow(ref, owner)) ?? missingTarget(context, ref, owner);
      targets.set(first, target);
      return target;
    },
    named: (target) => registry.known.get(target),
    list: () => [...registry.known.values()],
  };
}

function findTarget(
  context: ModelContext,
  registry: Registry,
  end: Found | undefined,
): SchemaTarget | undefined {
  if (end === undefined) return undefined;
  const { value } = end;
  if (typeof value === 'boolean') return { schema: value, name: end.name };
  if (!isObject(value)) return undefined;
  if (!registry.known.has(value) && !isInternal(value) && isNamedLocation(context, end)) {
    register(registry, end.name, value);
  }
  return { schema: value, name: registry.known.get(value)?.name ?? end.name };
}

/** Creates a named target for a remote or missing schema. */
function missingTarget(
  context: ModelContext,
  ref: string,
  owner: JsonObject,
): SchemaTarget | undefined {
  if (context.description.follow(ref, owner).ok) return undefined;
  const schema =
    remotePart(context, ref, owner) ?? context.description.derive(emptyObject(), owner);
  const name = /([^/#]*?)(?:\.\w+)?[/#]*$/.exec(ref)?.[1];
  return { schema, name: name === undefined || name === '' ? ref : name, isMissing: true };
}

interface Declared {
  readonly name: string;
  readonly schema: JsonObject;
  readonly alias: boolean;
}

function declaredSchemas(context: ModelContext, follow: FollowChain): readonly Declared[] {
  const { root } = context;
  const map =
    context.dialect === '2.0' ? root['definitions'] : asObject(root['components'])?.['schemas'];
  return namedEntries(map).flatMap(([name, value]): Declared[] => {
    if (!isObject(value)) return [];
    const ref = value['$ref'];
    if (typeof ref !== 'string' || !isPureReference(value, allowsSiblings(context))) {
      return [{ name, schema: value, alias: false }];
    }
    const end = remotePart(context, ref, value) === undefined ? follow(ref, value)?.value : value;
    return isObject(end) ? [{ name, schema: end, alias: end !== value }] : [];
  });
}

type Found = Extract<Resolution, { readonly ok: true }>;

type FollowChain = (ref: string, owner: JsonObject) => Found | undefined;

/** Creates a function that follows references to the end of their chain; undefined for rings. */
function createChainFollower(context: ModelContext): FollowChain {
  const siblings = allowsSiblings(context);
  const ends = new Map<JsonObject, Found | undefined>();
  return (ref, owner) => {
    let next = { ref, owner };
    let end: Found | undefined;
    const passed: JsonObject[] = [];
    for (;;) {
      const found = context.description.follow(next.ref, next.owner);
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
      next = { ref: refOf(value['$ref']), owner: value };
    }
    for (const value of passed) ends.set(value, end);
    return end;
  };
}

function refOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

// `/components/schemas/X`, `/definitions/X`, `/$defs/X`, and in a file of schemas `/X` and the file itself.
function isNamedLocation(context: ModelContext, { file, pointer }: Found): boolean {
  if (/\/(?:components\/schemas|definitions|\$defs)\/[^/]+$/.test(pointer)) return true;
  return file !== context.description.root.file && /^(?:\/[^/]+)?$/.test(pointer);
}

function register(registry: Registry, name: string, schema: JsonObject): void {
  if (registry.known.has(schema)) return;
  const slug = freeSlug(safeName(name), registry.slugs);
  registry.slugs.add(slug.toLowerCase());
  registry.known.set(schema, { name, slug, schema });
}

function safeName(name: string): string {
  const folded = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const safe = folded.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  const short = safe.slice(0, 100) || 'schema';
  return isReservedName(short.toLowerCase()) ? `${short}-schema` : short;
}

function freeSlug(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base.toLowerCase())) return base;
  for (let count = 2; ; count++) {
    const slug = `${base}-${count}`;
    if (!taken.has(slug.toLowerCase())) return slug;
  }
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
