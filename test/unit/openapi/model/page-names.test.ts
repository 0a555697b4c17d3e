import { describe, expect, it } from 'vitest';
import { pageNames } from '../../../../src/openapi/model/page-names.ts';
import { inWords, kebab } from '../../../../src/openapi/model/words.ts';
import { modelOf } from '../support/describe-api.ts';

function names(operations: readonly string[]): readonly string[] {
  const sources = operations.map((line) => {
    const [method = '', path = '', operationId = ''] = line.split(' ');
    return { method, path, operationId };
  });
  return pageNames(sources, new Set(['taken']));
}

describe('words of an operationId', () => {
  it.each([
    ['getTenant', 'get-tenant'],
    ['getAPIKeys', 'get-api-keys'],
    ['listURLs', 'list-urls'],
    ['getOAuth2Token', 'get-oauth2-token'],
    ['getAPlan', 'get-a-plan'],
    ['tenants_list', 'tenants-list'],
    ['repos/get-content', 'repos-get-content'],
    ['Users.Get', 'users-get'],
    ['getTop10Players', 'get-top10-players'],
    ['löscheÄrger', 'losche-arger'],
    ['straße', 'strasse'],
    ['日本', 'u65e5u672c'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
    ['../../etc/passwd', 'etc-passwd'],
    ['***', ''],
  ])('%s becomes %s', (id, name) => {
    expect(kebab(id)).toBe(name);
  });

  it('cuts what no file system could hold, and keeps it distinct', () => {
    const [a, b] = [kebab(`${'x'.repeat(300)}a`), kebab(`${'x'.repeat(300)}b`)];
    expect(a.length).toBeLessThanOrEqual(120);
    expect(a).not.toBe(b);
  });

  it('reads as a title', () => {
    expect(inWords('getAPIKeys')).toBe('Get API keys');
    expect(inWords('repos/get-content')).toBe('Repos get content');
    expect(inWords('löschen')).toBe('Löschen');
  });
});

describe('page names', () => {
  it('come from operationIds, with the method in front where it is missing', () => {
    expect(
      names(['GET /t/{id} getTenant', 'GET /t tenants_list', 'POST /t createTenant', 'GET /x get']),
    ).toEqual(['get-tenant', 'get-tenants-list', 'post-create-tenant', 'get']);
  });

  it('come from the path without an operationId, and tell parameters apart', () => {
    expect(names(['GET /tenants', 'GET /tenants/{tenantId}', 'POST /tenants', 'GET /'])).toEqual([
      'get-tenants',
      'get-tenants-by-tenant-id',
      'post-tenants',
      'get-root',
    ]);
  });

  it('take more segments where they are still equal', () => {
    expect(names(['GET /a/items', 'GET /b/items', 'GET /plans/{id}/items/{itemId}'])).toEqual([
      'get-a-items',
      'get-b-items',
      'get-items-by-item-id',
    ]);
  });

  it('do not depend on the order of the paths', () => {
    const paths = ['GET /a-b', 'GET /a/b', 'GET /a/{b}', 'GET /b', 'GET /{a}/b', 'GET /a//b'];
    const forwards = new Map(names(paths).map((name, index) => [paths[index], name]));
    const turned = paths.toReversed();
    const backwards = new Map(names(turned).map((name, index) => [turned[index], name]));
    for (const path of paths) expect(backwards.get(path)).toBe(forwards.get(path));
    expect(new Set(forwards.values()).size).toBe(paths.length);
  });

  it('leave names alone that others have', () => {
    const [taken, other] = names(['GET /x getThings', 'GET /things']);
    expect(taken).toBe('get-things');
    expect(other).toMatch(/^get-things-[0-9a-f]{8}$/);
  });

  it('come from the path where operationIds are equal, whatever their order', () => {
    const operations = ['GET /users list', 'GET /groups list', 'GET /v2/users List', 'GET /c c'];
    const expected = ['get-users', 'get-groups', 'get-v2-users', 'get-c'];
    expect(names(operations)).toEqual(expected);
    expect(names(operations.toReversed())).toEqual(expected.toReversed());
  });

  it('report both locations if two operationIds give the same name', () => {
    const { diagnostics, model } = modelOf(`openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a:
    get:
      operationId: getThing
      responses: {}
  /b:
    get:
      operationId: get_thing
      responses: {}
`);
    expect(diagnostics).toMatchObject([
      {
        code: 'openapi-page-name',
        severity: 'warning',
        message: '"get_thing" and "getThing" (openapi/api.yaml:6) both map to the page "get-thing"',
        location: { file: 'openapi/api.yaml', line: 10 },
      },
    ]);
    expect(model.operations.map(({ slug }) => slug)).toEqual(['get-a', 'get-b']);
  });
});
