import { describe, expect, it } from 'vitest';
import { below, pageText } from './support/readable.ts';

describe('bodies, responses, callbacks and webhooks', () => {
  it('a body has its media types, encodings and description', () => {
    const text = below(
      pageText(`openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a:
    post:
      requestBody:
        required: true
        description: What to change.
        content:
          multipart/form-data:
            schema: {type: object, properties: {file: {type: string, contentMediaType: image/png}, tags: {type: array, items: {type: string}}}}
            encoding:
              file: {contentType: 'image/png, image/jpeg', headers: {X-Part: {schema: {type: string}}}}
              tags: {style: form, explode: false}
          text/plain: {schema: {type: string, maxLength: 9}}
      responses: {}
`),
      'Request',
    );
    expect(text).toBe(`### Body required
What to change.
multipart/form-data
- file string
  Content type: image/png
- tags array of string
Encoding of parts:
- file as image/png, image/jpeg, with header X-Part
- tags as form, explode false
text/plain · string
Maximum length: 9`);
  });

  it('a stream has items', () => {
    const text = below(
      pageText(`openapi: 3.2.0
info: {title: T, version: '1'}
paths:
  /a:
    get:
      responses:
        '200': {description: A stream., content: {application/jsonl: {itemSchema: {type: object, properties: {event: {type: string}}}}}}
`),
      'Responses',
    );
    expect(text).toBe(`### 200 OK
A stream.
application/jsonl
Each item of the stream:
- event string`);
  });

  it('responses have headers, links and no body', () => {
    const text = below(
      pageText(`openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a:
    get:
      responses:
        default: {description: Anything else.}
        4XX: {description: A mistake., content: {application/problem+json: {schema: {type: object, properties: {code: {type: integer}}}}}}
        '201':
          description: Made.
          headers:
            Location: {required: true, description: Where it is., schema: {type: string, format: uri}}
            X-Left: {schema: {type: integer, minimum: 0}, example: 3}
          links:
            self: {operationId: getB, description: See it., parameters: {id: $response.body#/id}}
            byRef: {operationRef: '#/paths/~1b~1{id}/get', requestBody: {a: 1}}
            lost: {operationId: nobody}
  /b/{id}: {get: {operationId: getB, summary: Get b, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {}}}
`),
      'Responses',
    );
    expect(text).toBe(`### 201 Created
Made.
#### Headers
- Location string<uri> required
  Where it is.
- X-Left integer
  Minimum: 0 · Example: 3
No body.
#### Links
- self: Leads to Get b, passes $response.body#/id as id
  See it.
- byRef: Leads to Get b, passes {"a":1} as body
- lost: Leads to nobody
### 4XX Client Error
A mistake.
application/problem+json
- code integer
### default Any other status
Anything else.
No body.`);
  });

  it('callbacks are requests that the platform sends', () => {
    const text = below(
      pageText(`openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a:
    post:
      responses: {}
      callbacks:
        done:
          '{$request.body#/url}':
            post:
              description: Tells that it is done.
              parameters: [{name: X-Sign, in: header, schema: {type: string}}]
              requestBody: {content: {application/json: {schema: {type: object, properties: {state: {type: string, enum: [ok, no]}}}}}}
              responses: {'204': {description: Taken.}, '410': {description: Stop.}}
`),
      'Callbacks',
    );
    expect(text).toBe(`### done
The platform sends POST to {$request.body#/url}.
Tells that it is done.
#### Request
##### Header parameters
- X-Sign string
#### Body
application/json
- state string
  Values: ok no
#### Your response
##### 204 No Content
Taken.
No body.
##### 410 Gone
Stop.
No body.`);
  });

  it('webhooks of 3.1', () => {
    const text = pageText(`openapi: 3.1.0
info: {title: T, version: '1'}
webhooks:
  thing.changed:
    post:
      summary: A thing changed
      description: After every change.
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}
      responses: {'200': {description: Got it.}}
`);
    expect(text).toBe(`# A thing changed
POST thing.changed
The platform sends this request to the address that you have registered.
After every change.
## Request
### Body required
application/json
- id string
## Your response
### 200 OK
Got it.
No body.`);
  });

  it('webhooks of 3.0 by extension', () => {
    const text = pageText(`openapi: 3.0.3
info: {title: T, version: '1'}
paths: {}
x-webhooks:
  thing.changed:
    post:
      summary: A thing changed
      deprecated: true
      requestBody: {content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}
      responses: {'200': {description: Got it.}}
`);
    expect(text).toBe(`# A thing changed
POST thing.changed
The platform sends this request to the address that you have registered.
This webhook is deprecated.
## Request
### Body
application/json
- id string
## Your response
### 200 OK
Got it.
No body.`);
  });

  it('deprecated operations say what to use', () => {
    const text = pageText(`openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a:
    get: {summary: Title, description: What it does., deprecated: true, x-deprecated-description: Use /b., externalDocs: {url: 'https://docs.test', description: The guide}, responses: {}}
`);
    expect(text).toBe(`# Title
GET /a
The description names no host; the samples use https://api.example.com.
Authentication No authentication.
This operation is deprecated.
Use /b.
What it does.
The guide
## Request
The request has no parameters and no body.
## Responses
The description names no response.`);
  });
});
