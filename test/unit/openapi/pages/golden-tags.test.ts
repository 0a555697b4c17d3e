import { describe, expect, it } from 'vitest';
import { below, pageText } from './support/readable.ts';

describe('the first page', () => {
  it('has tags in groups, with names to show', () => {
    const text = below(
      pageText(
        `openapi: 3.1.0
info: {title: T, version: '1'}
tags:
  - {name: people, x-displayName: People, description: Who they are., externalDocs: {url: 'https://docs.test/people'}}
  - {name: things}
  - {name: empty}
x-tagGroups: [{name: Core, tags: [people, things]}]
paths:
  /b: {get: {tags: [things], summary: Get b, responses: {}}}
  /a: {get: {tags: [people], summary: Get a, deprecated: true, responses: {}}, post: {tags: [people, things], summary: Make a, responses: {}}}
`,
        'info',
      ),
      'Operations',
    );
    expect(text).toBe(`### Core / People
Who they are.
More about this
- GET Get a /a deprecated
- POST Make a /a
### Core / things
- GET Get b /b`);
  });

  it('has parents of tags (3.2)', () => {
    const text = below(
      pageText(
        `openapi: 3.2.0
info: {title: T, version: '1'}
tags:
  - {name: child, summary: Child tag, parent: top}
  - {name: top, summary: Top tag}
paths: {/a: {get: {tags: [child], summary: Get a, responses: {}}}, /b: {get: {tags: [top], summary: Get b, responses: {}}}}
`,
        'info',
      ),
      'Operations',
    );
    expect(text).toBe(`### Top tag / Child tag
- GET Get a /a
### Top tag
- GET Get b /b`);
  });

  it('leaves out what is internal', () => {
    const text = below(
      pageText(
        `openapi: 3.1.0
info: {title: T, version: '1'}
tags: [{name: secret, x-internal: true}, {name: open}]
paths:
  /a: {get: {tags: [open], summary: Get a, responses: {}}, put: {tags: [open], x-internal: true, responses: {}}}
  /b: {x-internal: true, get: {tags: [open], responses: {}}}
  /c: {get: {tags: [secret], responses: {}}}
`,
        'info',
      ),
      'Operations',
    );
    expect(text).toBe(`### open
- GET Get a /a`);
  });

  it('has operations without tags and operationId, of any method, and paths of any letters', () => {
    const text = below(
      pageText(
        `openapi: 3.2.0
info: {title: T, version: '1'}
paths:
  '/a#part': {get: {responses: {}}, post: {summary: Send}}
  '/a<b>/{id}': {get: {operationId: readAPIKeys, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {}}}
  /q: {query: {summary: Find, responses: {}}, additionalOperations: {COPY: {responses: {}}}}
`,
        'info',
      ),
      'Operations',
    );
    expect(text).toBe(`### Operations
- GET GET /a#part /a#part
- POST Send /a#part
- GET Read API keys /a<b>/{id}
- QUERY Find /q
- COPY COPY /q /q`);
  });

  it('has no separate group for operations without tags if others have some', () => {
    const text = below(
      pageText(
        `openapi: 3.1.0
info: {title: T, version: '1'}
tags: [{name: a}]
paths: {/a: {get: {tags: [a], summary: Get a, responses: {}}}, /b: {get: {summary: Get b, responses: {}}}}
`,
        'info',
      ),
      'Operations',
    );
    expect(text).toBe(`### a
- GET Get a /a
### Other operations
- GET Get b /b`);
  });
});

describe('the page of an operation', () => {
  it('has its tags of the kind badge (3.2)', () => {
    const text = pageText(
      `openapi: 3.2.0
info: {title: T, version: '1'}
tags:
  - {name: child}
  - {name: beta, kind: badge, summary: Public beta}
  - {name: eu, kind: badge}
paths: {/a: {get: {tags: [child, beta, eu], summary: Get a, responses: {}}}, /b: {get: {summary: Get b, responses: {}}}}
`,
      0,
    );
    expect(text).toContain('Public beta eu\n');
  });
});
