import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckSearchResult, checkSearch } from '../../src/pipeline/check-search.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
}

/** The operations of this site's description, read without docwright. */
function readOperations(): readonly Operation[] {
  const folder = join(ROOT, 'openapi');
  const read = (file: string) => Object(load(readFileSync(join(folder, file), 'utf8')));
  return Object.entries<{ $ref: string }>(read('achievo.yaml').paths).flatMap(
    ([path, { $ref }]) => {
      const [file = '', name = ''] = $ref.split('#/');
      const item = read(file)[name];
      return METHODS.filter((method) => method in item).map((method) => ({
        method,
        path,
        operationId: String(item[method].operationId),
      }));
    },
  );
}

function pageOf({ operationId }: Operation): string {
  const name = operationId.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  return `/docs/api/${name}`;
}

/** Queries of readers who know method and path. */
function methodAndPath({ method, path }: Operation): readonly string[] {
  const upper = method.toUpperCase();
  return [`${upper} ${path}`, `${upper} /v1${path}`, `${method} ${path}`];
}

describe('the search of this site', () => {
  const operations = readOperations();
  const ids = new Set(operations.map(({ operationId }) => operationId));
  let folder: string;
  let result: CheckSearchResult;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docwright-queries-'));
    const queriesFile = join(folder, 'queries.json');
    const queries = operations.flatMap((operation) =>
      [...methodAndPath(operation), operation.operationId].map((query) => ({
        query,
        expect: pageOf(operation),
      })),
    );
    writeFileSync(queriesFile, JSON.stringify(queries));
    result = await checkSearch({ siteDir: ROOT, queriesFile, onProgress: () => {} });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Queries whose operation comes later than allowed, with what comes first instead. */
  const later = (worst: number, isAsked: (query: string) => boolean): readonly string[] =>
    (result.report?.outcomes ?? [])
      .filter(({ query, rank = Infinity }) => isAsked(query.query) && rank > worst)
      .map(({ query, first }) => `${query.query} → ${first?.sectionRoute}`);

  it('knows every operation', () => {
    expect(operations).toHaveLength(74);
    expect(result.diagnostics).toEqual([]);
  });

  it('has an operation first for its method and path', () => {
    expect(later(1, (query) => !ids.has(query))).toEqual([]);
  });

  it('has an operation among the first three for its id', () => {
    expect(later(3, (query) => ids.has(query))).toEqual([]);
  });

  it('shows something at every letter of them', () => {
    const gaps = result.report?.outcomes.flatMap((outcome) => outcome.gaps);
    expect(gaps).toEqual([]);
  });
});
