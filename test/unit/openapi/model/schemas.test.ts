import { describe, expect, it } from 'vitest';
import type { SchemaNode } from '../../../../src/openapi/model/api-model.ts';
import type { BuiltModel } from '../../../../src/openapi/model/build-model.ts';
import { modelOf, nodeAt, schemasOf } from '../support/describe-api.ts';

/** Name, type, required and description of the properties of a named schema. */
function rows(built: BuiltModel, name: string): readonly string[] {
  return nodeAt(built, name).properties.map((property) => {
    const node = built.schemas.read(property.schema);
    const mark = property.required ? '*' : '';
    const text = node.description.text;
    return `${property.name}${mark}: ${node.typeLabel}${text === '' ? '' : ` (${text})`}`;
  });
}

/** The label of a schema in YAML flow style, beside named schemas to refer to. */
function label(schema: string, version?: string): string {
  return nodeAt(schemasOf(`X: ${schema}\n${NAMED}`, version), 'X').typeLabel;
}

const NAMED = `Badge: {type: object, properties: {id: {type: string}}}
Id: {type: string, format: uuid}
Number: {type: integer, format: int64}
Many: {type: array, items: {$ref: '#/components/schemas/Badge'}}
Either: {oneOf: [{$ref: '#/components/schemas/Badge'}, {type: string}]}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;

describe('type labels', () => {
  it('are the same, whether a reference to the schema was read before it', () => {
    const read = (isReferenceFirst: boolean): SchemaNode => {
      const built = schemasOf(`X: {properties: {a: ${ref('Id')}}}\n${NAMED}`);
      if (isReferenceFirst) nodeAt(built, 'X', 'a');
      return nodeAt(built, 'Id');
    };
    const { typeLabel, typeParts } = read(true);
    expect({ typeLabel, typeParts }).toEqual({ typeLabel: 'string<uuid>', typeParts: undefined });
    expect(read(true)).toEqual(read(false));
  });

  it.each([
    ['{type: string}', 'string'],
    ['{type: string, format: uuid}', 'string<uuid>'],
    ['{type: integer, format: int64}', 'integer<int64>'],
    ['{type: [string, "null"], format: date}', 'string<date> | null'],
    ['{type: [string, integer]}', 'string | integer'],
    ['{type: [string, array], items: {type: integer}}', 'string | array of integer'],
    ['{type: "null"}', 'null'],
    ['{}', 'any'],
    ['{not: {}}', 'any'],
    ['{format: email}', 'string<email>'],
    ['{minimum: 1}', 'number'],
    ['{enum: [a, 1]}', 'string | integer'],
    ['{const: 0}', 'integer'],
    ['{const: null}', 'null'],
    ['{properties: {a: {}}}', 'object'],
    ['{type: array}', 'array of any'],
    ['{type: array, items: {type: [string, "null"]}}', 'array of (string | null)'],
    ['{type: array, items: {type: array, items: {type: number}}}', 'array of array of number'],
    ['{type: object, additionalProperties: {type: integer}}', 'map of integer'],
    ['{type: object, additionalProperties: true}', 'map of any'],
    ['{type: object, additionalProperties: false}', 'object'],
    ['{type: object, patternProperties: {"^x": {type: boolean}}}', 'map of boolean'],
    [
      '{type: array, prefixItems: [{type: integer}, {type: integer}], items: false}',
      '[integer, integer]',
    ],
    ['{type: array, prefixItems: [{type: integer}], items: {}}', '[integer, …]'],
    [`{type: array, items: ${ref('Badge')}}`, 'array of Badge'],
    [`{type: object, additionalProperties: ${ref('Badge')}}`, 'map of Badge'],
    [`{properties: {a: {}}, oneOf: [${ref('Badge')}, ${ref('Id')}]}`, 'Badge | Id'],
    [`{type: array, items: ${ref('Either')}}`, 'array of Either'],
    [`{anyOf: [${ref('Badge')}, {type: "null"}]}`, 'Badge | null'],
    [`{oneOf: [${ref('Many')}, {type: "null"}], description: x}`, 'array · Many | null'],
    [`{allOf: [${ref('Id')}], description: x}`, 'string<uuid> · Id'],
    [`{allOf: [${ref('Number')}], description: x}`, 'integer · Number'],
    [`{anyOf: [${ref('Number')}, {type: "null"}]}`, 'integer · Number | null'],
    [`{type: array, items: ${ref('Number')}}`, 'array of Number'],
    [
      `{type: object, additionalProperties: {anyOf: [${ref('Id')}, {type: "null"}]}}`,
      'map of (Id | null)',
    ],
    [`{allOf: [${ref('Badge')}], description: x}`, 'Badge'],
    [`{allOf: [${ref('Badge')}, {properties: {b: {}}}]}`, 'object'],
  ])('%s is %s', (schema, expected) => {
    expect(label(schema)).toBe(expected);
  });

  it('knows nullable and x-nullable before 3.1', () => {
    expect(label('{type: string, nullable: true}', '3.0.3')).toBe('string | null');
    expect(label(`{nullable: true, allOf: [${ref('Badge')}]}`, '3.0.3')).toBe('Badge | null');
    expect(label('{type: string, x-nullable: true}', '3.0.3')).toBe('string | null');
  });

  it('names at most five alternatives and stays short', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(
      (name) => `{type: string, format: ${name}}`,
    );
    expect(label(`{oneOf: [${many.join(', ')}]}`)).toBe(
      'string<a> | string<b> | string<c> | string<d> | string<e> | …',
    );
    const long = label(`{type: string, format: ${'x'.repeat(500)}}`);
    expect(long).toHaveLength(120);
    expect(long.endsWith('…')).toBe(true);
  });
});

describe('constraints', () => {
  const facts = (schema: string, version?: string): string =>
    nodeAt(schemasOf(`X: ${schema}`, version), 'X')
      .constraints.map((one) => `${one.name} ${one.value}`.trim())
      .join('; ');

  it.each([
    ['{type: string, minLength: 3}', 'minLength 3'],
    ['{type: string, minLength: 3, maxLength: 64}', 'length 3–64'],
    ['{type: string, minLength: 0, maxLength: 64}', 'maxLength 64'],
    ['{type: string, minLength: 8, maxLength: 8}', 'length 8'],
    ['{type: integer, minimum: 1, maximum: 100}', 'range 1–100'],
    ['{type: integer, minimum: 0}', 'minimum 0'],
    ['{type: number, exclusiveMinimum: 0}', 'range > 0'],
    ['{type: number, exclusiveMinimum: 0, maximum: 1}', 'range > 0, ≤ 1'],
    ['{type: number, multipleOf: 0.01}', 'multipleOf 0.01'],
    ['{type: string, pattern: "^a<b>$"}', 'pattern ^a<b>$'],
    ['{type: array, minItems: 1, maxItems: 50, uniqueItems: true}', 'items 1–50; uniqueItems'],
    ['{type: array, contains: {type: string}, minContains: 2}', 'minContains 2'],
    ['{type: object, minProperties: 1}', 'minProperties 1'],
    [
      '{type: string, contentEncoding: base64, contentMediaType: image/png}',
      'contentEncoding base64; contentMediaType image/png',
    ],
    ['{allOf: [{pattern: ^a}, {pattern: z$}], type: string}', 'pattern ^a; pattern z$'],
  ])('%s: %s', (schema, expected) => {
    expect(facts(schema)).toBe(expected);
  });

  it('know the exclusive bounds of draft 4', () => {
    expect(facts('{type: number, minimum: 0, exclusiveMinimum: true}', '3.0.3')).toBe('range > 0');
    expect(facts('{type: number, maximum: 9, exclusiveMaximum: false}', '3.0.3')).toBe('maximum 9');
  });
});

describe('references', () => {
  const siblings = `Base: {type: object, description: far, properties: {a: {}}}
X:
  type: object
  properties:
    plain: {$ref: '#/components/schemas/Base'}
    said: {$ref: '#/components/schemas/Base', description: near, deprecated: true, default: {}}
    more: {$ref: '#/components/schemas/Base', required: [a]}`;

  it('have siblings that count from 3.1 on', () => {
    const built = schemasOf(siblings);
    const said = nodeAt(built, 'X', 'said');
    expect(said).toMatchObject({ deprecated: true, default: { json: {} }, ref: { name: 'Base' } });
    expect(rows(built, 'X')).toEqual([
      'plain: Base (far)',
      'said: Base (near)',
      'more: object (far)',
    ]);
    expect(nodeAt(built, 'X', 'more').properties).toMatchObject([{ name: 'a', required: true }]);
    expect(said.ref?.target).toBe(nodeAt(built, 'X', 'plain').ref?.target);
  });

  it('have siblings that are ignored in 3.0', () => {
    const built = schemasOf(siblings, '3.0.3');
    expect(rows(built, 'X')).toEqual(['plain: Base (far)', 'said: Base (far)', 'more: Base (far)']);
    expect(nodeAt(built, 'X', 'said').deprecated).toBe(false);
  });

  it('know the location of a description', () => {
    const built = schemasOf(siblings);
    const { owner, key } = nodeAt(built, 'X', 'said').description;
    expect([owner, key]).toMatchObject([{ description: 'near' }, 'description']);
  });

  it('without a target are harmless', () => {
    const built = schemasOf(`X: {$ref: '#/nowhere', description: still}\nY: {allOf: [3, null]}`);
    expect(nodeAt(built, 'X')).toMatchObject({ kind: 'any', description: { text: 'still' } });
    expect(nodeAt(built, 'Y').kind).toBe('any');
  });

  it('may go in circles', () => {
    const built = schemasOf(`A: {allOf: [{$ref: '#/components/schemas/B'}], description: a}
B: {allOf: [{$ref: '#/components/schemas/A'}]}
Self: {anyOf: [{$ref: '#/components/schemas/Self'}, {type: 'null'}]}
List: {type: array, items: {$ref: '#/components/schemas/List'}}
Tree: {type: object, properties: {kids: {type: array, items: {$ref: '#/components/schemas/Tree'}}}}`);
    for (const { schema } of built.model.schemas) built.schemas.read(schema);
    expect(nodeAt(built, 'A').description.text).toBe('a');
    expect(nodeAt(built, 'List').typeLabel).toBe('array of List');
    const kids = nodeAt(built, 'Tree', 'kids');
    expect(kids.typeLabel).toBe('array of Tree');
    const tree = built.model.schemas.find(({ name }) => name === 'Tree');
    expect(built.schemas.read(kids.items ?? false).ref?.target).toBe(tree?.schema);
  });
});

describe('allOf', () => {
  it('unites properties and required, and narrows', () => {
    const built = schemasOf(`Base:
  type: object
  title: Base
  description: The base.
  required: [id]
  properties: {id: {type: string}, size: {type: number, minimum: 0, maximum: 100, description: inner}}
  example: {id: x}
X:
  allOf:
    - $ref: '#/components/schemas/Base'
    - type: object
      required: [name]
      properties: {name: {type: string}, size: {type: integer, minimum: 10, description: outer}}`);
    expect(rows(built, 'X')).toEqual(['id*: string', 'size: integer (outer)', 'name*: string']);
    const size = nodeAt(built, 'X', 'size');
    expect(size.constraints.map(({ value }) => value)).toEqual(['10–100']);
    const node = nodeAt(built, 'X');
    expect(node).toMatchObject({ title: '', examples: [], description: { text: 'The base.' } });
    expect(node.ref).toBeUndefined();
    expect(built.diagnostics).toEqual([]);
  });

  it('requires what another part describes', () => {
    const built = schemasOf(`X: {allOf: [{properties: {a: {}}}], required: [a]}`);
    expect(rows(built, 'X')).toEqual(['a*: any']);
  });

  it('intersects enums and numbers', () => {
    const built = schemasOf(`X:
  allOf:
    - {type: integer, enum: [1, 2, 3], multipleOf: 4}
    - {type: number, enum: [2, 3, 4], multipleOf: 6}`);
    const node = nodeAt(built, 'X');
    expect(node.enum.map(({ json }) => json)).toEqual([2, 3]);
    expect(node.constraints.map(({ value }) => value)).toEqual(['12']);
    expect(node.typeLabel).toBe('integer');
  });

  it('reports contradictions at their locations', () => {
    const built = schemasOf(`X:
  allOf:
    - type: object
      properties: {a: {type: string}, b: {enum: [x]}, c: {minLength: 9}}
    - type: object
      properties:
        a: {type: integer}
        b: {enum: [y]}
        c: {maxLength: 3}
Closed:
  allOf:
    - {type: object, additionalProperties: false, properties: {a: {}}}
    - {type: object, properties: {b: {}}}`);
    const reported = built.diagnostics.map(({ code, severity, message, location }) => [
      `${code} ${severity} ${location?.line}`,
      message,
    ]);
    expect(reported).toEqual([
      ['openapi-merge warning 9', 'one part of the allOf has minLength 9, another maxLength 3'],
      [
        'openapi-merge warning 12',
        'the parts of the allOf contradict each other: type is "string" and "integer"',
      ],
      [
        'openapi-merge warning 13',
        'the parts of the allOf contradict each other: enum is ["x"] and ["y"]',
      ],
      [
        'openapi-merge warning 17',
        'one part of the allOf allows no other properties, but another has "b"',
      ],
    ]);
  });

  it('may be a hundred deep', () => {
    const chain = Array.from(
      { length: 100 },
      (_, at) =>
        `L${at}: {allOf: [{$ref: '#/components/schemas/L${at + 1}'}], properties: {p${at}: {type: string}}}`,
    );
    const built = schemasOf([...chain, 'L100: {properties: {last: {}}}'].join('\n'));
    expect(nodeAt(built, 'L0').properties).toHaveLength(101);
  });
});

describe('alternatives', () => {
  const labels = (built: BuiltModel, name: string): readonly string[] =>
    nodeAt(built, name).variants?.list.map((variant) => variant.label) ?? [];

  it('are listed besides common properties', () => {
    const built = schemasOf(`X:
  type: object
  properties: {id: {type: string}}
  oneOf: [{title: First, properties: {a: {}}}, {required: [id, b]}, {type: array}]`);
    const node = nodeAt(built, 'X');
    expect(node.kind).toBe('union');
    expect(node.properties.map(({ name }) => name)).toEqual(['id']);
    expect(labels(built, 'X')).toEqual(['First', 'with id, b', 'array of any']);
    expect(node.variants?.list.map(({ requires }) => requires)).toEqual([
      undefined,
      ['id', 'b'],
      undefined,
    ]);
  });

  it('have the values of a discriminator', () => {
    const built = schemasOf(`Pet:
  oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}, {$ref: '#/components/schemas/Fox'}]
  discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat'}}
Cat: {type: object, properties: {kind: {type: string}}}
Dog: {type: object, properties: {kind: {const: dog}}}
Fox: {type: object, properties: {kind: {type: string}}}`);
    const { variants } = nodeAt(built, 'Pet');
    expect(variants?.discriminator).toBe('kind');
    expect(variants?.list.map(({ value }) => value)).toEqual(['cat', 'dog', 'Fox']);
  });

  it('have the constant that tells them apart', () => {
    const built = schemasOf(`X:
  oneOf:
    - {properties: {a: {const: same}, kind: {const: one}}}
    - {properties: {a: {const: same}, kind: {enum: [two]}}}`);
    expect(labels(built, 'X')).toEqual(['one', 'two']);
    expect(nodeAt(built, 'X').variants?.list[0]?.value).toBeUndefined();
  });

  it('come from the mapping of a parent', () => {
    const built = schemasOf(
      `Pet:
  type: object
  properties: {kind: {type: string}}
  discriminator: {propertyName: kind, mapping: {cat: Cat, dog: '#/components/schemas/Dog'}}
Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {lives: {type: integer}}}]}
Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {tricks: {type: integer}}}]}`,
      '3.0.3',
    );
    expect(labels(built, 'Pet')).toEqual(['cat', 'dog']);
    const [cat] = nodeAt(built, 'Pet').variants?.list ?? [];
    const node = built.schemas.read(cat?.schema ?? false);
    expect(node.ref?.name).toBe('Cat');
    expect(node.variants).toBeUndefined();
    expect(rows(built, 'Cat')).toEqual(['kind: string', 'lives: integer']);
  });

  it('of which one remains are that one', () => {
    const built = schemasOf(`A: {type: object, properties: {a: {}}}
X: {oneOf: [{$ref: '#/components/schemas/A'}, {type: 'null'}], description: own}
Y: {anyOf: [{type: string}, {type: integer}, {type: 'null'}]}`);
    expect(nodeAt(built, 'X')).toMatchObject({
      kind: 'object',
      nullable: true,
      ref: { name: 'A' },
      description: { text: 'own' },
    });
    expect(nodeAt(built, 'Y').typeLabel).toBe('string | integer | null');
    expect(labels(built, 'Y')).toEqual(['string', 'integer']);
  });
});

describe('values', () => {
  it('keeps those that are falsy', () => {
    const built = schemasOf(`X:
  properties:
    a: {const: false}
    b: {type: integer, default: 0, examples: [0, '', null]}
    c: {type: string, example: ''}`);
    expect(nodeAt(built, 'X', 'a').const).toEqual({ json: false });
    expect(nodeAt(built, 'X', 'b').default).toEqual({ json: 0 });
    expect(nodeAt(built, 'X', 'b').examples).toEqual([0, '', null]);
    expect(nodeAt(built, 'X', 'c').examples).toEqual(['']);
  });

  it('describes enums', () => {
    const built = schemasOf(`Map: {type: string, enum: [a, b], x-enumDescriptions: {a: First}}
List: {type: integer, enum: [1, 2], x-enum-varnames: [ONE, TWO]}
Consts: {oneOf: [{const: a, title: A, description: First}, {const: b, title: b}]}
Null: {type: [string, 'null'], enum: [a, null]}`);
    const shown = (name: string): readonly (readonly [unknown, string])[] =>
      nodeAt(built, name).enum.map(({ json, title, description }) => [
        json,
        [title, description.text].filter(Boolean).join(': '),
      ]);
    expect(shown('Map')).toEqual([
      ['a', 'First'],
      ['b', ''],
    ]);
    expect(shown('List')).toEqual([
      [1, 'ONE'],
      [2, 'TWO'],
    ]);
    expect(shown('Consts')).toEqual([
      ['a', 'A: First'],
      ['b', ''],
    ]);
    expect(nodeAt(built, 'Consts')).toMatchObject({ kind: 'scalar', typeLabel: 'string' });
    expect(shown('Null')).toEqual([
      ['a', ''],
      [null, ''],
    ]);
  });

  it('reads what objects and arrays demand of each other', () => {
    const node = nodeAt(
      schemasOf(`X:
  type: object
  properties: {a: {}}
  additionalProperties: {type: string}
  patternProperties: {^x-: true}
  propertyNames: {pattern: ^a}
  dependentRequired: {a: [b]}
  dependencies: {c: [d], e: {required: [f]}}
  if: {required: [a]}
  then: {required: [b]}
  not: {required: [z]}`),
      'X',
    );
    expect(node).toMatchObject({
      additional: { type: 'string' },
      patternProperties: [{ pattern: '^x-', schema: true }],
      propertyNames: { pattern: '^a' },
      dependentRequired: [
        { property: 'a', requires: ['b'] },
        { property: 'c', requires: ['d'] },
      ],
      dependentSchemas: [{ property: 'e', schema: { required: ['f'] } }],
      // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
      conditions: [{ if: { required: ['a'] }, then: { required: ['b'] } }],
      not: { required: ['z'] },
    });
  });

  it('reads names that other objects inherit', () => {
    const built = schemasOf(
      `X: {properties: {__proto__: {type: string}, constructor: {type: integer}}}`,
    );
    expect(rows(built, 'X')).toEqual(['__proto__: string', 'constructor: integer']);
  });
});

describe('named schemas', () => {
  it('are those that operations use, through other schemas too', () => {
    const { model } = modelOf(`openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a: {get: {parameters: [{name: q, in: query, schema: {$ref: '#/components/schemas/Q'}}]}}
components:
  schemas:
    Unused: {type: string}
    Deep: {type: string}
    Q: {type: object, properties: {d: {$ref: '#/components/schemas/Deep'}}}
    Alias: {$ref: '#/components/schemas/Q'}
`);
    expect(model.schemas.map(({ name }) => name)).toEqual(['Deep', 'Q']);
  });

  it('are found in other files, under the name that the root gives', () => {
    const built = modelOf({
      'openapi/api.yaml': `openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a:
    get:
      responses:
        '200': {content: {application/json: {schema: {$ref: './schemas.yaml#/Badge'}}}}
        '400': {content: {application/json: {schema: {$ref: './error.yaml'}}}}
components:
  schemas:
    Token: {$ref: './schemas.yaml#/Badge'}
`,
      'openapi/schemas.yaml': `Badge: {type: object, properties: {plan: {$ref: '#/Plan'}}}\nPlan: {type: object}\n`,
      'openapi/error.yaml': `type: object\n$defs: {Detail: {type: object}}\nproperties: {d: {$ref: '#/$defs/Detail'}}\n`,
    });
    expect(built.model.schemas.map(({ name }) => name).sort()).toEqual([
      'Detail',
      'Plan',
      'Token',
      'error',
    ]);
    expect(nodeAt(built, 'Token', 'plan').typeLabel).toBe('Plan');
  });

  it('have page names that every file system can hold', () => {
    const { model } = schemasOf(`a: {}\nA: {}\n'x/../y z': {}\nindex: {}\nCON: {}\n'日': {}`);
    expect(model.schemas.map(({ slug }) => slug)).toEqual([
      'a',
      'A-2',
      'x-y-z',
      'index-schema',
      'CON-schema',
      'schema',
    ]);
  });
});
