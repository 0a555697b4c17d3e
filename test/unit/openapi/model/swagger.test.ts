import { describe, expect, it } from 'vitest';
import { modelOf, operationOf } from '../support/describe-api.ts';

const built = modelOf(`swagger: '2.0'
info: {title: Old, version: '1'}
host: api.example.com
basePath: /v1/
schemes: [http, https]
consumes: [application/json, application/xml]
produces: [application/json]
securityDefinitions:
  basic: {type: basic}
  login: {type: oauth2, flow: accessCode, authorizationUrl: https://a, tokenUrl: https://t, scopes: {r: Read}}
paths:
  /pets:
    get:
      parameters:
        - {name: ids, in: query, type: array, items: {type: integer}, collectionFormat: multi, x-example: [1, 2]}
        - {name: tags, in: query, type: array, items: {type: string}, collectionFormat: pipes}
        - {name: limit, in: query, type: integer, format: int32, maximum: 100, default: 20}
      responses:
        200:
          description: All
          schema: {type: array, items: {$ref: '#/definitions/Pet'}}
          headers: {X-Next: {type: string, format: uri, description: Next page}}
          examples: {application/json: [{name: Rex}], text/csv: 'Rex'}
    post:
      parameters:
        - {name: pet, in: body, required: true, description: A pet, schema: {$ref: '#/definitions/Pet'}}
      responses: {201: {description: Made}}
  /photo:
    post:
      consumes: [application/x-www-form-urlencoded, multipart/form-data]
      schemes: [https]
      parameters:
        - {name: file, in: formData, type: file, required: true, description: The photo}
        - {name: tags, in: formData, type: array, items: {type: string}, collectionFormat: multi}
      responses: {204: {description: Done}}
definitions:
  Pet: {type: object, required: [name], properties: {name: {type: string, x-nullable: true}}}
`);

describe('Swagger 2.0', () => {
  it('makes servers of schemes, host and base path', () => {
    expect(built.model.servers.map(({ url }) => url)).toEqual([
      'http://api.example.com/v1/',
      'https://api.example.com/v1/',
    ]);
    const photo = operationOf(built, 'post-photo');
    expect(photo.fullPath).toBe('/v1/photo');
    expect(photo.servers.map(({ url }) => url)).toEqual(['https://api.example.com/v1/']);
  });

  it('makes schemas and styles of parameters', () => {
    const { parameters } = operationOf(built, 'get-pets');
    const shown = parameters.map((one) => {
      const node = built.schemas.read(one.schema ?? false);
      const limits = node.constraints.map(({ name, value }) => `${name} ${value}`);
      return [one.name, node.typeLabel, `${one.style}${one.explode ? '*' : ''}`, ...limits];
    });
    expect(shown).toEqual([
      ['ids', 'array of integer', 'form*'],
      ['tags', 'array of string', 'pipeDelimited'],
      ['limit', 'integer<int32>', 'form', 'maximum 100'],
    ]);
    expect(parameters[0]?.examples[0]?.value?.json).toEqual([1, 2]);
    expect(built.schemas.read(parameters[2]?.schema ?? false).default).toEqual({ json: 20 });
  });

  it('makes contents of bodies and responses', () => {
    const { body } = operationOf(built, 'post-pets');
    expect(body?.required).toBe(true);
    expect(body?.description.text).toBe('A pet');
    expect(body?.contents.map(({ type }) => type)).toEqual(['application/json', 'application/xml']);
    const [response] = operationOf(built, 'get-pets').responses;
    expect(
      response?.contents.map(({ type, examples }) => [type, examples[0]?.value?.json]),
    ).toEqual([
      ['application/json', [{ name: 'Rex' }]],
      ['text/csv', 'Rex'],
    ]);
    expect(built.schemas.read(response?.contents[0]?.schema ?? false).typeLabel).toBe(
      'array of Pet',
    );
    const header = response?.headers[0];
    expect(header?.description.text).toBe('Next page');
    expect(built.schemas.read(header?.schema ?? false).typeLabel).toBe('string<uri>');
  });

  it('makes one form of the form fields', () => {
    const { body } = operationOf(built, 'post-photo');
    expect(body?.contents.map(({ type }) => type)).toEqual(['multipart/form-data']);
    const node = built.schemas.read(body?.contents[0]?.schema ?? false);
    const fields = node.properties.map(({ name, required, schema }) => {
      const { typeLabel, description } = built.schemas.read(schema);
      return [name, required, typeLabel, description.text];
    });
    expect(fields).toEqual([
      ['file', true, 'string<binary>', 'The photo'],
      ['tags', false, 'array of string', ''],
    ]);
    expect(body?.contents[0]?.encoding).toMatchObject([{ property: 'tags', explode: true }]);
  });

  it('reads its security schemes', () => {
    expect([...built.model.securitySchemes.values()]).toMatchObject([
      { type: 'http', scheme: 'basic' },
      {
        type: 'oauth2',
        flows: [{ kind: 'authorizationCode', scopes: [{ name: 'r', description: 'Read' }] }],
      },
    ]);
  });

  it('names the used definitions', () => {
    expect(built.model.schemas.map(({ name }) => name)).toEqual(['Pet']);
  });
});
