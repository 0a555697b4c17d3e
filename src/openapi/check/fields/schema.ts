import {
  any,
  choice,
  count,
  each,
  either,
  filled,
  flag,
  kind,
  list,
  map,
  number,
  one,
  only,
  positive,
  since,
  text,
} from './field.ts';

const schema = one('Schema');
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const typeName = choice(...TYPES);
const newTypeName = choice(...TYPES, 'null');

/** The Schema Object: draft 4 with changes in 2.0 and 3.0, JSON Schema 2020-12 from 3.1 on. */
export const SCHEMA = kind(
  'a schema',
  {
    title: text,
    description: text,
    type: [
      only(['2.0'], either(choice(...TYPES, 'file', 'null'), list(newTypeName))),
      only(['3.0'], typeName),
      since('3.1', either(newTypeName, filled(newTypeName))),
    ],
    format: text,
    enum: list(any),
    const: since('3.1', any),
    default: any,
    // Numbers
    multipleOf: positive,
    maximum: number,
    exclusiveMaximum: [only(['2.0', '3.0'], flag), since('3.1', number)],
    minimum: number,
    exclusiveMinimum: [only(['2.0', '3.0'], flag), since('3.1', number)],
    // Text
    maxLength: count,
    minLength: count,
    pattern: text,
    contentEncoding: since('3.1', text),
    contentMediaType: since('3.1', text),
    contentSchema: since('3.1', schema),
    // Lists
    items: [only(['2.0'], either(schema, list(schema))), since('3.0', schema)],
    prefixItems: since('3.1', filled(schema)),
    unevaluatedItems: since('3.1', schema),
    contains: since('3.1', schema),
    minContains: since('3.1', count),
    maxContains: since('3.1', count),
    maxItems: count,
    minItems: count,
    uniqueItems: flag,
    // Objects
    properties: map(schema),
    patternProperties: since('3.1', map(schema)),
    additionalProperties: either(flag, schema),
    unevaluatedProperties: since('3.1', schema),
    propertyNames: since('3.1', schema),
    maxProperties: count,
    minProperties: count,
    required: list(text),
    dependentRequired: since('3.1', map(list(text))),
    dependentSchemas: since('3.1', map(schema)),
    // Composition
    allOf: filled(schema),
    oneOf: since('3.0', filled(schema)),
    anyOf: since('3.0', filled(schema)),
    not: since('3.0', schema),
    ...each(['if', 'then', 'else'], since('3.1', schema)),
    // Identity
    $id: since('3.1', text),
    $schema: since('3.1', text),
    $ref: text,
    $anchor: since('3.1', text),
    $dynamicRef: since('3.1', text),
    $dynamicAnchor: since('3.1', text),
    $vocabulary: since('3.1', map(flag)),
    $comment: since('3.1', text),
    $defs: since('3.1', map(schema)),
    // OpenAPI and annotations
    nullable: only(['3.0'], flag),
    discriminator: [only(['2.0'], text), since('3.0', one('Discriminator'))],
    readOnly: flag,
    writeOnly: since('3.0', flag),
    deprecated: since('3.0', flag),
    xml: one('Xml'),
    externalDocs: one('ExternalDocs'),
    example: any,
    examples: since('3.1', list(any)),
  },
  { ref: true },
);

/** Keywords of older drafts that 2020-12 still reads or that many descriptions use: never a typing mistake. */
export const OLD_KEYWORDS: ReadonlySet<string> = new Set([
  'definitions',
  'dependencies',
  '$recursiveRef',
  '$recursiveAnchor',
  'additionalItems',
  'id',
]);

export const DISCRIMINATOR = kind('a discriminator', {
  propertyName: { type: text, versions: ['3.0', '3.1', '3.2'], required: ['3.0', '3.1', '3.2'] },
  mapping: map(text),
  defaultMapping: since('3.2', text),
});

export const XML = kind('an XML object', {
  name: text,
  namespace: text,
  prefix: text,
  attribute: flag,
  wrapped: flag,
  nodeType: since('3.2', choice('element', 'attribute', 'text', 'cdata', 'none')),
});
