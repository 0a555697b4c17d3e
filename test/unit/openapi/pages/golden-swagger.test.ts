import { describe, expect, it } from 'vitest';
import { below, pageText } from './support/readable.ts';

describe('Swagger 2.0', () => {
  it('has a body, a host and a base path', () => {
    const text = pageText(`swagger: '2.0'
info: {title: T, version: '1'}
host: api.test
basePath: /v1
schemes: [https]
consumes: [application/json]
produces: [application/json, text/xml]
paths:
  /a/{id}:
    post:
      summary: Title
      parameters:
        - {name: id, in: path, required: true, type: integer, format: int64}
        - {name: body, in: body, required: true, description: What to change., schema: {$ref: '#/definitions/Thing'}}
      responses:
        200: {description: Done., schema: {$ref: '#/definitions/Thing'}, headers: {X-Left: {type: integer, description: What is left.}}}
definitions:
  Thing: {type: object, required: [name], properties: {name: {type: string, x-nullable: true}, kind: {type: string, enum: [a, b]}}}
`);
    expect(text).toBe(`# Title
POST https://api.test/v1/a/{id}
Authentication No authentication.
## Request
### Path parameters
- id integer<int64> required
### Body required
What to change.
application/json · Thing
- name string | null required
- kind string
  Values: a b
## Responses
### 200 OK
Done.
#### Headers
- X-Left integer
  What is left.
#### Body
application/json, text/xml · Thing
- name string | null required
- kind string
  Values: a b`);
  });

  it('has forms and files', () => {
    const text = below(
      pageText(`swagger: '2.0'
info: {title: T, version: '1'}
paths:
  /a:
    post:
      consumes: [multipart/form-data]
      parameters:
        - {name: file, in: formData, required: true, type: file, description: The picture.}
        - {name: tags, in: formData, type: array, items: {type: string}, collectionFormat: csv}
      responses: {}
`),
      'Request',
    );
    expect(text).toBe(`### Body required
multipart/form-data
- file string<binary> required
  The picture.
- tags array of string
Encoding of parts:
- tags as form, explode false`);
  });

  it('sends lists as their format says', () => {
    const text = below(
      pageText(`swagger: '2.0'
info: {title: T, version: '1'}
paths:
  /a:
    get:
      parameters:
        - {name: csv, in: query, type: array, items: {type: string}}
        - {name: ssv, in: query, type: array, items: {type: string}, collectionFormat: ssv}
        - {name: pipes, in: query, type: array, items: {type: string}, collectionFormat: pipes}
        - {name: multi, in: query, type: array, items: {type: integer, minimum: 1}, collectionFormat: multi, minItems: 2}
        - {name: one, in: query, type: string, default: '', maxLength: 3}
      responses: {}
`),
      'Request',
    );
    expect(text).toBe(`### Query parameters
- csv array of string
  Sent as: ?csv=a,b
- ssv array of string
  Sent as: ?ssv=a%20b
- pipes array of string
  Sent as: ?pipes=a%7Cb
- multi array of integer
  Minimum items: 2 · Sent as: ?multi=1&multi=1
  ▸ Show 1 property of multi
    - each item integer
      Minimum: 1
- one string
  Maximum length: 3 · Default: ""`);
  });

  it('has its kinds of security', () => {
    const text = below(
      pageText(
        `swagger: '2.0'
info: {title: T, version: '1'}
securityDefinitions:
  basic: {type: basic}
  key: {type: apiKey, in: query, name: api_key}
  oauth: {type: oauth2, flow: accessCode, authorizationUrl: https://auth.test/a, tokenUrl: https://auth.test/t, scopes: {read: Read.}}
  app: {type: oauth2, flow: application, tokenUrl: https://auth.test/t, scopes: {}}
paths: {}
`,
        'info',
      ),
      'Security schemes',
    );
    expect(text).toBe(`### Basic authentication
Basic authentication in the Authorization header.
### API key
API key in the api_key query parameter.
### OAuth 2.0
#### Authorization code flow
- Authorization: https://auth.test/a
- Token: https://auth.test/t
Scopes:
- read Read.
### App
App (OAuth 2.0).
#### Client credentials flow
- Token: https://auth.test/t`);
  });
});
