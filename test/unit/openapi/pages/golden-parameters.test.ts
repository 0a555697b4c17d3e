import { describe, expect, it } from 'vitest';
import { below, pageText } from './support/readable.ts';

describe('parameters', () => {
  it('are grouped by location, with all their details', () => {
    const text = below(
      pageText(`openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a/{id}:
    parameters:
      - {name: id, in: path, required: true, description: Of the path., schema: {type: string, format: uuid}}
    get:
      parameters:
        - {name: session, in: cookie, schema: {type: string}}
        - {name: X-Trace, in: header, required: true, schema: {type: string, maxLength: 64}}
        - {name: limit, in: query, description: How many., schema: {type: integer, minimum: 1, maximum: 100, default: 20}}
        - {name: since, in: query, deprecated: true, x-deprecated-description: Use after., schema: {type: string, format: date-time}}
        - {name: sort, in: query, schema: {type: string, enum: [asc, desc]}, examples: {up: {value: asc}, down: {value: desc}}}
        - {name: to, in: query, description: Who., schema: {$ref: '#/components/schemas/Address'}, example: '0xb2'}
        - {name: from, in: query, schema: {$ref: '#/components/schemas/Address'}, example: '0xa1'}
        - {name: q, in: query, allowEmptyValue: true, allowReserved: true, schema: {type: string}, example: ''}
      responses: {}
components:
  schemas:
    Address: {type: string, description: An address., pattern: '^0x', example: '0xa1'}
`),
      'Request',
    );
    expect(text).toBe(`### Path parameters
- id string<uuid> required
  Of the path.
### Query parameters
- limit integer
  How many.
  Range: 1–100 · Default: 20
- since string<date-time> deprecated
  Use after.
- sort string
  Examples: asc, desc
  Values: asc desc
- to string · Address
  Who.
  Example: 0xb2
- from string · Address
  An address.
- q string
  May be empty · May hold reserved characters as they are · Example: ""
### Header parameters
- X-Trace string required
  Maximum length: 64
### Cookie parameters
- session string`);
  });

  it('name the external documentation of their schemas', () => {
    const page = pageText(`openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a:
    get:
      parameters:
        - {name: tz, in: query, description: A zone., schema: {type: string, externalDocs: {url: 'https://docs.test/tz', description: All zones}, minLength: 3}}
        - {name: day, in: query, schema: {type: string, description: A day., externalDocs: {url: 'https://docs.test/day'}}}
        - {name: evil, in: query, description: No link., schema: {type: string, externalDocs: {url: 'javascript:alert(1)', description: No address}}}
        - {name: to, in: query, description: Who., schema: {$ref: '#/components/schemas/Address'}}
        - {name: from, in: query, schema: {$ref: '#/components/schemas/Address'}}
      responses:
        '200':
          description: Yes.
          headers:
            X-Zone: {description: The zone., schema: {type: string, externalDocs: {url: 'https://docs.test/tz', description: Its history}}}
components:
  schemas:
    Address: {type: string, description: An address., externalDocs: {url: 'https://docs.test/to'}}
`);
    expect(below(page, 'Request')).toBe(`### Query parameters
- tz string
  A zone.
  All zones
  Minimum length: 3
- day string
  A day.
  More about this
- evil string
  No link.
  No address
- to string · Address
  Who.
- from string · Address
  An address.
  More about this`);
    expect(page).toContain('- X-Zone string\n  The zone.\n  Its history');
  });

  it('have the form in which lists and objects are sent', () => {
    const text = below(
      pageText(`openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a/{matrix}/{label}/{simple}:
    get:
      parameters:
        - {name: matrix, in: path, required: true, style: matrix, explode: true, schema: &list {type: array, items: {type: integer}, example: [3, 4]}}
        - {name: label, in: path, required: true, style: label, schema: *list}
        - {name: simple, in: path, required: true, explode: true, schema: &object {type: object, example: {r: 1, g: 2}}}
        - {name: form, in: query, schema: *list}
        - {name: joined, in: query, explode: false, schema: *list}
        - {name: spaced, in: query, style: spaceDelimited, explode: false, schema: *list}
        - {name: piped, in: query, style: pipeDelimited, explode: false, schema: *list}
        - {name: deep, in: query, style: deepObject, schema: *object}
        - {name: flat, in: query, schema: *object}
        - {name: X-List, in: header, schema: *list}
        - {name: cookie, in: cookie, explode: false, schema: *list}
      responses: {}
`),
      'Request',
    );
    expect(text).toBe(`### Path parameters
- matrix array of integer required
  Sent as: ;matrix=3;matrix=4 · Example: [3,4]
- label array of integer required
  Sent as: .3,4 · Example: [3,4]
- simple object required
  Sent as: r=1,g=2 · Example: {"r":1,"g":2}
### Query parameters
- form array of integer
  Sent as: ?form=3&form=4 · Example: [3,4]
- joined array of integer
  Sent as: ?joined=3,4 · Example: [3,4]
- spaced array of integer
  Sent as: ?spaced=3%204 · Example: [3,4]
- piped array of integer
  Sent as: ?piped=3%7C4 · Example: [3,4]
- deep object
  Sent as: ?deep[r]=1&deep[g]=2 · Example: {"r":1,"g":2}
- flat object
  Sent as: ?r=1&g=2 · Example: {"r":1,"g":2}
### Header parameters
- X-List array of integer
  Sent as: X-List: 3,4 · Example: [3,4]
### Cookie parameters
- cookie array of integer
  Sent as: Cookie: cookie=3,4 · Example: [3,4]`);
  });

  it('may be described by a media type, and be the whole query', () => {
    const text = below(
      pageText(`openapi: 3.2.0
info: {title: T, version: '1'}
paths:
  /a:
    get:
      parameters:
        - {name: filter, in: query, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}
      responses: {}
    put:
      parameters:
        - {name: all, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {b: {type: string}}}}}}
      responses: {}
`),
      'Request',
    );
    expect(text).toBe(`### Query parameters
- filter object
  Sent as: ?filter=%7B%22a%22%3A%22string%22%7D · Media type: application/json
  ▸ Show 1 property of filter
    - a string`);
  });

  it('that are the whole query have their own title', () => {
    const text = below(
      pageText(
        `openapi: 3.2.0
info: {title: T, version: '1'}
paths:
  /a:
    get: {responses: {}}
    put:
      parameters:
        - {name: all, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {b: {type: string}}}}}}
      responses: {}
`,
        1,
      ),
      'Request',
    );
    expect(text).toBe(`### Query string
- all object
  Sent as: ?b=string · Media type: application/x-www-form-urlencoded
  ▸ Show 1 property of all
    - b string`);
  });
});
