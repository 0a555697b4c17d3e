import { isObject, namedEntries } from '../../model/model-context.ts';
import type { JsonObject, JsonValue } from '../../read/description.ts';
import { type Check, type Direction, report } from '../check-context.ts';
import { refOf, resolveObject } from '../references.ts';
import { isJson } from './media-types.ts';

/** Notes the examples of a media type, parameter, header or response; they are compared with their schema at the end. */
export function checkExampleHolder(check: Check, holder: JsonObject, direction: Direction): void {
  if ('example' in holder && 'examples' in holder) {
    const at = check.description.locateKey(holder, 'example');
    report(check, 'openapi-example', { message: '"example" has no effect beside "examples"', at });
  }
  const schema = holder['schema'];
  if (schema === undefined || schema === null) return;
  const note = (owner: object, key: string, value: JsonValue): void => {
    if (refOf(value) !== undefined) {
      reportRef(check, owner, key);
      return;
    }
    const held = typeof value === 'string' ? textCounts(check, holder) : true;
    if (held) check.examples.push({ what: 'the example', owner, key, value, schema, direction });
  };
  if (check.version === '2.0') {
    noteOldExamples(holder, note);
    return;
  }
  if (holder['example'] !== undefined) note(holder, 'example', holder['example']);
  for (const [, entry] of namedEntries(holder['examples'])) {
    const example = resolveObject(check, entry);
    for (const key of ['value', 'dataValue']) {
      const value = example?.[key];
      if (example !== undefined && value !== undefined) note(example, key, value);
    }
  }
}

function reportRef(check: Check, owner: object, key: string): void {
  const { file, line, column } = check.description.locateKey(owner, key);
  const message = 'the example is a reference, which is not followed where a value stands';
  const hint = 'write "$ref" in place of "value", beside the name of the example';
  report(check, 'openapi-example', { message, at: { file, line, column }, hint });
}

type Note = (owner: object, key: string, value: JsonValue) => void;

function noteOldExamples(response: JsonObject, note: Note): void {
  const examples = response['examples'];
  if (!isObject(examples)) return;
  for (const [type, value] of namedEntries(examples)) {
    if (isJson(type) || typeof value !== 'string') note(examples, type, value);
  }
}

// A text in place of a value may be the body as it is sent: XML, a form, a file.
function textCounts(check: Check, holder: JsonObject): boolean {
  const type = check.description.pointer(holder).pointer.split('/').at(-1) ?? '';
  const media = type.replaceAll('~1', '/');
  return !media.includes('/') || isJson(media);
}

export function checkExample(check: Check, example: JsonObject): void {
  // OpenAPI 3.2, Example Object: `value` must be absent where one of the newer fields stands.
  const newer = ['dataValue', 'serializedValue'].find((key) => key in example);
  if ('value' in example && newer !== undefined) {
    const message = `an example cannot have both "value" and "${newer}"`;
    const at = check.description.locateKey(example, 'value');
    report(check, 'openapi-example', { message, at });
  }
  if (!('value' in example) || !('externalValue' in example)) return;
  const message = 'an example cannot have both "value" and "externalValue"';
  const at = check.description.locateKey(example, 'externalValue');
  report(check, 'openapi-example', { message, at });
}
