import { describe, expect, it } from 'vitest';
import { createRichTextParser } from '../../../../src/markdown/rich-text.ts';
import type { ApiContext, ApiPage } from '../../../../src/openapi/pages/api-page.ts';
import { createRichTextCache, TEXT_OPTIONS } from '../../../../src/site/api-rich-text.ts';
import { contextOf, describeOperation, firstOperation, markdownOf } from './support/page.ts';

const cache = createRichTextCache(createRichTextParser());
const describeText: ApiContext['describe'] = ({ text }) =>
  cache.parse(text, TEXT_OPTIONS).chunks.join('');

/** The Markdown version of the only operation, with descriptions in Markdown. */
function operationMarkdown(operation: object, rest: object = {}, given: object = {}): string {
  const options = { describe: describeText, ...given };
  const context = contextOf(describeOperation(operation, rest), options);
  return markdownOf(firstOperation(context), context);
}

const json = (schema: object, rest: object = {}): object => ({
  content: { 'application/json': { schema, ...rest } },
});

describe('the Markdown version of an operation', () => {
  const context = contextOf(
    describeOperation(
      {
        summary: 'Change a *thing*',
        description: '# Why\n\nBecause.\n\n```\n# no heading\n```',
        deprecated: true,
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            description: 'Which.',
            schema: { type: 'string' },
          },
        ],
        requestBody: {
          required: true,
          ...json({
            type: 'object',
            required: ['owner'],
            properties: {
              to: { $ref: '#/components/schemas/Address' },
              all: { type: 'array', items: { $ref: '#/components/schemas/Address' } },
              owner: {
                type: 'object',
                properties: { name: { type: 'string', minLength: 1, default: '' } },
              },
            },
          }),
        },
        responses: {
          200: {
            description: 'Done.',
            content: { 'application/json': { example: { text: '```' } } },
          },
        },
      },
      {
        components: { schemas: { Address: { type: 'string', pattern: '^0x', example: '0xa1' } } },
        servers: [
          { url: 'https://api.test/v1', description: 'Production' },
          { url: 'https://try.test/v1' },
        ],
      },
    ),
    { describe: describeText },
  );
  const text = markdownOf(firstOperation(context), context);

  it.each([
    '# Change a \\*thing\\*\n\nPOST `https://api.test/v1/things/{id}`\n\n',
    'Server: `https://api.test/v1` Production, `https://try.test/v1`. [Servers](/api/things#servers)',
    '**Authentication** No authentication.',
    '**This operation is deprecated.**',
    '## Why\n\nBecause.\n\n```\n# no heading\n```',
    '### Path parameters\n\n- `id` string *required*\n  Which.',
    '### Body *required*\n\n`application/json`\n\n- `to` string · [Address](/api/schemas/Address)\n- `all` array of [Address](/api/schemas/Address)\n- `owner` object *required*\n  - `name` string\n    Minimum length: 1 · Default: `""`\n',
    '## Request samples\n\n### cURL\n\n```bash\ncurl',
    '## Responses\n\n### 200 OK\n\nDone.',
    '````json title="application/json"\n{\n  "text": "```"\n}\n````',
  ])('has %j', (part) => {
    expect(text).toContain(part);
  });

  it('has a generated sample once, and those of site and description', () => {
    const samples = operationMarkdown(
      { 'x-codeSamples': [{ lang: 'ruby', label: 'Ruby', source: 'get' }], responses: {} },
      {},
      { siteSamples: () => [{ lang: 'ts', label: 'Client', source: 'x' }] },
    );
    const titles = samples.match(/^### .*/gm);
    expect(titles).toEqual(['### Client', '### Ruby', '### cURL']);
  });

  it('keeps text of authors within its place', () => {
    const page = operationMarkdown(
      {
        summary: 'Use &lt;b&gt; & ~~c~~',
        description: '```js\n```ts\n# no heading',
        responses: {
          200: { description: '~~~~\n~~~\nopen' },
          400: { description: 'A ```b```' },
          500: { description: '```x`y\n# Heading' },
        },
      },
      {},
      { siteSamples: () => [{ lang: 'ts', label: '# <a>\nb', source: 'x' }] },
    );
    expect(page).toContain('# Use \\&lt;b\\&gt; & \\~~c\\~\\~\n');
    expect(page).toContain('````js\n```ts\n# no heading\n````\n\n');
    expect(page).toContain('### # \\<a> b\n\n```ts\nx\n```');
    expect(page).toContain('```\n~~~\nopen\n```\n\n');
    expect(page).toContain('\\`\\`\\`x\\`y\n\n');
    expect(page).toContain('\n  ### Heading');
  });

  it('has the parts of a description of several blocks in its row', () => {
    const properties = {
      a: { type: 'string', description: 'One.\n\nTwo.\n\n- three', example: 'x' },
      b: { type: 'integer', description: '```\ncode\n```', minimum: 1 },
    };
    const page = operationMarkdown({
      requestBody: json({ type: 'object', properties }),
      responses: {},
    });
    expect(page).toContain(
      '- `a` string\n  One.\n\n  Two.\n  - three\n\n  Example: `x`\n- `b` integer\n\n  ```\n  code\n  ```\n\n  Minimum: 1\n',
    );
  });

  it('has alternatives as a list, with what tells them apart', () => {
    const alternative = (kind: string, name: string): object => ({
      type: 'object',
      title: name,
      description: `A ${kind}.`,
      properties: { kind: { type: 'string', const: kind }, [name]: { type: 'string' } },
    });
    const page = operationMarkdown({
      requestBody: json({
        type: 'object',
        properties: { pet: { oneOf: [alternative('cat', 'claws'), alternative('dog', 'tail')] } },
      }),
      responses: {},
    });
    expect(page).toContain(
      [
        '- `pet` object',
        '  One of 2 alternatives',
        '  - **cat**',
        '    object',
        '    A cat.',
        '    - `kind` string',
        '      Always: `cat`',
        '    - `claws` string',
        '  - **dog**',
        '    object',
        '    A dog.',
        '    - `kind` string',
        '      Always: `dog`',
        '    - `tail` string',
      ].join('\n'),
    );
  });

  it('has long lists of values, notes about other properties and long examples', () => {
    const values = Array.from({ length: 30 }, (_, index) => `v${index}`);
    const page = operationMarkdown({
      requestBody: json({
        type: 'object',
        properties: {
          many: { type: 'string', enum: values },
          long: { type: 'string', example: 'x'.repeat(200) },
          open: { type: 'object', properties: { a: {} }, additionalProperties: true },
        },
      }),
      responses: {},
    });
    expect(page).toContain(`- \`many\` string\n  Show 30 values\n  \`${values.join(' | ')}\``);
    expect(page).toContain(`Show example\n  \`${'x'.repeat(200)}\`\n- \`open\` object\n`);
    expect(page).toContain('  - `a` any\n\n  Other properties of any type are allowed.\n');
  });

  it('has the summary of an example that is alone, and those of a callback', () => {
    const example = { examples: { one: { summary: 'A cat', value: { name: 'Tom' } } } };
    const response = { description: 'Here.', ...json({ type: 'object' }, example) };
    const called = {
      post: { requestBody: { description: 'The cat.', ...json({}) }, responses: { 200: response } },
    };
    const page = operationMarkdown({
      responses: { 200: response },
      callbacks: { born: { '{$request.query.url}': called } },
    });
    const [before, after = ''] = page.split('## Callbacks');
    const code = '```json title="A cat · application/json"\n{\n  "name": "Tom"\n}\n```';
    expect(before).toContain(`### 200 OK\n\n${code}`);
    expect(after).toContain(`###### Response examples\n\n${code}`);
    expect(after).toContain('#### Body\n\nThe cat.');
  });

  it('has long descriptions of errors with the same body below their statuses', () => {
    const responses = { 400: { description: '```\nopen' }, 401: { description: 'Token.' } };
    expect(operationMarkdown({ responses })).toContain(
      '- 400 Bad Request\n\n  ```\n  open\n  ```\n- 401 Unauthorized\n  Token.',
    );
  });

  it('says once what the answers lack', () => {
    expect(operationMarkdown({ responses: { 204: { description: 'Done.' } } })).toMatch(
      /^(?:(?!No body)[^])*No body\.(?:(?!No body)[^])*$/,
    );
  });

  it('has the parts of the other pages too', () => {
    const print = (page: ApiPage): string => markdownOf(page, context);
    expect(print({ type: 'info' })).toContain('# Things\n\nVersion 1');
    expect(print({ type: 'info' })).toContain(
      '- POST [Change a \\*thing\\*](/api/post-change-thing) `/v1/things/{id}` *deprecated*',
    );
    expect(print({ type: 'schemas' })).toContain('# Schemas');
  });

  it('has all examples of a schema on its page', () => {
    const components = { schemas: { Chain: { type: 'integer', examples: [1, 137] } } };
    const requestBody = json({ $ref: '#/components/schemas/Chain' });
    const own = contextOf(describeOperation({ requestBody, responses: {} }, { components }));
    const [schema] = own.model.schemas;
    if (schema === undefined) throw new Error('no schema');
    expect(markdownOf({ type: 'schema', schema }, own)).toContain(
      '# Chain\n\ninteger\n\nExamples: `1`, `137`\n\n## Example\n\n```json\n1\n```',
    );
  });
});
