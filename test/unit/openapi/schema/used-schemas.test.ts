import { expect, it } from 'vitest';
import { modelOf } from '../support/describe-api.ts';

it('lists who uses a schema directly, whatever the status of the response', () => {
  const { model, usersOf } = modelOf(`
openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a:
    get:
      operationId: getA
      responses:
        default: {$ref: '#/components/responses/Failed'}
    put:
      operationId: putA
      requestBody: {content: {application/json: {schema: {properties: {a: {$ref: '#/components/schemas/Inner'}}}}}}
      responses:
        '204': {description: OK, x-internal: true, content: {application/json: {schema: {$ref: '#/components/schemas/Hidden'}}}}
components:
  responses:
    Failed: {description: Failed, content: {application/json: {schema: {$ref: '#/components/schemas/Outer'}}}}
  schemas:
    Outer: {items: {$ref: '#/components/schemas/Inner'}, dependencies: {a: {$ref: '#/components/schemas/Outer'}}}
    Inner: {type: string}
    Hidden: {type: string}
`);
  const users = model.schemas.map((schema) => {
    const { operations, schemas } = usersOf(schema);
    return [schema.name, operations.map(({ slug }) => slug), schemas.map(({ name }) => name)];
  });
  expect(users).toEqual([
    ['Outer', ['get-a'], []],
    ['Inner', ['put-a'], ['Outer']],
  ]);
});
