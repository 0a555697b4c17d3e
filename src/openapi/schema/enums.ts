import type { EnumValue, Text } from '../model/api-model.ts';
import { isObject, listOf, readText, stringOf } from '../model/json.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';

const NO_VALUES: readonly EnumValue[] = [];

/** The allowed values with their descriptions, null where it is listed. */
export function readEnum(json: JsonObject): readonly EnumValue[] {
  const values = listOf(json['enum']);
  if (values.length === 0) return constAlternatives(json) ?? NO_VALUES;
  const describe = describerOf(json);
  return values.map((value, index) => ({
    json: value,
    title: '',
    description: describe(value, index),
  }));
}

/**
 * Values that stand as `oneOf: [{const, description}, …]`: an enum with descriptions. Undefined where an alternative
 * says more than that.
 */
export function constAlternatives(json: JsonObject): readonly EnumValue[] | undefined {
  const list = listOf(json['oneOf'] ?? json['anyOf']);
  if (list.length < 2) return undefined;
  const values: EnumValue[] = [];
  for (const item of list) {
    const value = isObject(item) ? constOf(item) : undefined;
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

const CONST_KEYS: ReadonlySet<string> = new Set(['const', 'title', 'description', 'type']);

function constOf(item: JsonObject): EnumValue | undefined {
  const value = item['const'];
  if (value === undefined || typeof value === 'object') return undefined;
  if (!Object.keys(item).every((key) => CONST_KEYS.has(key))) return undefined;
  const title = stringOf(item['title']);
  return {
    json: value,
    title: title === String(value) ? '' : title,
    description: readText(item, 'description'),
  };
}

type Describer = (value: JsonValue, index: number) => Text;

function describerOf(json: JsonObject): Describer {
  const descriptions = [
    json['x-enumDescriptions'],
    json['x-enum-descriptions'],
    json['x-enum-varnames'],
  ].find((value) => isObject(value) || Array.isArray(value));
  if (Array.isArray(descriptions)) {
    return (_, index) => ({
      text: stringOf(descriptions[index]),
      owner: descriptions,
      key: String(index),
    });
  }
  if (!isObject(descriptions)) {
    const none = { text: '', owner: json, key: 'enum' };
    return () => none;
  }
  return (value) =>
    readText(descriptions, typeof value === 'string' ? value : JSON.stringify(value));
}
