import { expect, it } from 'vitest';
import { pastOf } from '../../../src/api-history/page-history.ts';
import type { Change } from '../../../src/api-history/rules.ts';

it('dates the parts that a change is in', () => {
  const change = (pointer: string): Change => ({
    code: 'limit-added',
    level: 'breaking',
    operations: ['GET /a'],
    operation: 'GET /a',
    file: 'api.yaml',
    pointer,
    direction: 'request',
    name: 'x',
  });
  const { operations, parts } = pastOf({
    revisions: [
      { revision: '1', date: '2026-01-01', changes: [] },
      {
        revision: '2',
        date: '2026-02-01',
        changes: [
          change('/paths/~1a/get/parameters/0/schema/items/maximum'),
          change('/components/schemas/Pet/properties/age/maximum'),
        ],
      },
    ],
  });
  const changed = { changed: '2026-02-01' };
  expect(operations.get('GET /a')).toEqual(changed);
  expect(parts.get('api.yaml#/paths/~1a/get/parameters/0')).toEqual(changed);
  expect(parts.get('api.yaml#/components/schemas/Pet/properties/age')).toEqual(changed);
  expect(parts.has('api.yaml#/components/schemas/Pet')).toBe(false);
});
