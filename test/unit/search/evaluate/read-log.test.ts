import { expect, it } from 'vitest';
import { candidatesOf } from '../../../../src/search/evaluate/read-log.ts';

const line = (query: string, rest: object): string => JSON.stringify({ query, ...rest });

it('lists queries without an answer, and neither known, answered nor rare ones', () => {
  const log = [
    line('Reset  password', { results: 0 }),
    line('reset password', { results: 0 }),
    line('export', { results: 8 }),
    line('export', { results: 8 }),
    line('export', { results: 8 }),
    line('known', { results: 0 }),
    line('known', { results: 0 }),
    line('login', { results: 3 }),
    line('login', { results: 3 }),
    line('login', { rank: 1 }),
    line('once', { results: 0 }),
    line('ada@example.com', { results: 0 }),
    line('ada@example.com', { results: 0 }),
    'no json',
    '{"query":1}',
    '',
  ];
  expect(candidatesOf(log.join('\n'), new Set(['known']))).toEqual({
    candidates: [
      { query: 'export', expect: [], note: '3 searches, 0 without a result, 0 choices' },
      { query: 'reset password', expect: [], note: '2 searches, 2 without a result, 0 choices' },
    ],
    unread: 2,
  });
});
