/** A description with one mistake (rarely two of one kind), and its name. */
export type Mistake = readonly [what: string, text: string];

const info = 'info: {title: T, version: "1"}';
const ok = 'responses: {"200": {description: OK}}';

/** A description of a version with a text behind its head. */
function api(body: string, version = '3.1.0'): string {
  return `openapi: ${version}\n${info}\n${body}`;
}

function old(body: string): string {
  return `swagger: "2.0"\n${info}\n${body}`;
}

/** One operation `GET /a` with fields of its own, indented by six. */
function get(fields: string, version?: string): string {
  return api(`paths:\n  /a:\n    get:\n${fields}      ${ok}\n`, version);
}

/** One named schema; its keywords are indented by six. */
function schema(keywords: string, version?: string): string {
  return api(`paths: {}\ncomponents:\n  schemas:\n    A:\n${keywords}`, version);
}

/** One response of JSON whose media type holds some fields, indented by fourteen. */
function media(fields: string, version?: string): string {
  return api(
    `paths:\n  /a:\n    get:\n      responses:\n        "200":\n          description: OK\n          content:\n            application/json:\n${fields}`,
    version,
  );
}

const STRUCTURE: readonly Mistake[] = [
  ['no title', 'openapi: 3.1.0\ninfo:\n  version: "1"\npaths: {}\n'],
  ['no version of the API', 'openapi: 3.1.0\ninfo:\n  title: T\npaths: {}\n'],
  ['no info', 'openapi: 3.1.0\npaths: {}\n'],
  ['no paths in 3.0', `openapi: 3.0.3\n${info}\n`],
  ['nothing but info in 3.1', `openapi: 3.1.0\n${info}\n`],
  ['no paths in 2.0', `swagger: "2.0"\n${info}\n`],
  ['an unknown field at the root', api('path: {}\npaths: {}\n')],
  ['an unknown field of info', `openapi: 3.1.0\ninfo:\n  title: T\n  version: "1"\n  licence: {name: L}\npaths: {}\n`],
  ['an unknown field of an operation', get('      sumary: A\n')],
  ['an unknown field of a path', api(`paths:\n  /a:\n    fetch:\n      ${ok}\n`)],
  ['an unknown field of a parameter', get('      parameters:\n        - name: q\n          in: query\n          requird: true\n          schema: {}\n')],
  ['an unknown field of a response', api('paths:\n  /a:\n    get:\n      responses:\n        "200":\n          description: OK\n          schema: {}\n')],
  ['an unknown field of a media type', media('              shema: {}\n')],
  ['an unknown field of a server', api('servers:\n  - url: https://a.example\n    uri: https://b.example\npaths: {}\n')],
  ['an unknown field of a tag', api('tags:\n  - name: A\n    desc: B\npaths: {}\n')],
  ['an unknown field of the components', api('paths: {}\ncomponents:\n  schema: {}\n')],
  ['an unknown field of a security scheme', api('paths: {}\ncomponents:\n  securitySchemes:\n    S:\n      type: http\n      scheme: basic\n      format: x\n')],
  ['an unknown field of a licence', 'openapi: 3.1.0\ninfo:\n  title: T\n  version: "1"\n  license:\n    name: L\n    link: x\npaths: {}\n'],
  ['an unknown field of an example', media('              examples:\n                a:\n                  val: 1\n')],
  ['an unknown field of a link', api('paths: {}\ncomponents:\n  links:\n    L:\n      operationId: x\n      params: {}\n')],
  ['a list where the paths stand', api('paths:\n  - a\n')],
  ['text where an operation stands', api('paths:\n  /a:\n    get: x\n')],
  ['text where a flag stands', get('      deprecated: "yes"\n')],
  ['a number where a summary stands', get('      summary: 5\n')],
  ['text where the tags stand', get('      tags: a\n')],
  ['an object where parameters stand', get('      parameters:\n        a: {name: a, in: query}\n')],
  ['a number as version', 'openapi: 3.1.0\ninfo:\n  title: T\n  version: 1.5\npaths: {}\n'],
  ['a list where servers have an address', api('servers:\n  - url: [a]\npaths: {}\n')],
  ['a response that is text', api('paths:\n  /a:\n    get:\n      responses:\n        "200": OK\n')],
  ['no description of a response', api('paths:\n  /a:\n    get:\n      responses:\n        "200":\n          content: {}\n')],
  ['no responses in 3.0', api('paths:\n  /a:\n    get:\n      summary: A\n', '3.0.3')],
  ['no content of a body', get('      requestBody:\n        required: true\n')],
  ['no name of a parameter', get('      parameters:\n        - in: query\n          schema: {}\n')],
  ['no place of a parameter', get('      parameters:\n        - name: q\n          schema: {}\n')],
  ['a place that does not exist', get('      parameters:\n        - name: q\n          in: quer\n          schema: {}\n')],
  ['a body as a parameter in 3.0', get('      parameters:\n        - name: q\n          in: body\n          schema: {}\n', '3.0.3')],
  ['no address of a server', api('servers:\n  - description: A\npaths: {}\n')],
  ['no name of a tag', api('tags:\n  - description: A\npaths: {}\n')],
  ['no address of external documentation', api('externalDocs:\n  description: A\npaths: {}\n')],
  ['a status that is none', api('paths:\n  /a:\n    get:\n      responses:\n        "20": {description: OK}\n')],
  ['webhooks in 3.0', api('paths: {}\nwebhooks: {}\n', '3.0.3')],
  ['path items among the components of 3.0', api('paths: {}\ncomponents:\n  pathItems: {}\n', '3.0.3')],
  ['the method QUERY in 3.1', api(`paths:\n  /a:\n    query:\n      ${ok}\n`)],
  ['a summary of info in 3.0', 'openapi: 3.0.3\ninfo:\n  title: T\n  version: "1"\n  summary: S\npaths: {}\n'],
];

const SCHEMAS: readonly Mistake[] = [
  ['a type that does not exist', schema('      type: strng\n')],
  ['a list of types in 3.0', schema('      type: [string, "null"]\n', '3.0.3')],
  ['the type null in 3.0', schema('      type: "null"\n', '3.0.3')],
  ['a keyword of 3.1 in 3.0', schema('      const: 1\n', '3.0.3')],
  ['properties as a list', schema('      type: object\n      properties:\n        - a\n')],
  ['required as a flag', schema('      type: object\n      required: true\n')],
  ['required names that are numbers', schema('      type: object\n      required:\n        - 1\n')],
  ['an enum that is no list', schema('      type: string\n      enum: a\n')],
  ['an enum of values of another type', schema('      type: string\n      enum:\n        - a\n        - 5\n')],
  ['an enum of texts in an integer', schema('      type: integer\n      enum:\n        - one\n')],
  ['a bound that is text', schema('      type: integer\n      minimum: "3"\n')],
  ['a length below zero', schema('      type: string\n      minLength: -1\n')],
  ['a maximum length below zero', schema('      type: string\n      maxLength: -1\n')],
  ['a number of items below zero', schema('      type: array\n      items: {}\n      minItems: -2\n')],
  ['a flag as a pattern', schema('      type: string\n      pattern: true\n')],
  ['a property that is text', schema('      type: object\n      properties:\n        a: string\n')],
  ['allOf that is an object', schema('      allOf: {type: string}\n')],
  ['items that are a list', schema('      type: array\n      items:\n        - type: string\n')],
  ['an exclusive bound as flag in 3.1', schema('      type: integer\n      minimum: 1\n      exclusiveMinimum: true\n')],
  ['an exclusive bound as number in 3.0', schema('      type: integer\n      exclusiveMinimum: 1\n', '3.0.3')],
  ['an unknown keyword in 3.0', schema('      type: string\n      foramt: date\n', '3.0.3')],
  ['a list without items in 3.0', schema('      type: array\n', '3.0.3')],
  ['a required property that is not there', schema('      type: object\n      required:\n        - id\n        - nam\n      properties:\n        id: {type: string}\n        name: {type: string}\n')],
  ['a discriminator without its property', schema('      oneOf:\n        - $ref: "#/components/schemas/B"\n      discriminator:\n        mapping: {}\n    B: {type: object, properties: {k: {type: string}}}\n')],
  ['a discriminator in place of an object', schema('      oneOf:\n        - $ref: "#/components/schemas/B"\n      discriminator: k\n    B: {type: object, properties: {k: {type: string}}}\n')],
  ['a discriminator that leads nowhere', schema('      oneOf:\n        - $ref: "#/components/schemas/B"\n      discriminator:\n        propertyName: k\n        mapping:\n          b: "#/components/schemas/C"\n    B: {type: object, required: [k], properties: {k: {type: string}}}\n')],
  ['nullable in 3.1', schema('      type: string\n      nullable: true\n')],
  ['additional properties that are text', schema('      type: object\n      additionalProperties: string\n')],
  ['a default of another type', schema('      type: integer\n      default: x\n', '3.0.3')],
  ['read-only as text', schema('      type: string\n      readOnly: "true"\n')],
  ['an XML object that is a list', schema('      type: string\n      xml: []\n')],
  ['an enum value twice', schema('      type: string\n      enum:\n        - a\n        - b\n        - a\n')],
  ['items in a schema of text', schema('      type: string\n      items: {type: string}\n')],
];

const NAMES: readonly Mistake[] = [
  ['a reference to a schema that is not there', media('              schema:\n                $ref: "#/components/schemas/Gone"\n')],
  ['a reference to a parameter that is not there', get('      parameters:\n        - $ref: "#/components/parameters/Gone"\n')],
  ['a reference to a response that is not there', api('paths:\n  /a:\n    get:\n      responses:\n        "200":\n          $ref: "#/components/responses/Gone"\n')],
  ['a reference to an example that is not there', media('              examples:\n                a:\n                  $ref: "#/components/examples/Gone"\n')],
  ['a reference to a file that is not there', media('              schema:\n                $ref: ./gone.yaml#/A\n')],
  ['a reference to a path that is not there', api('paths:\n  /a:\n    $ref: "#/components/pathItems/Gone"\n')],
  ['a reference that is no text', media('              schema:\n                $ref: 5\n')],
  ['a reference into text', media('              schema:\n                $ref: "#/info/title/x"\n')],
  ['an operationId that stands twice', api(`paths:\n  /a:\n    get:\n      operationId: x\n      ${ok}\n    put:\n      operationId: x\n      ${ok}\n`)],
  ['an operationId that stands twice in two paths', api(`paths:\n  /a:\n    get:\n      operationId: x\n      ${ok}\n  /b:\n    get:\n      operationId: x\n      ${ok}\n`)],
  ['a parameter that stands twice', get('      parameters:\n        - {name: q, in: query, schema: {}}\n        - {name: q, in: query, schema: {}}\n')],
  ['a parameter of a path that stands twice', api(`paths:\n  /a:\n    parameters:\n      - {name: q, in: query, schema: {}}\n      - {name: q, in: query, schema: {}}\n    get:\n      ${ok}\n`)],
  ['a path parameter that the path lacks', get('      parameters:\n        - name: id\n          in: path\n          required: true\n          schema: {}\n')],
  ['a path parameter that is not declared', api(`paths:\n  /a/{id}:\n    get:\n      ${ok}\n`)],
  ['a path parameter that is optional', api(`paths:\n  /a/{id}:\n    get:\n      parameters:\n        - name: id\n          in: path\n          required: false\n          schema: {}\n      ${ok}\n`)],
  ['two paths that differ in names only', api(`paths:\n  /a/{a}:\n    get:\n      parameters: [{name: a, in: path, required: true, schema: {}}]\n      ${ok}\n  /a/{b}:\n    get:\n      parameters: [{name: b, in: path, required: true, schema: {}}]\n      ${ok}\n`)],
  ['a path without a slash', api(`paths:\n  a:\n    get:\n      ${ok}\n`)],
  ['a path with empty braces', api(`paths:\n  /a/{}:\n    get:\n      ${ok}\n`)],
  ['an unknown security scheme of an operation', get('      security:\n        - key: []\n')],
  ['an unknown security scheme of the root', api('security:\n  - key: []\npaths: {}\n')],
  ['an unknown scope', api('security:\n  - O:\n      - wirte\npaths: {}\ncomponents:\n  securitySchemes:\n    O: {type: oauth2, flows: {password: {tokenUrl: https://t.example, scopes: {write: W}}}}\n')],
  ['a tag that is declared twice', api('tags:\n  - name: A\n  - name: A\npaths: {}\n')],
  ['a tag that is not declared', api(`tags:\n  - name: A\npaths:\n  /a:\n    get:\n      tags:\n        - B\n      ${ok}\n`)],
  ['a parent tag that is not declared', api('tags:\n  - name: A\n    parent: B\npaths: {}\n', '3.2.0')],
  ['tags that are parents of each other', api('tags:\n  - name: A\n    parent: B\n  - name: B\n    parent: A\npaths: {}\n', '3.2.0')],
  ['a server variable that is not declared', api('servers:\n  - url: https://{host}/v1\npaths: {}\n')],
  ['a server variable without values', api('servers:\n  - url: https://{host}/v1\n    variables:\n      host:\n        default: a\n        enum: []\npaths: {}\n')],
  ['a server variable whose default is not among its values', api('servers:\n  - url: https://{host}/v1\n    variables:\n      host:\n        default: c\n        enum: [a, b]\npaths: {}\n')],
  ['a name of a component with blanks', api('paths: {}\ncomponents:\n  schemas:\n    A B: {type: string}\n')],
];

const SECURITY: readonly Mistake[] = [
  ['no type of a security scheme', api('paths: {}\ncomponents:\n  securitySchemes:\n    S:\n      name: X\n      in: header\n')],
  ['a type of a security scheme that does not exist', api('paths: {}\ncomponents:\n  securitySchemes:\n    S:\n      type: basic\n')],
  ['no name of an API key', api('paths: {}\ncomponents:\n  securitySchemes:\n    S:\n      type: apiKey\n      in: header\n')],
  ['no flows of OAuth', api('paths: {}\ncomponents:\n  securitySchemes:\n    S:\n      type: oauth2\n')],
  ['no scheme of HTTP', api('paths: {}\ncomponents:\n  securitySchemes:\n    S:\n      type: http\n')],
  ['no address of OpenID Connect', api('paths: {}\ncomponents:\n  securitySchemes:\n    S:\n      type: openIdConnect\n')],
  ['no scopes of a flow', api('paths: {}\ncomponents:\n  securitySchemes:\n    S:\n      type: oauth2\n      flows:\n        implicit:\n          authorizationUrl: https://a.example\n')],
  ['no token address of a flow', api('paths: {}\ncomponents:\n  securitySchemes:\n    S:\n      type: oauth2\n      flows:\n        clientCredentials:\n          scopes: {}\n')],
  ['a requirement that is text', api('security:\n  - key\npaths: {}\n')],
];

const EXAMPLES: readonly Mistake[] = [
  ['an example of another type', schema('      type: integer\n      example: x\n', '3.0.3')],
  ['an example of a list with a wrong item', schema('      type: array\n      items: {type: integer}\n      example:\n        - 1\n        - x\n', '3.0.3')],
  ['one of several examples of another type', schema('      type: integer\n      examples:\n        - 1\n        - x\n')],
  ['an example without what is required', media('              schema: {type: object, required: [a], properties: {a: {type: string}, b: {type: string}}}\n              example:\n                b: x\n')],
  ['an example with a value of another type', media('              schema: {type: object, properties: {a: {type: string}, b: {type: string}}}\n              example:\n                a: x\n                b: 5\n')],
  ['a named example with a value of another type', media('              schema: {type: object, properties: {a: {type: string}}}\n              examples:\n                one:\n                  value:\n                    a: 5\n')],
  ['an example with a value that is not in the enum', media('              schema: {type: object, properties: {a: {enum: [x, y]}}}\n              example:\n                a: z\n')],
  ['an example that does not match the pattern', schema('      type: string\n      pattern: "^a+$"\n      example: b\n')],
  ['an example that is too long', schema('      type: string\n      maxLength: 2\n      example: abc\n')],
  ['an example without the format', schema('      type: string\n      format: date-time\n      example: yesterday\n')],
  ['an example with a property that is refused', media('              schema: {type: object, additionalProperties: false, properties: {a: {type: string}}}\n              example:\n                a: x\n                b: 5\n')],
  ['an example of a parameter of another type', get('      parameters:\n        - name: q\n          in: query\n          schema: {type: integer}\n          example: x\n')],
  ['a value and an address of it', media('              examples:\n                one:\n                  value: 1\n                  externalValue: https://a.example\n')],
];

const SWAGGER: readonly Mistake[] = [
  ['a parameter without a type', old(`paths:\n  /a:\n    get:\n      parameters:\n        - name: q\n          in: query\n      ${ok}\n`)],
  ['a body without a schema', old(`paths:\n  /a:\n    post:\n      parameters:\n        - name: b\n          in: body\n      ${ok}\n`)],
  ['a field of OpenAPI 3', old(`paths:\n  /a:\n    post:\n      requestBody: {content: {}}\n      ${ok}\n`)],
  ['servers', old('servers: []\npaths: {}\n')],
  ['a cookie parameter', old(`paths:\n  /a:\n    get:\n      parameters:\n        - name: c\n          in: cookie\n          type: string\n      ${ok}\n`)],
  ['a type of a scheme that does not exist', old('paths: {}\nsecurityDefinitions:\n  S:\n    type: http\n')],
  ['a reference that leads nowhere', old('paths:\n  /a:\n    get:\n      responses:\n        "200":\n          description: OK\n          schema:\n            $ref: "#/definitions/Gone"\n')],
  ['a scheme that is no protocol', old('schemes:\n  - htp\npaths: {}\n')],
  ['a default of another type', old('paths: {}\ndefinitions:\n  A:\n    type: integer\n    enum:\n      - x\n')],
  ['an example of another type', old('paths: {}\ndefinitions:\n  A:\n    type: integer\n    example: x\n')],
];

/** Broken descriptions by what is broken in them. */
export const MISTAKES: Readonly<Record<string, readonly Mistake[]>> = {
  structure: STRUCTURE,
  schemas: SCHEMAS,
  names: NAMES,
  'security schemes': SECURITY,
  examples: EXAMPLES,
  'Swagger 2.0': SWAGGER,
};
