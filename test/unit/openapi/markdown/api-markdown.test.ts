import { describe, expect, it } from 'vitest';
import { apiMarkdown } from '../../../../src/openapi/markdown/api-markdown.ts';
import { contextOf, describeOperation, firstOperation } from '../pages/support/page.ts';

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
          content: {
            'application/json': {
              schema: {
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
              },
            },
          },
        },
        responses: {
          200: {
            description: 'Done.',
            content: { 'application/json': { example: { text: '```' } } },
          },
        },
      },
      { components: { schemas: { Address: { type: 'string', pattern: '^0x', example: '0xa1' } } } },
    ),
  );
  const text = apiMarkdown(firstOperation(context), context);

  it.each([
    '# Change a \\*thing\\*\n\n`POST https://api.test/v1/things/{id}`\n\n**Authentication**: No authentication.',
    '> **This operation is deprecated.**',
    '## Why\n\nBecause.\n\n```\n# no heading\n```',
    '### Path parameters\n\n- `id` (string, required):\n  Which.',
    '### Body (required)\n\nMedia type: `application/json`\n\n- `to` (string · [Address](/api/schemas/Address))\n- `all` (array of [Address](/api/schemas/Address))\n- `owner` (object, required)\n- `owner.name` (string):\n  Minimum length: 1. Default: `""`.',
    '### Request samples\n\ncURL:\n\n```bash\ncurl',
    '## Responses\n\n### 200 OK\n\nDone.',
    '````json\n{\n  "text": "```"\n}\n````',
  ])('holds %j', (part) => {
    expect(text).toContain(part);
  });

  it('keeps text of authors within its place', () => {
    const fence = '```';
    const own = contextOf(
      describeOperation({
        summary: 'Use &lt;b&gt; & ~~c~~',
        description: `${fence}js\n${fence}ts\n# no heading`,
        responses: {
          200: { description: `~~~~\n~~~\nopen` },
          400: { description: `A ${fence}b${fence}` },
          500: { description: `${fence}x\`y\n# Heading` },
        },
      }),
      { siteSamples: () => [{ lang: 'ts', label: '# <a>\nb', source: 'x' }] },
    );
    const page = apiMarkdown(firstOperation(own), own);
    expect(page).toContain('# Use \\&lt;b\\&gt; & \\~\\~c\\~\\~\n');
    expect(page).toContain('```js\n```ts\n# no heading\n```\n\n## Request');
    expect(page).toContain('\n\n\\# \\<a\\> b:\n\n```ts\nx\n```');
    expect(page).toContain('~~~~\n~~~\nopen\n~~~~\n\n');
    expect(page).toContain('```x`y\n');
    expect(page).toContain('# Heading');
    expect(page).not.toContain('\n# Heading');
  });

  it('has long descriptions of errors with the same body below their statuses', () => {
    const responses = { 400: { description: '```\nopen' }, 401: { description: 'Token.' } };
    const own = contextOf(describeOperation({ responses }));
    expect(apiMarkdown(firstOperation(own), own)).toContain(
      '- 400 Bad Request:\n  ```\n  open\n  ```\n- 401 Unauthorized: Token.',
    );
  });

  it('has the parts of the other pages too', () => {
    const info = apiMarkdown({ type: 'info' }, context);
    expect(info).toContain('# Things\n\nVersion 1');
    expect(info).toContain(
      '- [Change a \\*thing\\*](/api/post-change-thing): `POST /v1/things/{id}`',
    );
    expect(apiMarkdown({ type: 'schemas' }, context)).toContain('# Schemas');
  });
});
