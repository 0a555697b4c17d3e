import type { OpenAPIV2 } from 'openapi-types';
import { COMPONENT_SECTIONS } from '../check/fields/component-sections.ts';
import {
  type FieldType,
  type Kind,
  type KindName,
  map,
  one,
  type Version,
} from '../check/fields/field.ts';

import { KINDS_2 } from '../check/fields/kinds2.ts';
import { KINDS_3 } from '../check/fields/kinds3.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';

/** Where objects stand in a version of the specification, and where shared ones are kept. */
export interface Grammar {
  readonly version: Version;
  /** What stands under a key of a kind; undefined for what holds no objects of the specification. */
  readonly typeOf: (kind: KindName, key: string) => FieldType | undefined;
  /** The object that keeps shared objects of a kind: `components/schemas`, `definitions`. */
  readonly sectionOf: (kind: KindName) => string | undefined;
  /** The kind of what a section keeps. */
  readonly kindOf: (section: string) => KindName | undefined;
}

const SECTIONS_2: ReadonlyMap<string, KindName> = new Map<keyof OpenAPIV2.Document, KindName>([
  ['definitions', 'Schema'],
  ['parameters', 'Parameter'],
  ['responses', 'Response'],
  ['securityDefinitions', 'SecurityScheme'],
]);

// Fields that other versions or habits put there.
const EXTRA: ReadonlyMap<string, FieldType> = new Map([
  ['Schema/definitions', map(one('Schema'))],
  ['Schema/$defs', map(one('Schema'))],
  ['Root/x-webhooks', map(one('PathItem'))],
]);

/** The grammar of a description; of an unknown version that of OpenAPI 3.2. */
export function grammarOf(root: JsonObject): Grammar {
  const version = versionOf(root);
  const kinds: ReadonlyMap<string, Kind> = version === '2.0' ? KINDS_2 : KINDS_3;
  const sections = version === '2.0' ? SECTIONS_2 : COMPONENT_SECTIONS;
  const byKind = new Map(Array.from(sections, ([section, kind]) => [kind, section]));
  if (version !== '3.2') byKind.delete('MediaType');
  return {
    version,
    typeOf: (kindName, key) => {
      const kind = kinds.get(kindName);
      const fields = kind?.fields.get(key);
      const field = fields?.find(({ versions }) => versions.includes(version)) ?? fields?.[0];
      if (field !== undefined) return isStructural(field.type) ? field.type : undefined;
      const extra = EXTRA.get(`${kindName}/${key}`);
      return extra ?? (key.startsWith('x-') ? undefined : kind?.others);
    },
    sectionOf: (kind) => byKind.get(kind),
    kindOf: (section) => sections.get(section),
  };
}

function versionOf(root: JsonObject): Version {
  if (root['swagger'] !== undefined) return '2.0';
  const version = root['openapi'];
  if (typeof version !== 'string') return '3.2';
  if (version.startsWith('3.0')) return '3.0';
  return version.startsWith('3.1') ? '3.1' : '3.2';
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

/** The type among alternatives that a value has. */
export function fitting(type: FieldType, value: JsonValue): FieldType {
  if (type.is !== 'either') return type;
  const wanted = Array.isArray(value) ? 'list' : 'kind';
  return type.of.find(({ is }) => is === wanted) ?? type;
}
