import { describe, expect, it } from 'vitest';
import { readQueries } from '../../../../src/search/evaluate/read-queries.ts';
import { formatDiagnostics } from '../../../support/site.ts';

function problems(text: string): readonly string[] {
  return formatDiagnostics(readQueries('q.json', text).diagnostics);
}

describe('a file of search queries', () => {
  it('is a list of queries with one expected section or several', () => {
    const { queries, diagnostics } = readQueries(
      'q.json',
      `[
  { "query": "a b", "expect": "/x#y" },
  { "query": "c", "expect": ["/x", "/z"], "note": "why" }
]`,
    );
    expect(diagnostics).toEqual([]);
    expect(
      queries.map(({ query, note, expect: sections }) => ({
        query,
        note,
        routes: sections.map(({ route }) => route),
      })),
    ).toEqual([
      { query: 'a b', note: undefined, routes: ['/x#y'] },
      { query: 'c', note: 'why', routes: ['/x', '/z'] },
    ]);
    expect(queries[1]?.location).toMatchObject({ file: 'q.json', line: 3, column: 15 });
    expect(queries[1]?.expect[1]?.location).toMatchObject({ line: 3, column: 37 });
  });

  it('may name the class of a query, which is otherwise derived', () => {
    const { queries, diagnostics } = readQueries(
      'q.json',
      '[{ "query": "mint", "class": "noun", "expect": "/x" }, { "query": "burn", "expect": "/x" }]',
    );
    expect(diagnostics).toEqual([]);
    expect(queries.map((query) => query.class)).toEqual(['noun', 'word']);
  });

  it('may be an object that names its schema for editors', () => {
    const { queries, diagnostics } = readQueries(
      'q.json',
      '{ "$schema": "./queries.schema.json", "queries": [{ "query": "a", "expect": "/x" }] }',
    );
    expect(diagnostics).toEqual([]);
    expect(queries.map(({ query }) => query)).toEqual(['a']);
    expect(problems('{ "$shema": "x", "queries": [{ "query": "a", "expect": "/x" }] }')).toEqual([
      'q.json:1:4 queries-invalid',
    ]);
  });

  it('may be YAML with comments, or JSON indented with tabs', () => {
    const yaml = '# typed by readers\n- query: 429\n  expect: /errors\n';
    expect(readQueries('q.yaml', yaml).queries.map(({ query }) => query)).toEqual(['429']);
    const tabs = '[\n\t{\n\t\t"query": "a",\n\t\t"expect": [\n\t\t\t"/x"\n\t\t]\n\t}\n]\n';
    expect(readQueries('q.json', tabs)).toMatchObject({ diagnostics: [] });
  });

  it.each([
    { title: 'broken JSON', text: '[\n  { "query": "a", \n', at: 'q.json:2:3 queries-syntax' },
    { title: 'nothing', text: '', at: 'q.json:1:1 queries-invalid' },
    { title: 'an empty list', text: '[]', at: 'q.json:1:1 queries-invalid' },
    { title: 'an object', text: '{ "queries": [] }', at: 'q.json:1:1 queries-invalid' },
    { title: 'an entry that is text', text: '[\n  "a"\n]', at: 'q.json:2:4 queries-invalid' },
    {
      title: 'no query',
      text: '[\n  { "expect": "/x" }\n]',
      at: 'q.json:2:3 queries-invalid',
    },
    { title: 'no expectation', text: '[{ "query": "a" }]', at: 'q.json:1:2 queries-invalid' },
    {
      title: 'an empty query',
      text: '[{ "query": " ", "expect": "/x" }]',
      at: 'q.json:1:14 queries-invalid',
    },
    {
      title: 'an empty list of sections',
      text: '[{ "query": "a", "expect": [] }]',
      at: 'q.json:1:28 queries-invalid',
    },
    {
      title: 'a section that is no path',
      text: '[{ "query": "a", "expect": ["/x", "docs/x"] }]',
      at: 'q.json:1:36 queries-invalid',
    },
    {
      title: 'an empty class',
      text: '[{ "query": "a", "class": "", "expect": "/x" }]',
      at: 'q.json:1:28 queries-invalid',
    },
    {
      title: 'an unknown key',
      text: '[{ "query": "a", "expects": "/x", "expect": "/x" }]',
      at: 'q.json:1:19 queries-invalid',
    },
    {
      title: 'a query that is listed twice',
      text: '[{ "query": "a", "expect": "/x" },\n{ "query": "a", "expect": "/y" }]',
      at: 'q.json:2:13 queries-invalid',
    },
  ])('tells of $title', ({ text, at }) => {
    expect(problems(text)).toEqual([at]);
  });

  it('tells of all problems at once, and keeps the other queries', () => {
    const { queries, diagnostics } = readQueries(
      'q.json',
      '[{ "query": 1, "expect": {} }, { "qeury": "a" }, { "query": "b", "expect": "/x" }]',
    );
    expect(queries.map(({ query }) => query)).toEqual(['b']);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '"expect" must be a path such as "/docs/x#section" or a list of them, but it is a group of keys',
      'the key "expect" is missing',
      '"qeury" is not a known key',
    ]);
    expect(diagnostics.map(({ hint }) => hint)).toContain('did you mean "query"?');
  });
});
