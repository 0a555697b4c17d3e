import { describe, expect, it } from 'vitest';
import { classOf } from '../../../../src/search/evaluate/read-queries.ts';

describe('the class of a query', () => {
  it.each([
    { name: 'operation', queries: ['GET /v1/tenants', 'post /badges/{id}', '/auth/login', '/'] },
    {
      name: 'identifier',
      queries: [
        'maxRetries',
        'APIKey',
        'fs.readFile',
        'node_modules',
        'dist-tag',
        '--save-dev',
        '-g',
        '.env',
        '401',
        'v1.2.3',
        'git+ssh://',
        'C++',
        'EIP-4361',
      ],
    },
    { name: 'word', queries: ['mint', 'Mint', ' mint ', 'JWT', 'URLs', 'can’t', 'Schlüssel'] },
    { name: 'phrase', queries: ['rate limit', 'npm install --save', '500 error', 'GET tenants'] },
    {
      name: 'question',
      queries: ['how to log in', 'Why is txHash null', 'is 202 a success', 'webhooks?', '価格は？'],
    },
  ])('is $name by its form', ({ name, queries }) => {
    expect(queries.filter((query) => classOf(query) !== name)).toEqual([]);
  });

  it('is not a question for a word that questions begin with', () => {
    expect(['what', 'island hopping', 'is'].map(classOf)).toEqual(['word', 'phrase', 'word']);
  });
});
