import type { OpenAPIV2 } from 'openapi-types';
import {
  COMPONENT_SECTIONS,
  type FieldType,
  type Kind,
  type KindName,
  type Version,
} from '../check/fields/field.ts';
import { KINDS_3 } from '../check/fields/kinds-openapi3.ts';
import { KINDS_2 } from '../check/fields/kinds-swagger2.ts';
import {
  dialectOf,
  isInternal,
  isObject,
  namedEntries,
  objectsOf,
} from '../model/model-context.ts';
import type { Description, JsonObject, JsonValue, Resolution } from '../read/description.ts';
import { parsePointer, printPointer } from '../read/pointer.ts';

export interface Component {
  readonly section: string;
  readonly name: string;
  readonly kind: KindName;
  /** As in the source file. */
  readonly source: JsonValue;
  /** As in the bundle. */
  value: JsonValue;
  readonly uses: Set<string>;
}

/** State of bundling. */
export interface Walker {
  readonly description: Description;
  readonly grammar: Grammar;
  readonly root: JsonObject;
  /** By `section/name`, without internal ones. */
  readonly components: Map<string, Component>;
  /** Keys of components, by the object of another file that they are. */
  readonly claims: Map<object, string>;
  readonly queue: Component[];
  readonly hidden: Set<JsonObject>;
  /** Objects being inlined in place of their references. */
  readonly inlining: Set<object>;
  /** Collects the keys of the components that are referred to. */
  uses: Set<string>;
}

export function createWalker(description: Description, root: JsonObject, grammar: Grammar): Walker {
  const walker: Walker = {
    description,
    grammar,
    root,
    components: new Map(),
    claims: new Map(),
    queue: [],
    hidden: new Set(),
    inlining: new Set(),
    uses: new Set(),
  };
  for (const [section, values] of sectionsOf(root, grammar)) {
    const kind = grammar.kindOf(section);
    if (kind === undefined) continue;
    for (const [name, value] of namedEntries(values))
      addOwn(walker, { section, kind, name }, value);
  }
  return walker;
}

function sectionsOf(root: JsonObject, grammar: Grammar): [string, JsonValue][] {
  const inside = namedEntries(root['components']).map(([key, value]): [string, JsonValue] => [
    `components/${key}`,
    value,
  ]);
  return [...inside, ...namedEntries(root)].filter(([key]) => grammar.kindOf(key) !== undefined);
}

type ComponentName = Pick<Component, 'section' | 'kind' | 'name'>;

// A component that only refers to an object of another file becomes that object, and the target of all references
// to it.
function addOwn(walker: Walker, name: ComponentName, value: JsonValue): void {
  const final = isAlias(value) ? finalTarget(walker, value) : undefined;
  const object = final?.value ?? value;
  if (isObject(object) && isInternal(object)) {
    walker.hidden.add(object);
    return;
  }
  const isElsewhere = final !== undefined && final.file !== walker.description.root.file;
  const isFirst = isElsewhere && isObject(object) && !walker.claims.has(object);
  const key = `${name.section}/${name.name}`;
  if (isFirst) walker.claims.set(object, key);
  add(walker, key, { ...name, source: isFirst ? object : value });
}

function add(
  walker: Walker,
  key: string,
  part: ComponentName & { readonly source: JsonValue },
): void {
  const component: Component = { ...part, value: null, uses: new Set() };
  walker.components.set(key, component);
  walker.queue.push(component);
}

function isAlias(value: JsonValue): value is JsonObject {
  return isObject(value) && typeof value['$ref'] === 'string' && Object.keys(value).length === 1;
}

type Found = Extract<Resolution, { ok: true }>;

/** Follows a chain of objects that are only references. */
export function finalTarget(walker: Walker, value: JsonObject): Found | undefined {
  let at: JsonValue = value;
  let found: Found | undefined;
  for (let hops = 0; hops < 50 && isAlias(at); hops += 1) {
    const next = walker.description.follow(String(at['$ref']), at);
    if (!next.ok) break;
    found = next;
    at = next.value;
  }
  return found;
}

/** Returns the key of the component that a pointer from the root refers to or into, even if it does not exist. */
export function componentKey(walker: Walker, pointer: string): string | undefined {
  const [first = '', second = '', third] = parsePointer(pointer) ?? [];
  if (walker.grammar.kindOf(first) !== undefined && second !== '') return `${first}/${second}`;
  const section = `${first}/${second}`;
  if (third === undefined || walker.grammar.kindOf(section) === undefined) return undefined;
  return `${section}/${third}`;
}

/** Returns the reference to an object moved to the components; undefined if there is no section for its kind. */
export function moved(walker: Walker, kind: KindName, found: Found): string | undefined {
  const { value } = found;
  if (!isObject(value)) return undefined;
  let key = walker.claims.get(value);
  if (key === undefined) {
    const section = walker.grammar.sectionOf(kind);
    if (section === undefined) return undefined;
    const name = freeName(walker, section, found.name);
    key = `${section}/${name}`;
    walker.claims.set(value, key);
    add(walker, key, { section, kind, name, source: value });
  }
  walker.uses.add(key);
  return referenceTo(walker, key);
}

function referenceTo(walker: Walker, key: string): string {
  const component = walker.components.get(key);
  if (component === undefined) return `#/${key}`;
  return `#/${component.section}${printPointer([component.name])}`;
}

function freeName(walker: Walker, section: string, wish: string): string {
  const safe = wish.replace(/[^A-Za-z0-9._-]+/g, '-');
  const base = safe === '' || safe === '-' ? 'part' : safe;
  let name = base;
  for (let count = 2; walker.components.has(`${section}/${name}`); count += 1)
    name = `${base}-${count}`;
  return name;
}

export function securityKeys(value: JsonValue | undefined, grammar: Grammar): string[] {
  const section = grammar.sectionOf('SecurityScheme') ?? '';
  return objectsOf(value).flatMap((need) => Object.keys(need).map((name) => `${section}/${name}`));
}

/** Locations of objects in a version of the specification, and sections of shared ones. */
export interface Grammar {
  readonly version: Version;
  /** Type of the value under a key of a kind; undefined if it holds no objects of the specification. */
  readonly typeOf: (kind: KindName, key: string) => FieldType | undefined;
  /** Section for shared objects of a kind: `components/schemas`, `definitions`. */
  readonly sectionOf: (kind: KindName) => string | undefined;
  readonly kindOf: (section: string) => KindName | undefined;
}

const SECTIONS_2: ReadonlyMap<string, KindName> = new Map<keyof OpenAPIV2.Document, KindName>([
  ['definitions', 'Schema'],
  ['parameters', 'Parameter'],
  ['responses', 'Response'],
  ['securityDefinitions', 'SecurityScheme'],
]);

/** Returns the grammar of a description; that of OpenAPI 3.2 for an unknown version. */
export function grammarOf(root: JsonObject): Grammar {
  const version = dialectOf(root);
  const kinds: ReadonlyMap<string, Kind> = version === '2.0' ? KINDS_2 : KINDS_3;
  const sections = version === '2.0' ? SECTIONS_2 : COMPONENT_SECTIONS;
  const byKind = new Map(Array.from(sections, ([section, kind]) => [kind, section]));
  if (version !== '3.2') byKind.delete('MediaType');
  return {
    version,
    typeOf: (kindName, key) => {
      const kind = kinds.get(kindName);
      const field = kind?.fields.get(key);
      if (field !== undefined) return isStructural(field) ? field : undefined;
      return key.startsWith('x-') ? undefined : kind?.others;
    },
    sectionOf: (kind) => byKind.get(kind),
    kindOf: (section) => sections.get(section),
  };
}

function isStructural(type: FieldType): boolean {
  switch (type.is) {
    case 'kind':
      return true;
    case 'list':
    case 'map':
      return isStructural(type.of);
    case 'either':
      return type.of.some(isStructural);
    default:
      return false;
  }
}

/** Returns the alternative that fits the value. */
export function fitting(type: FieldType, value: JsonValue): FieldType {
  if (type.is !== 'either') return type;
  const wanted = Array.isArray(value) ? 'list' : 'kind';
  return type.of.find(({ is }) => is === wanted) ?? type;
}
