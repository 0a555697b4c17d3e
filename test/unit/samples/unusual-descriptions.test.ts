import { describe, expect, it } from 'vitest';
import { createDocParser } from '../../../src/markdown/parse-doc.ts';
import { loadApis } from '../../../src/openapi/load-descriptions.ts';
import { createChecker } from '../../../src/samples/check-samples.ts';
import { toFilePath } from '../../../src/shared/paths.ts';
import { resolveSite } from '../../support/resolve-config.ts';
import { site } from '../../support/site.ts';

const DESCRIPTION = `openapi: 3.1.0
info: { title: Chat, version: '1' }
servers: [{ url: https://api.chat.example/v1 }]
paths:
  /chats:
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { text: { type: string }, stream: { const: false } } } } } }
      responses: { '200': { description: ok } }
  /chats#stream:
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { text: { type: string }, stream: { const: true } } } } } }
      responses: { '200': { description: ok } }
  /chats/{id}?beta=true:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok } }
  /events:
    get:
      parameters:
        - name: filter
          in: query
          required: true
          schema: { oneOf: [{ type: object, properties: { user: { type: string } } }, { type: object, properties: { email: { type: string } } }] }
      responses: { '200': { description: ok } }
  /rules:
    put:
      requestBody:
        content:
          application/json:
            schema:
              allOf:
                - type: object
                  properties: { path: { type: object, required: [sets], properties: { sets: { type: array, items: { type: object, properties: { id: { type: string }, self: { type: string, readOnly: true } } } } } } }
                - type: object
                  properties: { path: { type: object, properties: { sets: { type: array, items: { type: object, required: [self], properties: { action: { type: string, enum: [], allOf: [{ enum: [route] }] } } } } } } }
      responses: { '200': { description: ok } }
`;

const { dir } = site({ 'openapi.yaml': DESCRIPTION });
const config = resolveSite({ openapi: [{ spec: 'openapi.yaml' }] }, { siteDir: dir });
const { apis } = loadApis(config, { plain: ({ text }) => text, isIgnored: () => false });

/** The messages about a command, and how many operations it shows. */
function check(code: string): readonly [messages: readonly string[], shown: number] {
  const doc = createDocParser(config.markdown).parse(
    toFilePath('a.md'),
    `\`\`\`bash\n${code}\n\`\`\``,
  );
  const { diagnostics, shown } = createChecker(apis, { hosts: [] }).check(doc.samples);
  return [diagnostics.map(({ message }) => message), shown.length];
}

const rules = (set: string): string =>
  `curl -X PUT https://api.chat.example/v1/rules --json '{"path": {"sets": [${set}]}}'`;

describe('a path with a mark or a query', () => {
  it('is that of requests without the mark', () => {
    const send = (stream: string): string =>
      `curl https://api.chat.example/v1/chats --json '{"text": "Hi", "stream": ${stream}}'`;
    expect(check(send('true'))).toEqual([[], 1]);
    expect(check(send('false'))).toEqual([[], 1]);
    expect(check(send('"no"'))[0]).toHaveLength(1);
  });

  it('is that of requests with the query', () => {
    expect(check('curl "https://api.chat.example/v1/chats/c1?beta=true"')).toEqual([[], 1]);
    expect(check('curl "https://api.chat.example/v1/chats/c1?beta=true&gama=1"')[0]).toEqual([
      'GET /chats/{id}?beta=true has no query parameter "gama"',
    ]);
  });
});

describe('a query parameter whose alternatives are objects', () => {
  it('is sent as the properties of one', () => {
    expect(check('curl "https://api.chat.example/v1/events?email=a@b.example"')).toEqual([[], 1]);
    expect(check('curl "https://api.chat.example/v1/events?emial=a@b.example"')[0]).toEqual([
      'GET /events has no query parameter "emial"',
    ]);
  });
});

describe('a schema of several parts', () => {
  it('has the properties of all of them, in objects in it, too', () => {
    expect(check(rules('{"id": "start", "action": "route"}'))).toEqual([[], 1]);
    expect(check(rules('{"id": "start", "label": "x"}'))[0]).toEqual([
      '"/path/sets/0" in the body has no field "label"',
    ]);
  });

  it('may have an empty list of values, which allows those of other parts', () => {
    expect(check(rules('{"action": "drop"}'))[0]).toEqual([
      '"/path/sets/0/action" in the body must be "route", but it is the text "drop"',
    ]);
  });
});
